/* flee.h - away from a place (server/RULES.md 11.15): of positions drawn in this room and behind
 * its open doors, the one that is furthest to walk to from that place. Owns a random stream. No
 * allocation. */
#ifndef DW_MIND_FLEE_H
#define DW_MIND_FLEE_H

#include "server/mind/mover.h"

typedef enum dw_flee_phase {
    DW_FLEE_CHOOSING,
    DW_FLEE_RUNNING,
    DW_FLEE_STAYING /* There, or with nowhere to go. */
} dw_flee_phase;

#define DW_FLEE_FIELDS(X, A, M)                                                                    \
    X(u8, phase) /* dw_flee_phase */                                                               \
    X(u8, draws)                                                                                   \
    X(flag, found) /* `best` counts. */                                                            \
    X(i32, gap)    /* From `from` to `best`. */                                                    \
    X(vec, from)   /* What it flees from, */                                                       \
    X(vec, best)   /* and where to. */                                                             \
    X(rng, places)

typedef struct dw_flee {
    DW_FIELDS_MEMBERS(DW_FLEE_FIELDS)
} dw_flee;
typedef dw_flee dw_field_flee;

void dw_flee_reset(dw_flee *flee, uint64_t seed);
void dw_flee_begin(dw_flee *flee, const dw_think *think, dw_vec from);

/* One tick at `think->speed`. DONE: it is there, or cannot get further away. */
dw_skill_state dw_flee_step(dw_flee *flee, const dw_think *think);

bool dw_flee_is_sound(const dw_flee *flee, const dw_map *map);
DW_FIELDS_INLINE(flee, DW_FLEE_FIELDS);

#endif
