/* hud_minds.h - the spectator's column beside the house: each guard with its goal and sentence, the
 * whole mind of the followed guard, radio and changes of goal. Also the strip of switches.
 * Owns nothing. */
#ifndef DW_VIEW_HUD_MINDS_H
#define DW_VIEW_HUD_MINDS_H

#include "client/view/model/bindings.h"
#include "client/view/scene/minds_view.h"

/* How far the column reaches to the right, and the strip to the left of the border, at ui 1. */
enum { DW_HUD_MINDS_WIDTH = 306, DW_HUD_SWITCHES_WIDTH = 124 };

/* `top` and `bottom` are the pixels between which the column has room. */
void dw_hud_draw_minds(const dw_pen *pen, const dw_minds_view *view, float top, float bottom);

/* Where the list of guards ends that begins at `top`. */
float dw_hud_minds_list_bottom(const dw_minds_view *view, float ui, float top);

/* `bindings` may be NULL: those of the start. */
void dw_hud_draw_switches(const dw_pen *pen, const dw_overlay *overlay,
                          const dw_bindings *bindings);

/* The guard whose row is at (x, y); 0 for none. */
uint8_t dw_hud_minds_at(const dw_minds_view *view, float ui, float top, float x, float y);

#endif
