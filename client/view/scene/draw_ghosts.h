/* draw_ghosts.h - the players of a recorded round as they were in earlier rounds: pale bodies, each
 * with a dashed ring and a word that says which try it is. Cost: a few thousand pixels a ghost. */
#ifndef DW_VIEW_DRAW_GHOSTS_H
#define DW_VIEW_DRAW_GHOSTS_H

#include "client/core/drawn_world.h"
#include "client/view/scene/camera.h"
#include "client/view/tools/text.h"

void dw_draw_ghosts(const dw_pen *pen, const dw_camera *camera, const dw_drawn_world *world);

#endif
