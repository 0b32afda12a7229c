/* interpolation.h - draws the other bodies at a tick between two snapshots.
 * Owns: since when each id is in sight, and what was drawn last. Positions are interpolated
 * linearly, headings along the smaller angle. Past the newest snapshot bodies move on for at most
 * 100 ms, up to walls and leaves, then they stand. When a later snapshot disagrees, the correction
 * is smoothed (error_offset.h). A body appears at once, where the first snapshot with it has it,
 * and disappears with the first snapshot without it. No allocation. Cost: O(bodies log bodies) a
 * frame, twice that after a new snapshot. */
#ifndef DW_CLIENT_CORE_INTERPOLATION_H
#define DW_CLIENT_CORE_INTERPOLATION_H

#include "client/core/drawn_world.h"
#include "client/core/error_offset.h"
#include "client/core/snapshot_store.h"
#include "common/world/intruder.h"

enum {
    DW_EXTRAPOLATION_TICKS = 6, /* 100 ms */
    /* A tick. Faster than any body can run: treated as a teleport, not interpolated. */
    DW_INTERPOLATION_LEAP = 150 * DW_UNITS_PER_MM,
    DW_INTERPOLATION_SNAP = 2000 * DW_UNITS_PER_MM /* Larger corrections are shown at once. */
};

/* A body as it was drawn last. */
typedef struct dw_shown_body {
    uint8_t id;
    bool early;  /* At its first position, before the drawn tick has reached that snapshot. */
    double x, y; /* Without the error offset. */
    dw_error_offset offset;
} dw_shown_body;

typedef struct dw_interpolation {
    uint32_t in_sight_since[256]; /* By id: the tick; only for ids of the newest snapshot. */
    int64_t drawn;                /* Tick of the last frame, in billionths. */
    uint32_t serial;              /* Of the store at the last frame. */
    uint8_t shown_count;
    dw_shown_body shown[DW_SNAPSHOT_BODIES_MAX];
} dw_interpolation;

void dw_interpolation_reset(dw_interpolation *interpolation);

/* A snapshot newer than all others arrived. `before` was the newest until then, NULL for none. */
void dw_interpolation_note(dw_interpolation *interpolation, const dw_snapshot *newest,
                           const dw_snapshot *before);

/* What a frame is drawn from. */
typedef struct dw_interpolation_view {
    const dw_snapshot_store *store; /* Holds at least one snapshot. */
    const dw_map *map;
    const dw_ruleset *rules;
    int64_t drawn;   /* The tick to draw, in billionths. */
    int64_t arrived; /* The tick whose snapshot would arrive now. */
    uint64_t now_ns;
    double pace; /* How many ticks of the round a tick of the server shows; live 1. */
} dw_interpolation_view;

/* Fills the bodies of `world`. Call it in the order of the frames' times. */
void dw_interpolation_draw(dw_interpolation *interpolation, const dw_interpolation_view *view,
                           dw_drawn_world *world);

#endif
