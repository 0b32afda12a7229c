/* A server and its clients at the ends of their counters, and with a wall clock that steps. Hours
 * of it pass in seconds (fake_clock.h). Real clients, a real server, loopback. */
#include "client/bot/swarm.h"
#include "common/platform/clock.h"
#include "fake_clock.h"
#include "server/host/loop.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "tests/support/test.h"

#include <string.h>

enum { CLIENTS = 12, HOUR_S = 3600 };

#define MS_NS       UINT64_C(1000000)
#define SECOND_NS   UINT64_C(1000000000)
#define TICK_NS     (SECOND_NS / DW_TICKS_PER_SECOND)
#define GAP_MOST_NS (250 * MS_NS)
/* Where milliseconds in 32 bits turn negative, and where they begin anew: 49.7 days. */
#define HALF_MS_NS  ((UINT64_C(1) << 31) * MS_NS)
#define WRAP_MS_NS  ((UINT64_C(1) << 32) * MS_NS)

#define TICK_MIDDLE (UINT32_C(1) << 31)
/* When a server says that it is over. */
#define TICKS_LEFT  (UINT32_C(2) * 86400 * DW_TICKS_PER_SECOND)

typedef struct hall {
    dw_server *server;
    dw_swarm *swarm;
    dw_bots_options options;
    uint64_t due_ns;
    uint64_t until_ns; /* When the loop is told to stop, or must have stopped. */
    uint64_t stall_at_ns, stall_ns;
    dw_server_stats stats;          /* When it was told. */
    uint32_t left_first, left_last; /* Ticks in which turns were left out. */
} hall;

static hall the_hall; /* Too large for a stack, with its report. */
static dw_bots_report report;

static void open_hall(uint64_t clock_ns, uint32_t tick)
{
    hall *at = &the_hall;
    dw_error error = {""};
    memset(at, 0, sizeof *at);
    fake_clock_start(clock_ns);
    dw_server_config config = dw_server_config_default();
    (void)strcpy(config.bind, "127.0.0.1");
    config.port = 0;
    config.matches = 4;
    assert_int_equal(dw_server_create(&at->server, &config, &error), DW_OK);
    at->server->tick = tick;
    at->options = (dw_bots_options){.host = "127.0.0.1",
                                    .port = dw_server_port(at->server),
                                    .clients = CLIENTS,
                                    .join_rate = 50,
                                    .policy = dw_policy_find("random"),
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

static void run_bots(void)
{
    dw_error error = {""};
    assert_int_equal(dw_swarm_run(the_hall.swarm, dw_clock_ns(), &error), DW_OK);
}

static void run(uint32_t milliseconds, bool with_bots)
{
    hall *at = &the_hall;
    for (uint32_t i = 0; i < milliseconds; i++) {
        const uint64_t now = dw_clock_ns();
        dw_server_service(at->server, now);
        if (now >= at->due_ns) {
            at->due_ns += TICK_NS;
            dw_server_tick(at->server, now, 0);
            dw_server_flush(at->server);
        }
        if (with_bots) {
            run_bots();
        }
        fake_clock_advance(MS_NS);
    }
}

static void expect_all_play(void)
{
    const dw_swarm_counts counts = dw_swarm_count(the_hall.swarm);
    assert_int_equal(counts.playing, CLIENTS);
    assert_int_equal(counts.refused + counts.lost + counts.reconnecting, 0);
    assert_int_equal(dw_server_get_stats(the_hall.server)->lost, 0);
    assert_int_equal(dw_net_get_stats(the_hall.server->net)->connected, CLIENTS);
}

/* All snapshots arrived, at an even pace, and no connection was ever taken for lost. */
static void expect_smooth_play(void)
{
    expect_all_play();
    memset(&report, 0, sizeof report);
    dw_swarm_quit(the_hall.swarm, dw_clock_ns());
    dw_swarm_report(the_hall.swarm, &report);
    assert_int_equal(report.joined, CLIENTS);
    assert_int_equal(report.connection_losses, 0);
    assert_int_equal(report.broken + report.snapshots_refused, 0);
    assert_true(report.snapshots > CLIENTS * 100);
    assert_true(dw_bots_report_delivered(&report) > 0.99);
    assert_true(report.snapshot_gap_max_ns < GAP_MOST_NS);
    assert_true(report.rtt_count > 0);
    assert_true(dw_bots_report_rtt_ms(&report, 0.99) < 100.0);
    assert_true(report.predictions > 100);
    assert_true(report.prediction_misses * 4 < report.predictions);
}

static void nobody_notices_a_wall_clock_that_steps_an_hour_either_way(void **state)
{
    (void)state;
    open_hall(SECOND_NS, 0);
    run(8000, true);
    expect_all_play();
    fake_clock_step_wall(HOUR_S);
    run(4000, true);
    expect_all_play();
    fake_clock_step_wall(-2 * HOUR_S);
    run(25000, true); /* Longer than any timeout. */
    expect_all_play();
    /* The same with the bots the first to look: ENet has one clock for all of a process. */
    fake_clock_step_wall(HOUR_S);
    run_bots();
    run(4000, true);
    fake_clock_step_wall(-2 * HOUR_S);
    run_bots();
    run(25000, true);
    expect_smooth_play();
    close_hall();
}

static void play_across(uint64_t edge_ns, uint32_t joins_before_ms, uint32_t runs_ms)
{
    open_hall(edge_ns - joins_before_ms * MS_NS, 0);
    run(runs_ms, true);
    assert_true(dw_clock_ns() > edge_ns);
    expect_smooth_play();
    close_hall();
}

static void play_goes_on_where_milliseconds_begin_anew(void **state)
{
    (void)state;
    play_across(WRAP_MS_NS, 8000, 20000);
    play_across(HALF_MS_NS, 8000, 20000);
}

/* Cookies, limits, half-open peers: what a join asks for is counted across the edge. */
static void clients_join_where_milliseconds_begin_anew(void **state)
{
    (void)state;
    play_across(WRAP_MS_NS, 120, 15000);
    play_across(HALF_MS_NS, 120, 15000);
}

static void a_silent_client_is_noticed_where_milliseconds_begin_anew(void **state)
{
    (void)state;
    open_hall(WRAP_MS_NS - 8000 * MS_NS, 0);
    run(7000, true);
    expect_all_play();
    run(8000, false);
    assert_int_equal(dw_server_get_stats(the_hall.server)->lost, 0);
    run(14000, false); /* 22 s in all: the transport gives a peer 20. */
    assert_int_equal(dw_server_get_stats(the_hall.server)->lost, CLIENTS);
    assert_int_equal(dw_net_get_stats(the_hall.server->net)->connected, 0);
    close_hall();
}

static void play_goes_on_where_ticks_pass_two_to_the_31(void **state)
{
    (void)state;
    open_hall(SECOND_NS, TICK_MIDDLE - 10 * DW_TICKS_PER_SECOND);
    run(9000, true);
    expect_all_play();
    assert_true(the_hall.server->tick < TICK_MIDDLE);
    run(11000, true);
    assert_true(the_hall.server->tick > TICK_MIDDLE);
    expect_smooth_play();
    close_hall();
}

/* The loop asks this between two steps. Once nothing runs for a while. */
static bool run_out_of_time(void *context)
{
    (void)context;
    run_bots();
    const uint64_t now = dw_clock_ns();
    if (the_hall.stall_ns > 0 && now >= the_hall.stall_at_ns) {
        fake_clock_advance(the_hall.stall_ns);
        the_hall.stall_ns = 0;
    }
    if (dw_server_get_stats(the_hall.server)->turns_left_out > the_hall.stats.turns_left_out) {
        the_hall.left_last = the_hall.server->tick;
        the_hall.left_first = the_hall.left_first == 0 ? the_hall.left_last : the_hall.left_first;
    }
    the_hall.stats = *dw_server_get_stats(the_hall.server);
    return now >= the_hall.until_ns;
}

/* Ten seconds of the loop, from the first join on, with a stall in the fifth. */
static dw_server_stats pace(uint64_t stall_ns)
{
    static dw_loop_meter meter;
    open_hall(SECOND_NS, 0);
    run(500, true);
    expect_all_play();
    const uint64_t ticks = dw_server_get_stats(the_hall.server)->ticks;
    the_hall.stall_at_ns = dw_clock_ns() + 5 * SECOND_NS;
    the_hall.stall_ns = stall_ns;
    the_hall.until_ns = dw_clock_ns() + 10 * SECOND_NS;
    memset(&meter, 0, sizeof meter);
    dw_loop_run(the_hall.server, run_out_of_time, NULL, &meter);
    assert_int_equal(meter.ticks, dw_server_get_stats(the_hall.server)->ticks - ticks);
    dw_server_stats stats = the_hall.stats;
    stats.ticks -= ticks;
    close_hall();
    return stats;
}

static void sixty_ticks_a_second_are_run_also_after_a_short_stall(void **state)
{
    (void)state;
    /* A match has a turn every third tick: of four ticks at once the first has a turn too many. */
    const struct {
        uint64_t stall_ns;
        uint64_t left_out_min, left_out_max; /* Turns of the four matches. */
    } cases[] = {{0, 0, 0}, {10 * MS_NS, 0, 0}, {60 * MS_NS, 1, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const dw_server_stats stats = pace(cases[i].stall_ns);
        assert_in_range(stats.turns_left_out, cases[i].left_out_min, cases[i].left_out_max);
        assert_in_range(stats.ticks, 10 * DW_TICKS_PER_SECOND - 1, 10 * DW_TICKS_PER_SECOND + 1);
        assert_int_equal(stats.overruns, 0);
        assert_int_equal(stats.ticks_skipped, 0);
    }
}

static void after_a_long_stall_five_ticks_are_made_up_for_and_the_rest_is_counted(void **state)
{
    (void)state;
    const dw_server_stats stats = pace(SECOND_NS);
    assert_int_equal(stats.overruns, 1);
    assert_in_range(stats.turns_left_out, 2, 3); /* Those of the first two ticks. */
    assert_int_equal(the_hall.left_last - the_hall.left_first, 1);
    assert_in_range(stats.ticks_skipped, DW_TICKS_PER_SECOND - 6, DW_TICKS_PER_SECOND - 4);
    assert_in_range(stats.ticks + stats.ticks_skipped, 10 * DW_TICKS_PER_SECOND - 1,
                    10 * DW_TICKS_PER_SECOND + 1);
    assert_int_equal(stats.lost, 0);
}

static void a_server_that_nobody_is_on_runs_no_tick(void **state)
{
    (void)state;
    static dw_loop_meter meter;
    open_hall(SECOND_NS, 0);
    run(500, true);
    dw_swarm_quit(the_hall.swarm, dw_clock_ns());
    run(2500, true);
    assert_true(dw_server_empty(the_hall.server));
    const uint64_t ticks = dw_server_get_stats(the_hall.server)->ticks;
    the_hall.until_ns = dw_clock_ns() + 10 * SECOND_NS;
    dw_loop_run(the_hall.server, run_out_of_time, NULL, &meter);
    assert_int_equal(the_hall.stats.ticks, ticks);
    close_hall();
}

/* Likewise; it has to end by itself. */
static bool run_out(void *context)
{
    (void)context;
    run_bots();
    assert_true(dw_clock_ns() < the_hall.until_ns);
    return false;
}

static void server_ends_by_itself_before_its_ticks_are_used_up(void **state)
{
    (void)state;
    static dw_loop_meter meter;
    const uint32_t last = UINT32_MAX - TICKS_LEFT;
    open_hall(SECOND_NS, last - 8 * DW_TICKS_PER_SECOND);
    the_hall.until_ns = dw_clock_ns() + 20 * SECOND_NS;
    assert_false(dw_server_worn_out(the_hall.server));
    dw_loop_run(the_hall.server, run_out, NULL, &meter);
    assert_true(dw_server_worn_out(the_hall.server));
    assert_in_range(the_hall.server->tick, last, last + 2 * DW_TICKS_PER_SECOND);
    assert_int_equal(dw_server_get_stats(the_hall.server)->joined, CLIENTS);
    assert_int_equal(dw_server_get_stats(the_hall.server)->kicked[DW_REASON_DRAINING], CLIENTS);
    for (uint32_t i = 0; i < 100; i++) {
        run_bots();
        fake_clock_advance(MS_NS);
    }
    assert_int_equal(dw_swarm_count(the_hall.swarm).ended, CLIENTS);
    assert_non_null(strstr(dw_swarm_first_failure(the_hall.swarm), "shutting down"));
    close_hall();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sixty_ticks_a_second_are_run_also_after_a_short_stall),
        cmocka_unit_test(after_a_long_stall_five_ticks_are_made_up_for_and_the_rest_is_counted),
        cmocka_unit_test(a_server_that_nobody_is_on_runs_no_tick),
        cmocka_unit_test(nobody_notices_a_wall_clock_that_steps_an_hour_either_way),
        cmocka_unit_test(play_goes_on_where_milliseconds_begin_anew),
        cmocka_unit_test(clients_join_where_milliseconds_begin_anew),
        cmocka_unit_test(a_silent_client_is_noticed_where_milliseconds_begin_anew),
        cmocka_unit_test(play_goes_on_where_ticks_pass_two_to_the_31),
        cmocka_unit_test(server_ends_by_itself_before_its_ticks_are_used_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
