#include "common/base/check.h"
#include "common/world/light.h"
#include "common/world/map_index.h"
#include "common/world/movement.h"
#include "common/world/state.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

#include <stdio.h>

/* A sound map with one of everything, for a test to spoil: a hall and a study, a door between
 * them, a desk, a guard. */
static dw_scene *sound(void)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 6000, 0, 4000, 4000);
    dw_scene_door(scene, "hall-study", hall, study, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(scene, 8000, 500, 1200, 600, 600);
    dw_scene_objective(scene, 8500, 700, 200, 200);
    dw_scene_spawn(scene, 1000, 2000);
    dw_scene_spawn(scene, 1000, 1000);
    dw_scene_exit(scene, 500, 500, 1000, 2000);
    dw_scene_patrol(scene, "round", "hall, study");
    dw_scene_guard(scene, "ann", 8000, 3000, 90, "round");
    return scene;
}

static void expect_refused(dw_scene *scene, const char *text)
{
    const dw_map *map = NULL;
    dw_error error = {{0}};
    assert_int_not_equal(dw_scene_try(scene, &map, &error), DW_OK);
    assert_string_equal(error.text, text);
    assert_null(map);
    dw_scene_destroy(scene);
}

static dw_room *room_of(dw_scene *scene, uint32_t i)
{
    return (dw_room *)dw_scene_parts(scene)->rooms + i;
}

static dw_furniture *furniture_of(dw_scene *scene, uint32_t i)
{
    return (dw_furniture *)dw_scene_parts(scene)->furniture + i;
}

static void a_sound_map_has_all_that_is_derived(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    const dw_map *map = dw_scene_build(scene);
    assert_int_equal(map->bounds.max.x, DW_MM(10000));
    assert_int_equal(map->sight_scale, dw_isqrt((uint64_t)DW_MM(5000) * DW_MM(5000) +
                                                (uint64_t)DW_MM(2000) * DW_MM(2000)));
    assert_int_equal(map->furniture[0].room, 1);
    assert_int_equal(map->items[0].room, 1);
    assert_int_equal(map->items[0].furniture, 0);
    assert_int_equal(map->exit_room, 0);
    assert_int_equal(map->rooms[0].door_count, 1);
    assert_int_equal(map->rooms[1].doors[0], 0);
    const dw_door *door = &map->doors[0];
    assert_true(door->passes_along_x);
    assert_false(door->circular);
    assert_int_equal(door->half[0].room, 0);
    assert_int_equal(door->half[1].room, 1);
    assert_int_equal(door->doorway.min.x, DW_MM(5900));
    assert_int_equal(door->doorway.max.x, DW_MM(6100));
    assert_int_equal(door->half[1].point.x, DW_MM(6050));
    assert_int_equal(door->half[1].point.y, DW_MM(2000));
    assert_string_equal(map->title, "scene");
    dw_scene_destroy(scene);
}

static void a_door_drawn_from_the_far_side_has_the_same_doorway(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "a", 0, 0, 4000, 4000);
    dw_scene_room(scene, "b", 4000, 0, 4000, 4000);
    dw_scene_room(scene, "c", 0, 4000, 4000, 4000);
    dw_scene_door(scene, "ba", 1, 0, 1000, 800, DW_SCENE_OPEN);
    dw_scene_door(scene, "ca", 2, 0, 1000, 800, DW_SCENE_CLOSED);
    const dw_map *map = dw_scene_build(scene);
    assert_int_equal(map->doors[0].doorway.min.x, DW_MM(3900));
    assert_int_equal(map->doors[1].doorway.min.y, DW_MM(3900));
    assert_int_equal(map->doors[1].doorway.max.y, DW_MM(4100));
    assert_false(map->doors[1].passes_along_x);
    const dw_door_set open = dw_map_doors_at_start(map);
    assert_true(dw_door_set_has(&open, 0));
    assert_false(dw_door_set_has(&open, 1));
    dw_scene_destroy(scene);
}

/* By the rule itself: within `wall_half` of a room's side and in no door half. */
static bool is_wall(const dw_map *map, dw_vec p)
{
    for (uint32_t i = 0; i < map->door_count; i++) {
        if (dw_rect_holds(map->doors[i].half[0].area, p) ||
            dw_rect_holds(map->doors[i].half[1].area, p)) {
            return false;
        }
    }
    const uint16_t room = dw_map_room_at(map, p);
    return room != DW_NONE &&
           !dw_rect_holds(dw_rect_grown(map->rooms[room].area, -map->wall_half), p);
}

static void walls_cover_the_strips_of_all_rooms_once_and_nothing_else(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 51, 1);
    for (uint32_t round = 0; round < 100; round++) {
        dw_scene *scene = dw_scene_create();
        const dw_map *map =
            dw_scene_random(scene, &rng, 1 + dw_rng_below(&rng, 4), 1 + dw_rng_below(&rng, 4));
        for (uint32_t i = 0; i < map->wall_count; i++) {
            for (uint32_t j = 0; j < i; j++) {
                assert_false(dw_rect_overlaps(map->walls[i], map->walls[j]));
            }
        }
        for (uint32_t i = 0; i < 2000; i++) {
            const dw_rect b = map->bounds;
            dw_vec p = {dw_rng_between(&rng, b.min.x, b.max.x - 1),
                        dw_rng_between(&rng, b.min.y, b.max.y - 1)};
            if (i % 2 == 0) { /* Near a wall. */
                const dw_rect r =
                    dw_rect_grown(map->walls[dw_rng_below(&rng, map->wall_count)], 60);
                p = (dw_vec){dw_rng_between(&rng, r.min.x, r.max.x),
                             dw_rng_between(&rng, r.min.y, r.max.y)};
            }
            uint32_t covered = 0;
            for (uint32_t j = 0; j < map->wall_count; j++) {
                covered += dw_rect_holds(map->walls[j], p);
            }
            assert_int_equal(covered, is_wall(map, p));
        }
        dw_scene_destroy(scene);
    }
}

static void a_single_room_has_four_walls(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 4000, 4000);
    assert_int_equal(dw_scene_build(scene)->wall_count, 4);
    dw_scene_destroy(scene);
}

static void the_room_of_a_point_is_the_half_open_one_that_holds_it(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 52, 1);
    dw_scene *scene = dw_scene_create();
    const dw_map *map = dw_scene_random(scene, &rng, 4, 3);
    for (uint32_t i = 0; i < 5000; i++) {
        const dw_rect near = map->rooms[dw_rng_below(&rng, map->room_count)].area;
        const dw_vec p = {
            i % 3 == 0 ? near.min.x : dw_rng_between(&rng, near.min.x - 60, near.max.x + 60),
            i % 3 == 1 ? near.max.y : dw_rng_between(&rng, near.min.y - 60, near.max.y + 60)};
        uint16_t expected = DW_NONE;
        for (uint16_t j = 0; j < map->room_count; j++) {
            expected = dw_rect_holds(map->rooms[j].area, p) ? j : expected;
        }
        assert_int_equal(dw_map_room_at(map, p), expected);
    }
    dw_scene_destroy(scene);
}

static void doors_of_a_ring_are_circular_and_others_are_not(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "a", 0, 0, 4000, 4000);
    dw_scene_room(scene, "b", 4000, 0, 4000, 4000);
    dw_scene_room(scene, "c", 0, 4000, 4000, 4000);
    dw_scene_room(scene, "d", 4000, 4000, 4000, 4000);
    dw_scene_room(scene, "e", 8000, 0, 4000, 4000);
    dw_scene_door(scene, "ab", 0, 1, 1000, 800, DW_SCENE_CLOSED);
    dw_scene_door(scene, "ac", 0, 2, 1000, 800, DW_SCENE_CLOSED);
    dw_scene_door(scene, "bd", 1, 3, 5000, 800, DW_SCENE_CLOSED);
    dw_scene_door(scene, "cd", 2, 3, 5000, 800, DW_SCENE_CLOSED);
    dw_scene_door(scene, "be", 1, 4, 1000, 800, DW_SCENE_CLOSED);
    const dw_map *map = dw_scene_build(scene);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(map->doors[i].circular);
    }
    assert_false(map->doors[4].circular);
    dw_scene_destroy(scene);
}

static void a_balcony_counts_for_the_bounds_and_not_for_the_sight_scale(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    const uint16_t balcony = dw_scene_room(scene, "balcony", 10000, 0, 2000, 4000);
    dw_scene_door(scene, "out", 1, balcony, 1000, 800, DW_SCENE_CLOSED);
    room_of(scene, balcony)->balcony = true;
    const dw_map *map = dw_scene_build(scene);
    assert_int_equal(map->bounds.max.x, DW_MM(12000));
    assert_int_equal(map->sight_scale, dw_isqrt((uint64_t)DW_MM(5000) * DW_MM(5000) +
                                                (uint64_t)DW_MM(2000) * DW_MM(2000)));
    dw_scene_destroy(scene);
}

static void a_map_without_guards_is_as_valid(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_parts(scene)->guard_count = 0;
    dw_scene_parts(scene)->patrol_count = 0;
    assert_int_equal(dw_scene_build(scene)->guard_count, 0);
    dw_scene_destroy(scene);
}

static void a_full_arena_is_told_and_left_as_it_was(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    const dw_map *whole = dw_scene_build(scene);
    dw_map parts = *dw_scene_parts(scene);
    parts.intruders_max = 1;
    memcpy(parts.items[0].name, "documents", sizeof("documents"));
    for (size_t size = 0; size < 8000; size += 160) {
        dw_arena arena;
        assert_int_equal(dw_arena_create(&arena, size + 16), DW_OK);
        const dw_map *map = NULL;
        const dw_status status = dw_map_build(&map, &arena, &parts, NULL);
        assert_true(status == DW_MEMORY || status == DW_OK);
        assert_true(status == DW_OK || (map == NULL && arena.used == 0));
        dw_arena_destroy(&arena);
    }
    assert_non_null(whole);
    dw_scene_destroy(scene);
}

static void rooms_that_overlap_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_room(scene, "closet", 5000, 3000, 1000, 1000);
    expect_refused(scene, "room \"closet\": it overlaps room \"hall\"");
}

static void two_rooms_of_one_name_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_room(scene, "hall", 0, 4000, 4000, 4000);
    expect_refused(scene, "room \"hall\": another room has the same name");
}

static void two_doors_of_one_name_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_door(scene, "hall-study", 0, 1, 2800, 800, DW_SCENE_CLOSED);
    expect_refused(scene, "door \"hall-study\": another door has the same name");
}

static void two_guards_of_one_name_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_guard(scene, "ann", 9000, 3000, 90, "round");
    expect_refused(scene, "guard \"ann\": another guard has the same name");
}

static void two_patrols_of_one_name_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_patrol(scene, "round", "hall");
    expect_refused(scene, "patrol \"round\": another patrol has the same name");
}

static void a_name_with_a_comma_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    memcpy(room_of(scene, 0)->name, "h,l", sizeof("h,l"));
    expect_refused(scene, "room 1: its name must have 1 to 31 bytes of text without a comma");
}

static void a_name_without_an_end_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    memset(room_of(scene, 1)->name, 'x', DW_NAME_SIZE);
    expect_refused(scene, "room 2: its name must have 1 to 31 bytes of text without a comma");
}

static void a_room_too_small_to_stand_in_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_room(scene, "slit", 0, 4000, 690, 4000);
    expect_refused(scene,
                   "room \"slit\": no body fits between its walls; each side needs 70 pixels");
    scene = sound();
    dw_scene_room(scene, "slot", 0, 4000, 4000, 690);
    expect_refused(scene,
                   "room \"slot\": no body fits between its walls; each side needs 70 pixels");
}

static void the_first_room_is_checked_like_each_other(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        char text[128];
        dw_scene *scene = sound();
        room_of(scene, i)->light = DW_LIGHT_MAX + 1;
        (void)snprintf(text, sizeof text, "room \"%s\": its light is not in 0 .. %d",
                       i == 0 ? "hall" : "study", DW_LIGHT_MAX);
        expect_refused(scene, text);
        scene = sound();
        room_of(scene, i)->floor = DW_FLOOR_COUNT;
        (void)snprintf(text, sizeof text, "room \"%s\": its kind or floor does not exist",
                       i == 0 ? "hall" : "study");
        expect_refused(scene, text);
    }
}

static void a_room_outside_of_the_plane_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_room(scene, "far", 199000, 0, 2000, 4000);
    expect_refused(scene, "room \"far\": it is empty or outside of 0 .. 20000 pixels");
}

static void a_map_without_rooms_or_spawns_is_refused(void **state)
{
    (void)state;
    expect_refused(dw_scene_create(), "there is no room");
    dw_scene *scene = sound();
    dw_map parts = *dw_scene_parts(scene);
    parts.spawn_count = 0;
    dw_arena arena;
    assert_int_equal(dw_arena_create(&arena, 1 << 20), DW_OK);
    const dw_map *map = NULL;
    dw_error error = {{0}};
    assert_int_equal(dw_map_build(&map, &arena, &parts, &error), DW_INVALID);
    assert_string_equal(error.text, "there is no spawn");
    dw_arena_destroy(&arena);
    dw_scene_destroy(scene);
}

static void more_intruders_than_spawns_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_parts(scene)->intruders_max = 3;
    expect_refused(scene, "intruders: 3 is not in 1 .. 2, the number of spawns");
}

static void walls_of_no_thickness_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_parts(scene)->wall_half = 0;
    expect_refused(scene, "wall_half_mm: 0 is not in 10 .. 500");
}

static void halves_that_do_not_face_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_door *door = dw_scene_door_parts(scene, 0);
    door->half[1].area.min.y += DW_MM(10);
    door->half[1].area.max.y += DW_MM(10);
    expect_refused(scene, "door \"hall-study\": its halves do not face each other across the edge "
                          "of two rooms");
}

static void halves_in_one_room_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_door *door = dw_scene_door_parts(scene, 0);
    door->half[1].area = door->half[0].area;
    door->half[1].area.min.x -= DW_MM(100);
    door->half[1].area.max.x -= DW_MM(100);
    expect_refused(scene, "door \"hall-study\": its halves do not face each other across the edge "
                          "of two rooms");
}

static void a_half_in_no_room_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_door_parts(scene, 0)->half[1].area.max.y = DW_MM(4500);
    expect_refused(scene, "door \"hall-study\": a half lies in no room");
}

static void a_half_that_is_too_deep_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_door_parts(scene, 0)->half[1].area.max.x += DW_MM(10);
    expect_refused(scene,
                   "door \"hall-study\": a half is not as deep as the wall strip of its room");
}

static void a_door_narrower_than_600_mm_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_door(scene, "slit", 0, 1, 3000, 590, DW_SCENE_CLOSED);
    expect_refused(scene, "door \"slit\": it is narrower than 60 pixels along the wall");
}

static void a_door_in_a_corner_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_door(scene, "corner", 0, 1, 50, 800, DW_SCENE_CLOSED);
    expect_refused(scene, "door \"corner\": a half reaches into the wall at a corner of its room");
}

static void doors_that_overlap_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_door(scene, "second", 0, 1, 2400, 800, DW_SCENE_CLOSED);
    expect_refused(scene, "door \"second\": it overlaps door \"hall-study\"");
}

static void a_door_with_no_leaf_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_door_parts(scene, 0)->leaf = 2;
    expect_refused(scene, "door \"hall-study\": exactly one half must have the leaf");
}

static void furniture_across_two_rooms_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_furniture(scene, 5500, 3000, 1000, 500, 500);
    expect_refused(scene, "furniture 2 at 550,300: it does not lie inside of one room");
}

static void furniture_in_a_doorway_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_furniture(scene, 5500, 2000, 401, 500, 500);
    expect_refused(scene, "furniture 2 at 550,200: it stands in door \"hall-study\"");
}

static void furniture_without_an_inside_or_too_high_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    furniture_of(scene, 0)->area.max.x = furniture_of(scene, 0)->area.min.x;
    expect_refused(scene, "furniture 1 at 800,50: it is empty or outside of 0 .. 20000 pixels");
    scene = sound();
    furniture_of(scene, 0)->height = 1001;
    expect_refused(scene, "furniture 1 at 800,50: its height or kind does not exist");
}

static void a_spawn_in_something_solid_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_spawn(scene, 349, 2000);
    expect_refused(scene, "spawn 3 at 34,200: it stands in something solid");
    scene = sound();
    dw_scene_spawn(scene, 350, 2000); /* Contact is fine. */
    (void)dw_scene_build(scene);
    dw_scene_destroy(scene);
}

static void a_spawn_outside_of_the_rooms_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_spawn(scene, 12000, 2000);
    expect_refused(scene, "spawn 3 at 1200,200: it is outside of all rooms");
}

static void a_guard_in_something_solid_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_guard(scene, "bob", 8000, 1000, 0, "round");
    expect_refused(scene, "guard \"bob\": it stands in something solid");
}

static void a_guard_in_a_doorway_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_guard(scene, "bob", 6300, 2000, 0, "round");
    expect_refused(scene, "guard \"bob\": it stands in door \"hall-study\"");
}

static void a_guard_without_a_patrol_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    ((dw_guard_post *)dw_scene_parts(scene)->guards)[0].patrol = 1;
    expect_refused(scene, "guard \"ann\": its patrol does not exist");
}

static void a_patrol_of_no_room_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_patrol(scene, "idle", "");
    expect_refused(scene, "patrol \"idle\": it names no room");
    scene = sound();
    ((dw_patrol *)dw_scene_parts(scene)->patrols)[0].stops[1] = 2;
    expect_refused(scene, "patrol \"round\": room 2 of it does not exist");
}

static dw_scene *with_vase(int32_t x, int32_t y)
{
    dw_scene *scene = sound();
    (void)dw_scene_item(scene, "vase", x, y);
    return scene;
}

static void each_item_is_placed_and_checked(void **state)
{
    (void)state;
    dw_scene *scene = with_vase(1000, 3000);
    const dw_map *map = dw_scene_build(scene);
    assert_int_equal(map->item_count, 2);
    assert_int_equal(map->items[0].room, 1);
    assert_int_equal(map->items[0].furniture, 0);
    assert_int_equal(map->items[1].room, 0);
    assert_int_equal(map->items[1].furniture, DW_NONE);
    assert_string_equal(map->items[1].name, "vase");
    dw_scene_destroy(scene);
    expect_refused(with_vase(5900, 1900), "objective \"vase\": it does not lie inside of one room");
    scene = with_vase(1000, 3000);
    memcpy(dw_scene_parts(scene)->items[0].name, "vase", sizeof("vase"));
    expect_refused(scene, "item \"vase\": another item has the same name");
    scene = with_vase(1000, 3000);
    dw_scene_parts(scene)->items[1].kind = DW_ITEM_KIND_COUNT;
    expect_refused(scene, "item \"vase\": its kind does not exist");
    scene = with_vase(1000, 3000);
    dw_scene_parts(scene)->item_count = DW_ITEMS_MAX + 1;
    expect_refused(scene, "9 objects of class item, at most 8 are allowed");
    scene = sound();
    dw_scene_parts(scene)->items[0].kind = DW_ITEM_KIND_COUNT;
    expect_refused(scene, "there is no objective");
}

static void each_device_is_placed_and_checked(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    (void)dw_scene_device(scene, "phone", 1000, 3000);
    dw_scene_area(scene, "corner", 100, 100, 5000, 1000);
    const dw_map *map = dw_scene_build(scene);
    assert_int_equal(map->device_count, 1);
    assert_int_equal(map->devices[0].room, 0);
    assert_int_equal(map->devices[0].furniture, DW_NONE);
    assert_string_equal(map->areas[0].name, "corner");
    dw_scene_destroy(scene);
    scene = sound();
    (void)dw_scene_device(scene, "phone", 5900, 1900);
    expect_refused(scene, "device \"phone\": it does not lie inside of one room");
    scene = sound();
    (void)dw_scene_device(scene, "phone", 1000, 3000);
    (void)dw_scene_device(scene, "phone", 2000, 3000);
    expect_refused(scene, "device \"phone\": another device has the same name");
    scene = sound();
    (void)dw_scene_area(scene, "exit", 1000, 1000, 500, 500);
    expect_refused(scene, "area \"exit\": a room or the exit has that name");
}

static void an_objective_or_exit_across_rooms_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_objective(scene, 5900, 1900, 200, 200);
    expect_refused(scene, "objective \"documents\": it does not lie inside of one room");
    scene = sound();
    dw_scene_exit(scene, 5000, 1000, 2000, 1000);
    expect_refused(scene, "exit: it does not lie inside of one room (without an exit object it is "
                          "the box around the spawns)");
}

/* Coarse cells answer the same, later: each query would walk all solids. */
static void each_cell_of_a_large_map_lists_few_solids(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    const uint16_t hall = dw_scene_room(scene, "long hall", 0, 4000, 60000, 3000);
    for (int32_t i = 0; i < 40; i++) {
        dw_scene_furniture(scene, 1000 + 1400 * i, 5200, 600, 600, 600);
    }
    dw_scene_door(scene, "hall-long", 0, hall, 1500, 1000, DW_SCENE_CLOSED);
    const dw_solid_index *index = dw_scene_build(scene)->index;
    assert_true(index->all_count > 40);
    assert_true(index->columns > 20);
    assert_true(index->rows > 2);
    dw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_map_has_all_that_is_derived),
        cmocka_unit_test(each_cell_of_a_large_map_lists_few_solids),
        cmocka_unit_test(a_door_drawn_from_the_far_side_has_the_same_doorway),
        cmocka_unit_test(walls_cover_the_strips_of_all_rooms_once_and_nothing_else),
        cmocka_unit_test(a_single_room_has_four_walls),
        cmocka_unit_test(the_room_of_a_point_is_the_half_open_one_that_holds_it),
        cmocka_unit_test(doors_of_a_ring_are_circular_and_others_are_not),
        cmocka_unit_test(a_balcony_counts_for_the_bounds_and_not_for_the_sight_scale),
        cmocka_unit_test(a_map_without_guards_is_as_valid),
        cmocka_unit_test(a_full_arena_is_told_and_left_as_it_was),
        cmocka_unit_test(rooms_that_overlap_are_refused),
        cmocka_unit_test(two_rooms_of_one_name_are_refused),
        cmocka_unit_test(two_doors_of_one_name_are_refused),
        cmocka_unit_test(two_guards_of_one_name_are_refused),
        cmocka_unit_test(two_patrols_of_one_name_are_refused),
        cmocka_unit_test(a_name_with_a_comma_is_refused),
        cmocka_unit_test(a_name_without_an_end_is_refused),
        cmocka_unit_test(a_room_too_small_to_stand_in_is_refused),
        cmocka_unit_test(the_first_room_is_checked_like_each_other),
        cmocka_unit_test(a_room_outside_of_the_plane_is_refused),
        cmocka_unit_test(a_map_without_rooms_or_spawns_is_refused),
        cmocka_unit_test(more_intruders_than_spawns_are_refused),
        cmocka_unit_test(walls_of_no_thickness_are_refused),
        cmocka_unit_test(halves_that_do_not_face_are_refused),
        cmocka_unit_test(halves_in_one_room_are_refused),
        cmocka_unit_test(a_half_in_no_room_is_refused),
        cmocka_unit_test(a_half_that_is_too_deep_is_refused),
        cmocka_unit_test(a_door_narrower_than_600_mm_is_refused),
        cmocka_unit_test(a_door_in_a_corner_is_refused),
        cmocka_unit_test(doors_that_overlap_are_refused),
        cmocka_unit_test(a_door_with_no_leaf_is_refused),
        cmocka_unit_test(furniture_across_two_rooms_is_refused),
        cmocka_unit_test(furniture_in_a_doorway_is_refused),
        cmocka_unit_test(furniture_without_an_inside_or_too_high_is_refused),
        cmocka_unit_test(a_spawn_in_something_solid_is_refused),
        cmocka_unit_test(a_spawn_outside_of_the_rooms_is_refused),
        cmocka_unit_test(a_guard_in_something_solid_is_refused),
        cmocka_unit_test(a_guard_in_a_doorway_is_refused),
        cmocka_unit_test(a_guard_without_a_patrol_is_refused),
        cmocka_unit_test(a_patrol_of_no_room_is_refused),
        cmocka_unit_test(each_item_is_placed_and_checked),
        cmocka_unit_test(each_device_is_placed_and_checked),
        cmocka_unit_test(an_objective_or_exit_across_rooms_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
