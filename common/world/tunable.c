#include "common/world/tunable.h"

#include <inttypes.h>
#include <string.h>

int32_t dw_tunable_get(const dw_tunable *field, const void *owner)
{
    int32_t value;
    memcpy(&value, (const char *)owner + field->offset, sizeof value);
    return value;
}

dw_status dw_tunable_set(const dw_tunable *field, void *owner, int32_t value)
{
    if (value < field->low || value > field->high) {
        return DW_RANGE;
    }
    memcpy((char *)owner + field->offset, &value, sizeof value);
    return DW_OK;
}

uint32_t dw_tunable_find(const dw_tunable *table, uint32_t count, const char *name)
{
    uint32_t i = 0;
    while (i < count && strcmp(table[i].name, name) != 0) {
        i++;
    }
    return i;
}

dw_status dw_tunable_check_all(const dw_tunable *table, uint32_t count, const void *owner,
                               dw_error *error)
{
    for (uint32_t i = 0; i < count; i++) {
        const int32_t value = dw_tunable_get(&table[i], owner);
        if (value < table[i].low || value > table[i].high) {
            return dw_fail(error, DW_RANGE, "%s: %" PRId32 " is not in %" PRId32 " .. %" PRId32,
                           table[i].name, value, table[i].low, table[i].high);
        }
    }
    return DW_OK;
}
