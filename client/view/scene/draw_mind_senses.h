/* draw_mind_senses.h - what guards have noticed, drawn into the house: where each believes a noise
 * to have been, how loud it was and how sure the place is; and the switches that it knows to stand
 * otherwise than at the start. With a followed guard its own alone.
 * Knows only what the server sent. Cost: some small shapes a noise. No allocation. */
#ifndef DW_VIEW_DRAW_MIND_SENSES_H
#define DW_VIEW_DRAW_MIND_SENSES_H

#include "client/view/scene/minds_view.h"

void dw_draw_mind_senses(const dw_pen *pen, const dw_minds_view *view);

#endif
