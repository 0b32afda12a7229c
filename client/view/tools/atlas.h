/* atlas.h - one picture in which a card keeps many small ones: white, a glow, and glyphs, each
 * painted once. Owns: which stencil lies where. Does not know the pixels: the card has them. Pure.
 * Shelves: a stencil goes to the end of the shelf of its height. When no shelf has room, everything
 * is forgotten at the next frame. */
#ifndef DW_VIEW_ATLAS_H
#define DW_VIEW_ATLAS_H

#include "client/view/tools/shape.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DW_ATLAS_SIDE = 2048,
    DW_ATLAS_GLOW_SIDE = 64,
    DW_ATLAS_STENCILS = 4096, /* A power of two: slots of the table. */
    DW_ATLAS_SHELVES = 256
};

typedef struct dw_atlas_place {
    float u0, v0, u1, v1;
} dw_atlas_place;

typedef struct dw_atlas_slot {
    uint32_t key; /* 0 = free. */
    int16_t x, y, width, height;
} dw_atlas_slot;

typedef struct dw_atlas_shelf {
    int16_t y, height, used;
} dw_atlas_shelf;

typedef struct dw_atlas {
    dw_atlas_slot slots[DW_ATLAS_STENCILS];
    dw_atlas_shelf shelves[DW_ATLAS_SHELVES];
    uint32_t slot_count, shelf_count;
    bool full; /* Something found no room. */
} dw_atlas;

/* Empties it; what is always there has its place. */
void dw_atlas_init(dw_atlas *atlas);

dw_atlas_place dw_atlas_white(void);
dw_atlas_place dw_atlas_glow(void);

/* Where the glow lies, in texels; white is the square of four texels at (0, 0). */
enum { DW_ATLAS_GLOW_X = 8 };

/* The slot of a stencil; `is_new` when it has just got it and the pixels are to be put there. NULL
 * when there is no room. */
const dw_atlas_slot *dw_atlas_find(dw_atlas *atlas, const dw_stencil *stencil, bool *is_new);

dw_atlas_place dw_atlas_place_of(const dw_atlas_slot *slot);

#endif
