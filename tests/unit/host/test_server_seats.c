/* How clients get their seats in a whole server: which hellos are refused, which match a newcomer
 * gets while bodies wait for dropped players, and what a second hello or a second connection of the
 * same player does. Bare ENet clients, loopback. */
#include "common/platform/clock.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server_pace.h"
#include "tests/support/raw_client.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

enum { CLIENTS = 8, VERSION_BYTE = 2 /* Of a hello: behind the array's head and the type. */ };

#define WAIT_NS UINT64_C(10000000000)

typedef struct house {
    dw_server *server;
    uint64_t due_ns;
    raw_client clients[CLIENTS];
    ENetPeer *peers[CLIENTS];
    dw_welcome welcomes[CLIENTS];
    dw_reason kicked[CLIENTS]; /* NONE = it was not. */
    dw_reason refused[CLIENTS];
    char refused_text[CLIENTS][DW_REASON_MAX + 1];
    uint32_t heard[CLIENTS]; /* Welcomes. */
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
    } else if (message.type == DW_MESSAGE_REFUSE) {
        home.refused[index] = message.as.refuse.reason;
        (void)strcpy(home.refused_text[index], message.as.refuse.text);
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

static dw_message plain_hello(void)
{
    return (dw_message){.type = DW_MESSAGE_HELLO,
                        .as.hello = {.version = DW_PROTOCOL_VERSION, .name = "Ada"}};
}

/* Gives the index of one more client, connected but without a hello. */
static uint32_t connect_client(void)
{
    const uint32_t index = home.count;
    assert_true(index < CLIENTS);
    raw_client_open(&home.clients[index], &(raw_client_config){.sealed = true});
    home.count++;
    home.peers[index] =
        raw_client_connect(&home.clients[index], dw_server_port(home.server), turn_server, NULL);
    return index;
}

static void say_bytes(uint32_t index, const uint8_t *bytes, size_t size)
{
    ENetPacket *packet = enet_packet_create(bytes, size, ENET_PACKET_FLAG_RELIABLE);
    assert_int_equal(enet_peer_send(home.peers[index], DW_CHANNEL_CONTROL, packet), 0);
}

static void say(uint32_t index, const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_message_encode(message, bytes, sizeof bytes, &size), DW_OK);
    say_bytes(index, bytes, size);
}

static bool is_answered(uint32_t index)
{
    return home.heard[index] > 0 || home.refused[index] != DW_REASON_NONE;
}

static void wait_for_answer(uint32_t index)
{
    for (const uint64_t end = dw_clock_ns() + WAIT_NS; !is_answered(index);) {
        assert_true(dw_clock_ns() < end);
        turn();
    }
}

/* One more player, with that token unless it is NULL. Gives its index once it is in. */
static uint32_t join(const uint8_t *token)
{
    const uint32_t index = connect_client();
    dw_message message = plain_hello();
    if (token != NULL) {
        message.as.hello.has_token = true;
        memcpy(message.as.hello.token, token, DW_TOKEN_SIZE);
    }
    say(index, &message);
    wait_for_answer(index);
    assert_int_equal(home.heard[index], 1);
    return index;
}

static void wait_for_malformed(uint64_t count)
{
    for (const uint64_t end = dw_clock_ns() + WAIT_NS; home.server->stats.malformed < count;) {
        assert_true(dw_clock_ns() < end);
        turn();
    }
    assert_int_equal(home.server->stats.malformed, count);
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
    const dw_match_counts first = dw_match_count(home.server->matches[0]);
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
    assert_int_equal(dw_match_count(home.server->matches[0]).players, 1);
    assert_int_equal(home.server->clients_in, 1);
    (void)join(NULL);
    assert_int_equal(stats->taken_over, 1);
}

static void a_token_finds_its_seat_only_in_the_match_that_the_hello_names(void **state)
{
    (void)state;
    (void)join(NULL);
    const uint32_t second = join(NULL);
    assert_int_equal(home.welcomes[second].match, 2);
    const uint32_t index = connect_client();
    dw_message message = plain_hello();
    message.as.hello.has_token = true;
    memcpy(message.as.hello.token, home.welcomes[second].token, DW_TOKEN_SIZE);
    (void)strcpy(message.as.hello.match, "1");
    say(index, &message);
    wait_for_answer(index);
    assert_int_equal(home.welcomes[index].match, 1);
    assert_int_equal(home.kicked[second], DW_REASON_NONE);
    assert_int_equal(dw_server_get_stats(home.server)->resumed, 0);
}

static void a_hello_for_another_map_is_refused_and_one_for_this_map_is_not(void **state)
{
    (void)state;
    dw_message message = plain_hello();
    message.as.hello.has_map_hash = true;
    message.as.hello.map_hash = dw_server_map_of(home.server, 0)->match.hash;
    const uint32_t right = connect_client();
    say(right, &message);
    wait_for_answer(right);
    assert_int_equal(home.refused[right], DW_REASON_NONE);
    const uint32_t wrong = connect_client();
    message.as.hello.map_hash.bytes[sizeof message.as.hello.map_hash.bytes - 1] ^= 1;
    say(wrong, &message);
    wait_for_answer(wrong);
    assert_int_equal(home.refused[wrong], DW_REASON_MAP);
    assert_int_equal(home.server->stats.refused[DW_REASON_MAP], 1);
    assert_int_equal(home.server->clients_in, 1);
}

static void a_hello_of_another_version_is_refused_as_such(void **state)
{
    (void)state;
    dw_message message = plain_hello();
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_message_encode(&message, bytes, sizeof bytes, &size), DW_OK);
    assert_int_equal(bytes[VERSION_BYTE], DW_PROTOCOL_VERSION);
    bytes[VERSION_BYTE]++;
    const uint32_t index = connect_client();
    say_bytes(index, bytes, size);
    wait_for_answer(index);
    assert_int_equal(home.refused[index], DW_REASON_VERSION);
    assert_int_equal(strtol(home.refused_text[index], NULL, 10), DW_PROTOCOL_VERSION);
    assert_int_equal(home.server->stats.refused[DW_REASON_VERSION], 1);
    assert_int_equal(home.server->stats.malformed, 0);
    assert_int_equal(home.server->clients_in, 0);
}

static void a_player_that_says_hello_again_keeps_its_seat_and_gets_no_other(void **state)
{
    (void)state;
    const uint32_t index = join(NULL);
    const dw_message message = plain_hello();
    say(index, &message);
    wait_for_malformed(1);
    assert_int_equal(home.heard[index], 1);
    assert_int_equal(home.server->clients_in, 1);
    assert_int_equal(home.server->stats.joined, 1);
    assert_int_equal(dw_match_count(home.server->matches[0]).players, 1);
    assert_int_equal(dw_match_count(home.server->matches[1]).players, 0);
}

static void a_client_that_does_not_begin_with_a_hello_gets_no_seat(void **state)
{
    (void)state;
    const uint32_t index = connect_client();
    const dw_message quit = {.type = DW_MESSAGE_QUIT};
    for (uint32_t i = 0; i < DW_MALFORMED_MAX; i++) {
        say(index, &quit);
    }
    wait_for_malformed(DW_MALFORMED_MAX);
    assert_int_equal(home.kicked[index], DW_REASON_NONE);
    assert_int_equal(home.server->clients_in, 0);
    say(index, &quit); /* One more than the server accepts. */
    for (const uint64_t end = dw_clock_ns() + WAIT_NS; home.kicked[index] == DW_REASON_NONE;) {
        assert_true(dw_clock_ns() < end);
        turn();
    }
    assert_int_equal(home.kicked[index], DW_REASON_MALFORMED);
    assert_int_equal(home.server->stats.left, 0);
}

int main(void)
{
#define WITH_HOUSE(test) cmocka_unit_test_setup_teardown(test, open_house, close_house)
    const struct CMUnitTest tests[] = {
        WITH_HOUSE(seats_kept_for_dropped_players_count_in_the_choice_of_a_match),
        WITH_HOUSE(a_body_that_another_connection_takes_over_is_told_and_counted),
        WITH_HOUSE(a_token_finds_its_seat_only_in_the_match_that_the_hello_names),
        WITH_HOUSE(a_hello_for_another_map_is_refused_and_one_for_this_map_is_not),
        WITH_HOUSE(a_hello_of_another_version_is_refused_as_such),
        WITH_HOUSE(a_player_that_says_hello_again_keeps_its_seat_and_gets_no_other),
        WITH_HOUSE(a_client_that_does_not_begin_with_a_hello_gets_no_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
