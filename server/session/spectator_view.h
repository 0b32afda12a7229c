/* spectator_view.h - what the spectators of a match see at one tick: built once for all of them,
 * and encoded once for each baseline that several of them share. Nothing in such a snapshot belongs
 * to one spectator: `own` and the input lead are 0, and bodies have the same numbers for all
 * (dw_interest_all). Its bytes depend on the baseline, which comes from the common feed, and on the
 * room when not everything fits. Owns: the snapshot of the newest tick asked for and its bytes so
 * far. Does not know: who watches, what a client has, when it is sent one. By policy the oldest
 * bytes give way when there are more baselines than rows. Memory comes from an arena once; O(rows)
 * to find. */
#ifndef DW_SESSION_SPECTATOR_VIEW_H
#define DW_SESSION_SPECTATOR_VIEW_H

#include "server/session/spectator_feed.h"

/* At 20 Hz: the full one, and those of connections whose round trips differ by up to 350 ms. */
enum { DW_SPECTATOR_VIEW_ROWS = 8 };

/* One encoding. */
typedef struct dw_spectator_bytes {
    size_t capacity;    /* The room that there was. */
    uint32_t base_tick; /* 0 = in full. */
    uint16_t size;
    bool cut; /* Not all of the snapshot is in it. */
} dw_spectator_bytes;

typedef struct dw_spectator_view {
    dw_snapshot *snapshot;
    uint64_t built; /* How often a snapshot was built. */
    uint32_t now;   /* The match's tick of the snapshot. */
    uint32_t rows_max, rows, next;
    uint32_t row_bytes;
    dw_spectator_bytes heads[DW_SPECTATOR_VIEW_ROWS];
    uint8_t *bytes; /* row_bytes for each of them. */
} dw_spectator_view;

/* For snapshots of at most `bodies_max` bodies and up to that many spectators, at least one. */
DW_MUST_USE dw_status dw_spectator_view_create(dw_spectator_view *view, dw_arena *arena,
                                               uint32_t bodies_max, uint32_t spectators_max);

/* What the feed shows at `now`; valid until the next call with another tick. The feed must not
 * change between two calls with one tick. */
const dw_snapshot *dw_spectator_view_at(dw_spectator_view *view, const dw_spectator_feed *feed,
                                        uint32_t now);

/* The bytes of the last dw_spectator_view_at against that base in that room, copied to `bytes`.
 * NULL when they have not been kept. */
const dw_spectator_bytes *dw_spectator_view_find(const dw_spectator_view *view, uint32_t base_tick,
                                                 uint8_t *bytes, size_t capacity);

/* Keeps bytes for the others. Bytes larger than any such snapshot are not kept. */
void dw_spectator_view_keep(dw_spectator_view *view, const dw_spectator_bytes *head,
                            const uint8_t *bytes);

#endif
