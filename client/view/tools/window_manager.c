/* Window managers list the requests that they know at the root window, as the Extended Window
 * Manager Hints say (freedesktop.org, 1.5). SDL loads X11 while it runs, so that the program starts
 * without it; so does this file. */
#include "client/view/tools/window_manager.h"

#include <SDL.h>
#include <SDL_syswm.h>

#if defined(SDL_VIDEO_DRIVER_X11)

enum { HINTS_MAX = 1024 };

/* Of Xlib. */
typedef struct x11_calls {
    Atom (*intern)(Display *, const char *, Bool);
    int (*get)(Display *, Window, Atom, long, long, Bool, Atom, Atom *, int *, unsigned long *,
               unsigned long *, unsigned char **);
    int (*release)(void *);
} x11_calls;

static bool load(void *library, x11_calls *calls)
{
    void *intern = SDL_LoadFunction(library, "XInternAtom");
    void *get = SDL_LoadFunction(library, "XGetWindowProperty");
    void *release = SDL_LoadFunction(library, "XFree");
    /* ISO C knows no conversion from one to the other. */
    SDL_memcpy(&calls->intern, &intern, sizeof intern);
    SDL_memcpy(&calls->get, &get, sizeof get);
    SDL_memcpy(&calls->release, &release, sizeof release);
    return intern != NULL && get != NULL && release != NULL;
}

static bool lists_fullscreen(const x11_calls *calls, Display *display)
{
    Atom kind = 0;
    int bits = 0;
    unsigned long count = 0;
    unsigned long left = 0;
    unsigned char *bytes = NULL;
    const Atom list = calls->intern(display, "_NET_SUPPORTED", False);
    const Atom wanted = calls->intern(display, "_NET_WM_STATE_FULLSCREEN", False);
    if (calls->get(display, DefaultRootWindow(display), list, 0, HINTS_MAX, False, XA_ATOM, &kind,
                   &bits, &count, &left, &bytes) != Success ||
        bytes == NULL) {
        return false;
    }
    bool found = false;
    for (unsigned long i = 0; kind == XA_ATOM && bits == 32 && i < count; i++) {
        Atom hint; /* Xlib gives 32 bits as a long. */
        SDL_memcpy(&hint, bytes + i * sizeof hint, sizeof hint);
        found = found || hint == wanted;
    }
    (void)calls->release(bytes);
    return found;
}

bool dw_window_manager_knows_fullscreen(SDL_Window *window)
{
    SDL_SysWMinfo system;
    x11_calls calls;
    SDL_VERSION(&system.version);
    if (SDL_GetWindowWMInfo(window, &system) != SDL_TRUE || system.subsystem != SDL_SYSWM_X11) {
        return true;
    }
    void *library = SDL_LoadObject("libX11.so.6");
    const bool knows = library == NULL || !load(library, &calls) ||
                       lists_fullscreen(&calls, system.info.x11.display);
    SDL_UnloadObject(library);
    return knows;
}

#else

bool dw_window_manager_knows_fullscreen(SDL_Window *window)
{
    (void)window;
    return true;
}

#endif
