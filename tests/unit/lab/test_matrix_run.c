/* The workers of a matrix: each match that is missing is played once, by any number of them, and
 * the time that they took is counted. */
#include "server/lab/lab_match.h"
#include "server/lab/matrix_run.h"
#include "tests/support/test.h"

#include <string.h>

enum { SEEDS = 9, FIRST_SEED = 5, TICKS = 90, MATCHES = 2 * SEEDS };

static dw_matrix_plan plan;

static int set_up(void **state)
{
    (void)state;
    const dw_matrix_request request = {.maps = "training",
                                       .guards = "null",
                                       .intruders = "random,idle",
                                       .counts = "2",
                                       .seeds = "5-13",
                                       .ticks_max = TICKS};
    dw_error error = {""};
    return dw_matrix_plan_create(&plan, &request, &error) == DW_OK ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    dw_matrix_plan_destroy(&plan);
    return 0;
}

static dw_matrix_rows open_rows(void)
{
    dw_error error = {""};
    dw_matrix_rows rows;
    assert_int_equal(dw_matrix_rows_open(&rows, NULL, 1, &plan, &error), DW_OK);
    return rows;
}

static dw_matrix_run run_with(dw_matrix_rows *rows, uint32_t processes)
{
    dw_error error = {""};
    dw_matrix_run run;
    assert_int_equal(dw_matrix_run_all("test", &plan, rows, processes, &run, &error), DW_OK);
    return run;
}

static void each_match_is_played_once_by_any_number_of_workers(void **state)
{
    (void)state;
    dw_matrix_rows one = open_rows();
    const dw_matrix_run run = run_with(&one, 1);
    assert_int_equal(run.played, MATCHES);
    assert_int_equal(one.done, MATCHES);
    assert_true(run.processor_s > 0 && run.wall_s > 0);
    assert_true(run.processor_s < run.wall_s + 0.1); /* One process has one processor. */
    for (uint32_t processes = 2; processes <= 4; processes += 2) {
        dw_matrix_rows many = open_rows();
        assert_int_equal(run_with(&many, processes).played, MATCHES);
        for (uint32_t match = 0; match < MATCHES; match++) {
            assert_memory_equal(&many.rows[match].match, &one.rows[match].match,
                                sizeof one.rows[match].match);
        }
        assert_memory_equal(many.heats, one.heats, sizeof *one.heats);
        dw_matrix_rows_close(&many);
    }
    dw_matrix_rows_close(&one);
}

/* Against the same match without a matrix. */
static void a_row_is_the_match_of_its_seed_and_cell(void **state)
{
    (void)state;
    dw_matrix_rows rows = open_rows();
    (void)run_with(&rows, 2);
    for (uint32_t match = 0; match < MATCHES; match += SEEDS - 1) {
        const dw_matrix_cell_key key = dw_matrix_plan_key(&plan, match / SEEDS);
        const dw_lab_data data = dw_matrix_plan_data(&plan, &key);
        const dw_lab_match_config config = {.data = &data,
                                            .brain = plan.guards[0].brain,
                                            .policy = plan.policies[key.policy],
                                            .intruders = 2,
                                            .ticks_max = TICKS};
        dw_lab_match *lab = NULL;
        dw_error error = {""};
        dw_lab_result result;
        assert_int_equal(dw_lab_match_create(&lab, &config, &error), DW_OK);
        dw_lab_match_run(lab, FIRST_SEED + match % SEEDS, &result);
        assert_true(rows.rows[match].match.hash == result.hash);
        assert_int_equal(rows.rows[match].match.ticks, result.ticks);
        dw_lab_match_destroy(lab);
    }
    dw_matrix_rows_close(&rows);
}

static void matches_that_are_there_are_not_played_again(void **state)
{
    (void)state;
    dw_matrix_rows rows = open_rows();
    for (uint32_t match = 0; match < MATCHES; match++) {
        if (match != 3 && match != MATCHES - 1) {
            rows.rows[match].done = true;
            rows.rows[match].match.ticks = 77;
            rows.done++;
        }
    }
    assert_int_equal(run_with(&rows, 2).played, 2);
    for (uint32_t match = 0; match < MATCHES; match++) {
        assert_true(rows.rows[match].done);
        assert_int_equal(rows.rows[match].match.ticks,
                         match != 3 && match != MATCHES - 1 ? 77 : TICKS);
    }
    const dw_matrix_run none = run_with(&rows, 2); /* All are there. */
    assert_int_equal(none.played, 0);
    assert_true(none.wall_s == 0 && none.processor_s == 0);
    dw_matrix_rows_close(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_match_is_played_once_by_any_number_of_workers),
        cmocka_unit_test(a_row_is_the_match_of_its_seed_and_cell),
        cmocka_unit_test(matches_that_are_there_are_not_played_again),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
