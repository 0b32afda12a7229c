#include "client/view/tools/window.h"

#include "client/view/tools/card.h"
#include "client/view/tools/window_manager.h"
#include "common/base/check.h"
#include "common/base/log.h"

#include <SDL.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct dw_window {
    SDL_Window *handle;
    SDL_Renderer *renderer;
    dw_card *card; /* NULL: the processor draws. */
    dw_draw_list list;
    uint64_t frame_ns;
    SDL_Texture *texture;
    int texture_width, texture_height;
    bool locked; /* The canvas draws into the texture. */
    bool synchronised;
    bool covers;       /* It covers the screen by its own size, without the window manager. */
    SDL_Rect windowed; /* Where it is when it does not take the whole screen. */
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

/* OpenGL may be there without a card: Mesa draws it on the processor then, slower than we do. */
static bool is_emulated(void)
{
    enum { GL_RENDERER_NAME = 0x1f01 };
    static const char *const names[] = {"llvmpipe", "softpipe", "swrast", "SwiftShader",
                                        "Software"};
    const unsigned char *(*get)(unsigned) = NULL;
    void *address = SDL_GL_GetProcAddress("glGetString");
    memcpy(&get, &address, sizeof get); /* ISO C knows no conversion from one to the other. */
    const char *text = get != NULL ? (const char *)get(GL_RENDERER_NAME) : NULL;
    bool emulated = false;
    for (size_t i = 0; text != NULL && i < DW_COUNT_OF(names); i++) {
        emulated = emulated || strstr(text, names[i]) != NULL;
    }
    return emulated;
}

static void drop_renderer(dw_window *window)
{
    dw_card_destroy(window->card);
    SDL_DestroyTexture(window->texture); /* These accept NULL. */
    SDL_DestroyRenderer(window->renderer);
    window->card = NULL;
    window->texture = NULL;
    window->renderer = NULL;
}

static dw_status open_card(dw_window *window, dw_renderer wish, dw_error *error)
{
    SDL_RendererInfo info;
    window->renderer = SDL_CreateRenderer(window->handle, -1,
                                          SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC);
    if (window->renderer == NULL || SDL_GetRendererInfo(window->renderer, &info) != 0) {
        return dw_fail(error, DW_IO, "%s", SDL_GetError());
    }
    const bool emulated = strncmp(info.name, "opengl", 6) == 0 && is_emulated();
    if (emulated && wish == DW_RENDERER_AUTO) {
        return dw_fail(error, DW_NOT_FOUND, "no graphics card");
    }
    window->synchronised = (info.flags & SDL_RENDERER_PRESENTVSYNC) != 0;
    return dw_card_create(&window->card, window->renderer, error);
}

static dw_status open_software(dw_window *window, dw_error *error)
{
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    /* Else SDL may show the pixels through OpenGL, which without a card costs more than drawing. */
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    window->synchronised = false;
    window->renderer = SDL_CreateRenderer(window->handle, -1, SDL_RENDERER_SOFTWARE);
    return window->renderer != NULL ? DW_OK
                                    : dw_fail(error, DW_IO, "no renderer: %s", SDL_GetError());
}

static dw_status open_renderer(dw_window *window, dw_renderer wish, dw_error *error)
{
    dw_error why = {""};
    if (wish != DW_RENDERER_SOFTWARE) {
        const dw_status status = open_card(window, wish, &why);
        if (status == DW_OK) {
            return DW_OK;
        }
        /* That a computer has no card is no news, unless a card was asked for. */
        dw_log(wish == DW_RENDERER_AUTO ? DW_LOG_INFO : DW_LOG_WARNING, "renderer_software",
               "error=%s", dw_log_quote(why.text).text);
        drop_renderer(window);
    }
    return open_software(window, error);
}

static void note_screen(dw_window *window)
{
    SDL_DisplayMode mode;
    const int screen = SDL_GetWindowDisplayIndex(window->handle);
    const bool known =
        screen >= 0 && SDL_GetCurrentDisplayMode(screen, &mode) == 0 && mode.refresh_rate > 0;
    window->frame_ns = UINT64_C(1000000000) / (known ? (uint64_t)mode.refresh_rate : 60U);
}

static void note_place(dw_window *window)
{
    SDL_Rect *at = &window->windowed;
    SDL_GetWindowPosition(window->handle, &at->x, &at->y);
    SDL_GetWindowSize(window->handle, &at->w, &at->h);
}

/* No window manager does it: the window itself becomes as large as the screen. */
static void cover_screen(dw_window *window)
{
    SDL_Rect screen;
    const int index = SDL_GetWindowDisplayIndex(window->handle);
    if (index >= 0 && SDL_GetDisplayBounds(index, &screen) == 0) {
        SDL_ShowWindow(window->handle); /* A hidden one would not be moved. */
        SDL_SetWindowBordered(window->handle, SDL_FALSE);
        SDL_SetWindowPosition(window->handle, screen.x, screen.y);
        SDL_SetWindowSize(window->handle, screen.w, screen.h);
        window->covers = true;
    }
}

static void uncover_screen(dw_window *window)
{
    const SDL_Rect *at = &window->windowed;
    SDL_SetWindowBordered(window->handle, SDL_TRUE);
    SDL_SetWindowSize(window->handle, at->w, at->h);
    SDL_SetWindowPosition(window->handle, at->x, at->y);
    window->covers = false;
}

static void enter_fullscreen(dw_window *window)
{
    note_place(window);
    if (dw_window_manager_knows_fullscreen(window->handle)) {
        (void)SDL_SetWindowFullscreen(window->handle, SDL_WINDOW_FULLSCREEN_DESKTOP);
    } else {
        cover_screen(window);
    }
}

dw_status dw_window_open(dw_window **out, const dw_window_wish *wish, dw_error *error)
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
    /* Not shown before it has the whole screen. */
    const uint32_t flags =
        SDL_WINDOW_RESIZABLE | (wish->fullscreen ? (uint32_t)SDL_WINDOW_HIDDEN : 0U);
    window->handle = SDL_CreateWindow("Duskwatch", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                      wish->width, wish->height, flags);
    dw_status status = DW_OK;
    if (window->handle == NULL) {
        status = dw_fail(error, DW_IO, "no window of %dx%d: %s", wish->width, wish->height,
                         SDL_GetError());
    } else {
        SDL_SetWindowMinimumSize(window->handle, 640, 400);
        note_screen(window);
        status = open_renderer(window, wish->renderer, error);
    }
    if (status == DW_OK && wish->fullscreen) { /* A renderer may make the window anew. */
        enter_fullscreen(window);
        SDL_ShowWindow(window->handle);
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
    drop_renderer(window);
    dw_draw_list_destroy(&window->list);
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
    return window->card == NULL && pixels > DW_WINDOW_PIXELS_MAX
               ? sqrt(DW_WINDOW_PIXELS_MAX / pixels)
               : 1.0;
}

float dw_window_mouse_scale(const dw_window *window)
{
    return (float)reduction(window);
}

/* The card cannot go on: from now on the processor draws. */
static void leave_card(dw_window *window, const char *why)
{
    dw_error error = {""};
    dw_log(DW_LOG_WARNING, "renderer_software", "error=%s", dw_log_quote(why).text);
    drop_renderer(window);
    if (open_software(window, &error) != DW_OK) {
        dw_log(DW_LOG_ERROR, "renderer_lost", "error=%s", dw_log_quote(error.text).text);
    }
}

/* A texture of that size, of the format that windows mostly have: its pixels are copied as they
 * are. NULL when SDL has none. */
static SDL_Texture *fit_texture(dw_window *window, int width, int height)
{
    if (window->texture == NULL || window->texture_width != width ||
        window->texture_height != height) {
        SDL_DestroyTexture(window->texture);
        window->texture = SDL_CreateTexture(window->renderer, SDL_PIXELFORMAT_RGB888,
                                            SDL_TEXTUREACCESS_STREAMING, width, height);
        window->texture_width = width;
        window->texture_height = height;
    }
    return window->texture;
}

/* Draws into the texture itself where SDL allows it: that saves a copy of the whole picture. */
static dw_status begin_pixels(dw_window *window, dw_canvas *canvas, int width, int height)
{
    void *pixels = NULL;
    int pitch = 0;
    SDL_Texture *texture = fit_texture(window, width, height);
    window->locked = texture != NULL && SDL_LockTexture(texture, NULL, &pixels, &pitch) == 0;
    if (window->locked && pitch % (int)sizeof *canvas->pixels == 0) {
        dw_canvas_use_pixels(canvas, pixels, width, height, pitch / (int)sizeof *canvas->pixels);
        return DW_OK;
    }
    if (window->locked) {
        SDL_UnlockTexture(texture);
        window->locked = false;
    }
    const bool fits = canvas->list == NULL && canvas->pixels == canvas->own &&
                      canvas->width == width && canvas->height == height;
    return fits ? DW_OK : dw_canvas_resize(canvas, width, height);
}

dw_status dw_window_begin(dw_window *window, dw_canvas *canvas)
{
    dw_error error = {""};
    int width = 0;
    int height = 0;
    SDL_GetWindowSize(window->handle, &width, &height);
    if (window->card != NULL) {
        if (dw_card_begin(window->card, &window->list, width, height, &error) == DW_OK) {
            dw_canvas_use_list(canvas, &window->list);
            return DW_OK;
        }
        leave_card(window, error.text);
    }
    const double by = reduction(window);
    width = (int)fmax(width * by, 64.0);
    height = (int)fmax(height * by, 64.0);
    return begin_pixels(window, canvas, width, height);
}

dw_status dw_window_capture(dw_window *window, dw_canvas *canvas)
{
    if (canvas->list == NULL) {
        return DW_OK;
    }
    dw_card_run(window->card, &window->list);
    const dw_status status = dw_canvas_resize(canvas, canvas->width, canvas->height);
    if (status != DW_OK) {
        return status;
    }
    return dw_card_read(window->card, canvas->pixels, canvas->stride) ? DW_OK : DW_IO;
}

static void show_pixels(dw_window *window, const dw_canvas *canvas)
{
    SDL_Texture *texture = fit_texture(window, canvas->width, canvas->height);
    if (texture == NULL) {
        return;
    }
    if (window->locked) {
        SDL_UnlockTexture(texture);
        window->locked = false;
    } else {
        (void)SDL_UpdateTexture(texture, NULL, canvas->pixels,
                                canvas->stride * (int)sizeof *canvas->pixels);
    }
    (void)SDL_RenderCopy(window->renderer, texture, NULL, NULL);
}

bool dw_window_present(dw_window *window, const dw_canvas *canvas)
{
    if (canvas->list != NULL) {
        dw_card_run(window->card, &window->list);
    } else {
        show_pixels(window, canvas);
    }
    SDL_RenderPresent(window->renderer);
    const bool waited = window->synchronised;
    if (window->card != NULL && window->list.lacking) {
        leave_card(window, "pictures or memory are lacking");
    }
    return waited;
}

uint64_t dw_window_frame_ns(const dw_window *window)
{
    return window->frame_ns;
}

void dw_window_event(dw_window *window, const SDL_Event *event)
{
    const bool lost =
        event->type == SDL_RENDER_DEVICE_RESET || event->type == SDL_RENDER_TARGETS_RESET;
    if (lost && window->card != NULL) {
        dw_card_reset(window->card);
    } else if (lost) {
        SDL_DestroyTexture(window->texture);
        window->texture = NULL;
    } else if (event->type == SDL_DISPLAYEVENT ||
               (event->type == SDL_WINDOWEVENT &&
                (event->window.event == SDL_WINDOWEVENT_DISPLAY_CHANGED ||
                 event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED))) {
        note_screen(window);
    }
}

const char *dw_window_renderer_name(const dw_window *window)
{
    SDL_RendererInfo info;
    return window->card != NULL && SDL_GetRendererInfo(window->renderer, &info) == 0 ? info.name
                                                                                     : "processor";
}

void dw_window_toggle_fullscreen(dw_window *window)
{
    if (window->covers) {
        uncover_screen(window);
    } else if (dw_window_is_fullscreen(window)) {
        (void)SDL_SetWindowFullscreen(window->handle, 0);
    } else {
        enter_fullscreen(window);
    }
}

bool dw_window_is_fullscreen(const dw_window *window)
{
    return window->covers || (SDL_GetWindowFlags(window->handle) & SDL_WINDOW_FULLSCREEN) != 0;
}

void dw_window_size(const dw_window *window, int *width, int *height)
{
    SDL_GetWindowSize(window->handle, width, height);
    if (dw_window_is_fullscreen(window)) {
        *width = window->windowed.w;
        *height = window->windowed.h;
    }
}
