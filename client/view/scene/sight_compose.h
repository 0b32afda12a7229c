/* sight_compose.h - the light of a frame softened, enlarged and laid over the static layer.
 * Owns nothing. Cost: one pass over the screen; where no light reaches, the pixels are copied. */
#ifndef DW_VIEW_SIGHT_COMPOSE_H
#define DW_VIEW_SIGHT_COMPOSE_H

#include "client/view/scene/sight_light.h"
#include "client/view/scene/tiles.h"

/* Softens what was added. Once a frame, after the last light. */
void dw_sight_light_finish(dw_sight_light *light);

/* Writes the whole canvas: the ink drawing, the warm one where it is lit, and the tints. */
void dw_sight_light_compose(dw_sight_light *light, dw_tiles *tiles, const dw_camera *camera,
                            dw_canvas *canvas);

#endif
