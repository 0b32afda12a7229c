/* hud_tutorial.h - the card of the lesson that is on. */
#ifndef DW_VIEW_HUD_TUTORIAL_H
#define DW_VIEW_HUD_TUTORIAL_H

#include "client/view/hud/hud_view.h"

void dw_hud_draw_tutorial(const dw_pen *pen, const dw_hud_view *view);

#endif
