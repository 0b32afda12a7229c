/* window_manager.h - whether the window manager of the display can give a window the whole screen.
 * Owns nothing. */
#ifndef DW_VIEW_WINDOW_MANAGER_H
#define DW_VIEW_WINDOW_MANAGER_H

#include <stdbool.h>

struct SDL_Window;

/* False on an X11 display without a window manager, or with one that does not know the request for
 * the whole screen: SDL would believe that it has been granted. True on other systems. Cost: a few
 * questions to the display. */
bool dw_window_manager_knows_fullscreen(struct SDL_Window *window);

#endif
