/* What a person is shown of noises: marks that come and fade, where they are drawn, and the gauges
 * of the own body. */
#include "client/view/hud/hud_senses.h"
#include "client/view/model/hearing.h"
#include "client/view/model/hud_text.h"
#include "client/view/scene/draw_noises.h"
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

enum { SIDE = 200, MIDDLE = SIDE / 2, TEXT_BYTES = DW_HUD_TEXT };

static uint32_t shown(const dw_hearing *hearing, double now)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < DW_HEARING_MAX; i++) {
        count += dw_noise_mark_strength(&hearing->rows[i], now) > 0.0F ? 1 : 0;
    }
    return count;
}

static void a_mark_fades_and_a_louder_noise_shows_more(void **state)
{
    (void)state;
    dw_hearing hearing = {0};
    const dw_sound_heard faint = {DW_NOISE_STEP, 32, 0};
    const dw_sound_heard loud = {DW_NOISE_BARK, 96, 60};
    assert_int_equal(shown(&hearing, 0.0), 0);
    dw_hearing_put(&hearing, &faint, 10.0);
    dw_hearing_put(&hearing, &loud, 10.0);
    assert_int_equal(shown(&hearing, 10.0), 2);
    float before[2] = {0.46F, 1.01F};
    for (double now = 10.0; now < 10.0 + DW_HEARING_S - 0.01; now += 0.05) {
        for (int i = 0; i < 2; i++) {
            float strength = 0.0F;
            for (uint32_t row = 0; row < DW_HEARING_MAX; row++) {
                const dw_noise_mark *mark = &hearing.rows[row];
                strength = mark->kind == (i == 0 ? faint.kind : loud.kind) && mark->loudness > 0.0F
                               ? dw_noise_mark_strength(mark, now)
                               : strength;
            }
            assert_true(strength > 0.0F && strength < before[i]);
            before[i] = strength;
        }
        assert_true(before[1] > 2.0F * before[0]);
    }
    assert_int_equal(shown(&hearing, 10.0 + DW_HEARING_S + 0.001), 1); /* The bark. */
    assert_int_equal(shown(&hearing, 10.0 + DW_HEARING_ONCE_S + 0.001), 0);
}

static void steps_from_one_side_are_one_mark(void **state)
{
    (void)state;
    dw_hearing hearing = {0};
    static const uint8_t directions[] = {0, 127, 3, 126};
    for (uint32_t i = 0; i < sizeof directions; i++) {
        const dw_sound_heard step = {DW_NOISE_STEP, directions[i], 20};
        dw_hearing_put(&hearing, &step, 1.0 + 0.1 * i);
        assert_int_equal(shown(&hearing, 1.0 + 0.1 * i), 1);
    }
    const dw_sound_heard other_side = {DW_NOISE_STEP, 64, 20};
    const dw_sound_heard other_kind = {DW_NOISE_LEAF, 0, 20};
    dw_hearing_put(&hearing, &other_side, 1.4);
    dw_hearing_put(&hearing, &other_kind, 1.4);
    assert_int_equal(shown(&hearing, 1.4), 3);
}

static void the_oldest_mark_makes_room(void **state)
{
    (void)state;
    dw_hearing hearing = {0};
    for (uint8_t i = 0; i < DW_HEARING_MAX + 3; i++) {
        const dw_sound_heard heard = {i % DW_NOISE_KIND_COUNT, (uint8_t)(i * 6), 20};
        dw_hearing_put(&hearing, &heard, 1.0 + 0.01 * i);
    }
    assert_int_equal(shown(&hearing, 1.2), DW_HEARING_MAX);
    for (uint32_t i = 0; i < DW_HEARING_MAX; i++) {
        assert_true(hearing.rows[i].born > 1.0 + 0.01 * 2.5);
    }
}

static dw_canvas canvas;
static const dw_camera camera = {
    .scale = 60.0, .target_scale = 60.0, .width = SIDE, .height = SIDE};

/* How far the ink lies from the middle, on the average; and how much of it there is. */
typedef struct ink {
    uint32_t pixels;
    double x, y;
} ink;

static ink draw_noise(dw_noise_kind kind, uint8_t direction, bool has_own)
{
    const dw_pen pen = {&canvas, NULL, 1.0F};
    const dw_drawn_world world = {.has_own = has_own};
    const dw_sound_heard heard = {(uint8_t)kind, direction, 40};
    dw_hearing hearing = {0};
    dw_hearing_put(&hearing, &heard, 1.0);
    dw_canvas_clear(&canvas, 0xff808080U);
    dw_draw_noises(&pen, &camera, &hearing, &world, 1.1);
    ink all = {0};
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            if (canvas.pixels[y * canvas.stride + x] != 0xff808080U) {
                all.pixels++;
                all.x += x - MIDDLE;
                all.y += y - MIDDLE;
            }
        }
    }
    return all;
}

static int open_canvas(void **state)
{
    (void)state;
    return dw_canvas_resize(&canvas, SIDE, SIDE) == DW_OK ? 0 : 1;
}

static int close_canvas(void **state)
{
    (void)state;
    dw_canvas_destroy(&canvas);
    return 0;
}

static void each_kind_is_drawn_where_it_comes_from(void **state)
{
    (void)state;
    for (uint8_t kind = 0; kind < DW_NOISE_KIND_COUNT; kind++) {
        for (uint8_t direction = 0; direction < 128; direction += 8) {
            const ink all = draw_noise((dw_noise_kind)kind, direction, true);
            assert_true(all.pixels > 100);
            const double turns = atan2(all.y, all.x) / (2.0 * 3.14159265358979);
            const double off = turns * 128.0 - direction;
            assert_true(fabs(off - 128.0 * round(off / 128.0)) < 4.0);
            const double away = hypot(all.x, all.y) / all.pixels;
            assert_true(away > 25.0 && away < 60.0); /* A body is 30 pixels wide. */
        }
    }
    assert_int_equal(draw_noise(DW_NOISE_BARK, 0, false).pixels, 0);
}

/* Told apart by their shape alone: the pixels that are covered differ, whatever their colour. */
static void kinds_differ_in_shape(void **state)
{
    (void)state;
    static bool covered[DW_NOISE_KIND_COUNT][SIDE * SIDE];
    for (uint8_t kind = 0; kind < DW_NOISE_KIND_COUNT; kind++) {
        (void)draw_noise((dw_noise_kind)kind, 16, true);
        for (int i = 0; i < SIDE * SIDE; i++) {
            covered[kind][i] = canvas.pixels[i / SIDE * canvas.stride + i % SIDE] != 0xff808080U;
        }
        for (uint8_t other = 0; other < kind; other++) {
            uint32_t apart = 0;
            for (int i = 0; i < SIDE * SIDE; i++) {
                apart += covered[kind][i] != covered[other][i] ? 1 : 0;
            }
            assert_true(apart > 60);
        }
    }
}

static void assert_noise(int32_t step_db10, const char *words)
{
    char text[TEXT_BYTES];
    dw_hud_noise(text, &(dw_own_senses){.hears = true, .steps = true, .step_db10 = step_db10});
    assert_string_equal(text, words);
}

static void assert_light(int32_t light, const char *words)
{
    char text[TEXT_BYTES];
    dw_hud_light(text, &(dw_own_senses){.sees_light = true, .light = light});
    assert_string_equal(text, words);
}

/* Also to people that do not tell colours apart. */
static void gauges_say_their_values_and_what_they_mean(void **state)
{
    (void)state;
    char text[TEXT_BYTES];
    dw_hud_noise(text, &(dw_own_senses){.hears = true});
    assert_string_equal(text, "silent");
    assert_noise(260, "quiet 26 dB");
    assert_noise(349, "quiet 35 dB");
    assert_noise(405, "audible 41 dB");
    assert_noise(550, "loud 55 dB");
    assert_light(0, "dark 0 %");
    assert_light(19, "dark 19 %");
    assert_light(20, "dim 20 %");
    assert_light(60, "lit 60 %");
}

/* Pixels at the bottom of the screen that the gauges cover. */
static uint32_t gauge_pixels(dw_text_kit *text, dw_own_senses own)
{
    dw_canvas screen = {0};
    assert_int_equal(dw_canvas_resize(&screen, 1280, 720), DW_OK);
    dw_canvas_clear(&screen, 0xff808080U);
    const dw_pen pen = {&screen, text, 1.0F};
    const dw_hud_view view = {.own_senses = own};
    dw_hud_draw_senses(&pen, &view);
    uint32_t covered = 0;
    for (int i = 0; i < 1280 * 720; i++) {
        covered += screen.pixels[i / 1280 * screen.stride + i % 1280] != 0xff808080U ? 1 : 0;
    }
    dw_canvas_destroy(&screen);
    return covered;
}

static void gauges_are_shown_where_the_match_has_noises_or_light(void **state)
{
    (void)state;
    dw_text_kit *text = NULL;
    dw_error error = {""};
    assert_int_equal(dw_text_create(&text, &error), DW_OK);
    assert_int_equal(gauge_pixels(text, (dw_own_senses){0}), 0);
    const uint32_t noise = gauge_pixels(text, (dw_own_senses){.hears = true});
    const uint32_t light = gauge_pixels(text, (dw_own_senses){.sees_light = true});
    const uint32_t both = gauge_pixels(text, (dw_own_senses){.hears = true, .sees_light = true});
    assert_true(noise > 2000 && light > 2000);
    assert_true(both > noise + 1500 && both > light + 1500);
    dw_text_destroy(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mark_fades_and_a_louder_noise_shows_more),
        cmocka_unit_test(steps_from_one_side_are_one_mark),
        cmocka_unit_test(the_oldest_mark_makes_room),
        cmocka_unit_test(each_kind_is_drawn_where_it_comes_from),
        cmocka_unit_test(kinds_differ_in_shape),
        cmocka_unit_test(gauges_say_their_values_and_what_they_mean),
        cmocka_unit_test(gauges_are_shown_where_the_match_has_noises_or_light),
    };
    return cmocka_run_group_tests(tests, open_canvas, close_canvas);
}
