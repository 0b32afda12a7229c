/* utility.h - the form "utility": options with points, and the skill of the one that has the most.
 *
 *     {"form": "utility", "hysteresis": 50, "retry_ticks": 120,
 *      "options": {"NAME": {"when": CONDITION or [CONDITION, ...], "priority": SCORE,
 *                           "skill": "S", ...}}}
 *
 * An option whose skill fails is set aside for `retry_ticks`. Owns: its program, and which option
 * one guard follows. Nodes are options. The goals of a goap have points in the same way. */
#ifndef DW_MIND_UTILITY_H
#define DW_MIND_UTILITY_H

#include "common/base/fields.h"
#include "server/mind/data/runtime.h"

#define DW_UTILITY_FIELDS(X, A, M)                                                                 \
    X(u8, option)     /* Or DW_MOTIVE_NONE. */                                                     \
    X(u8, cause)      /* dw_cause */                                                               \
    X(flag, ended)    /* Its skill ended in the last tick. */                                      \
    X(u32, set_aside) /* Bit i: option i. */                                                       \
    X(u32, retry_tick)
typedef struct dw_utility_state {
    DW_FIELDS_MEMBERS(DW_UTILITY_FIELDS)
} dw_utility_state;
typedef dw_utility_state dw_field_utility_state;

extern const dw_runtime dw_runtime_utility;

DW_FIELDS_DECLARE(utility_state);

#endif
