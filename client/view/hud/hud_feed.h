/* hud_feed.h - the talking parts of the HUD: radio log, notices, chat, and the line being typed.
 * Owns nothing. */
#ifndef DW_VIEW_HUD_FEED_H
#define DW_VIEW_HUD_FEED_H

#include "client/view/hud/hud_view.h"

void dw_hud_draw_feed(const dw_pen *pen, const dw_hud_view *view);

#endif
