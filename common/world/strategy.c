#include "common/world/strategy.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/world/strategy_load.h"

#include <stddef.h>
#include <string.h>

const dw_tunable dw_strategy_fields[DW_STRATEGY_FIELD_COUNT] = {
#define FIELD(name, initial, low, high, text)                                                      \
    {#name, offsetof(dw_strategy, name), (initial), (low), (high), (text)},
    DW_STRATEGY_FIELDS(FIELD)
#undef FIELD
};

_Static_assert(sizeof(dw_strategy) == DW_STRATEGY_FIELD_COUNT * sizeof(int32_t),
               "a strategy is its fields");

dw_strategy dw_strategy_reference(void)
{
    return (dw_strategy){
#define DEFAULT(name, initial, low, high, text) .name = (initial),
        DW_STRATEGY_FIELDS(DEFAULT)
#undef DEFAULT
    };
}

const char *dw_strategy_word(uint32_t field, int32_t value)
{
    static const char *const answers[] = {"go", "intercept", "cutoff", "random", "call"};
    DW_CHECK(field < DW_STRATEGY_FIELD_COUNT);
    switch (dw_strategy_fields[field].offset) {
    case offsetof(dw_strategy, talk):
    case offsetof(dw_strategy, report_own_only):
    case offsetof(dw_strategy, hold_exit_when_missing):
    case offsetof(dw_strategy, board):
    case offsetof(dw_strategy, contracts):
    case offsetof(dw_strategy, search_apart):
        return value != 0 ? "true" : "false";
    case offsetof(dw_strategy, answer):
        DW_CHECK(value >= 0 && value <= DW_ANSWER_CALL);
        return answers[value];
    default:
        return NULL;
    }
}

/* One of the words of the field; true or false without quotes. */
static dw_status read_word(dw_strategy *out, uint32_t field, const json_t *value, dw_error *error)
{
    const dw_tunable *info = &dw_strategy_fields[field];
    const char *word = json_is_boolean(value) ? (json_is_true(value) ? "true" : "false")
                                              : json_string_value(value);
    const bool flag = strcmp(dw_strategy_word(field, info->low), "false") == 0;
    for (int32_t i = info->low; word != NULL && json_is_boolean(value) == flag && i <= info->high;
         i++) {
        if (strcmp(word, dw_strategy_word(field, i)) == 0) {
            return dw_tunable_set(info, out, i);
        }
    }
    return flag ? dw_fail(error, DW_INVALID, "%s: must be true or false", info->name)
                : dw_fail(error, DW_INVALID,
                          "%s: must be \"go\", \"intercept\", \"cutoff\", \"random\" or \"call\"",
                          info->name);
}

dw_status dw_strategy_read(dw_strategy *out, json_t *json, dw_error *error)
{
    const char *key;
    json_t *value;
    json_object_foreach(json, key, value)
    {
        const uint32_t field = dw_tunable_find(dw_strategy_fields, DW_STRATEGY_FIELD_COUNT, key);
        if (field == DW_STRATEGY_FIELD_COUNT) {
            return dw_fail(error, DW_INVALID, "%.64s: there is no such field",
                           dw_text_is_clean(key, strlen(key)) ? key : "(unprintable)");
        }
        const dw_tunable *info = &dw_strategy_fields[field];
        const dw_status status = dw_strategy_word(field, info->low) != NULL
                                     ? read_word(out, field, value, error)
                                     : dw_tunable_read(info, out, key, value, error);
        if (status != DW_OK) {
            return status;
        }
    }
    return DW_OK;
}

dw_status dw_strategy_load(dw_strategy *out, const char *name, const uint8_t *bytes, size_t size,
                           dw_error *error)
{
    json_t *root = NULL;
    dw_status status = dw_json_open(&root, name, bytes, size, error);
    if (status != DW_OK) {
        return status;
    }
    dw_strategy strategy = dw_strategy_reference();
    status = dw_strategy_read(&strategy, root, error);
    json_decref(root);
    if (status != DW_OK) {
        dw_error_prefix(error, name);
        return status;
    }
    *out = strategy;
    return DW_OK;
}
