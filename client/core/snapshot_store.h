/* snapshot_store.h - the snapshots of the last 4 s, as baselines and for interpolation.
 * Owns: copies, ordered by tick (a late snapshot is inserted in order). No allocation. Cost: O(1)
 * for the newest, O(held) at worst. */
#ifndef DW_CLIENT_CORE_SNAPSHOT_STORE_H
#define DW_CLIENT_CORE_SNAPSHOT_STORE_H

#include "protocol/snapshot.h"

enum { DW_SNAPSHOT_STORE_SECONDS = 4, DW_SNAPSHOT_STORE_MAX = 256 };

typedef struct dw_snapshot_store {
    uint32_t capacity; /* 4 s at the server's send rate. */
    uint32_t count;
    uint32_t serial;                         /* Grows with each snapshot that is kept. */
    uint32_t newest;                         /* Index in `order` of the newest. */
    uint8_t order[DW_SNAPSHOT_STORE_MAX];    /* A ring of rows, ticks ascending up to `newest`. */
    uint32_t ticks[DW_SNAPSHOT_STORE_MAX];   /* Of the rows, close together for fast search. */
    dw_snapshot rows[DW_SNAPSHOT_STORE_MAX]; /* Only `capacity` of them are ever used. */
} dw_snapshot_store;

void dw_snapshot_store_reset(dw_snapshot_store *store, uint32_t snapshot_hz);

/* Keeps a copy; a full store drops its oldest. False when that tick is held, or when it is older
 * than everything in a full store. */
bool dw_snapshot_store_put(dw_snapshot_store *store, const dw_snapshot *snapshot);

/* Drops the snapshots of `tick` and of before. */
void dw_snapshot_store_forget(dw_snapshot_store *store, uint32_t tick);

/* By age: 0 is the newest. NULL beyond the oldest. */
const dw_snapshot *dw_snapshot_store_at(const dw_snapshot_store *store, uint32_t age);

/* NULL when it is not held. */
const dw_snapshot *dw_snapshot_store_find(const dw_snapshot_store *store, uint32_t tick);

/* Copies `body_count` bodies and leaves the rest of `to` unchanged. */
void dw_snapshot_copy(dw_snapshot *to, const dw_snapshot *from);

#endif
