#include "common/world/kind_load.h"

#include "common/base/check.h"
#include "common/base/parse.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FIELD_PATH_MAX = 64 };

dw_status dw_json_open(json_t **root, const char *name, const uint8_t *bytes, size_t size,
                       dw_error *error)
{
    json_error_t json_error;
    *root = json_loadb((const char *)bytes, size, JSON_REJECT_DUPLICATES, &json_error);
    dw_status status = DW_OK;
    if (*root == NULL) {
        status = dw_fail(error, DW_INVALID, "line %d: %s", json_error.line, json_error.text);
    } else if (!json_is_object(*root)) {
        status = dw_fail(error, DW_INVALID, "must be a JSON object of field names and values");
        json_decref(*root);
    }
    if (status != DW_OK) {
        dw_error_prefix(error, name);
    }
    return status;
}

dw_status dw_tunable_read(const dw_tunable *field, void *owner, const char *called,
                          const json_t *value, dw_error *error)
{
    if (!json_is_integer(value)) {
        return dw_fail(error, DW_INVALID, "%s: must be a whole number", called);
    }
    const json_int_t number = json_integer_value(value);
    if (number < field->low || number > field->high) {
        return dw_fail(error, DW_RANGE,
                       "%s: %" JSON_INTEGER_FORMAT " is not in %" PRId32 " .. %" PRId32, called,
                       number, field->low, field->high);
    }
    return dw_tunable_set(field, owner, (int32_t)number);
}

dw_status dw_json_read_name(char out[DW_NAME_SIZE], const char *key, const char *what,
                            const json_t *value, dw_error *error)
{
    const char *text = json_string_value(value);
    if (text == NULL || !dw_text_is_clean(text, strlen(text)) ||
        dw_copy_text(out, DW_NAME_SIZE, text) != DW_OK) {
        return dw_fail(error, DW_INVALID, "%s: must be the name of a %s", key, what);
    }
    return DW_OK;
}

/* A field whose values have words. */
static dw_status read_word(uint32_t field, dw_kind *kind, const json_t *value, dw_error *error)
{
    const dw_tunable *it = &dw_kind_fields[field];
    char allowed[160] = "";
    size_t length = 0;
    for (int32_t i = it->low; i <= it->high; i++) {
        const char *word = dw_kind_word(field, i);
        if (json_is_string(value) && strcmp(json_string_value(value), word) == 0) {
            return dw_tunable_set(it, kind, i);
        }
        length += (size_t)snprintf(allowed + length, sizeof allowed - length, "%s\"%s\"",
                                   i == it->low ? "" : ", ", word);
        DW_CHECK(length < sizeof allowed);
    }
    return dw_fail(error, DW_INVALID, "%s: must be one of %s", it->name, allowed);
}

/* "gaits.calm" is a group, since "gaits.calm.speed_mm_s" is a field. */
static bool is_group(const char *path)
{
    const size_t length = strlen(path);
    for (uint32_t i = 0; i < DW_KIND_FIELD_COUNT; i++) {
        const char *name = dw_kind_fields[i].name;
        if (strncmp(name, path, length) == 0 && name[length] == '.') {
            return true;
        }
    }
    return false;
}

typedef struct reading {
    dw_kind *kind;
    dw_kind_field_set *given;
    dw_error *error;
} reading;

/* Calls itself for the groups in a group. Only groups that fields have are entered, so it goes as
 * deep as the longest path of a field. */
static dw_status read_group(const reading *it, const char *prefix, json_t *group)
{
    const char *key;
    json_t *value;
    json_object_foreach(group, key, value)
    {
        char path[FIELD_PATH_MAX];
        const int length = snprintf(path, sizeof path, "%s%s", prefix, key);
        /* A point joins names, and is a part of none. */
        const bool plain = dw_text_is_clean(key, strlen(key)) && strchr(key, '.') == NULL;
        const uint32_t field = dw_tunable_find(dw_kind_fields, DW_KIND_FIELD_COUNT, path);
        dw_status status = DW_OK;
        if (!plain || length >= FIELD_PATH_MAX - 1 ||
            (field == DW_KIND_FIELD_COUNT && !is_group(path))) {
            return dw_fail(it->error, DW_INVALID, "%s%.64s: there is no such field", prefix,
                           dw_text_is_clean(key, strlen(key)) ? key : "(unprintable)");
        }
        if (field < DW_KIND_FIELD_COUNT) {
            const dw_tunable *row = &dw_kind_fields[field];
            status = dw_kind_word(field, row->low) != NULL
                         ? read_word(field, it->kind, value, it->error)
                         : dw_tunable_read(row, it->kind, path, value, it->error);
            it->given->has[field] = true;
        } else if (!json_is_object(value)) {
            status = dw_fail(it->error, DW_INVALID, "%s: must be an object of fields", path);
        } else {
            memcpy(path + length, ".", 2);
            status = read_group(it, path, value);
        }
        if (status != DW_OK) {
            return status;
        }
    }
    return DW_OK;
}

dw_status dw_kind_read(dw_kind *kind, dw_kind_field_set *given, json_t *json, dw_error *error)
{
    if (!json_is_object(json)) {
        return dw_fail(error, DW_INVALID, "must be an object of fields");
    }
    return read_group(&(reading){kind, given, error}, "", json);
}

/* The parts that a kind may do without. */
static const struct {
    const char *prefix, *first;
} parts[] = {
#define PART(part, first) {#part ".", #part "." #first},
    DW_KIND_PARTS(PART)
#undef PART
};

/* The part that the field belongs to, or DW_COUNT_OF(parts). */
static uint32_t part_of(uint32_t field)
{
    uint32_t i = 0;
    while (i < DW_COUNT_OF(parts) &&
           strncmp(dw_kind_fields[field].name, parts[i].prefix, strlen(parts[i].prefix)) != 0) {
        i++;
    }
    return i;
}

/* A kind file leaves nothing to defaults that its reader would not see. Parts that it does not name
 * at all are absent. */
static dw_status require_all(dw_kind *kind, const dw_kind_field_set *given, dw_error *error)
{
    bool named[DW_COUNT_OF(parts) + 1] = {false};
    for (uint32_t i = 0; i < DW_KIND_FIELD_COUNT; i++) {
        const uint32_t part = part_of(i);
        named[part] = named[part] || given->has[i];
    }
    for (uint32_t i = 0; i < DW_KIND_FIELD_COUNT; i++) {
        const uint32_t part = part_of(i);
        if (!given->has[i] && (part == DW_COUNT_OF(parts) || named[part])) {
            return dw_fail(error, DW_INVALID, "%s: is missing", dw_kind_fields[i].name);
        }
    }
    for (uint32_t i = 0; i < DW_COUNT_OF(parts); i++) {
        if (!named[i]) {
            const uint32_t first =
                dw_tunable_find(dw_kind_fields, DW_KIND_FIELD_COUNT, parts[i].first);
            const dw_status status = dw_tunable_set(&dw_kind_fields[first], kind, 0);
            DW_CHECK(status == DW_OK);
        }
    }
    return DW_OK;
}

/* Takes the name of the brain out of the file, so that only fields are left. */
static dw_status take_brain(char brain[DW_NAME_SIZE], json_t *root, dw_error *error)
{
    const json_t *value = json_object_get(root, "brain");
    if (value == NULL) {
        return dw_fail(error, DW_INVALID, "brain: is missing");
    }
    const dw_status status = dw_json_read_name(brain, "brain", "brain", value, error);
    (void)json_object_del(root, "brain");
    return status;
}

static dw_status read_file(dw_kind *kind, char brain[DW_NAME_SIZE], json_t *root, dw_error *error)
{
    dw_kind_field_set given = {{false}};
    dw_status status = take_brain(brain, root, error);
    if (status == DW_OK) {
        status = dw_kind_read(kind, &given, root, error);
    }
    if (status == DW_OK) {
        status = require_all(kind, &given, error);
    }
    return status == DW_OK ? dw_kind_check(kind, error) : status;
}

dw_status dw_kind_load(dw_kind *out, char brain[DW_NAME_SIZE], const char *name,
                       const uint8_t *bytes, size_t size, dw_error *error)
{
    json_t *root = NULL;
    dw_status status = dw_json_open(&root, name, bytes, size, error);
    if (status != DW_OK) {
        return status;
    }
    dw_kind kind = dw_kind_guard();
    char named[DW_NAME_SIZE] = "";
    status = read_file(&kind, named, root, error);
    json_decref(root);
    if (status != DW_OK) {
        dw_error_prefix(error, name);
        return status;
    }
    *out = kind;
    memcpy(brain, named, sizeof named);
    return DW_OK;
}
