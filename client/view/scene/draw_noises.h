/* draw_noises.h - what the own intruder hears: for each noise an arc around the body, open towards
 * where the noise comes from, and on it a sign that tells its kind by its shape. */
#ifndef DW_VIEW_DRAW_NOISES_H
#define DW_VIEW_DRAW_NOISES_H

#include "client/view/model/hearing.h"
#include "client/view/scene/camera.h"
#include "client/view/tools/text.h"

/* Nothing while the own body does not live. */
void dw_draw_noises(const dw_pen *pen, const dw_camera *camera, const dw_hearing *hearing,
                    const dw_drawn_world *world, double seconds);

/* The sign of that kind alone, for the help: `size` is half of its width in pixels. */
void dw_draw_noise_sign(const dw_pen *pen, dw_noise_kind kind, float x, float y, float size);

#endif
