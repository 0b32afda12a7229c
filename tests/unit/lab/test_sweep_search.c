/* The golden section and the grid of `sweep`, on functions whose best value is known. */
#include "server/lab/sweep_search.h"
#include "tests/support/test.h"

#include <math.h>

enum { POINTS_MAX = 200 };

typedef double known_function(double value, double best);

/* What was measured, and of which function. */
typedef struct record {
    known_function *function;
    double best;
    uint32_t end_at; /* The search is ended at this point; 0: never. */
    uint32_t count;
    int32_t values[POINTS_MAX][DW_SWEEP_FIELDS_MAX];
    double offsets[POINTS_MAX];
    uint32_t fields;
} record;

static bool measure(void *context, const int32_t *values, double *offset)
{
    record *it = context;
    assert_true(it->count < POINTS_MAX);
    for (uint32_t i = 0; i < it->count; i++) {
        bool same = true;
        for (uint32_t f = 0; f < it->fields; f++) {
            same = same && it->values[i][f] == values[f];
        }
        assert_false(same); /* No point is measured twice. */
    }
    for (uint32_t f = 0; f < it->fields; f++) {
        it->values[it->count][f] = values[f];
    }
    *offset = it->function(values[0], it->best);
    it->offsets[it->count++] = *offset;
    return it->count != it->end_at;
}

static int32_t best_value(const record *it)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < it->count; i++) {
        best = fabs(it->offsets[i]) < fabs(it->offsets[best]) ? i : best;
    }
    return it->values[best][0];
}

static double line(double value, double best)
{
    return (value - best) / 100;
}

static double falling_line(double value, double best)
{
    return (best - value) / 100;
}

static double parabola(double value, double best)
{
    return (value - best) * (value - best);
}

/* A win rate that is 0 up to a value, then rises to 1 and stays: flat on both sides of the best. */
static double saturated(double value, double best)
{
    const double rate = (value - best) / 20 + 0.35;
    return (rate < 0 ? 0 : rate > 1 ? 1 : rate) - 0.35;
}

static double saturated_falling(double value, double best)
{
    const double rate = (best - value) / 20 + 0.35;
    return (rate < 0 ? 0 : rate > 1 ? 1 : rate) - 0.35;
}

static record searched(known_function *function, double best, int32_t low, int32_t high,
                       uint32_t points_max)
{
    record it = {.function = function, .best = best, .fields = 1};
    const dw_sweep_range range = {low, high};
    assert_true(dw_sweep_golden(&range, points_max, measure, &it));
    for (uint32_t i = 0; i < it.count; i++) {
        assert_true(it.values[i][0] >= low && it.values[i][0] <= high);
    }
    return it;
}

static void golden_section_finds_each_best_value(void **state)
{
    (void)state;
    known_function *const functions[] = {line, falling_line, parabola, saturated,
                                         saturated_falling};
    for (int32_t length = 1; length <= 60; length++) {
        for (int32_t best = -7; best <= -7 + length; best++) {
            for (uint32_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
                const record it = searched(functions[f], best, -7, -7 + length, POINTS_MAX);
                assert_int_equal(best_value(&it), best);
            }
        }
    }
}

static void golden_section_needs_few_points(void **state)
{
    (void)state;
    /* 36001 values: 2 ends, and 0.618 of the bracket is left after each further point. */
    for (int32_t best = 0; best <= 36000; best += 137) {
        const record it = searched(parabola, best, 0, 36000, POINTS_MAX);
        assert_int_equal(best_value(&it), best);
        assert_true(it.count <= 26);
    }
}

static void fewer_points_come_close(void **state)
{
    (void)state;
    for (int32_t best = 0; best <= 1000; best++) {
        const record it = searched(line, best, 0, 1000, 10);
        assert_true(it.count <= 10);
        assert_true(fabs((double)best_value(&it) - best) <=
                    21); /* 0.382 * 0.618^7 * 1000, rounded */
    }
}

static void both_ends_are_measured(void **state)
{
    (void)state;
    const record it = searched(line, 2000, 10, 1000, 10); /* The best lies outside. */
    assert_int_equal(it.values[0][0], 10);
    assert_int_equal(it.values[1][0], 1000);
    assert_int_equal(best_value(&it), 1000);
}

static void the_whole_range_of_a_number_is_searched(void **state)
{
    (void)state;
    const record it = searched(line, 12345678, INT32_MIN, INT32_MAX, POINTS_MAX);
    assert_int_equal(best_value(&it), 12345678);
}

static void a_search_ends_when_told(void **state)
{
    (void)state;
    const dw_sweep_range range = {0, 1000};
    for (uint32_t end_at = 1; end_at < 8; end_at++) {
        record it = {.function = line, .best = 300, .fields = 1, .end_at = end_at};
        assert_false(dw_sweep_golden(&range, POINTS_MAX, measure, &it));
        assert_int_equal(it.count, end_at);
        record grid = {.function = line, .best = 300, .fields = 1, .end_at = end_at};
        assert_false(dw_sweep_grid(&range, 1, 9, measure, &grid));
        assert_int_equal(grid.count, end_at);
    }
}

static void a_grid_is_even_and_has_both_ends(void **state)
{
    (void)state;
    const dw_sweep_range range = {-100, 101};
    record it = {.function = line, .best = 20, .fields = 1};
    assert_true(dw_sweep_grid(&range, 1, 5, measure, &it));
    const int32_t wanted[] = {-100, -50, 1, 51, 101};
    assert_int_equal(it.count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(it.values[i][0], wanted[i]);
    }
    assert_int_equal(best_value(&it), 1);
}

static void a_grid_of_two_has_each_pair_once(void **state)
{
    (void)state;
    const dw_sweep_range ranges[] = {{0, 2}, {10, 40}}; /* Three values, and four of 31. */
    record it = {.function = line, .best = 0, .fields = 2};
    assert_true(dw_sweep_grid(ranges, 2, 4, measure, &it));
    assert_int_equal(it.count, 12);
    for (uint32_t i = 0; i < it.count; i++) {
        assert_int_equal(it.values[i][0], (int32_t)i / 4);
        assert_int_equal(it.values[i][1], 10 + 10 * ((int32_t)i % 4));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_section_finds_each_best_value),
        cmocka_unit_test(golden_section_needs_few_points),
        cmocka_unit_test(fewer_points_come_close),
        cmocka_unit_test(both_ends_are_measured),
        cmocka_unit_test(the_whole_range_of_a_number_is_searched),
        cmocka_unit_test(a_search_ends_when_told),
        cmocka_unit_test(a_grid_is_even_and_has_both_ends),
        cmocka_unit_test(a_grid_of_two_has_each_pair_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
