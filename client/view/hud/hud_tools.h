/* hud_tools.h - coins and baits that the player has left, beside its gaits. */
#ifndef DW_VIEW_HUD_TOOLS_H
#define DW_VIEW_HUD_TOOLS_H

#include "client/view/hud/hud_view.h"

void dw_hud_draw_tools(const dw_pen *pen, const dw_hud_view *view);

#endif
