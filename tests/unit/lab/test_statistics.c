/* Intervals and tests of shares, against printed tables and against brute force. */
#include "server/lab/statistics.h"
#include "tests/support/test.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static const double z = 1.9599639845400545;

static void assert_printed(double value, double printed, int digits)
{
    assert_true(fabs(value - printed) <= 0.5 * pow(10, -digits) + 1e-12);
}

/* R. G. Newcombe, "Two-sided confidence intervals for the single proportion: comparison of seven
 * methods", Statistics in Medicine 17 (1998), Table I, method 3. */
static void score_intervals_are_those_that_newcombe_printed(void **state)
{
    (void)state;
    static const struct {
        uint32_t count, total;
        double low, high;
    } rows[] = {
        {81, 263, 0.2553, 0.3662},
        {15, 148, 0.0624, 0.1605},
        {0, 20, 0.0000, 0.1611},
        {1, 29, 0.0061, 0.1718},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const dw_interval interval = dw_wilson(rows[i].count, rows[i].total);
        assert_printed(interval.low, rows[i].low, 4);
        assert_printed(interval.high, rows[i].high, 4);
    }
}

/* The definition: at both ends the count lies exactly 1.96 standard errors of that end away. */
static void both_ends_of_a_score_interval_are_at_the_edge_of_the_test(void **state)
{
    (void)state;
    for (uint32_t total = 1; total <= 60; total++) {
        for (uint32_t count = 0; count <= total; count++) {
            const dw_interval interval = dw_wilson(count, total);
            const double share = (double)count / total;
            assert_true(interval.low <= share && share <= interval.high);
            const double ends[] = {interval.low, interval.high};
            for (int e = 0; e < 2; e++) {
                const double off = z * sqrt(ends[e] * (1 - ends[e]) / total);
                const bool exact_end = (e == 0 && count == 0) || (e == 1 && count == total);
                assert_true(exact_end || fabs(fabs(share - ends[e]) - off) < 1e-9);
            }
        }
    }
}

/* The chance that `total` draws give `count`, by logarithms. */
static double binomial(uint32_t count, uint32_t total, double share)
{
    return exp(lgamma(total + 1.0) - lgamma(count + 1.0) - lgamma(total - count + 1.0) +
               count * log(share) + (total - count) * log(1 - share));
}

static void a_score_interval_holds_the_share_in_19_of_20_samples_on_average(void **state)
{
    (void)state;
    enum { SHARES = 20 };
    double mean = 0;
    for (int i = 0; i < SHARES; i++) {
        const double share = (i + 0.5) / SHARES;
        for (uint32_t count = 0; count <= 60; count++) {
            const dw_interval interval = dw_wilson(count, 60);
            if (interval.low <= share && share <= interval.high) {
                mean += binomial(count, 60, share);
            }
        }
    }
    mean /= SHARES;
    assert_true(mean > 0.94 && mean < 0.96);
}

static void nothing_counted_says_nothing(void **state)
{
    (void)state;
    const dw_interval share = dw_wilson(0, 0);
    assert_true(share.low == 0 && share.high == 1);
    const dw_pairs none = {0, 0, 0};
    const dw_interval difference = dw_pairs_interval(&none);
    assert_true(difference.low == -1 && difference.high == 1);
    assert_true(dw_pairs_difference(&none) == 0 && dw_mcnemar(&none) == 1);
}

/* S. Siegel, "Nonparametric statistics for the behavioral sciences" (1956), Table D: one-tailed
 * probabilities of the sign test, three decimals. */
static void exact_p_values_are_twice_those_of_the_printed_sign_test(void **state)
{
    (void)state;
    static const struct {
        uint32_t tosses, fewer;
        double printed;
    } rows[] = {{5, 0, 0.031},  {8, 1, 0.035},  {10, 1, 0.011}, {10, 2, 0.055},
                {15, 3, 0.018}, {20, 5, 0.021}, {25, 7, 0.022}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const dw_pairs few = {1000, rows[i].fewer, rows[i].tosses - rows[i].fewer};
        const dw_pairs many = {1000, rows[i].tosses - rows[i].fewer, rows[i].fewer};
        assert_printed(dw_mcnemar(&few) / 2, rows[i].printed, 3);
        assert_true(dw_mcnemar(&few) == dw_mcnemar(&many));
    }
}

static void exact_p_values_count_all_sequences_of_tosses(void **state)
{
    (void)state;
    for (uint32_t tosses = 1; tosses <= 14; tosses++) {
        for (uint32_t first = 0; first <= tosses; first++) {
            uint32_t as_uneven = 0;
            for (uint32_t sequence = 0; sequence < 1u << tosses; sequence++) {
                const int heads = __builtin_popcount(sequence);
                as_uneven += abs(2 * heads - (int)tosses) >= abs(2 * (int)first - (int)tosses);
            }
            const dw_pairs pairs = {tosses, first, tosses - first};
            assert_true(fabs(dw_mcnemar(&pairs) - as_uneven / (double)(1u << tosses)) < 1e-12);
        }
    }
}

/* The same book, Table C: chi-square with one degree of freedom is at least 2.71, 3.84, 5.41, 6.64
 * and 10.83 with probability 0.10, 0.05, 0.02, 0.01 and 0.001. Splits of 100 whose corrected
 * chi-square, ((|b - c| - 1)^2 / 100), lies just below and just above each. */
static void p_values_of_many_pairs_cross_the_printed_bounds_of_chi_square(void **state)
{
    (void)state;
    static const struct {
        uint32_t below, above;
        double printed;
    } rows[] = {{58, 59, 0.10}, {60, 61, 0.05}, {62, 63, 0.02}, {63, 64, 0.01}, {66, 67, 0.001}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const dw_pairs below = {1000, rows[i].below, 100 - rows[i].below};
        const dw_pairs above = {1000, 100 - rows[i].above, rows[i].above};
        assert_true(dw_mcnemar(&below) > rows[i].printed);
        assert_true(dw_mcnemar(&above) < rows[i].printed);
    }
}

static void the_two_ways_to_a_p_value_meet_where_one_takes_over(void **state)
{
    (void)state;
    for (uint32_t first = 10; first <= 40; first++) {
        const dw_pairs exact = {1000, first, DW_MCNEMAR_EXACT_MAX - first};
        const dw_pairs near = {1000, first, DW_MCNEMAR_EXACT_MAX + 1 - first};
        const dw_pairs near_too = {1000, first + 1, DW_MCNEMAR_EXACT_MAX - first};
        const double between = (dw_mcnemar(&near) + dw_mcnemar(&near_too)) / 2;
        assert_true(fabs(dw_mcnemar(&exact) - between) < 0.02);
    }
    const dw_pairs even = {1000, 100, 100};
    assert_true(dw_mcnemar(&even) == 1);
}

/* A. Agresti, "Categorical data analysis", 2nd edition (2002), section 10.1 with Table 10.1: two
 * surveys of 1600 people, of which 150 and 86 changed their minds. Printed: difference 0.04,
 * interval 0.02 to 0.06, standard error 0.0095. That is without the half pairs, which at 1600 pairs
 * change no printed digit of the interval. */
static void the_paired_interval_is_that_of_the_printed_survey(void **state)
{
    (void)state;
    const dw_pairs survey = {1600, 150, 86};
    const dw_interval interval = dw_pairs_interval(&survey);
    assert_printed(dw_pairs_difference(&survey), 0.04, 2);
    assert_printed(interval.low, 0.02, 2);
    assert_printed(interval.high, 0.06, 2);
    assert_true(fabs((interval.high - interval.low) / (2 * z) - 0.0095) < 0.0001);
    assert_true(dw_mcnemar(&survey) < 0.001);
    const dw_pairs swapped = {1600, 86, 150};
    assert_true(fabs(dw_pairs_interval(&swapped).low + interval.high) < 1e-15);
}

/* The same from the four cells, with half a pair more in each. */
static void the_paired_interval_is_walds_with_half_a_pair_more_in_each_cell(void **state)
{
    (void)state;
    static const dw_pairs cases[] = {{10, 0, 0}, {10, 3, 1}, {40, 1, 12}, {7, 7, 0}, {60, 20, 20}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double total = cases[i].total + 4 * 0.5;
        const double first = (cases[i].first_only + 0.5) / total;
        const double second = (cases[i].second_only + 0.5) / total;
        const double apart = first - second;
        const double reach = z * sqrt((first + second - apart * apart) / total);
        const dw_interval interval = dw_pairs_interval(&cases[i]);
        assert_true(fabs(interval.low - fmax(apart - reach, -1)) < 1e-12);
        assert_true(fabs(interval.high - fmin(apart + reach, 1)) < 1e-12);
    }
}

/* All splits of 40 pairs, weighted by their chance. */
static double coverage(double first, double second)
{
    const uint32_t total = 40;
    double covered = 0;
    for (uint32_t b = 0; b <= total; b++) {
        for (uint32_t c = 0; b + c <= total; c++) {
            const dw_pairs pairs = {total, b, c};
            const dw_interval interval = dw_pairs_interval(&pairs);
            if (interval.low <= first - second && first - second <= interval.high) {
                covered += binomial(b, total, first) * binomial(c, total - b, second / (1 - first));
            }
        }
    }
    return covered;
}

static void the_paired_interval_holds_the_difference_in_19_of_20_samples(void **state)
{
    (void)state;
    static const double shares[] = {0.02, 0.05, 0.1, 0.2, 0.3, 0.45};
    double mean = 0;
    int cases = 0;
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        for (size_t j = 0; j < sizeof shares / sizeof shares[0]; j++, cases++) {
            const double covered = coverage(shares[i], shares[j]);
            assert_true(covered > 0.92);
            mean += covered;
        }
    }
    mean /= cases;
    assert_true(mean > 0.94 && mean < 0.98);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(score_intervals_are_those_that_newcombe_printed),
        cmocka_unit_test(both_ends_of_a_score_interval_are_at_the_edge_of_the_test),
        cmocka_unit_test(a_score_interval_holds_the_share_in_19_of_20_samples_on_average),
        cmocka_unit_test(nothing_counted_says_nothing),
        cmocka_unit_test(exact_p_values_are_twice_those_of_the_printed_sign_test),
        cmocka_unit_test(exact_p_values_count_all_sequences_of_tosses),
        cmocka_unit_test(p_values_of_many_pairs_cross_the_printed_bounds_of_chi_square),
        cmocka_unit_test(the_two_ways_to_a_p_value_meet_where_one_takes_over),
        cmocka_unit_test(the_paired_interval_is_that_of_the_printed_survey),
        cmocka_unit_test(the_paired_interval_is_walds_with_half_a_pair_more_in_each_cell),
        cmocka_unit_test(the_paired_interval_holds_the_difference_in_19_of_20_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
