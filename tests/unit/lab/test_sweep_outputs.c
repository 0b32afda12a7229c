/* What a sweep says of points that are made up: which is the best, the tables, CSV and JSON,
 * against texts that were read and checked once (folder sweep_outputs). */
#include "server/lab/sweep.h"
#include "server/lab/sweep_output.h"
#include "tests/support/recorded_text.h"
#include "tests/support/test.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 10, CELLS = 2, POINTS = 3 };

static dw_matrix_plan plan;
static dw_sweep sweep;
static dw_sweep_point points[POINTS];
static dw_sweep_cell cells[POINTS][CELLS];
static dw_map map = {.name = "the, manor"};

/* Wins of the intruders in each cell, and pairs of the guards. */
static const uint32_t won[POINTS][CELLS] = {{2, 5}, {4, 5}, {5, 4}};
static const uint32_t first_only[POINTS][CELLS] = {{6, 1}, {3, 2}, {4, 3}};
static const uint32_t second_only[POINTS][CELLS] = {{1, 0}, {1, 1}, {0, 2}};

static int set_up(void **state)
{
    (void)state;
    plan = (dw_matrix_plan){
        .map_count = 1,
        .count_count = 1,
        .guards_count = 2,
        .policy_count = 2,
        .maps = {{.map = &map}},
        .counts = {3},
        .guards = {{.name = "cut, off"}, {.name = "mute"}},
        .policies = {dw_policy_find("rush"), dw_policy_find("careful")},
        .ruleset = "standard",
        .first_seed = 7,
        .seed_count = SEEDS,
        .ticks_max = 20000,
        .cell_count = 4,
        .match_count = 4 * SEEDS,
    };
    memset(points, 0, sizeof points);
    memset(cells, 0, sizeof cells);
    sweep = (dw_sweep){.plan = &plan,
                       .field_count = 2,
                       .band = {0.35, 0.55},
                       .target = 0.45,
                       .cell_count = CELLS,
                       .point_count = POINTS,
                       .points = points,
                       .cells = cells[0]};
    dw_error error = {""};
    assert_int_equal(dw_sweep_field_parse(&sweep.fields[0], "strategy.answer=go..cutoff", &error),
                     DW_OK);
    assert_int_equal(dw_sweep_field_parse(&sweep.fields[1], "catch_ticks=60..90", &error), DW_OK);
    for (uint32_t p = 0; p < POINTS; p++) {
        points[p].values[0] = (int32_t)p % 2;
        points[p].values[1] = 60 + 15 * (int32_t)p;
        points[p].offset = p == 0 ? -0.25 : 0.05;
        points[p].gain = 0.1 * (double)(p + 1);
        points[p].in_band = p > 0;
        points[p].cells = cells[p];
        for (uint32_t c = 0; c < CELLS; c++) {
            cells[p][c] = (dw_sweep_cell){.cell = c,
                                          .won = won[p][c],
                                          .lost = SEEDS - won[p][c] - 1,
                                          .timeouts = 1,
                                          .pairs = {.total = SEEDS,
                                                    .first_only = first_only[p][c],
                                                    .second_only = second_only[p][c]}};
        }
    }
    return 0;
}

static const dw_sweep_point *best(void)
{
    return dw_sweep_best(&sweep);
}

static void of_the_points_in_the_band_the_one_with_most_gain_is_best(void **state)
{
    (void)state;
    assert_ptr_equal(best(), &points[2]);
    points[2].gain = points[1].gain; /* Of equals the first. */
    assert_ptr_equal(best(), &points[1]);
    points[0].gain = 0.9; /* Out of the band. */
    assert_ptr_equal(best(), &points[1]);
}

static void without_another_way_of_guards_the_nearest_to_the_target_is_best(void **state)
{
    (void)state;
    plan.guards_count = 1;
    points[1].offset = 0.04;
    points[2].offset = -0.03;
    assert_ptr_equal(best(), &points[2]);
    points[1].offset = -0.03;
    assert_ptr_equal(best(), &points[1]);
    points[2].in_band = false;
    points[2].offset = 0;
    assert_ptr_equal(best(), &points[1]);
}

static void with_no_point_in_the_band_the_nearest_to_the_target_is_best(void **state)
{
    (void)state;
    points[1].in_band = false;
    points[2].in_band = false;
    points[1].offset = 0.3;
    points[2].offset = -0.3;
    assert_ptr_equal(best(), &points[0]);
    points[0].offset = 0.31;
    assert_ptr_equal(best(), &points[1]);
}

static void both_ends_of_the_band_belong_to_it(void **state)
{
    (void)state;
    sweep.band = (dw_interval){0.2, 0.4};
    static const bool inside[] = {false, false, true, true, true, false};
    for (uint32_t wins = 0; wins < sizeof inside / sizeof inside[0]; wins++) {
        const dw_sweep_cell cell = {.won = wins};
        assert_true(dw_sweep_cell_in_band(&sweep, &cell) == inside[wins]);
    }
}

static void write_tables(FILE *out)
{
    dw_sweep_table_head(out, &sweep);
    for (uint32_t p = 0; p < POINTS; p++) {
        dw_sweep_table_point(out, &sweep, &points[p]);
    }
    dw_sweep_table_best(out, &sweep);
}

static void write_csv(FILE *out)
{
    dw_sweep_csv_write(out, &sweep);
}

/* One line for each part of the JSON, and for each point. */
static void write_json_lines(FILE *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *whole = open_memstream(&text, &size);
    assert_non_null(whole);
    dw_sweep_json_write(whole, &sweep);
    assert_int_equal(fclose(whole), 0);
    json_t *all = json_loads(text, 0, NULL);
    assert_non_null(all);
    const char *key = NULL;
    json_t *part = NULL;
    json_object_foreach(all, key, part)
    {
        (void)fprintf(out, "%s\n", key);
        for (uint32_t i = 0; i < (json_is_array(part) ? json_array_size(part) : 1); i++) {
            const json_t *line = json_is_array(part) ? json_array_get(part, i) : part;
            (void)json_dumpf(line, out, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
            (void)fputc('\n', out);
        }
    }
    json_decref(all);
    free(text);
}

static void write_all(FILE *out)
{
    write_tables(out);
    write_csv(out);
    write_json_lines(out);
}

static void expect(const char *name, void (*write)(FILE *out))
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    write(out);
    assert_int_equal(fclose(out), 0);
    dw_recorded_same(name, text);
    free(text);
}

static void a_sweep_that_compares_two_ways_of_guards_is_told_as_checked(void **state)
{
    (void)state;
    expect("lab/sweep_outputs/compared.txt", write_all);
}

static void a_sweep_of_one_way_of_guards_is_told_as_checked(void **state)
{
    (void)state;
    plan.guards_count = 1;
    plan.cell_count = 2;
    sweep.method = DW_SWEEP_GOLDEN;
    expect("lab/sweep_outputs/alone.txt", write_all);
}

static void a_band_that_is_missed_and_points_that_are_alike_are_told(void **state)
{
    (void)state;
    points[1].in_band = false;
    points[2].in_band = false;
    points[0].offset = -0.04;
    memcpy(cells[1], cells[0], sizeof cells[0]);
    expect("lab/sweep_outputs/missed.txt", write_tables); /* Two of three are alike. */
    memcpy(cells[2], cells[0], sizeof cells[0]);
    expect("lab/sweep_outputs/alike.txt", write_tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_SWEEP(test) cmocka_unit_test_setup(test, set_up)
        WITH_SWEEP(of_the_points_in_the_band_the_one_with_most_gain_is_best),
        WITH_SWEEP(without_another_way_of_guards_the_nearest_to_the_target_is_best),
        WITH_SWEEP(with_no_point_in_the_band_the_nearest_to_the_target_is_best),
        WITH_SWEEP(both_ends_of_the_band_belong_to_it),
        WITH_SWEEP(a_sweep_that_compares_two_ways_of_guards_is_told_as_checked),
        WITH_SWEEP(a_sweep_of_one_way_of_guards_is_told_as_checked),
        WITH_SWEEP(a_band_that_is_missed_and_points_that_are_alike_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
