/* What a person takes for the same text, and what not. */
#include "common/base/check.h"
#include "common/base/lookalike.h"
#include "tests/support/test.h"

static bool same(const char *a, const char *b)
{
    const dw_lookalike left = dw_lookalike_of(a);
    const dw_lookalike right = dw_lookalike_of(b);
    return dw_lookalike_same(&left, &right);
}

static void case_spaces_and_accents_do_not_count(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"Ada", "ada"},
                                          {"Ada", " A d A "},
                                          {"Ada", "\u00c1d\u0101"},
                                          {"Ada", "A\u0301da"},
                                          {"Ada", "Ada\u00a0"},
                                          {"Ada", "A\ufe0fda"},
                                          {"Ada", "Ada\u3164\u3000"},
                                          {"J\u00fcrgen", "JURGEN"},
                                          {"\u0411", "\u0431"},
                                          {"\u0401\u0436", "\u0451\u0416"},
                                          {"\u03a9", "\u03c9"}};
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        if (!same(rows[i][0], rows[i][1])) {
            fail_msg("%s and %s differ", rows[i][0], rows[i][1]);
        }
    }
}

static void letters_of_other_scripts_count_as_what_they_resemble(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"server", "s\u0435rv\u0435r"},                     /* Cyrillic e */
        {"server", "\u0405\u0415\u0413\u0474\u0415\u0433"}, /* Cyrillic throughout */
        {"server", "s\u03b5r\u03bd\u03b5r"},                /* Greek */
        {"server", "\uff33\uff25\uff32\uff36\uff25\uff32"}, /* full width */
        {"server", "\U0001d4c8\u212f\U0001d4c7\U0001d4cb\u212f\U0001d4c7"}, /* script */
        {"server", "\u24c8\u24d4\u24e1\u24e5\u24d4\u24e1"},                 /* circles */
        {"server", "\ua731\u1d07\u0280\u1d20\u1d07\u0280"},                 /* small capitals */
        {"server", "\u13da\u13ac\u13d2\u13d9\u13ac\u13d2"},                 /* Cherokee */
        {"server", "$\u20acr\u221a\u20acr"},                                /* signs */
        {"server", "\U0001f1f8\U0001f134\U0001f161\U0001f185er"},           /* flags and squares */
        {"anne", "\U0001d6a8nn\U0001d6ac"},                                 /* Greek, bold */
        {"top", "\u0422\u043e\u0440"},
        {"2024", "\U0001d7ee\uff10\uff12\u2084"}};
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        if (!same(rows[i][0], rows[i][1])) {
            fail_msg("%s and %s differ", rows[i][0], rows[i][1]);
        }
    }
}

static void others_differ(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"Ada", "Adam"},
                                          {"Ada", "Ida"},
                                          {"server", "servers"},
                                          {"server", "serve"},
                                          {"bot-5", "bot-s"},
                                          {"Ada (2)", "Ada (3)"},
                                          {"\u0411", "\u0412"},
                                          {"\u6c34", "\u706b"},
                                          {"Ada", ""},
                                          {"\u03bb", "\u03c0"},
                                          {"\U0001f600", "\U0001f601"}};
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        if (same(rows[i][0], rows[i][1])) {
            fail_msg("%s and %s are the same", rows[i][0], rows[i][1]);
        }
    }
}

static void what_cannot_be_seen_has_no_marks(void **state)
{
    (void)state;
    assert_int_equal(dw_lookalike_of("").count, 0);
    assert_int_equal(dw_lookalike_of(" \u00a0\u2003\u0301\u3164\u2800").count, 0);
    assert_int_equal(dw_lookalike_of("a\u0301b").count, 2);
}

static void a_long_text_is_cut_and_an_unclean_one_ends(void **state)
{
    (void)state;
    char text[3 * DW_LOOKALIKE_MAX];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    assert_int_equal(dw_lookalike_of(text).count, DW_LOOKALIKE_MAX);
    assert_int_equal(dw_lookalike_of("ab\xff"
                                     "cd")
                         .count,
                     2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(case_spaces_and_accents_do_not_count),
        cmocka_unit_test(letters_of_other_scripts_count_as_what_they_resemble),
        cmocka_unit_test(others_differ),
        cmocka_unit_test(what_cannot_be_seen_has_no_marks),
        cmocka_unit_test(a_long_text_is_cut_and_an_unclean_one_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
