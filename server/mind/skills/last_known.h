/* last_known.h - going where a lost intruder was last known to be (server/RULES.md 5.39 to 5.41).
 * The mover holds all its state. */
#ifndef DW_MIND_LAST_KNOWN_H
#define DW_MIND_LAST_KNOWN_H

#include "server/mind/beliefs.h"
#include "server/mind/mover.h"

/* The last known position. If it lies in a doorway: behind that, in the room to which the intruder
 * was going, or, when it stood still, the room that is not the guard's. */
dw_vec dw_last_known_position(const dw_brain_setup *setup, const dw_belief *belief,
                              uint16_t own_room);

void dw_last_known_begin(const dw_think *think, dw_vec position);

/* One tick at `think->speed`. DONE: the guard is there; FAILED: there is no path. */
dw_skill_state dw_last_known_step(const dw_think *think);

/* `room`: where the intruder was last, or DW_NONE. */
void dw_last_known_explain(uint8_t slot, uint16_t room, const dw_brain_setup *setup,
                           dw_mind_view *view);

#endif
