/* "7" or "1-50": the seeds that a command plays. */
#include "server/lab/seeds.h"
#include "tests/support/test.h"

static void reads(const char *text, uint64_t first, uint64_t last)
{
    uint64_t from = 99;
    uint64_t to = 99;
    dw_error error = {""};
    assert_int_equal(dw_seeds_parse(text, &from, &to, &error), DW_OK);
    assert_true(from == first && to == last);
}

static void one_number_is_one_seed_and_two_are_both_ends(void **state)
{
    (void)state;
    reads("7", 7, 7);
    reads("0", 0, 0);
    reads("1-50", 1, 50);
    reads("50-50", 50, 50);
    reads("0-18446744073709551615", 0, UINT64_MAX);
    reads("0000000000000000000000000000001-2", 1, 2); /* The longest first number: 31 digits. */
}

static void refuses(const char *text)
{
    uint64_t from = 98;
    uint64_t to = 99;
    dw_error error = {""};
    char expected[256];
    (void)snprintf(expected, sizeof expected, "--seeds %s: must be N or A-B with A <= B", text);
    assert_int_equal(dw_seeds_parse(text, &from, &to, &error), DW_INVALID);
    assert_string_equal(error.text, expected);
    assert_true(from == 98 && to == 99); /* Written only on success. */
}

static void anything_else_is_refused_and_named(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "-",
        "-5",
        "5-",
        "5-4",
        "1-2-3",
        "one",
        "1-two",
        "18446744073709551616",
        "1-18446744073709551616",
        "00000000000000000000000000000001", /* 32 digits. */
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        refuses(texts[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_number_is_one_seed_and_two_are_both_ends),
        cmocka_unit_test(anything_else_is_refused_and_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
