/* nav_mesh.h - what a dw_nav is made of: cells, portals, corners, and the grid that finds a cell.
 * Private to common/nav. Owns: the layout. Read-only once built (nav_build.c).
 *
 * Cells are closed rectangles whose union is the free space. Most have an area; a corridor exactly
 * as wide as the body leaves a segment, a place exactly as large as the body a point. Portals join
 * two cells: a piece of a common side, or a single point where a segment ends, where segments cross
 * and where two solids touch at their corners. */
#ifndef DW_NAV_NAV_MESH_H
#define DW_NAV_NAV_MESH_H

#include "common/nav/nav.h"

#define DW_MESH_NONE UINT32_MAX

enum { DW_LANDMARKS = 16 }; /* A multiple of 4. */

/* The four quarters round a point, as bits: which of them hold a solid (or may, when a door shuts)
 * with nothing solid in the two beside it. A taut path bends round these alone. */
enum { DW_QUARTER_NW = 1, DW_QUARTER_NE = 2, DW_QUARTER_SE = 4, DW_QUARTER_SW = 8 };

/* A portal out of one cell into another; each portal is stored once for each direction. Seen from
 * inside the cell that is left, `b` lies at the larger angle (x towards y). a == b: a point. */
typedef struct dw_mesh_edge {
    dw_vec a, b;
    uint32_t to;
    uint32_t a_id, b_id; /* Vertices. */
    uint16_t door;       /* Of the cell behind, else DW_NONE. */
    uint8_t a_quarters, b_quarters;
} dw_mesh_edge;

typedef struct dw_mesh_cell {
    dw_rect area;
    uint32_t first; /* The edges of the cell, live ones first. */
    uint32_t live;  /* Those that do not lead into a dead end (see `up`). */
    uint32_t count;
    uint16_t door; /* The doorway that this cell is part of, else DW_NONE. */
    uint16_t room; /* The room that it lies in; DW_NONE in doorways. */
} dw_mesh_cell;

struct dw_nav {
    int32_t half;
    bool squeeze;
    dw_rect bounds; /* Where centres may be at most. */
    uint32_t cell_count, edge_count, vertex_count, door_count, room_count;
    const dw_mesh_cell *cells;
    const dw_mesh_edge *edges;
    const dw_vec *vertices;
    const uint32_t *component; /* By cell: what is connected when every door is open. */
    const uint32_t *up;      /* By cell: the only portal out of a dead end, as an edge of the cell;
                                DW_MESH_NONE elsewhere. Dead ends hang on the rest like trees. */
    const uint32_t *down;    /* By cell: the same portal seen from the other side. */
    const dw_rect *doorways; /* By door, grown: centres strictly inside are in the doorway. */
    const uint16_t (*door_rooms)[2];
    const dw_rect *rooms;             /* As given: half-open, not grown. */
    const uint32_t *room_door_starts; /* By room, and one more; into `room_doors`. */
    const uint16_t *room_doors;       /* Ascending in each room. */
    const dw_vec *door_points;        /* By door: where routes go through it. */
    const uint32_t *room_step_starts; /* By room; into `room_steps`. */
    const int32_t *room_steps;        /* By room, then by place in its doors, twice: how far. */
    const int32_t *route_lengths;     /* By door and door, through any rooms; see routes.h. */
    const dw_route_weights *floors;   /* NULL: no floor slows a body. */
    const dw_sound *sound;            /* NULL: not made from a map. */
    int32_t bucket_size; /* The grid for point location: square buckets over the bounds. */
    uint32_t bucket_columns, bucket_rows;
    const uint32_t *bucket_starts; /* columns * rows + 1 positions in bucket_cells. */
    const uint32_t *bucket_cells;  /* Ascending in each bucket. */
    uint32_t landmark_count;       /* See landmark.h. */
    uint32_t landmark_component;
    float landmark_slack; /* No stored distance is further off. */
    dw_vec landmarks[DW_LANDMARKS];
    const float *landmark_distances; /* DW_LANDMARKS for each vertex. */
};

/* What of the mesh a query shuts. */
typedef struct dw_mesh_filter {
    const dw_door_set *excluded;
    const dw_nav_corridor *corridor;
    uint16_t room;
} dw_mesh_filter;

static const dw_mesh_filter DW_MESH_ALL = {NULL, NULL, DW_NONE};

static inline bool dw_mesh_filters(const dw_mesh_filter *filter)
{
    return filter->excluded != NULL || filter->corridor != NULL || filter->room != DW_NONE;
}

static inline bool dw_corridor_has_room(const dw_nav_corridor *corridor, uint32_t room)
{
    return (corridor->rooms[room / 64] >> (room % 64) & 1) != 0;
}

static inline bool dw_mesh_open(const dw_nav *nav, const dw_mesh_filter *filter,
                                const dw_mesh_cell *cell)
{
    if (cell->door != DW_NONE) {
        if ((filter->excluded != NULL && dw_door_set_has(filter->excluded, cell->door)) ||
            (filter->corridor != NULL && !dw_door_set_has(&filter->corridor->doors, cell->door))) {
            return false;
        }
        return filter->room == DW_NONE || nav->door_rooms[cell->door][0] == filter->room ||
               nav->door_rooms[cell->door][1] == filter->room;
    }
    return (filter->room == DW_NONE || cell->room == filter->room) &&
           (filter->corridor == NULL || cell->room == DW_NONE ||
            dw_corridor_has_room(filter->corridor, cell->room));
}

#endif
