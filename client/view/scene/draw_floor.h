/* draw_floor.h - floors of rooms: planks, tiles, carpet, flagstones, grass.
 * Part of the static layer (draw_map.h): painted once a tile, not once a frame. */
#ifndef DW_VIEW_DRAW_FLOOR_H
#define DW_VIEW_DRAW_FLOOR_H

#include "client/view/scene/painter.h"

/* The floor of one room, wall to wall. */
void dw_draw_floor(const dw_painter *painter, const dw_room *room);

#endif
