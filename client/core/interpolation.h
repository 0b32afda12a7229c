/* interpolation.h - the others between two snapshots, at a tick that lies in between.
 * Owns: since when each id is in sight. Positions are mixed in straight lines, headings by the
 * shortest way; past the newest snapshot they run on for at most 100 ms and then stand. A body
 * comes into sight with the first snapshot that has it and goes with the first that has not.
 * Pure but for that table; no allocation. */
#ifndef DW_CLIENT_CORE_INTERPOLATION_H
#define DW_CLIENT_CORE_INTERPOLATION_H

#include "client/core/client.h"
#include "client/core/snapshot_store.h"

enum {
    DW_EXTRAPOLATION_TICKS = 6, /* 100 ms */
    /* Nobody runs as fast: more than so far a tick is a new place, not a way. */
    DW_INTERPOLATION_LEAP = 400 * DW_UNITS_PER_MM
};

typedef struct dw_interpolation {
    uint32_t in_sight_since[256]; /* By id: the tick; only for ids of the newest snapshot. */
} dw_interpolation;

void dw_interpolation_reset(dw_interpolation *interpolation);

/* A snapshot newer than all before arrived; `before` is the one that was newest, NULL for none. */
void dw_interpolation_note(dw_interpolation *interpolation, const dw_snapshot *newest,
                           const dw_snapshot *before);

/* Fills the bodies of `world`; `drawn` is in billionths of a tick, `origin` the map's bounds.min.
 * The store must hold a snapshot. */
void dw_interpolation_draw(const dw_interpolation *interpolation, const dw_snapshot_store *store,
                           int64_t drawn, dw_vec origin, dw_drawn_world *world);

#endif
