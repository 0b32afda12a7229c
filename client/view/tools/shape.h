/* shape.h - the shapes that a canvas draws, as values. Pixels, y down. Pure. */
#ifndef DW_VIEW_SHAPE_H
#define DW_VIEW_SHAPE_H

#include <stdint.h>

typedef struct dw_box {
    float x0, y0, x1, y1;
} dw_box;

/* A straight line from (x0, y0) to (x1, y1), drawn with round ends. */
typedef struct dw_segment {
    float x0, y0, x1, y1;
} dw_segment;

/* A part of a ring: `from` and `sweep` in turns, 0 .. 1, clockwise from +x. */
typedef struct dw_arc {
    float x, y, radius, width, from, sweep;
} dw_arc;

/* A picture of coverage, 0 .. 255 a pixel. */
typedef struct dw_stencil {
    const uint8_t *coverage;
    int width, height;
    uint32_t key; /* The same for equal stencils alone, so that a card keeps it; 0: drawn once. */
} dw_stencil;

static inline dw_box dw_box_at(float x, float y, float width, float height)
{
    return (dw_box){x, y, x + width, y + height};
}

static inline dw_box dw_box_grown(dw_box box, float by)
{
    return (dw_box){box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by};
}

static inline dw_box dw_box_moved(dw_box box, float x, float y)
{
    return (dw_box){box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y};
}

#endif
