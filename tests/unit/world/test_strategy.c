/* Strategies as data: what a file may say, what is refused, and that the document lists each field
 * as it is. */
#include "common/base/check.h"
#include "common/platform/file.h"
#include "common/world/ruleset.h"
#include "source_dir.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dw_status load(const char *json, dw_strategy *out, dw_error *error)
{
    return dw_strategy_load(out, "plan.json", (const uint8_t *)json, strlen(json), error);
}

static void fields_that_a_file_leaves_out_have_their_defaults(void **state)
{
    (void)state;
    dw_strategy strategy;
    dw_error error = {{0}};
    assert_int_equal(
        load("{\"talk\": false, \"answer\": \"cutoff\", \"report_ticks\": 60}", &strategy, &error),
        DW_OK);
    dw_strategy expected = dw_strategy_reference();
    expected.talk = 0;
    expected.answer = DW_ANSWER_CUTOFF;
    expected.report_ticks = 60;
    assert_memory_equal(&strategy, &expected, sizeof strategy);
    assert_int_equal(load("{}", &strategy, &error), DW_OK);
    expected = dw_strategy_reference();
    assert_memory_equal(&strategy, &expected, sizeof strategy);
}

static void what_is_wrong_is_named_with_file_and_field(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"{\"tall\": true}", "plan.json: tall: there is no such field"},
        {"{\"talk\": 1}", "plan.json: talk: must be true or false"},
        {"{\"talk\": \"true\"}", "plan.json: talk: must be true or false"},
        {"{\"answer\": \"flee\"}",
         "plan.json: answer: must be \"go\", \"intercept\", \"cutoff\", \"random\" or \"call\""},
        {"{\"answer\": 1}",
         "plan.json: answer: must be \"go\", \"intercept\", \"cutoff\", \"random\" or \"call\""},
        {"{\"ambush_ticks\": -1}", "plan.json: ambush_ticks: -1 is not in 0 .. 36000"},
        {"{\"ambush_ticks\": \"long\"}", "plan.json: ambush_ticks: must be a whole number"},
        {"[]", "plan.json: must be a JSON object of field names and values"},
    };
    const dw_strategy untouched = {.talk = 7};
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        dw_strategy strategy = untouched;
        dw_error error = {{0}};
        assert_int_not_equal(load(rows[i][0], &strategy, &error), DW_OK);
        assert_string_equal(error.text, rows[i][1]);
        assert_memory_equal(&strategy, &untouched, sizeof strategy);
    }
}

static dw_status load_ruleset(const char *json, dw_ruleset *rules, dw_ruleset_brains *said,
                              dw_error *error)
{
    *rules = dw_ruleset_reference();
    return dw_ruleset_load(rules, said, "r.json", (const uint8_t *)json, strlen(json), error);
}

static void a_ruleset_names_a_strategy_or_gives_single_fields(void **state)
{
    (void)state;
    dw_ruleset rules;
    dw_ruleset_brains said;
    dw_error error = {{0}};
    assert_int_equal(load_ruleset("{\"strategy\": \"mute\"}", &rules, &said, &error), DW_OK);
    assert_string_equal(said.strategy, "mute");
    assert_int_equal(rules.strategy.talk, 1); /* The reader of files takes it from there. */
    assert_int_equal(
        load_ruleset("{\"strategy\": {\"hurry_agitation\": 2}}", &rules, &said, &error), DW_OK);
    assert_string_equal(said.strategy, "");
    assert_int_equal(rules.strategy.hurry_agitation, 2);
    assert_int_not_equal(
        load_ruleset("{\"strategy\": {\"hurry_agitation\": 4}}", &rules, &said, &error), DW_OK);
    assert_string_equal(error.text, "r.json: strategy: hurry_agitation: 4 is not in 0 .. 3");
    assert_int_not_equal(load_ruleset("{\"strategy\": 3}", &rules, &said, &error), DW_OK);
    assert_string_equal(error.text,
                        "r.json: strategy: must be the name of a strategy, or an object of fields");
    assert_int_not_equal(load_ruleset("{\"strategy.talk\": 0}", &rules, &said, &error), DW_OK);
}

static void each_field_of_a_ruleset_has_a_word_or_a_number(void **state)
{
    (void)state;
    const uint32_t talk = dw_ruleset_find("strategy.talk");
    const uint32_t answer = dw_ruleset_find("strategy.answer");
    assert_true(talk < DW_RULESET_FIELD_COUNT && answer < DW_RULESET_FIELD_COUNT);
    assert_string_equal(dw_ruleset_word(talk, 0), "false");
    assert_string_equal(dw_ruleset_word(answer, DW_ANSWER_GO), "go");
    assert_null(dw_ruleset_word(dw_ruleset_find("strategy.report_ticks"), 60));
}

static void read_source(const char *path, char text[1 << 16])
{
    char full[256];
    uint8_t *bytes = NULL;
    size_t size = 0;
    (void)snprintf(full, sizeof full, "%s/%s", DW_SOURCE_DIR, path);
    assert_int_equal(dw_file_read(full, (1 << 16) - 1, &bytes, &size, NULL), DW_OK);
    memcpy(text, bytes, size);
    text[size] = '\0';
    free(bytes);
}

static void the_document_lists_each_field_with_its_range_and_default(void **state)
{
    (void)state;
    static char document[1 << 16];
    read_source("maps/STRATEGIES.md", document);
    for (uint32_t i = 0; i < DW_STRATEGY_FIELD_COUNT; i++) {
        const dw_tunable *field = &dw_strategy_fields[i];
        char name[64];
        (void)snprintf(name, sizeof name, "\n| `%s` |", field->name);
        const char *row = strstr(document, name);
        assert_non_null(row);
        const char *end = strchr(row + 1, '\n');
        char *line = strndup(row, (size_t)(end - row));
        char expected[96];
        if (dw_strategy_word(i, field->low) == NULL) {
            (void)snprintf(expected, sizeof expected, "| %d .. %d | %d |", field->low, field->high,
                           field->initial);
            assert_non_null(strstr(line, expected));
        }
        for (int32_t v = field->low; dw_strategy_word(i, field->low) != NULL && v <= field->high;
             v++) {
            assert_non_null(strstr(line, dw_strategy_word(i, v)));
        }
        assert_non_null(strstr(line, field->text));
        free(line);
    }
}

static void the_shipped_strategies_load(void **state)
{
    (void)state;
    const dw_stage_files all = dw_stage_list_strategies();
    static char document[1 << 16];
    read_source("maps/STRATEGIES.md", document);
    for (uint32_t i = 0; i < all.count; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "maps/strategies/%s.json", all.names[i]);
        static char json[1 << 16];
        read_source(path, json);
        dw_strategy strategy;
        dw_error error = {{0}};
        assert_int_equal(load(json, &strategy, &error), DW_OK);
        const dw_strategy reference = dw_strategy_reference();
        assert_int_equal(memcmp(&strategy, &reference, sizeof strategy) == 0,
                         strcmp(all.names[i], "reference") == 0);
        (void)snprintf(path, sizeof path, "| `%s.json` |", all.names[i]);
        assert_non_null(strstr(document, path));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_that_a_file_leaves_out_have_their_defaults),
        cmocka_unit_test(what_is_wrong_is_named_with_file_and_field),
        cmocka_unit_test(a_ruleset_names_a_strategy_or_gives_single_fields),
        cmocka_unit_test(each_field_of_a_ruleset_has_a_word_or_a_number),
        cmocka_unit_test(the_document_lists_each_field_with_its_range_and_default),
        cmocka_unit_test(the_shipped_strategies_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
