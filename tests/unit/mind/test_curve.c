/* curve.h: thousandths from a number, against the same curves in real numbers. */
#include "common/base/rng.h"
#include "server/mind/data/curve.h"
#include "tests/support/test.h"

#include <math.h>

static int32_t at(dw_curve_shape shape, int32_t from, int32_t to, int32_t value)
{
    return dw_curve_at(&(dw_curve){.shape = (uint8_t)shape, .from = from, .to = to}, value);
}

static void a_linear_curve_grows_evenly_between_its_ends(void **state)
{
    (void)state;
    assert_int_equal(at(DW_CURVE_LINEAR, 200, 600, 200), 0);
    assert_int_equal(at(DW_CURVE_LINEAR, 200, 600, 300), 250);
    assert_int_equal(at(DW_CURVE_LINEAR, 200, 600, 600), 1000);
}

static void values_beyond_an_end_count_as_the_end(void **state)
{
    (void)state;
    for (int shape = 0; shape < DW_CURVE_SHAPE_COUNT; shape++) {
        const int32_t low = at((dw_curve_shape)shape, -5, 7, -5);
        const int32_t high = at((dw_curve_shape)shape, -5, 7, 7);
        assert_int_equal(at((dw_curve_shape)shape, -5, 7, INT32_MIN), low);
        assert_int_equal(at((dw_curve_shape)shape, -5, 7, INT32_MAX), high);
        assert_true(low < 10 && high > 990);
    }
}

static void ends_the_other_way_round_make_a_curve_that_falls(void **state)
{
    (void)state;
    for (int shape = 0; shape < DW_CURVE_SHAPE_COUNT; shape++) {
        for (int32_t value = -100; value <= 1100; value++) {
            assert_int_equal(at((dw_curve_shape)shape, 1000, 0, value),
                             at((dw_curve_shape)shape, 0, 1000, 1000 - value));
        }
    }
}

static void curves_are_those_of_real_numbers_within_4_thousandths(void **state)
{
    (void)state;
    for (int32_t x = 0; x <= 1000; x++) {
        const double real = x / 1000.0;
        assert_true(fabs(at(DW_CURVE_QUADRATIC, 0, 1000, x) - 1000 * real * real) < 1.0);
        const double logistic = 1000 / (1 + exp(5 - 10 * real));
        assert_true(fabs(at(DW_CURVE_LOGISTIC, 0, 1000, x) - logistic) <= 4.0);
    }
}

static void a_larger_value_never_counts_less_on_a_curve_that_rises(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 16, 3);
    for (int i = 0; i < 20000; i++) {
        const int32_t from = dw_rng_between(&rng, -1000000, 1000000);
        const int32_t to = from + dw_rng_between(&rng, 1, 1000000);
        const int32_t low = dw_rng_between(&rng, -2000000, 2000000);
        const int32_t high = low + dw_rng_between(&rng, 0, 1000000);
        const dw_curve_shape shape = (dw_curve_shape)dw_rng_below(&rng, DW_CURVE_SHAPE_COUNT);
        const int32_t y = at(shape, from, to, high);
        assert_true(at(shape, from, to, low) <= y);
        assert_in_range(y, 0, DW_CURVE_FULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_linear_curve_grows_evenly_between_its_ends),
        cmocka_unit_test(values_beyond_an_end_count_as_the_end),
        cmocka_unit_test(ends_the_other_way_round_make_a_curve_that_falls),
        cmocka_unit_test(curves_are_those_of_real_numbers_within_4_thousandths),
        cmocka_unit_test(a_larger_value_never_counts_less_on_a_curve_that_rises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
