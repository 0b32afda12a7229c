/* The pages of help: turned by one key, each on its card, at the sizes of window that people use.
 */
#include "client/view/hud/hud_help.h"
#include "client/view/pages/play.h"
#include "client/view/tools/palette.h"
#include "common/base/check.h"
#include "tests/support/test.h"

#include <stdlib.h>

static dw_text_kit *text;

static void one_key_turns_the_pages_and_closes_after_the_last(void **state)
{
    (void)state;
    static dw_play play;
    dw_play_init(&play);
    for (uint8_t page = 1; page <= DW_HELP_PAGES; page++) {
        dw_play_action(&play, DW_ACTION_HELP, true);
        dw_play_action(&play, DW_ACTION_HELP, false);
        assert_int_equal(play.help, page);
    }
    dw_play_action(&play, DW_ACTION_HELP, true);
    assert_int_equal(play.help, 0);
}

static void draw_page(dw_canvas *canvas, int width, int height, uint8_t page, bool gamepad)
{
    assert_int_equal(dw_canvas_resize(canvas, width, height), DW_OK);
    dw_canvas_clear(canvas, 0xff808080U);
    const dw_pen pen = {canvas, text, (float)height / 720.0F};
    dw_hud_draw_help(&pen, page, NULL, gamepad);
}

static uint32_t pixel(const dw_canvas *canvas, int x, int y)
{
    return canvas->pixels[y * canvas->stride + x];
}

/* Outside of the card both pages are alike, inside they are not. */
static void pages_differ_on_the_card_alone(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}};
    for (size_t s = 0; s < DW_COUNT_OF(sizes); s++) {
        dw_canvas first = {0};
        dw_canvas second = {0};
        draw_page(&first, sizes[s][0], sizes[s][1], 1, s == 0);
        draw_page(&second, sizes[s][0], sizes[s][1], 2, s == 0);
        const int half = 342 * sizes[s][1] / 720;
        uint32_t inside = 0;
        for (int y = 0; y < first.height; y++) {
            for (int x = 0; x < first.width; x++) {
                const int away = abs(x - first.width / 2);
                const bool differs = pixel(&first, x, y) != pixel(&second, x, y);
                inside += differs ? 1 : 0;
                assert_false(differs && away >= half); /* No text is cut by the border. */
            }
        }
        assert_true(inside > 5000);
        dw_canvas_destroy(&first);
        dw_canvas_destroy(&second);
    }
}

static int open_text(void **state)
{
    (void)state;
    dw_error error = {""};
    return dw_text_create(&text, &error) == DW_OK ? 0 : 1;
}

static int close_text(void **state)
{
    (void)state;
    dw_text_destroy(text);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_key_turns_the_pages_and_closes_after_the_last),
        cmocka_unit_test(pages_differ_on_the_card_alone),
    };
    return cmocka_run_group_tests(tests, open_text, close_text);
}
