#include "client/view/tools/window.h"

#include <SDL.h>
#include <math.h>
#include <stdlib.h>

struct dw_window {
    SDL_Window *handle;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    int texture_width, texture_height;
    bool synchronised;
};

/* SDL would fall back to drivers that show nothing, and its libraries would print warnings. So only
 * drivers that can show a window are tried, unless the user names one. */
static bool choose_driver(void)
{
    const bool x11 = getenv("DISPLAY") != NULL;
    const bool wayland = getenv("WAYLAND_DISPLAY") != NULL;
    if (getenv("SDL_VIDEODRIVER") != NULL) {
        return true;
    }
    (void)SDL_SetHint(SDL_HINT_VIDEODRIVER, x11 && wayland ? "x11,wayland"
                                            : wayland      ? "wayland"
                                                           : "x11");
    return x11 || wayland;
}

static dw_status open_renderer(dw_window *window, dw_error *error)
{
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    window->renderer = SDL_CreateRenderer(window->handle, -1,
                                          SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC);
    if (window->renderer == NULL) {
        window->renderer = SDL_CreateRenderer(window->handle, -1, SDL_RENDERER_SOFTWARE);
    }
    if (window->renderer == NULL) {
        return dw_fail(error, DW_IO, "no renderer: %s", SDL_GetError());
    }
    SDL_RendererInfo info;
    if (SDL_GetRendererInfo(window->renderer, &info) == 0) {
        window->synchronised = (info.flags & SDL_RENDERER_PRESENTVSYNC) != 0;
    }
    return DW_OK;
}

dw_status dw_window_open(dw_window **out, int width, int height, bool fullscreen, dw_error *error)
{
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); /* SIGINT and SIGTERM are signal.h's. */
    if (!choose_driver()) {
        return dw_fail(
            error, DW_IO,
            "no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set");
    }
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        return dw_fail(error, DW_IO, "no display to open a window on: %s", SDL_GetError());
    }
    /* A gamepad is welcome and not needed. */
    (void)SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);
    dw_window *window = calloc(1, sizeof *window);
    if (window == NULL) {
        SDL_Quit();
        return dw_fail(error, DW_MEMORY, "no memory for a window");
    }
    const uint32_t flags =
        SDL_WINDOW_RESIZABLE | (fullscreen ? (uint32_t)SDL_WINDOW_FULLSCREEN_DESKTOP : 0U);
    window->handle = SDL_CreateWindow("Duskwatch", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                      width, height, flags);
    dw_status status = DW_OK;
    if (window->handle == NULL) {
        status = dw_fail(error, DW_IO, "no window of %dx%d: %s", width, height, SDL_GetError());
    } else {
        SDL_SetWindowMinimumSize(window->handle, 640, 400);
        status = open_renderer(window, error);
    }
    if (status != DW_OK) {
        dw_window_close(window);
        return status;
    }
    *out = window;
    return DW_OK;
}

void dw_window_close(dw_window *window)
{
    if (window == NULL) {
        return;
    }
    SDL_DestroyTexture(window->texture); /* All three accept NULL. */
    SDL_DestroyRenderer(window->renderer);
    SDL_DestroyWindow(window->handle);
    free(window);
    SDL_Quit();
}

static double reduction(const dw_window *window)
{
    int width = 0;
    int height = 0;
    SDL_GetWindowSize(window->handle, &width, &height);
    const double pixels = (double)width * height;
    return pixels > DW_WINDOW_PIXELS_MAX ? sqrt(DW_WINDOW_PIXELS_MAX / pixels) : 1.0;
}

void dw_window_canvas_size(const dw_window *window, int *width, int *height)
{
    const double by = reduction(window);
    SDL_GetWindowSize(window->handle, width, height);
    *width = (int)fmax(*width * by, 64.0);
    *height = (int)fmax(*height * by, 64.0);
}

float dw_window_mouse_scale(const dw_window *window)
{
    return (float)reduction(window);
}

bool dw_window_present(dw_window *window, const dw_canvas *canvas)
{
    if (window->texture == NULL || window->texture_width != canvas->width ||
        window->texture_height != canvas->height) {
        SDL_DestroyTexture(window->texture);
        window->texture =
            SDL_CreateTexture(window->renderer, SDL_PIXELFORMAT_ARGB8888,
                              SDL_TEXTUREACCESS_STREAMING, canvas->width, canvas->height);
        window->texture_width = canvas->width;
        window->texture_height = canvas->height;
    }
    if (window->texture == NULL) {
        return false;
    }
    (void)SDL_SetTextureBlendMode(window->texture, SDL_BLENDMODE_NONE);
    (void)SDL_UpdateTexture(window->texture, NULL, canvas->pixels,
                            canvas->stride * (int)sizeof *canvas->pixels);
    (void)SDL_RenderCopy(window->renderer, window->texture, NULL, NULL);
    SDL_RenderPresent(window->renderer);
    return window->synchronised;
}

void dw_window_toggle_fullscreen(dw_window *window)
{
    const bool full = (SDL_GetWindowFlags(window->handle) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    (void)SDL_SetWindowFullscreen(window->handle,
                                  full ? 0U : (uint32_t)SDL_WINDOW_FULLSCREEN_DESKTOP);
}

bool dw_window_is_fullscreen(const dw_window *window)
{
    return (SDL_GetWindowFlags(window->handle) & SDL_WINDOW_FULLSCREEN) != 0;
}

void dw_window_size(const dw_window *window, int *width, int *height)
{
    SDL_GetWindowSize(window->handle, width, height);
}
