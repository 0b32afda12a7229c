/* draw_bubble.h - a speech bubble whose tail points at a body. Owns nothing. */
#ifndef DW_VIEW_DRAW_BUBBLE_H
#define DW_VIEW_DRAW_BUBBLE_H

#include "client/view/tools/text.h"

typedef struct dw_bubble_look {
    float x, y; /* The tip of the tail, on the screen. */
    float lift; /* The words stand this much higher than usual. */
    double age_s;
    float strength;  /* 0 .. 1 */
    dw_colour paper; /* The words are dark. */
    const char *words;
} dw_bubble_look;

/* Where its words stand: on the canvas as a whole; only the tail may leave it. */
dw_box dw_bubble_box(const dw_pen *pen, const dw_bubble_look *look);

void dw_draw_bubble(const dw_pen *pen, const dw_bubble_look *look);

#endif
