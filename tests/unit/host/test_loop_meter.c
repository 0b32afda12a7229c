/* The time that ticks take: shares of a histogram in steps of 10 us, and its ends. */
#include "server/host/loop_meter.h"
#include "tests/support/test.h"

static dw_loop_meter meter; /* Too large for a stack. */

static void fill(const uint64_t *busy_us, uint32_t count)
{
    memset(&meter, 0, sizeof meter);
    for (uint32_t i = 0; i < count; i++) {
        dw_loop_meter_add(&meter, busy_us[i] * 1000);
    }
}

static void assert_us(double share, uint32_t expected)
{
    const double us = dw_loop_meter_us(&meter, share);
    if (us != (double)expected) {
        fail_msg("share %g: %g us, not %u", share, us, (unsigned)expected);
    }
}

static void a_share_is_told_to_the_next_ten_microseconds(void **state)
{
    (void)state;
    fill((const uint64_t[]){5, 10, 19, 20, 95, 4000, 4001, 4009, 90000, 90001}, 10);
    assert_int_equal(meter.ticks, 10);
    assert_int_equal(meter.max_ns, 90001000);
    assert_us(0, 10);
    assert_us(0.1, 10);
    assert_us(0.2, 20);
    assert_us(0.3, 20);
    assert_us(0.35, 30);
    assert_us(0.4, 30);
    assert_us(0.5, 100);
    assert_us(0.51, 4010);
    assert_us(0.8, 4010);
    assert_us(0.9, 90001); /* Not more than the longest tick took. */
    assert_us(1, 90001);
}

static void from_a_tenth_of_a_second_on_only_the_longest_is_known(void **state)
{
    (void)state;
    fill((const uint64_t[]){99999, 100000, 250000, 170000}, 4);
    assert_us(0.25, 100000);
    assert_us(0.5, 250000);
    assert_us(1, 250000);
}

static void without_ticks_all_is_zero(void **state)
{
    (void)state;
    fill(NULL, 0);
    assert_us(0, 0);
    assert_us(0.99, 0);
    assert_us(1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_share_is_told_to_the_next_ten_microseconds),
        cmocka_unit_test(from_a_tenth_of_a_second_on_only_the_longest_is_known),
        cmocka_unit_test(without_ticks_all_is_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
