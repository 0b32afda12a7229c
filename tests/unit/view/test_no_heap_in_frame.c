/* No allocation in a steady frame: our own calls of malloc and its family are wrapped at link time
 * (--wrap). A letter of a size that is drawn for the first time is kept: so the frames are drawn
 * twice, and the second time counts. */
#include "tests/support/test.h"
#include "tests/unit/view/view_frame.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 540, FRAMES = 25 };

static bool counting;
static uint32_t taken;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *piece, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *piece, size_t size);

void *__wrap_malloc(size_t size)
{
    taken += counting ? 1 : 0;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    taken += counting ? 1 : 0;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *piece, size_t size)
{
    taken += counting ? 1 : 0;
    return __real_realloc(piece, size);
}

/* Playing with a camera that moves, and watching with all overlays, by day and by night. */
static void a_steady_frame_allocates_nothing(void **state)
{
    (void)state;
    static const char *const names[] = {"museum_play", "manor_night_minds"};
    static dw_view_frame frame;
    dw_error error = {""};
    dw_canvas canvas = {0};
    dw_text_kit *text = NULL;
    assert_int_equal(dw_canvas_resize(&canvas, WIDTH, HEIGHT), DW_OK);
    assert_int_equal(dw_text_create(&text, &error), DW_OK);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const dw_view_case *what = dw_view_cases;
        while (strcmp(what->name, names[i]) != 0) {
            assert_true((what++)->name[0] != '\0');
        }
        assert_true(dw_view_frame_open(&frame, what, WIDTH, HEIGHT));
        taken = 0;
        counting = true;
        assert_int_equal(dw_view_frame_draw(&frame, &canvas, text, -1), DW_OK);
        assert_true(taken > 0); /* The first one takes all: the count works. */
        for (int number = 0; number < 2 * FRAMES; number++) {
            taken = number == FRAMES ? 0 : taken;
            assert_int_equal(dw_view_frame_draw(&frame, &canvas, text, number % FRAMES), DW_OK);
        }
        counting = false;
        assert_int_equal(taken, 0);
        dw_view_frame_close(&frame);
    }
    dw_text_destroy(text);
    dw_canvas_destroy(&canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_steady_frame_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
