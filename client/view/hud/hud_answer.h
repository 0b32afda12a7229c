/* hud_answer.h - the panel with a long answer of the server (answer.h). Owns nothing. */
#ifndef DW_VIEW_HUD_ANSWER_H
#define DW_VIEW_HUD_ANSWER_H

#include "client/view/model/answer.h"
#include "client/view/tools/text.h"

/* Draws the page that is open, if one is; sets how many pages there are in a window of this size,
 * and goes back to the last one if there are fewer now. */
void dw_hud_draw_answer(const dw_pen *pen, dw_answer *answer);

#endif
