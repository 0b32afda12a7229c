/* Kinds: the shipped file, what is refused; and maps/KINDS.md against the code. */
#include "common/base/check.h"
#include "common/platform/file.h"
#include "common/world/kind.h"
#include "source_dir.h"
#include "tests/support/json_path.h"
#include "tests/support/test.h"

#include <stdlib.h>

static char *read_text(const char *path)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(dw_file_read(path, 1 << 16, &bytes, &size, NULL), DW_OK);
    char *text = calloc(1, size + 1);
    assert_non_null(text);
    memcpy(text, bytes, size);
    free(bytes);
    return text;
}

static dw_status load(const char *json, dw_kind *kind, dw_error *error)
{
    char brain[DW_NAME_SIZE];
    return dw_kind_load(kind, brain, "dog.json", (const uint8_t *)json, strlen(json), error);
}

/* A whole file with these values. */
static char *write_kind(const dw_kind *kind)
{
    json_t *root = json_pack("{s:s}", "brain", "reference");
    for (uint32_t i = 0; i < DW_KIND_FIELD_COUNT; i++) {
        const dw_tunable *field = &dw_kind_fields[i];
        const int32_t value = dw_tunable_get(field, kind);
        const bool in_range = value >= field->low && value <= field->high;
        const char *word = in_range ? dw_kind_word(i, value) : NULL;
        dw_json_put_at(root, field->name, word != NULL ? json_string(word) : json_integer(value));
    }
    char *text = json_dumps(root, 0);
    assert_non_null(text);
    json_decref(root);
    return text;
}

static void the_shipped_guard_has_each_default(void **state)
{
    (void)state;
    char *text = read_text(DW_SOURCE_DIR "/maps/kinds/guard.json");
    dw_kind kind = {.reaction_ticks = 7};
    dw_error error = {{0}};
    assert_int_equal(load(text, &kind, &error), DW_OK);
    const dw_kind guard = dw_kind_guard();
    assert_memory_equal(&kind, &guard, sizeof kind);
    free(text);
    assert_int_equal(guard.gaits.intercept.speed_mm_s, 3200);
    assert_int_equal(guard.senses.eyes.meter_full, 12000);
    assert_int_equal(dw_kind_check(&guard, NULL), DW_OK);
    char brain[DW_NAME_SIZE] = "";
    text = read_text(DW_SOURCE_DIR "/maps/kinds/guard.json");
    assert_int_equal(
        dw_kind_load(&kind, brain, "guard.json", (const uint8_t *)text, strlen(text), NULL), DW_OK);
    assert_string_equal(brain, "reference");
    free(text);
}

static void what_a_file_says_is_read_into_its_own_field(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DW_KIND_FIELD_COUNT; i++) {
        const dw_tunable *field = &dw_kind_fields[i];
        const int32_t ends[] = {field->low, field->high};
        for (size_t e = 0; e < DW_COUNT_OF(ends); e++) {
            dw_kind meant = dw_kind_guard();
            assert_int_equal(dw_tunable_set(field, &meant, ends[e]), DW_OK);
            char *text = write_kind(&meant);
            dw_kind kind = dw_kind_guard();
            const dw_status status = load(text, &kind, NULL);
            assert_int_equal(status, dw_kind_check(&meant, NULL));
            if (status == DW_OK) {
                assert_memory_equal(&kind, &meant, sizeof kind);
            }
            free(text);
        }
    }
}

static void a_field_out_of_its_range_is_refused(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DW_KIND_FIELD_COUNT; i++) {
        const dw_tunable *field = &dw_kind_fields[i];
        const int32_t beyond[] = {field->low - 1, field->high + 1};
        for (size_t e = 0; e < DW_COUNT_OF(beyond); e++) {
            dw_kind wrong = dw_kind_guard();
            memcpy((char *)&wrong + field->offset, &beyond[e], sizeof beyond[e]);
            char *text = write_kind(&wrong);
            char line[256];
            (void)snprintf(line, sizeof line, "dog.json: %s: %d is not in %d .. %d", field->name,
                           (int)beyond[e], (int)field->low, (int)field->high);
            dw_kind kind = {.reaction_ticks = 7};
            dw_error error = {{0}};
            assert_int_not_equal(load(text, &kind, &error), DW_OK);
            if (dw_kind_word(i, field->low) == NULL) {
                assert_string_equal(error.text, line);
            }
            assert_int_equal(kind.reaction_ticks, 7);
            assert_int_equal(dw_kind_check(&wrong, &error), DW_RANGE);
            free(text);
        }
    }
}

/* The object that holds the field of this path, and the field's own name. */
static json_t *group_of(json_t *root, const char *path, const char **name)
{
    for (const char *point; (point = strchr(path, '.')) != NULL; path = point + 1) {
        root = json_object_getn(root, path, (size_t)(point - path));
    }
    *name = path;
    return root;
}

static void a_field_that_is_missing_is_refused(void **state)
{
    (void)state;
    const dw_kind guard = dw_kind_guard();
    for (uint32_t i = 0; i < DW_KIND_FIELD_COUNT; i++) {
        char *text = write_kind(&guard);
        json_t *root = json_loads(text, 0, NULL);
        const char *name = NULL;
        json_t *group = group_of(root, dw_kind_fields[i].name, &name);
        assert_int_equal(json_object_del(group, name), 0);
        char *without = json_dumps(root, 0);
        char line[256];
        (void)snprintf(line, sizeof line, "dog.json: %s: is missing", dw_kind_fields[i].name);
        dw_kind kind;
        dw_error error = {{0}};
        assert_int_equal(load(without, &kind, &error), DW_INVALID);
        assert_string_equal(error.text, line);
        json_decref(root);
        free(without);
        free(text);
    }
}

/* As a camera has no nose, and a dog no torch. */
static void a_part_that_a_file_leaves_out_is_absent(void **state)
{
    (void)state;
    static const char *const firsts[] = {
#define FIRST(part, first) #part "." #first,
        DW_KIND_PARTS(FIRST)
#undef FIRST
    };
    dw_kind all = dw_kind_guard();
    for (size_t i = 0; i < DW_COUNT_OF(firsts); i++) {
        const uint32_t first = dw_tunable_find(dw_kind_fields, DW_KIND_FIELD_COUNT, firsts[i]);
        assert_int_equal(dw_kind_fields[first].low, 0);
        assert_int_equal(dw_tunable_set(&dw_kind_fields[first], &all, 40), DW_OK);
    }
    all.senses.eyes.meter_near = 600;
    for (size_t i = 0; i < DW_COUNT_OF(firsts); i++) {
        const uint32_t first = dw_tunable_find(dw_kind_fields, DW_KIND_FIELD_COUNT, firsts[i]);
        char *text = write_kind(&all);
        json_t *root = json_loads(text, 0, NULL);
        const char *name = NULL;
        json_object_clear(group_of(root, firsts[i], &name));
        char *without = json_dumps(root, 0);
        dw_kind kind;
        assert_int_equal(load(without, &kind, NULL), DW_OK);
        assert_int_equal(dw_tunable_get(&dw_kind_fields[first], &kind), 0);
        json_decref(root);
        free(without);
        free(text);
    }
}

/* What each case has besides. */
#define BRAIN "\"brain\": \"dog\", "

static void what_is_wrong_is_refused_by_name(void **state)
{
    (void)state;
    const struct {
        const char *json, *error;
    } cases[] = {
        {"[]", "dog.json: must be a JSON object of field names and values"},
        {"{" BRAIN "\"gaits\": 5}", "dog.json: gaits: must be an object of fields"},
        {"{" BRAIN "\"gaits\": {\"calm\": 1200}}",
         "dog.json: gaits.calm: must be an object of fields"},
        {"{" BRAIN "\"gaits\": {\"run\": {}}}", "dog.json: gaits.run: there is no such field"},
        {"{" BRAIN "\"gaits\": {\"calm\": {\"speed\": 1}}}",
         "dog.json: gaits.calm.speed: there is no such field"},
        {"{" BRAIN "\"gaits.calm.speed_mm_s\": 1200}",
         "dog.json: gaits.calm.speed_mm_s: there is no such field"},
        {"{" BRAIN "\"gaits.calm\": {\"speed_mm_s\": 1200}}",
         "dog.json: gaits.calm: there is no such field"},
        {"{" BRAIN "\"gait\": {}}", "dog.json: gait: there is no such field"},
        {"{" BRAIN "\"\": {}}", "dog.json: (unprintable): there is no such field"},
        {"{" BRAIN "\"ga\\nits\": {}}", "dog.json: (unprintable): there is no such field"},
        {"{" BRAIN
         "\"senses\": {\"eyes\": {\"nose_nose_nose_nose_nose_nose_nose_nose_nose_nose_nose\": "
         "1}}}",
         "dog.json: senses.eyes.nose_nose_nose_nose_nose_nose_nose_nose_nose_nose_nose: there is "
         "no such field"},
        {"{" BRAIN "\"reaction_ticks\": {}}", "dog.json: reaction_ticks: must be a whole number"},
        {"{" BRAIN "\"reaction_ticks\": 0.5}", "dog.json: reaction_ticks: must be a whole number"},
        {"{" BRAIN "\"reaction_ticks\": 31}", "dog.json: reaction_ticks: 31 is not in 0 .. 30"},
        {"{" BRAIN "\"gaits\": {\"calm\": {\"speed_mm_s\": 99999999999999}}}",
         "dog.json: gaits.calm.speed_mm_s: 99999999999999 is not in 60 .. 10000"},
        {"{" BRAIN "\"look\": \"horse\"}",
         "dog.json: look: must be one of \"guard\", \"captain\", "
         "\"servant\", \"camera\", \"box\", \"robot\", \"dog\", \"cat\""},
        {"{" BRAIN "\"look\": 1}",
         "dog.json: look: must be one of \"guard\", \"captain\", \"servant\", "
         "\"camera\", \"box\", \"robot\", \"dog\", \"cat\""},
        {"{" BRAIN "\"body\": {\"size_mm\": 1501}}",
         "dog.json: body.size_mm: 1501 is not in 0 .. 1500"},
        {"{\"brain\": \"dog\"}", "dog.json: body.size_mm: is missing"},
        {"{}", "dog.json: brain: is missing"},
        {"{\"brain\": 1}", "dog.json: brain: must be the name of a brain"},
        {"{\"brain\": \"\"}", "dog.json: brain: must be the name of a brain"},
    };
    for (size_t i = 0; i < DW_COUNT_OF(cases); i++) {
        dw_kind kind = {.reaction_ticks = 7};
        dw_error error = {{0}};
        assert_int_not_equal(load(cases[i].json, &kind, &error), DW_OK);
        assert_string_equal(error.text, cases[i].error);
        assert_int_equal(kind.reaction_ticks, 7);
    }
    dw_kind kind;
    dw_error error = {{0}};
    assert_int_equal(load("{\n\"gaits\": }", &kind, &error), DW_INVALID);
    assert_ptr_equal(strstr(error.text, "dog.json: line 2: "), error.text);
    assert_int_equal(load("{\"body\": {}, \"body\": {}}", &kind, &error), DW_INVALID);
}

static void fields_that_contradict_each_other_are_refused(void **state)
{
    (void)state;
    dw_kind wrong = dw_kind_guard();
    wrong.senses.eyes.meter_cap = 11999;
    char *text = write_kind(&wrong);
    dw_kind kind;
    dw_error error = {{0}};
    assert_int_equal(load(text, &kind, &error), DW_RANGE);
    assert_string_equal(error.text, "dog.json: senses.eyes.meter_cap: 11999 is below meter_full, "
                                    "which is 12000");
    free(text);
    wrong = dw_kind_guard();
    wrong.senses.eyes.meter_far_loss = 600;
    text = write_kind(&wrong);
    assert_int_equal(load(text, &kind, &error), DW_RANGE);
    assert_string_equal(error.text, "dog.json: senses.eyes.meter_far_loss: 600 leaves nothing of "
                                    "meter_near, which is 600");
    free(text);
    wrong = dw_kind_guard();
    wrong.needs.fear.low = 600;
    text = write_kind(&wrong);
    assert_int_equal(load(text, &kind, &error), DW_RANGE);
    assert_string_equal(error.text,
                        "dog.json: needs.fear.low: 600 is not below high, which is 600");
    free(text);
}

static bool ends_in(const char *name, const char *end)
{
    const size_t length = strlen(name);
    return length >= strlen(end) && strcmp(name + length - strlen(end), end) == 0;
}

static const char *unit_of(const char *name)
{
    static const char *const units[][2] = {
        {"_mm_s", "mm/s"},
        {"_mm", "mm"},
        {"_db10", "dB/10"},
        {"_ticks", "ticks"},
        {"_ticks_max", "ticks"},
        {"field_of_view_bam", "bam"},
        {"sweep_bam", "bam"},
        {"_bam", "bam/tick"},
        {"_percent", "%"},
        {"meter_full", "points"},
        {"meter_cap", "points"},
        {"meter_near", "points/tick"},
        {"meter_far_loss", "points/tick"},
        {"meter_decay", "points/tick"},
        {"height", "1/1000"},
        {"rays.count", "rays"},
        {"crew_max", "guards"},
        {"torch.level", "%"},
        {".start", "points"},
        {".low", "points"},
        {".high", "points"},
    };
    for (size_t i = 0; i < DW_COUNT_OF(units); i++) {
        if (ends_in(name, units[i][0])) {
            return units[i][1];
        }
    }
    static const char *const flags[] = {"body.solid", "senses.touch"};
    bool is_flag = strncmp(name, "can.", 4) == 0;
    for (size_t i = 0; i < DW_COUNT_OF(flags); i++) {
        is_flag = is_flag || strcmp(name, flags[i]) == 0;
    }
    if (!is_flag) {
        fail_msg("%s: its name says no unit", name);
    }
    return "0 or 1";
}

/* A line of the table as it has to be. */
static void write_row(char *line, size_t size, uint32_t field)
{
    const dw_tunable *it = &dw_kind_fields[field];
    if (dw_kind_word(field, it->low) == NULL) {
        (void)snprintf(line, size, "| `%s` | %s | %d .. %d | %d | %s |\n", it->name,
                       unit_of(it->name), (int)it->low, (int)it->high, (int)it->initial, it->text);
        return;
    }
    char words[160] = "";
    for (int32_t value = it->low; value <= it->high; value++) {
        const size_t length = strlen(words);
        (void)snprintf(words + length, sizeof words - length, "%s`%s`",
                       value == it->low ? "" : ", ", dw_kind_word(field, value));
    }
    (void)snprintf(line, size, "| `%s` | word | %s | `%s` | %s |\n", it->name, words,
                   dw_kind_word(field, it->initial), it->text);
}

/* The rows behind `heading`, in order and with nothing between them, and no other one. */
static void expect_table(const char *document, const char *heading, uint32_t from, uint32_t to)
{
    const char *rule = "|---|---|---|---|---|\n";
    const char *section = strstr(document, heading);
    assert_non_null(section);
    const char *at = strstr(section, rule);
    assert_non_null(at);
    at += strlen(rule);
    for (uint32_t i = from; i < to; i++) {
        char line[512];
        write_row(line, sizeof line, i);
        if (strncmp(at, line, strlen(line)) != 0) {
            fail_msg("maps/KINDS.md: there should stand: %s", line);
        }
        at += strlen(line);
    }
    assert_int_equal(*at, '\n'); /* And no row more. */
}

static void the_document_lists_each_field_with_unit_range_and_default(void **state)
{
    (void)state;
    char *document = read_text(DW_SOURCE_DIR "/maps/KINDS.md");
    expect_table(document, "## What players know", 0, DW_KIND_PUBLIC_COUNT);
    expect_table(document, "## What the server keeps", DW_KIND_PUBLIC_COUNT, DW_KIND_FIELD_COUNT);
    free(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_guard_has_each_default),
        cmocka_unit_test(what_a_file_says_is_read_into_its_own_field),
        cmocka_unit_test(a_field_out_of_its_range_is_refused),
        cmocka_unit_test(a_field_that_is_missing_is_refused),
        cmocka_unit_test(a_part_that_a_file_leaves_out_is_absent),
        cmocka_unit_test(what_is_wrong_is_refused_by_name),
        cmocka_unit_test(fields_that_contradict_each_other_are_refused),
        cmocka_unit_test(the_document_lists_each_field_with_unit_range_and_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
