/* tiles.h - the static layer, kept as square pieces of the present scale.
 * Owns: a fixed number of tiles, each with both drawings (ink and warm) and a mixture of them, and
 * one overview of the whole map in both. A tile is painted when it comes into view, a few a frame;
 * until then the overview stands in, enlarged, so that zooming and panning never wait. Memory:
 * taken at creation and when the screen grows; nothing a frame. */
#ifndef DW_VIEW_TILES_H
#define DW_VIEW_TILES_H

#include "client/view/scene/camera.h"
#include "client/view/scene/painter.h"
#include "client/view/tools/draw_list.h"

enum { DW_TILE_SIDE = 128 };

typedef struct dw_tiles dw_tiles;

/* `map` outlives the tiles; paints the overview (some tens of milliseconds). */
DW_MUST_USE dw_status dw_tiles_create(dw_tiles **out, const dw_map *map, dw_error *error);
void dw_tiles_destroy(dw_tiles *tiles);

/* Makes room for a screen of that size, and forgets what was painted in other colours; does nothing
 * when there is neither. With a card (else NULL) the
 * tiles are its pictures, and no pixels of them are kept here. Before each frame. DW_MEMORY;
 * DW_RANGE and DW_IO when the card has no room. */
DW_MUST_USE dw_status dw_tiles_resize(dw_tiles *tiles, int width, int height, struct dw_card *card);

/* Paints at most `budget` tiles that the camera wants and does not have, those in view first, then
 * a ring around them. Gives back how many in view are still missing. While the scale is changing,
 * nothing is painted. */
uint32_t dw_tiles_update(dw_tiles *tiles, const dw_camera *camera, uint32_t budget);

/* Without a card: both drawings from pixel (x, y) of the screen to the right, as far as one tile
 * reaches: gives back how many pixels. Valid until the next call. */
int dw_tiles_span(dw_tiles *tiles, const dw_camera *camera, int x, int y, const uint32_t **ink,
                  const uint32_t **warm);

/* The same where one warmth (0 .. 127 of 128: ink .. warm) holds for all: the mixed pixels. Each
 * tile is mixed once for each warmth. */
int dw_tiles_plain_span(dw_tiles *tiles, const dw_camera *camera, int x, int y, int warmth,
                        const uint32_t **pixels);

/* With a card: draws the ink drawing on its screen and the warm one on DW_PICTURE_WARM. */
void dw_tiles_draw(dw_tiles *tiles, const dw_camera *camera, dw_draw_list *list);

#endif
