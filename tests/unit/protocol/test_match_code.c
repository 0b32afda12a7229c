/* The code of a match: what is one, and every one of them. */
#include "tests/support/test.h"

#include "protocol/match_code.h"

#include <string.h>

static void each_number_has_a_code_of_its_own(void **state)
{
    (void)state;
    char before[DW_MATCH_CODE_SIZE] = "";
    char code[DW_MATCH_CODE_SIZE];
    for (uint32_t number = 0; number < DW_MATCH_CODE_COUNT; number++) {
        dw_match_code_make(number, code);
        assert_true(dw_match_code_valid(code));
        assert_true(strcmp(before, code) < 0); /* They ascend, so that no two are the same. */
        memcpy(before, code, sizeof before);
    }
    assert_string_equal(before, "ZZZZ");
}

static void characters_that_look_alike_are_in_no_code(void **state)
{
    (void)state;
    char text[] = "K7QD";
    assert_true(dw_match_code_valid(text));
    for (const char *bad = "01ILO ,-a\xc3"; *bad != '\0'; bad++) {
        for (uint32_t at = 0; at < DW_MATCH_CODE_LENGTH; at++) {
            char other[DW_MATCH_CODE_SIZE];
            memcpy(other, text, sizeof other);
            other[at] = *bad;
            assert_false(dw_match_code_valid(other));
        }
    }
    assert_false(dw_match_code_valid(""));
    assert_false(dw_match_code_valid("K7Q"));
    assert_false(dw_match_code_valid("K7QDX"));
}

static void a_person_may_write_it_small(void **state)
{
    (void)state;
    char code[DW_MATCH_CODE_SIZE] = "";
    assert_true(dw_match_code_read("k7qd", code));
    assert_string_equal(code, "K7QD");
    assert_true(dw_match_code_read("ZzZ2", code));
    assert_string_equal(code, "ZZZ2");
    static const char *const none[] = {"", "k7q", "k7qdx", "k7qo", "k7q1", "k7q\xc3", "12"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_false(dw_match_code_read(none[i], code));
        assert_string_equal(code, "ZZZ2");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_number_has_a_code_of_its_own),
        cmocka_unit_test(characters_that_look_alike_are_in_no_code),
        cmocka_unit_test(a_person_may_write_it_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
