/* tunable.h - a table of named whole numbers in a struct: their names, places, ranges, defaults.
 * Owns: reading and writing by index, the search for a name, the check of ranges. Rulesets and
 * kinds are such tables. Knows nothing of what the numbers mean, nor of files.
 * Cost: O(1) a field; a search compares with each name. Pure. */
#ifndef DW_WORLD_TUNABLE_H
#define DW_WORLD_TUNABLE_H

#include "common/base/status.h"

#include <stdint.h>

typedef struct dw_tunable {
    const char *name; /* The unit comes last. */
    size_t offset;    /* Of an int32_t in the struct that the table describes. */
    int32_t initial, low, high;
    const char *text; /* What it is, for people. */
} dw_tunable;

int32_t dw_tunable_get(const dw_tunable *field, const void *owner);

/* DW_RANGE and nothing written when `value` is out of range. */
DW_MUST_USE dw_status dw_tunable_set(const dw_tunable *field, void *owner, int32_t value);

/* The index of `name` in the table, or `count`. */
uint32_t dw_tunable_find(const dw_tunable *table, uint32_t count, const char *name);

/* Refuses the first field that is out of its range. */
DW_MUST_USE dw_status dw_tunable_check_all(const dw_tunable *table, uint32_t count,
                                           const void *owner, dw_error *error);

#endif
