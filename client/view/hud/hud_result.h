/* hud_result.h - the card at the end of a round. Owns nothing. */
#ifndef DW_VIEW_HUD_RESULT_H
#define DW_VIEW_HUD_RESULT_H

#include "client/view/hud/hud_view.h"

void dw_hud_draw_result(const dw_pen *pen, const dw_hud_view *view);

#endif
