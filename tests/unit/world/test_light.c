#include "common/base/rng.h"
#include "common/world/light.h"
#include "common/world/sight.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

static int32_t light_at(const dw_map *map, const dw_door_set *open, dw_vec at)
{
    return dw_light_at(map, open, 0, at, dw_map_room_at(map, at));
}

/* A dark hall with a lamp, and a dim study behind a closed door. */
static dw_scene *two_rooms(void)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 6000, 0, 4000, 4000);
    dw_scene_door(scene, "door", hall, study, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_set_light(scene, hall, 0);
    dw_scene_set_light(scene, study, 12);
    dw_scene_lamp(scene, 4000, 2000, 5000, 80, dw_scene_switch(scene, "west", 1000, 0));
    return scene;
}

static void light_fades_evenly_to_nothing_at_the_range(void **state)
{
    (void)state;
    dw_scene *scene = two_rooms();
    const dw_map *map = dw_scene_build(scene);
    const dw_door_set closed = {{0}};
    assert_int_equal(light_at(map, &closed, dw_scene_mm(4000, 2000)), 80);
    assert_int_equal(light_at(map, &closed, dw_scene_mm(3000, 2000)), 64);
    assert_int_equal(light_at(map, &closed, dw_scene_mm(1500, 2000)), 40);
    assert_int_equal(dw_light_fades(80, 5000, 4999), 0);
    assert_int_equal(dw_light_fades(80, 5000, 5000), 0);
    assert_int_equal(dw_light_fades(80, 5000, 9000), 0);
    dw_scene_destroy(scene);
}

static void the_larger_of_room_and_lamp_counts(void **state)
{
    (void)state;
    dw_scene *scene = two_rooms();
    dw_scene_set_light(scene, 0, 50);
    const dw_map *map = dw_scene_build(scene);
    const dw_door_set closed = {{0}};
    assert_int_equal(light_at(map, &closed, dw_scene_mm(3000, 2000)), 64);
    assert_int_equal(light_at(map, &closed, dw_scene_mm(1500, 2000)), 50);
    assert_int_equal(light_at(map, &closed, dw_scene_mm(-5000, 2000)),
                     100); /* Outside of all rooms. */
    dw_scene_destroy(scene);
}

static void walls_leaves_and_high_furniture_break_the_light(void **state)
{
    (void)state;
    dw_scene *scene = two_rooms();
    dw_scene_furniture(scene, 2000, 1500, 300, 1000, 701);
    dw_scene_furniture(scene, 3800, 3000, 600, 300, 700);
    const dw_map *map = dw_scene_build(scene);
    dw_door_set open = {{0}};
    assert_int_equal(light_at(map, &open, dw_scene_mm(7000, 2000)), 12);
    dw_door_set_put(&open, 0, true);
    assert_int_equal(light_at(map, &open, dw_scene_mm(7000, 2000)), 32);
    assert_int_equal(light_at(map, &open, dw_scene_mm(7000, 400)), 12);
    assert_int_equal(light_at(map, &open, dw_scene_mm(1500, 2000)), 0);
    assert_int_equal(light_at(map, &open, dw_scene_mm(4000, 3500)), 56); /* Over a table. */
    dw_scene_destroy(scene);
}

static void a_switch_works_its_lamps_and_no_others(void **state)
{
    (void)state;
    dw_scene *scene = two_rooms();
    const uint16_t other = dw_scene_switch(scene, "east", 3000, 0);
    dw_scene_set_lamp_off(scene, dw_scene_lamp(scene, 1000, 2000, 1000, 60, other));
    dw_scene_set_lamp_off(scene, dw_scene_lamp(scene, 1000, 3500, 1000, 30, 0));
    const dw_map *map = dw_scene_build(scene);
    const bool lit[4][3] = {
        {true, false, false}, {false, false, true}, {true, true, false}, {false, true, true}};
    for (dw_switch_set worked = 0; worked < 4; worked++) {
        for (uint32_t i = 0; i < 3; i++) {
            assert_int_equal(dw_lamp_is_lit(&map->lamps[i], worked), lit[worked][i]);
        }
    }
    dw_scene_destroy(scene);
}

/* The definition, lamp by lamp. */
static int32_t slow_light(const dw_map *map, const dw_door_set *open, dw_switch_set worked,
                          dw_vec at, uint16_t room)
{
    int32_t light = map->rooms[room].light;
    for (uint32_t i = 0; i < map->lamp_count; i++) {
        const dw_lamp *lamp = &map->lamps[i];
        const int32_t shines =
            dw_light_fades(lamp->level, lamp->range, dw_distance(at, lamp->position));
        if (dw_lamp_is_lit(lamp, worked) && shines > light &&
            dw_sight_clear(map, open, lamp->position, at, DW_SIGHT_OVER_MIDDLE)) {
            light = shines;
        }
    }
    return light;
}

static void light_equals_the_slow_way_on_random_maps(void **state)
{
    (void)state;
    uint32_t by_lamp = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        dw_rng rng;
        dw_rng_init(&rng, seed, 0);
        dw_scene *scene = dw_scene_create();
        const dw_map *map = dw_scene_random(scene, &rng, 4, 3);
        for (uint32_t i = 0; i < 24; i++) {
            const dw_rect room = map->rooms[dw_rng_below(&rng, map->room_count)].area;
            const dw_vec at = dw_rect_centre(room);
            dw_scene_lamp(scene, at.x / DW_UNITS_PER_MM + dw_rng_between(&rng, -900, 900),
                          at.y / DW_UNITS_PER_MM + dw_rng_between(&rng, -900, 900),
                          dw_rng_between(&rng, 100, 9000), (uint8_t)dw_rng_between(&rng, 1, 100),
                          DW_NONE);
        }
        for (uint16_t room = 0; room < map->room_count; room++) {
            dw_scene_set_light(scene, room, (uint8_t)dw_rng_below(&rng, 30));
        }
        if (dw_scene_try(scene, &map, NULL) == DW_OK) { /* No lamp inside of furniture. */
            dw_door_set open = {{dw_rng_next(&rng)}};
            for (uint32_t trial = 0; trial < 300; trial++) {
                const dw_vec at = {dw_rng_between(&rng, map->bounds.min.x, map->bounds.max.x - 1),
                                   dw_rng_between(&rng, map->bounds.min.y, map->bounds.max.y - 1)};
                const uint16_t room = dw_map_room_at(map, at);
                const int32_t light = dw_light_at(map, &open, 0, at, room);
                assert_int_equal(light, slow_light(map, &open, 0, at, room));
                by_lamp += light > map->rooms[room].light;
            }
        }
        dw_scene_destroy(scene);
    }
    assert_true(by_lamp > 500);
}

static void the_gain_is_10_in_the_dark_35_at_20_and_100_from_60_on(void **state)
{
    (void)state;
    assert_int_equal(dw_light_gain_percent(0), 10);
    assert_int_equal(dw_light_gain_percent(10), 22);
    assert_int_equal(dw_light_gain_percent(20), 35);
    assert_int_equal(dw_light_gain_percent(40), 67);
    assert_int_equal(dw_light_gain_percent(60), 100);
    assert_int_equal(dw_light_gain_percent(100), 100);
    for (int32_t light = 1; light <= DW_LIGHT_MAX; light++) {
        assert_true(dw_light_gain_percent(light) >= dw_light_gain_percent(light - 1));
    }
}

static void expect_refused(dw_scene *scene, const char *text)
{
    const dw_map *map = NULL;
    dw_error error = {""};
    assert_int_not_equal(dw_scene_try(scene, &map, &error), DW_OK);
    assert_string_equal(error.text, text);
    dw_scene_destroy(scene);
}

static void lamps_that_cannot_shine_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = two_rooms();
    dw_scene_lamp(scene, 6050, 3000, 1000, 50, DW_NONE);
    expect_refused(scene,
                   "lamp 2 at 605,300: it is inside of a wall, where its light cannot leave");
    scene = two_rooms();
    dw_scene_lamp(scene, 16000, 3000, 1000, 50, DW_NONE);
    expect_refused(scene, "lamp 2 at 1600,300: it is outside of all rooms");
    scene = two_rooms();
    dw_scene_furniture(scene, 1000, 1000, 500, 500, 900);
    dw_scene_lamp(scene, 1200, 1200, 1000, 50, DW_NONE);
    expect_refused(scene, "lamp 2 at 120,120: it is inside of furniture above 0.7, where its light "
                          "cannot leave");
    scene = two_rooms();
    dw_scene_lamp(scene, 1200, 1200, 1000, 50, 1);
    expect_refused(scene, "lamp 2 at 120,120: its switch does not exist");
}

static void switches_that_nobody_can_work_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = two_rooms();
    dw_scene_switch(scene, "east", 2000, 2000);
    expect_refused(scene, "switch \"east\": it is not on a wall of its room");
    scene = two_rooms();
    dw_scene_switch(scene, "east", 5900, 1600);
    expect_refused(scene, "switch \"east\": it does not lie inside of one room");
    scene = two_rooms();
    dw_scene_switch(scene, "east", 2900, 0);
    dw_scene_furniture(scene, 2000, 100, 2000, 900, 500);
    expect_refused(scene,
                   "switch \"east\": no place from which it can be worked can be reached from "
                   "the spawns");
    scene = two_rooms();
    dw_scene_switch(scene, "west", 3000, 0);
    expect_refused(scene, "switch \"west\": another switch has the same name");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_fades_evenly_to_nothing_at_the_range),
        cmocka_unit_test(the_larger_of_room_and_lamp_counts),
        cmocka_unit_test(walls_leaves_and_high_furniture_break_the_light),
        cmocka_unit_test(a_switch_works_its_lamps_and_no_others),
        cmocka_unit_test(light_equals_the_slow_way_on_random_maps),
        cmocka_unit_test(the_gain_is_10_in_the_dark_35_at_20_and_100_from_60_on),
        cmocka_unit_test(lamps_that_cannot_shine_are_refused),
        cmocka_unit_test(switches_that_nobody_can_work_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
