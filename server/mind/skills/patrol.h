/* patrol.h - the calm part of a guard's work: its own cycle of rooms, a drawn position in each, and
 * a look round there (server/RULES.md 5.8 to 5.20). Knows nothing of intruders. No allocation. */
#ifndef DW_MIND_PATROL_H
#define DW_MIND_PATROL_H

#include "server/mind/mover.h"
#include "server/mind/skills/look_round.h"

typedef enum dw_patrol_phase {
    DW_PATROL_CHOOSING, /* Draws positions in the next room. */
    DW_PATROL_WALKING,
    DW_PATROL_LOOKING /* Looks round there. */
} dw_patrol_phase;

#define DW_PATROL_FIELDS(X, A, M)                                                                  \
    X(u8, phase)   /* dw_patrol_phase */                                                           \
    X(u8, draws)   /* In this room so far. */                                                      \
    X(flag, peeps) /* Into a dead end only from its doorway; the brain's to set. */                \
    X(u16, stop)   /* Index into the patrol. */                                                    \
    X(look_round, look)                                                                            \
    X(rng, places)

typedef struct dw_patrol_state {
    DW_FIELDS_MEMBERS(DW_PATROL_FIELDS)
} dw_patrol_state;
typedef dw_patrol_state dw_field_patrol;

/* A new round starts at a random stop of the cycle, so that no two rounds begin alike. */
void dw_patrol_reset(dw_patrol_state *patrol, const dw_brain_setup *setup, uint64_t seed);

/* Goes on where the patrol was broken off: to a new position in the same room. */
void dw_patrol_begin(dw_patrol_state *patrol);

/* One tick at `think->speed`. A patrol is never done. */
dw_skill_state dw_patrol_step(dw_patrol_state *patrol, const dw_think *think);

/* On to the next room of the cycle. */
void dw_patrol_skip(dw_patrol_state *patrol, const dw_brain_setup *setup);

/* The room that the guard goes to or looks round in. */
uint16_t dw_patrol_room(const dw_patrol_state *patrol, const dw_brain_setup *setup);

void dw_patrol_explain(const dw_patrol_state *patrol, const dw_brain_setup *setup, bool alert,
                       dw_mind_view *view);
/* A loaded patrol is at a stop of the guard's route. */
bool dw_patrol_is_sound(const dw_patrol_state *patrol, const dw_brain_setup *setup);
DW_FIELDS_INLINE(patrol, DW_PATROL_FIELDS);

#endif
