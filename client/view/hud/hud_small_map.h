/* hud_small_map.h - the whole house in a corner, on maps of which the screen shows a part. Shows
 * what the picture knows: rooms, the own body, teammates, guards in sight, the goal. */
#ifndef DW_VIEW_HUD_SMALL_MAP_H
#define DW_VIEW_HUD_SMALL_MAP_H

#include "client/view/hud/hud_view.h"

/* The map is so large that the small one helps. */
bool dw_hud_wants_small_map(const dw_hud_view *view);

void dw_hud_draw_small_map(const dw_pen *pen, const dw_hud_view *view);

#endif
