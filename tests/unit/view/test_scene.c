#include "client/view/scene/draw_map.h"
#include "client/view/scene/draw_sight.h"
#include "client/view/scene/fog.h"
#include "client/view/scene/scene.h"
#include "client/view/scene/sight_compose.h"
#include "client/view/scene/tiles.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/screenshot.h"
#include "common/base/rng.h"
#include "tests/unit/view/view_scene.h"

#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { WIDTH = 320, HEIGHT = 200 };

typedef struct setting {
    dw_view_fixture fixture;
    dw_camera camera;
    dw_text_kit *text;
} setting;

static int open_setting(void **state)
{
    static setting s;
    dw_error error = {""};
    if (!dw_view_fixture_open(&s.fixture, "reference", true) ||
        dw_text_create(&s.text, &error) != DW_OK) {
        print_error("%s\n", error.text);
        return -1;
    }
    dw_camera_fit(&s.camera, s.fixture.map->bounds, WIDTH, HEIGHT,
                  (dw_box){0.0F, 0.0F, WIDTH, HEIGHT});
    *state = &s;
    return 0;
}

static int close_setting(void **state)
{
    setting *s = *state;
    dw_text_destroy(s->text);
    dw_view_fixture_close(&s->fixture);
    return 0;
}

static bool inside_polygon(const float *points, int count, float x, float y)
{
    bool inside = false;
    for (int i = 0, j = count - 1; i < count; j = i++) {
        const float *a = &points[2 * i];
        const float *b = &points[2 * j];
        if ((a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]) {
            inside = !inside;
        }
    }
    return inside;
}

/* Oracle: 64 samples a cell. Cells are 2 x 2 pixels; one unit of the world is a pixel here. */
static void light_covers_what_the_polygon_covers(void **state)
{
    (void)state;
    dw_sight_light *light = NULL;
    assert_int_equal(dw_sight_light_create(&light, 96, 64), DW_OK);
    const dw_camera camera = {.x = 48.0,
                              .y = 32.0,
                              .scale = DW_CAMERA_UNITS_PER_METRE,
                              .target_scale = DW_CAMERA_UNITS_PER_METRE,
                              .width = 96,
                              .height = 64};
    const dw_beam beam = {
        .eye_x = 48.0, .eye_y = 32.0, .reach = 10.0, .near_warmth = 1.0F, .far_warmth = 1.0F};
    dw_rng rng;
    dw_rng_init(&rng, 11, 3);
    for (int round = 0; round < 60; round++) {
        enum { POINTS = 11 };
        dw_vec points[POINTS];
        float plain[2 * POINTS];
        for (int i = 0; i < POINTS; i++) {
            /* A star around the middle, partly outside of the picture. */
            const double turn = 6.283185307 * i / POINTS;
            const double reach = 6.0 + dw_rng_below(&rng, 60);
            points[i].x = (int32_t)lround(48.0 + reach * cos(turn));
            points[i].y = (int32_t)lround(32.0 + reach * sin(turn));
            plain[2 * i] = (float)points[i].x;
            plain[2 * i + 1] = (float)points[i].y;
        }
        dw_sight_light_clear(light, 0.0F);
        dw_sight_light_add(light, &camera, &beam, points, POINTS);
        for (int y = 0; y < 32; y++) {
            for (int x = 0; x < 48; x++) {
                int hits = 0;
                for (int k = 0; k < 64; k++) {
                    const int column = k % 8;
                    const int line = k / 8;
                    const float sx = 2.0F * ((float)x + ((float)column + 0.5F) / 8.0F);
                    const float sy = 2.0F * ((float)y + ((float)line + 0.5F) / 8.0F);
                    hits += inside_polygon(plain, POINTS, sx, sy) ? 1 : 0;
                }
                const float got =
                    dw_sight_light_warmth_at(light, (float)(2 * x + 1), (float)(2 * y + 1));
                assert_true(fabsf(got - (float)hits / 64.0F) < 0.11F);
            }
        }
    }
    dw_sight_light_destroy(light);
}

static void tiles_join_into_the_picture_that_one_canvas_shows(void **state)
{
    setting *s = *state;
    dw_error error = {""};
    dw_tiles *tiles = NULL;
    dw_canvas whole = {0};
    const dw_camera camera = dw_camera_snapped(&s->camera);
    assert_int_equal(dw_tiles_create(&tiles, s->fixture.map, &error), DW_OK);
    assert_int_equal(dw_tiles_resize(tiles, WIDTH, HEIGHT, NULL), DW_OK);
    assert_int_equal(dw_tiles_update(tiles, &camera, 1000), 0);
    assert_int_equal(dw_canvas_resize(&whole, WIDTH, HEIGHT), DW_OK);
    for (dw_drawing d = DW_DRAWING_INK; d < DW_DRAWING_COUNT; d++) {
        int wrong = 0;
        dw_draw_map(&whole, s->fixture.map, dw_camera_world_x(&camera, 0.0F),
                    dw_camera_world_y(&camera, 0.0F), camera.scale / DW_CAMERA_UNITS_PER_METRE, d);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH;) {
                const uint32_t *spans[DW_DRAWING_COUNT] = {NULL, NULL};
                const int count = dw_tiles_span(tiles, &camera, x, y, &spans[0], &spans[1]);
                assert_true(count >= 1 && x + count <= WIDTH);
                for (int i = 0; i < count; i++) {
                    for (int shift = 0; shift <= 16; shift += 8) {
                        const int a = (int)(spans[d][i] >> shift & 0xffU);
                        const int b = (int)(whole.pixels[y * WIDTH + x + i] >> shift & 0xffU);
                        /* Sums of rounded blends may differ by a little, places may not. */
                        wrong += abs(a - b) > 6 ? 1 : 0;
                    }
                }
                x += count;
            }
        }
        assert_true(wrong < 4);
    }
    dw_canvas_destroy(&whole);
    dw_tiles_destroy(tiles);
}

static void missing_tiles_are_counted_and_painted_within_the_budget(void **state)
{
    setting *s = *state;
    dw_error error = {""};
    dw_tiles *tiles = NULL;
    assert_int_equal(dw_tiles_create(&tiles, s->fixture.map, &error), DW_OK);
    assert_int_equal(dw_tiles_resize(tiles, WIDTH, HEIGHT, NULL), DW_OK);
    const uint32_t all = dw_tiles_update(tiles, &s->camera, 0);
    assert_true(all >= 6);
    assert_int_equal(dw_tiles_update(tiles, &s->camera, 2), all - 2);
    assert_int_equal(dw_tiles_update(tiles, &s->camera, all - 2), 0);
    /* While it zooms nothing is painted; at the new scale everything is missing again. */
    dw_camera moved = s->camera;
    moved.target_scale *= 1.3;
    assert_int_equal(dw_tiles_update(tiles, &moved, 1000), 0);
    moved.scale = moved.target_scale;
    assert_true(dw_tiles_update(tiles, &moved, 0) >= 6);
    dw_tiles_destroy(tiles);
}

static void a_guard_lights_what_it_sees_and_nothing_behind_walls(void **state)
{
    setting *s = *state;
    static dw_sector_outline scratch;
    dw_view_fixture *f = &s->fixture;
    dw_drawn_world world = f->world;
    dw_sight_light *light = NULL;
    const int width = 900;
    const int height = 620;
    dw_camera camera;
    dw_camera_fit(&camera, f->map->bounds, width, height,
                  (dw_box){0.0F, 0.0F, (float)width, (float)height});
    assert_int_equal(dw_sight_light_create(&light, width, height), DW_OK);
    world.has_own = false;
    world.body_count = 1;
    const dw_drawn_body *guard = &world.bodies[0];
    const dw_vec eye = {(int32_t)guard->x, (int32_t)guard->y};
    const uint16_t heading = (uint16_t)((double)guard->heading * 65536.0);
    const dw_sight_scene watching = {
        .map = f->map, .rules = &f->rules, .world = &world, .camera = &camera, .fog = false};
    dw_draw_sight(light, &watching, NULL, &scratch);
    dw_rng rng;
    dw_rng_init(&rng, 5, 9);
    int seen = 0;
    int unseen = 0;
    for (int i = 0; i < 4000; i++) {
        const dw_vec at = {dw_rng_between(&rng, f->map->bounds.min.x, f->map->bounds.max.x),
                           dw_rng_between(&rng, f->map->bounds.min.y, f->map->bounds.max.y)};
        /* Around the place all must be alike: edges are soft. */
        int clear = 0;
        for (int k = 0; k < 9; k++) {
            const dw_vec near = {at.x + (k % 3 - 1) * DW_MM(160), at.y + (k / 3 - 1) * DW_MM(160)};
            clear += dw_in_field_of_view(
                         eye, heading, f->rules.kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam,
                         near) &&
                             dw_sight_clear(f->map, &world.doors, eye, near, DW_SIGHT_CROUCHED)
                         ? 1
                         : 0;
        }
        int blocked = 0;
        for (int k = 0; k < 9; k++) {
            const dw_vec near = {at.x + (k % 3 - 1) * DW_MM(160), at.y + (k / 3 - 1) * DW_MM(160)};
            blocked +=
                !dw_in_field_of_view(eye, heading,
                                     f->rules.kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam,
                                     near) ||
                        !dw_sight_clear(f->map, &world.doors, eye, near, DW_SIGHT_OVER_MIDDLE)
                    ? 1
                    : 0;
        }
        const float warmth = dw_sight_light_warmth_at(light, dw_camera_screen_x(&camera, at.x),
                                                      dw_camera_screen_y(&camera, at.y));
        if (clear == 9) {
            assert_true(warmth > 0.30F);
            seen++;
        } else if (blocked == 9) {
            assert_true(warmth < 0.26F);
            unseen++;
        }
    }
    assert_true(seen > 20 && unseen > 1000);
    dw_sight_light_destroy(light);
}

static void fog_remembers_what_was_seen_until_it_is_told_to_forget(void **state)
{
    setting *s = *state;
    dw_memory_grid grid;
    assert_int_equal(dw_fog_create(&grid, s->fixture.map), DW_OK);
    const dw_vec min = s->fixture.map->bounds.min;
    const dw_vec square[4] = {{min.x + DW_MM(1000), min.y + DW_MM(1000)},
                              {min.x + DW_MM(3000), min.y + DW_MM(1000)},
                              {min.x + DW_MM(3000), min.y + DW_MM(2000)},
                              {min.x + DW_MM(1000), min.y + DW_MM(2000)}};
    dw_fog_see(&grid, square, 4, 200);
    dw_fog_see(&grid, square, 4, 200);
    int seen = 0;
    for (int i = 0; i < grid.columns * grid.rows; i++) {
        assert_true(grid.seen[i] == 0 || grid.seen[i] == 255);
        seen += grid.seen[i] != 0 ? 1 : 0;
    }
    assert_int_equal(seen, 8 * 4);
    dw_fog_forget(&grid);
    for (int i = 0; i < grid.columns * grid.rows; i++) {
        assert_int_equal(grid.seen[i], 0);
    }
    dw_fog_destroy(&grid);
}

static dw_scene_view make_view(const setting *s, const dw_drawn_world *world)
{
    return (dw_scene_view){.camera = &s->camera,
                           .rules = &s->fixture.rules,
                           .world = world,
                           .round = &s->fixture.round,
                           .feed = &s->fixture.feed,
                           .seconds = 1.0,
                           .step_s = 1.0 / 60.0,
                           .names = true,
                           .tile_budget = DW_TILES_ALL};
}

static void the_same_world_gives_the_same_picture_and_another_another(void **state)
{
    setting *s = *state;
    dw_canvas canvas = {0};
    dw_error error = {""};
    dw_drawn_world world = s->fixture.world;
    static uint32_t first[WIDTH * HEIGHT];
    assert_int_equal(dw_canvas_resize(&canvas, WIDTH, HEIGHT), DW_OK);
    for (int i = 0; i < 3; i++) {
        dw_scene *scene = NULL;
        assert_int_equal(dw_scene_create(&scene, s->fixture.map, &error), DW_OK);
        world.bodies[0].x += i == 2 ? 60000.0 : 0.0;
        const dw_scene_view view = make_view(s, &world);
        assert_int_equal(dw_scene_draw(scene, &(dw_pen){&canvas, s->text, 1.0F}, &view), DW_OK);
        const bool same = memcmp(first, canvas.pixels, sizeof first) == 0;
        assert_true(i == 0 || same == (i == 1));
        memcpy(first, canvas.pixels, sizeof first);
        dw_scene_destroy(scene);
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        assert_int_equal(first[i] >> 24, 0xff);
    }
    dw_canvas_destroy(&canvas);
}

/* What no light touches is not computed anew: a light that has moved on must leave nothing behind.
 */
static void a_picture_of_a_spectator_does_not_depend_on_the_frames_before_it(void **state)
{
    setting *s = *state;
    dw_canvas canvas = {0};
    dw_error error = {""};
    dw_scene *old = NULL;
    dw_scene *fresh = NULL;
    static uint32_t walked[WIDTH * HEIGHT];
    dw_drawn_world world = s->fixture.world;
    world.has_own = false;
    const dw_scene_view view = make_view(s, &world);
    const dw_pen pen = {&canvas, s->text, 1.0F};
    assert_int_equal(dw_canvas_resize(&canvas, WIDTH, HEIGHT), DW_OK);
    assert_int_equal(dw_scene_create(&old, s->fixture.map, &error), DW_OK);
    for (int i = 0; i < 12; i++) {
        for (uint32_t body = 0; body < world.body_count; body++) {
            world.bodies[body].x += (body % 2 == 0 ? 9000.0 : -7000.0);
            world.bodies[body].heading = (float)((int)(body * 3 + (uint32_t)i) % 10) * 0.1F;
        }
        assert_int_equal(dw_scene_draw(old, &pen, &view), DW_OK);
    }
    memcpy(walked, canvas.pixels, sizeof walked);
    assert_int_equal(dw_scene_create(&fresh, s->fixture.map, &error), DW_OK);
    assert_int_equal(dw_scene_draw(fresh, &pen, &view), DW_OK);
    assert_memory_equal(walked, canvas.pixels, sizeof walked);
    dw_scene_destroy(old);
    dw_scene_destroy(fresh);
    dw_canvas_destroy(&canvas);
}

/* The exit is painted into the tiles. */
static void another_palette_repaints_what_was_painted(void **state)
{
    const setting *s = *state;
    static uint32_t fresh[WIDTH * HEIGHT];
    dw_error error = {""};
    dw_canvas canvas = {0};
    assert_int_equal(dw_canvas_resize(&canvas, WIDTH, HEIGHT), DW_OK);
    const dw_pen pen = {&canvas, s->text, 1.0F};
    dw_drawn_world world = s->fixture.world;
    world.has_own = false;
    const dw_scene_view view = make_view(s, &world);
    for (int changed = 0; changed < 2; changed++) {
        dw_scene *scene = NULL;
        dw_palette_choose(changed != 0 ? DW_PALETTE_USUAL : DW_PALETTE_TRITANOPIA);
        assert_int_equal(dw_scene_create(&scene, s->fixture.map, &error), DW_OK);
        assert_int_equal(dw_scene_draw(scene, &pen, &view), DW_OK);
        if (changed == 0) {
            memcpy(fresh, canvas.pixels, sizeof fresh);
        } else {
            assert_memory_not_equal(fresh, canvas.pixels, sizeof fresh);
            dw_palette_choose(DW_PALETTE_TRITANOPIA);
            assert_int_equal(dw_scene_draw(scene, &pen, &view), DW_OK);
            assert_memory_equal(fresh, canvas.pixels, sizeof fresh);
        }
        dw_scene_destroy(scene);
    }
    dw_palette_choose(DW_PALETTE_USUAL);
    dw_canvas_destroy(&canvas);
}

static void a_screenshot_is_a_png_with_the_pixels_of_the_canvas(void **state)
{
    (void)state;
    char folder[] = "dw-view-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char path[64];
    (void)snprintf(path, sizeof path, "%s/shot.png", folder);
    dw_canvas canvas = {0};
    dw_error error = {""};
    assert_int_equal(dw_canvas_resize(&canvas, 37, 23), DW_OK);
    for (int i = 0; i < 37 * 23; i++) {
        canvas.pixels[i] = 0xff000000U | (uint32_t)i * 2654435761U >> 8;
    }
    assert_int_equal(dw_screenshot_save(&canvas, path, &error), DW_OK);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_int_not_equal(png_image_begin_read_from_file(&image, path), 0);
    assert_int_equal(image.width, 37);
    assert_int_equal(image.height, 23);
    image.format = PNG_FORMAT_RGB;
    static uint8_t rgb[37 * 23 * 3];
    assert_int_not_equal(png_image_finish_read(&image, NULL, rgb, 0, NULL), 0);
    for (int i = 0; i < 37 * 23; i++) {
        const uint32_t got =
            (uint32_t)rgb[3 * i] << 16 | (uint32_t)rgb[3 * i + 1] << 8 | rgb[3 * i + 2];
        assert_int_equal(got, canvas.pixels[i] & 0xffffffU);
    }
    (void)unlink(path);
    (void)rmdir(folder);
    assert_int_not_equal(dw_screenshot_save(&canvas, path, &error), DW_OK);
    assert_non_null(strstr(error.text, path));
    dw_canvas_destroy(&canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_covers_what_the_polygon_covers),
        cmocka_unit_test(tiles_join_into_the_picture_that_one_canvas_shows),
        cmocka_unit_test(missing_tiles_are_counted_and_painted_within_the_budget),
        cmocka_unit_test(a_guard_lights_what_it_sees_and_nothing_behind_walls),
        cmocka_unit_test(fog_remembers_what_was_seen_until_it_is_told_to_forget),
        cmocka_unit_test(the_same_world_gives_the_same_picture_and_another_another),
        cmocka_unit_test(a_picture_of_a_spectator_does_not_depend_on_the_frames_before_it),
        cmocka_unit_test(another_palette_repaints_what_was_painted),
        cmocka_unit_test(a_screenshot_is_a_png_with_the_pixels_of_the_canvas),
    };
    return cmocka_run_group_tests(tests, open_setting, close_setting);
}
