#include "common/base/check.h"
#include "common/base/log.h"
#include "common/base/parse.h"
#include "common/world/ruleset.h"
#include "common/world/ruleset_kinds.h"
#include "common/world/strategy_load.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* One of the words of the field. Flags are written without quotes, as JSON has them. */
static dw_status read_word(int32_t *out, uint32_t field, const json_t *value, dw_error *error)
{
    const dw_tunable *info = dw_ruleset_field(field);
    if (strcmp(dw_ruleset_word(field, info->low), "false") == 0) {
        *out = json_is_true(value) ? 1 : 0;
        return json_is_boolean(value)
                   ? DW_OK
                   : dw_fail(error, DW_INVALID, "%s: must be true or false", info->name);
    }
    for (int32_t i = info->low; json_is_string(value) && i <= info->high; i++) {
        if (strcmp(json_string_value(value), dw_ruleset_word(field, i)) == 0) {
            *out = i;
            return DW_OK;
        }
    }
    return dw_fail(error, DW_INVALID, "%s: must be \"%s\" or \"%s\"", info->name,
                   dw_ruleset_word(field, info->low), dw_ruleset_word(field, info->low + 1));
}

/* What a file gives, before it is checked as a whole. */
typedef struct reading {
    dw_ruleset rules;
    dw_ruleset_brains brains;
    dw_kind_field_set kinds[DW_KINDS_MAX]; /* Given under "kinds". */
    bool moved[DW_RULESET_FIELD_COUNT];    /* The field is given by its name of old. */
} reading;

static dw_status refuse_unknown(const char *key, const char *what, dw_error *error)
{
    return dw_fail(error, DW_INVALID, "%.64s: there is no such %s",
                   dw_text_is_clean(key, strlen(key)) ? key : "(unprintable)", what);
}

static dw_status read_field(reading *it, const char *key, json_t *value, dw_error *error)
{
    const uint32_t field = dw_ruleset_find(key);
    /* A field of a kind stands under "kinds", not at its path. */
    if (field == DW_RULESET_FIELD_COUNT || strchr(key, '.') != NULL) {
        return refuse_unknown(key, "field", error);
    }
    const dw_tunable *info = dw_ruleset_field(field);
    if (strcmp(info->name, key) != 0) {
        it->moved[field] = true;
    }
    int32_t number = dw_ruleset_get(&it->rules, field);
    const dw_status status = dw_ruleset_word(field, info->low) != NULL
                                 ? read_word(&number, field, value, error)
                                 : dw_tunable_read(info, &it->rules, key, value, error);
    if (status == DW_OK && dw_ruleset_word(field, info->low) != NULL) {
        return dw_ruleset_set(&it->rules, field, number);
    }
    return status;
}

/* A kind of which no guard of the map is: looked at, and left to the caller, which knows the files.
 */
static dw_status read_unused_kind(reading *it, const char *name, json_t *value, dw_error *error)
{
    dw_kind kind = dw_kind_guard();
    dw_kind_field_set given;
    const size_t length = strlen(name);
    if (!dw_text_is_clean(name, length) || length >= DW_NAME_SIZE || strchr(name, '/') != NULL) {
        return dw_fail(error, DW_INVALID, "there is no such kind");
    }
    if (it->brains.unused_count == DW_KINDS_MAX) {
        return dw_fail(error, DW_FULL, "more than %d kinds", (int)DW_KINDS_MAX);
    }
    memcpy(it->brains.unused[it->brains.unused_count++], name, length + 1);
    return dw_kind_read(&kind, &given, value, error);
}

static dw_status read_kind(reading *it, const char *name, json_t *value, dw_error *error)
{
    bool used = false;
    for (uint32_t k = 0; k < (uint32_t)it->rules.kind_count; k++) {
        if (dw_ruleset_kind_is(&it->rules, k, name)) {
            used = true;
            const dw_status status = dw_kind_read(&it->rules.kinds[k], &it->kinds[k], value, error);
            if (status != DW_OK) {
                return status;
            }
        }
    }
    return used ? DW_OK : read_unused_kind(it, name, value, error);
}

/* {"guard": {"gaits": ...}} */
static dw_status read_kinds(reading *it, json_t *list, dw_error *error)
{
    if (!json_is_object(list)) {
        return dw_fail(error, DW_INVALID, "kinds: must be an object of kinds and their fields");
    }
    const char *name;
    json_t *value;
    json_object_foreach(list, name, value)
    {
        const dw_status status = read_kind(it, name, value, error);
        if (status != DW_OK) {
            dw_error_prefix(error, dw_text_is_clean(name, strlen(name)) ? name : "(unprintable)");
            dw_error_prefix(error, "kinds");
            return status;
        }
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
        const dw_status status =
            dw_json_read_name(brains->of[brains->count].brain, guard, "brain", value, error);
        if (status != DW_OK) {
            dw_error_prefix(error, "brains");
            return status;
        }
        brains->count++;
    }
    return DW_OK;
}

/* "team", or single fields over strategy `reference`. */
static dw_status read_strategy(reading *it, json_t *value, dw_error *error)
{
    if (!json_is_object(value)) {
        return dw_json_read_name(it->brains.strategy, "strategy",
                                 "strategy, or an object of fields", value, error);
    }
    const dw_status status = dw_strategy_read(&it->rules.strategy, value, error);
    if (status != DW_OK) {
        dw_error_prefix(error, "strategy");
    }
    return status;
}

static dw_status read_entry(reading *it, const char *key, json_t *value, dw_error *error)
{
    if (strcmp(key, "brain") == 0) {
        return dw_json_read_name(it->brains.all, key, "brain", value, error);
    }
    if (strcmp(key, "brains") == 0) {
        return read_brains(&it->brains, value, error);
    }
    if (strcmp(key, "strategy") == 0) {
        return read_strategy(it, value, error);
    }
    if (strcmp(key, "kinds") == 0) {
        return read_kinds(it, value, error);
    }
    return read_field(it, key, value, error);
}

static dw_status read_entries(reading *it, json_t *root, dw_error *error)
{
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value)
    {
        const dw_status status = read_entry(it, key, value, error);
        if (status != DW_OK) {
            return status;
        }
    }
    return DW_OK;
}

/* A file may use either name, not both: one of the two values would go unnoticed. Says where each
 * field that is given by its name of old has gone. */
static dw_status settle_moved(const reading *it, json_t *root, const char *file, dw_error *error)
{
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value)
    {
        const uint32_t field = dw_ruleset_find(key);
        if (field == DW_RULESET_FIELD_COUNT || !it->moved[field]) {
            continue;
        }
        const char *name = dw_ruleset_field(field)->name;
        const char *path = name + strlen("kinds.guard.");
        const uint32_t of_kind = dw_tunable_find(dw_kind_fields, DW_KIND_FIELD_COUNT, path);
        if (it->kinds[DW_KIND_GUARD].has[of_kind]) {
            return dw_fail(error, DW_INVALID,
                           "%s: is now %s, and the file gives both: leave out %s", key, name, key);
        }
        char text[160];
        (void)snprintf(text, sizeof text, "%s is now %s", key, name);
        dw_log(DW_LOG_WARNING, "ruleset_field_moved", "file=%s text=%s", dw_log_quote(file).text,
               dw_log_quote(text).text);
    }
    return DW_OK;
}

dw_status dw_ruleset_load(dw_ruleset *rules, dw_ruleset_brains *brains, const char *name,
                          const uint8_t *bytes, size_t size, dw_error *error)
{
    json_t *root = NULL;
    dw_status status = dw_json_open(&root, name, bytes, size, error);
    if (status != DW_OK) {
        return status;
    }
    reading it = {.rules = *rules};
    status = read_entries(&it, root, error);
    if (status == DW_OK) {
        status = settle_moved(&it, root, name, error);
    }
    if (status == DW_OK) {
        status = dw_ruleset_check(&it.rules, error);
    }
    json_decref(root);
    if (status != DW_OK) {
        dw_error_prefix(error, name);
        return status;
    }
    *rules = it.rules;
    *brains = it.brains;
    return DW_OK;
}
