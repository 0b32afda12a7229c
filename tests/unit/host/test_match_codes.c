/* The codes of a server: all different, new with each key, found again in any case. */
#include "tests/support/test.h"

#include "server/host/config.h"
#include "server/host/match_codes.h"

#include <string.h>

static char codes[DW_MATCHES_MAX][DW_MATCH_CODE_SIZE];
static char others[DW_MATCHES_MAX][DW_MATCH_CODE_SIZE];

static void no_two_matches_have_the_same_code(void **state)
{
    (void)state;
    /* Of 999 draws out of 923 521 two are equal for 42 % of the keys: among 20 there are some. */
    for (uint64_t seed = 0; seed < 20; seed++) {
        const dw_round_key key = dw_round_key_from_number(seed);
        dw_match_codes_draw(codes, DW_MATCHES_MAX, &key);
        for (uint32_t i = 0; i < DW_MATCHES_MAX; i++) {
            assert_true(dw_match_code_valid(codes[i]));
            assert_int_equal(dw_match_codes_find(codes, DW_MATCHES_MAX, codes[i]), i);
        }
    }
}

static void the_same_key_gives_the_same_codes_and_another_key_others(void **state)
{
    (void)state;
    const dw_round_key key = dw_round_key_from_number(7);
    const dw_round_key again = dw_round_key_from_number(7);
    const dw_round_key other = dw_round_key_from_number(8);
    dw_match_codes_draw(codes, 50, &key);
    dw_match_codes_draw(others, 50, &again);
    assert_memory_equal(codes, others, 50 * sizeof codes[0]);
    dw_match_codes_draw(others, 50, &other);
    uint32_t equal = 0;
    for (uint32_t i = 0; i < 50; i++) {
        equal += strcmp(codes[i], others[i]) == 0 ? 1 : 0;
    }
    assert_true(equal < 3);
}

static void a_code_is_found_in_any_case_and_no_other_text(void **state)
{
    (void)state;
    const dw_round_key key = dw_round_key_from_number(7);
    dw_match_codes_draw(codes, 3, &key);
    char small[DW_MATCH_CODE_SIZE];
    for (uint32_t i = 0; i < DW_MATCH_CODE_SIZE; i++) {
        const char letter = codes[2][i];
        small[i] = letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
    }
    assert_int_equal(dw_match_codes_find(codes, 3, small), 2);
    assert_int_equal(dw_match_codes_find(codes, 2, small), 2); /* There are two matches. */
    assert_int_equal(dw_match_codes_find(codes, 3, ""), 3);
    assert_int_equal(dw_match_codes_find(codes, 3, "2"), 3);
    assert_int_equal(dw_match_codes_find(codes, 3, "0000"), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_matches_have_the_same_code),
        cmocka_unit_test(the_same_key_gives_the_same_codes_and_another_key_others),
        cmocka_unit_test(a_code_is_found_in_any_case_and_no_other_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
