/* hold.h - a guard stands at the exit or at the objective and looks round there, until it has to
 * chase or the round ends. Owns: the position, and how far the look round is. No allocation. */
#ifndef DW_MIND_HOLD_H
#define DW_MIND_HOLD_H

#include "server/mind/mover.h"
#include "server/mind/skills/look_round.h"

typedef enum dw_hold_phase {
    DW_HOLD_DRAWING, /* A position that shows what is held. */
    DW_HOLD_GOING,
    DW_HOLD_LOOKING,
    DW_HOLD_PHASE_COUNT
} dw_hold_phase;

#define DW_HOLD_FIELDS(X, A, M)                                                                    \
    X(u8, phase) /* dw_hold_phase */                                                               \
    X(u8, task)  /* dw_task: EXIT or OBJECTIVE. */                                                 \
    X(u8, draws)                                                                                   \
    X(u16, room)                                                                                   \
    X(vec, middle) /* Of what is held. */                                                          \
    X(look_round, look)                                                                            \
    X(rng, places)

typedef struct dw_hold {
    DW_FIELDS_MEMBERS(DW_HOLD_FIELDS)
} dw_hold;
typedef dw_hold dw_field_hold;

void dw_hold_reset(dw_hold *hold, uint64_t seed);
void dw_hold_begin(dw_hold *hold, const dw_think *think, dw_task task, uint16_t room,
                   dw_vec middle);

/* One tick at `think->speed`. Always RUNNING: the brain ends it. */
dw_skill_state dw_hold_step(dw_hold *hold, const dw_think *think);

void dw_hold_explain(const dw_hold *hold, const dw_brain_setup *setup, dw_mind_view *view);
/* A loaded post names only what the map has. */
bool dw_hold_is_sound(const dw_hold *hold, const dw_map *map);
DW_FIELDS_INLINE(hold, DW_HOLD_FIELDS);

#endif
