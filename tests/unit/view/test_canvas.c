#include "client/view/tools/canvas.h"
#include "common/base/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static dw_canvas make_canvas(int width, int height)
{
    dw_canvas canvas = {0};
    assert_int_equal(dw_canvas_resize(&canvas, width, height), DW_OK);
    return canvas;
}

/* Brightness of white shapes on black, in whole pixels. */
static double lit_area(const dw_canvas *canvas)
{
    double sum = 0.0;
    for (int i = 0; i < canvas->width * canvas->height; i++) {
        sum += (canvas->pixels[i] & 0xffU) / 255.0;
    }
    return sum;
}

static void a_rectangle_covers_exactly_its_area(void **state)
{
    (void)state;
    dw_canvas canvas = make_canvas(64, 64);
    dw_rng rng;
    dw_rng_init(&rng, 7, 1);
    for (int i = 0; i < 200; i++) {
        const float x = 2.0F + (float)dw_rng_below(&rng, 3000) / 100.0F;
        const float y = 2.0F + (float)dw_rng_below(&rng, 3000) / 100.0F;
        const float w = 0.05F + (float)dw_rng_below(&rng, 2500) / 100.0F;
        const float h = 0.05F + (float)dw_rng_below(&rng, 2500) / 100.0F;
        dw_canvas_clear(&canvas, 0xff000000);
        dw_canvas_rect(&canvas, dw_box_at(x, y, w, h), 0xffffffff);
        /* Each pixel of the border is rounded, twice at most. */
        assert_true(fabs(lit_area(&canvas) - (double)(w * h)) < 0.01 + 0.006 * (double)(w + h));
    }
    dw_canvas_destroy(&canvas);
}

static void discs_rings_and_polygons_have_their_area(void **state)
{
    (void)state;
    dw_canvas canvas = make_canvas(128, 128);
    dw_canvas_disc(&canvas, 60.3F, 61.7F, 30.0F, 0xffffffff);
    assert_true(fabs(lit_area(&canvas) - 2827.4) < 15.0);
    dw_canvas_clear(&canvas, 0xff000000);
    dw_canvas_ring(&canvas, 60.0F, 60.0F, 30.0F, 4.0F, 0xffffffff);
    assert_true(fabs(lit_area(&canvas) - 753.98) < 15.0);
    dw_canvas_clear(&canvas, 0xff000000);
    const float corners[6] = {10.0F, 10.0F, 110.0F, 10.0F, 10.0F, 90.0F};
    dw_canvas_convex(&canvas, corners, 3, 0xffffffff);
    assert_true(fabs(lit_area(&canvas) - 4000.0) < 40.0);
    dw_canvas_destroy(&canvas);
}

static void an_arc_of_a_quarter_is_a_quarter_of_the_ring(void **state)
{
    (void)state;
    dw_canvas canvas = make_canvas(128, 128);
    dw_canvas_ring(&canvas, 64.0F, 64.0F, 40.0F, 6.0F, 0xffffffff);
    const double whole = lit_area(&canvas);
    for (int i = 0; i < 8; i++) {
        dw_canvas_clear(&canvas, 0xff000000);
        dw_canvas_arc(&canvas, (dw_arc){64.0F, 64.0F, 40.0F, 6.0F, 0.125F * (float)i, 0.25F},
                      0xffffffff);
        assert_true(fabs(lit_area(&canvas) - whole / 4.0) < whole * 0.01);
        dw_canvas_clear(&canvas, 0xff000000);
        dw_canvas_arc(&canvas, (dw_arc){64.0F, 64.0F, 40.0F, 6.0F, 0.125F * (float)i, 0.75F},
                      0xffffffff);
        assert_true(fabs(lit_area(&canvas) - whole * 0.75) < whole * 0.01);
    }
    /* From +x clockwise on the screen: the first quarter lies below and to the right. */
    dw_canvas_clear(&canvas, 0xff000000);
    dw_canvas_arc(&canvas, (dw_arc){64.0F, 64.0F, 40.0F, 6.0F, 0.0F, 0.25F}, 0xffffffff);
    assert_int_equal(canvas.pixels[92 * 128 + 92] & 0xff, 0xff);
    assert_int_equal(canvas.pixels[35 * 128 + 92] & 0xff, 0);
    dw_canvas_destroy(&canvas);
}

static void nothing_is_drawn_outside_of_the_clip(void **state)
{
    (void)state;
    dw_canvas canvas = make_canvas(40, 40);
    dw_canvas_clip(&canvas, (dw_box){10.0F, 12.0F, 20.0F, 22.0F});
    const float corners[8] = {-500.0F, -500.0F, 500.0F, -500.0F, 500.0F, 500.0F, -500.0F, 500.0F};
    const uint8_t stencil[4] = {255, 255, 255, 255};
    dw_canvas_rect(&canvas, (dw_box){-50.0F, -50.0F, 90.0F, 90.0F}, 0xffffffff);
    dw_canvas_round_rect(&canvas, (dw_box){-50.0F, -50.0F, 90.0F, 90.0F}, 9.0F, 0xffffffff);
    dw_canvas_round_frame(&canvas, (dw_box){5.0F, 5.0F, 25.0F, 30.0F}, 3.0F, 6.0F, 0xffffffff);
    dw_canvas_line(&canvas, (dw_segment){-100.0F, 5.0F, 100.0F, 30.0F}, 9.0F, 0xffffffff);
    dw_canvas_convex(&canvas, corners, 4, 0xffffffff);
    dw_canvas_shadow(&canvas, (dw_box){0.0F, 0.0F, 40.0F, 40.0F}, 2.0F, 9.0F, 0xffffffff);
    dw_canvas_glow(&canvas, 15.0F, 15.0F, 60.0F, 0xffffffff);
    dw_canvas_stencil(&canvas, 9, 11, (dw_stencil){stencil, 2, 2}, 0xffffffff);
    for (int y = 0; y < 40; y++) {
        for (int x = 0; x < 40; x++) {
            const bool inside = x >= 10 && x < 20 && y >= 12 && y < 22;
            assert_int_equal(canvas.pixels[y * 40 + x] & 0xffU, inside ? 0xff : 0);
        }
    }
    dw_canvas_destroy(&canvas);
}

static void a_shape_at_no_place_draws_nothing(void **state)
{
    (void)state;
    dw_canvas canvas = make_canvas(16, 16);
    const float nowhere[] = {NAN, INFINITY, -INFINITY, 1e30F, -1e30F};
    for (size_t i = 0; i < sizeof nowhere / sizeof nowhere[0]; i++) {
        const float n = nowhere[i];
        dw_canvas_rect(&canvas, (dw_box){n, 1.0F, n, 5.0F}, 0xffffffff);
        dw_canvas_disc(&canvas, n, n, 3.0F, 0xffffffff);
        dw_canvas_glow(&canvas, 3.0F, n, 3.0F, 0xffffffff);
        dw_canvas_arc(&canvas, (dw_arc){n, 3.0F, 3.0F, 1.0F, 0.0F, 0.5F}, 0xffffffff);
    }
    dw_canvas_rect(&canvas, (dw_box){1.0F, 1.0F, 9.0F, 9.0F}, 0x00ffffff);
    assert_true(lit_area(&canvas) < 0.001);
    dw_canvas_destroy(&canvas);
}

static void sizes_out_of_range_are_refused_and_change_nothing(void **state)
{
    (void)state;
    dw_canvas canvas = make_canvas(16, 9);
    assert_int_equal(dw_canvas_resize(&canvas, 0, 5), DW_RANGE);
    assert_int_equal(dw_canvas_resize(&canvas, 5, DW_CANVAS_SIDE_MAX + 1), DW_RANGE);
    assert_int_equal(canvas.width, 16);
    assert_int_equal(canvas.height, 9);
    dw_canvas_destroy(&canvas);
}

static void blending_keeps_its_ends_and_stays_between(void **state)
{
    (void)state;
    for (uint32_t a = 0; a < 256; a += 5) {
        for (uint32_t b = 0; b < 256; b += 5) {
            const uint32_t below = 0xff000000U | a << 16 | b << 8 | a;
            const uint32_t above = 0xff000000U | b << 16 | a << 8 | b;
            assert_int_equal(dw_pixel_blend(below, above, 0), below);
            assert_int_equal(dw_pixel_blend(below, above, 255), above);
            const uint32_t mid = dw_pixel_blend(below, above, 128) & 0xffU;
            assert_true(mid >= (a < b ? a : b) && mid <= (a < b ? b : a));
        }
    }
    assert_int_equal(dw_colour_mix(0xff102030, 0xff304050, 0.5F), 0xff203040);
    assert_int_equal(dw_colour_fade(0x80aabbcc, 0.5F), 0x40aabbcc);
    assert_int_equal(dw_colour_scale(0xff8080ff, 2.0F), 0xffffffff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rectangle_covers_exactly_its_area),
        cmocka_unit_test(discs_rings_and_polygons_have_their_area),
        cmocka_unit_test(an_arc_of_a_quarter_is_a_quarter_of_the_ring),
        cmocka_unit_test(nothing_is_drawn_outside_of_the_clip),
        cmocka_unit_test(a_shape_at_no_place_draws_nothing),
        cmocka_unit_test(sizes_out_of_range_are_refused_and_change_nothing),
        cmocka_unit_test(blending_keeps_its_ends_and_stays_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
