/* The fields that a sweep changes: how they are named, what setting them changes, and the ruleset
 * that says the same. */
#include "server/lab/sweep_field.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

static dw_matrix_plan plan;

/* Two maps, the second with dogs; guards `mute` have a strategy of their own, the others the
 * ruleset's. */
static int set_up(void **state)
{
    (void)state;
    memset(&plan, 0, sizeof plan);
    plan.map_count = 2;
    plan.guards_count = 2;
    for (uint32_t m = 0; m < 2; m++) {
        plan.maps[m].rules = dw_ruleset_reference();
    }
    dw_ruleset *rules = &plan.maps[1].rules;
    rules->kinds[1] = rules->kinds[0];
    rules->kind_count = 2;
    static dw_map map = {.kind_count = 2};
    (void)snprintf(map.kinds[0].name, sizeof map.kinds[0].name, "guard");
    (void)snprintf(map.kinds[1].name, sizeof map.kinds[1].name, "dog");
    dw_ruleset_take_kinds(rules, &map);
    return 0;
}

static dw_sweep_field field_of(const char *text)
{
    dw_sweep_field field;
    dw_error error = {""};
    if (dw_sweep_field_parse(&field, text, &error) != DW_OK) {
        fail_msg("%s: %s", text, error.text);
    }
    return field;
}

static void a_field_has_a_name_and_a_range_of_numbers_or_words(void **state)
{
    (void)state;
    const dw_sweep_field number = field_of("catch_ticks=10..900");
    assert_string_equal(dw_sweep_field_name(&number), "catch_ticks");
    assert_int_equal(number.index, dw_ruleset_find("catch_ticks"));
    assert_int_equal(number.range.low, 10);
    assert_int_equal(number.range.high, 900);
    assert_string_equal(number.kind, "");
    const dw_sweep_field word = field_of("strategy.answer=go..cutoff");
    assert_int_equal(word.index, dw_ruleset_find("strategy.answer"));
    char text[DW_SWEEP_VALUE_SIZE];
    dw_sweep_field_value(&word, word.range.low, text);
    assert_string_equal(text, "go");
    dw_sweep_field_value(&word, word.range.high, text);
    assert_string_equal(text, "cutoff");
    dw_sweep_field_value(&number, 77, text);
    assert_string_equal(text, "77");
}

/* The least and the greatest value of the field are allowed. */
static void both_ends_of_what_a_field_allows_can_be_swept(void **state)
{
    (void)state;
    const dw_sweep_field field = field_of("catch_ticks=1..36000");
    assert_int_equal(field.range.low, 1);
    assert_int_equal(field.range.high, 36000);
    const dw_sweep_field flag = field_of("hearing=false..true");
    assert_int_equal(flag.range.low, 0);
    assert_int_equal(flag.range.high, 1);
}

static void a_field_of_another_kind_has_the_index_of_the_guards(void **state)
{
    (void)state;
    const dw_sweep_field dog = field_of("kinds.dog.senses.eyes.meter_near=0..2000");
    const dw_sweep_field guard = field_of("kinds.guard.senses.eyes.meter_near=0..2000");
    assert_int_equal(dog.index, guard.index);
    assert_string_equal(dog.kind, "dog");
    assert_string_equal(guard.kind, "");
    assert_string_equal(dw_sweep_field_name(&dog), "kinds.dog.senses.eyes.meter_near");
}

static void refuses(const char *text, dw_status status, const char *part)
{
    dw_sweep_field field = {.index = 12345};
    dw_error error = {""};
    assert_int_equal(dw_sweep_field_parse(&field, text, &error), status);
    if (strstr(error.text, part) == NULL) {
        fail_msg("%s: %s", text, error.text);
    }
    assert_int_equal(field.index, 12345); /* Written only on success. */
}

static void a_text_that_is_no_field_or_range_is_refused(void **state)
{
    (void)state;
    static const char form[] = "must be FIELD=LOW..HIGH, such as";
    refuses("catch_ticks", DW_INVALID, form);
    refuses("catch_ticks=", DW_INVALID, form);
    refuses("catch_ticks=10", DW_INVALID, form);
    refuses("catch_ticks..20", DW_INVALID, form);
    char text[sizeof((dw_sweep_field *)NULL)->name.text + 1];
    memset(text, 'x', sizeof text);
    memcpy(text, "a=1..2", 6);
    text[sizeof text - 1] = '\0'; /* As long as the name has room. */
    refuses(text, DW_INVALID, form);
    text[sizeof text - 2] = '\0'; /* One byte less: read, and no range. */
    refuses(text, DW_NOT_FOUND, "unknown field \"a\"");
    refuses("luck=1..2", DW_NOT_FOUND, "unknown field \"luck\"");
    refuses("kinds.dog.luck=1..2", DW_NOT_FOUND, "unknown field \"kinds.dog.luck\"");
    refuses("kinds.dog=1..2", DW_NOT_FOUND, "unknown field \"kinds.dog\"");
    refuses("catch_ticks=0..90", DW_RANGE, "within 1 .. 36000");
    refuses("catch_ticks=1..36001", DW_RANGE, "within 1 .. 36000");
    refuses("catch_ticks=90..90", DW_RANGE, "LOW below HIGH");
    refuses("catch_ticks=90..10", DW_RANGE, "LOW below HIGH");
    refuses("catch_ticks=..10", DW_RANGE, "LOW below HIGH");
    refuses("catch_ticks=1..", DW_RANGE, "LOW below HIGH");
    refuses("strategy.answer=go..dance", DW_RANGE, "within go .. ");
    refuses("strategy.answer=go..go", DW_RANGE, "LOW below HIGH");
}

static dw_status set(const char *text, int32_t value, dw_error *error)
{
    const dw_sweep_field field = field_of(text);
    return dw_sweep_fields_set(&plan, &field, 1, &value, error);
}

static void a_field_of_the_ruleset_is_set_for_all_maps_and_no_strategy(void **state)
{
    (void)state;
    dw_error error = {""};
    const dw_ruleset before = plan.maps[0].rules;
    assert_int_equal(set("catch_ticks=10..900", 123, &error), DW_OK);
    assert_int_equal(plan.maps[0].rules.catch_ticks, 123);
    assert_int_equal(plan.maps[1].rules.catch_ticks, 123);
    assert_false(plan.guards[0].has_strategy);
    dw_ruleset after = plan.maps[0].rules;
    after.catch_ticks = before.catch_ticks;
    assert_memory_equal(&after, &before, sizeof before);
}

static void a_field_of_the_strategy_is_set_for_the_first_guards_alone(void **state)
{
    (void)state;
    dw_error error = {""};
    plan.maps[0].rules.strategy.ambush_ticks = 99;
    const dw_strategy of_rules = plan.maps[0].rules.strategy;
    assert_int_equal(set("strategy.report_ticks=30..300", 45, &error), DW_OK);
    assert_true(plan.guards[0].has_strategy);
    assert_int_equal(plan.guards[0].strategy.report_ticks, 45);
    assert_int_equal(plan.guards[0].strategy.ambush_ticks, 99); /* The rest is the ruleset's. */
    assert_false(plan.guards[1].has_strategy);
    assert_memory_equal(&plan.maps[0].rules.strategy, &of_rules, sizeof of_rules);
    assert_int_equal(set("strategy.report_ticks=30..300", 60, &error), DW_OK);
    assert_int_equal(plan.guards[0].strategy.report_ticks, 60);
    /* Guards that have a strategy keep the rest of it. */
    plan.guards[0].strategy.ambush_ticks = 7;
    assert_int_equal(set("strategy.report_ticks=30..300", 90, &error), DW_OK);
    assert_int_equal(plan.guards[0].strategy.ambush_ticks, 7);
}

static void a_field_of_a_kind_is_set_where_guards_are_of_that_kind(void **state)
{
    (void)state;
    dw_error error = {""};
    const int32_t before = plan.maps[1].rules.kinds[0].senses.eyes.meter_near;
    assert_int_equal(set("kinds.dog.senses.eyes.meter_near=0..2000", 1500, &error), DW_OK);
    assert_int_equal(plan.maps[1].rules.kinds[1].senses.eyes.meter_near, 1500);
    assert_int_equal(plan.maps[1].rules.kinds[0].senses.eyes.meter_near, before);
    assert_int_equal(plan.maps[0].rules.kinds[0].senses.eyes.meter_near, before);
    assert_int_equal(set("kinds.cat.senses.eyes.meter_near=0..2000", 1500, &error), DW_NOT_FOUND);
    assert_string_equal(error.text, "no guard of the maps is of kind \"cat\"");
}

static void two_values_that_contradict_each_other_are_refused(void **state)
{
    (void)state;
    dw_error error = {""};
    assert_int_not_equal(set("look_ticks_min=100..900", 900, &error), DW_OK);
    assert_non_null(strstr(error.text, "is below look_ticks_min, which is 900"));
}

static void says(const char *const *texts, uint32_t count, const int32_t *values,
                 const char *expected)
{
    dw_sweep_field fields[2];
    for (uint32_t i = 0; i < count; i++) {
        fields[i] = field_of(texts[i]);
    }
    char *text = dw_sweep_fields_ruleset(&plan, fields, count, values);
    assert_string_equal(text, expected);
    free(text);
}

static void a_ruleset_says_the_values_by_their_paths(void **state)
{
    (void)state;
    says((const char *const[]){"catch_ticks=10..900"}, 1, (const int32_t[]){77},
         "{\"catch_ticks\": 77}");
    says((const char *const[]){"hearing=false..true", "catch_ticks=1..9"}, 2,
         (const int32_t[]){1, 2}, "{\"hearing\": true, \"catch_ticks\": 2}");
    says((const char *const[]){"hearing=false..true"}, 1, (const int32_t[]){0},
         "{\"hearing\": false}");
    says((const char *const[]){"kinds.dog.senses.eyes.meter_near=0..9",
                               "kinds.dog.senses.ears.threshold_db10=0..9"},
         2, (const int32_t[]){3, 4},
         "{\"kinds\": {\"dog\": {\"senses\": {\"eyes\": {\"meter_near\": 3}, "
         "\"ears\": {\"threshold_db10\": 4}}}}}");
}

/* A ruleset gives all fields of a strategy or none. */
static void a_field_of_the_strategy_brings_those_that_differ_from_the_default(void **state)
{
    (void)state;
    dw_error error = {""};
    const char *const texts[] = {"strategy.answer=go..cutoff"};
    const int32_t cutoff = field_of(texts[0]).range.high;
    says(texts, 1, &cutoff, "{\"strategy\": {\"answer\": \"cutoff\"}}");
    plan.maps[0].rules.strategy = dw_ruleset_reference().strategy;
    assert_int_equal(set("strategy.report_ticks=30..300", 45, &error), DW_OK);
    plan.guards[0].strategy.ambush_ticks = 99;
    plan.guards[0].strategy.answer = 0;
    says(texts, 1, &cutoff,
         "{\"strategy\": {\"report_ticks\": 45, \"answer\": \"cutoff\", \"ambush_ticks\": 99}}");
    says((const char *const[]){"catch_ticks=10..900"}, 1, (const int32_t[]){77},
         "{\"catch_ticks\": 77}"); /* None of the strategy is swept. */
}

/* One line has them all, each by its name. */
static void each_field_of_the_strategy_that_differs_is_brought(void **state)
{
    (void)state;
    const dw_sweep_field field = field_of("strategy.answer=go..cutoff");
    plan.guards[0].has_strategy = true;
    for (uint32_t i = 0; i < DW_STRATEGY_FIELD_COUNT; i++) {
        const dw_tunable *row = &dw_strategy_fields[i];
        plan.guards[0].strategy = dw_ruleset_reference().strategy;
        const int32_t other = row->initial == row->low ? row->low + 1 : row->low;
        assert_int_equal(dw_tunable_set(row, &plan.guards[0].strategy, other), DW_OK);
        char *text = dw_sweep_fields_ruleset(&plan, &field, 1, &field.range.low);
        char name[128];
        (void)snprintf(name, sizeof name, "\"%s\": ", row->name);
        if (strstr(text, name) == NULL) {
            fail_msg("no %s in %s", row->name, text);
        }
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_PLAN(test) cmocka_unit_test_setup(test, set_up)
        cmocka_unit_test(a_field_has_a_name_and_a_range_of_numbers_or_words),
        cmocka_unit_test(both_ends_of_what_a_field_allows_can_be_swept),
        cmocka_unit_test(a_field_of_another_kind_has_the_index_of_the_guards),
        cmocka_unit_test(a_text_that_is_no_field_or_range_is_refused),
        WITH_PLAN(a_field_of_the_ruleset_is_set_for_all_maps_and_no_strategy),
        WITH_PLAN(a_field_of_the_strategy_is_set_for_the_first_guards_alone),
        WITH_PLAN(a_field_of_a_kind_is_set_where_guards_are_of_that_kind),
        WITH_PLAN(two_values_that_contradict_each_other_are_refused),
        WITH_PLAN(a_ruleset_says_the_values_by_their_paths),
        WITH_PLAN(a_field_of_the_strategy_brings_those_that_differ_from_the_default),
        WITH_PLAN(each_field_of_the_strategy_that_differs_is_brought),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
