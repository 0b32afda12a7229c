/* grid_on_card.h - a grid of bytes that a graphics card has as a picture, a texel a cell.
 * Owns: what the card was given. Only what changed goes up, and at most DW_GRID_TEXELS_MAX texels a
 * frame; the rest follows. No allocation but at creation. */
#ifndef DW_VIEW_GRID_ON_CARD_H
#define DW_VIEW_GRID_ON_CARD_H

#include "client/view/tools/draw_list.h"

enum { DW_GRID_TEXELS_MAX = 32768 /* 128 KiB. */ };

typedef struct dw_grid_on_card {
    int columns, rows;
    uint8_t *sent;
    uint32_t *texels; /* On their way up. */
    uint32_t epoch;   /* Of the card's pictures that `sent` is true for; 0 = none. */
} dw_grid_on_card;

/* An empty grid is fine: it is never sent. */
DW_MUST_USE dw_status dw_grid_on_card_create(dw_grid_on_card *grid, int columns, int rows);
void dw_grid_on_card_destroy(dw_grid_on_card *grid);

/* Brings the picture up to date with `cells`; a cell of value v becomes the texel colours[v]. */
DW_MUST_USE dw_status dw_grid_on_card_send(dw_grid_on_card *grid, struct dw_card *card,
                                           dw_picture picture, const uint8_t *cells,
                                           const uint32_t colours[256]);

#endif
