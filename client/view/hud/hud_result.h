/* hud_result.h - the card at the end of a round, and the page of help. Owns nothing. */
#ifndef DW_VIEW_HUD_RESULT_H
#define DW_VIEW_HUD_RESULT_H

#include "client/view/hud/hud_view.h"

void dw_hud_draw_result(const dw_pen *pen, const dw_hud_view *view);
void dw_hud_draw_help(const dw_pen *pen);

#endif
