/* mesh_locate.h - everything asked of a mesh without a search: which cell holds a point, which free
 * point is nearest, what a straight step goes through. Private to common/nav. Exact. */
#ifndef DW_NAV_MESH_LOCATE_H
#define DW_NAV_MESH_LOCATE_H

#include "common/nav/nav_mesh.h"

/* The buckets that a rectangle meets: column and row ranges, both ends included. */
typedef struct dw_mesh_window {
    uint32_t left, top, right, bottom;
} dw_mesh_window;

dw_mesh_window dw_mesh_window_of(const dw_nav *nav, dw_rect area);

/* The cells of one bucket. */
static inline const uint32_t *dw_mesh_bucket(const dw_nav *nav, uint32_t column, uint32_t row,
                                             uint32_t *count)
{
    const uint32_t bucket = row * nav->bucket_columns + column;
    *count = nav->bucket_starts[bucket + 1] - nav->bucket_starts[bucket];
    return nav->bucket_cells + nav->bucket_starts[bucket];
}

enum { DW_MESH_CELLS_AT_MAX = 12 };

/* The cells that hold `p`, ascending, at most DW_MESH_CELLS_AT_MAX: four with an area and the ends
 * of segments can meet in a point. */
uint32_t dw_mesh_cells_at(const dw_nav *nav, const dw_mesh_filter *filter, dw_vec p,
                          uint32_t *cells);

/* A cell that holds `p`, the lowest, or DW_MESH_NONE. */
uint32_t dw_mesh_cell_at(const dw_nav *nav, const dw_mesh_filter *filter, dw_vec p);

/* The first room that holds `p`; nav->room_count: no room does. */
uint32_t dw_mesh_room_at(const dw_nav *nav, dw_vec p);

enum { DW_MESH_ROOMS_AT_MAX = 2 };

/* The rooms from which no wall separates `p`: its own, and in a doorway both. Gives their number.
 */
uint32_t dw_mesh_rooms_at(const dw_nav *nav, dw_vec p, uint16_t *rooms);

/* The segment a-b stays inside of the open cells and goes from one to the next through portals.
 * Fills `first_door` with the first doorway that it goes through, as far as it gets, or DW_NONE. */
bool dw_mesh_straight(const dw_nav *nav, const dw_mesh_filter *filter, dw_vec a, dw_vec b,
                      uint16_t *first_door);

/* What dw_mesh_nearest may take: points of open cells that lie in none of the open `holes`. */
typedef struct dw_mesh_places {
    dw_mesh_filter filter;
    const dw_rect *holes;
    uint32_t hole_count;
    uint32_t component; /* Of cells; DW_MESH_NONE: any. With one, walls do not matter: the nearest
                           point of the component is wanted, wherever it is. */
} dw_mesh_places;

/* The point nearest to `p`, in the room that holds `p` or straight before or in one of its doorways
 * if there is such a point, so that it is never behind a wall; for a `p` that only bodies or a shut
 * door keep out of a passage, in either of its rooms. Ties: the lowest cell, then the lowest y, x.
 * False when no such point is free. */
bool dw_mesh_nearest(const dw_nav *nav, const dw_mesh_places *places, dw_vec p, dw_vec *out);

#endif
