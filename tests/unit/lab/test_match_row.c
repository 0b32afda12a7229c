#include "common/base/fixed.h"
#include "common/world/state.h"
#include "server/lab/match_row.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

/* Each number another one, the largest among them. */
static dw_match_row filled(void)
{
    uint64_t numbers[DW_MATCH_COLUMN_COUNT];
    for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
        numbers[i] = i == 5 ? UINT64_MAX : UINT64_C(1000003) * i;
    }
    numbers[0] = DW_OUTCOME_LOST;
    dw_match_row row;
    memcpy(&row, numbers, sizeof row);
    return row;
}

static void a_row_is_the_same_after_its_text(void **state)
{
    (void)state;
    const dw_match_row row = filled();
    dw_match_row again;
    char text[DW_MATCH_ROW_TEXT_SIZE];
    dw_match_row_text(&row, text);
    const char *rest = dw_match_row_parse(&again, text);
    assert_non_null(rest);
    assert_int_equal(*rest, '\0');
    assert_memory_equal(&row, &again, sizeof row);
}

static void no_part_of_a_row_is_taken_for_one(void **state)
{
    (void)state;
    const dw_match_row row = filled();
    char text[DW_MATCH_ROW_TEXT_SIZE];
    dw_match_row_text(&row, text);
    dw_match_row again;
    /* The last number may lose digits and stays a number: lines end with a newline for this. */
    const size_t last = (size_t)(strrchr(text, ' ') - text);
    for (size_t length = 0; length <= last + 1; length++) {
        char part[DW_MATCH_ROW_TEXT_SIZE];
        memcpy(part, text, length);
        part[length] = '\0';
        assert_null(dw_match_row_parse(&again, part));
    }
}

static void a_row_needs_an_outcome_and_plain_numbers(void **state)
{
    (void)state;
    dw_match_row row = filled();
    dw_match_row again;
    char text[DW_MATCH_ROW_TEXT_SIZE];
    const uint64_t refused[] = {DW_OUTCOME_NONE, DW_OUTCOME_ABORTED, DW_OUTCOME_COUNT};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        row.outcome = refused[i];
        dw_match_row_text(&row, text);
        assert_null(dw_match_row_parse(&again, text));
    }
    row.outcome = DW_OUTCOME_WON;
    static const char bad[] = "-+x \t";
    for (size_t i = 0; i < sizeof bad - 1; i++) {
        dw_match_row_text(&row, text);
        *(strchr(text, ' ') + 1) = bad[i];
        assert_null(dw_match_row_parse(&again, text));
    }
}

static void a_chase_falls_into_the_bin_of_its_length(void **state)
{
    (void)state;
    static const uint32_t seconds[DW_MATCH_CHASE_BINS - 1] = {2, 5, 10, 20, 60};
    for (uint32_t bin = 0; bin < DW_MATCH_CHASE_BINS - 1; bin++) {
        dw_match_row row = {.outcome = 0};
        const uint32_t longest = seconds[bin] * DW_TICKS_PER_SECOND;
        dw_match_row_add_chase(&row, longest);
        assert_int_equal(dw_match_row_chases(&row)[bin], 1);
        dw_match_row_add_chase(&row, longest + 1);
        assert_int_equal(dw_match_row_chases(&row)[bin], 1);
        assert_int_equal(dw_match_row_chases(&row)[bin + 1], 1);
    }
    dw_match_row row = {.outcome = 0};
    dw_match_row_add_chase(&row, 1);
    assert_int_equal(row.chases_up_to_2_s, 1);
    dw_match_row_add_chase(&row, UINT32_MAX);
    assert_int_equal(row.chases_longer, 1);
}

static void each_column_has_a_name_of_its_own_and_a_meaning(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
        assert_true(strlen(dw_match_columns[i].name) > 0);
        assert_true(strlen(dw_match_columns[i].meaning) > 0);
        for (uint32_t j = 0; j < i; j++) {
            assert_string_not_equal(dw_match_columns[i].name, dw_match_columns[j].name);
        }
    }
    const dw_match_row row = filled();
    assert_true(dw_match_row_numbers(&row)[0] == row.outcome);
    assert_string_equal(dw_match_columns[0].name, "outcome");
    assert_true(dw_match_row_numbers(&row)[DW_MATCH_COLUMN_COUNT - 1] == row.waits_timed_out);
    assert_string_equal(dw_match_columns[DW_MATCH_COLUMN_COUNT - 1].name, "waits_timed_out");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_the_same_after_its_text),
        cmocka_unit_test(no_part_of_a_row_is_taken_for_one),
        cmocka_unit_test(a_row_needs_an_outcome_and_plain_numbers),
        cmocka_unit_test(a_chase_falls_into_the_bin_of_its_length),
        cmocka_unit_test(each_column_has_a_name_of_its_own_and_a_meaning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
