/* light_on_card.h - the light of a frame as a list for a graphics card: what sight_light.h and
 * sight_compose.h do with pixels.
 * Owns nothing. Lights are fans of triangles, drawn into a picture as large as the screen. Made
 * half as wide and softened, it says how much of the warm drawing shows, and which colour is added.
 */
#ifndef DW_VIEW_LIGHT_ON_CARD_H
#define DW_VIEW_LIGHT_ON_CARD_H

#include "client/view/scene/camera.h"
#include "client/view/scene/sight_light.h"
#include "client/view/tools/draw_list.h"

/* Begins a frame: `warmth` (0 .. 1) is there before any light. */
void dw_light_on_card_clear(dw_draw_list *list, float warmth);

/* Adds up to `warmth` where DW_PICTURE_MEMORY, which is the grid, says so. Before any beam. */
void dw_light_on_card_remember(dw_draw_list *list, const dw_camera *camera,
                               const dw_memory_grid *grid, float warmth);

/* Adds a beam inside the polygon (world units), which is seen whole from its eye. */
void dw_light_on_card_add(dw_draw_list *list, const dw_camera *camera, const dw_beam *beam,
                          const dw_vec *points, uint32_t point_count);

/* Softens what was added. */
void dw_light_on_card_finish(dw_draw_list *list);

/* Lays the warm drawing over the ink one on the screen where it is lit, and the tints over both. */
void dw_light_on_card_compose(dw_draw_list *list);

#endif
