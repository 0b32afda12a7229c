/* fsm.h - state machines as data: states with a skill, super-states, ordered transitions, and
 * interrupts that count in all states (maps/BRAINS.md has the format).
 *
 *   tick:  interrupts in order, then transitions of the super-states from the outermost one in,
 *          then those of the state: the first that holds is taken, up to 4 times in a tick.
 *          Then the state that this has come to runs its skill. A state that is only passed runs
 *          nothing. An interrupt whose state is active already stands in for all after it.
 *
 * Owns: the compiled machine, shared and constant; and a state of one guard, a few bytes. Cost:
 * O(interrupts + transitions of the state) a tick. */
#ifndef DW_MIND_FSM_H
#define DW_MIND_FSM_H

#include "common/base/fields.h"
#include "server/mind/data/runtime.h"

enum {
    DW_FSM_STATES_MAX = 64, /* With the super-states. */
    DW_FSM_EDGES_MAX = 256,
    DW_FSM_DEPTH_MAX = 4, /* Super-states in super-states. */
    DW_FSM_DEEDS_MAX = 2,
    DW_FSM_SETTLES_MAX = 4 /* Transitions in a tick. */
};

#define DW_FSM_STATE_FIELDS(X, A, M) X(u8, state) /* Index of a state with a skill. */
typedef struct dw_fsm_state {
    DW_FIELDS_MEMBERS(DW_FSM_STATE_FIELDS)
} dw_fsm_state;
typedef dw_fsm_state dw_field_fsm_state;

extern const dw_runtime dw_runtime_fsm;

DW_FIELDS_DECLARE(fsm_state);

#endif
