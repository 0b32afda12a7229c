/* draw_guards.h - people on the guards' side: a guard, a captain, a servant. Each has a ring in the
 * colour of its mood; they differ by what they wear on head and shoulders. Cost: some hundred
 * pixels. */
#ifndef DW_VIEW_DRAW_GUARDS_H
#define DW_VIEW_DRAW_GUARDS_H

#include "client/view/scene/token.h"

/* A cap with its peak; also for the help. */
void dw_draw_guard_token(dw_canvas *canvas, const dw_token *token, uint8_t mood);

/* Broad epaulettes, a golden rim and a star on the cap. */
void dw_draw_captain_token(dw_canvas *canvas, const dw_token *token, uint8_t mood);

/* Bare-headed, in an apron. */
void dw_draw_servant_token(dw_canvas *canvas, const dw_token *token, uint8_t mood);

#endif
