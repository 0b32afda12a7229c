/* chase.h - which intruder to chase, and how (server/RULES.md 5.21 to 5.29). Owns: which one the
 * guard is after, and the position beside it that stands in where a body does not fit. No
 * allocation. */
#ifndef DW_MIND_CHASE_H
#define DW_MIND_CHASE_H

#include "server/mind/mover.h"

#define DW_CHASE_FIELDS(X, A, M)                                                                   \
    X(u8, slot)         /* Of the intruder that is chased, or DW_SLOT_NONE. */                     \
    X(u16, since_ticks) /* How long it has been the one. */                                        \
    X(flag, beside)     /* `place` counts. */                                                      \
    X(vec, place)                                                                                  \
    X(rng, places)

typedef struct dw_chase {
    DW_FIELDS_MEMBERS(DW_CHASE_FIELDS)
} dw_chase;
typedef dw_chase dw_field_chase;

void dw_chase_reset(dw_chase *chase, uint64_t seed);

/* The intruder to chase now, of those that the guard has detected and senses, or NULL. The guard
 * stays with one until another is much nearer, and one that a colleague is nearer to costs more. */
const dw_percept_intruder *dw_chase_begin(dw_chase *chase, const dw_think *think);

/* One tick after the intruder that dw_chase_begin returned in this tick. Always RUNNING: the brain
 * ends a chase. */
dw_skill_state dw_chase_step(dw_chase *chase, const dw_think *think,
                             const dw_percept_intruder *target);

/* The end of each chase: stands before a target that is `near`, else goes to `place`, with eyes on
 * the target. */
void dw_chase_close_in(const dw_think *think, dw_vec target, bool near, dw_vec place,
                       int32_t speed);

/* How far off a guard of this size stops, centre to centre, in units (server/RULES.md 5.24). */
int64_t dw_chase_stop_distance(const dw_brain_setup *setup);

/* Fast while far, slower when near. */
int32_t dw_chase_speed(const dw_brain_setup *setup, dw_vec from, dw_vec to);

/* `room`: where the intruder was last, or DW_NONE. */
void dw_chase_explain(uint8_t slot, uint16_t room, const dw_brain_setup *setup, dw_mind_view *view);
DW_FIELDS_INLINE(chase, DW_CHASE_FIELDS);

#endif
