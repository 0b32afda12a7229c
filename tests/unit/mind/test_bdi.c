/* bdi.h: an intention is kept until it is done, impossible or outweighed. */
#include "server/mind/data/bdi.h"
#include "server/mind/data/motive.h"
#include "tests/support/test.h"
#include "tests/unit/mind/fake_run.h"

static const char servant[] =
    "{\"form\": \"bdi\", \"hysteresis\": 50, \"retry_ticks\": 40,"
    " \"desires\": {"
    "  \"live\": {\"when\": \"afraid\", \"priority\": 900},"
    "  \"find\": {\"when\": [[\"heard\"], [\"lost\"]], \"priority\": 500, \"until\": \"detected\"},"
    "  \"eat\": {\"when\": \"hungry\", \"priority\": 520},"
    "  \"work\": {\"priority\": 10}},"
    " \"plans\": {"
    "  \"look_where_it_was\": {\"desire\": \"find\", \"context\": \"lost\", \"while\": \"!alert\","
    "                          \"body\": [\"wander\", \"search\"]},"
    "  \"look_about\": {\"desire\": \"find\", \"body\": [\"search\"]},"
    "  \"run\": {\"desire\": \"live\", \"body\": [\"flee\"]},"
    "  \"meal\": {\"desire\": \"eat\", \"context\": \"food_near\", \"body\": [\"eat\"]},"
    "  \"chores\": {\"desire\": \"work\", \"body\": [\"wander\", \"wait\"]}}}";
enum { WHERE_IT_WAS = 0, LOOK_ABOUT = 8, RUN = 16, MEAL = 24, CHORES = 32 };

typedef struct mind {
    dw_fake_run run;
    dw_bdi_state state;
} mind;

static void open(mind *it)
{
    dw_fake_run_open(&it->run, &dw_runtime_bdi, &it->state, servant);
}

static uint8_t step(mind *it)
{
    return dw_fake_run_step(&it->run);
}

static uint8_t step_after(mind *it, dw_skill_state answer)
{
    it->run.answer = answer;
    (void)step(it);
    it->run.answer = DW_SKILL_RUNNING;
    return step(it);
}

static void set(mind *it, dw_fact fact, int32_t value)
{
    it->run.facts.of[fact] = value;
}

static void the_steps_of_a_plan_follow_each_other_to_its_end(void **state)
{
    (void)state;
    mind it;
    open(&it);
    assert_int_equal(step(&it), CHORES);
    assert_int_equal(step_after(&it, DW_SKILL_DONE), CHORES + 1);
    assert_int_equal(step_after(&it, DW_SKILL_DONE), CHORES); /* Done, and wanted again. */
    dw_run_view view;
    dw_runtime_bdi.explain(it.run.program, &it.state, it.run.node, &view);
    assert_string_equal(view.name, "chores");
    assert_string_equal(view.branch, "work: chores, step 1 of 2");
    dw_fake_run_close(&it.run);
}

/* The noise is over, but the mind goes on to look for what made it. */
static void an_intention_outlives_what_caused_it(void **state)
{
    (void)state;
    mind it;
    open(&it);
    set(&it, DW_FACT_heard, 1);
    assert_int_equal(step(&it), LOOK_ABOUT);
    assert_int_equal(it.run.cause, DW_CAUSE_NOISE);
    set(&it, DW_FACT_heard, 0);
    for (int tick = 0; tick < 100; tick++) {
        assert_int_equal(step(&it), LOOK_ABOUT);
    }
    assert_int_equal(step_after(&it, DW_SKILL_DONE), CHORES);
    assert_int_equal(it.run.cause, DW_CAUSE_DONE);
    dw_fake_run_close(&it.run);
}

static void an_intention_ends_when_it_is_reached_by_itself(void **state)
{
    (void)state;
    mind it;
    open(&it);
    set(&it, DW_FACT_heard, 1);
    assert_int_equal(step(&it), LOOK_ABOUT);
    set(&it, DW_FACT_heard, 0);
    set(&it, DW_FACT_detected, 1);
    assert_int_equal(step(&it), CHORES);
    dw_fake_run_close(&it.run);
}

static void a_plan_that_fails_is_followed_by_the_next_for_the_same_desire(void **state)
{
    (void)state;
    mind it;
    open(&it);
    set(&it, DW_FACT_lost, 1);
    assert_int_equal(step(&it), WHERE_IT_WAS);
    assert_int_equal(step_after(&it, DW_SKILL_FAILED), LOOK_ABOUT);
    assert_int_equal(it.run.cause, DW_CAUSE_BLOCKED);
    assert_int_equal(step_after(&it, DW_SKILL_FAILED), CHORES); /* No plan is left. */
    for (int tick = 0; tick < 39; tick++) {
        assert_int_equal(step(&it), CHORES);
    }
    assert_int_equal(step(&it), WHERE_IT_WAS); /* After the retry ticks. */
    dw_fake_run_close(&it.run);
}

static void a_plan_whose_while_no_longer_holds_is_impossible(void **state)
{
    (void)state;
    mind it;
    open(&it);
    set(&it, DW_FACT_lost, 1);
    assert_int_equal(step(&it), WHERE_IT_WAS);
    set(&it, DW_FACT_alert, 1);
    assert_int_equal(step(&it), LOOK_ABOUT);
    dw_fake_run_close(&it.run);
}

static void a_desire_outweighs_the_intention_by_more_than_the_hysteresis(void **state)
{
    (void)state;
    mind it;
    open(&it);
    set(&it, DW_FACT_heard, 1);
    assert_int_equal(step(&it), LOOK_ABOUT);
    set(&it, DW_FACT_hungry, 1);
    set(&it, DW_FACT_food_near, 1);
    for (int tick = 0; tick < 20; tick++) {
        assert_int_equal(step(&it), LOOK_ABOUT); /* 520 against 500 and 50. */
    }
    set(&it, DW_FACT_afraid, 1);
    assert_int_equal(step(&it), RUN); /* In the same tick. */
    assert_int_equal(it.run.cause, DW_CAUSE_NEED);
    dw_fake_run_close(&it.run);
}

static void a_desire_without_a_plan_for_this_situation_waits(void **state)
{
    (void)state;
    mind it;
    open(&it);
    set(&it, DW_FACT_hungry, 1);
    assert_int_equal(step(&it), CHORES);
    set(&it, DW_FACT_food_near, 1);
    assert_int_equal(step(&it), MEAL);
    dw_fake_run_close(&it.run);
}

static void each_mistake_in_a_file_is_named_with_its_place(void **state)
{
    (void)state;
#define PLANS(plan)                                                                                \
    "{\"form\": \"bdi\", \"desires\": {\"rest\": {}}, \"plans\": {\"nap\": " plan "}}"
    dw_fake_run_refuses(&dw_runtime_bdi, PLANS("{\"desire\": \"best\", \"body\": [\"wait\"]}"),
                        "plans.nap.desire: unknown desire \"best\"");
    dw_fake_run_refuses(&dw_runtime_bdi, PLANS("{\"desire\": \"rest\", \"body\": []}"),
                        "plans.nap.body: must be a list of 1 to 8 skills");
    dw_fake_run_refuses(&dw_runtime_bdi,
                        PLANS("{\"desire\": \"rest\", \"body\": [\"wait\"], \"if\": 1}"),
                        "plans.nap: unknown member \"if\" (known: desire, context, while, body)");
}

static void a_desire_without_any_plan_is_found(void **state)
{
    (void)state;
    dw_bdi_state memory;
    assert_string_equal(
        dw_fake_run_check(&dw_runtime_bdi, &memory,
                          "{\"form\": \"bdi\", \"desires\": {\"rest\": {}, \"eat\": {}},"
                          " \"plans\": {\"nap\": {\"desire\": \"rest\", \"body\": [\"wait\"]}}}")
            .text,
        "desires.eat: no plan is for it\n");
}

static void a_loaded_state_that_names_what_is_not_there_is_refused(void **state)
{
    (void)state;
    mind it;
    open(&it);
    (void)step(&it);
    assert_true(dw_runtime_bdi.is_sound(it.run.program, &it.state));
    it.state.step = 2;
    assert_false(dw_runtime_bdi.is_sound(it.run.program, &it.state));
    it.state.step = 0;
    it.state.plan = 1; /* Of another desire. */
    assert_false(dw_runtime_bdi.is_sound(it.run.program, &it.state));
    dw_fake_run_close(&it.run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_steps_of_a_plan_follow_each_other_to_its_end),
        cmocka_unit_test(an_intention_outlives_what_caused_it),
        cmocka_unit_test(an_intention_ends_when_it_is_reached_by_itself),
        cmocka_unit_test(a_plan_that_fails_is_followed_by_the_next_for_the_same_desire),
        cmocka_unit_test(a_plan_whose_while_no_longer_holds_is_impossible),
        cmocka_unit_test(a_desire_outweighs_the_intention_by_more_than_the_hysteresis),
        cmocka_unit_test(a_desire_without_a_plan_for_this_situation_waits),
        cmocka_unit_test(each_mistake_in_a_file_is_named_with_its_place),
        cmocka_unit_test(a_desire_without_any_plan_is_found),
        cmocka_unit_test(a_loaded_state_that_names_what_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
