/* The snapshots of each tick: a third of the matches sends at each one. Of several ticks in a row
 * to catch up, only the last turn of each match counts. */
#include "client/bot/swarm.h"
#include "common/platform/clock.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "tests/support/test.h"

#include <string.h>

enum { MATCHES = 6, CLIENTS = 12, TURN_TICKS = 3 };

#define TICK_NS UINT64_C(16666667)

typedef struct hall {
    dw_server *server;
    dw_swarm *swarm;
    dw_bots_options options;
    uint64_t due_ns;
} hall;

static void open_hall(hall *out)
{
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    (void)strcpy(config.bind, "127.0.0.1");
    config.port = 0;
    config.matches = MATCHES;
    assert_int_equal(dw_server_create(&out->server, &config, &error), DW_OK);
    out->options = (dw_bots_options){.host = "127.0.0.1",
                                     .port = dw_server_port(out->server),
                                     .clients = CLIENTS,
                                     .join_rate = 200,
                                     .policy = dw_policy_find("idle"),
                                     .seed = 1,
                                     .input_hz = 20,
                                     .name_prefix = "bot"};
    out->due_ns = dw_clock_ns();
    assert_int_equal(dw_swarm_create(&out->swarm, &out->options, out->due_ns, &error), DW_OK);
}

static uint64_t snapshots_of_tick(hall *at, uint32_t behind)
{
    const uint64_t before = dw_server_get_stats(at->server)->snapshots;
    dw_server_tick(at->server, dw_clock_ns(), behind);
    dw_server_flush(at->server);
    return dw_server_get_stats(at->server)->snapshots - before;
}

/* At the pace of the clock, as a server runs. */
static void run(hall *at, uint32_t ticks)
{
    dw_error error = {""};
    for (uint32_t i = 0; i < ticks;) {
        const uint64_t now = dw_clock_ns();
        dw_server_service(at->server, now);
        assert_int_equal(dw_swarm_run(at->swarm, now, &error), DW_OK);
        if (now >= at->due_ns) {
            at->due_ns += TICK_NS;
            (void)snapshots_of_tick(at, 0);
            i++;
        }
        dw_clock_sleep_until(now + 1000000);
    }
}

/* What the server counts is what its matches count. */
static void expect_sums(const dw_server *server)
{
    uint64_t snapshots = 0;
    uint64_t bytes = 0;
    for (uint32_t m = 0; m < MATCHES; m++) {
        snapshots += dw_match_get_stats(server->matches[m])->snapshots;
        bytes += dw_match_get_stats(server->matches[m])->snapshot_bytes;
    }
    assert_int_equal(server->stats.snapshots, snapshots);
    assert_int_equal(server->stats.snapshot_bytes, bytes);
    assert_int_equal(server->stats.snapshots_unsent, 0);
    assert_true(server->stats.filter_ns > 0);
}

static void each_client_gets_one_snapshot_however_many_ticks_are_made_up_for(void **state)
{
    (void)state;
    hall at;
    open_hall(&at);
    run(&at, 90);
    assert_int_equal(dw_swarm_count(at.swarm).playing, CLIENTS);
    /* On time: evenly, a third of the matches at each tick. */
    for (uint32_t i = 0; i < 2 * TURN_TICKS; i++) {
        assert_int_equal(snapshots_of_tick(&at, 0), CLIENTS / TURN_TICKS);
    }
    /* Five at once: the first two turns come again in the last two. */
    const uint64_t left_out = dw_server_get_stats(at.server)->turns_left_out;
    assert_int_equal(snapshots_of_tick(&at, 4), 0);
    assert_int_equal(snapshots_of_tick(&at, 3), 0);
    for (uint32_t behind = TURN_TICKS; behind-- > 0;) {
        assert_int_equal(snapshots_of_tick(&at, behind), CLIENTS / TURN_TICKS);
    }
    assert_int_equal(dw_server_get_stats(at.server)->turns_left_out - left_out,
                     2 * MATCHES / TURN_TICKS);
    expect_sums(at.server);
    dw_swarm_destroy(at.swarm);
    dw_server_destroy(at.server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_client_gets_one_snapshot_however_many_ticks_are_made_up_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
