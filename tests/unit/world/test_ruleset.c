/* Rulesets: fields, words, brains, what is refused; and maps/RULESETS.md against the code. */
#include "common/base/check.h"
#include "common/base/log.h"
#include "common/base/rng.h"
#include "common/platform/file.h"
#include "common/world/ruleset.h"
#include "source_dir.h"
#include "tests/support/json_path.h"
#include "tests/support/moved_fields.h"
#include "tests/support/test.h"

#include <stdlib.h>

/* Over the reference. */
static dw_status load(const char *json, dw_ruleset *rules, dw_error *error)
{
    dw_ruleset read = dw_ruleset_reference();
    dw_ruleset_brains brains;
    const dw_status status = dw_ruleset_load(&read, &brains, "standard.json", (const uint8_t *)json,
                                             strlen(json), error);
    *rules = status == DW_OK ? read : *rules;
    return status;
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
         "standard.json: kinds: guard: senses.eyes.meter_cap: 11999 is below meter_full, which is "
         "12000"},
        {"{\"kinds\": {\"guard\": {\"senses\": {\"eyes\": {\"meter_far_loss\": 600}}}}}",
         "standard.json: kinds: guard: senses.eyes.meter_far_loss: 600 leaves nothing of "
         "meter_near, which is 600"},
        {"{\"head_off_speed_mm_s\": 59}",
         "standard.json: head_off_speed_mm_s: 59 is not in 60 .. 10000"},
        {"{\"kinds.guard.reaction_ticks\": 0}",
         "standard.json: kinds.guard.reaction_ticks: there is no such field"},
        {"{\"kinds\": 1}", "standard.json: kinds: must be an object of kinds and their fields"},
        {"{\"kinds\": {\"../dog\": {}}}", "standard.json: kinds: ../dog: there is no such kind"},
        {"{\"kinds\": {\"dog\": {\"speed\": 1}}}",
         "standard.json: kinds: dog: speed: there is no such field"},
        {"{\"kinds\": {\"guard\": 1}}", "standard.json: kinds: guard: must be an object of fields"},
        {"{\"kinds\": {\"guard\": {\"speed\": 1}}}",
         "standard.json: kinds: guard: speed: there is no such field"},
        {"{\"kinds\": {\"guard\": {\"gaits\": {\"calm\": {\"speed_mm_s\": 59}}}}}",
         "standard.json: kinds: guard: gaits.calm.speed_mm_s: 59 is not in 60 .. 10000"},
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
    dw_ruleset rules = dw_ruleset_reference();
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
    for (uint32_t i = 0; i < DW_RULESET_FIELD_COUNT; i++) {
        dw_ruleset rules = dw_ruleset_reference();
        const dw_tunable *field = dw_ruleset_field(i);
        assert_int_equal(dw_ruleset_set(&rules, i, field->high), DW_OK);
        assert_int_equal(dw_ruleset_set(&rules, i, field->low), DW_OK);
        assert_int_equal(dw_ruleset_set(&rules, i, field->low - 1), DW_RANGE);
        assert_int_equal(dw_ruleset_set(&rules, i, field->high + 1), DW_RANGE);
        assert_int_equal(dw_ruleset_get(&rules, i), field->low);
        assert_int_equal(dw_ruleset_find(field->name), i);
    }
    assert_string_equal(dw_ruleset_field(0)->name, "crouch_speed_mm_s");
    assert_int_equal(dw_ruleset_find("walk_sped"), DW_RULESET_FIELD_COUNT);
}

/* What a reader of the wire relies on: fields set one by one may not fit together. */
static void fields_that_do_not_fit_together_are_refused_afterwards(void **state)
{
    (void)state;
    dw_ruleset rules = dw_ruleset_reference();
    rules.kinds[DW_KIND_GUARD].senses.eyes.meter_full =
        rules.kinds[DW_KIND_GUARD].senses.eyes.meter_cap + 1;
    assert_int_equal(dw_ruleset_check(&rules, NULL), DW_RANGE);
    rules = dw_ruleset_reference();
    rules.reach_mm = 0;
    dw_error error = {{0}};
    assert_int_equal(dw_ruleset_check(&rules, &error), DW_RANGE);
    assert_string_equal(error.text, "reach_mm: 0 is not in 100 .. 5000");
}

/* What the log was told; one line each. */
static struct {
    char text[8192];
    uint32_t lines;
} told;

static void keep_line(void *context, dw_log_level level, const char *line)
{
    (void)context;
    assert_int_equal(level, DW_LOG_WARNING);
    told.lines++;
    const size_t used = strlen(told.text);
    (void)snprintf(told.text + used, sizeof told.text - used, "%s\n", line);
}

static void listen_to_log(void)
{
    told.lines = 0;
    told.text[0] = '\0';
    dw_log_open(keep_line, NULL, DW_LOG_TEXT, DW_LOG_WARNING);
}

static void stop_listening(void)
{
    dw_log_open(NULL, NULL, DW_LOG_TEXT, DW_LOG_WARNING);
}

static dw_status load_json(json_t *root, dw_ruleset *rules)
{
    char *text = json_dumps(root, JSON_COMPACT);
    assert_non_null(text);
    const dw_status status = load(text, rules, NULL);
    free(text);
    return status;
}

/* Any values of the moved fields, under each of their two names. */
static void names_of_old_mean_the_fields_of_the_kind(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 11, 1);
    uint32_t taken = 0;
    for (uint32_t round = 0; round < 400; round++) {
        json_t *flat = json_object();
        json_t *nested = json_object();
        uint32_t given = 0;
        for (size_t i = 0; i < DW_COUNT_OF(dw_moved_fields); i++) {
            const dw_tunable *field = dw_ruleset_field(dw_ruleset_find(dw_moved_fields[i][1]));
            if (dw_rng_between(&rng, 0, 3) > 0) {
                continue;
            }
            const int32_t value = dw_rng_between(&rng, field->low, field->high);
            dw_json_put_at(flat, dw_moved_fields[i][0], json_integer(value));
            dw_json_put_at(nested, dw_moved_fields[i][1], json_integer(value));
            given++;
        }
        dw_ruleset by_flat = dw_ruleset_reference();
        dw_ruleset by_nested = dw_ruleset_reference();
        listen_to_log();
        const dw_status status = load_json(flat, &by_flat);
        assert_int_equal(told.lines, given);
        assert_int_equal(load_json(nested, &by_nested), status);
        assert_int_equal(told.lines, given); /* The names of today are no news. */
        stop_listening();
        for (uint32_t i = 0; i < DW_RULESET_FIELD_COUNT; i++) {
            assert_int_equal(dw_ruleset_get(&by_flat, i), dw_ruleset_get(&by_nested, i));
        }
        taken += status == DW_OK && given > 0 ? 1 : 0;
        json_decref(flat);
        json_decref(nested);
    }
    assert_in_range(taken, 100, 400); /* Contradictions aside. */
}

static void each_name_of_old_sets_one_field_and_says_its_name_of_today(void **state)
{
    (void)state;
    const dw_ruleset reference = dw_ruleset_reference();
    for (size_t i = 0; i < DW_COUNT_OF(dw_moved_fields); i++) {
        const uint32_t field = dw_ruleset_find(dw_moved_fields[i][1]);
        assert_int_equal(dw_ruleset_find(dw_moved_fields[i][0]), field);
        assert_string_equal(dw_ruleset_field(field)->name, dw_moved_fields[i][1]);
        const int32_t value = dw_ruleset_get(&reference, field) + 1;
        char text[128];
        char line[256];
        (void)snprintf(text, sizeof text, "{\"%s\": %d}", dw_moved_fields[i][0], (int)value);
        (void)snprintf(line, sizeof line, "\"%s is now %s\"\n", dw_moved_fields[i][0],
                       dw_moved_fields[i][1]);
        dw_ruleset rules = reference;
        listen_to_log();
        assert_int_equal(load(text, &rules, NULL), DW_OK);
        stop_listening();
        assert_int_equal(told.lines, 1);
        assert_non_null(strstr(told.text, line));
        assert_non_null(strstr(told.text, "file=\"standard.json\""));
        for (uint32_t f = 0; f < DW_RULESET_FIELD_COUNT; f++) {
            assert_int_equal(dw_ruleset_get(&rules, f),
                             f == field ? value : dw_ruleset_get(&reference, f));
        }
    }
}

static void a_field_under_both_of_its_names_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < DW_COUNT_OF(dw_moved_fields); i++) {
        const uint32_t field = dw_ruleset_find(dw_moved_fields[i][1]);
        json_t *both = json_object();
        dw_json_put_at(both, dw_moved_fields[i][1], json_integer(dw_ruleset_field(field)->initial));
        dw_json_put_at(both, dw_moved_fields[i][0], json_integer(dw_ruleset_field(field)->initial));
        char *text = json_dumps(both, JSON_COMPACT);
        assert_non_null(text);
        char line[256];
        (void)snprintf(line, sizeof line,
                       "standard.json: %s: is now %s, and the file gives both: leave out %s",
                       dw_moved_fields[i][0], dw_moved_fields[i][1], dw_moved_fields[i][0]);
        dw_ruleset rules;
        dw_error error = {{0}};
        assert_int_equal(load(text, &rules, &error), DW_INVALID);
        assert_string_equal(error.text, line);
        free(text);
        json_decref(both);
    }
}

/* The kinds that a program has read from files stay, but for what the ruleset overrides. */
static void a_ruleset_overrides_single_fields_of_the_kind_that_was_read(void **state)
{
    (void)state;
    dw_ruleset rules = dw_ruleset_reference();
    dw_ruleset_brains brains;
    rules.kinds[DW_KIND_GUARD].gaits.calm.speed_mm_s = 777;
    rules.kinds[DW_KIND_GUARD].gaits.far.speed_mm_s = 888;
    const char *json = "{\"kinds\": {\"guard\": {\"gaits\": {\"far\": {\"speed_mm_s\": 999}}}}}";
    assert_int_equal(
        dw_ruleset_load(&rules, &brains, "r", (const uint8_t *)json, strlen(json), NULL), DW_OK);
    assert_int_equal(rules.kinds[DW_KIND_GUARD].gaits.calm.speed_mm_s, 777);
    assert_int_equal(rules.kinds[DW_KIND_GUARD].gaits.far.speed_mm_s, 999);
}

static bool ends_in(const char *name, const char *end)
{
    const size_t length = strlen(name);
    return length >= strlen(end) && strcmp(name + length - strlen(end), end) == 0;
}

/* Each field bears its unit in its name, but for a count and words. */
static const char *unit_of(uint32_t field)
{
    static const char *const units[][2] = {
        {"_mm_s", "mm/s"},
        {"_mm", "mm"},
        {"_ticks", "ticks"},
        {"_ticks_min", "ticks"},
        {"_ticks_max", "ticks"},
        {"_ticks_per_m2", "ticks/m²"},
        {"_players", "players"},
        {"_rooms", "rooms"},
        {"_percent", "%"},
        {"_mm_max", "mm"},
        {"coins", "coins"},
        {"baits", "baits"},
        {"_db10", "dB/10"},
        {"_points", "points"},
        {"_points_per_db", "points/dB"},
        {"_ticks_per_m", "ticks/m"},
        {"evidence_leaf", "points"},
        {"evidence_lamp", "points"},
        {"evidence_item", "points"},
        {"evidence_colleague", "points"},
        {"evidence_search", "points"},
    };
    const char *name = dw_ruleset_field(field)->name;
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

/* A line of the table as it has to be. */
static void write_row(char *line, size_t size, uint32_t index)
{
    const dw_tunable *it = dw_ruleset_field(index);
    if (dw_ruleset_word(index, it->low) != NULL) {
        assert_int_equal(it->high, it->low + 1);
        (void)snprintf(line, size, "| `%s` | %s | `%s`, `%s` | `%s` | %s |\n", it->name,
                       unit_of(index), dw_ruleset_word(index, it->low),
                       dw_ruleset_word(index, it->high), dw_ruleset_word(index, it->initial),
                       it->text);
    } else {
        (void)snprintf(line, size, "| `%s` | %s | %d .. %d | %d | %s |\n", it->name, unit_of(index),
                       it->low, it->high, it->initial, it->text);
    }
}

/* The rows behind `heading`, in order and with nothing between them, and no other one. */
static void expect_table(const char *document, const char *heading, uint32_t from, uint32_t to)
{
    const char *section = strstr(document, heading);
    assert_non_null(section);
    const char *rule = "|---|---|---|---|---|\n";
    const char *at = strstr(section, rule);
    assert_non_null(at);
    at += strlen(rule);
    for (uint32_t i = from; i < to; i++) {
        char line[256];
        write_row(line, sizeof line, i);
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
    expect_table(document, "### What players know", 0, DW_RULESET_OWN_PUBLIC_COUNT);
    expect_table(document, "### What guards keep to themselves", DW_RULESET_PUBLIC_COUNT,
                 DW_RULESET_OWN_END);
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
        dw_ruleset rules = dw_ruleset_reference();
        dw_ruleset_brains brains;
        dw_error error = {{0}};
        (void)snprintf(path, sizeof path, DW_SOURCE_DIR "/maps/rulesets/%s.json", names[i]);
        assert_int_equal(dw_file_read(path, 1 << 16, &bytes, &size, NULL), DW_OK);
        const dw_status status = dw_ruleset_load(&rules, &brains, path, bytes, size, &error);
        assert_string_equal(error.text, "");
        assert_int_equal(status, DW_OK);
        free(bytes);
        /* `standard` differs in these fields, and `reference` in none. */
        static const char *const of_standard[] = {"vision",
                                                  "door_rest_ticks",
                                                  "time_limit_ticks",
                                                  "say_intentions",
                                                  "hearing",
                                                  "investigate",
                                                  "noise_points_per_db",
                                                  "light",
                                                  "patrol_dark_percent",
                                                  "evidence",
                                                  "tools",
                                                  "scent",
                                                  "kinds.guard.reaction_ticks",
                                                  "kinds.guard.gaits.calm.speed_mm_s",
                                                  "kinds.guard.gaits.near.speed_mm_s",
                                                  "kinds.guard.gaits.far.speed_mm_s",
                                                  "kinds.guard.gaits.intercept.speed_mm_s",
                                                  "kinds.guard.senses.eyes.field_of_view_bam",
                                                  "kinds.guard.senses.eyes.meter_near",
                                                  "kinds.guard.senses.eyes.meter_far_loss",
                                                  "kinds.guard.senses.ears.threshold_db10",
                                                  "kinds.guard.torch.range_mm",
                                                  "kinds.guard.torch.level"};
        const dw_ruleset reference = dw_ruleset_reference();
        for (uint32_t f = 0; f < DW_RULESET_FIELD_COUNT; f++) {
            bool meant = false;
            for (size_t m = 0; strcmp(names[i], "standard") == 0 && m < DW_COUNT_OF(of_standard);
                 m++) {
                meant = meant || strcmp(dw_ruleset_field(f)->name, of_standard[m]) == 0;
            }
            if ((dw_ruleset_get(&rules, f) != dw_ruleset_get(&reference, f)) != meant) {
                fail_msg("%s: %s is %d", path, dw_ruleset_field(f)->name,
                         (int)dw_ruleset_get(&rules, f));
            }
        }
        if (strcmp(names[i], "standard") == 0) {
            assert_int_equal(rules.time_limit_ticks, 15 * 60 * 60); /* 15 minutes. */
            assert_int_equal(rules.door_rest_ticks, 20);
        }
        assert_string_equal(brains.all, "");
        static const char *const strategies[] = {"", "team", "mute"};
        assert_string_equal(brains.strategy, strategies[i]);
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
        cmocka_unit_test(names_of_old_mean_the_fields_of_the_kind),
        cmocka_unit_test(each_name_of_old_sets_one_field_and_says_its_name_of_today),
        cmocka_unit_test(a_field_under_both_of_its_names_is_refused),
        cmocka_unit_test(a_ruleset_overrides_single_fields_of_the_kind_that_was_read),
        cmocka_unit_test(fields_that_do_not_fit_together_are_refused_afterwards),
        cmocka_unit_test(the_document_lists_each_field_with_unit_range_and_default),
        cmocka_unit_test(the_shipped_files_are_rulesets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
