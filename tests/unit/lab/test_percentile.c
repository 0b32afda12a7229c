/* Percentiles of measured times: the least value that at least a share of all do not exceed. */
#include "server/lab/percentile.h"
#include "tests/support/test.h"

static void assert_share(double share, uint64_t expected)
{
    uint64_t values[] = {UINT64_C(5000000000), 30, 10, 20, 20, 50, 40, 60, 80, 70};
    assert_true(dw_percentile(values, 10, share) == (double)expected);
}

static void a_percentile_is_the_least_value_that_the_share_does_not_exceed(void **state)
{
    (void)state;
    assert_share(0, 10);
    assert_share(0.01, 10);
    assert_share(0.1, 10);
    assert_share(0.11, 20);
    assert_share(0.3, 20);
    assert_share(0.5, 40);
    assert_share(0.51, 50);
    assert_share(0.9, 80);
    assert_share(0.99, UINT64_C(5000000000));
    assert_share(1, UINT64_C(5000000000));
}

static void the_values_are_sorted(void **state)
{
    (void)state;
    uint64_t values[] = {3, UINT64_MAX, 0, UINT64_C(1) << 40, 3};
    const uint64_t sorted[] = {0, 3, 3, UINT64_C(1) << 40, UINT64_MAX};
    (void)dw_percentile(values, 5, 0.5);
    assert_memory_equal(values, sorted, sizeof values);
}

static void without_values_it_is_zero_and_of_one_value_it_is_that_value(void **state)
{
    (void)state;
    uint64_t one[] = {42};
    assert_true(dw_percentile(one, 0, 0.5) == 0);
    assert_true(dw_percentile(one, 1, 0) == 42);
    assert_true(dw_percentile(one, 1, 0.5) == 42);
    assert_true(dw_percentile(one, 1, 1) == 42);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_percentile_is_the_least_value_that_the_share_does_not_exceed),
        cmocka_unit_test(the_values_are_sorted),
        cmocka_unit_test(without_values_it_is_zero_and_of_one_value_it_is_that_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
