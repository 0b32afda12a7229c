/* draw_ear.h - an ear: the sign of a guard that listens (server/RULES.md 8.34), beside the eye of
 * its meter and the signs of its mood. Pure. */
#ifndef DW_VIEW_DRAW_EAR_H
#define DW_VIEW_DRAW_EAR_H

#include "client/view/tools/canvas.h"

/* Within a circle of that radius. */
void dw_draw_ear(dw_canvas *canvas, float x, float y, float radius, dw_colour colour);

/* The same on a plate, with two waves that come in from the left. */
void dw_draw_ear_sign(dw_canvas *canvas, float x, float y, float radius, dw_colour plate,
                      dw_colour ear);

#endif
