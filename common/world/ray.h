/* ray.h - the nearest thing that a ray meets: a wall, a closed leaf, furniture or a body.
 * A ray is a segment at a height. It ends where it first touches a solid or a body that is at least
 * as high; it passes over whatever is lower. Touching an edge or a corner counts, so that no ray
 * slips between two things that touch. What touches the start of the ray alone does not count.
 * Knows no sensor and no side. Exact in whole numbers. Pure; no allocation; any number of threads.
 * Cost: the cells of the index that the ray crosses up to the hit. */
#ifndef DW_WORLD_RAY_H
#define DW_WORLD_RAY_H

#include "common/world/map.h"

typedef enum dw_ray_target {
    DW_RAY_NOTHING, /* The ray comes to its end. */
    DW_RAY_WALL,
    DW_RAY_LEAF,
    DW_RAY_FURNITURE,
    DW_RAY_BODY,
    DW_RAY_TARGET_COUNT
} dw_ray_target;

/* From `from` to `to`, two points at most DW_RAY_LENGTH_MAX apart on each axis; `from` in the map's
 * bounds. `height` in thousandths of a wall's, as furniture. */
typedef struct dw_ray {
    dw_vec from, to;
    uint16_t height;
} dw_ray;

enum { DW_RAY_LENGTH_MAX = 1 << 23 }; /* 139 m. */

/* Of targets at the same distance the first kind of dw_ray_target counts, then the lower index. */
typedef struct dw_ray_hit {
    dw_vec point;     /* Where it meets the target, rounded towards `from`; else its end. */
    int32_t distance; /* From `from` to `point`, in units, rounded down. */
    uint8_t target;   /* dw_ray_target */
    uint16_t index;   /* Of the wall, door, piece of furniture or body; DW_NONE of nothing. */
} dw_ray_hit;

/* `bodies`: areas of those that are high enough for this ray. */
dw_ray_hit dw_ray_cast(const dw_map *map, const dw_door_set *open, const dw_ray *ray,
                       const dw_rect *bodies, uint32_t body_count);

#endif
