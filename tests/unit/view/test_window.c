/* window.h on SDL's driver that shows nothing: sizes of the canvas, what is shown, what happens
 * when the window changes. The processor draws. */
#include "client/view/tools/window.h"
#include "tests/support/test.h"

#include <SDL.h>
#include <math.h>
#include <stdlib.h>

static dw_window *window;
static dw_canvas canvas;

static void open_window(int width, int height, dw_renderer renderer)
{
    dw_error error = {""};
    const dw_window_wish wish = {width, height, false, renderer};
    (void)setenv("SDL_VIDEODRIVER", "dummy", 1);
    if (dw_window_open(&window, &wish, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    canvas = (dw_canvas){0};
}

static void close_window(void)
{
    dw_canvas_destroy(&canvas);
    dw_window_close(window);
    window = NULL;
}

static void a_frame_is_as_large_as_the_window_and_is_shown_as_drawn(void **state)
{
    (void)state;
    open_window(700, 500, DW_RENDERER_SOFTWARE);
    assert_string_equal(dw_window_renderer_name(window), "processor");
    assert_int_equal(dw_window_begin(window, &canvas), DW_OK);
    assert_int_equal(canvas.width, 700);
    assert_int_equal(canvas.height, 500);
    assert_true(dw_window_mouse_scale(window) == 1.0F);
    dw_canvas_clear(&canvas, 0xff336699);
    dw_canvas_rect(&canvas, (dw_box){10.0F, 20.0F, 30.0F, 40.0F}, 0xffffffff);
    assert_int_equal(dw_window_capture(window, &canvas), DW_OK);
    assert_int_equal(canvas.pixels[(size_t)25 * (size_t)canvas.stride + 15] & 0xffffff, 0xffffff);
    assert_false(dw_window_present(window, &canvas)); /* Nothing to wait for. */
    SDL_Window *handle = SDL_GetWindowFromID(1);
    assert_non_null(handle);
    const SDL_Surface *shown = SDL_GetWindowSurface(handle);
    assert_non_null(shown);
    const uint32_t *row = (const uint32_t *)(const void *)((const char *)shown->pixels +
                                                           (size_t)25 * (size_t)shown->pitch);
    assert_int_equal(row[15] & 0xffffff, 0xffffff);
    assert_int_equal(row[200] & 0xffffff, 0x336699);
    close_window();
}

static void a_window_of_another_size_gets_another_canvas(void **state)
{
    (void)state;
    open_window(700, 500, DW_RENDERER_SOFTWARE);
    assert_int_equal(dw_window_begin(window, &canvas), DW_OK);
    (void)dw_window_present(window, &canvas);
    SDL_SetWindowSize(SDL_GetWindowFromID(1), 900, 600);
    int width = 0;
    int height = 0;
    dw_window_size(window, &width, &height);
    assert_int_equal(width, 900);
    assert_int_equal(height, 600);
    const SDL_Event changed = {
        .window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_SIZE_CHANGED}};
    dw_window_event(window, &changed);
    const SDL_Event lost = {.type = SDL_RENDER_TARGETS_RESET};
    dw_window_event(window, &lost); /* The texture is made anew. */
    for (int frame = 0; frame < 2; frame++) {
        assert_int_equal(dw_window_begin(window, &canvas), DW_OK);
        assert_int_equal(canvas.width, 900);
        assert_int_equal(canvas.height, 600);
        dw_canvas_clear(&canvas, 0xff102030);
        (void)dw_window_present(window, &canvas);
    }
    close_window();
}

/* More pixels than a processor draws at full speed are drawn smaller. */
static void a_very_large_window_is_drawn_smaller_and_the_mouse_follows(void **state)
{
    (void)state;
    open_window(2560, 1440, DW_RENDERER_SOFTWARE);
    assert_true(dw_window_mouse_scale(window) == 1.0F);
    close_window();
    open_window(5120, 2880, DW_RENDERER_SOFTWARE);
    assert_true(fabsf(dw_window_mouse_scale(window) - 0.5F) < 1e-6F);
    assert_int_equal(dw_window_begin(window, &canvas), DW_OK);
    assert_int_equal(canvas.width, 2560);
    assert_int_equal(canvas.height, 1440);
    dw_canvas_clear(&canvas, 0xff405060);
    (void)dw_window_present(window, &canvas);
    close_window();
}

static void a_window_goes_to_the_whole_screen_and_back(void **state)
{
    (void)state;
    open_window(700, 500, DW_RENDERER_SOFTWARE);
    assert_false(dw_window_is_fullscreen(window));
    dw_window_toggle_fullscreen(window);
    assert_true(dw_window_is_fullscreen(window));
    dw_window_toggle_fullscreen(window);
    assert_false(dw_window_is_fullscreen(window));
    assert_true(dw_window_frame_ns(window) == UINT64_C(1000000000) / 60);
    close_window();
}

static void what_cannot_draw_is_replaced_and_what_cannot_open_says_why(void **state)
{
    (void)state;
    open_window(700, 500, DW_RENDERER_ACCELERATED); /* This driver has no card. */
    assert_string_equal(dw_window_renderer_name(window), "processor");
    assert_int_equal(dw_window_begin(window, &canvas), DW_OK);
    (void)dw_window_present(window, &canvas);
    close_window();
    open_window(700, 500, DW_RENDERER_AUTO);
    assert_string_equal(dw_window_renderer_name(window), "processor");
    close_window();
    dw_error error = {""};
    const dw_window_wish wish = {700, 500, false, DW_RENDERER_AUTO};
    (void)setenv("SDL_VIDEODRIVER", "nosuchdriver", 1);
    assert_int_equal(dw_window_open(&window, &wish, &error), DW_IO);
    assert_memory_equal(error.text, "no display to open a window on: ", 32);
    (void)unsetenv("SDL_VIDEODRIVER");
    (void)unsetenv("DISPLAY");
    (void)unsetenv("WAYLAND_DISPLAY");
    assert_int_equal(dw_window_open(&window, &wish, &error), DW_IO);
    assert_string_equal(
        error.text, "no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set");
    dw_window_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_is_as_large_as_the_window_and_is_shown_as_drawn),
        cmocka_unit_test(a_window_of_another_size_gets_another_canvas),
        cmocka_unit_test(a_very_large_window_is_drawn_smaller_and_the_mouse_follows),
        cmocka_unit_test(a_window_goes_to_the_whole_screen_and_back),
        cmocka_unit_test(what_cannot_draw_is_replaced_and_what_cannot_open_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
