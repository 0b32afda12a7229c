/* hud_senses.h - two gauges above the gaits: how loud the own steps are, and how well lit the own
 * body is. Each only in a match that has noises, or light. */
#ifndef DW_VIEW_HUD_SENSES_H
#define DW_VIEW_HUD_SENSES_H

#include "client/view/hud/hud_view.h"

void dw_hud_draw_senses(const dw_pen *pen, const dw_hud_view *view);

#endif
