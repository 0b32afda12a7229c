/* draw_goal.h - where a heist leads: its goal and the light over the exit; and the names of rooms.
 */
#ifndef DW_VIEW_DRAW_GOAL_H
#define DW_VIEW_DRAW_GOAL_H

#include "client/core/client.h"
#include "client/view/scene/sight_light.h"
#include "client/view/tools/text.h"

/* The light over the exit, while a player carries the loot. */
void dw_draw_way_out(dw_canvas *canvas, const dw_camera *camera, const dw_map *map,
                     const dw_drawn_world *world, double seconds);

void dw_draw_room_names(const dw_pen *pen, const dw_camera *camera, const dw_sight_light *light,
                        const dw_map *map);

/* Where the player should go now: the loot, its carrier or the exit. False when there is no such
 * position (it was brought out). `leaving` tells loot from exit.
 */
bool dw_goal_place(const dw_map *map, const dw_drawn_world *world, double *x, double *y,
                   bool *leaving);

#endif
