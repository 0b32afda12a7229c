#include "client/view/tools/atlas.h"

#include "common/base/check.h"
#include "common/base/hash.h"

#include <string.h>

enum { GAP = 1 }; /* Texels between two, as the card mixes neighbours. */

_Static_assert((DW_ATLAS_STENCILS & (DW_ATLAS_STENCILS - 1)) == 0, "the table is probed by mask");

void dw_atlas_init(dw_atlas *atlas)
{
    memset(atlas, 0, sizeof *atlas);
    atlas->shelf_count = 1;
    atlas->shelves[0] = (dw_atlas_shelf){
        .y = 0, .height = DW_ATLAS_GLOW_SIDE + 2, .used = DW_ATLAS_GLOW_X + DW_ATLAS_GLOW_SIDE + 2};
}

dw_atlas_place dw_atlas_white(void)
{
    const float middle = 2.0F / (float)DW_ATLAS_SIDE;
    return (dw_atlas_place){middle, middle, middle, middle};
}

dw_atlas_place dw_atlas_glow(void)
{
    const float side = (float)DW_ATLAS_SIDE;
    return (dw_atlas_place){(float)DW_ATLAS_GLOW_X / side, 0.0F,
                            (float)(DW_ATLAS_GLOW_X + DW_ATLAS_GLOW_SIDE) / side,
                            (float)DW_ATLAS_GLOW_SIDE / side};
}

dw_atlas_place dw_atlas_place_of(const dw_atlas_slot *slot)
{
    const float side = (float)DW_ATLAS_SIDE;
    return (dw_atlas_place){(float)slot->x / side, (float)slot->y / side,
                            (float)(slot->x + slot->width) / side,
                            (float)(slot->y + slot->height) / side};
}

/* Heights in steps of a quarter, so that few shelves serve many sizes. */
static int shelf_height(int height)
{
    int step = 4;
    while (step * 4 < height) {
        step *= 2;
    }
    return (height + GAP + step - 1) / step * step;
}

static bool put_on_shelf(dw_atlas *atlas, int width, int height, int16_t *x, int16_t *y)
{
    const int wanted = shelf_height(height);
    dw_atlas_shelf *last = &atlas->shelves[atlas->shelf_count - 1];
    for (uint32_t i = 0; i < atlas->shelf_count; i++) {
        dw_atlas_shelf *shelf = &atlas->shelves[i];
        if (shelf->height == wanted && shelf->used + width + GAP <= DW_ATLAS_SIDE) {
            *x = shelf->used;
            *y = shelf->y;
            shelf->used = (int16_t)(shelf->used + width + GAP);
            return true;
        }
    }
    const int top = last->y + last->height;
    if (atlas->shelf_count == DW_ATLAS_SHELVES || top + wanted > DW_ATLAS_SIDE ||
        width + GAP > DW_ATLAS_SIDE) {
        return false;
    }
    atlas->shelves[atlas->shelf_count++] = (dw_atlas_shelf){
        .y = (int16_t)top, .height = (int16_t)wanted, .used = (int16_t)(width + GAP)};
    *x = 0;
    *y = (int16_t)top;
    return true;
}

const dw_atlas_slot *dw_atlas_find(dw_atlas *atlas, const dw_stencil *stencil, bool *is_new)
{
    DW_CHECK(stencil->key != 0);
    uint32_t at = (uint32_t)dw_mix64(stencil->key) & (DW_ATLAS_STENCILS - 1);
    *is_new = false;
    while (atlas->slots[at].key != 0) {
        if (atlas->slots[at].key == stencil->key) {
            return &atlas->slots[at];
        }
        at = (at + 1) & (DW_ATLAS_STENCILS - 1);
    }
    int16_t x = 0;
    int16_t y = 0;
    if (atlas->slot_count >= DW_ATLAS_STENCILS * 3 / 4 ||
        !put_on_shelf(atlas, stencil->width, stencil->height, &x, &y)) {
        atlas->full = true;
        return NULL;
    }
    atlas->slot_count++;
    atlas->slots[at] =
        (dw_atlas_slot){stencil->key, x, y, (int16_t)stencil->width, (int16_t)stencil->height};
    *is_new = true;
    return &atlas->slots[at];
}
