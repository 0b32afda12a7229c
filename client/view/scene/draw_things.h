/* draw_things.h - what lies and hangs in the house for intruders: items, devices, and the places
 * that parts of a mission name. Owns nothing. */
#ifndef DW_VIEW_DRAW_THINGS_H
#define DW_VIEW_DRAW_THINGS_H

#include "client/core/drawn_world.h"
#include "client/core/mission.h"
#include "client/view/scene/camera.h"
#include "client/view/tools/canvas.h"

/* Items that lie, and devices; those of open parts stand out. `mission` is NULL in a heist. */
void dw_draw_things(dw_canvas *canvas, const dw_camera *camera, const dw_map *map,
                    const dw_drawn_world *world, const dw_client_mission *mission, double seconds);

/* The areas to which open parts lead: for an item to bring, or for players to be. */
void dw_draw_mission_places(dw_canvas *canvas, const dw_camera *camera,
                            const dw_client_mission *mission);

#endif
