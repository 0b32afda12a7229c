#include "client/core/motion.h"

#include <stdlib.h>

enum {
    LOOK_BACK = 4,      /* Snapshots before the newest. */
    GAP_TICKS_MAX = 30, /* Older snapshots say nothing about the present. */
    /* Units a tick. No body runs this fast: it was placed there. */
    FASTEST = 150 * DW_UNITS_PER_MM
};

const dw_snapshot_body *dw_motion_row(const dw_snapshot *snapshot, uint8_t id)
{
    uint32_t low = 0; /* Rows ascend by id. */
    uint32_t high = snapshot->body_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (snapshot->bodies[middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < snapshot->body_count && snapshot->bodies[low].id == id ? &snapshot->bodies[low]
                                                                        : NULL;
}

static int32_t divide_rounded(int32_t distance, int32_t ticks)
{
    return (distance + (distance < 0 ? -ticks : ticks) / 2) / ticks;
}

/* Whether a body that moves `step` a tick covers `distance` in `ticks`. Both positions are rounded
 * to the steps of the wire, and the error of `step` grows with time. */
static bool fits_step(int32_t distance, int32_t step, int32_t ticks, int32_t base_ticks)
{
    return abs(distance - step * ticks) <=
           DW_SNAPSHOT_STEP_UNITS + DW_SNAPSHOT_STEP_UNITS * ticks / base_ticks + ticks;
}

dw_vec dw_motion_step(const dw_snapshot_store *store, uint8_t id)
{
    dw_vec step = {0, 0};
    const dw_snapshot *newest = dw_snapshot_store_at(store, 0);
    const dw_snapshot_body *now = newest == NULL ? NULL : dw_motion_row(newest, id);
    int32_t base_ticks = 0;
    for (uint32_t age = 1; now != NULL && age <= LOOK_BACK; age++) {
        const dw_snapshot *before = dw_snapshot_store_at(store, age);
        const dw_snapshot_body *then = before == NULL ? NULL : dw_motion_row(before, id);
        if (then == NULL || newest->tick - before->tick > GAP_TICKS_MAX) {
            break;
        }
        const int32_t ticks = (int32_t)(newest->tick - before->tick);
        const dw_vec moved = {(now->x - then->x) * DW_SNAPSHOT_STEP_UNITS,
                              (now->y - then->y) * DW_SNAPSHOT_STEP_UNITS};
        const dw_vec mean = {divide_rounded(moved.x, ticks), divide_rounded(moved.y, ticks)};
        const bool is_straight =
            base_ticks == 0 || (fits_step(moved.x, step.x, ticks, base_ticks) &&
                                fits_step(moved.y, step.y, ticks, base_ticks));
        if (!is_straight || abs(mean.x) > FASTEST || abs(mean.y) > FASTEST) {
            break;
        }
        step = mean;
        base_ticks = ticks;
        if (age == 1 && moved.x == 0 && moved.y == 0) {
            break; /* It stands now, whatever it did before. */
        }
    }
    return step;
}
