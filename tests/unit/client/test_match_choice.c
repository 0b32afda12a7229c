/* What a person may write behind --match. */
#include "tests/support/test.h"

#include "client/core/match_choice.h"

#include <string.h>

static void numbers_codes_and_nothing_are_what_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
    } rows[] = {{"", ""},       {"0", ""},        {"1", "1"},       {"12", "12"},
                {"999", "999"}, {"K7QD", "K7QD"}, {"k7qd", "K7QD"}, {"2345", "2345"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[DW_MATCH_TEXT_MAX + 1] = "x";
        dw_error error = {""};
        assert_int_equal(dw_match_choice_parse(rows[i].text, out, &error), DW_OK);
        assert_string_equal(out, rows[i].expected);
    }
}

static void anything_else_is_named_and_changes_nothing(void **state)
{
    (void)state;
    static const char *const rows[] = {"1000", "-1", "1x", "K7Q", "K7QO", "K7QDX", "K1QD", " 1"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[DW_MATCH_TEXT_MAX + 1] = "x";
        dw_error error = {""};
        assert_int_equal(dw_match_choice_parse(rows[i], out, &error), DW_INVALID);
        assert_non_null(strstr(error.text, rows[i]));
        assert_non_null(strstr(error.text, "1 to 999"));
        assert_string_equal(out, "x");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_codes_and_nothing_are_what_they_say),
        cmocka_unit_test(anything_else_is_named_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
