/* window.h - the window: SDL video, a renderer (accelerated, else software) and one texture that
 * shows a canvas. The only file that opens anything of SDL but fonts and gamepads.
 * Very large windows are drawn at a lower resolution and enlarged: at most DW_WINDOW_PIXELS_MAX
 * pixels are computed a frame. */
#ifndef DW_VIEW_WINDOW_H
#define DW_VIEW_WINDOW_H

#include "client/view/tools/canvas.h"

enum { DW_WINDOW_PIXELS_MAX = 2560 * 1440 };

typedef struct dw_window dw_window;

/* DW_IO when there is no display; the error says so in one line. */
DW_MUST_USE dw_status dw_window_open(dw_window **out, int width, int height, bool fullscreen,
                                     dw_error *error);
void dw_window_close(dw_window *window);

/* How large the canvas of the present window is, and how many of its pixels one window coordinate
 * (mouse positions) makes. */
void dw_window_canvas_size(const dw_window *window, int *width, int *height);
float dw_window_mouse_scale(const dw_window *window);

/* Shows the canvas. True when the call waited for the screen (vertical synchronisation). */
bool dw_window_present(dw_window *window, const dw_canvas *canvas);

void dw_window_toggle_fullscreen(dw_window *window);
bool dw_window_is_fullscreen(const dw_window *window);

/* How large it is in the system's coordinates; of a fullscreen window, the screen. */
void dw_window_size(const dw_window *window, int *width, int *height);

#endif
