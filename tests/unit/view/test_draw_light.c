/* How dark parts of a map are drawn: two dark rooms with a door between them, a lamp in the left
 * one, and its switch. */
#include "client/view/model/torches.h"
#include "client/view/scene/draw_light.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

enum { WIDTH = 400, HEIGHT = 200, WHITE = 255 };

typedef struct picture {
    dw_scene *scene;
    const dw_map *map;
    dw_dark_grid grid;
    dw_canvas canvas;
    dw_camera camera;
    dw_door_set doors;
} picture;

static void open_picture(picture *it, int32_t light)
{
    *it = (picture){.scene = dw_scene_create()};
    const uint16_t left = dw_scene_room(it->scene, "left", 0, 0, 6000, 6000);
    const uint16_t right = dw_scene_room(it->scene, "right", 6000, 0, 6000, 6000);
    dw_scene_door(it->scene, "door", left, right, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_set_light(it->scene, left, (uint8_t)light);
    dw_scene_set_light(it->scene, right, (uint8_t)light);
    const uint16_t lever = dw_scene_switch(it->scene, "lever", 0, 1000);
    dw_scene_lamp(it->scene, 3000, 3000, 8000, 100, lever);
    dw_scene_spawn(it->scene, 1000, 5000);
    it->map = dw_scene_build(it->scene);
    it->doors = dw_map_doors_at_start(it->map);
    assert_int_equal(dw_dark_grid_create(&it->grid, it->map), DW_OK);
    assert_int_equal(dw_canvas_resize(&it->canvas, WIDTH, HEIGHT), DW_OK);
    dw_camera_fit(&it->camera, it->map->bounds, WIDTH, HEIGHT, (dw_box){0.0F, 0.0F, WIDTH, HEIGHT});
}

static void close_picture(picture *it)
{
    dw_dark_grid_destroy(&it->grid);
    dw_canvas_destroy(&it->canvas);
    dw_scene_destroy(it->scene);
}

static void draw(picture *it, dw_switch_set worked)
{
    dw_canvas_clear(&it->canvas, 0xffffffffU);
    dw_dark_grid_update(&it->grid, &it->doors, worked);
    dw_draw_darkness(&it->canvas, &it->camera, &it->grid);
}

static uint32_t pixel_at(const picture *it, int32_t x, int32_t y)
{
    const int sx = (int)dw_camera_screen_x(&it->camera, DW_MM(x));
    const int sy = (int)dw_camera_screen_y(&it->camera, DW_MM(y));
    return it->canvas.pixels[sy * it->canvas.stride + sx];
}

/* 0 .. 255 at a position of the map in millimetres. */
static uint32_t green_at(const picture *it, int32_t x, int32_t y)
{
    return pixel_at(it, x, y) >> 8 & 0xffU;
}

/* By how much red is above blue there. */
static int32_t warmth_at(const picture *it, int32_t x, int32_t y)
{
    const uint32_t pixel = pixel_at(it, x, y);
    return (int32_t)(pixel >> 16 & 0xffU) - (int32_t)(pixel & 0xffU);
}

static void a_lamp_lights_its_room_and_fades(void **state)
{
    (void)state;
    picture it;
    open_picture(&it, 0);
    draw(&it, 0);
    assert_true(green_at(&it, 3000, 3300) > 230);
    assert_true(green_at(&it, 3000, 3300) > green_at(&it, 1000, 1000) + 20);
    assert_true(green_at(&it, 1000, 1000) > green_at(&it, 9000, 1000) + 20);
    assert_true(green_at(&it, 9000, 3000) > 40); /* One still reads the plan. */
    close_picture(&it);
}

/* On white as on the blueprint, so that one sees where the light ends before one has been there. */
static void lit_parts_have_the_colour_of_lamps(void **state)
{
    (void)state;
    picture it;
    open_picture(&it, 0);
    for (int ink = 0; ink < 2; ink++) {
        dw_canvas_clear(&it.canvas, ink == 1 ? 0xff0b1322U : 0xffffffffU);
        dw_dark_grid_update(&it.grid, &it.doors, 0);
        dw_draw_darkness(&it.canvas, &it.camera, &it.grid);
        assert_true(warmth_at(&it, 3000, 3300) > warmth_at(&it, 1000, 1000) + 5);
        assert_true(warmth_at(&it, 1000, 1000) > warmth_at(&it, 9000, 1000) + 5);
    }
    close_picture(&it);
}

static void nothing_is_laid_over_what_is_outside_of_the_house(void **state)
{
    (void)state;
    picture it;
    open_picture(&it, 0);
    dw_camera_fit(&it.camera, it.map->bounds, WIDTH, HEIGHT,
                  (dw_box){100.0F, 50.0F, 300.0F, 150.0F});
    draw(&it, 0);
    assert_true(green_at(&it, 100, 3000) < WHITE);
    assert_int_equal(pixel_at(&it, -200, 3000), 0xffffffffU);
    assert_int_equal(pixel_at(&it, 12200, 3000), 0xffffffffU);
    close_picture(&it);
}

static void an_open_door_lets_light_through(void **state)
{
    (void)state;
    picture it;
    open_picture(&it, 0);
    draw(&it, 0);
    const uint32_t shut = green_at(&it, 8000, 3000);
    dw_door_set_put(&it.doors, 0, true);
    draw(&it, 0);
    assert_true(green_at(&it, 8000, 3000) > shut + 20);
    close_picture(&it);
}

static void a_switch_puts_the_lamp_out(void **state)
{
    (void)state;
    picture it;
    open_picture(&it, 0);
    draw(&it, 0);
    const uint32_t lit = green_at(&it, 3000, 3300);
    draw(&it, 1);
    assert_true(green_at(&it, 3000, 3300) + 100 < lit);
    draw(&it, 0);
    assert_int_equal(green_at(&it, 3000, 3300), lit);
    close_picture(&it);
}

/* A torch in the left room that shines east. */
static void draw_torch(picture *it, bool lit)
{
    const dw_kind_torch kind = {.range_mm = 6000, .field_of_view_bam = 10923, .level = 100};
    const dw_body carrier = {.position = dw_scene_mm(1000, 3000)};
    const dw_torch torch = dw_torch_of(&kind, &carrier, 0);
    dw_canvas_clear(&it->canvas, 0xffffffffU);
    dw_dark_grid_update(&it->grid, &it->doors, 1); /* The lamp is out. */
    dw_dark_grid_shine(&it->grid, &it->doors, &torch, lit ? 1 : 0);
    dw_draw_darkness(&it->canvas, &it->camera, &it->grid);
}

static void a_torch_lights_a_cone_and_no_more(void **state)
{
    (void)state;
    picture it;
    open_picture(&it, 0);
    draw(&it, 1);
    const uint32_t dark = green_at(&it, 3000, 3000);
    draw_torch(&it, true);
    assert_true(green_at(&it, 2000, 3000) > green_at(&it, 4000, 3000) + 10);
    assert_true(green_at(&it, 4000, 3000) > dark + 20);
    assert_int_equal(green_at(&it, 3000, 5500), dark); /* Out of the cone, */
    assert_int_equal(green_at(&it, 500, 3000), dark);  /* behind the carrier, */
    assert_int_equal(green_at(&it, 6500, 3000), dark); /* and behind the leaf. */
    draw_torch(&it, false);
    assert_int_equal(green_at(&it, 3000, 3000), dark);
    close_picture(&it);
}

/* The own body, and 1 m from the left wall a guard that looks east: an ordinary one, whose torch
 * has a range of 6 m. */
static dw_drawn_world world_before_guard(const picture *it, uint8_t flags, double own_x)
{
    dw_drawn_world world = {.has_own = true,
                            .own_x = own_x * DW_UNITS_PER_MM,
                            .own_y = 3000.0 * DW_UNITS_PER_MM,
                            .doors = it->doors,
                            .body_count = 1};
    world.bodies[0] = (dw_drawn_body){
        .id = 1, .flags = flags, .x = 1000.0 * DW_UNITS_PER_MM, .y = 3000.0 * DW_UNITS_PER_MM};
    return world;
}

static dw_ruleset rules_with_torch(int32_t range_mm)
{
    dw_ruleset rules = dw_ruleset_reference();
    rules.kinds[DW_KIND_GUARD].torch =
        (dw_kind_torch){.range_mm = range_mm, .field_of_view_bam = 10923, .level = 80};
    return rules;
}

/* The light of the own body in the dark. */
static int32_t own_light(const picture *it, uint8_t flags, double own_x, bool sees_light)
{
    const dw_ruleset rules = rules_with_torch(6000);
    const dw_drawn_world world = world_before_guard(it, flags, own_x);
    const dw_own_senses own = {.sees_light = sees_light};
    return dw_torches_on_own(own, it->map, &rules, &world).light;
}

static void the_gauge_of_light_shows_a_torch_on_the_own_body(void **state)
{
    (void)state;
    picture it;
    open_picture(&it, 0);
    assert_int_equal(own_light(&it, DW_BODY_TORCH, 4000.0, true), 40);
    assert_int_equal(own_light(&it, 0, 4000.0, true), 0);
    assert_int_equal(own_light(&it, DW_BODY_TORCH, 500.0, true), 0);  /* Behind the guard. */
    assert_int_equal(own_light(&it, DW_BODY_TORCH, 6800.0, true), 0); /* Behind the leaf. */
    assert_int_equal(own_light(&it, DW_BODY_TORCH, 4000.0, false), 0);
    close_picture(&it);
}

static void draw_shown(picture *it, const dw_ruleset *rules, const dw_drawn_world *world)
{
    dw_torches torches;
    dw_torches_shown(&torches, it->map, rules, world);
    dw_canvas_clear(&it->canvas, 0xffffffffU);
    dw_dark_grid_update(&it->grid, &it->doors, 1);
    dw_dark_grid_shine(&it->grid, &it->doors, torches.rows, torches.count);
    dw_draw_darkness(&it->canvas, &it->camera, &it->grid);
}

/* Rules 1.61 and 8.25: of a kind that the server told, not of an ordinary guard. */
static void a_torch_of_another_kind_is_drawn_as_that_kind_has_it(void **state)
{
    (void)state;
    picture it;
    open_picture(&it, 0);
    const dw_ruleset rules = rules_with_torch(0); /* Ordinary guards have none. */
    dw_drawn_world world = world_before_guard(&it, DW_BODY_TORCH, 4000.0);
    const dw_own_senses own = {.sees_light = true};
    draw_shown(&it, &rules, &world);
    const uint32_t dark = green_at(&it, 3000, 3000);
    assert_int_equal(dw_torches_on_own(own, it.map, &rules, &world).light, 0);

    world.bodies[0].kind = 1;
    world.kinds[0] = dw_kind_guard();
    world.kinds[0].look = DW_KIND_LOOK_CAPTAIN;
    world.kinds[0].torch =
        (dw_kind_torch){.range_mm = 4000, .field_of_view_bam = 32768, .level = 100};
    draw_shown(&it, &rules, &world);
    assert_int_equal(dw_torches_on_own(own, it.map, &rules, &world).light, 25);
    assert_true(green_at(&it, 3000, 3000) > dark + 20);
    assert_true(green_at(&it, 2000, 1500) > dark + 20); /* Wider than 60 degrees, */
    assert_int_equal(green_at(&it, 5500, 3000), dark);  /* and no further than 4 m. */

    world.bodies[0].flags = 0;
    draw_shown(&it, &rules, &world);
    assert_int_equal(green_at(&it, 3000, 3000), dark);
    close_picture(&it);
}

static void a_map_that_is_light_everywhere_is_left_alone(void **state)
{
    (void)state;
    picture it;
    open_picture(&it, 100);
    draw(&it, 0);
    assert_null(it.grid.dark);
    assert_int_equal(green_at(&it, 9000, 1000), WHITE);
    close_picture(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lamp_lights_its_room_and_fades),
        cmocka_unit_test(lit_parts_have_the_colour_of_lamps),
        cmocka_unit_test(nothing_is_laid_over_what_is_outside_of_the_house),
        cmocka_unit_test(an_open_door_lets_light_through),
        cmocka_unit_test(a_switch_puts_the_lamp_out),
        cmocka_unit_test(a_torch_lights_a_cone_and_no_more),
        cmocka_unit_test(the_gauge_of_light_shows_a_torch_on_the_own_body),
        cmocka_unit_test(a_torch_of_another_kind_is_drawn_as_that_kind_has_it),
        cmocka_unit_test(a_map_that_is_light_everywhere_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
