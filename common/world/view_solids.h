/* view_solids.h - which solids can show up in a view: a walk through open doors.
 * Walls close every room but for its doorways, so that an eye sees its own room, and of the others
 * what lies in the wedge of a chain of open doorways. The walk gives all solids of the rooms so
 * reached that reach into their wedge; more than are seen, never less. Private to common/world. */
#ifndef DW_WORLD_VIEW_SOLIDS_H
#define DW_WORLD_VIEW_SOLIDS_H

#include "common/world/map_index.h"

enum { DW_VIEW_SOLIDS_MAX = 2048 };

/* How far a rectangle reaches from the eye: to the right, down, to the left and up. A quarter turn
 * of the view shifts these by one. */
typedef struct dw_reach {
    int32_t to[4];
} dw_reach;

/* The part of the solid outside of the room, which is closed, cannot be seen through this room. */
typedef struct dw_view_solid {
    dw_reach area, room;
} dw_view_solid;

/* Solids of a kind up to `last_kind`, closed leaves alone, whose inside meets the square of `range`
 * around `eye`; a solid may come twice. Gives back their number, or DW_VIEW_SOLIDS_MAX + 1 when
 * there are more. */
uint32_t dw_view_solids(const dw_map *map, const dw_door_set *open, dw_vec eye, int32_t range,
                        uint32_t last_kind, dw_view_solid out[DW_VIEW_SOLIDS_MAX]);

#endif
