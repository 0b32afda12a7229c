/* hud_help.h - two pages of help: the keys with cover and moods, then who watches, what one hears,
 * and the own noise and light. Owns nothing. */
#ifndef DW_VIEW_HUD_HELP_H
#define DW_VIEW_HUD_HELP_H

#include "client/view/hud/hud_view.h"

/* `page`: 1 .. DW_HELP_PAGES. */
void dw_hud_draw_help(const dw_pen *pen, uint8_t page);

#endif
