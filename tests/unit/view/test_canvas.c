#include "client/view/tools/canvas.h"
#include "common/base/hash.h"
#include "common/base/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

static void an_arc_of_a_whole_turn_is_the_ring(void **state)
{
    (void)state;
    dw_canvas ring = make_canvas(64, 64);
    dw_canvas arc = make_canvas(64, 64);
    dw_canvas_ring(&ring, 31.3F, 30.8F, 20.0F, 5.0F, 0xffffffff);
    dw_canvas_arc(&arc, (dw_arc){31.3F, 30.8F, 20.0F, 5.0F, 0.3F, 1.0F}, 0xffffffff);
    assert_true(lit_area(&ring) > 600.0);
    assert_memory_equal(arc.pixels, ring.pixels, 64 * 64 * sizeof ring.pixels[0]);
    dw_canvas_destroy(&ring);
    dw_canvas_destroy(&arc);
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
    dw_canvas_stencil(&canvas, 9, 11, (dw_stencil){.coverage = stencil, .width = 2, .height = 2},
                      0xffffffff);
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

typedef enum shape {
    RECT,
    ROUND_RECT,
    ROUND_FRAME,
    DISC,
    RING,
    ARC_SHORT,
    ARC_LONG,
    LINE_SLANTED,
    LINE_STEEP,
    LINE_LEVEL,
    CONVEX,
    CONVEX_TURNED,
    SHADOW,
    GLOW,
    STENCIL,
    SHAPES
} shape;

/* Off the pixels' edges, half transparent, on a grey ground. */
static void draw_shape(dw_canvas *canvas, shape which)
{
    const dw_colour colour = 0xb0e0a040;
    const dw_box box = {5.3F, 7.6F, 41.8F, 29.2F};
    static const float corners[10] = {10.2F, 5.1F,  40.7F, 9.4F, 44.3F,
                                      25.0F, 20.0F, 36.6F, 4.4F, 22.5F};
    float turned[10];
    for (int i = 0; i < 5; i++) {
        turned[2 * i] = corners[8 - 2 * i];
        turned[2 * i + 1] = corners[9 - 2 * i];
    }
    static const uint8_t stencil[6] = {0, 80, 255, 10, 200, 128};
    switch (which) {
    case RECT:
        dw_canvas_rect(canvas, box, colour);
        dw_canvas_rect(canvas, (dw_box){20.2F, 31.4F, 20.7F, 36.0F}, colour);
        break;
    case ROUND_RECT:
        dw_canvas_round_rect(canvas, box, 6.5F, colour);
        dw_canvas_round_rect(canvas, (dw_box){30.0F, 30.0F, 46.0F, 38.0F}, 90.0F, colour);
        break;
    case ROUND_FRAME:
        dw_canvas_round_frame(canvas, box, 6.5F, 2.5F, colour);
        break;
    case DISC:
        dw_canvas_disc(canvas, 21.3F, 18.9F, 13.7F, colour);
        break;
    case RING:
        dw_canvas_ring(canvas, 21.3F, 18.9F, 13.7F, 3.0F, colour);
        break;
    case ARC_SHORT:
        dw_canvas_arc(canvas, (dw_arc){21.3F, 18.9F, 12.0F, 4.0F, 0.1F, 0.3F}, colour);
        break;
    case ARC_LONG:
        dw_canvas_arc(canvas, (dw_arc){21.3F, 18.9F, 12.0F, 4.0F, 0.6F, 0.8F}, colour);
        break;
    case LINE_SLANTED:
        dw_canvas_line(canvas, (dw_segment){4.2F, 6.1F, 43.7F, 30.2F}, 3.3F, colour);
        break;
    case LINE_STEEP:
        dw_canvas_line(canvas, (dw_segment){14.2F, 36.1F, 9.7F, 3.2F}, 3.3F, colour);
        break;
    case LINE_LEVEL:
        dw_canvas_line(canvas, (dw_segment){43.0F, 12.4F, 4.0F, 12.4F}, 2.0F, colour);
        dw_canvas_line(canvas, (dw_segment){8.3F, 34.0F, 8.3F, 4.0F}, 2.0F, colour);
        break;
    case CONVEX:
        dw_canvas_convex(canvas, corners, 5, colour);
        break;
    case CONVEX_TURNED:
        dw_canvas_convex(canvas, turned, 5, colour);
        break;
    case SHADOW:
        dw_canvas_shadow(canvas, (dw_box){14.0F, 12.0F, 34.0F, 28.0F}, 4.0F, 7.5F, colour);
        break;
    case GLOW:
        dw_canvas_glow(canvas, 22.4F, 19.7F, 15.5F, colour);
        break;
    case STENCIL:
        dw_canvas_stencil(canvas, 12, 13,
                          (dw_stencil){.coverage = stencil, .width = 3, .height = 2}, colour);
        dw_canvas_stencil(canvas, -1, 39,
                          (dw_stencil){.coverage = stencil, .width = 3, .height = 2}, colour);
        break;
    case SHAPES:
        break;
    }
}

/* Rows are written in whole vectors, which must not show. */
static void a_shape_at_the_edge_leaves_the_memory_beside_the_picture(void **state)
{
    (void)state;
    enum { WIDTH = 21, HEIGHT = 40, STRIDE = 40, BESIDE = 0x12345678 };
    static uint32_t memory[HEIGHT * STRIDE];
    dw_canvas canvas = make_canvas(5, 5);
    for (shape which = RECT; which < SHAPES; which++) {
        for (int i = 0; i < HEIGHT * STRIDE; i++) {
            memory[i] = BESIDE;
        }
        dw_canvas_use_pixels(&canvas, memory, WIDTH, HEIGHT, STRIDE);
        dw_canvas_clear(&canvas, 0xff404040);
        draw_shape(&canvas, which);
        for (int i = 0; i < HEIGHT * STRIDE; i++) {
            assert_int_equal(memory[i] == BESIDE, i % STRIDE >= WIDTH);
        }
    }
    assert_int_equal(dw_canvas_resize(&canvas, 4, 4), DW_OK);
    dw_canvas_clear(&canvas, 0xff000000);
    assert_int_equal(memory[0], 0xff404040);
    dw_canvas_destroy(&canvas);
}

static void a_dashed_line_is_a_line_for_each_dash(void **state)
{
    (void)state;
    dw_canvas whole = make_canvas(128, 96);
    dw_canvas parts = make_canvas(128, 96);
    dw_rng rng;
    dw_rng_init(&rng, 7, 2);
    for (int i = 0; i < 200; i++) {
        const dw_segment at = {(float)dw_rng_below(&rng, 128), (float)dw_rng_below(&rng, 96),
                               (float)dw_rng_below(&rng, 128), (float)dw_rng_below(&rng, 96)};
        const float dx = at.x1 - at.x0;
        const float dy = at.y1 - at.y0;
        const float length = sqrtf(dx * dx + dy * dy);
        const float dash = 5.0F + (float)dw_rng_below(&rng, 5);
        dw_canvas_clear(&whole, 0xff000000);
        dw_canvas_clear(&parts, 0xff000000);
        dw_canvas_dashes(&whole, at, 2.0F, dash, 0xffffffff);
        for (float from = 0.0F; from < length; from += 2.0F * dash) {
            const float a = from / length;
            const float b = fminf((from + dash) / length, 1.0F);
            dw_canvas_line(
                &parts,
                (dw_segment){at.x0 + dx * a, at.y0 + dy * a, at.x0 + dx * b, at.y0 + dy * b}, 2.0F,
                0xffffffff);
        }
        for (int p = 0; p < 128 * 96; p++) {
            const int difference = (int)(whole.pixels[p] & 0xffU) - (int)(parts.pixels[p] & 0xffU);
            assert_true(abs(difference) <= 2);
        }
    }
    dw_canvas_destroy(&whole);
    dw_canvas_destroy(&parts);
}

/* To 16 levels a channel, so that the last digits of a library do not count. */
static void each_shape_has_the_pixels_that_it_always_had(void **state)
{
    (void)state;
    static const char *const goldens[SHAPES] = {
        [RECT] = "44b330a768727eb0",        [ROUND_RECT] = "c1ab8f003c1aba92",
        [ROUND_FRAME] = "336fa53a75dbe769", [DISC] = "95ef6157d7b8fe79",
        [RING] = "c5b37235134f0fdb",        [ARC_SHORT] = "c204c7e8aac6a5f8",
        [ARC_LONG] = "97b2e51aed7e4441",    [LINE_SLANTED] = "82ca3404b125ffa8",
        [LINE_STEEP] = "f9f32e1de964a839",  [LINE_LEVEL] = "53f9e22c0d1a1320",
        [CONVEX] = "c98308a895c634a0",      [CONVEX_TURNED] = "c98308a895c634a0",
        [SHADOW] = "e86b06c239222f9b",      [GLOW] = "95782b3f357cb803",
        [STENCIL] = "95a99949d824b1f7",
    };
    bool same = true;
    for (shape which = RECT; which < SHAPES; which++) {
        dw_canvas canvas = make_canvas(48, 40);
        dw_canvas_clear(&canvas, 0xff404040);
        draw_shape(&canvas, which);
        uint64_t hash = DW_HASH_START;
        for (int i = 0; i < 48 * 40; i++) {
            hash = dw_hash_u64(hash, canvas.pixels[i] & 0xfff0f0f0U);
        }
        char text[DW_HASH_TEXT_SIZE];
        dw_hash_text(hash, text);
        if (goldens[which] == NULL || strcmp(text, goldens[which]) != 0) {
            print_message("shape %d: %s\n", (int)which, text);
            same = false;
        }
        dw_canvas_destroy(&canvas);
    }
    assert_true(same);
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
        cmocka_unit_test(an_arc_of_a_whole_turn_is_the_ring),
        cmocka_unit_test(nothing_is_drawn_outside_of_the_clip),
        cmocka_unit_test(a_shape_at_no_place_draws_nothing),
        cmocka_unit_test(a_shape_at_the_edge_leaves_the_memory_beside_the_picture),
        cmocka_unit_test(a_dashed_line_is_a_line_for_each_dash),
        cmocka_unit_test(each_shape_has_the_pixels_that_it_always_had),
        cmocka_unit_test(sizes_out_of_range_are_refused_and_change_nothing),
        cmocka_unit_test(blending_keeps_its_ends_and_stays_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
