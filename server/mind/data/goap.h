/* goap.h - the form "goap": goals, actions, and a plan of actions for the goal that counts most
 * (goal-oriented action planning; Orkin, "Applying goal-oriented action planning to games", 2003).
 *
 *     each tick   sense the facts -> which goal -> is the plan still the plan for these facts?
 *                 -> if not, plan anew (planner.h) -> run the skill of the first action
 *
 * What an action gives is never taken for granted. When facts that the plan was made for change, it
 * is made anew in the same tick, so an action whose need no longer holds is never run. An action
 * that ends without what it gives, fails or runs out of time, is set aside for `retry_ticks`: with
 * 0 for a tick when it fails, and not at all when it ends.
 *
 *     {"form": "goap", "nodes_max": 256, "retry_ticks": 120, "hysteresis": 50,
 *      "goals": {"NAME": {"when": CONDITION or [CONDITION, ...], "priority": SCORE,
 *                         "want": [FACT, ...], "keep": false}},
 *      "actions": {"NAME": {"needs": [FACT, ...], "gives": [FACT, ...], "cost": N, "skill": "S",
 *                           "ticks_max": N, "retry_ticks": N,
 *                           "also": [SKILL, ...]}},
 *      "otherwise": SKILL}
 *
 * With `keep` a goal counts on when its `when` holds no longer, until it is reached, has no plan or
 * is outweighed.
 *
 * Owns: its program, and the plan of one guard. Nodes are actions; DW_GOAP_OTHERWISE is the skill
 * that runs when no goal has a plan. */
#ifndef DW_MIND_GOAP_H
#define DW_MIND_GOAP_H

#include "common/base/fields.h"
#include "server/mind/data/planner.h"
#include "server/mind/data/runtime.h"

enum { DW_GOAP_OTHERWISE = DW_PLAN_ACTIONS_MAX };

#define DW_GOAP_FIELDS(X, A, M)                                                                    \
    X(u8, goal)         /* Or DW_MOTIVE_NONE. */                                                   \
    X(u8, cause)        /* dw_cause of what runs. */                                               \
    X(u8, ended)        /* The action that ended in the last tick, or DW_MOTIVE_NONE. */           \
    X(flag, ended_well) /* Its skill was done. */                                                  \
    X(u32, count)       /* Of the plan. */                                                         \
    X(u32, cost)        /* Of the plan. */                                                         \
    X(u64, bits)        /* The facts for which it was made. */                                     \
    X(u32, set_aside)   /* Bit a: action a. */                                                     \
    X(u32, hopeless)    /* Bit g: goal g has no plan with these facts. */                          \
    X(u32, retry_tick)  /* When actions that are set aside count again. */                         \
    A(u16, actions, DW_PLAN_STEPS_MAX, it->count)

typedef struct dw_goap_state {
    DW_FIELDS_MEMBERS(DW_GOAP_FIELDS)
} dw_goap_state;
typedef dw_goap_state dw_field_goap_state;

extern const dw_runtime dw_runtime_goap;

DW_FIELDS_DECLARE(goap_state);

#endif
