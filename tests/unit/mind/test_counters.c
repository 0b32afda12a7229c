/* What paths and moves of guards have cost: counted by mover and planner, added up by the match. */
#include "server/mind/brains/brains.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { TICKS = 1800 };

static dw_venue *venue;

static int open_venue(void **state)
{
    (void)state;
    venue = dw_venue_shipped("museum");
    return 0;
}

static int close_venue(void **state)
{
    (void)state;
    dw_venue_destroy(venue);
    return 0;
}

static dw_brain_counters count(const dw_stage *stage)
{
    dw_brain_counters sum = {0};
    dw_sim_count(stage->sim, &sum);
    return sum;
}

static void sums_add_up_and_the_largest_stays(void **state)
{
    (void)state;
    dw_brain_counters sum = {.path_requests = 5, .path_delay_ticks_max = 7, .side_steps = 1};
    const dw_brain_counters less = {.path_requests = 2, .path_delay_ticks_max = 3};
    const dw_brain_counters more = {.path_requests = 1, .path_delay_ticks_max = 9};
    dw_brain_counters_add(&sum, &less);
    assert_int_equal(sum.path_requests, 7);
    assert_int_equal(sum.path_delay_ticks_max, 7);
    dw_brain_counters_add(&sum, &more);
    assert_int_equal(sum.path_requests, 8);
    assert_int_equal(sum.path_delay_ticks_max, 9);
    assert_int_equal(sum.side_steps, 1);
}

static void each_path_is_asked_for_once_and_ends_once(void **state)
{
    (void)state;
    for (const char *const *name = dw_brain_names(); *name != NULL; name++) {
        dw_stage *stage = dw_stage_create(venue, *name, NULL);
        dw_stage_run(stage, TICKS);
        const dw_brain_counters sum = count(stage);
        const bool walks = strcmp(*name, "null") != 0 && strcmp(*name, "device") != 0;
        assert_int_equal(sum.path_requests > venue->map->guard_count, walks);
        const uint64_t ended =
            sum.paths_found + sum.paths_unreachable + sum.paths_replaced + sum.paths_cancelled;
        assert_in_range(sum.path_requests - ended, 0, venue->map->guard_count); /* Under way. */
        assert_true(sum.paths_direct <= sum.paths_found);
        assert_true(sum.path_expansions_max <= sum.path_expansions);
        dw_stage_destroy(stage);
    }
}

static void counters_go_on_over_rounds_and_brains(void **state)
{
    (void)state;
    dw_stage *stage = dw_stage_create(venue, "reference", NULL);
    dw_stage_run(stage, TICKS);
    const dw_brain_counters first = count(stage);
    dw_stage_reset(stage, 2, 1);
    const dw_brain_counters again = count(stage);
    assert_int_equal(again.path_requests, first.path_requests);
    assert_int_equal(again.side_steps, first.side_steps);
    assert_int_equal(again.doorways_left, first.doorways_left);
    assert_int_equal(again.waits_aside, first.waits_aside);
    for (uint16_t g = 0; g < venue->map->guard_count; g++) {
        assert_int_equal(dw_sim_set_brain(stage->sim, g, dw_brain_find("chaser")), DW_OK);
    }
    dw_stage_run(stage, TICKS);
    const dw_brain_counters last = count(stage);
    assert_true(last.path_requests > first.path_requests);
    assert_true(last.path_expansions > first.path_expansions);
    assert_true(last.side_steps >= first.side_steps);
    dw_stage_destroy(stage);
}

/* Guards of the museum meet each other on their patrols. */
static void moves_among_others_are_counted(void **state)
{
    (void)state;
    dw_brain_counters sum = {0};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        dw_stage *stage = dw_stage_create(venue, "reference", NULL);
        dw_stage_reset(stage, seed, 1);
        dw_stage_run(stage, 4 * TICKS);
        dw_sim_count(stage->sim, &sum);
        dw_stage_destroy(stage);
    }
    assert_true(sum.waits_aside + sum.side_steps + sum.doorways_left + sum.unstuck_moves > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_add_up_and_the_largest_stays),
        cmocka_unit_test(each_path_is_asked_for_once_and_ends_once),
        cmocka_unit_test(counters_go_on_over_rounds_and_brains),
        cmocka_unit_test(moves_among_others_are_counted),
    };
    return cmocka_run_group_tests(tests, open_venue, close_venue);
}
