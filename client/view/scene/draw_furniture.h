/* draw_furniture.h - furniture from above, by kind and height.
 * Height shows in three ways: the length of the shadow, the bevel, and on the blueprint the outline
 * (thin: hides nobody; double: hides a crouching body; hatched: hides everybody).
 * Part of the static layer (draw_map.h). */
#ifndef DW_VIEW_DRAW_FURNITURE_H
#define DW_VIEW_DRAW_FURNITURE_H

#include "client/view/scene/painter.h"

/* What the rules make of a height. */
typedef enum dw_cover { DW_COVER_NONE, DW_COVER_CROUCHED, DW_COVER_FULL } dw_cover;

static inline dw_cover dw_cover_of(uint16_t height)
{
    return height > DW_HEIGHT_HIDES_STANDING
               ? DW_COVER_FULL
               : (height >= DW_HEIGHT_HIDES_CROUCHING ? DW_COVER_CROUCHED : DW_COVER_NONE);
}

/* Shadows of all pieces come before the first piece, so that none falls on a neighbour's top. */
void dw_draw_furniture_shadow(const dw_painter *painter, const dw_furniture *piece);
void dw_draw_furniture(const dw_painter *painter, const dw_furniture *piece);

#endif
