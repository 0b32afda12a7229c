/* hud_roster.h - the list of players at the upper left: who is in the match, in which state, and
 * who carries something. Owns nothing. */
#ifndef DW_VIEW_HUD_ROSTER_H
#define DW_VIEW_HUD_ROSTER_H

#include "client/view/hud/hud_view.h"

void dw_hud_draw_roster(const dw_pen *pen, const dw_hud_view *view);

/* Its lower end. */
float dw_hud_roster_bottom(const dw_round *round, float ui);

#endif
