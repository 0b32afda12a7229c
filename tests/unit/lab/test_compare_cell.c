/* compare_cell.h, mind_watch.h, brain_effort.h: what a comparison of brains counts. */
#include "server/lab/compare_cell.h"

#include "common/base/check.h"
#include "server/host/brain_files.h"
#include "server/lab/brain_effort.h"
#include "server/mind/brains/brains.h"
#include "tests/support/test.h"

static dw_lab_data open_reference(void)
{
    dw_lab_data data;
    dw_error error = {""};
    const dw_rules_choice rules = {.ruleset = "standard"};
    if (dw_lab_data_read(&data, "reference", &rules, true, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    return data;
}

static dw_compare_cell play(const dw_lab_data *data, const dw_brain_kind *brain)
{
    const dw_compare_plan plan = {
        .data = data, .first_seed = 3, .seeds = 3, .timed = 1, .intruders = 1, .ticks_max = 6000};
    dw_compare_cell cell;
    dw_error error = {""};
    if (dw_compare_cell_play(&cell, &plan, brain, dw_policy_find("rush"), &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    return cell;
}

static void a_watched_match_ends_as_one_that_nobody_watches(void **state)
{
    (void)state;
    dw_lab_data data = open_reference();
    dw_compare_cell cell = play(&data, dw_brain_find("reference"));
    const dw_lab_match_config config = {.data = &data,
                                        .brain = dw_brain_find("reference"),
                                        .policy = dw_policy_find("rush"),
                                        .intruders = 1,
                                        .ticks_max = 6000};
    dw_lab_match *match;
    dw_error error;
    assert_int_equal(dw_lab_match_create(&match, &config, &error), DW_OK);
    uint64_t ticks = 0;
    uint32_t won = 0;
    for (uint64_t seed = 3; seed < 6; seed++) {
        dw_lab_result result;
        dw_lab_match_run(match, seed, &result);
        won += result.outcome == DW_OUTCOME_WON;
        ticks += result.ticks;
        assert_int_equal(cell.wins[seed - 3], result.outcome == DW_OUTCOME_WON);
    }
    assert_int_equal(cell.won, won);
    /* Nobody thinks any more in the tick that decides. */
    const uint64_t guards = data.map->guard_count;
    assert_in_range(cell.tally.guard_ticks, guards * (ticks - 3), guards * ticks);
    assert_true(cell.timed_ns > 0 && cell.timed_guard_ticks > 0);
    dw_lab_match_destroy(match);
    dw_compare_cell_destroy(&cell);
    dw_lab_data_destroy(&data);
}

static void each_change_of_a_guard_has_a_cause_in_what_it_sensed(void **state)
{
    (void)state;
    dw_lab_data data = open_reference();
    dw_compare_cell cell = play(&data, dw_brain_find("reference"));
    assert_true(cell.tally.changes > 10);
    assert_int_equal(cell.tally.explained, cell.tally.changes);
    assert_in_range(dw_mind_tally_reaction(&cell.tally, 50), 1, 12);
    dw_compare_cell_destroy(&cell);
    dw_lab_data_destroy(&data);
}

/* `reference`, but for what it says of itself: that it was always a noise. */
static void say_noise(const void *memory, dw_mind_view *view)
{
    dw_brain_find("reference")->explain(memory, view);
    view->cause = DW_CAUSE_NOISE;
}

static void a_cause_that_nobody_sensed_is_not_believed(void **state)
{
    (void)state;
    dw_lab_data data = open_reference();
    dw_brain_kind liar = *dw_brain_find("reference");
    liar.explain = say_noise;
    dw_compare_cell cell = play(&data, &liar);
    assert_true(cell.tally.explained < cell.tally.changes);
    assert_non_null(strstr(cell.tally.unexplained, "noise"));
    dw_compare_cell_destroy(&cell);
    dw_lab_data_destroy(&data);
}

static void percentiles_of_reactions_are_those_of_the_counted_ticks(void **state)
{
    (void)state;
    dw_mind_tally tally = {.guard_ticks = 0};
    tally.reactions[4] = 98;
    tally.reactions[30] = 2;
    assert_int_equal(dw_mind_tally_reaction(&tally, 50), 4);
    assert_int_equal(dw_mind_tally_reaction(&tally, 98), 4);
    assert_int_equal(dw_mind_tally_reaction(&tally, 99), 30);
    dw_mind_tally sum = tally;
    dw_mind_tally_add(&sum, &tally);
    assert_int_equal(sum.reactions[4], 196);
}

static void a_planner_finds_the_cheapest_plan_from_each_situation(void **state)
{
    (void)state;
    dw_brain_library library = {.count = 0};
    const dw_brain_kind *planner = NULL;
    dw_error error = {""};
    assert_int_equal(dw_brain_files_find(&library, "guard-goap", &planner, &error), DW_OK);
    const dw_brain_effort effort = dw_brain_effort_of(planner);
    assert_true(effort.plans > 100);
    assert_true(effort.plan_cost_ratio >= 1.0 && effort.plan_cost_ratio <= 1.0);
    assert_true(effort.rows > 10 && effort.lines > effort.rows);
    const dw_brain_effort in_c = dw_brain_effort_of(dw_brain_find("reference"));
    assert_int_equal(in_c.lines, 0);
    dw_brain_library_clear(&library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_watched_match_ends_as_one_that_nobody_watches),
        cmocka_unit_test(each_change_of_a_guard_has_a_cause_in_what_it_sensed),
        cmocka_unit_test(a_cause_that_nobody_sensed_is_not_believed),
        cmocka_unit_test(percentiles_of_reactions_are_those_of_the_counted_ticks),
        cmocka_unit_test(a_planner_finds_the_cheapest_plan_from_each_situation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
