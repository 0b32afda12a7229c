/* screenshot.h - a canvas as a PNG file (libpng). All or nothing: the file appears whole. */
#ifndef DW_VIEW_SCREENSHOT_H
#define DW_VIEW_SCREENSHOT_H

#include "client/view/tools/canvas.h"

DW_MUST_USE dw_status dw_screenshot_save(const dw_canvas *canvas, const char *path,
                                         dw_error *error);

#endif
