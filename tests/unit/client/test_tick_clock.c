/* tick_clock.h: when arrivals, the drawn tick and the own ticks jump, slew or stay; how far behind
 * is drawn; how leads that the server reports steer the own ticks. A nanosecond is 60 parts. */
#include "client/core/tick_clock.h"

#include "tests/support/test.h"

enum { START = 10000, HZ = 20, INPUT_HZ = 20, INTERVAL = 3, INPUT_TICKS = 3 };

#define TICK       DW_NANOTICKS
#define TICK_NS    UINT64_C(16666667)
#define PASSED(ns) ((int64_t)(ns)*60)

static dw_tick_clock clock_at;
static uint64_t now;

static int start(void **state)
{
    (void)state;
    now = 5000000000;
    dw_tick_clock_start(&clock_at, START, HZ, INPUT_HZ, now);
    return 0;
}

static void advance(uint64_t ns)
{
    now += ns;
    dw_tick_clock_advance(&clock_at, now);
}

static void it_starts_at_the_tick_of_the_welcome_and_draws_two_intervals_behind(void **state)
{
    (void)state;
    assert_int_equal(clock_at.arrival, START * TICK);
    assert_int_equal(clock_at.newest, START * TICK);
    assert_int_equal(clock_at.interval, INTERVAL * TICK);
    assert_int_equal(clock_at.input_ticks, INPUT_TICKS);
    assert_int_equal(dw_tick_clock_delay(&clock_at), 2 * INTERVAL * TICK);
    assert_int_equal(clock_at.drawn, (START - 2 * INTERVAL) * TICK);
    assert_int_equal(dw_tick_clock_local_tick(&clock_at), START);
    dw_tick_clock_start(&clock_at, 2, HZ, INPUT_HZ, now);
    assert_int_equal(clock_at.drawn, 0); /* Not before the first tick. */
    dw_tick_clock_start(&clock_at, 2, 60, 60, now);
    assert_int_equal(clock_at.interval, TICK);
    assert_int_equal(clock_at.input_ticks, 1);
}

static void all_three_go_with_the_time_and_never_back(void **state)
{
    (void)state;
    dw_tick_clock_start_local(&clock_at, 0);
    const int64_t drawn = clock_at.drawn;
    const int64_t local = clock_at.local;
    advance(50000000);
    assert_int_equal(clock_at.arrival, START * TICK + PASSED(50000000));
    assert_int_equal(clock_at.drawn, drawn + PASSED(50000000));
    assert_int_equal(clock_at.local, local + PASSED(50000000));
    const dw_tick_clock before = clock_at;
    dw_tick_clock_advance(&clock_at, now);
    dw_tick_clock_advance(&clock_at, now - 1);
    assert_memory_equal(&clock_at, &before, sizeof before);
    advance(UINT64_C(86400000000000) * 3); /* Three days asleep count as one. */
    assert_int_equal(clock_at.arrival, before.arrival + PASSED(86400000000000));
}

static void an_early_snapshot_counts_for_a_quarter_and_a_late_one_for_little(void **state)
{
    (void)state;
    advance(50000000);
    const int64_t at = clock_at.arrival;
    dw_tick_clock_arrived(&clock_at, START + 5);
    assert_int_equal(clock_at.arrival, at + ((START + 5) * TICK - at) / 4);
    (void)start(state);
    advance(50000000);
    dw_tick_clock_arrived(&clock_at, START + 2);
    assert_int_equal(clock_at.arrival, at + ((START + 2) * TICK - at) / 32);
    assert_int_equal(clock_at.newest, (START + 2) * TICK);
}

static void arrivals_jump_when_they_are_far_off(void **state)
{
    static const struct {
        int32_t ticks;
        bool jumps;
    } cases[] = {{15, false}, {16, true}, {-120, false}, {-121, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        (void)start(state);
        clock_at.gap_peak = 20 * TICK;
        dw_tick_clock_arrived(&clock_at, (uint32_t)(START + cases[i].ticks));
        assert_int_equal(clock_at.arrival == (START + cases[i].ticks) * TICK, cases[i].jumps);
        assert_int_equal(clock_at.gap_peak == clock_at.interval, cases[i].jumps);
        assert_int_equal(clock_at.newest, (START + cases[i].ticks) * TICK);
    }
}

static void a_gap_makes_the_delay_longer_and_fades_slowly(void **state)
{
    (void)state;
    advance(200000000); /* 12 ticks without a snapshot. */
    dw_tick_clock_arrived(&clock_at, START + 12);
    assert_int_equal(clock_at.gap_peak, PASSED(200000000));
    assert_int_equal(dw_tick_clock_delay(&clock_at), PASSED(200000000) + TICK);
    advance(50000000);
    const int64_t peak = clock_at.gap_peak;
    dw_tick_clock_arrived(&clock_at, START + 15);
    assert_int_equal(clock_at.gap_peak, peak - (peak - INTERVAL * TICK) / 128);
    (void)start(state);
    advance(5000000000); /* A stall. */
    dw_tick_clock_arrived(&clock_at, START + 300);
    assert_int_equal(clock_at.gap_peak, 26 * TICK);
    assert_int_equal(dw_tick_clock_delay(&clock_at), 27 * TICK);
    dw_tick_clock_start(&clock_at, START, 2, INPUT_HZ, now); /* Two intervals are longer. */
    assert_int_equal(dw_tick_clock_delay(&clock_at), 60 * TICK);
}

static void what_is_drawn_slews_towards_the_delay_or_jumps(void **state)
{
    static const struct {
        int64_t off; /* Of what is drawn from where it should be, in ticks. */
        int64_t share;
    } cases[] = {{1, 20}, {6, 20}, {7, 10}, {29, 10}, {-3, -5}, {-29, -5}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        (void)start(state);
        clock_at.drawn -= cases[i].off * TICK;
        const int64_t drawn = clock_at.drawn;
        advance(1000000);
        const int64_t passed = PASSED(1000000);
        assert_int_equal(clock_at.drawn, drawn + passed + passed / cases[i].share);
    }
    for (int32_t sign = -1; sign <= 1; sign += 2) {
        (void)start(state);
        clock_at.drawn -= sign * 31 * TICK;
        advance(1000000);
        assert_int_equal(clock_at.drawn, (START - 6) * TICK + PASSED(1000000));
    }
}

static void own_ticks_start_ahead_by_the_round_trip_and_the_lead(void **state)
{
    (void)state;
    dw_tick_clock_start_local(&clock_at, 100000000); /* 6 ticks. */
    assert_int_equal(clock_at.local, (START + 6 + INPUT_TICKS + 2) * TICK);
    assert_int_equal(clock_at.settled_tick, START + 6 + INPUT_TICKS + 2);
    dw_tick_clock_start_local(&clock_at, UINT64_C(9000000000)); /* At most a second. */
    assert_int_equal(clock_at.local, (START + 60 + INPUT_TICKS + 2) * TICK);
    clock_at.loss = (1 << 16) / 50 + 1; /* A message of spare for more than 2 % lost, */
    dw_tick_clock_start_local(&clock_at, 0);
    assert_int_equal(clock_at.local, (START + 2 * INPUT_TICKS + 2) * TICK);
    clock_at.loss = (1 << 16) / 7 + 1; /* and two for more than a seventh. */
    dw_tick_clock_start_local(&clock_at, 0);
    assert_int_equal(clock_at.local, (START + 3 * INPUT_TICKS + 2) * TICK);
    clock_at.loss = (1 << 16) / 50;
    dw_tick_clock_start_local(&clock_at, 0);
    assert_int_equal(clock_at.local, (START + INPUT_TICKS + 2) * TICK);
}

static void loss_is_a_moving_mean_of_the_snapshots_that_are_missing(void **state)
{
    (void)state;
    for (uint32_t i = 1; i <= 20; i++) {
        advance(50000000);
        dw_tick_clock_arrived(&clock_at, START + 3 * i);
    }
    assert_int_equal(clock_at.loss, 0);
    advance(100000000);
    dw_tick_clock_arrived(&clock_at, START + 66); /* One is missing. */
    assert_int_equal(clock_at.loss, 1024 - 1024 / 64);
    for (uint32_t i = 0; i < 400; i++) { /* Every second one. */
        advance(100000000);
        dw_tick_clock_arrived(&clock_at, START + 72 + 6 * i);
    }
    assert_true(clock_at.loss > 30000 && clock_at.loss < 36000);
    for (uint32_t i = 0; i < 400; i++) {
        advance(50000000);
        dw_tick_clock_arrived(&clock_at, START + 2472 + 3 * i);
    }
    assert_true(clock_at.loss < 100);
}

/* Reports a lead that is of a settled clock. */
static void lead(int32_t ticks)
{
    dw_tick_clock_lead(&clock_at, clock_at.settled_tick, ticks);
}

static void late_intents_are_corrected_at_once_and_early_ones_after_a_window(void **state)
{
    (void)state;
    dw_tick_clock_lead(&clock_at, START, -50); /* Own ticks do not run yet. */
    assert_int_equal(clock_at.lead_count, 0);
    dw_tick_clock_start_local(&clock_at, 0);
    const int32_t target = INPUT_TICKS + 1;
    lead(target - 1);
    assert_int_equal(clock_at.local_owed, 0);
    lead(target - 2);
    assert_int_equal(clock_at.local_owed, 2 * TICK);
    assert_int_equal(clock_at.lead_count, 0);
    assert_int_equal(clock_at.settled_tick, START + INPUT_TICKS + 2 + 20);
    clock_at.local_owed = 0;
    for (uint32_t i = 1; i < 40; i++) {
        lead(i == 7 ? target + 2 : target + 9);
        assert_int_equal(clock_at.lead_count, i);
        assert_int_equal(clock_at.lead_low, i < 7 ? target + 9 : target + 2);
    }
    lead(target + 9); /* The lowest is within the slack. */
    assert_int_equal(clock_at.lead_count, 0);
    assert_int_equal(clock_at.local_owed, 0);
    for (uint32_t i = 0; i < 40; i++) {
        lead(target + 3);
    }
    assert_int_equal(clock_at.local_owed, -2 * TICK);
    clock_at.local_owed = 0;
    for (uint32_t i = 0; i < 40; i++) {
        lead(target - 1);
    }
    assert_int_equal(clock_at.local_owed, TICK);
}

static void leads_of_the_clock_before_its_correction_do_not_count(void **state)
{
    (void)state;
    dw_tick_clock_start_local(&clock_at, 0);
    lead(0);
    const dw_tick_clock settled = clock_at;
    const uint32_t local = dw_tick_clock_local_tick(&clock_at);
    dw_tick_clock_lead(&clock_at, local, -5);
    assert_memory_equal(&clock_at, &settled, sizeof settled);
    dw_tick_clock_lead(&clock_at, local - 319, -5);
    assert_memory_equal(&clock_at, &settled, sizeof settled);
    dw_tick_clock_lead(&clock_at, local - 320, -5); /* The own ticks are far off. */
    assert_int_equal(clock_at.local_owed, 9 * TICK);
    clock_at = settled;
    dw_tick_clock_lead(&clock_at, clock_at.settled_tick, -5);
    assert_int_equal(clock_at.local_owed, 9 * TICK);
}

static void a_large_correction_is_made_at_once(void **state)
{
    (void)state;
    dw_tick_clock_start_local(&clock_at, 0);
    const int32_t target = INPUT_TICKS + 1;
    const int64_t local = clock_at.local;
    lead(target - 20);
    assert_int_equal(clock_at.local, local);
    assert_int_equal(clock_at.local_owed, 20 * TICK);
    lead(target - 21);
    assert_int_equal(clock_at.local, local + 21 * TICK);
    assert_int_equal(clock_at.local_owed, 0);
}

static void a_correction_takes_ten_times_its_size(void **state)
{
    (void)state;
    dw_tick_clock_start_local(&clock_at, 0);
    clock_at.local_owed = 2 * TICK;
    const int64_t local = clock_at.local;
    advance(100000000);
    assert_int_equal(clock_at.local, local + PASSED(100000000) * 11 / 10);
    advance(1000000000);
    assert_int_equal(clock_at.local, local + PASSED(1100000000) + 2 * TICK);
    assert_int_equal(clock_at.local_owed, 0);
}

static void own_ticks_stay_in_the_range_of_ticks(void **state)
{
    (void)state;
    clock_at.local = -5;
    assert_int_equal(dw_tick_clock_local_tick(&clock_at), 0);
    clock_at.local = (INT64_C(1) << 32) * TICK;
    assert_true(dw_tick_clock_local_tick(&clock_at) == UINT32_MAX - 1);
    clock_at.local = 7 * TICK + TICK - 1;
    assert_int_equal(dw_tick_clock_local_tick(&clock_at), 7);
}

#define TEST(name) cmocka_unit_test_setup(name, start)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(it_starts_at_the_tick_of_the_welcome_and_draws_two_intervals_behind),
        TEST(all_three_go_with_the_time_and_never_back),
        TEST(an_early_snapshot_counts_for_a_quarter_and_a_late_one_for_little),
        TEST(arrivals_jump_when_they_are_far_off),
        TEST(a_gap_makes_the_delay_longer_and_fades_slowly),
        TEST(what_is_drawn_slews_towards_the_delay_or_jumps),
        TEST(own_ticks_start_ahead_by_the_round_trip_and_the_lead),
        TEST(loss_is_a_moving_mean_of_the_snapshots_that_are_missing),
        TEST(late_intents_are_corrected_at_once_and_early_ones_after_a_window),
        TEST(leads_of_the_clock_before_its_correction_do_not_count),
        TEST(a_large_correction_is_made_at_once),
        TEST(a_correction_takes_ten_times_its_size),
        TEST(own_ticks_stay_in_the_range_of_ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
