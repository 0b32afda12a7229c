/* solid_index.h - which solids and rooms are near a place: a uniform grid over a finished map.
 * Owns: the grid, and a copy of each solid's rectangle in every cell that its closed rectangle
 * touches, so that a query walks memory in order. Does not know: which doors are open; a leaf is in
 * the grid with its door's index, and the caller looks it up. Read-only once made; any number of
 * threads. Private to common/world. */
#ifndef DW_WORLD_SOLID_INDEX_H
#define DW_WORLD_SOLID_INDEX_H

#include "common/world/map_index.h"

/* A block of cells, both ends included. */
typedef struct dw_cell_range {
    int32_t left, top, right, bottom;
} dw_cell_range;

/* Makes the grid of `map`, whose rooms, walls, doors, furniture and bounds are in place. */
DW_MUST_USE dw_status dw_solid_index_build(const dw_solid_index **out, dw_arena *arena,
                                           const dw_map *map, dw_error *error);

static inline int32_t dw_cell_clamp(int32_t value, int32_t count)
{
    return value < 0 ? 0 : (value >= count ? count - 1 : value);
}

/* The cells that the closed rectangle touches from inside the grid; a rectangle outside of it gets
 * the cells at the edge, whose solids the caller then finds out of reach. */
static inline dw_cell_range dw_solid_index_cells(const dw_solid_index *index, dw_rect r)
{
    return (dw_cell_range){
        dw_cell_clamp((r.min.x - index->origin.x) >> index->shift, index->columns),
        dw_cell_clamp((r.min.y - index->origin.y) >> index->shift, index->rows),
        dw_cell_clamp((r.max.x - index->origin.x) >> index->shift, index->columns),
        dw_cell_clamp((r.max.y - index->origin.y) >> index->shift, index->rows)};
}

static inline dw_solid_kind dw_furniture_solid_kind(const dw_furniture *furniture)
{
    if (furniture->height > DW_HEIGHT_HIDES_STANDING) {
        return DW_SOLID_HIGH;
    }
    return furniture->height >= DW_HEIGHT_HIDES_CROUCHING ? DW_SOLID_MIDDLE : DW_SOLID_LOW;
}

#endif
