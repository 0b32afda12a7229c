/* draw_signals.h - what the team tells in the house: pings as marks on the floor, signs as bubbles
 * over bodies. What is beyond the screen is the HUD's (hud_signs.h). Owns nothing. */
#ifndef DW_VIEW_DRAW_SIGNALS_H
#define DW_VIEW_DRAW_SIGNALS_H

#include "client/core/client.h"
#include "client/view/model/feed.h"
#include "client/view/scene/camera.h"
#include "client/view/tools/text.h"

typedef struct dw_signals_view {
    const dw_feed *feed;
    const dw_drawn_world *world;
    const dw_round *round; /* For names; may be NULL. */
    const dw_camera *camera;
    double seconds;
} dw_signals_view;

/* Below the bodies: rings around each ping, in the sender's colour, and the name. */
void dw_draw_pings(const dw_pen *pen, const dw_signals_view *view);

/* Above the bodies. */
void dw_draw_signs(const dw_pen *pen, const dw_signals_view *view);

/* Where the body of that slot is drawn, in units; false when it is not. */
bool dw_signal_body(const dw_drawn_world *world, uint8_t slot, double *x, double *y);

#endif
