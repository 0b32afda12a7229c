/* title.h - the background of the start screen: the house at night, with guards that look around.
 * Uses the reference map if its file is found, else only the drawing paper. */
#ifndef DW_VIEW_TITLE_H
#define DW_VIEW_TITLE_H

#include "client/view/scene/scene.h"

typedef struct dw_title dw_title;

DW_MUST_USE dw_status dw_title_create(dw_title **out);
void dw_title_destroy(dw_title *title);

/* The background, and over it name and motto if it is `named`. */
void dw_title_draw(dw_title *title, const dw_pen *pen, double seconds, double step_s, bool named);

#endif
