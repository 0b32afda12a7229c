/* sector.h - what an eye or a detector covers: the visibility polygon of a field of view, cut off
 * round at its range. Knows no colours and no screen. Pure; no allocation. Cost: a visibility
 * polygon. */
#ifndef DW_VIEW_SECTOR_H
#define DW_VIEW_SECTOR_H

#include "client/core/drawn_world.h"
#include "common/world/visibility.h"

typedef struct dw_sector {
    int32_t range_mm; /* 0: any distance. */
    int32_t field_of_view_bam;
    dw_sight_level level;
} dw_sector;

/* Large. */
typedef struct dw_sector_outline {
    dw_vec points[DW_VISIBILITY_POINTS_MAX]; /* World units, in order of growing angle. */
    dw_vec whole[DW_VISIBILITY_POINTS_MAX];  /* Scratch: before it is cut off. */
} dw_sector_outline;

/* Of a sensor where `body` is and looks. Returns the number of points. */
uint32_t dw_sector_outline_of(dw_sector_outline *out, const dw_map *map, const dw_door_set *open,
                              const dw_drawn_body *body, dw_sector sector);

/* The part of a polygon around `eye` that lies within `range` (world units) of it. The polygon is
 * one that dw_visibility_polygon gives; returns the number of points. */
uint32_t dw_sector_cut(dw_vec eye, int32_t range, const dw_vec *whole, uint32_t count,
                       dw_vec points[DW_VISIBILITY_POINTS_MAX]);

#endif
