/* A vote over the wire: three players at three addresses, one is voted out, and then its address
 * can't join. Bare ENet clients, a real server, loopback, a clock of its own. */
#include "common/platform/clock.h"
#include "fake_clock.h"
#include "protocol/message.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server_pace.h"
#include "tests/support/raw_client.h"
#include "tests/support/test.h"

#include <string.h>

enum { PLAYERS = 3, STEP_MS = 4, INPUT_EVERY_MS = 5000, WAIT_MS = 61000 };

#define MS_NS     UINT64_C(1000000)
#define SECOND_NS UINT64_C(1000000000)

/* One connection, and the newest message of each type that came by it. */
typedef struct caller {
    raw_client client;
    bool open;
    ENetPeer *peer;
    dw_message last[UINT8_MAX + 1];
    bool got[UINT8_MAX + 1];
} caller;

static dw_server *server;
static uint64_t due_ns;
static caller callers[PLAYERS + 2];

static void pump(void *context)
{
    (void)context;
    fake_clock_advance(STEP_MS * MS_NS);
    const uint64_t now = dw_clock_ns();
    server_pace_run(server, now, &due_ns);
}

static void hear(caller *of)
{
    dw_message message;
    while (raw_client_next(&of->client, &of->peer, &message)) {
        of->last[message.type] = message;
        of->got[message.type] = true;
    }
}

/* All clients send an input now and then, so that none is taken for lost. */
static void run(uint32_t milliseconds)
{
    for (uint32_t ms = 0; ms < milliseconds; ms += STEP_MS) {
        pump(NULL);
        for (uint32_t i = 0; i < PLAYERS + 2; i++) {
            if (callers[i].peer != NULL && ms % INPUT_EVERY_MS == 0) {
                const dw_message input = {
                    .type = DW_MESSAGE_INPUT,
                    .as.input = {.newest_tick = server->tick + 2, .count = 1}};
                raw_client_send(callers[i].peer, &input);
            }
            hear(&callers[i]);
        }
    }
}

static caller *join_from(uint32_t index, const char *address)
{
    caller *of = &callers[index];
    raw_client_open(&of->client, &(raw_client_config){.bind = address, .sealed = true});
    of->open = true;
    of->peer = raw_client_connect(&of->client, dw_server_port(server), pump, NULL);
    const dw_message hello = {.type = DW_MESSAGE_HELLO,
                              .as.hello = {.version = DW_PROTOCOL_VERSION, .name = "player"}};
    raw_client_send(of->peer, &hello);
    run(200);
    return of;
}

static void open_hall_with(int64_t clients_max, const char *rotation)
{
    dw_error error = {""};
    fake_clock_start(SECOND_NS);
    memset(callers, 0, sizeof callers);
    dw_server_config config = dw_server_config_default();
    (void)strcpy(config.bind, "127.0.0.1");
    (void)strcpy(config.brain, "null");
    config.port = 0;
    config.clients_max = clients_max;
    (void)strcpy(config.rotation, rotation);
    assert_int_equal(dw_server_create(&server, &config, &error), DW_OK);
    due_ns = dw_clock_ns();
}

static void open_hall(int64_t clients_max)
{
    open_hall_with(clients_max, "");
}

static void close_hall(void)
{
    for (uint32_t i = 0; i < PLAYERS + 2; i++) {
        if (callers[i].open) {
            raw_client_close(&callers[i].client);
        }
    }
    dw_server_destroy(server);
}

static void say_plain(caller *of, dw_message_type type)
{
    const dw_message message = {.type = type};
    raw_client_send(of->peer, &message);
}

static void a_player_that_is_voted_out_goes_and_its_address_stays_out(void **state)
{
    (void)state;
    static const char *const addresses[PLAYERS] = {"127.0.0.2", "127.0.0.3", "127.0.0.4"};
    open_hall(0);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        const caller *of = join_from(i, addresses[i]);
        assert_true(of->got[DW_MESSAGE_WELCOME]);
        assert_int_equal(of->last[DW_MESSAGE_WELCOME].as.welcome.slot, i);
    }
    run(WAIT_MS);
    const dw_message call = {.type = DW_MESSAGE_VOTE, .as.vote = {.slot = 2}};
    raw_client_send(callers[0].peer, &call);
    run(200);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        assert_true(callers[i].got[DW_MESSAGE_VOTE_STATE]);
        const dw_vote_state *told = &callers[i].last[DW_MESSAGE_VOTE_STATE].as.vote_state;
        assert_int_equal(told->phase, DW_VOTE_ON);
        assert_int_equal(told->accused, 2);
        assert_int_equal(told->yes, 1);
        assert_int_equal(told->needed, 2);
    }
    const dw_message yes = {.type = DW_MESSAGE_VOTE, .as.vote = {.vote = 1, .yes = true}};
    raw_client_send(callers[2].peer, &yes); /* The accused: does not count. */
    run(400);
    assert_false(callers[2].got[DW_MESSAGE_KICK]);
    raw_client_send(callers[1].peer, &yes);
    run(1000);
    assert_true(callers[2].got[DW_MESSAGE_KICK]);
    assert_int_equal(callers[2].last[DW_MESSAGE_KICK].as.kick.reason, DW_REASON_VOTED);
    assert_int_equal(dw_server_get_stats(server)->kicked[DW_REASON_VOTED], 1);
    assert_int_equal(callers[0].last[DW_MESSAGE_VOTE_STATE].as.vote_state.phase, DW_VOTE_PASSED);

    const caller *again = join_from(PLAYERS, addresses[2]);
    assert_false(again->got[DW_MESSAGE_WELCOME]);
    assert_true(again->got[DW_MESSAGE_REFUSE]);
    assert_int_equal(again->last[DW_MESSAGE_REFUSE].as.refuse.reason, DW_REASON_VOTED);
    const caller *other = join_from(PLAYERS + 1, "127.0.0.5");
    assert_true(other->got[DW_MESSAGE_WELCOME]);
    close_hall();
}

/* The client waits at the address of a player that is voted out meanwhile. */
static void queued_client_of_a_barred_address_is_sent_away(void **state)
{
    (void)state;
    static const char *const addresses[PLAYERS] = {"127.0.0.2", "127.0.0.3", "127.0.0.4"};
    open_hall(PLAYERS);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        (void)join_from(i, addresses[i]);
    }
    const caller *queued = join_from(PLAYERS, addresses[2]);
    const caller *next = join_from(PLAYERS + 1, "127.0.0.5");
    assert_true(queued->got[DW_MESSAGE_QUEUE]);
    assert_int_equal(queued->last[DW_MESSAGE_QUEUE].as.queue.place, 1);
    assert_int_equal(next->last[DW_MESSAGE_QUEUE].as.queue.place, 2);
    run(WAIT_MS);
    const dw_message call = {.type = DW_MESSAGE_VOTE, .as.vote = {.slot = 2}};
    raw_client_send(callers[0].peer, &call);
    run(200);
    const dw_message yes = {.type = DW_MESSAGE_VOTE, .as.vote = {.vote = 1, .yes = true}};
    raw_client_send(callers[1].peer, &yes);
    run(1000);
    assert_true(callers[2].got[DW_MESSAGE_KICK]);
    assert_true(queued->got[DW_MESSAGE_KICK]);
    assert_int_equal(queued->last[DW_MESSAGE_KICK].as.kick.reason, DW_REASON_VOTED);
    assert_int_equal(next->last[DW_MESSAGE_QUEUE].as.queue.place, 1);
    for (uint32_t i = 0; i < 2; i++) { /* With nobody left the round ends. */
        say_plain(&callers[i], DW_MESSAGE_QUIT);
    }
    run(15000);
    assert_false(queued->got[DW_MESSAGE_SEAT]);
    assert_true(next->got[DW_MESSAGE_SEAT]);
    close_hall();
}

static void a_vote_for_a_mission_ends_the_round_and_plays_it(void **state)
{
    (void)state;
    open_hall_with(0, "reference, reference/heist");
    for (uint32_t i = 0; i < 2; i++) {
        const caller *of = join_from(i, i == 0 ? "127.0.0.2" : "127.0.0.3");
        assert_true(of->got[DW_MESSAGE_CHOICES]);
        const dw_choices *choices = &of->last[DW_MESSAGE_CHOICES].as.choices;
        assert_int_equal(choices->count, 2);
        assert_string_equal(choices->names[0], "reference");
        assert_string_equal(choices->names[1], "reference-heist");
    }
    run(WAIT_MS);
    assert_int_equal(callers[0].last[DW_MESSAGE_ROUND].as.round.phase, DW_PHASE_PLAY);
    const dw_message call = {.type = DW_MESSAGE_VOTE, .as.vote = {.slot = DW_VOTE_CHOICE + 1}};
    raw_client_send(callers[0].peer, &call);
    run(200);
    assert_int_equal(callers[1].last[DW_MESSAGE_VOTE_STATE].as.vote_state.needed, 2);
    const dw_message yes = {.type = DW_MESSAGE_VOTE, .as.vote = {.vote = 1, .yes = true}};
    raw_client_send(callers[1].peer, &yes);
    run(1500);
    assert_int_equal(callers[1].last[DW_MESSAGE_VOTE_STATE].as.vote_state.phase, DW_VOTE_PASSED);
    assert_int_equal(callers[1].last[DW_MESSAGE_ROUND].as.round.outcome, DW_OUTCOME_ABORTED);
    assert_false(callers[1].got[DW_MESSAGE_MAP_CHANGE]); /* The result is shown first. */
    run(20000);
    assert_true(callers[1].got[DW_MESSAGE_MAP_CHANGE]);
    assert_true(callers[1].got[DW_MESSAGE_MISSION]);
    assert_string_equal(callers[1].last[DW_MESSAGE_MISSION].as.mission.name, "reference-heist");
    assert_false(callers[0].got[DW_MESSAGE_KICK] || callers[1].got[DW_MESSAGE_KICK]);
    close_hall();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vote_for_a_mission_ends_the_round_and_plays_it),
        cmocka_unit_test(a_player_that_is_voted_out_goes_and_its_address_stays_out),
        cmocka_unit_test(queued_client_of_a_barred_address_is_sent_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
