/* window.h - the window: SDL video, a renderer, and how a canvas gets on the screen: as a list that
 * the graphics card draws (card.h), or as pixels in one texture. The only file that opens anything
 * of SDL but fonts and gamepads. Without a card very large windows are drawn at a lower resolution
 * and enlarged: at most DW_WINDOW_PIXELS_MAX pixels are computed a frame. */
#ifndef DW_VIEW_WINDOW_H
#define DW_VIEW_WINDOW_H

#include "client/view/tools/canvas.h"

enum { DW_WINDOW_PIXELS_MAX = 2560 * 1440 };

typedef struct dw_window dw_window;

union SDL_Event;

/* What draws. */
typedef enum dw_renderer {
    DW_RENDERER_AUTO,        /* The graphics card where there is one. */
    DW_RENDERER_ACCELERATED, /* SDL's accelerated renderer, whatever is behind it. */
    DW_RENDERER_SOFTWARE
} dw_renderer;

/* The size of the window; of a fullscreen one, that of its window when it no longer is. */
typedef struct dw_window_wish {
    int width, height;
    bool fullscreen; /* Without a border, over the whole screen. */
    dw_renderer renderer;
} dw_window_wish;

/* DW_IO when there is no display; the error says so in one line. When what was wished for cannot
 * draw, something else does, and the log says so. */
DW_MUST_USE dw_status dw_window_open(dw_window **out, const dw_window_wish *wish, dw_error *error);
void dw_window_close(dw_window *window);

/* Begins a frame: the canvas is as large as the window has it, and goes to the card or has pixels,
 * which are the canvas's until dw_window_present. DW_MEMORY. */
DW_MUST_USE dw_status dw_window_begin(dw_window *window, dw_canvas *canvas);

/* How many pixels of the canvas one window coordinate (mouse positions) makes. */
float dw_window_mouse_scale(const dw_window *window);

/* What was drawn into the canvas becomes its pixels, for a picture of the screen. DW_IO, DW_MEMORY.
 */
DW_MUST_USE dw_status dw_window_capture(dw_window *window, dw_canvas *canvas);

/* Shows the canvas. True when the call waited for the screen (vertical synchronisation). */
bool dw_window_present(dw_window *window, const dw_canvas *canvas);

/* How long the screen shows a frame. */
uint64_t dw_window_frame_ns(const dw_window *window);

/* For each event: the device may be lost, or the window on another screen. */
void dw_window_event(dw_window *window, const union SDL_Event *event);

/* What draws, in words for people: "opengl", "processor". */
const char *dw_window_renderer_name(const dw_window *window);

/* A window manager that knows the request is asked for it; without one the window itself covers the
 * screen. */
void dw_window_toggle_fullscreen(dw_window *window);
bool dw_window_is_fullscreen(const dw_window *window);

/* How large it is in the system's coordinates; of a fullscreen window, when it no longer is. */
void dw_window_size(const dw_window *window, int *width, int *height);

#endif
