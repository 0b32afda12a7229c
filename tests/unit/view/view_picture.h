/* view_picture.h - pictures of hand-made worlds, HUD and menus, by name: for looking at them
 * (view_pictures) and for the test that compares what is drawn in them. */
#ifndef DW_TESTS_VIEW_PICTURE_H
#define DW_TESTS_VIEW_PICTURE_H

#include "client/view/tools/text.h"

typedef struct dw_view_format {
    int width, height;
    int frames; /* Of the scene; a picture shows the last one. */
    dw_text_kit *text;
} dw_view_format;

uint32_t dw_view_picture_count(void);
const char *dw_view_picture_name(uint32_t index);

/* Gives the canvas its size and draws on it. */
DW_MUST_USE dw_status dw_view_picture_draw(uint32_t index, const dw_view_format *as,
                                           dw_canvas *canvas, dw_error *error);

#endif
