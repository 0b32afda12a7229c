/* ghosts.h - where players of a recorded round were in earlier rounds, as a server that plays the
 * recording tells it (message 55): the newest messages, because the drawn tick lies behind the
 * arrivals. Owns: copies. Knows no map but its origin. No allocation. */
#ifndef DW_CLIENT_CORE_GHOSTS_H
#define DW_CLIENT_CORE_GHOSTS_H

#include "client/core/drawn_world.h"

enum {
    DW_GHOSTS_KEPT = 32,                    /* Half a second at the highest send rate. */
    DW_GHOSTS_LEAP = 2000 * DW_UNITS_PER_MM /* A ghost that moves further at once has jumped. */
};

typedef struct dw_ghost_store {
    bool asked; /* The person wants to see them. */
    uint32_t head, count;
    dw_ghosts rows[DW_GHOSTS_KEPT]; /* Ring; ticks ascend. */
} dw_ghost_store;

/* Forgets all messages. */
void dw_ghost_store_reset(dw_ghost_store *store);

/* False when it is older than one that is held. */
bool dw_ghost_store_put(dw_ghost_store *store, const dw_ghosts *ghosts);

/* The newest message, or NULL. */
const dw_ghosts *dw_ghost_store_newest(const dw_ghost_store *store);

/* Fills the ghosts of `world` as they are at `tick` of the stream. */
void dw_ghost_store_draw(const dw_ghost_store *store, double tick, dw_vec origin,
                         dw_drawn_world *world);

#endif
