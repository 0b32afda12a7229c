/* wander.h - goes about without a purpose, as a cat does (server/RULES.md 11.26): a drawn position
 * in this room or behind one of its open doors, a stay there, and on. Knows nothing of intruders.
 * Owns a random stream. No allocation. */
#ifndef DW_MIND_WANDER_H
#define DW_MIND_WANDER_H

#include "server/mind/mover.h"

typedef enum dw_wander_phase {
    DW_WANDER_CHOOSING, /* A room, */
    DW_WANDER_DRAWING,  /* and a position in it. */
    DW_WANDER_WALKING,
    DW_WANDER_STAYING
} dw_wander_phase;

#define DW_WANDER_FIELDS(X, A, M)                                                                  \
    X(u8, phase) /* dw_wander_phase */                                                             \
    X(u8, draws)                                                                                   \
    X(u16, room) /* Where it goes, or DW_NONE. */                                                  \
    X(u16, left) /* Ticks of the stay. */                                                          \
    X(rng, places)

typedef struct dw_wander {
    DW_FIELDS_MEMBERS(DW_WANDER_FIELDS)
} dw_wander;
typedef dw_wander dw_field_wander;

void dw_wander_reset(dw_wander *wander, uint64_t seed);

/* From here, to somewhere else. */
void dw_wander_begin(dw_wander *wander);

/* One tick at `think->speed`. Doors of `think->shut` lead nowhere. DONE at the end of each stay;
 * the next step begins anew. */
dw_skill_state dw_wander_step(dw_wander *wander, const dw_think *think);

/* The room, or one behind a door of it that is not in `think->shut`: each is as likely. */
uint16_t dw_wander_draw_room(dw_rng *rng, const dw_think *think);

bool dw_wander_is_sound(const dw_wander *wander, const dw_map *map);
DW_FIELDS_INLINE(wander, DW_WANDER_FIELDS);

#endif
