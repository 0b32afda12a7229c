/* The life of a server in a fleet: which call is due when. Time is handed in, nothing is sent. */
#include "server/host/fleet_life.h"
#include "tests/support/test.h"

#define MS_NS     UINT64_C(1000000)
#define SECOND_NS (1000 * MS_NS)
#define EMPTY_NS  (60 * SECOND_NS)
#define START_NS  (1000 * SECOND_NS)

static dw_fleet_life life;
static dw_fleet_situation now;
static uint64_t now_ns;

static int set_up(void **state)
{
    (void)state;
    now_ns = START_NS;
    now = (dw_fleet_situation){.players_max = 8};
    dw_fleet_life_init(&life, EMPTY_NS, now_ns);
    return 0;
}

/* The call that the lane makes now; COUNT: none. */
static dw_fleet_call next(dw_fleet_lane lane)
{
    dw_fleet_call call = DW_FLEET_CALL_COUNT;
    dw_fleet_life_note(&life, &now, now_ns);
    return dw_fleet_life_next(&life, &now, lane, now_ns, &call) ? call : DW_FLEET_CALL_COUNT;
}

static void answer(dw_fleet_lane lane, bool ok)
{
    dw_fleet_life_answered(&life, lane, ok, now_ns);
}

/* The lane makes this call and it is taken. */
static void expect_taken(dw_fleet_lane lane, dw_fleet_call call)
{
    assert_int_equal(next(lane), call);
    answer(lane, true);
}

static dw_fleet_game_server game_server(dw_fleet_state state)
{
    return (dw_fleet_game_server){.name = "a", .state = state, .has_counter = true};
}

static void see(dw_fleet_state state)
{
    const dw_fleet_game_server seen = game_server(state);
    dw_fleet_life_saw(&life, DW_FLEET_LANE_WATCH, &seen, now_ns);
}

static void pass(uint64_t ns)
{
    now_ns += ns;
}

static void ready_is_said_at_once_and_not_twice(void **state)
{
    (void)state;
    expect_taken(DW_FLEET_LANE_STATE, DW_FLEET_CALL_READY);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
    see(DW_FLEET_SCHEDULED); /* Not yet written. */
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
    see(DW_FLEET_REQUEST_READY);
    see(DW_FLEET_READY);
    pass(3600 * SECOND_NS);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
}

static void a_state_that_does_not_come_is_asked_for_again(void **state)
{
    (void)state;
    expect_taken(DW_FLEET_LANE_STATE, DW_FLEET_CALL_READY);
    see(DW_FLEET_SCHEDULED);
    pass(10 * SECOND_NS - 1);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
    pass(1);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_READY);
}

static void a_client_allocates_a_server_that_nobody_allocated(void **state)
{
    (void)state;
    expect_taken(DW_FLEET_LANE_STATE, DW_FLEET_CALL_READY);
    now.clients = 1;
    assert_int_equal(next(DW_FLEET_LANE_STATE),
                     DW_FLEET_CALL_COUNT); /* First it has to be Ready. */
    see(DW_FLEET_READY);
    expect_taken(DW_FLEET_LANE_STATE, DW_FLEET_CALL_ALLOCATE);
    see(DW_FLEET_ALLOCATED);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
}

static void a_matchmaker_that_was_first_leaves_nothing_to_say(void **state)
{
    (void)state;
    see(DW_FLEET_READY);
    see(DW_FLEET_ALLOCATED);
    now.clients = 1;
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
}

static void an_empty_server_is_ready_again_after_a_while(void **state)
{
    (void)state;
    now.clients = 1;
    see(DW_FLEET_ALLOCATED);
    pass(500 * SECOND_NS);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
    now.clients = 0;
    pass(EMPTY_NS - 1);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
    pass(1);
    expect_taken(DW_FLEET_LANE_STATE, DW_FLEET_CALL_READY);
    now.clients = 1; /* Somebody comes while the state changes. */
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
    see(DW_FLEET_READY);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_ALLOCATE);
}

static void an_allocation_gives_clients_the_whole_while_to_come(void **state)
{
    (void)state;
    see(DW_FLEET_READY);
    pass(500 * SECOND_NS);
    dw_fleet_game_server seen = game_server(DW_FLEET_ALLOCATED);
    (void)strcpy(seen.allocated, "first");
    dw_fleet_life_saw(&life, DW_FLEET_LANE_WATCH, &seen, now_ns);
    pass(EMPTY_NS - 1);
    (void)strcpy(seen.allocated, "second"); /* While it is allocated. */
    dw_fleet_life_saw(&life, DW_FLEET_LANE_WATCH, &seen, now_ns);
    pass(EMPTY_NS - 1);
    dw_fleet_life_saw(&life, DW_FLEET_LANE_WATCH, &seen, now_ns); /* Told again: no news. */
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
    pass(1);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_READY);
}

static void a_server_that_stays_allocated_is_never_ready_again(void **state)
{
    (void)state;
    dw_fleet_life_init(&life, 0, now_ns);
    see(DW_FLEET_ALLOCATED);
    pass(100000 * SECOND_NS);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
}

static void what_agones_gave_up_is_left_alone(void **state)
{
    (void)state;
    static const dw_fleet_state ends[] = {DW_FLEET_UNHEALTHY, DW_FLEET_ERROR, DW_FLEET_SHUTDOWN};
    now.clients = 1;
    for (uint32_t i = 0; i < 3; i++) {
        see(ends[i]);
        pass(100 * SECOND_NS);
        assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
        assert_int_equal(next(DW_FLEET_LANE_PLAYERS), DW_FLEET_CALL_COUNT);
    }
    dw_fleet_game_server seen = game_server(DW_FLEET_READY);
    seen.deleting = true;
    dw_fleet_life_saw(&life, DW_FLEET_LANE_WATCH, &seen, now_ns);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
}

static void a_drain_says_nothing_until_its_end_and_then_shutdown(void **state)
{
    (void)state;
    now.clients = 3;
    now.players = 3;
    see(DW_FLEET_READY);
    now.draining = true;
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
    assert_int_equal(next(DW_FLEET_LANE_PLAYERS), DW_FLEET_CALL_PLAYERS);
    assert_int_equal(life.sending_max, 3); /* No seat is free for an allocation. */
    now.ended = true;
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_SHUTDOWN);
    assert_false(dw_fleet_life_is_over(&life));
    answer(DW_FLEET_LANE_STATE, true);
    dw_fleet_life_note(&life, &now, now_ns);
    assert_false(dw_fleet_life_is_over(&life)); /* Taken, but not yet so. */
    see(DW_FLEET_SHUTDOWN);
    assert_true(dw_fleet_life_is_over(&life));
}

static void the_last_word_does_not_wait_for_its_turn_after_failures(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_READY);
        answer(DW_FLEET_LANE_STATE, false);
        pass(8 * SECOND_NS);
    }
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_READY);
    answer(DW_FLEET_LANE_STATE, false);
    pass(1);
    now.ended = true;
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_SHUTDOWN);
    answer(DW_FLEET_LANE_STATE, false);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
}

static void a_pod_that_is_deleted_need_not_become_shutdown(void **state)
{
    (void)state;
    dw_fleet_game_server seen = game_server(DW_FLEET_ALLOCATED);
    seen.deleting = true;
    dw_fleet_life_saw(&life, DW_FLEET_LANE_WATCH, &seen, now_ns);
    now.ended = true;
    assert_false(dw_fleet_life_is_over(&life));
    expect_taken(DW_FLEET_LANE_STATE, DW_FLEET_CALL_SHUTDOWN);
    assert_true(dw_fleet_life_is_over(&life));
}

static void a_lane_that_fails_waits_longer_each_time(void **state)
{
    (void)state;
    static const uint64_t waits_ms[] = {500, 1000, 2000, 4000, 8000, 8000, 8000};
    for (size_t i = 0; i < sizeof waits_ms / sizeof *waits_ms; i++) {
        assert_int_equal(next(DW_FLEET_LANE_LOOK), DW_FLEET_CALL_LOOK);
        answer(DW_FLEET_LANE_LOOK, false);
        pass(waits_ms[i] * MS_NS - 1);
        assert_int_equal(next(DW_FLEET_LANE_LOOK), DW_FLEET_CALL_COUNT);
        pass(1);
    }
    expect_taken(DW_FLEET_LANE_LOOK, DW_FLEET_CALL_LOOK);
    pass(30 * SECOND_NS - 1);
    assert_int_equal(next(DW_FLEET_LANE_LOOK), DW_FLEET_CALL_COUNT);
    pass(1);
    assert_int_equal(next(DW_FLEET_LANE_LOOK), DW_FLEET_CALL_LOOK);
    answer(DW_FLEET_LANE_LOOK, false);
    pass(500 * MS_NS); /* As after the first failure. */
    assert_int_equal(next(DW_FLEET_LANE_LOOK), DW_FLEET_CALL_LOOK);
}

static void a_lane_that_hangs_holds_up_no_other(void **state)
{
    (void)state;
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_READY);
    pass(100 * SECOND_NS);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
    assert_int_equal(next(DW_FLEET_LANE_HEALTH), DW_FLEET_CALL_HEALTH);
    assert_int_equal(next(DW_FLEET_LANE_WATCH), DW_FLEET_CALL_WATCH);
}

static void trouble_begins_with_three_failures_and_ends_when_all_is_well(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(life.stats.in_trouble, 0);
        assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_READY);
        answer(DW_FLEET_LANE_STATE, false);
        pass(10 * SECOND_NS);
    }
    assert_int_equal(life.stats.in_trouble, 1);
    assert_int_equal(next(DW_FLEET_LANE_LOOK), DW_FLEET_CALL_LOOK);
    answer(DW_FLEET_LANE_LOOK, false);
    expect_taken(DW_FLEET_LANE_STATE, DW_FLEET_CALL_READY);
    assert_int_equal(life.stats.in_trouble, 1); /* One of them has failed last. */
    pass(10 * SECOND_NS);
    expect_taken(DW_FLEET_LANE_LOOK, DW_FLEET_CALL_LOOK);
    assert_int_equal(life.stats.in_trouble, 0);
    assert_int_equal(life.stats.failed[DW_FLEET_CALL_READY], 3);
    assert_int_equal(life.stats.answered[DW_FLEET_CALL_READY], 1);
}

static void expect_health_each(uint64_t interval_ms)
{
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(next(DW_FLEET_LANE_HEALTH), DW_FLEET_CALL_HEALTH);
        pass(interval_ms * MS_NS / 2);
        answer(DW_FLEET_LANE_HEALTH, i % 2 == 0); /* No later after a failure. */
        pass(interval_ms * MS_NS / 2 - 1);
        assert_int_equal(next(DW_FLEET_LANE_HEALTH), DW_FLEET_CALL_COUNT);
        pass(1);
    }
}

static void health_is_told_twice_in_each_period(void **state)
{
    (void)state;
    static const struct {
        int64_t period_s;
        uint64_t interval_ms;
    } cases[] = {{0, 2000}, {1, 400}, {2, 800}, {4, 1600}, {5, 2000}, {30, 2000}, {-3, 2000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        (void)set_up(state);
        dw_fleet_game_server seen = game_server(DW_FLEET_READY);
        seen.health_period_s = cases[i].period_s;
        dw_fleet_life_saw(&life, DW_FLEET_LANE_LOOK, &seen, now_ns);
        expect_health_each(cases[i].interval_ms);
    }
}

static void a_loop_that_stands_still_is_not_called_healthy(void **state)
{
    (void)state;
    expect_taken(DW_FLEET_LANE_HEALTH, DW_FLEET_CALL_HEALTH);
    now.stalled = true;
    for (uint32_t i = 0; i < 100; i++) {
        pass(SECOND_NS);
        assert_int_equal(next(DW_FLEET_LANE_HEALTH), DW_FLEET_CALL_COUNT);
        assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_COUNT);
    }
    assert_int_equal(life.stats.health_withheld, 1);
    now.stalled = false;
    assert_int_equal(next(DW_FLEET_LANE_HEALTH), DW_FLEET_CALL_HEALTH);
    assert_int_equal(next(DW_FLEET_LANE_STATE), DW_FLEET_CALL_READY);
}

static void expect_players(int64_t players, int64_t most)
{
    expect_taken(DW_FLEET_LANE_PLAYERS, DW_FLEET_CALL_PLAYERS);
    assert_int_equal(life.sending_players, players);
    assert_int_equal(life.sending_max, most);
}

static void players_are_told_when_they_change_at_most_once_a_second(void **state)
{
    (void)state;
    assert_int_equal(next(DW_FLEET_LANE_PLAYERS), DW_FLEET_CALL_COUNT); /* Is there a counter? */
    dw_fleet_game_server seen = game_server(DW_FLEET_READY);
    seen.has_counter = false;
    dw_fleet_life_saw(&life, DW_FLEET_LANE_LOOK, &seen, now_ns);
    assert_int_equal(next(DW_FLEET_LANE_PLAYERS), DW_FLEET_CALL_COUNT);
    see(DW_FLEET_READY);
    expect_players(0, 8);
    now.players = 1;
    pass(SECOND_NS - 1);
    assert_int_equal(next(DW_FLEET_LANE_PLAYERS), DW_FLEET_CALL_COUNT);
    pass(1);
    now.players = 5;
    expect_players(5, 8);
    now.players = 9; /* A host that seats one too many: Agones takes no more than the capacity. */
    pass(SECOND_NS);
    expect_players(8, 8);
    now.players = 8;
    pass(SECOND_NS);
    assert_int_equal(next(DW_FLEET_LANE_PLAYERS), DW_FLEET_CALL_COUNT);
}

static void a_seat_that_a_matchmaker_keeps_lasts_until_the_next_change_or_30_s(void **state)
{
    (void)state;
    see(DW_FLEET_READY);
    expect_players(0, 8);
    dw_fleet_game_server seen = game_server(DW_FLEET_ALLOCATED);
    seen.count = 1;
    seen.capacity = 8;
    dw_fleet_life_saw(&life, DW_FLEET_LANE_WATCH, &seen, now_ns);
    pass(30 * SECOND_NS - 1);
    assert_int_equal(next(DW_FLEET_LANE_PLAYERS), DW_FLEET_CALL_COUNT);
    pass(1);
    expect_players(0, 8);
    pass(SECOND_NS);
    now.players = 2;
    expect_players(2, 8);
}

static void a_watch_that_is_silent_or_told_otherwise_is_dead(void **state)
{
    (void)state;
    assert_false(dw_fleet_life_watch_is_dead(&life, now_ns));
    assert_int_equal(next(DW_FLEET_LANE_WATCH), DW_FLEET_CALL_WATCH);
    pass(3 * SECOND_NS - 1);
    assert_false(dw_fleet_life_watch_is_dead(&life, now_ns));
    pass(1);
    assert_true(dw_fleet_life_watch_is_dead(&life, now_ns)); /* Its stream begins with the state. */
    answer(DW_FLEET_LANE_WATCH, false);
    pass(500 * MS_NS);
    assert_int_equal(next(DW_FLEET_LANE_WATCH), DW_FLEET_CALL_WATCH);
    see(DW_FLEET_READY);
    pass(1000 * SECOND_NS);
    assert_false(dw_fleet_life_watch_is_dead(&life, now_ns));
    const dw_fleet_game_server seen = game_server(DW_FLEET_ALLOCATED);
    dw_fleet_life_saw(&life, DW_FLEET_LANE_LOOK, &seen, now_ns);
    assert_true(dw_fleet_life_watch_is_dead(&life, now_ns));
    answer(DW_FLEET_LANE_WATCH, false);
    assert_false(dw_fleet_life_watch_is_dead(&life, now_ns));
}

static void a_watch_that_is_cut_now_and_then_is_no_trouble(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 20; i++) {
        assert_int_equal(next(DW_FLEET_LANE_WATCH), DW_FLEET_CALL_WATCH);
        see(DW_FLEET_READY);
        answer(DW_FLEET_LANE_WATCH, false);
        assert_int_equal(life.stats.in_trouble, 0);
        pass(500 * MS_NS);
    }
    assert_int_equal(life.stats.answered[DW_FLEET_CALL_WATCH], 20);
    assert_int_equal(life.stats.failed[DW_FLEET_CALL_WATCH], 20);
}

static void one_state_at_once_counts(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DW_FLEET_STATE_COUNT; i++) {
        see((dw_fleet_state)i);
        uint64_t sum = 0;
        for (uint32_t k = 0; k < DW_FLEET_STATE_COUNT; k++) {
            sum += life.stats.states[k];
        }
        assert_int_equal(sum, 1);
        assert_int_equal(life.stats.states[i], 1);
    }
}

#define TEST(name) cmocka_unit_test_setup(name, set_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ready_is_said_at_once_and_not_twice),
        TEST(a_state_that_does_not_come_is_asked_for_again),
        TEST(a_client_allocates_a_server_that_nobody_allocated),
        TEST(a_matchmaker_that_was_first_leaves_nothing_to_say),
        TEST(an_empty_server_is_ready_again_after_a_while),
        TEST(an_allocation_gives_clients_the_whole_while_to_come),
        TEST(a_server_that_stays_allocated_is_never_ready_again),
        TEST(what_agones_gave_up_is_left_alone),
        TEST(a_drain_says_nothing_until_its_end_and_then_shutdown),
        TEST(the_last_word_does_not_wait_for_its_turn_after_failures),
        TEST(a_pod_that_is_deleted_need_not_become_shutdown),
        TEST(a_lane_that_fails_waits_longer_each_time),
        TEST(a_lane_that_hangs_holds_up_no_other),
        TEST(trouble_begins_with_three_failures_and_ends_when_all_is_well),
        TEST(health_is_told_twice_in_each_period),
        TEST(a_loop_that_stands_still_is_not_called_healthy),
        TEST(players_are_told_when_they_change_at_most_once_a_second),
        TEST(a_seat_that_a_matchmaker_keeps_lasts_until_the_next_change_or_30_s),
        TEST(a_watch_that_is_silent_or_told_otherwise_is_dead),
        TEST(a_watch_that_is_cut_now_and_then_is_no_trouble),
        TEST(one_state_at_once_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
