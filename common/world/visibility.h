/* visibility.h - the outline of all that is seen from a point, for drawing and for fog of war.
 * Rounded to whole units, so it does not judge sight: dw_sight_clear (sight.h) does. Cost: in each
 * quarter of the turn, faces that can show up times points of the outline; under 3 us on `museum`
 * (50 faces, 43 points). No allocation; any number of threads. */
#ifndef DW_WORLD_VISIBILITY_H
#define DW_WORLD_VISIBILITY_H

#include "common/world/sight.h"

enum { DW_VISIBILITY_POINTS_MAX = 4096 };

typedef struct dw_visibility {
    const dw_map *map;
    const dw_door_set *open;
    dw_vec eye;
    int32_t range;        /* A square around the eye, clipped exactly. */
    uint16_t heading_bam; /* The middle of the field of view. */
    int32_t fov_bam;      /* DW_BAM_TURN or more: all round. */
    dw_sight_level level;
} dw_visibility;

/* Writes the outline in order of growing angle; returns the number of points, at most `points_max`.
 * Of a sector, the first point is the eye itself. 0 when the eye is inside of something solid. */
uint32_t dw_visibility_polygon(const dw_visibility *of, dw_vec *points, uint32_t points_max);

#endif
