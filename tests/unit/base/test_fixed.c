#include "common/base/fixed.h"
#include "tests/support/test.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static void the_sine_is_within_one_of_the_real_one_at_every_angle(void **state)
{
    (void)state;
    for (uint32_t angle = 0; angle < DW_BAM_TURN; angle++) {
        const double real = sin(angle * 2.0 * pi / DW_BAM_TURN) * DW_SINE_ONE;
        assert_true(fabs(dw_sine_bam((uint16_t)angle) - real) <= 1.0);
    }
}

/* Every machine has to compute the same, so that a table that is off by one is another game. */
static void the_sine_is_rounded_to_nearest_where_nothing_is_interpolated(void **state)
{
    (void)state;
    for (uint32_t step = 0; step <= 1024; step++) {
        const int64_t real = llround(sin(step / 1024.0 * pi / 2) * DW_SINE_ONE);
        assert_int_equal(dw_sine_bam((uint16_t)(step * (DW_BAM_QUARTER / 1024))), real);
    }
}

static void sine_and_cosine_are_exact_at_quarter_turns(void **state)
{
    (void)state;
    assert_int_equal(dw_sine_bam(0), 0);
    assert_int_equal(dw_sine_bam(DW_BAM_QUARTER), DW_SINE_ONE);
    assert_int_equal(dw_sine_bam(DW_BAM_HALF), 0);
    assert_int_equal(dw_sine_bam(3 * DW_BAM_QUARTER), -DW_SINE_ONE);
    assert_int_equal(dw_cosine_bam(0), DW_SINE_ONE);
    assert_int_equal(dw_cosine_bam(DW_BAM_HALF), -DW_SINE_ONE);
}

static void the_angle_of_a_vector_is_within_two_units_at_any_length(void **state)
{
    (void)state;
    static const int64_t lengths[] = {1000, 500000, 100000000};
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
        for (uint32_t angle = 0; angle < DW_BAM_TURN; angle += 7) {
            const double radians = angle * 2.0 * pi / DW_BAM_TURN;
            const int64_t x = llround(cos(radians) * (double)lengths[l]);
            const int64_t y = llround(sin(radians) * (double)lengths[l]);
            const double real = atan2((double)y, (double)x) / (2.0 * pi) * DW_BAM_TURN;
            const double off = remainder((double)dw_angle_bam(x, y) - real, (double)DW_BAM_TURN);
            assert_true(fabs(off) <= 2.0);
        }
    }
}

static void the_eight_directions_are_exact_angles(void **state)
{
    (void)state;
    assert_int_equal(dw_angle_bam(5, 0), 0);
    assert_int_equal(dw_angle_bam(5, 5), 8192);
    assert_int_equal(dw_angle_bam(0, 5), 16384);
    assert_int_equal(dw_angle_bam(-5, 5), 24576);
    assert_int_equal(dw_angle_bam(-5, 0), 32768);
    assert_int_equal(dw_angle_bam(-5, -5), 40960);
    assert_int_equal(dw_angle_bam(0, -5), 49152);
    assert_int_equal(dw_angle_bam(5, -5), 57344);
    assert_int_equal(dw_angle_bam(0, 0), 0);
}

static void a_turn_takes_the_short_way_and_stops_at_the_goal(void **state)
{
    (void)state;
    assert_int_equal(dw_turn_towards_bam(100, 65436, 50), 50);
    assert_int_equal(dw_turn_towards_bam(65500, 100, 50), 14);
    assert_int_equal(dw_turn_towards_bam(100, 120, 50), 120);
    assert_int_equal(dw_turn_bam(0, 32768), -32768);
}

static void the_square_root_is_the_largest_whole_number_that_fits(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 100000; i++) {
        const uint64_t root = dw_isqrt(i);
        assert_true(root * root <= i && (root + 1) * (root + 1) > i);
    }
    assert_int_equal(dw_isqrt(UINT64_MAX), UINT32_MAX);
    assert_int_equal(dw_isqrt(UINT64_C(4294967295) * 4294967295), 4294967295);
    assert_int_equal(dw_isqrt(UINT64_C(4294967295) * 4294967295 - 1), 4294967294);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sine_is_within_one_of_the_real_one_at_every_angle),
        cmocka_unit_test(the_sine_is_rounded_to_nearest_where_nothing_is_interpolated),
        cmocka_unit_test(sine_and_cosine_are_exact_at_quarter_turns),
        cmocka_unit_test(the_angle_of_a_vector_is_within_two_units_at_any_length),
        cmocka_unit_test(the_eight_directions_are_exact_angles),
        cmocka_unit_test(a_turn_takes_the_short_way_and_stops_at_the_goal),
        cmocka_unit_test(the_square_root_is_the_largest_whole_number_that_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
