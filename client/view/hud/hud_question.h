/* hud_question.h - the card of a question of the mission: who asks, the options with their keys,
 * who has chosen which, and the time that is left. Players and watchers see the same; keys stand
 * there for those who can answer. It lies at the right, above the corner. Owns nothing. */
#ifndef DW_VIEW_HUD_QUESTION_H
#define DW_VIEW_HUD_QUESTION_H

#include "client/view/hud/hud_view.h"

void dw_hud_draw_question(const dw_pen *pen, const dw_hud_view *view);

/* How far it reaches up from the bottom of the screen, in pixels; 0 while there is no card. */
float dw_hud_question_top(const dw_pen *pen, const dw_hud_view *view);

/* The option at that point of the screen, from 1; 0: none. */
uint8_t dw_hud_question_at(const dw_pen *pen, const dw_hud_view *view, float x, float y);

#endif
