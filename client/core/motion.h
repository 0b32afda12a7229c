/* motion.h - how another body moves, judged by its last snapshots: for the ticks that no snapshot
 * tells of yet. Pure; O(log bodies) a snapshot looked at, at most five of them; no allocation. */
#ifndef DW_CLIENT_CORE_MOTION_H
#define DW_CLIENT_CORE_MOTION_H

#include "client/core/snapshot_store.h"

/* The row of that number, NULL when there is none. */
const dw_snapshot_body *dw_motion_row(const dw_snapshot *snapshot, uint8_t id);

/* By how many units a tick it moves as of the newest snapshot; none when it is not in the last two,
 * when they lie too far apart, or when it was put somewhere else between them. Snapshots from
 * before count as long as they fit on the same way, for places come in steps of 16 mm. */
dw_vec dw_motion_step(const dw_snapshot_store *store, uint8_t id);

#endif
