/* What a sweep refuses before a match is played, and how many points it has. */
#include "server/lab/sweep.h"
#include "tests/support/test.h"

#include <string.h>

static dw_matrix_plan plan;
static dw_sweep sweep;

static int set_up(void **state)
{
    (void)state;
    plan = (dw_matrix_plan){
        .map_count = 1, .guards_count = 2, .policy_count = 3, .count_count = 1, .cell_count = 6};
    plan.maps[0].rules = dw_ruleset_reference();
    sweep = (dw_sweep){.plan = &plan, .method = DW_SWEEP_GRID, .steps = 5};
    return 0;
}

static void give_field(const char *text)
{
    dw_error error = {""};
    assert_int_equal(dw_sweep_field_parse(&sweep.fields[sweep.field_count++], text, &error), DW_OK);
}

static void accepts(void)
{
    dw_error error = {""};
    if (dw_sweep_create(&sweep, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(sweep.cell_count, 3); /* Those of the first guards. */
    assert_int_equal(sweep.point_count, 0);
    assert_non_null(sweep.points);
    assert_non_null(sweep.cells);
    dw_sweep_destroy(&sweep);
    assert_null(sweep.points);
    assert_null(sweep.cells);
}

static void refuses(const char *expected)
{
    dw_error error = {""};
    assert_int_not_equal(dw_sweep_create(&sweep, &error), DW_OK);
    assert_string_equal(error.text, expected);
    assert_null(sweep.points); /* Nothing is held. */
}

static void a_grid_has_at_most_four_hundred_points(void **state)
{
    (void)state;
    give_field("catch_ticks=1..1000");
    sweep.steps = 400;
    accepts();
    sweep.steps = 401;
    refuses("--steps 401: 401 points, at most 400");
    give_field("look_ticks_min=4..400");
    sweep.steps = 20;
    accepts();
    sweep.steps = 21;
    refuses("--steps 21: 441 points, at most 400");
}

/* A range has no more points than whole numbers. */
static void a_short_range_gives_all_its_values(void **state)
{
    (void)state;
    give_field("catch_ticks=1..20");
    give_field("look_ticks_min=4..23");
    sweep.steps = 300;
    accepts(); /* 20 by 20. */
    sweep.fields[1].range.high++;
    refuses("--steps 300: 420 points, at most 400");
}

static void golden_takes_one_field_and_three_steps(void **state)
{
    (void)state;
    sweep.method = DW_SWEEP_GOLDEN;
    give_field("catch_ticks=1..1000");
    sweep.steps = 3;
    accepts();
    sweep.steps = 2;
    refuses("--steps 2: --method golden needs at least 3");
    sweep.steps = 400;
    accepts();
    sweep.steps = 401;
    refuses("--steps 401: 401 points, at most 400");
    sweep.steps = 3;
    give_field("look_ticks_min=4..400");
    refuses("--method golden takes one --field");
}

/* Each corner of two ranges alone contradicts what the ruleset says. */
static void a_contradiction_at_any_corner_is_named_with_its_values(void **state)
{
    (void)state;
    static const struct {
        const char *fields[2];
        const char *expected;
    } cases[] = {
        {{"look_ticks_min=100..900", NULL},
         "--field: look_ticks_min=900: look_ticks_max: 480 is below look_ticks_min, which is 900"},
        {{"look_ticks_max=50..900", NULL},
         "--field: look_ticks_max=50: look_ticks_max: 50 is below look_ticks_min, which is 120"},
        {{"look_ticks_min=100..900", "look_ticks_max=500..1000"},
         "--field: look_ticks_min=900,look_ticks_max=500: look_ticks_max: 500 is below "
         "look_ticks_min, which is 900"},
        {{"look_ticks_max=500..1000", "look_ticks_min=100..900"},
         "--field: look_ticks_max=500,look_ticks_min=900: look_ticks_max: 500 is below "
         "look_ticks_min, which is 900"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        (void)set_up(NULL);
        for (uint32_t f = 0; f < 2 && cases[i].fields[f] != NULL; f++) {
            give_field(cases[i].fields[f]);
        }
        refuses(cases[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_SWEEP(test) cmocka_unit_test_setup(test, set_up)
        WITH_SWEEP(a_grid_has_at_most_four_hundred_points),
        WITH_SWEEP(a_short_range_gives_all_its_values),
        WITH_SWEEP(golden_takes_one_field_and_three_steps),
        WITH_SWEEP(a_contradiction_at_any_corner_is_named_with_its_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
