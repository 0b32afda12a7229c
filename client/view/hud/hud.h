/* hud.h - what is drawn over the world: phase and clock, task, roster, own state, radio log, chat,
 * notices, the pointer to the goal, results, help.
 * Owns nothing. Cost: some hundreds of glyphs a frame. */
#ifndef DW_VIEW_HUD_H
#define DW_VIEW_HUD_H

#include "client/view/hud/hud_view.h"

void dw_hud_draw(const dw_pen *pen, const dw_hud_view *view);

#endif
