/* draw_map.h - the static layer: drawing paper, floors, walls, furniture, the exit.
 * Painted into a canvas that is a piece of the world at some scale; tiles.h keeps such pieces, so
 * that this runs when something new comes into view and not once a frame. Pure but for the canvas.
 */
#ifndef DW_VIEW_DRAW_MAP_H
#define DW_VIEW_DRAW_MAP_H

#include "client/view/scene/painter.h"

/* Fills the canvas with what lies there, from `origin` (world units, top left) on at `scale` pixels
 * a unit. */
void dw_draw_map(dw_canvas *canvas, const dw_map *map, double origin_x, double origin_y,
                 double scale, dw_drawing drawing);

#endif
