/* hud_help.h - two pages of help: the keys with cover and moods, then who watches, what one hears,
 * and the own noise and light. Owns nothing. */
#ifndef DW_VIEW_HUD_HELP_H
#define DW_VIEW_HUD_HELP_H

#include "client/view/hud/hud_view.h"

/* `page`: 1 .. DW_HELP_PAGES. Keys are those of `bindings` (NULL: of the start), or, for a person
 * that plays with a gamepad, its buttons. */
void dw_hud_draw_help(const dw_pen *pen, uint8_t page, const dw_bindings *bindings, bool gamepad);

#endif
