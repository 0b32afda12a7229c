/* motion.h - estimates how another body moves from the last snapshots, to extrapolate it past the
 * newest one. Pure. Cost: O(log bodies) for each of at most five snapshots; no allocation. */
#ifndef DW_CLIENT_CORE_MOTION_H
#define DW_CLIENT_CORE_MOTION_H

#include "client/core/snapshot_store.h"

/* The row of the body with that id, or NULL. */
const dw_snapshot_body *dw_motion_row(const dw_snapshot *snapshot, uint8_t id);

/* Movement in units a tick as of the newest snapshot. Zero when the body is not in the last two
 * snapshots, when they are too far apart, or when the body was placed elsewhere between them.
 * Positions come in steps of 16 mm, so older snapshots on the same straight path improve it. */
dw_vec dw_motion_step(const dw_snapshot_store *store, uint8_t id);

#endif
