/* goap.h: which goal, which plan, and when it is made anew. The body is a list of which node
 * it.run.node in each tick; facts are set by hand. */
#include "server/mind/data/goap.h"
#include "server/mind/data/goap_program.h"
#include "server/mind/data/motive.h"
#include "tests/support/test.h"
#include "tests/unit/mind/fake_run.h"

/* A dog: food has to be found before it can be eaten. */
static const char dog[] =
    "{\"form\": \"goap\", \"retry_ticks\": 100, \"hysteresis\": 50,"
    " \"goals\": {"
    "  \"safe\": {\"when\": \"afraid\", \"priority\": 900, \"want\": [\"!afraid\"]},"
    "  \"fed\": {\"when\": \"hungry\", \"priority\": [{\"fact\": \"hunger\", \"weight\": 600}],"
    "            \"want\": [\"!hungry\"]},"
    "  \"rested\": {\"when\": [[\"tired\"], [\"energy<100\"]], \"priority\": 400,"
    "               \"want\": [\"!tired\"]}},"
    " \"actions\": {"
    "  \"eat\": {\"skill\": \"eat\", \"needs\": [\"food_near\"], \"gives\": [\"!hungry\"], "
    "\"cost\": 10},"
    "  \"look_for_food\": {\"skill\": \"wander\", \"gives\": [\"food_near\"], \"cost\": 50,"
    "                    \"ticks_max\": 500},"
    "  \"beg\": {\"skill\": \"wait\", \"needs\": [\"guard_near\"], \"gives\": [\"food_near\"], "
    "\"cost\": 20},"
    "  \"flee\": {\"skill\": \"flee\", \"gives\": [\"!afraid\"], \"cost\": 1},"
    "  \"sleep\": {\"skill\": \"sleep\", \"needs\": [\"can_lie_here\"], \"gives\": [\"!tired\"], "
    "\"cost\": 5},"
    "  \"find_bed\": {\"skill\": \"wander\", \"gives\": [\"can_lie_here\"], \"cost\": 5}},"
    " \"otherwise\": \"wait\"}";
enum { SAFE, FED, RESTED };
enum { EAT, LOOK_FOR_FOOD, BEG, FLEE, SLEEP, FIND_BED };

typedef struct mind {
    dw_fake_run run;
    dw_goap_state state;
} mind;

static void open(mind *it, const char *text)
{
    dw_fake_run_open(&it->run, &dw_runtime_goap, &it->state, text);
}

static void close(mind *it)
{
    dw_fake_run_close(&it->run);
}

static uint8_t step(mind *it)
{
    return dw_fake_run_step(&it->run);
}

static void set(mind *it, dw_fact fact, int32_t value)
{
    it->run.facts.of[fact] = value;
}

static void get_hungry(mind *it)
{
    set(it, DW_FACT_hungry, 1);
    set(it, DW_FACT_hunger, 800);
}

static void without_a_goal_the_other_skill_runs(void **state)
{
    (void)state;
    mind it;
    open(&it, dog);
    assert_int_equal(step(&it), DW_GOAP_OTHERWISE);
    dw_run_view view;
    dw_runtime_goap.explain(it.run.program, &it.state, it.run.node, &view);
    assert_string_equal(view.name, "otherwise");
    assert_string_equal(view.branch, "");
    close(&it);
}

static void a_hungry_dog_plans_to_find_food_and_to_eat_it(void **state)
{
    (void)state;
    mind it;
    open(&it, dog);
    get_hungry(&it);
    assert_int_equal(step(&it), LOOK_FOR_FOOD);
    assert_int_equal(it.run.cause, DW_CAUSE_NEED);
    assert_int_equal(it.state.cost, 60);
    dw_run_view view;
    dw_runtime_goap.explain(it.run.program, &it.state, it.run.node, &view);
    assert_string_equal(view.name, "look_for_food");
    assert_string_equal(view.branch, "fed: look_for_food, eat");
    set(&it, DW_FACT_food_near, 1);
    assert_int_equal(step(&it), EAT); /* In the tick in which it senses the food. */
    close(&it);
}

/* The cheaper way is taken as soon as it is there, and left when it is gone. */
static void a_fact_that_changes_makes_another_plan_in_the_same_tick(void **state)
{
    (void)state;
    mind it;
    open(&it, dog);
    get_hungry(&it);
    assert_int_equal(step(&it), LOOK_FOR_FOOD);
    set(&it, DW_FACT_guard_near, 1);
    assert_int_equal(step(&it), BEG);
    assert_int_equal(it.run.cause, DW_CAUSE_SIGHTING);
    set(&it, DW_FACT_guard_near, 0);
    assert_int_equal(step(&it), LOOK_FOR_FOOD);
    set(&it, DW_FACT_light, 70); /* Nothing that it plans with. */
    const dw_goap_state before = it.state;
    assert_int_equal(step(&it), LOOK_FOR_FOOD);
    assert_memory_equal(&before, &it.state, sizeof before);
    close(&it);
}

static void an_emergency_replaces_the_plan_in_the_same_tick_and_the_plan_comes_back(void **state)
{
    (void)state;
    mind it;
    open(&it, dog);
    get_hungry(&it);
    set(&it, DW_FACT_food_near, 1);
    assert_int_equal(step(&it), EAT);
    set(&it, DW_FACT_afraid, 1);
    assert_int_equal(step(&it), FLEE);
    assert_int_equal(it.run.cause, DW_CAUSE_NEED);
    set(&it, DW_FACT_afraid, 0);
    assert_int_equal(step(&it), EAT);
    assert_int_equal(it.run.cause, DW_CAUSE_DONE);
    close(&it);
}

/* The skill says that it is done, but there is still no food: it is not eaten, and the next best
 * action is tried until the retry ticks are over. */
static void effects_are_sensed_and_never_assumed(void **state)
{
    (void)state;
    mind it;
    open(&it, dog);
    get_hungry(&it);
    set(&it, DW_FACT_guard_near, 1);
    it.run.answer = DW_SKILL_DONE;
    assert_int_equal(step(&it), BEG);
    it.run.answer = DW_SKILL_RUNNING;
    assert_int_equal(step(&it), LOOK_FOR_FOOD);
    assert_int_equal(it.run.cause, DW_CAUSE_DONE);
    for (int tick = 0; tick < 99; tick++) {
        assert_int_equal(step(&it), LOOK_FOR_FOOD);
    }
    assert_int_equal(step(&it), BEG);
    assert_int_equal(it.run.cause, DW_CAUSE_TIMER);
    close(&it);
}

static void an_action_that_gave_what_it_should_is_followed_by_the_next(void **state)
{
    (void)state;
    mind it;
    open(&it, dog);
    get_hungry(&it);
    it.run.answer = DW_SKILL_DONE;
    assert_int_equal(step(&it), LOOK_FOR_FOOD);
    set(&it, DW_FACT_food_near, 1);
    assert_int_equal(step(&it), EAT);
    set(&it, DW_FACT_hungry, 0);
    assert_int_equal(step(&it), DW_GOAP_OTHERWISE);
    assert_int_equal(it.state.set_aside, 0);
    close(&it);
}

static void an_action_that_fails_or_is_late_is_set_aside(void **state)
{
    (void)state;
    mind it;
    open(&it, dog);
    get_hungry(&it);
    set(&it, DW_FACT_food_near, 1);
    it.run.answer = DW_SKILL_FAILED;
    assert_int_equal(step(&it), EAT);
    it.run.answer = DW_SKILL_RUNNING;
    assert_int_equal(step(&it), DW_GOAP_OTHERWISE); /* Nothing else ends hunger. */
    assert_int_equal(it.run.cause, DW_CAUSE_BLOCKED);
    for (int tick = 0; tick < 99; tick++) {
        assert_int_equal(step(&it), DW_GOAP_OTHERWISE);
    }
    assert_int_equal(step(&it), EAT);
    set(&it, DW_FACT_food_near, 0);
    assert_int_equal(step(&it), LOOK_FOR_FOOD);
    for (int tick = 0; tick < 501; tick++) {
        assert_int_equal(it.run.node, LOOK_FOR_FOOD);
        (void)step(&it);
    }
    assert_int_equal(it.run.node, DW_GOAP_OTHERWISE);
    close(&it);
}

static void points_that_waver_do_not_make_the_goal_waver(void **state)
{
    (void)state;
    mind it;
    open(&it, dog);
    get_hungry(&it);
    set(&it, DW_FACT_tired, 1);
    set(&it, DW_FACT_can_lie_here, 1);
    assert_int_equal(step(&it), LOOK_FOR_FOOD); /* 480 points against 400. */
    uint32_t changes = 0;
    for (int tick = 0; tick < 100; tick++) {
        set(&it, DW_FACT_hunger, tick % 2 == 0 ? 640 : 700); /* 384 and 420 points. */
        const uint8_t before = it.run.node;
        changes += step(&it) != before ? 1 : 0;
    }
    assert_int_equal(changes, 0);
    set(&it, DW_FACT_hunger, 500);
    assert_int_equal(step(&it), SLEEP);
    close(&it);
}

static void one_condition_of_several_is_enough_for_a_goal(void **state)
{
    (void)state;
    mind it;
    open(&it, dog);
    set(&it, DW_FACT_energy, 50);
    set(&it, DW_FACT_tired, 1);
    assert_int_equal(step(&it), FIND_BED);
    close(&it);
}

static void a_loaded_state_that_names_what_is_not_there_is_refused(void **state)
{
    (void)state;
    mind it;
    open(&it, dog);
    get_hungry(&it);
    (void)step(&it);
    assert_true(dw_runtime_goap.is_sound(it.run.program, &it.state));
    const dw_goap_state good = it.state;
    it.state.goal = RESTED + 1;
    assert_false(dw_runtime_goap.is_sound(it.run.program, &it.state));
    it.state = good;
    it.state.actions[1] = FIND_BED + 1;
    assert_false(dw_runtime_goap.is_sound(it.run.program, &it.state));
    it.state = good;
    it.state.cause = DW_CAUSE_COUNT;
    assert_false(dw_runtime_goap.is_sound(it.run.program, &it.state));
    close(&it);
}

#define ACTION "\"actions\": {\"go\": {\"skill\": \"wait\", \"gives\": \"detected\", \"cost\": 1}}"
#define GOAL   "\"goals\": {\"see\": {\"want\": \"detected\"}}"

static void each_mistake_in_a_file_is_named_with_its_place(void **state)
{
    (void)state;
    dw_fake_run_refuses(&dw_runtime_goap, "{\"form\": \"goap\", " ACTION "}",
                        "goals: must be an object of 1 to 16 members");
    dw_fake_run_refuses(&dw_runtime_goap,
                        "{\"form\": \"goap\", \"goals\": {\"see\": {}}, " ACTION "}",
                        "goals.see.want: must name at least one fact");
    dw_fake_run_refuses(
        &dw_runtime_goap,
        "{\"form\": \"goap\", \"goals\": {\"see\": {\"want\": [\"alert\", \"!alert\"]}}, " ACTION
        "}",
        "goals.see.want[1]: \"!alert\" contradicts the rest of the list");
    dw_fake_run_refuses(&dw_runtime_goap,
                        "{\"form\": \"goap\", " GOAL
                        ", \"actions\": {\"go\": {\"skill\": \"wait\", \"cost\": 1}}}",
                        "actions.go: `gives` is missing: no plan would ever use the action");
    dw_fake_run_refuses(&dw_runtime_goap,
                        "{\"form\": \"goap\", " GOAL
                        ", \"actions\": {\"go\": {\"skill\": \"wait\", \"gives\": \"detected\"}}}",
                        "actions.go: `cost` is missing: a whole number");
    dw_fake_run_refuses(
        &dw_runtime_goap,
        "{\"form\": \"goap\", \"goals\": {\"see\": {\"want\": \"detected\", \"priority\": "
        "[{\"fact\": \"hunger\", \"curve\": \"steep\"}]}}, " ACTION "}",
        "goals.see.priority[0]: `curve` must be linear, quadratic or logistic");
}

static dw_fake_findings check(const char *text)
{
    dw_goap_state state;
    return dw_fake_run_check(&dw_runtime_goap, &state, text);
}

static void a_sound_file_has_no_findings(void **state)
{
    (void)state;
    assert_string_equal(check(dog).text, "");
}

/* The only fact that matters is food_near: without it one step is to be found. */
static void plans_are_judged_from_each_situation(void **state)
{
    (void)state;
    mind it;
    uint32_t plans = 0;
    double ratio = 0;
    open(&it, "{\"form\": \"goap\", \"goals\": {\"near\": {\"want\": \"food_near\"}}, \"actions\": "
              "{\"look\": {\"skill\": \"wander\", \"gives\": \"food_near\", \"cost\": 7}, "
              "\"dear\": {\"skill\": \"wander\", \"gives\": \"food_near\", \"cost\": 9}}}");
    dw_goap_judge_plans(it.run.program, &plans, &ratio);
    assert_int_equal(plans, 2); /* With it there is nothing to do, and that costs nothing. */
    assert_true(ratio == 1.0);
    close(&it);
}

#define ATTACKED "attacked while it eats: it does not react (touched, afraid)\n"

static void goals_that_no_plan_reaches_and_idle_actions_are_found(void **state)
{
    (void)state;
    const dw_fake_findings found =
        check("{\"form\": \"goap\", \"goals\": {"
              " \"fed\": {\"when\": \"hungry\", \"want\": \"!hungry\"},"
              " \"seen\": {\"want\": \"caught\"}},"
              " \"actions\": {"
              " \"eat\": {\"skill\": \"eat\", \"needs\": \"food_near\", \"gives\": "
              "\"!hungry\", \"cost\": 1},"
              " \"dear\": {\"skill\": \"eat\", \"needs\": \"food_near\", \"gives\": "
              "\"!hungry\", \"cost\": 2}"
              "}}");
    assert_string_equal(found.text,
                        "goals.fed: no plan in 1 of 2 situations, for example: hungry !food_near\n"
                        "goals.seen: no plan reaches what it wants\n"
                        "actions.eat: " ATTACKED "actions.dear: no plan ever uses it\n"
                        "actions.dear: " ATTACKED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_goal_the_other_skill_runs),
        cmocka_unit_test(a_hungry_dog_plans_to_find_food_and_to_eat_it),
        cmocka_unit_test(a_fact_that_changes_makes_another_plan_in_the_same_tick),
        cmocka_unit_test(an_emergency_replaces_the_plan_in_the_same_tick_and_the_plan_comes_back),
        cmocka_unit_test(effects_are_sensed_and_never_assumed),
        cmocka_unit_test(an_action_that_gave_what_it_should_is_followed_by_the_next),
        cmocka_unit_test(an_action_that_fails_or_is_late_is_set_aside),
        cmocka_unit_test(points_that_waver_do_not_make_the_goal_waver),
        cmocka_unit_test(one_condition_of_several_is_enough_for_a_goal),
        cmocka_unit_test(a_loaded_state_that_names_what_is_not_there_is_refused),
        cmocka_unit_test(each_mistake_in_a_file_is_named_with_its_place),
        cmocka_unit_test(a_sound_file_has_no_findings),
        cmocka_unit_test(plans_are_judged_from_each_situation),
        cmocka_unit_test(goals_that_no_plan_reaches_and_idle_actions_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
