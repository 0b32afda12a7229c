/* Rulesets: fields, words, brains, what is refused; and maps/RULESETS.md against the code. */
#include "common/base/check.h"
#include "common/platform/file.h"
#include "common/world/ruleset.h"
#include "tests/support/test.h"

#include <stdlib.h>

static dw_status load(const char *json, dw_ruleset *rules, dw_error *error)
{
    dw_ruleset_brains brains;
    return dw_ruleset_load(rules, &brains, "standard.json", (const uint8_t *)json, strlen(json),
                           error);
}

static void an_empty_object_is_the_reference(void **state)
{
    (void)state;
    dw_ruleset rules;
    assert_int_equal(load("{}", &rules, NULL), DW_OK);
    const dw_ruleset reference = dw_ruleset_reference();
    for (uint32_t i = 0; i < DW_RULESET_FIELD_COUNT; i++) {
        assert_int_equal(dw_ruleset_get(&rules, i), dw_ruleset_get(&reference, i));
    }
    assert_int_equal(reference.walk_speed_mm_s, 1800);
    assert_int_equal(dw_ruleset_check(&reference, NULL), DW_OK);
}

static void a_file_changes_what_it_names_and_nothing_else(void **state)
{
    (void)state;
    dw_ruleset rules;
    assert_int_equal(load("{\"walk_speed_mm_s\": 1500, \"vision\": \"sight\"}", &rules, NULL),
                     DW_OK);
    assert_int_equal(rules.walk_speed_mm_s, 1500);
    assert_int_equal(rules.vision, DW_VISION_SIGHT);
    assert_int_equal(rules.sprint_speed_mm_s, dw_ruleset_reference().sprint_speed_mm_s);
}

static void what_is_wrong_is_refused_by_name(void **state)
{
    (void)state;
    const struct {
        const char *json, *error;
    } cases[] = {
        {"{\"walk_speed_mm_s\": 20000}",
         "standard.json: walk_speed_mm_s: 20000 is not in 60 .. 10000"},
        {"{\"walk_speed_mm_s\": 59}", "standard.json: walk_speed_mm_s: 59 is not in 60 .. 10000"},
        {"{\"walk_speed_mm_s\": 99999999999999}",
         "standard.json: walk_speed_mm_s: 99999999999999 is not in 60 .. 10000"},
        {"{\"walk_sped\": 1800}", "standard.json: walk_sped: there is no such field"},
        {"{\"walk\\nspeed\": 1}", "standard.json: (unprintable): there is no such field"},
        {"{\"walk_speed_mm_s\": 1800.5}", "standard.json: walk_speed_mm_s: must be a whole number"},
        {"{\"walk_speed_mm_s\": \"1800\"}",
         "standard.json: walk_speed_mm_s: must be a whole number"},
        {"[]", "standard.json: must be a JSON object of field names and values"},
        {"{\"vision\": \"all\"}", "standard.json: vision: must be \"omniscient\" or \"sight\""},
        {"{\"vision\": 1}", "standard.json: vision: must be \"omniscient\" or \"sight\""},
        {"{\"intruders_collide\": 1}", "standard.json: intruders_collide: must be true or false"},
        {"{\"look_ticks_max\": 119}",
         "standard.json: look_ticks_max: 119 is below look_ticks_min, which is 120"},
        {"{\"meter_cap\": 11999}",
         "standard.json: meter_cap: 11999 is below meter_full, which is 12000"},
        {"{\"meter_far_loss\": 600}",
         "standard.json: meter_far_loss: 600 leaves nothing of meter_near, which is 600"},
        {"{\"chase_stop_distance_mm\": 2001}",
         "standard.json: chase_stop_distance_mm: 2001 is beyond "
         "chase_near_distance_mm, which is 2000"},
    };
    for (size_t i = 0; i < DW_COUNT_OF(cases); i++) {
        dw_ruleset rules = {.walk_speed_mm_s = 7};
        dw_error error = {{0}};
        assert_int_not_equal(load(cases[i].json, &rules, &error), DW_OK);
        assert_string_equal(error.text, cases[i].error);
        assert_int_equal(rules.walk_speed_mm_s, 7);
    }
}

static void values_that_have_words_are_read_by_them(void **state)
{
    (void)state;
    dw_ruleset rules;
    assert_int_equal(load("{\"vision\": \"sight\", \"intruders_collide\": true}", &rules, NULL),
                     DW_OK);
    assert_int_equal(rules.vision, DW_VISION_SIGHT);
    assert_int_equal(rules.intruders_collide, 1);
    assert_int_equal(
        load("{\"vision\": \"omniscient\", \"intruders_collide\": false}", &rules, NULL), DW_OK);
    assert_int_equal(rules.vision, DW_VISION_OMNISCIENT);
    assert_int_equal(rules.intruders_collide, 0);
}

static dw_status load_brains(const char *json, dw_ruleset_brains *brains, dw_error *error)
{
    dw_ruleset rules;
    return dw_ruleset_load(&rules, brains, "mixed.json", (const uint8_t *)json, strlen(json),
                           error);
}

static void a_file_may_say_which_brains_guards_have(void **state)
{
    (void)state;
    dw_ruleset_brains brains;
    assert_int_equal(load_brains("{\"reach_mm\": 700}", &brains, NULL), DW_OK);
    assert_string_equal(brains.all, "");
    assert_int_equal(brains.count, 0);
    assert_int_equal(load_brains("{\"brain\": \"chaser\", "
                                 "\"brains\": {\"ann\": \"null\", \"bob\": \"reference\"}}",
                                 &brains, NULL),
                     DW_OK);
    assert_string_equal(brains.all, "chaser");
    assert_int_equal(brains.count, 2);
    assert_string_equal(brains.of[0].guard, "ann");
    assert_string_equal(brains.of[0].brain, "null");
    assert_string_equal(brains.of[1].guard, "bob");
    assert_string_equal(brains.of[1].brain, "reference");
}

static void brains_that_are_no_names_are_refused(void **state)
{
    (void)state;
    const struct {
        const char *json, *error;
    } cases[] = {
        {"{\"brain\": 3}", "mixed.json: brain: must be the name of a brain"},
        {"{\"brain\": \"\"}", "mixed.json: brain: must be the name of a brain"},
        {"{\"brain\": \"a brain whose name has 32 letters..\"}",
         "mixed.json: brain: must be the name of a brain"},
        {"{\"brains\": \"null\"}",
         "mixed.json: brains: must be an object of guards and their brains"},
        {"{\"brains\": {\"ann\": null}}", "mixed.json: brains: ann: must be the name of a brain"},
        {"{\"brains\": {\"\": \"null\"}}",
         "mixed.json: brains: a guard's name has 1 to 31 bytes of text"},
        {"{\"brains\": {\"an\\nn\": \"null\"}}",
         "mixed.json: brains: a guard's name has 1 to 31 bytes of text"},
    };
    for (size_t i = 0; i < DW_COUNT_OF(cases); i++) {
        dw_ruleset_brains brains = {.count = 7};
        dw_error error = {{0}};
        assert_int_equal(load_brains(cases[i].json, &brains, &error), DW_INVALID);
        assert_string_equal(error.text, cases[i].error);
        assert_int_equal(brains.count, 7);
    }
    char many[4096] = "{\"brains\": {";
    for (uint32_t i = 0; i <= DW_GUARDS_MAX; i++) {
        (void)snprintf(many + strlen(many), sizeof many - strlen(many), "%s\"g%u\": \"null\"",
                       i == 0 ? "" : ", ", i);
    }
    (void)snprintf(many + strlen(many), sizeof many - strlen(many), "}}");
    dw_ruleset_brains brains;
    dw_error error = {{0}};
    assert_int_equal(load_brains(many, &brains, &error), DW_FULL);
    assert_string_equal(error.text, "mixed.json: brains: more than 64 guards");
}

static void broken_json_is_refused_with_its_line(void **state)
{
    (void)state;
    dw_ruleset rules;
    dw_error error = {{0}};
    assert_int_equal(load("{\n\"walk_speed_mm_s\": }", &rules, &error), DW_INVALID);
    assert_ptr_equal(strstr(error.text, "standard.json: line 2: "), error.text);
    assert_int_equal(load("{\"walk_speed_mm_s\": 1, \"walk_speed_mm_s\": 2}", &rules, &error),
                     DW_INVALID);
    assert_int_equal(load("", &rules, &error), DW_INVALID);
}

static void each_field_is_set_within_its_range_alone(void **state)
{
    (void)state;
    const struct {
        int32_t low, high;
    } ranges[] = {
#define RANGE(name, initial, low, high, text) {low, high},
        DW_RULESET_FIELDS(RANGE)
#undef RANGE
    };
    for (uint32_t i = 0; i < DW_RULESET_FIELD_COUNT; i++) {
        dw_ruleset rules = dw_ruleset_reference();
        assert_int_equal(dw_ruleset_set(&rules, i, ranges[i].high), DW_OK);
        assert_int_equal(dw_ruleset_set(&rules, i, ranges[i].low), DW_OK);
        assert_int_equal(dw_ruleset_set(&rules, i, ranges[i].low - 1), DW_RANGE);
        assert_int_equal(dw_ruleset_set(&rules, i, ranges[i].high + 1), DW_RANGE);
        assert_int_equal(dw_ruleset_get(&rules, i), ranges[i].low);
    }
    assert_string_equal(dw_ruleset_field_name(0), "crouch_speed_mm_s");
}

/* What a reader of the wire relies on: fields set one by one may not fit together. */
static void fields_that_do_not_fit_together_are_refused_afterwards(void **state)
{
    (void)state;
    dw_ruleset rules = dw_ruleset_reference();
    rules.meter_full = rules.meter_cap + 1;
    assert_int_equal(dw_ruleset_check(&rules, NULL), DW_RANGE);
    rules = dw_ruleset_reference();
    rules.reach_mm = 0;
    dw_error error = {{0}};
    assert_int_equal(dw_ruleset_check(&rules, &error), DW_RANGE);
    assert_string_equal(error.text, "reach_mm: 0 is not in 100 .. 5000");
}

static bool ends_in(const char *name, const char *end)
{
    const size_t length = strlen(name);
    return length >= strlen(end) && strcmp(name + length - strlen(end), end) == 0;
}

/* Each field bears its unit in its name, but for those of the meter, a count and words. */
static const char *unit_of(uint32_t field)
{
    static const char *const units[][2] = {
        {"_mm_s", "mm/s"},
        {"_mm", "mm"},
        {"_ticks", "ticks"},
        {"_ticks_min", "ticks"},
        {"_ticks_max", "ticks"},
        {"_ticks_per_m2", "ticks/m²"},
        {"_rate_bam", "bam/tick"},
        {"_bam", "bam"},
        {"_percent", "%"},
        {"_players", "players"},
        {"meter_full", "points"},
        {"meter_cap", "points"},
        {"meter_near", "points/tick"},
        {"meter_far_loss", "points/tick"},
        {"meter_decay", "points/tick"},
    };
    const char *name = dw_ruleset_field_name(field);
    for (size_t i = 0; i < DW_COUNT_OF(units); i++) {
        if (ends_in(name, units[i][0])) {
            return units[i][1];
        }
    }
    if (dw_ruleset_word(field, 0) == NULL) {
        fail_msg("%s: its name says no unit", name);
    }
    return "word";
}

typedef struct row {
    int32_t initial, low, high;
    const char *text;
} row;

/* A line of the table as it has to be. */
static void write_row(char *line, size_t size, uint32_t field, const row *it)
{
    const char *name = dw_ruleset_field_name(field);
    if (dw_ruleset_word(field, it->low) != NULL) {
        assert_int_equal(it->high, it->low + 1);
        (void)snprintf(line, size, "| `%s` | %s | `%s`, `%s` | `%s` | %s |\n", name, unit_of(field),
                       dw_ruleset_word(field, it->low), dw_ruleset_word(field, it->high),
                       dw_ruleset_word(field, it->initial), it->text);
    } else {
        (void)snprintf(line, size, "| `%s` | %s | %d .. %d | %d | %s |\n", name, unit_of(field),
                       it->low, it->high, it->initial, it->text);
    }
}

/* The rows behind `heading`, in order and with nothing between them, and no other one. */
static void expect_table(const char *document, const char *heading, uint32_t from, uint32_t to)
{
    static const row rows[] = {
#define ROW(name, initial, low, high, text) {initial, low, high, text},
        DW_RULESET_FIELDS(ROW)
#undef ROW
    };
    const char *section = strstr(document, heading);
    assert_non_null(section);
    const char *rule = "|---|---|---|---|---|\n";
    const char *at = strstr(section, rule);
    assert_non_null(at);
    at += strlen(rule);
    for (uint32_t i = from; i < to; i++) {
        char line[256];
        write_row(line, sizeof line, i, &rows[i]);
        if (strncmp(at, line, strlen(line)) != 0) {
            fail_msg("maps/RULESETS.md: there should stand: %s", line);
        }
        at += strlen(line);
    }
    assert_int_equal(*at, '\n'); /* And no row more. */
}

static void the_document_lists_each_field_with_unit_range_and_default(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(dw_file_read(DW_SOURCE_DIR "/maps/RULESETS.md", 1 << 16, &bytes, &size, NULL),
                     DW_OK);
    const char *document = (const char *)bytes;
    expect_table(document, "### What players know", 0, DW_RULESET_PUBLIC_COUNT);
    expect_table(document, "### What guards keep to themselves", DW_RULESET_PUBLIC_COUNT,
                 DW_RULESET_FIELD_COUNT);
    free(bytes);
}

static void the_shipped_files_are_rulesets(void **state)
{
    (void)state;
    static const char *const names[] = {"reference", "standard", "no-radio"};
    for (size_t i = 0; i < DW_COUNT_OF(names); i++) {
        char path[256];
        uint8_t *bytes = NULL;
        size_t size = 0;
        dw_ruleset rules;
        dw_ruleset_brains brains;
        dw_error error = {{0}};
        (void)snprintf(path, sizeof path, DW_SOURCE_DIR "/maps/rulesets/%s.json", names[i]);
        assert_int_equal(dw_file_read(path, 1 << 16, &bytes, &size, NULL), DW_OK);
        const dw_status status = dw_ruleset_load(&rules, &brains, path, bytes, size, &error);
        assert_string_equal(error.text, "");
        assert_int_equal(status, DW_OK);
        free(bytes);
        /* `standard` differs in these fields, and `reference` in none. */
        static const uint32_t of_standard[] = {DW_RULESET_INDEX_vision,
                                               DW_RULESET_INDEX_door_rest_ticks,
                                               DW_RULESET_INDEX_time_limit_ticks};
        const dw_ruleset reference = dw_ruleset_reference();
        for (uint32_t f = 0; f < DW_RULESET_FIELD_COUNT; f++) {
            bool meant = false;
            for (size_t m = 0; strcmp(names[i], "standard") == 0 && m < DW_COUNT_OF(of_standard);
                 m++) {
                meant = meant || f == of_standard[m];
            }
            assert_int_equal(dw_ruleset_get(&rules, f) != dw_ruleset_get(&reference, f), meant);
        }
        if (strcmp(names[i], "standard") == 0) {
            assert_int_equal(rules.time_limit_ticks, 15 * 60 * 60); /* 15 minutes. */
            assert_int_equal(rules.door_rest_ticks, 20);
        }
        assert_string_equal(brains.all, strcmp(names[i], "no-radio") == 0 ? "chaser" : "");
        assert_int_equal(brains.count, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_object_is_the_reference),
        cmocka_unit_test(a_file_changes_what_it_names_and_nothing_else),
        cmocka_unit_test(what_is_wrong_is_refused_by_name),
        cmocka_unit_test(values_that_have_words_are_read_by_them),
        cmocka_unit_test(a_file_may_say_which_brains_guards_have),
        cmocka_unit_test(brains_that_are_no_names_are_refused),
        cmocka_unit_test(broken_json_is_refused_with_its_line),
        cmocka_unit_test(each_field_is_set_within_its_range_alone),
        cmocka_unit_test(fields_that_do_not_fit_together_are_refused_afterwards),
        cmocka_unit_test(the_document_lists_each_field_with_unit_range_and_default),
        cmocka_unit_test(the_shipped_files_are_rulesets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
