/* card.h - the graphics card, through SDL's renderer.
 * Owns: the pictures that draw lists draw from and into, and the atlas. Does not own the renderer.
 * Pictures are lost when the device is, when they change their size, and when another owner claims
 * them; then their owner puts them up anew (dw_card_claim). Called from the thread of the window.
 */
#ifndef DW_VIEW_CARD_H
#define DW_VIEW_CARD_H

#include "client/view/tools/atlas.h"
#include "client/view/tools/draw_list.h"

struct SDL_Renderer;

typedef struct dw_card dw_card;

/* What one frame took. */
typedef struct dw_card_figures {
    uint32_t draw_calls, vertices;
    uint32_t uploads;
    uint64_t upload_bytes;
    uint64_t hand_over_ns; /* Giving batches to SDL; its driver draws them later. */
} dw_card_figures;

/* DW_IO when the renderer cannot draw into pictures or mix as a draw list wants. */
DW_MUST_USE dw_status dw_card_create(dw_card **out, struct SDL_Renderer *renderer, dw_error *error);
void dw_card_destroy(dw_card *card);

/* The list of a frame: empty, for a screen of that size. DW_IO when a picture cannot be made. */
DW_MUST_USE dw_status dw_card_begin(dw_card *card, dw_draw_list *list, int width, int height,
                                    dw_error *error);

/* Draws the list. The caller presents. */
void dw_card_run(dw_card *card, const dw_draw_list *list);

/* What the last frame took: since the last begin. */
const dw_card_figures *dw_card_get_figures(const dw_card *card);

/* The device was lost and is back: all pictures are made anew. */
void dw_card_reset(dw_card *card);

/* Whether the map's pictures still hold what `owner` put there when it got `epoch`. If not, `owner`
 * has them from now on, empty, and `epoch` is a new one. */
bool dw_card_claim(dw_card *card, const void *owner, uint32_t *epoch);

/* Of the map's pictures as they are now; never 0. */
uint32_t dw_card_epoch(const dw_card *card);

/* Makes a picture of that size (it stays if it is that already). `smooth`: texels are mixed where
 * it is enlarged. DW_RANGE: larger than the card can; DW_IO. */
DW_MUST_USE dw_status dw_card_make(dw_card *card, dw_picture which, int width, int height,
                                   bool smooth);

/* Puts pixels (0xAARRGGBB, rows of `stride`) into a picture. */
void dw_card_put(dw_card *card, dw_picture which, int x, int y, int width, int height,
                 const uint32_t *pixels, int stride);

/* Something was put into row y of the picture, or below it. */
bool dw_card_has(const dw_card *card, dw_picture which, int y);

/* The size of a picture; that of the screen too. */
void dw_card_size(const dw_card *card, dw_picture which, int *width, int *height);

/* Where a stencil lies in the atlas; it is put there first if need be. False without room. */
bool dw_card_stencil(dw_card *card, const dw_stencil *stencil, dw_atlas_place *place);

/* Where a disc of about that radius (pixels) lies in the atlas, its edge as soft as a canvas has
 * it, with one pixel around it. False for one that is larger than DW_CARD_BRUSH_MAX, or without
 * room. */
enum { DW_CARD_BRUSH_MAX = 8 };
bool dw_card_brush(dw_card *card, float radius, dw_atlas_place *place);

/* Where a strip of dashes lies: it begins in the middle of a gap, and `period_count` dashes follow,
 * each `dash` pixels long with round ends and as long a gap. False when they are not that small,
 * their ends would touch, or the atlas has no room. */
bool dw_card_dashes(dw_card *card, float radius, float dash, dw_atlas_place *place,
                    int *period_count);

/* The pixels of the screen as drawn by the last run, before the present. False when they cannot be
 * read. */
bool dw_card_read(const dw_card *card, uint32_t *pixels, int stride);

#endif
