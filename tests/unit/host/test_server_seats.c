/* Seats of a whole server: which match a newcomer gets while bodies wait for players that were
 * dropped, and what a second connection of the same player does. Bare ENet clients, loopback. */
#include "common/platform/clock.h"
#include "raw_client.h"
#include "server/host/server_state.h"
#include "server_pace.h"
#include "tests/support/test.h"

#include <string.h>

enum { CLIENTS = 8 };

#define WAIT_NS UINT64_C(10000000000)

typedef struct house {
    dw_server *server;
    uint64_t due_ns;
    raw_client clients[CLIENTS];
    ENetPeer *peers[CLIENTS];
    dw_welcome welcomes[CLIENTS];
    dw_reason kicked[CLIENTS]; /* NONE = it was not. */
    uint32_t heard[CLIENTS];   /* Welcomes. */
    uint32_t count;
} house;

static house home;

static void hear(uint32_t index, const ENetPacket *packet)
{
    dw_message message;
    if (dw_message_decode_from_server(&message, packet->data, packet->dataLength) != DW_OK) {
        return;
    }
    if (message.type == DW_MESSAGE_WELCOME) {
        home.welcomes[index] = message.as.welcome;
        home.heard[index]++;
    } else if (message.type == DW_MESSAGE_KICK) {
        home.kicked[index] = message.as.kick.reason;
    }
}

static void turn_server(void *context)
{
    (void)context;
    const uint64_t now = dw_clock_ns();
    server_pace_run(home.server, now, &home.due_ns);
}

static void turn(void)
{
    turn_server(NULL);
    for (uint32_t i = 0; i < home.count; i++) {
        ENetEvent event;
        while (raw_client_service(&home.clients[i], &event) > 0) {
            if (event.type == ENET_EVENT_TYPE_RECEIVE) {
                hear(i, event.packet);
                enet_packet_destroy(event.packet);
            }
        }
    }
    dw_clock_sleep_until(dw_clock_ns() + 1000000);
}

static int open_house(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    home = (house){.due_ns = dw_clock_ns()};
    (void)strcpy(config.bind, "127.0.0.1");
    config.port = 0;
    config.matches = 2;
    return dw_server_create(&home.server, &config, &error) == DW_OK ? 0 : 1;
}

static int close_house(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < home.count; i++) {
        raw_client_close(&home.clients[i]);
    }
    dw_server_destroy(home.server);
    return 0;
}

/* A player more, with that token unless it is NULL. Gives back its index, once it is in. */
static uint32_t join(const uint8_t *token)
{
    const uint32_t index = home.count;
    assert_true(index < CLIENTS);
    raw_client_open(&home.clients[index], &(raw_client_config){.sealed = true});
    home.count++;
    home.peers[index] =
        raw_client_connect(&home.clients[index], dw_server_port(home.server), turn_server, NULL);
    dw_message message = {.type = DW_MESSAGE_HELLO};
    message.as.hello = (dw_hello){.version = DW_PROTOCOL_VERSION, .name = "Ada"};
    if (token != NULL) {
        message.as.hello.has_token = true;
        memcpy(message.as.hello.token, token, DW_TOKEN_SIZE);
    }
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_message_encode(&message, bytes, sizeof bytes, &size), DW_OK);
    ENetPacket *packet = enet_packet_create(bytes, size, ENET_PACKET_FLAG_RELIABLE);
    assert_int_equal(enet_peer_send(home.peers[index], DW_CHANNEL_CONTROL, packet), 0);
    for (const uint64_t end = dw_clock_ns() + WAIT_NS; home.heard[index] == 0;) {
        assert_true(dw_clock_ns() < end);
        turn();
    }
    return index;
}

/* The connection ends without a quit: the body waits for its player. */
static void drop(uint32_t index)
{
    const uint64_t before = dw_server_get_stats(home.server)->lost;
    enet_peer_disconnect_now(home.peers[index], 0);
    for (const uint64_t end = dw_clock_ns() + WAIT_NS;
         dw_server_get_stats(home.server)->lost == before;) {
        assert_true(dw_clock_ns() < end);
        turn();
    }
}

static void seats_kept_for_dropped_players_count_in_the_choice_of_a_match(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 5; i++) { /* In turn: three in the first match, two in the second. */
        assert_int_equal(home.welcomes[join(NULL)].match, 1 + i % 2);
    }
    drop(4);
    const dw_match_counts first = dw_match_count(dw_server_match(home.server, 0));
    assert_int_equal(first.players, 2);
    assert_int_equal(first.dropped, 1);
    assert_int_equal(home.welcomes[join(NULL)].match, 2);
}

static void a_body_that_another_connection_takes_over_is_told_and_counted(void **state)
{
    (void)state;
    const uint32_t first = join(NULL);
    const uint32_t second = join(home.welcomes[first].token);
    assert_int_equal(home.welcomes[second].match, home.welcomes[first].match);
    assert_int_equal(home.welcomes[second].slot, home.welcomes[first].slot);
    for (const uint64_t end = dw_clock_ns() + WAIT_NS; home.kicked[first] == DW_REASON_NONE;) {
        assert_true(dw_clock_ns() < end);
        turn();
    }
    const dw_server_stats *stats = dw_server_get_stats(home.server);
    assert_int_equal(stats->taken_over, 1);
    assert_int_equal(stats->resumed, 1);
    assert_int_equal(stats->lost + stats->left + stats->sent_away, 0);
    assert_int_equal(dw_match_count(dw_server_match(home.server, 0)).players, 1);
    assert_int_equal(home.server->clients_in, 1);
    (void)join(NULL);
    assert_int_equal(stats->taken_over, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            seats_kept_for_dropped_players_count_in_the_choice_of_a_match, open_house, close_house),
        cmocka_unit_test_setup_teardown(
            a_body_that_another_connection_takes_over_is_told_and_counted, open_house, close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
