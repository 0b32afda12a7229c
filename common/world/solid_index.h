/* solid_index.h - which solids and rooms are near a place: a uniform grid over a finished map.
 * Owns: the grid, and a copy of each solid's rectangle in every cell that its closed rectangle
 * touches, so that a query walks memory in order. Does not know: which doors are open; a leaf is in
 * the grid with its door's index, and the asker looks it up. Read-only once made; any number of
 * threads. Private to common/world. */
#ifndef DW_WORLD_SOLID_INDEX_H
#define DW_WORLD_SOLID_INDEX_H

#include "common/base/check.h"
#include "common/world/room_view.h"
#include "common/world/sight.h"
#include "common/world/view_faces.h"

/* In the order in which a cell lists them, so that a query for one sight level stops at the first
 * solid that is of no interest to it. */
typedef enum dw_solid_kind {
    DW_SOLID_WALL,
    DW_SOLID_LEAF,
    DW_SOLID_HIGH,   /* Furniture above DW_HEIGHT_HIDES_STANDING. */
    DW_SOLID_MIDDLE, /* From DW_HEIGHT_HIDES_CROUCHING on. */
    DW_SOLID_LOW,
    DW_SOLID_KIND_COUNT
} dw_solid_kind;

typedef struct dw_solid {
    dw_rect area;
    uint16_t index; /* Of the wall, door or piece of furniture. */
    uint16_t kind;  /* dw_solid_kind */
} dw_solid;

struct dw_solid_index {
    dw_vec origin;
    int32_t columns, rows;
    int32_t shift;              /* A cell is 1 << shift units wide. */
    const uint32_t *cell_start; /* columns * rows + 1; into `solids`. */
    const dw_solid *solids;
    const uint32_t *room_start; /* columns * rows + 1; into `rooms`. */
    const uint16_t *rooms;
    const dw_solid *all; /* Each solid once. */
    uint32_t all_count;
    const uint32_t *view_start; /* A room, + 1; into `view`. */
    const dw_solid *view;       /* Of each room: its walls, furniture and doors' leaves. */
    dw_room_views rooms_seen;
    const dw_view_room_faces *faces; /* By room. */
};

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
 * the cells at the edge, whose solids the asker then finds out of reach. */
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

/* The last kind that blocks at a sight level; all before it do, too. */
static inline uint32_t dw_sight_level_last_kind(dw_sight_level level)
{
    static const uint8_t kinds[] = {[DW_SIGHT_OVER_MIDDLE] = DW_SOLID_HIGH,
                                    [DW_SIGHT_CROUCHED] = DW_SOLID_MIDDLE,
                                    [DW_SIGHT_WALLS] = DW_SOLID_LEAF,
                                    [DW_SIGHT_REACH] = DW_SOLID_LOW};
    DW_DCHECK((uint32_t)level < DW_COUNT_OF(kinds));
    return kinds[level];
}

#endif
