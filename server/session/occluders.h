/* occluders.h - lines of sight from one place to another, when many of them are asked for together.
 * Some thirty lines go between an eye and a guard, and mostly one wall blocks them all: what has
 * hidden one point is tried first on the next. Owns: up to three occluders that were found. Inline,
 * since most calls end after one comparison; a call cost 4 % of the whole filter. */
#ifndef DW_SESSION_OCCLUDERS_H
#define DW_SESSION_OCCLUDERS_H

#include "common/world/sight.h"

enum { DW_OCCLUDERS_MAX = 3 };

typedef struct dw_occluders {
    uint32_t count;
    dw_rect areas[DW_OCCLUDERS_MAX];
} dw_occluders;

/* Whether the eye sees the point, over everything but what blocks at `level`; what hides it is
 * added to `known`. */
static inline bool dw_occluders_clear(dw_occluders *known, const dw_map *map,
                                      const dw_door_set *open, dw_vec eye, dw_vec point,
                                      dw_sight_level level)
{
    for (uint32_t i = 0; i < known->count; i++) {
        if (dw_segment_enters(eye, point, known->areas[i])) {
            return false;
        }
    }
    dw_rect found;
    const bool clear = dw_sight_clear_or(map, open, eye, point, level, &found);
    if (!clear && known->count < DW_OCCLUDERS_MAX) {
        known->areas[known->count++] = found;
    }
    return clear;
}

/* Whether one known occluder hides the whole rectangle. It is convex, and so is the rectangle: when
 * it cuts the lines to all four corners, it cuts those to all points between them. False when no
 * known one does. */
static inline bool dw_occluders_hide(const dw_occluders *known, dw_vec eye, dw_rect area)
{
    for (uint32_t i = 0; i < known->count; i++) {
        const dw_rect by = known->areas[i];
        if (dw_segment_enters(eye, area.min, by) && dw_segment_enters(eye, area.max, by) &&
            dw_segment_enters(eye, (dw_vec){area.min.x, area.max.y}, by) &&
            dw_segment_enters(eye, (dw_vec){area.max.x, area.min.y}, by)) {
            return true;
        }
    }
    return false;
}

#endif
