/* painter.h - what the drawings of the static layer (floors, walls, furniture) share: a canvas, its
 * position in the world, the scale, and which of the two drawings it is: the blueprint, which is
 * always there, or the warm one, which shows what a body sees. HUD and pages use a dw_pen (text.h).
 * Patterns are functions of world coordinates alone, so that neighbouring tiles join. */
#ifndef DW_VIEW_PAINTER_H
#define DW_VIEW_PAINTER_H

#include "client/view/tools/palette.h"
#include "common/base/hash.h"
#include "common/world/map.h"

typedef enum dw_drawing { DW_DRAWING_INK, DW_DRAWING_WARM, DW_DRAWING_COUNT } dw_drawing;

typedef struct dw_painter {
    dw_canvas *canvas;
    double origin_x, origin_y; /* World units at the canvas' top left corner. */
    double scale;              /* Pixels a unit. */
    float mm;                  /* Pixels a millimetre. */
    dw_drawing drawing;
} dw_painter;

static inline float dw_painter_x(const dw_painter *painter, double world)
{
    return (float)((world - painter->origin_x) * painter->scale);
}

static inline float dw_painter_y(const dw_painter *painter, double world)
{
    return (float)((world - painter->origin_y) * painter->scale);
}

static inline dw_box dw_painter_box(const dw_painter *painter, dw_rect rect)
{
    return (dw_box){dw_painter_x(painter, rect.min.x), dw_painter_y(painter, rect.min.y),
                    dw_painter_x(painter, rect.max.x), dw_painter_y(painter, rect.max.y)};
}

/* A material in the drawing at hand. */
static inline dw_colour dw_painter_colour(const dw_painter *painter, dw_colour material)
{
    return painter->drawing == DW_DRAWING_WARM ? material : dw_palette_ink(material);
}

/* 0 .. 1, the same for the same numbers: the grain of planks and stones. */
static inline float dw_painter_chance(int64_t a, int64_t b, int64_t c)
{
    const uint64_t mixed =
        dw_hash_u64(dw_hash_u64(dw_hash_u64(DW_HASH_START, (uint64_t)a), (uint64_t)b), (uint64_t)c);
    return (float)(mixed >> 40) / 16777216.0F;
}

/* False when nothing of the rectangle, grown by `margin` pixels, is on the canvas. */
static inline bool dw_painter_sees(const dw_painter *painter, dw_rect rect, float margin)
{
    const dw_box box = dw_box_grown(dw_painter_box(painter, rect), margin);
    return box.x1 > (float)painter->canvas->clip_x0 && box.x0 < (float)painter->canvas->clip_x1 &&
           box.y1 > (float)painter->canvas->clip_y0 && box.y0 < (float)painter->canvas->clip_y1;
}

#endif
