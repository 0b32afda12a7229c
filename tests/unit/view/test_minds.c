/* What spectators are shown of the guards' minds: switches, and that drawing draws. */
#include "client/view/hud/hud_feed.h"
#include "client/view/hud/hud_minds.h"
#include "client/view/model/overlay.h"
#include "client/view/scene/draw_minds.h"
#include "client/view/scene/scene.h"
#include "common/base/check.h"
#include "tests/support/test.h"
#include "view_scene.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 720, TICK = DW_VIEW_FIXTURE_TICK };

/* --- switches --- */

static void each_layer_has_a_word_of_its_own(void **state)
{
    (void)state;
    for (uint32_t a = 0; a < DW_LAYER_COUNT; a++) {
        assert_true(dw_layer_label((dw_layer)a)[0] != '\0');
        for (uint32_t b = 0; b < a; b++) {
            assert_string_not_equal(dw_layer_label((dw_layer)a), dw_layer_label((dw_layer)b));
        }
    }
}

static void cycling_goes_through_all_and_nothing_and_comes_back(void **state)
{
    (void)state;
    dw_overlay overlay;
    dw_overlay_init(&overlay);
    const dw_overlay usual = overlay;
    assert_false(dw_overlay_has(&overlay, DW_LAYER_SECTORS));
    dw_overlay_cycle(&overlay);
    for (uint32_t i = 0; i < DW_LAYER_COUNT; i++) {
        assert_true(dw_overlay_has(&overlay, (dw_layer)i));
    }
    dw_overlay_cycle(&overlay);
    assert_int_equal(overlay.on, 0);
    dw_overlay_cycle(&overlay);
    assert_int_equal(overlay.on, usual.on);
    dw_overlay_toggle(&overlay, DW_LAYER_PATHS);
    assert_int_equal(overlay.on, usual.on ^ 1U << DW_LAYER_PATHS);
}

static void a_list_of_layers_is_read_as_a_whole(void **state)
{
    (void)state;
    dw_overlay overlay = {.on = 0};
    assert_true(dw_overlay_parse(&overlay, "sight,beliefs"));
    assert_int_equal(overlay.on, 1U << DW_LAYER_SIGHT | 1U << DW_LAYER_MEMORY);
    assert_true(dw_overlay_parse(&overlay, "all"));
    assert_int_equal(overlay.on, (1U << DW_LAYER_COUNT) - 1);
    assert_true(dw_overlay_parse(&overlay, "none"));
    assert_int_equal(overlay.on, 0);
    static const char *const wrong[] = {"",      "sights",   "sight,", ",sight", "sight,,paths",
                                        "Sight", "all,sight"};
    for (size_t i = 0; i < DW_COUNT_OF(wrong); i++) {
        assert_false(dw_overlay_parse(&overlay, wrong[i]));
        assert_int_equal(overlay.on, 0);
    }
}

static void each_switch_is_found_where_it_is_drawn(void **state)
{
    (void)state;
    static const float scales[] = {0.625F, 1.0F, 2.0F};
    for (size_t k = 0; k < DW_COUNT_OF(scales); k++) {
        const float ui = scales[k];
        const int width = (int)(1280.0F * ui);
        const int height = (int)(720.0F * ui);
        for (uint32_t layer = 0; layer <= DW_LAYER_COUNT; layer++) {
            const dw_box box = dw_overlay_box(width, height, ui, layer);
            assert_true(box.x0 >= 0.0F && box.x1 <= (float)width && box.y0 > 0.0F);
            assert_true(box.y1 < (float)height);
            assert_int_equal(dw_overlay_at(width, height, ui, (box.x0 + box.x1) * 0.5F,
                                           (box.y0 + box.y1) * 0.5F),
                             (int)layer);
            assert_int_equal(dw_overlay_at(width, height, ui, box.x0, box.y0), (int)layer);
            assert_int_equal(dw_overlay_at(width, height, ui, box.x1, box.y0), -1);
            assert_int_equal(dw_overlay_at(width, height, ui, box.x0, box.y1), -1);
            assert_true(box.x1 - box.x0 == 104.0F * ui && box.x1 == (float)width - 12.0F * ui);
        }
        assert_int_equal(dw_overlay_at(width, height, ui, 10.0F, 10.0F), -1);
    }
}

/* --- drawing --- */

static dw_view_fixture fixture;
static dw_minds minds;
static dw_text_kit *text;
static dw_scene *scene;
static dw_canvas canvas;
static dw_canvas other;

static int open_picture(void **state)
{
    (void)state;
    dw_error error = {""};
    assert_true(dw_view_fixture_open(&fixture, "reference", false));
    dw_view_fixture_think(&fixture, &minds);
    assert_int_equal(dw_text_create(&text, &error), DW_OK);
    assert_int_equal(dw_scene_create(&scene, fixture.map, &error), DW_OK);
    assert_int_equal(dw_canvas_resize(&canvas, WIDTH, HEIGHT), DW_OK);
    assert_int_equal(dw_canvas_resize(&other, WIDTH, HEIGHT), DW_OK);
    return 0;
}

static int close_picture(void **state)
{
    (void)state;
    dw_canvas_destroy(&canvas);
    dw_canvas_destroy(&other);
    dw_scene_destroy(scene);
    dw_text_destroy(text);
    dw_view_fixture_close(&fixture);
    return 0;
}

static void draw(dw_canvas *to, uint16_t on, uint8_t followed)
{
    dw_camera camera = {.width = 0};
    dw_camera_fit(&camera, fixture.map->bounds, WIDTH, HEIGHT,
                  (dw_box){310.0F, 88.0F, 1156.0F, 664.0F});
    const dw_overlay overlay = {.on = on};
    const dw_minds_view view = {.map = fixture.map,
                                .rules = &fixture.rules,
                                .minds = &minds,
                                .overlay = &overlay,
                                .world = &fixture.world,
                                .round = &fixture.round,
                                .camera = &camera,
                                .seconds = 10.0,
                                .followed_id = followed};
    const dw_scene_view picture = {.camera = &camera,
                                   .rules = &fixture.rules,
                                   .world = &fixture.world,
                                   .round = &fixture.round,
                                   .seconds = 10.0,
                                   .step_s = 0.016,
                                   .followed_id = followed,
                                   .minds = &view,
                                   .names = true,
                                   .tile_budget = DW_TILES_ALL};
    const dw_pen pen = {to, text, 1.0F};
    assert_int_equal(dw_scene_draw(scene, &pen, &picture), DW_OK);
    dw_hud_draw_minds(&pen, &view, 150.0F, 570.0F);
    dw_hud_draw_switches(&pen, &overlay, NULL);
}

/* Pixels that differ, in the part of the screen where the house is. */
static uint32_t house_differs(void)
{
    uint32_t count = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 312; x < 1150; x++) {
            count += canvas.pixels[y * canvas.stride + x] != other.pixels[y * other.stride + x];
        }
    }
    return count;
}

static void each_layer_shows_in_the_house(void **state)
{
    (void)state;
    draw(&canvas, 0, 0);
    for (uint32_t layer = 0; layer < DW_LAYER_COUNT; layer++) {
        draw(&other, (uint16_t)(1U << layer), 0);
        const uint32_t differs = house_differs();
        if (differs < 40) {
            print_error("%s: %u pixels\n", dw_layer_label((dw_layer)layer), differs);
        }
        assert_true(differs >= 40);
    }
}

static void the_followed_guard_is_shown_in_more_detail_than_the_others(void **state)
{
    (void)state;
    const uint16_t beliefs = 1U << DW_LAYER_MEMORY;
    draw(&canvas, 0, 1);
    draw(&other, beliefs, 1);
    const uint32_t one = house_differs();
    draw(&canvas, 0, 0);
    draw(&other, beliefs, 0);
    assert_true(one > 0 && house_differs() > one);
}

/* Columns of the screen, from and to, in which the feed has drawn. */
static void feed_span(float left, int *from, int *to)
{
    dw_feed feed = {0};
    const dw_chat_line line = {.slot = 0, .name = "Ada", .text = "I wait"};
    dw_feed_chat(&feed, &line, 1.0);
    const dw_hud_view view = {
        .feed = &feed, .round = &fixture.round, .feed_left = left, .seconds = 1.5};
    const dw_pen pen = {&canvas, text, 1.0F};
    dw_canvas_clear(&canvas, 0xff808080U);
    dw_hud_draw_feed(&pen, &view);
    *from = WIDTH;
    *to = -1;
    for (int x = 0; x < WIDTH; x++) {
        for (int y = 0; y < HEIGHT; y++) {
            if (canvas.pixels[y * canvas.stride + x] != 0xff808080U) {
                *from = x < *from ? x : *from;
                *to = x;
            }
        }
    }
}

static void the_feed_stands_beside_a_column_that_needs_the_height(void **state)
{
    (void)state;
    int from = 0;
    int to = 0;
    feed_span(0.0F, &from, &to);
    assert_true(from < 20 && to > from + 40);
    feed_span(314.0F, &from, &to);
    assert_true(from >= 313 && to > from + 40);
}

static void the_guard_of_a_row_is_the_one_that_is_clicked(void **state)
{
    (void)state;
    const dw_minds_view view = {.world = &fixture.world};
    const float top = 150.0F;
    uint32_t guards = 0;
    for (uint32_t i = 0; i < fixture.world.body_count; i++) {
        guards += fixture.world.bodies[i].role == DW_ROLE_GUARD ? 1 : 0;
    }
    assert_int_equal(guards, 3);
    assert_int_equal(dw_hud_minds_at(&view, 1.0F, top, 60.0F, top + 2.0F), 0); /* The heading. */
    for (uint32_t g = 0; g < guards; g++) {
        assert_int_equal(dw_hud_minds_at(&view, 1.0F, top, 60.0F, top + 34.0F + 50.0F * (float)g),
                         g + 1);
    }
    assert_int_equal(dw_hud_minds_at(&view, 1.0F, top, 60.0F, top + 34.0F + 50.0F * 3.0F), 0);
    assert_int_equal(dw_hud_minds_at(&view, 1.0F, top, 400.0F, top + 34.0F), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_layer_has_a_word_of_its_own),
        cmocka_unit_test(cycling_goes_through_all_and_nothing_and_comes_back),
        cmocka_unit_test(a_list_of_layers_is_read_as_a_whole),
        cmocka_unit_test(each_switch_is_found_where_it_is_drawn),
        cmocka_unit_test_setup_teardown(each_layer_shows_in_the_house, open_picture, close_picture),
        cmocka_unit_test_setup_teardown(the_followed_guard_is_shown_in_more_detail_than_the_others,
                                        open_picture, close_picture),
        cmocka_unit_test_setup_teardown(the_feed_stands_beside_a_column_that_needs_the_height,
                                        open_picture, close_picture),
        cmocka_unit_test_setup_teardown(the_guard_of_a_row_is_the_one_that_is_clicked, open_picture,
                                        close_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
