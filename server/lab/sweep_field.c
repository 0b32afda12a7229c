#include "server/lab/sweep_field.h"

#include "common/base/check.h"
#include "common/base/parse.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_SIZE = 128 };

const char *dw_sweep_field_name(const dw_sweep_field *field)
{
    return field->name.text;
}

void dw_sweep_field_value(const dw_sweep_field *field, int32_t value,
                          char text[DW_SWEEP_VALUE_SIZE])
{
    const char *word = dw_ruleset_word(field->index, value);
    if (word != NULL) {
        (void)snprintf(text, DW_SWEEP_VALUE_SIZE, "%s", word);
    } else {
        (void)snprintf(text, DW_SWEEP_VALUE_SIZE, "%" PRId32, value);
    }
}

/* A number, or a word of the field. */
static bool take_end(const dw_sweep_field *field, const char *text, int32_t *out)
{
    const dw_tunable *row = dw_ruleset_field(field->index);
    int64_t number = 0;
    if (dw_ruleset_word(field->index, row->low) == NULL) {
        const bool good = dw_parse_int(text, row->low, row->high, &number) == DW_OK;
        *out = good ? (int32_t)number : *out;
        return good;
    }
    for (int32_t value = row->low; value <= row->high; value++) {
        if (strcmp(dw_ruleset_word(field->index, value), text) == 0) {
            *out = value;
            return true;
        }
    }
    return false;
}

/* "kinds.dog.PATH" has the index of "kinds.guard.PATH". */
static uint32_t find_field(dw_sweep_field *field)
{
    static const char prefix[] = "kinds.";
    const char *name = field->name.text;
    const uint32_t plain = dw_ruleset_find(name);
    const char *dot = strncmp(name, prefix, sizeof prefix - 1) == 0
                          ? strchr(name + sizeof prefix - 1, '.')
                          : NULL;
    if (plain != DW_RULESET_FIELD_COUNT || dot == NULL) {
        return plain;
    }
    const int length = (int)(dot - name) - (int)(sizeof prefix - 1);
    char of_guard[sizeof field->name.text + sizeof "guard"];
    (void)snprintf(field->kind, sizeof field->kind, "%.*s", length, name + sizeof prefix - 1);
    (void)snprintf(of_guard, sizeof of_guard, "kinds.guard%s", dot);
    return dw_ruleset_find(of_guard);
}

dw_status dw_sweep_field_parse(dw_sweep_field *field, const char *text, dw_error *error)
{
    dw_sweep_field found = {.kind = ""};
    const char *equals = strchr(text, '=');
    const char *dots = equals != NULL ? strstr(equals, "..") : NULL;
    if (dots == NULL || strlen(text) >= sizeof found.name.text) {
        return dw_fail(error, DW_INVALID,
                       "--field %s: must be FIELD=LOW..HIGH, such as report_ticks=30..300", text);
    }
    (void)snprintf(found.name.text, sizeof found.name.text, "%.*s", (int)(equals - text), text);
    found.index = find_field(&found);
    if (found.index == DW_RULESET_FIELD_COUNT) {
        return dw_fail(error, DW_NOT_FOUND,
                       "--field %s: unknown field \"%s\" (a ruleset's, or a path such as "
                       "strategy.report_ticks or kinds.guard.senses.eyes.meter_near)",
                       text, found.name.text);
    }
    char low[TEXT_SIZE];
    (void)snprintf(low, sizeof low, "%.*s", (int)(dots - equals) - 1, equals + 1);
    char lowest[DW_SWEEP_VALUE_SIZE];
    char highest[DW_SWEEP_VALUE_SIZE];
    dw_sweep_field_value(&found, dw_ruleset_field(found.index)->low, lowest);
    dw_sweep_field_value(&found, dw_ruleset_field(found.index)->high, highest);
    if (!take_end(&found, low, &found.range.low) ||
        !take_end(&found, dots + 2, &found.range.high) || found.range.low >= found.range.high) {
        return dw_fail(error, DW_RANGE,
                       "--field %s: must be LOW..HIGH with LOW below HIGH, within %s .. %s", text,
                       lowest, highest);
    }
    *field = found;
    return DW_OK;
}

/* The strategy of the first guards: their own, which they have at the latest when it is changed. */
static dw_strategy *first_strategy(dw_matrix_plan *plan)
{
    dw_matrix_guards *guards = &plan->guards[0];
    if (!guards->has_strategy) {
        guards->has_strategy = true;
        guards->strategy = plan->maps[0].rules.strategy;
    }
    return &guards->strategy;
}

/* For all guards of the kind on all maps. */
static dw_status set_of_kind(dw_matrix_plan *plan, const dw_sweep_field *field, int32_t value,
                             dw_error *error)
{
    const char *path = strchr(field->name.text + strlen("kinds."), '.') + 1;
    const uint32_t index = dw_tunable_find(dw_kind_fields, DW_KIND_FIELD_COUNT, path);
    bool found = false;
    for (uint32_t m = 0; m < plan->map_count; m++) {
        dw_ruleset *rules = &plan->maps[m].rules;
        for (uint32_t k = 0; k < (uint32_t)rules->kind_count; k++) {
            if (dw_ruleset_kind_is(rules, k, field->kind)) {
                found = true;
                const dw_status status =
                    dw_tunable_set(&dw_kind_fields[index], &rules->kinds[k], value);
                DW_CHECK(status == DW_OK); /* The range of the field was looked at. */
            }
        }
    }
    return found ? DW_OK
                 : dw_fail(error, DW_NOT_FOUND, "no guard of the maps is of kind \"%s\"",
                           field->kind);
}

dw_status dw_sweep_fields_set(dw_matrix_plan *plan, const dw_sweep_field *fields, uint32_t count,
                              const int32_t *values, dw_error *error)
{
    for (uint32_t f = 0; f < count; f++) {
        dw_status status = DW_OK;
        if (fields[f].kind[0] != '\0') {
            status = set_of_kind(plan, &fields[f], values[f], error);
            if (status != DW_OK) {
                return status;
            }
            continue;
        }
        if (dw_ruleset_is_of_strategy(fields[f].index)) {
            status = dw_tunable_set(&dw_strategy_fields[fields[f].index - DW_RULESET_OWN_END],
                                    first_strategy(plan), values[f]);
        }
        for (uint32_t m = 0; m < plan->map_count && !dw_ruleset_is_of_strategy(fields[f].index);
             m++) {
            status = dw_ruleset_set(&plan->maps[m].rules, fields[f].index, values[f]);
        }
        DW_CHECK(status == DW_OK); /* The range of the field was looked at. */
    }
    return dw_ruleset_check(&plan->maps[0].rules, error);
}

static json_t *value_json(uint32_t field, int32_t value)
{
    const char *word = dw_ruleset_word(field, value);
    const bool is_flag = word != NULL && (strcmp(word, "false") == 0 || strcmp(word, "true") == 0);
    return is_flag ? json_boolean(value) : word != NULL ? json_string(word) : json_integer(value);
}

/* The path of a field becomes objects within objects. */
static void put_path(json_t *object, const char *path, json_t *value)
{
    const char *dot = NULL;
    while ((dot = strchr(path, '.')) != NULL) {
        char name[TEXT_SIZE];
        (void)snprintf(name, sizeof name, "%.*s", (int)(dot - path), path);
        json_t *inner = json_object_get(object, name);
        if (inner == NULL) {
            inner = json_object();
            const int failed = json_object_set_new(object, name, inner);
            DW_CHECK(failed == 0);
        }
        object = inner;
        path = dot + 1;
    }
    const int failed = json_object_set_new(object, path, value);
    DW_CHECK(failed == 0);
}

/* Fields of the strategy that differ from the default; the swept ones then take their place. */
static void put_strategy(json_t *object, const dw_strategy *strategy)
{
    for (uint32_t i = 0; i < DW_STRATEGY_FIELD_COUNT; i++) {
        const uint32_t field = DW_RULESET_OWN_END + i;
        const int32_t value = dw_tunable_get(&dw_strategy_fields[i], strategy);
        if (value != dw_strategy_fields[i].initial) {
            put_path(object, dw_ruleset_field(field)->name, value_json(field, value));
        }
    }
}

char *dw_sweep_fields_ruleset(const dw_matrix_plan *plan, const dw_sweep_field *fields,
                              uint32_t count, const int32_t *values)
{
    json_t *object = json_object();
    bool of_strategy = false;
    for (uint32_t f = 0; f < count; f++) {
        of_strategy = of_strategy || dw_ruleset_is_of_strategy(fields[f].index);
    }
    if (of_strategy && plan->guards[0].has_strategy) {
        put_strategy(object, &plan->guards[0].strategy);
    }
    for (uint32_t f = 0; f < count; f++) {
        put_path(object, dw_sweep_field_name(&fields[f]), value_json(fields[f].index, values[f]));
    }
    char *text = json_dumps(object, 0);
    json_decref(object);
    return text;
}
