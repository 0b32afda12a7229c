/* duskwatch-bots and a server: what one bot's policy says comes back in the view of the others, and
 * the policy knows nothing of the network. Loopback, a clock of its own. */
#include "client/bot/swarm.h"
#include "common/platform/clock.h"
#include "fake_clock.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server_pace.h"
#include "tests/support/test.h"

#include <string.h>

enum { CLIENTS = 3, STEP_MS = 4, PLAY_WITHIN_MS = 10000, SECONDS = 11 };

#define MS_NS UINT64_C(1000000)

/* What the policy below has seen, by the own slot. */
typedef struct ear {
    uint32_t decisions, signs, pings, last_sign, last_ping, delay_max;
    dw_vec ping;
} ear;

static ear ears[CLIENTS];
static dw_server *server;
static dw_swarm *swarm;
static uint64_t due_ns;

static void listen_reset(dw_bot *bot, const dw_bot_view *view)
{
    (void)bot;
    (void)view;
}

static void note(const dw_bot_view *view, const dw_signal *signal, uint32_t *last, uint32_t *count)
{
    ear *own = &ears[view->snapshot->own.slot];
    if (signal->tick != 0 && signal->tick != *last) {
        *last = signal->tick;
        (*count)++;
        const uint32_t delay = view->tick - signal->tick;
        own->delay_max = own->delay_max > delay ? own->delay_max : delay;
    }
}

/* Slot 0 wants to talk in each tick; all listen to it. */
static dw_bot_decision talk_and_listen(dw_bot *bot, const dw_bot_view *view)
{
    const uint8_t slot = view->snapshot->own.slot;
    assert_true(slot < CLIENTS);
    ear *own = &ears[slot];
    own->decisions++;
    if (slot == 0) {
        bot->words.sign = DW_SIGN_HAVE;
        bot->words.pings = true;
        bot->words.ping = view->body.position;
    }
    note(view, &view->signals->signs[0], &own->last_sign, &own->signs);
    note(view, &view->signals->pings[0], &own->last_ping, &own->pings);
    own->ping = view->signals->pings[0].position;
    assert_true(own->signs == 0 || view->signals->signs[0].sign == DW_SIGN_HAVE);
    assert_int_equal(view->signals->signs[1].tick, 0);
    return (dw_bot_decision){{.direction = DW_STAND}, 1};
}

static void run(uint32_t milliseconds)
{
    dw_error error = {""};
    for (uint32_t ms = 0; ms < milliseconds; ms += STEP_MS) {
        const uint64_t now = dw_clock_ns();
        server_pace_run(server, now, &due_ns);
        assert_int_equal(dw_swarm_run(swarm, now, &error), DW_OK);
        fake_clock_advance(STEP_MS * MS_NS);
    }
}

static void what_a_bot_says_is_in_the_views_of_its_team(void **state)
{
    (void)state;
    static const dw_policy talker = {"talker", "for this test", 0, listen_reset, talk_and_listen};
    dw_error error = {""};
    fake_clock_start(UINT64_C(1000000000));
    dw_server_config config = dw_server_config_default();
    (void)strcpy(config.bind, "127.0.0.1");
    (void)strcpy(config.brain, "null");
    (void)strcpy(config.ruleset, "reference");
    config.port = 0;
    assert_int_equal(dw_server_create(&server, &config, &error), DW_OK);
    const dw_bots_options options = {.host = "127.0.0.1",
                                     .port = dw_server_port(server),
                                     .clients = CLIENTS,
                                     .join_rate = 50,
                                     .policy = &talker,
                                     .seed = 1,
                                     .input_hz = 30,
                                     .name_prefix = "bot"};
    due_ns = dw_clock_ns();
    assert_int_equal(dw_swarm_create(&swarm, &options, due_ns, &error), DW_OK);
    for (uint32_t ms = 0; ears[CLIENTS - 1].decisions == 0; ms += 100) {
        assert_true(ms < PLAY_WITHIN_MS);
        run(100);
    }
    run(SECONDS * 1000);
    const dw_match_stats *stats = dw_match_get_stats(server->matches[0]);
    for (uint32_t slot = 0; slot < CLIENTS; slot++) {
        const ear *own = &ears[slot];
        assert_true(own->decisions > (SECONDS - 1) * 60);
        assert_in_range(own->signs, SECONDS - 2, SECONDS);
        assert_in_range(own->pings, SECONDS - 2, SECONDS);
        assert_in_range(own->delay_max, 1, 30);
        assert_int_equal(own->ping.x % DW_MM(DW_PING_STEP_MM), 0);
        assert_true(own->ping.x != 0 || own->ping.y != 0);
    }
    assert_in_range(stats->signals, 2 * (SECONDS - 2), 2 * SECONDS);
    assert_int_equal(stats->signals_refused,
                     0); /* The client waits a little longer than it must. */
    dw_swarm_destroy(swarm);
    dw_server_destroy(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_bot_says_is_in_the_views_of_its_team),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
