/* A player who does nothing for five minutes: warned after four, sent away after five. Minutes pass
 * in seconds (fake_clock.h). Real clients, a real server, loopback. */
#include "client/bot/swarm.h"
#include "common/platform/clock.h"
#include "fake_clock.h"
#include "server/host/guest.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server_pace.h"
#include "tests/support/test.h"

#include <string.h>

enum { CLIENTS = 2, MINUTE_MS = 60000, STEP_MS = 4, PLAY_WITHIN_MS = 10000, SWEEP_MS = 1000 };

#define MS_NS     UINT64_C(1000000)
#define SECOND_NS UINT64_C(1000000000)

typedef struct hall {
    dw_server *server;
    dw_swarm *swarm;
    dw_bots_options options;
    uint64_t due_ns;
} hall;

static hall the_hall;

/* No guard moves, so that the round goes on. */
static void open_hall(const char *policy, int64_t away_s)
{
    hall *at = &the_hall;
    dw_error error = {""};
    memset(at, 0, sizeof *at);
    fake_clock_start(SECOND_NS);
    dw_server_config config = dw_server_config_default();
    (void)strcpy(config.bind, "127.0.0.1");
    (void)strcpy(config.brain, "null");
    (void)strcpy(config.ruleset, "reference");
    config.port = 0;
    assert_int_equal(config.away_s, 300);
    config.away_s = away_s;
    assert_int_equal(dw_server_create(&at->server, &config, &error), DW_OK);
    at->options = (dw_bots_options){.host = "127.0.0.1",
                                    .port = dw_server_port(at->server),
                                    .clients = CLIENTS,
                                    .join_rate = 50,
                                    .policy = dw_policy_find(policy),
                                    .seed = 1,
                                    .input_hz = 30,
                                    .name_prefix = "bot"};
    at->due_ns = dw_clock_ns();
    assert_int_equal(dw_swarm_create(&at->swarm, &at->options, at->due_ns, &error), DW_OK);
}

static void close_hall(void)
{
    dw_swarm_destroy(the_hall.swarm);
    dw_server_destroy(the_hall.server);
}

static void run(uint32_t milliseconds)
{
    hall *at = &the_hall;
    dw_error error = {""};
    for (uint32_t i = 0; i < milliseconds; i += STEP_MS) {
        const uint64_t now = dw_clock_ns();
        server_pace_run(at->server, now, &at->due_ns);
        assert_int_equal(dw_swarm_run(at->swarm, now, &error), DW_OK);
        fake_clock_advance(STEP_MS * MS_NS);
    }
}

static void run_until_play(void)
{
    const dw_match *match = the_hall.server->matches[0];
    for (uint32_t ms = 0; dw_match_round_machine(match)->phase != DW_PHASE_PLAY; ms += 100) {
        assert_true(ms < PLAY_WITHIN_MS);
        run(100);
    }
}

static uint32_t warned(void)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < dw_net_peers_max(the_hall.server->net); i++) {
        count += the_hall.server->guests[i].away_warned ? 1 : 0;
    }
    return count;
}

static uint64_t sent_away(void)
{
    return dw_server_get_stats(the_hall.server)->kicked[DW_REASON_AWAY];
}

static void expect(uint32_t warnings, uint32_t gone)
{
    const dw_swarm_counts counts = dw_swarm_count(the_hall.swarm);
    if (warned() != warnings || sent_away() != gone || counts.playing != CLIENTS - gone) {
        fail_msg("%u warned, %u sent away, %u play", warned(), (unsigned)sent_away(),
                 counts.playing);
    }
}

static void an_idle_player_is_warned_after_four_minutes_and_out_after_five(void **state)
{
    (void)state;
    open_hall("idle", 300);
    run_until_play();
    run(4 * MINUTE_MS - SWEEP_MS);
    expect(0, 0);
    run(2 * SWEEP_MS);
    expect(CLIENTS, 0);
    run(MINUTE_MS - 2 * SWEEP_MS);
    expect(CLIENTS, 0);
    run(2 * SWEEP_MS);
    assert_int_equal(sent_away(), CLIENTS);
    assert_int_equal(dw_swarm_count(the_hall.swarm).playing, 0);
    close_hall();
}

static void a_player_that_moves_stays(void **state)
{
    (void)state;
    open_hall("random", 300);
    run_until_play();
    run(6 * MINUTE_MS);
    expect(0, 0);
    close_hall();
}

static void nobody_is_sent_away_where_the_host_does_not_want_it(void **state)
{
    (void)state;
    open_hall("idle", 0);
    run_until_play();
    run(6 * MINUTE_MS);
    expect(0, 0);
    close_hall();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_idle_player_is_warned_after_four_minutes_and_out_after_five),
        cmocka_unit_test(a_player_that_moves_stays),
        cmocka_unit_test(nobody_is_sent_away_where_the_host_does_not_want_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
