/* draw_mind_rooms.h - the part of the guards' minds that fills rooms: which guard searches what,
 * how far it is, and what is clear. */
#ifndef DW_VIEW_DRAW_MIND_ROOMS_H
#define DW_VIEW_DRAW_MIND_ROOMS_H

#include "client/view/scene/minds_view.h"

/* The rooms on each guard's list in the guard's colour, numbered in their order; clear rooms with
 * the time since. */
void dw_draw_mind_sectors(const dw_pen *pen, const dw_minds_view *view);

/* The furniture of the room that the guard searches: which sides it has checked. */
void dw_draw_mind_search(const dw_pen *pen, const dw_minds_view *view, const dw_mind_view *mind);

#endif
