#include "client/core/motion.h"

#include <stdlib.h>

enum {
    LOOK_BACK = 4,      /* Snapshots before the newest. */
    GAP_TICKS_MAX = 30, /* What is older than this tells nothing of now. */
    /* No body is as fast, so many units a tick: it was put there. */
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

static int32_t divided(int32_t way, int32_t ticks)
{
    return (way + (way < 0 ? -ticks : ticks) / 2) / ticks;
}

/* A place off by up to a step at each end must not bend a straight way. */
static bool fits(int32_t way, int32_t step, int32_t ticks, int32_t base_ticks)
{
    return abs(way - step * ticks) <=
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
        const dw_vec way = {(now->x - then->x) * DW_SNAPSHOT_STEP_UNITS,
                            (now->y - then->y) * DW_SNAPSHOT_STEP_UNITS};
        const dw_vec mean = {divided(way.x, ticks), divided(way.y, ticks)};
        const bool same_way = base_ticks == 0 || (fits(way.x, step.x, ticks, base_ticks) &&
                                                  fits(way.y, step.y, ticks, base_ticks));
        if (!same_way || abs(mean.x) > FASTEST || abs(mean.y) > FASTEST) {
            break;
        }
        step = mean;
        base_ticks = ticks;
        if (age == 1 && way.x == 0 && way.y == 0) {
            break; /* It stands, whatever it did before. */
        }
    }
    return step;
}
