/* snapshot_history.h - the snapshots that one client was sent in the last 4 s: baselines for
 * deltas. Owns: compact copies, with as many bodies as the map can have. By policy the ring holds 4
 * s or DW_HISTORY_BYTES_MAX, whichever is less; an acknowledgement of one that is gone counts as
 * loss. Memory comes from an arena once. O(1) to put, O(log rows) to find. */
#ifndef DW_SESSION_SNAPSHOT_HISTORY_H
#define DW_SESSION_SNAPSHOT_HISTORY_H

#include "common/base/arena.h"
#include "protocol/snapshot.h"

enum { DW_HISTORY_SECONDS = 4, DW_HISTORY_BYTES_MAX = 24 * 1024 };

typedef struct dw_snapshot_history {
    uint8_t *rows;
    uint32_t *ticks;   /* Of the rows, close together for looking up. */
    uint32_t row_size; /* Bytes of one copy. */
    uint32_t bodies_max;
    uint32_t capacity, count, newest; /* Rows; the newest one's index. */
    uint32_t newest_tick;
} dw_snapshot_history;

/* Room for `rows_wanted` snapshots of at most `bodies_max` bodies within `bytes_max`; at least 2.
 */
DW_MUST_USE dw_status dw_snapshot_history_create(dw_snapshot_history *history, dw_arena *arena,
                                                 uint32_t rows_wanted, uint32_t bodies_max,
                                                 size_t bytes_max);
void dw_snapshot_history_reset(dw_snapshot_history *history);

/* Ticks must ascend. The oldest one gives way when the ring is full. */
void dw_snapshot_history_put(dw_snapshot_history *history, const dw_snapshot *snapshot);

/* NULL when that tick is not held. Valid until the next put; nothing may be read after its last
 * body. */
const dw_snapshot *dw_snapshot_history_find(const dw_snapshot_history *history, uint32_t tick);

/* Fills `out` with the newest one of at most that tick; leaves the bodies after body_count
 * alone. */
bool dw_snapshot_history_before(const dw_snapshot_history *history, uint32_t tick,
                                dw_snapshot *out);

/* Prefetches the row of `tick` and the one that the next put writes. */
void dw_snapshot_history_prefetch(const dw_snapshot_history *history, uint32_t tick);

bool dw_snapshot_history_has(const dw_snapshot_history *history, uint32_t tick);

#endif
