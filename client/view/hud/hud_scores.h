/* hud_scores.h - the card of the lobby, with who is ready, and the scoreboard. */
#ifndef DW_VIEW_HUD_SCORES_H
#define DW_VIEW_HUD_SCORES_H

#include "client/view/hud/hud_view.h"

/* While the lobby waits. */
void dw_hud_draw_lobby(const dw_pen *pen, const dw_hud_view *view);

/* While its key is held. */
void dw_hud_draw_scores(const dw_pen *pen, const dw_hud_view *view);

#endif
