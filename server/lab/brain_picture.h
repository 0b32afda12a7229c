/* brain_picture.h - where the boxes and lines of a brain's picture go (`duskwatch-lab brain draw`).
 * A form without arrows, such as a tree, is laid out from left to right, each box beside its
 * parent. A form with arrows, such as a state machine, is one column: super-states are frames
 * around their states, and each transition is a line of text in its box. From the end of that line
 * an arrow runs to the right into a lane, and by the lane to where it leads; all arrows to one box
 * share a lane.
 * Owns: the boxes and arrows of one picture. Knows nothing of forms and of SVG (brain_svg.h). No
 * box overlaps another that does not hold it, whatever the brain. Lengths in pixels. */
#ifndef DW_LAB_BRAIN_PICTURE_H
#define DW_LAB_BRAIN_PICTURE_H

#include "server/mind/data/data_brain.h"

enum {
    DW_DRAWN_BOXES_MAX = 256,
    DW_DRAWN_ARROWS_MAX = 2048,
    DW_DRAWN_LINE = 18,     /* Height of a line of text, */
    DW_DRAWN_PAD = 8,       /* and the space around the text of a box. */
    DW_DRAWN_FONT = 13,     /* Size of the letters, which are all of the same width, */
    DW_DRAWN_CHAR_100 = 788 /* in hundredths of a pixel. */
};

typedef struct dw_drawn_box {
    uint32_t id;
    uint32_t parent; /* Index of a box, or UINT32_MAX. */
    int32_t depth;   /* How many boxes it is in, or below. */
    dw_box_look look;
    char title[64];
    char text[800]; /* Lines, with '\n' between them. */
    int32_t x, y, width, height;
    int32_t lane_x; /* Of the arrows that lead to it; 0: none do. */
} dw_drawn_box;

typedef struct dw_drawn_arrow {
    uint32_t from, to; /* Indices of boxes. */
    char label[200];   /* As it is written in its box: the condition, and where it leads. */
    int32_t y;         /* The middle of its line. */
} dw_drawn_arrow;

typedef struct dw_brain_picture {
    uint32_t box_count, arrow_count;
    int32_t width, height;
    dw_drawn_box boxes[DW_DRAWN_BOXES_MAX];
    dw_drawn_arrow arrows[DW_DRAWN_ARROWS_MAX];
} dw_brain_picture;

/* Fills in all of `picture`; the first pixels from the top are left for a heading of `top`. */
void dw_brain_picture_make(dw_brain_picture *picture, const dw_data_brain *brain, int32_t top);

/* The width of a text in pixels, rounded up, and how many lines it has. */
int32_t dw_drawn_text_width(const char *text);
int32_t dw_drawn_text_lines(const char *text);

#endif
