/* draw_mind_rooms.h - the part of draw_minds.h that fills rooms: what is searched, by whom, how
 * far, and what is clear. */
#ifndef DW_VIEW_DRAW_MIND_ROOMS_H
#define DW_VIEW_DRAW_MIND_ROOMS_H

#include "client/view/scene/minds_view.h"

/* The rooms on each guard's list in his colour, numbered in their order; cleared ones with the time
 * since. */
void dw_draw_mind_sectors(const dw_pen *pen, const dw_minds_view *view);

/* The furniture of the room that he searches: what he has looked behind, and where he has not. */
void dw_draw_mind_search(const dw_pen *pen, const dw_minds_view *view, const dw_mind_view *mind);

#endif
