/* hud_pointer.h - an arrow at the border of the screen towards a place that lies beyond it, and
 * what the parts of a mission mark on the screen. Owns nothing. */
#ifndef DW_VIEW_HUD_POINTER_H
#define DW_VIEW_HUD_POINTER_H

#include "client/view/hud/hud_view.h"

/* Towards what the person has to do: the goal of a heist, or the open parts of a mission. */
void dw_hud_draw_pointers(const dw_pen *pen, const dw_hud_view *view);

/* The position at which a part of the mission is to be done, in units; first the person who is to
 * be led. False for parts that are not open or need no position, and while a teammate carries what
 * is needed. */
bool dw_hud_part_place(const dw_hud_view *view, uint32_t part, dw_vec *place);

dw_colour dw_hud_part_colour(const dw_mission_part *part);

#endif
