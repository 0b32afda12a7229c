/* bdi.h - the form "bdi": desires, plans for them, and an intention that is kept (belief, desire,
 * intention; Rao and Georgeff, "BDI agents: from theory to practice", 1995). Beliefs are the facts:
 * they are what the mind believes, and may be false.
 *
 *     {"form": "bdi", "hysteresis": 50, "retry_ticks": 120,
 *      "desires": {"NAME": {"when": CONDITION or [CONDITION, ...], "priority": SCORE,
 *                           "until": CONDITION}},
 *      "plans": {"NAME": {"desire": "NAME", "context": CONDITION, "while": CONDITION,
 *                         "body": [SKILL, ...]}}}
 *
 * The desire with the most points that has a plan whose context holds becomes the intention. It is
 * kept, even when its `when` holds no longer, until
 *   - it is done: `until` holds, or the body has come to its end;
 *   - it is impossible: a step failed or `while` holds no longer, and no other plan is left; then
 *     the desire is set aside for `retry_ticks`;
 *   - it is outweighed: another desire has more points, by more than the hysteresis.
 * Owns: its program, and the intention of one guard. Nodes are plans, in the order of the file,
 * with DW_BDI_STEPS_MAX numbers each. */
#ifndef DW_MIND_BDI_H
#define DW_MIND_BDI_H

#include "common/base/fields.h"
#include "server/mind/data/runtime.h"

enum { DW_BDI_PLANS_MAX = 30, DW_BDI_STEPS_MAX = 8 };

#define DW_BDI_FIELDS(X, A, M)                                                                     \
    X(u8, desire)     /* Or DW_MOTIVE_NONE: no intention. */                                       \
    X(u8, plan)       /* Of the intention. */                                                      \
    X(u8, step)       /* Of its body. */                                                           \
    X(u8, cause)      /* dw_cause of what runs. */                                                 \
    X(u8, ended)      /* dw_skill_state in which the step ended in the last tick; or RUNNING. */   \
    X(u32, tried)     /* Bit p: plan p has failed for this intention. */                           \
    X(u32, set_aside) /* Bit d: desire d. */                                                       \
    X(u32, retry_tick)
typedef struct dw_bdi_state {
    DW_FIELDS_MEMBERS(DW_BDI_FIELDS)
} dw_bdi_state;
typedef dw_bdi_state dw_field_bdi_state;

extern const dw_runtime dw_runtime_bdi;

DW_FIELDS_DECLARE(bdi_state);

#endif
