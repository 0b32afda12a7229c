/* hud_signs.h - the menu of signs, and plates at the border of the screen for signs and pings that
 * lie beyond it. Owns nothing. */
#ifndef DW_VIEW_HUD_SIGNS_H
#define DW_VIEW_HUD_SIGNS_H

#include "client/view/hud/hud_view.h"

void dw_hud_draw_sign_menu(const dw_pen *pen, const dw_hud_view *view);
void dw_hud_draw_far_signals(const dw_pen *pen, const dw_hud_view *view);

#endif
