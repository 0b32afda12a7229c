/* goal_watch.h: a change of goal is told once, and only then. */
#include "server/mind/goal_watch.h"

#include "tests/support/stage.h"
#include "tests/support/test.h"

static void each_change_is_told_once_with_both_goals(void **state)
{
    (void)state;
    dw_venue *venue = dw_venue_shipped("reference");
    const dw_ruleset rules = dw_stage_endless_rules();
    dw_stage *stage = dw_stage_create(venue, "reference", &rules);
    dw_stage_begin_whims(stage, 3);
    dw_goal_watch watch;
    dw_goal_watch_reset(&watch);
    static dw_mind_view before[DW_GUARDS_MAX];
    uint32_t told = 0;
    uint32_t quiet = 0;
    for (uint32_t tick = 0; tick < 4000; tick++) {
        for (uint16_t g = 0; g < stage->world->guard_count; g++) {
            dw_mind_view now;
            dw_sim_explain(stage->sim, g, &now);
            dw_goal_change change = {.tick = 0};
            const bool changed = dw_goal_watch_look(&watch, stage->sim, g, &change);
            const bool other =
                tick > 0 && (strcmp(now.goal, before[g].goal) != 0 || now.since != before[g].since);
            assert_int_equal(changed, other);
            if (changed) {
                assert_string_equal(change.from, before[g].goal);
                assert_string_equal(change.to, now.goal);
                assert_string_equal(change.sentence, now.sentence);
                assert_int_equal(change.cause, now.cause);
                assert_int_equal(change.cause_id, now.cause_id);
                told++;
            } else {
                quiet++;
            }
            /* The same look again tells nothing. */
            assert_false(dw_goal_watch_look(&watch, stage->sim, g, &change));
            before[g] = now;
        }
        dw_stage_step_whims(stage, 3);
    }
    assert_true(told >= 4);
    assert_true(quiet > 1000);
    /* A new round: the first look tells nothing, whatever the goal. */
    dw_goal_watch_reset(&watch);
    dw_goal_change change;
    assert_false(dw_goal_watch_look(&watch, stage->sim, 0, &change));
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_change_is_told_once_with_both_goals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
