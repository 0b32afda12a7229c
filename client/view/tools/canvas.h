/* canvas.h - what everything is drawn on: a picture in memory and anti-aliased shapes on it, or the
 * same shapes as the list that a graphics card draws.
 * Owns: the pixels (0xAARRGGBB, always opaque once cleared). Knows no SDL, map or font. In memory,
 * tests, benchmarks and screenshots see the same pixels as a person does, with or without a
 * display. Coordinates are pixels, y down; pixel (i, j) covers the square from (i, j) to (i + 1, j
 * + 1). Coverage is computed, not sampled: rectangles exactly, round shapes by their signed
 * distance. Cost: the pixels of a shape's box; spans inside run at memory speed. No allocation but
 * resize. */
#ifndef DW_VIEW_CANVAS_H
#define DW_VIEW_CANVAS_H

#include "client/view/tools/pixel.h"
#include "client/view/tools/shape.h"
#include "common/base/status.h"

enum { DW_CANVAS_SIDE_MAX = 8192 };

typedef struct dw_canvas {
    uint32_t *pixels; /* Rows of `stride` pixels. */
    int width, height, stride;
    int clip_x0, clip_y0, clip_x1, clip_y1; /* Half-open; nothing outside is touched. */
    uint32_t *own; /* What the canvas took for itself: `capacity` pixels. */
    int capacity;
    struct dw_draw_list *list; /* Not NULL: shapes go there, for a card, and not to `pixels`. */
} dw_canvas;

/* Gives an empty canvas (zeroed struct) its size, or another one; the content is lost and the clip
 * is the whole picture. DW_RANGE for a side outside 1 .. DW_CANVAS_SIDE_MAX, DW_MEMORY. */
DW_MUST_USE dw_status dw_canvas_resize(dw_canvas *canvas, int width, int height);
void dw_canvas_destroy(dw_canvas *canvas);

/* Draws into that memory from now on, which stays its owner's; dw_canvas_resize undoes it. What is
 * in it stays. */
void dw_canvas_use_pixels(dw_canvas *canvas, uint32_t *pixels, int width, int height, int stride);

/* Draws into the list from now on, as large as the list's screen; dw_canvas_resize undoes it. */
void dw_canvas_use_list(dw_canvas *canvas, struct dw_draw_list *list);

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
/* A line of dashes and gaps, each `dash` pixels long. */
void dw_canvas_dashes(dw_canvas *canvas, dw_segment line, float width, float dash,
                      dw_colour colour);
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

#endif
