/* map_index.h - what the spatial index of a map is made of: solids by cell, by room, and what rooms
 * say of lines of sight. Made by solid_index.h and room_view.h; read-only from then on. Private to
 * common/world. */
#ifndef DW_WORLD_MAP_INDEX_H
#define DW_WORLD_MAP_INDEX_H

#include "common/world/map.h"

typedef struct dw_room_view {
    dw_rect inner;  /* Lines between points strictly inside meet no wall, leaf or foreign
                       furniture, not even at its edge. min > max: no such rectangle. */
    uint32_t first; /* Its own furniture: places in dw_solid_index.view, by dw_solid_kind. */
    uint32_t end;
} dw_room_view;

typedef struct dw_room_views {
    const dw_room_view *of; /* By room. */
    const uint32_t *ways;   /* By room and room behind: bit i for the door rooms[a].doors[i]; all
                               bits: perhaps any. NULL: too many chains, perhaps any everywhere. */
} dw_room_views;

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
};

#endif
