/* draw_shapes.h - the shapes of a canvas as triangles of a draw list.
 * Owns nothing. The edges are as soft as those of the canvas: a rim of one pixel, over which alpha
 * falls to 0, stands for the coverage of pixels. Round edges are cut into straight pieces that are
 * off by less than a seventh of a pixel. The caller has left out what lies outside of the clip. */
#ifndef DW_VIEW_DRAW_SHAPES_H
#define DW_VIEW_DRAW_SHAPES_H

#include "client/view/tools/draw_list.h"
#include "client/view/tools/pixel.h"
#include "client/view/tools/shape.h"

/* A box with round corners (`radius` fits into it), and how its edge looks. */
typedef enum dw_rim { DW_RIM_FILL, DW_RIM_FRAME, DW_RIM_SHADOW } dw_rim;

typedef struct dw_round_box {
    dw_box box;
    float radius;
    dw_rim rim;
    float measure; /* Of a frame, its width; of a shadow, how far it fades to either side. */
} dw_round_box;

void dw_draw_shape_rect(dw_draw_list *list, dw_clip clip, dw_box box, dw_colour colour);
void dw_draw_shape_round(dw_draw_list *list, dw_clip clip, const dw_round_box *round,
                         dw_colour colour);
void dw_draw_shape_line(dw_draw_list *list, dw_clip clip, dw_segment line, float width,
                        dw_colour colour);
/* False when the dashes are to be drawn one by one. */
bool dw_draw_shape_dashes(dw_draw_list *list, dw_clip clip, dw_segment line, float width,
                          float dash, dw_colour colour);
/* `sweep` is below 1. */
void dw_draw_shape_arc(dw_draw_list *list, dw_clip clip, const dw_arc *arc, dw_colour colour);
void dw_draw_shape_convex(dw_draw_list *list, dw_clip clip, const float *corners, int count,
                          dw_colour colour);
void dw_draw_shape_glow(dw_draw_list *list, dw_clip clip, dw_box box, dw_colour colour);
void dw_draw_shape_stencil(dw_draw_list *list, dw_clip clip, int x, int y,
                           const dw_stencil *stencil, dw_colour colour);

#endif
