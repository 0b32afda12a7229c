/* utility.h and score.h: the option with the most points runs. */
#include "server/mind/data/motive.h"
#include "server/mind/data/utility.h"
#include "tests/support/test.h"
#include "tests/unit/mind/fake_run.h"

static const char cat[] =
    "{\"form\": \"utility\", \"hysteresis\": 40, \"retry_ticks\": 30, \"options\": {"
    " \"roam\": {\"skill\": \"wander\", \"priority\": 100},"
    " \"eat\": {\"skill\": \"eat\", \"when\": \"food_near\", \"priority\": ["
    "   {\"fact\": \"hunger\", \"curve\": \"quadratic\", \"weight\": 800}]},"
    " \"sleep\": {\"skill\": \"sleep\", \"when\": \"can_lie_here\", \"priority\": [50,"
    "   {\"fact\": \"energy\", \"from\": 1000, \"to\": 0, \"weight\": 500},"
    "   {\"fact\": \"alert\", \"weight\": -400}]},"
    " \"flee\": {\"skill\": \"flee\", \"when\": [[\"afraid\"], [\"touched\"]], \"priority\": "
    "1000}}}";
enum { ROAM, EAT, SLEEP, FLEE };

typedef struct mind {
    dw_fake_run run;
    dw_utility_state state;
} mind;

static void open(mind *it)
{
    dw_fake_run_open(&it->run, &dw_runtime_utility, &it->state, cat);
}

static uint8_t with(mind *it, dw_fact fact, int32_t value)
{
    it->run.facts.of[fact] = value;
    return dw_fake_run_step(&it->run);
}

static void the_option_with_the_most_points_runs(void **state)
{
    (void)state;
    mind it;
    open(&it);
    it.run.facts.of[DW_FACT_energy] = 1000;
    assert_int_equal(dw_fake_run_step(&it.run), ROAM);
    it.run.facts.of[DW_FACT_food_near] = 1;
    assert_int_equal(with(&it, DW_FACT_hunger, 400), ROAM); /* 128, less than 100 + 40. */
    assert_int_equal(with(&it, DW_FACT_hunger, 450), EAT);  /* 161 */
    assert_int_equal(it.run.cause, DW_CAUSE_NEED);
    it.run.facts.of[DW_FACT_can_lie_here] = 1;
    assert_int_equal(with(&it, DW_FACT_energy, 600), SLEEP); /* 50 + 200. */
    assert_int_equal(with(&it, DW_FACT_alert, 1), EAT);
    assert_int_equal(with(&it, DW_FACT_touched, 1), FLEE);
    assert_int_equal(it.run.cause, DW_CAUSE_SIGHTING);
    dw_fake_run_close(&it.run);
}

/* A need that grows never makes its option lose. */
static void more_hunger_never_gives_food_less_weight(void **state)
{
    (void)state;
    mind it;
    open(&it);
    it.run.facts.of[DW_FACT_energy] = 1000;
    it.run.facts.of[DW_FACT_food_near] = 1;
    bool ate = false;
    for (int32_t hunger = 0; hunger <= 1000; hunger++) {
        const bool eats = with(&it, DW_FACT_hunger, hunger) == EAT;
        assert_true(eats || !ate);
        ate = eats;
    }
    assert_true(ate);
    dw_fake_run_close(&it.run);
}

static void what_runs_has_the_hysteresis_on_its_side(void **state)
{
    (void)state;
    mind it;
    open(&it);
    it.run.facts.of[DW_FACT_energy] = 1000;
    it.run.facts.of[DW_FACT_food_near] = 1;
    assert_int_equal(with(&it, DW_FACT_hunger, 430), EAT); /* 147 against 140. */
    for (int i = 0; i < 50; i++) {
        assert_int_equal(with(&it, DW_FACT_hunger, i % 2 == 0 ? 290 : 430), EAT); /* 67 + 40. */
    }
    assert_int_equal(with(&it, DW_FACT_hunger, 200), ROAM);
    assert_int_equal(it.run.cause, DW_CAUSE_DONE);
    dw_fake_run_close(&it.run);
}

static void an_option_whose_skill_fails_is_set_aside(void **state)
{
    (void)state;
    mind it;
    open(&it);
    it.run.facts.of[DW_FACT_energy] = 1000;
    it.run.facts.of[DW_FACT_food_near] = 1;
    it.run.answer = DW_SKILL_FAILED;
    assert_int_equal(with(&it, DW_FACT_hunger, 900), EAT);
    it.run.answer = DW_SKILL_RUNNING;
    for (int i = 0; i < 29; i++) {
        assert_int_equal(dw_fake_run_step(&it.run), ROAM);
        assert_int_equal(it.run.cause, DW_CAUSE_BLOCKED);
    }
    assert_int_equal(dw_fake_run_step(&it.run), EAT);
    dw_fake_run_close(&it.run);
}

static void an_option_that_is_always_outweighed_is_found(void **state)
{
    (void)state;
    dw_utility_state memory;
    const dw_fake_findings found = dw_fake_run_check(
        &dw_runtime_utility, &memory,
        "{\"form\": \"utility\", \"options\": {"
        " \"roam\": {\"skill\": \"wander\", \"priority\": 100},"
        " \"rest\": {\"skill\": \"sleep\", \"priority\": [{\"fact\": \"hunger\", \"weight\": -5}]},"
        " \"eat\": {\"skill\": \"eat\", \"priority\": [90, {\"fact\": \"hunger\", \"weight\": "
        "20}]}}}");
    assert_string_equal(
        found.text, "options.rest: asleep and in danger: nothing wakes it (disturbed, afraid)\n"
                    "options.rest: never chosen: \"roam\" always has more points\n"
                    "options.eat: attacked while it eats: it does not react (touched, afraid)\n");
    assert_string_equal(dw_fake_run_check(&dw_runtime_utility, &memory, cat).text, "");
}

static void each_mistake_in_a_file_is_named_with_its_place(void **state)
{
    (void)state;
#define OPTION(rest) "{\"form\": \"utility\", \"options\": {\"a\": {\"skill\": \"wait\"" rest "}}}"
    dw_fake_run_refuses(&dw_runtime_utility, "{\"form\": \"utility\"}",
                        "options: must be an object of 1 to 16 members");
    dw_fake_run_refuses(&dw_runtime_utility, OPTION(", \"priority\": 1001"),
                        "options.a.priority: must be a whole number of -1000 to 1000");
    dw_fake_run_refuses(
        &dw_runtime_utility,
        OPTION(", \"priority\": [5, {\"fact\": \"hunger\", \"from\": 9, \"to\": 9}]"),
        "options.a.priority[1]: `from` and `to` must differ");
    dw_fake_run_refuses(&dw_runtime_utility, OPTION(", \"priority\": [{\"weight\": 9}]"),
                        "options.a.priority[0]: `fact` is missing: the name of a fact");
    dw_fake_run_refuses(&dw_runtime_utility, OPTION(", \"when\": [[\"alert\"], [\"alarm\"]]"),
                        "options.a.when[1][0]: unknown fact \"alarm\" (duskwatch-lab brain facts)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_option_with_the_most_points_runs),
        cmocka_unit_test(more_hunger_never_gives_food_less_weight),
        cmocka_unit_test(what_runs_has_the_hysteresis_on_its_side),
        cmocka_unit_test(an_option_whose_skill_fails_is_set_aside),
        cmocka_unit_test(an_option_that_is_always_outweighed_is_found),
        cmocka_unit_test(each_mistake_in_a_file_is_named_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
