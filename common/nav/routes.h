/* routes.h - the room graph: how far it is in each room from doorway to doorway, found once while a
 * mesh is built. Private to common/nav; nav.h has what is asked of it: dw_nav_route_length and
 * dw_nav_choose_rooms. The length of a route is that of a body that walks from the middle of one
 * doorway to the middle of the next: exact inside of each room, and a little longer than the path
 * of a body, which cuts the corners of doorways. */
#ifndef DW_NAV_ROUTES_H
#define DW_NAV_ROUTES_H

#include "common/nav/nav_mesh.h"

/* For a mesh that is complete but for its routes. `factors`: of its rooms, NULL: no floor slows a
 * body. DW_MEMORY. Takes scratch from the heap. Cost: a path for each two doors of a room, and a
 * shortest chain for each two doors. */
DW_MUST_USE dw_status dw_routes_build(dw_arena *arena, dw_nav *nav, const uint16_t *factors);

#endif
