/* ruleset.c - one list of fields makes defaults, reader, checks and help. */
#include "common/world/ruleset.h"

#include "common/base/check.h"
#include "common/base/parse.h"

#include <inttypes.h>
#include <jansson.h>
#include <stddef.h>
#include <string.h>

typedef struct field_info {
    const char *name;
    size_t offset;
    int32_t initial, low, high;
} field_info;

static const field_info fields[DW_RULESET_FIELD_COUNT] = {
#define FIELD_INFO(name, initial, low, high, text)                                                 \
    {#name, offsetof(dw_ruleset, name), (initial), (low), (high)},
    DW_RULESET_FIELDS(FIELD_INFO)
#undef FIELD_INFO
};

/* Reading and writing by index relies on the struct being nothing but the list. */
_Static_assert(sizeof(dw_ruleset) == DW_RULESET_FIELD_COUNT * sizeof(int32_t),
               "a ruleset is its fields");

static int32_t *field_of(dw_ruleset *rules, uint32_t field)
{
    return (int32_t *)(void *)((char *)rules + fields[field].offset);
}

dw_ruleset dw_ruleset_reference(void)
{
    dw_ruleset rules;
    for (uint32_t i = 0; i < DW_RULESET_FIELD_COUNT; i++) {
        *field_of(&rules, i) = fields[i].initial;
    }
    return rules;
}

int32_t dw_ruleset_get(const dw_ruleset *rules, uint32_t field)
{
    DW_CHECK(field < DW_RULESET_FIELD_COUNT);
    int32_t value;
    memcpy(&value, (const char *)rules + fields[field].offset, sizeof(value));
    return value;
}

dw_status dw_ruleset_set(dw_ruleset *rules, uint32_t field, int32_t value)
{
    DW_CHECK(field < DW_RULESET_FIELD_COUNT);
    if (value < fields[field].low || value > fields[field].high) {
        return DW_RANGE;
    }
    *field_of(rules, field) = value;
    return DW_OK;
}

const char *dw_ruleset_field_name(uint32_t field)
{
    DW_CHECK(field < DW_RULESET_FIELD_COUNT);
    return fields[field].name;
}

const char *dw_ruleset_word(uint32_t field, int32_t value)
{
    DW_CHECK(field < DW_RULESET_FIELD_COUNT);
    static const char *const flags[] = {"false", "true"};
    static const char *const visions[] = {"omniscient", "sight"};
    DW_CHECK(value >= fields[field].low && value <= fields[field].high);
    switch (field) {
    case DW_RULESET_INDEX_intruders_collide:
        return flags[value];
    case DW_RULESET_INDEX_vision:
        return visions[value];
    default:
        return NULL;
    }
}

dw_status dw_ruleset_check(const dw_ruleset *rules, dw_error *error)
{
    for (uint32_t i = 0; i < DW_RULESET_FIELD_COUNT; i++) {
        const int32_t value = dw_ruleset_get(rules, i);
        if (value < fields[i].low || value > fields[i].high) {
            return dw_fail(error, DW_RANGE, "%s: %" PRId32 " is not in %" PRId32 " .. %" PRId32,
                           fields[i].name, value, fields[i].low, fields[i].high);
        }
    }
    if (rules->meter_cap < rules->meter_full) {
        return dw_fail(error, DW_RANGE,
                       "meter_cap: %" PRId32 " is below meter_full, which is %" PRId32,
                       rules->meter_cap, rules->meter_full);
    }
    if (rules->meter_far_loss >= rules->meter_near) {
        return dw_fail(error, DW_RANGE,
                       "meter_far_loss: %" PRId32
                       " leaves nothing of meter_near, which is %" PRId32,
                       rules->meter_far_loss, rules->meter_near);
    }
    if (rules->chase_stop_distance_mm > rules->chase_near_distance_mm) {
        return dw_fail(error, DW_RANGE,
                       "chase_stop_distance_mm: %" PRId32
                       " is beyond chase_near_distance_mm, which is %" PRId32,
                       rules->chase_stop_distance_mm, rules->chase_near_distance_mm);
    }
    if (rules->look_ticks_max < rules->look_ticks_min) {
        return dw_fail(error, DW_RANGE,
                       "look_ticks_max: %" PRId32 " is below look_ticks_min, which is %" PRId32,
                       rules->look_ticks_max, rules->look_ticks_min);
    }
    return DW_OK;
}

/* The index of a name, or DW_RULESET_FIELD_COUNT. */
static uint32_t find_field(const char *name)
{
    uint32_t i = 0;
    while (i < DW_RULESET_FIELD_COUNT && strcmp(fields[i].name, name) != 0) {
        i++;
    }
    return i;
}

/* One of the words of the field. Flags are written without quotes, as JSON has them. */
static dw_status read_word(int32_t *out, uint32_t field, const json_t *value, dw_error *error)
{
    const int32_t low = fields[field].low;
    if (field == DW_RULESET_INDEX_intruders_collide) {
        *out = json_is_true(value) ? 1 : 0;
        return json_is_boolean(value)
                   ? DW_OK
                   : dw_fail(error, DW_INVALID, "%s: must be true or false", fields[field].name);
    }
    for (int32_t i = low; json_is_string(value) && i <= fields[field].high; i++) {
        if (strcmp(json_string_value(value), dw_ruleset_word(field, i)) == 0) {
            *out = i;
            return DW_OK;
        }
    }
    return dw_fail(error, DW_INVALID, "%s: must be \"%s\" or \"%s\"", fields[field].name,
                   dw_ruleset_word(field, low), dw_ruleset_word(field, low + 1));
}

static dw_status read_field(dw_ruleset *rules, const char *key, json_t *value, dw_error *error)
{
    const uint32_t field = find_field(key);
    if (field == DW_RULESET_FIELD_COUNT) {
        return dw_fail(error, DW_INVALID, "%.64s: there is no such field",
                       dw_text_is_clean(key, strlen(key)) ? key : "(unprintable)");
    }
    if (dw_ruleset_word(field, fields[field].low) != NULL) {
        return read_word(field_of(rules, field), field, value, error);
    }
    if (!json_is_integer(value)) {
        return dw_fail(error, DW_INVALID, "%s: must be a whole number", key);
    }
    const json_int_t number = json_integer_value(value);
    if (number < fields[field].low || number > fields[field].high) {
        return dw_fail(error, DW_RANGE,
                       "%s: %" JSON_INTEGER_FORMAT " is not in %" PRId32 " .. %" PRId32, key,
                       number, fields[field].low, fields[field].high);
    }
    *field_of(rules, field) = (int32_t)number;
    return DW_OK;
}

static dw_status read_name(char out[DW_NAME_SIZE], const char *key, const json_t *value,
                           dw_error *error)
{
    const char *text = json_string_value(value);
    if (text == NULL || !dw_text_is_clean(text, strlen(text)) ||
        dw_copy_text(out, DW_NAME_SIZE, text) != DW_OK) {
        return dw_fail(error, DW_INVALID, "%s: must be the name of a brain", key);
    }
    return DW_OK;
}

/* {"guard": "brain", ...} */
static dw_status read_brains(dw_ruleset_brains *brains, json_t *list, dw_error *error)
{
    if (!json_is_object(list)) {
        return dw_fail(error, DW_INVALID, "brains: must be an object of guards and their brains");
    }
    const char *guard;
    json_t *value;
    json_object_foreach(list, guard, value)
    {
        if (brains->count == DW_GUARDS_MAX) {
            return dw_fail(error, DW_FULL, "brains: more than %d guards", DW_GUARDS_MAX);
        }
        if (!dw_text_is_clean(guard, strlen(guard)) ||
            dw_copy_text(brains->of[brains->count].guard, DW_NAME_SIZE, guard) != DW_OK) {
            return dw_fail(error, DW_INVALID, "brains: a guard's name has 1 to %d bytes of text",
                           DW_NAME_SIZE - 1);
        }
        const dw_status status = read_name(brains->of[brains->count].brain, guard, value, error);
        if (status != DW_OK) {
            dw_error_prefix(error, "brains");
            return status;
        }
        brains->count++;
    }
    return DW_OK;
}

static dw_status read_fields(dw_ruleset *rules, dw_ruleset_brains *brains, json_t *root,
                             dw_error *error)
{
    if (!json_is_object(root)) {
        return dw_fail(error, DW_INVALID, "must be a JSON object of field names and values");
    }
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value)
    {
        dw_status status;
        if (strcmp(key, "brain") == 0) {
            status = read_name(brains->all, key, value, error);
        } else if (strcmp(key, "brains") == 0) {
            status = read_brains(brains, value, error);
        } else {
            status = read_field(rules, key, value, error);
        }
        if (status != DW_OK) {
            return status;
        }
    }
    return dw_ruleset_check(rules, error);
}

dw_status dw_ruleset_load(dw_ruleset *out, dw_ruleset_brains *brains, const char *name,
                          const uint8_t *bytes, size_t size, dw_error *error)
{
    dw_ruleset rules = dw_ruleset_reference();
    dw_ruleset_brains said = {.count = 0};
    json_error_t json_error;
    json_t *root = json_loadb((const char *)bytes, size, JSON_REJECT_DUPLICATES, &json_error);
    dw_status status;
    if (root == NULL) {
        status = dw_fail(error, DW_INVALID, "line %d: %s", json_error.line, json_error.text);
    } else {
        status = read_fields(&rules, &said, root, error);
        json_decref(root);
    }
    if (status != DW_OK) {
        dw_error_prefix(error, name);
        return status;
    }
    *out = rules;
    *brains = said;
    return DW_OK;
}
