/* What a server bears of its clients, and for how long: silence, messages beyond their rates, and
 * requests for the map. Bare ENet clients, a real server, loopback, a clock of its own. */
#include "common/platform/clock.h"
#include "fake_clock.h"
#include "protocol/message.h"
#include "server/host/guest.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server_pace.h"
#include "tests/support/raw_client.h"
#include "tests/support/test.h"

#include <string.h>

enum { ANN, BOB, CALLERS, STEP_MS = 4, SWEEP_MS = 250 };

#define MS_NS UINT64_C(1000000)

/* One connection, and what came by it. */
typedef struct caller {
    raw_client client;
    ENetPeer *peer;
    bool welcome, refused, kicked;
    dw_reason reason; /* Of refusal or kick. */
    uint32_t chunks, chunk_bytes, lines;
    dw_map_chunk chunk;
} caller;

static dw_server *server;
static uint64_t due_ns;
static caller callers[CALLERS];

static void pump(void *context)
{
    (void)context;
    fake_clock_advance(STEP_MS * MS_NS);
    server_pace_run(server, dw_clock_ns(), &due_ns);
}

static void take(caller *of, const dw_message *message)
{
    switch (message->type) {
    case DW_MESSAGE_WELCOME:
        of->welcome = true;
        break;
    case DW_MESSAGE_REFUSE:
        of->refused = true;
        of->reason = message->as.refuse.reason;
        break;
    case DW_MESSAGE_KICK:
        of->kicked = true;
        of->reason = message->as.kick.reason;
        break;
    case DW_MESSAGE_MAP_CHUNK:
        of->chunks++;
        of->chunk = message->as.map_chunk;
        of->chunk_bytes += message->as.map_chunk.size;
        break;
    case DW_MESSAGE_CHAT_LINE:
        of->lines++;
        break;
    default:
        break;
    }
}

static void run(uint32_t milliseconds)
{
    for (uint32_t ms = 0; ms < milliseconds; ms += STEP_MS) {
        pump(NULL);
        for (uint32_t i = 0; i < CALLERS; i++) {
            dw_message message;
            while (callers[i].client.host != NULL &&
                   raw_client_next(&callers[i].client, &callers[i].peer, &message)) {
                take(&callers[i], &message);
            }
        }
    }
}

static int open_hall(void **state)
{
    (void)state;
    dw_error error = {""};
    fake_clock_start(UINT64_C(1000000000));
    memset(callers, 0, sizeof callers);
    dw_server_config config = dw_server_config_default();
    (void)strcpy(config.bind, "127.0.0.1");
    (void)strcpy(config.brain, "null");
    (void)strcpy(config.map, "museum");
    config.port = 0;
    due_ns = dw_clock_ns();
    return dw_server_create(&server, &config, &error) == DW_OK ? 0 : 1;
}

static int close_hall(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < CALLERS; i++) {
        if (callers[i].client.host != NULL) {
            raw_client_close(&callers[i].client);
        }
    }
    dw_server_destroy(server);
    return 0;
}

static caller *connect_caller(uint32_t index)
{
    static const char *const addresses[CALLERS] = {"127.0.0.2", "127.0.0.3"};
    caller *of = &callers[index];
    raw_client_open(&of->client, &(raw_client_config){.bind = addresses[index], .sealed = true});
    of->peer = raw_client_connect(&of->client, dw_server_port(server), pump, NULL);
    return of;
}

static caller *join(uint32_t index)
{
    caller *of = connect_caller(index);
    const dw_message hello = {.type = DW_MESSAGE_HELLO,
                              .as.hello = {.version = DW_PROTOCOL_VERSION, .name = "player"}};
    raw_client_send(of->peer, &hello);
    run(200);
    assert_true(of->welcome);
    of->lines = 0; /* The greeting. */
    return of;
}

/* The server's row of the only client that is in. */
static dw_guest *only_guest(void)
{
    dw_guest *found = NULL;
    for (uint32_t i = 0; i < dw_net_peers_max(server->net); i++) {
        if (server->guests[i].state == DW_GUEST_IN) {
            assert_null(found);
            found = &server->guests[i];
        }
    }
    assert_non_null(found);
    return found;
}

static void send_input(caller *of)
{
    const dw_message input = {.type = DW_MESSAGE_INPUT,
                              .as.input = {.newest_tick = server->tick + 2, .count = 1}};
    raw_client_send(of->peer, &input);
}

static void ask_for_chunk(caller *of, uint16_t chunk, uint32_t change)
{
    const dw_message request = {.type = DW_MESSAGE_MAP_REQUEST,
                                .as.map_request = {.chunk = chunk, .change = change}};
    raw_client_send(of->peer, &request);
}

static void a_client_without_a_hello_is_refused_after_twelve_seconds(void **state)
{
    (void)state;
    const caller *of = connect_caller(ANN);
    run(11500);
    assert_false(of->refused);
    run(1000);
    assert_true(of->refused);
    assert_int_equal(of->reason, DW_REASON_IDLE);
    assert_int_equal(server->stats.refused[DW_REASON_IDLE], 1);
    assert_int_equal(server->stats.kicked[DW_REASON_IDLE], 0);
}

static void a_member_that_is_silent_for_thirty_seconds_is_kicked(void **state)
{
    (void)state;
    caller *ann = join(ANN);
    const caller *bob = join(BOB);
    for (uint32_t s = 0; s < 29; s++) {
        send_input(ann);
        run(1000);
    }
    assert_false(bob->kicked);
    send_input(ann);
    run(1500);
    assert_true(bob->kicked);
    assert_int_equal(bob->reason, DW_REASON_IDLE);
    assert_int_equal(server->stats.kicked[DW_REASON_IDLE], 1);
    assert_int_equal(server->stats.sent_away, 1);
    assert_false(ann->kicked);
    assert_int_equal(server->clients_in, 1);
}

/* The bucket holds one second of inputs. */
static void inputs_beyond_the_rate_are_dropped_and_forgiven_in_time(void **state)
{
    (void)state;
    caller *of = join(ANN);
    const dw_guest *guest = only_guest();
    for (uint32_t i = 0; i < DW_INPUTS_BURST + 35; i++) {
        send_input(of);
    }
    run(40);
    /* In the time of these steps two or three more are allowed. */
    assert_in_range(server->stats.rate_dropped, 32, 35);
    assert_in_range(guest->strikes, 22, 35);
    run(2 * SWEEP_MS);
    assert_in_range(guest->strikes, 2, 15); /* Ten less at each sweep, */
    run(2 * SWEEP_MS);
    assert_int_equal(guest->strikes, 0); /* and never below none. */
    assert_false(of->kicked);
}

static void one_strike_beyond_the_limit_sends_a_client_away(void **state)
{
    (void)state;
    const caller *of = join(ANN);
    dw_guest *guest = only_guest();
    guest->strikes = DW_STRIKES_MAX;
    run(SWEEP_MS + STEP_MS);
    assert_false(of->kicked);
    assert_int_equal(guest->strikes, DW_STRIKES_MAX - DW_STRIKES_FORGIVEN);
    guest->strikes = DW_STRIKES_MAX + 1;
    run(2 * SWEEP_MS);
    assert_true(of->kicked);
    assert_int_equal(of->reason, DW_REASON_RATE);
    assert_int_equal(server->stats.kicked[DW_REASON_RATE], 1);
}

static void strikes_count_before_a_hello_too(void **state)
{
    (void)state;
    const caller *of = connect_caller(ANN);
    run(SWEEP_MS);
    for (uint32_t i = 0; i < dw_net_peers_max(server->net); i++) {
        if (server->guests[i].state == DW_GUEST_HELLO) {
            server->guests[i].strikes = 2 * DW_STRIKES_MAX;
        }
    }
    run(2 * SWEEP_MS);
    assert_true(of->kicked);
    assert_int_equal(of->reason, DW_REASON_RATE);
    assert_int_equal(server->stats.sent_away, 0); /* From no match. */
}

static void a_map_comes_in_chunks_that_are_full_but_for_the_last(void **state)
{
    (void)state;
    caller *of = join(ANN);
    const dw_loaded_map *map = dw_server_map_of(server, 0);
    const uint32_t count = (map->match.size + DW_MAP_CHUNK_MAX - 1) / DW_MAP_CHUNK_MAX;
    assert_true(count > 1);
    uint32_t bytes = 0;
    for (uint16_t i = 0; i < count; i++) {
        ask_for_chunk(of, i, 0);
        run(40);
        assert_int_equal(of->chunks, i + 1);
        assert_int_equal(of->chunk.chunk, i);
        assert_int_equal(of->chunk.chunk_count, count);
        assert_int_equal(of->chunk.change, 0);
        assert_true(of->chunk.size == DW_MAP_CHUNK_MAX || i == count - 1);
        assert_memory_equal(of->chunk.bytes, map->public_bytes + bytes, of->chunk.size);
        bytes += of->chunk.size;
    }
    assert_int_equal(bytes, map->match.size);
    assert_int_equal(server->stats.rate_dropped, 0);
}

static void requests_for_no_chunk_or_for_another_map_have_no_answer(void **state)
{
    (void)state;
    caller *of = join(ANN);
    const dw_guest *guest = only_guest();
    const uint32_t size = dw_server_map_of(server, 0)->match.size;
    const uint16_t count = (uint16_t)((size + DW_MAP_CHUNK_MAX - 1) / DW_MAP_CHUNK_MAX);
    run(SWEEP_MS);
    const uint32_t left = guest->map_chunks_left;
    ask_for_chunk(of, count, 0);
    run(2 * STEP_MS);
    assert_int_equal(server->stats.rate_dropped, 1);
    ask_for_chunk(of, 0, 7);
    run(2 * STEP_MS);
    assert_int_equal(server->stats.rate_dropped, 1); /* A strike alone. */
    assert_in_range(guest->strikes, 1, 2);
    assert_int_equal(of->chunks, 0);
    assert_int_equal(guest->map_chunks_left, left);
}

static void a_client_gets_its_map_four_times_and_then_no_more(void **state)
{
    (void)state;
    caller *of = join(ANN);
    const uint32_t size = dw_server_map_of(server, 0)->match.size;
    const uint32_t allowed = 4 * (size / DW_MAP_CHUNK_MAX + 1);
    assert_int_equal(only_guest()->map_chunks_left, allowed);
    for (uint32_t i = 0; i < allowed + 2; i++) {
        ask_for_chunk(of, 0, 0);
        run(40);
    }
    assert_int_equal(of->chunks, allowed);
    assert_int_equal(server->stats.rate_dropped, 2);
    assert_int_equal(only_guest()->map_chunks_left, 0);
}

static void lines_of_chat_have_a_burst_and_a_rate(void **state)
{
    (void)state;
    caller *of = join(ANN);
    const caller *other = join(BOB);
    dw_message line = {.type = DW_MESSAGE_CHAT};
    (void)strcpy(line.as.chat.text, "psst");
    for (uint32_t i = 0; i < DW_CHATS_BURST + 2; i++) {
        raw_client_send(of->peer, &line);
    }
    run(100);
    assert_int_equal(server->stats.rate_dropped, 2);
    const uint32_t heard = other->lines;
    assert_true(heard > 0);
    run(1000); /* One more each second. */
    raw_client_send(of->peer, &line);
    raw_client_send(of->peer, &line);
    run(100);
    assert_int_equal(server->stats.rate_dropped, 3);
    assert_int_equal(other->lines, heard + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define IN_HALL(test) cmocka_unit_test_setup_teardown(test, open_hall, close_hall)
        IN_HALL(a_client_without_a_hello_is_refused_after_twelve_seconds),
        IN_HALL(a_member_that_is_silent_for_thirty_seconds_is_kicked),
        IN_HALL(inputs_beyond_the_rate_are_dropped_and_forgiven_in_time),
        IN_HALL(one_strike_beyond_the_limit_sends_a_client_away),
        IN_HALL(strikes_count_before_a_hello_too),
        IN_HALL(a_map_comes_in_chunks_that_are_full_but_for_the_last),
        IN_HALL(requests_for_no_chunk_or_for_another_map_have_no_answer),
        IN_HALL(a_client_gets_its_map_four_times_and_then_no_more),
        IN_HALL(lines_of_chat_have_a_burst_and_a_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
