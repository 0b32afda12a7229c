/* canvas.h - a picture in memory and anti-aliased shapes on it.
 * Owns: the pixels (0xAARRGGBB, always opaque once cleared). Knows no SDL, map or font: whatever
 * the window shows is drawn here, so that tests, benchmarks and screenshots see the same pixels as
 * a person does, on any renderer, with or without a display.
 * Coordinates are pixels, y down; pixel (i, j) covers the square from (i, j) to (i + 1, j + 1).
 * Coverage is computed, not sampled: rectangles exactly, round shapes by their signed distance.
 * Cost: the pixels of a shape's box; spans inside run at memory speed. No allocation but resize. */
#ifndef DW_VIEW_CANVAS_H
#define DW_VIEW_CANVAS_H

#include "client/view/tools/pixel.h"
#include "common/base/status.h"

enum { DW_CANVAS_SIDE_MAX = 8192 };

typedef struct dw_canvas {
    uint32_t *pixels; /* Rows of `stride` pixels. */
    int width, height, stride;
    int clip_x0, clip_y0, clip_x1, clip_y1; /* Half-open; nothing outside is touched. */
    int capacity;                           /* Pixels that `pixels` has room for. */
} dw_canvas;

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

/* Gives an empty canvas (zeroed struct) its size, or another one; the content is lost and the clip
 * is the whole picture. DW_RANGE for a side outside 1 .. DW_CANVAS_SIDE_MAX, DW_MEMORY. */
DW_MUST_USE dw_status dw_canvas_resize(dw_canvas *canvas, int width, int height);
void dw_canvas_destroy(dw_canvas *canvas);

/* Draws nothing outside of the box from now on; dw_canvas_unclip undoes it. */
void dw_canvas_clip(dw_canvas *canvas, dw_box box);
void dw_canvas_unclip(dw_canvas *canvas);

/* All pixels inside the clip, alpha ignored. */
void dw_canvas_clear(dw_canvas *canvas, dw_colour colour);

/* Filled shapes. A shape whose alpha is 0 or that lies outside costs nothing. */
void dw_canvas_rect(dw_canvas *canvas, dw_box box, dw_colour colour);
void dw_canvas_round_rect(dw_canvas *canvas, dw_box box, float radius, dw_colour colour);
void dw_canvas_disc(dw_canvas *canvas, float x, float y, float radius, dw_colour colour);
void dw_canvas_line(dw_canvas *canvas, dw_segment line, float width, dw_colour colour);
/* Corners of a convex polygon in either direction: x0, y0, x1, y1, ... */
void dw_canvas_convex(dw_canvas *canvas, const float *corners, uint32_t corner_count,
                      dw_colour colour);

/* Outlines; `width` lies half inside and half outside of the shape's edge. */
void dw_canvas_round_frame(dw_canvas *canvas, dw_box box, float radius, float width,
                           dw_colour colour);
void dw_canvas_ring(dw_canvas *canvas, float x, float y, float radius, float width,
                    dw_colour colour);
void dw_canvas_arc(dw_canvas *canvas, dw_arc arc, dw_colour colour);

/* Soft ones: a blurred box that fades over `blur` pixels on both sides of its edge; a round light
 * that is `colour` in the middle and nothing at `radius`; a colour that changes from top to bottom.
 */
void dw_canvas_shadow(dw_canvas *canvas, dw_box box, float radius, float blur, dw_colour colour);
void dw_canvas_glow(dw_canvas *canvas, float x, float y, float radius, dw_colour colour);

/* A stencil (a glyph) in one colour. */
void dw_canvas_stencil(dw_canvas *canvas, int x, int y, dw_stencil stencil, dw_colour colour);

/* Colours. `dw_colour_mix` goes from a (0) to b (1), alpha included; `dw_colour_fade` multiplies
 * the alpha by 0 .. 1; `dw_colour_scale` the brightness. */
dw_colour dw_colour_mix(dw_colour a, dw_colour b, float part);
dw_colour dw_colour_fade(dw_colour colour, float alpha);
dw_colour dw_colour_scale(dw_colour colour, float brightness);

#endif
