/* Signs and pings over the wire: two players, a spectator, a muted player, and one that sends far
 * too many. Bare ENet clients, a real server, loopback, a clock of its own. */
#include "common/platform/clock.h"
#include "fake_clock.h"
#include "protocol/message.h"
#include "server/host/guest.h"
#include "server/host/moderation.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server_pace.h"
#include "tests/support/raw_client.h"
#include "tests/support/test.h"

#include <string.h>

enum { ANN, BOB, EVE, CALLERS, STEP_MS = 4, INPUT_EVERY_MS = 1000 };

#define MS_NS UINT64_C(1000000)

/* One connection, and what came by it. */
typedef struct caller {
    raw_client client;
    ENetPeer *peer;
    uint32_t signals, lines, kicks;
    dw_signal last;
    uint8_t slot, phase;
    char line[DW_CHAT_MAX + 1];
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
        of->slot = message->as.welcome.slot;
        break;
    case DW_MESSAGE_ROUND:
        of->phase = message->as.round.phase;
        break;
    case DW_MESSAGE_TEAM_SIGNAL:
        of->signals++;
        of->last = message->as.signal;
        break;
    case DW_MESSAGE_CHAT_LINE:
        of->lines++;
        memcpy(of->line, message->as.chat_line.text, sizeof of->line);
        break;
    case DW_MESSAGE_KICK:
        of->kicks++;
        break;
    default:
        break;
    }
}

static void hear(caller *of)
{
    dw_message message;
    while (raw_client_next(&of->client, &of->peer, &message)) {
        take(of, &message);
    }
}

static void run(uint32_t milliseconds)
{
    for (uint32_t ms = 0; ms < milliseconds; ms += STEP_MS) {
        pump(NULL);
        for (uint32_t i = 0; i < CALLERS; i++) {
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

/* All three are in, and the round is on. */
static int open_hall(void **state)
{
    (void)state;
    static const char *const addresses[CALLERS] = {"127.0.0.2", "127.0.0.3", "127.0.0.4"};
    dw_error error = {""};
    fake_clock_start(UINT64_C(1000000000));
    memset(callers, 0, sizeof callers);
    dw_server_config config = dw_server_config_default();
    (void)strcpy(config.bind, "127.0.0.1");
    (void)strcpy(config.brain, "null");
    config.port = 0;
    assert_int_equal(dw_server_create(&server, &config, &error), DW_OK);
    due_ns = dw_clock_ns();
    for (uint32_t i = 0; i < CALLERS; i++) {
        caller *of = &callers[i];
        raw_client_open(&of->client, &(raw_client_config){.bind = addresses[i], .sealed = true});
        of->peer = raw_client_connect(&of->client, dw_server_port(server), pump, NULL);
        const dw_message hello = {
            .type = DW_MESSAGE_HELLO,
            .as.hello = {.version = DW_PROTOCOL_VERSION, .name = "player", .spectate = i == EVE}};
        raw_client_send(of->peer, &hello);
        run(200);
    }
    for (uint32_t s = 0; s < 60 && callers[ANN].phase != DW_PHASE_PLAY; s++) {
        run(1000);
    }
    assert_int_equal(callers[ANN].phase, DW_PHASE_PLAY);
    assert_int_equal(callers[ANN].slot, 0);
    assert_int_equal(callers[BOB].slot, 1);
    assert_int_equal(callers[EVE].slot, DW_SLOT_NONE);
    return 0;
}

static int close_hall(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < CALLERS; i++) {
        raw_client_close(&callers[i].client);
    }
    dw_server_destroy(server);
    return 0;
}

static void give_sign(uint32_t index, dw_sign sign)
{
    const dw_message message = {.type = DW_MESSAGE_SIGNAL, .as.signal = {.sign = (uint8_t)sign}};
    raw_client_send(callers[index].peer, &message);
}

static void a_mate_gets_a_sign_and_a_spectator_gets_none(void **state)
{
    (void)state;
    give_sign(ANN, DW_SIGN_DECOY);
    const dw_message ping = {.type = DW_MESSAGE_SIGNAL,
                             .as.signal = {.position = {DW_MM(3000), DW_MM(2500)}}};
    raw_client_send(callers[ANN].peer, &ping);
    give_sign(EVE, DW_SIGN_GO);
    run(500);
    assert_int_equal(callers[BOB].signals, 2);
    assert_int_equal(callers[BOB].last.slot, 0);
    assert_int_equal(callers[BOB].last.sign, DW_SIGN_NONE);
    assert_int_equal(callers[BOB].last.position.x, DW_MM(3000));
    assert_int_equal(callers[BOB].last.position.y, DW_MM(2500));
    assert_int_equal(callers[ANN].signals, 2);
    run(15000); /* Longer than a spectator's delay. */
    assert_int_equal(callers[EVE].signals, 0);
    assert_int_equal(callers[BOB].signals, 2);
}

static void a_muted_player_gives_no_signs(void **state)
{
    (void)state;
    dw_guest *guest = NULL;
    for (uint32_t i = 0; i < CALLERS; i++) {
        uint8_t slot = DW_SLOT_NONE;
        if (dw_match_name_of(server->matches[0], server->guests[i].client, &slot) != NULL &&
            slot == 0) {
            guest = &server->guests[i];
        }
    }
    assert_non_null(guest);
    dw_moderation_mute(server, guest, true);
    const uint32_t lines = callers[ANN].lines;
    give_sign(ANN, DW_SIGN_GO);
    run(1500);
    give_sign(ANN, DW_SIGN_GO);
    run(500);
    assert_int_equal(callers[BOB].signals, 0);
    assert_int_equal(callers[ANN].lines, lines + 1); /* Is told, once. */
    assert_non_null(strstr(callers[ANN].line, "muted"));
    dw_moderation_mute(server, guest, false);
    give_sign(ANN, DW_SIGN_GO);
    run(500);
    assert_int_equal(callers[BOB].signals, 1);
}

/* 50 signs a second for four seconds. */
static void a_flood_of_signs_is_dropped_and_counted(void **state)
{
    (void)state;
    const uint64_t dropped = dw_server_get_stats(server)->rate_dropped;
    for (uint32_t i = 0; i < 200; i++) {
        give_sign(ANN, DW_SIGN_HELP);
        run(20);
    }
    run(200);
    assert_int_equal(callers[BOB].signals, 4);
    const uint64_t counted = dw_match_get_stats(server->matches[0])->signals_refused +
                             (dw_server_get_stats(server)->rate_dropped - dropped);
    assert_int_equal(counted, 200 - 4);
    assert_true(dw_server_get_stats(server)->rate_dropped > dropped);
    assert_int_equal(callers[ANN].kicks, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_hall, close_hall)
    const struct CMUnitTest tests[] = {
        TEST(a_mate_gets_a_sign_and_a_spectator_gets_none),
        TEST(a_muted_player_gives_no_signs),
        TEST(a_flood_of_signs_is_dropped_and_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
