/* interpolation.h - the others between two snapshots, at a tick that lies in between.
 * Owns: since when each id is in sight, and what was drawn last. Positions are mixed in straight
 * lines, headings by the shortest way; past the newest snapshot they run on for at most 100 ms, as
 * far as walls and leaves let them, and then stand. When a snapshot says that they went another
 * way, they are drawn where they were and glide over. A body comes into sight with the first
 * snapshot that has it, at once and where that has it, and goes with the first that has not.
 * No allocation. Cost: a frame O(bodies log bodies), twice when a snapshot came since the last. */
#ifndef DW_CLIENT_CORE_INTERPOLATION_H
#define DW_CLIENT_CORE_INTERPOLATION_H

#include "client/core/client.h"
#include "client/core/error_offset.h"
#include "client/core/snapshot_store.h"

enum {
    DW_EXTRAPOLATION_TICKS = 6, /* 100 ms */
    /* Nobody runs as fast: more than so far a tick is a new place, not a way. */
    DW_INTERPOLATION_LEAP = 150 * DW_UNITS_PER_MM,
    DW_INTERPOLATION_SNAP = 2000 * DW_UNITS_PER_MM /* Corrections from here on are not hidden. */
};

/* A body as it was drawn last. */
typedef struct dw_shown_body {
    uint8_t id;
    bool early;  /* Ahead of the drawn tick, at his first place. */
    double x, y; /* Without the glide. */
    dw_error_offset offset;
} dw_shown_body;

typedef struct dw_interpolation {
    uint32_t in_sight_since[256]; /* By id: the tick; only for ids of the newest snapshot. */
    int64_t drawn;                /* Of the last frame, in billionths of a tick. */
    uint32_t serial;              /* Of the store then. */
    uint8_t shown_count;
    dw_shown_body shown[DW_SNAPSHOT_BODIES_MAX];
} dw_interpolation;

void dw_interpolation_reset(dw_interpolation *interpolation);

/* A snapshot newer than all before arrived; `before` is the one that was newest, NULL for none. */
void dw_interpolation_note(dw_interpolation *interpolation, const dw_snapshot *newest,
                           const dw_snapshot *before);

/* What a frame is drawn from. */
typedef struct dw_interpolation_view {
    const dw_snapshot_store *store; /* Holds a snapshot at least. */
    const dw_map *map;
    const dw_ruleset *rules;
    int64_t drawn;   /* The tick to draw, in billionths. */
    int64_t arrived; /* The one whose snapshot would arrive now. */
    uint64_t now_ns;
} dw_interpolation_view;

/* Fills the bodies of `world`. Frames are drawn in the order of their times. */
void dw_interpolation_draw(dw_interpolation *interpolation, const dw_interpolation_view *view,
                           dw_drawn_world *world);

#endif
