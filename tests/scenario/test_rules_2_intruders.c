/* server/RULES.md 2.1 to 2.10: how intruders move and what the use key does. */
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

typedef struct house {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} house;

static house open_house(dw_scene *scene)
{
    house it = {.scene = scene};
    dw_scene_patrol(scene, "round", "hall");
    dw_scene_guard(scene, "ann", 500, 500, 0, "round");
    it.venue = dw_venue_of(dw_scene_build(scene));
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, NULL);
    return it;
}

static void close_house(house *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static void walk_from_the_middle(uint8_t direction, uint8_t buttons, int32_t speed)
{
    static const int signs[DW_DIRECTION_COUNT][2] = {{0, 0},  {1, 0},   {1, 1},  {0, 1}, {-1, 1},
                                                     {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 10000, 10000);
    dw_scene_spawn(scene, 5000, 5000);
    house it = open_house(scene);
    dw_stage_walk(it.stage, 0, (dw_direction)direction, buttons);
    dw_stage_run(it.stage, 60);
    const dw_body *body = &dw_intruder_actor(it.stage->world, 0)->body;
    /* A second straight on is `speed` millimetres; each axis of a diagonal gets its share. */
    const bool diagonal = signs[direction][0] != 0 && signs[direction][1] != 0;
    const int32_t way = diagonal ? (int32_t)((int64_t)speed * 46341 >> 16) : speed;
    assert_int_equal(body->position.x, DW_MM(5000) + signs[direction][0] * way * 60);
    assert_int_equal(body->position.y, DW_MM(5000) + signs[direction][1] * way * 60);
    assert_int_equal(body->moving, direction != DW_STAND);
    if (direction != DW_STAND) {
        assert_int_equal(body->heading_bam, (direction - 1) * 8192);
    }
    close_house(&it);
}

static void walk_each_way(uint8_t buttons, int32_t speed)
{
    for (uint32_t direction = DW_STAND; direction < DW_DIRECTION_COUNT; direction++) {
        walk_from_the_middle((uint8_t)direction, buttons, speed);
    }
}

static void eight_directions_at_walk_1800(void **state)
{
    (void)state;
    walk_each_way(0, 1800);
}

static void eight_directions_at_crouch_900(void **state)
{
    (void)state;
    walk_each_way(DW_BUTTON_CROUCH, 900);
}

static void eight_directions_at_sprint_3300(void **state)
{
    (void)state;
    walk_each_way(DW_BUTTON_SPRINT, 3300);
}

static void crouch_wins_over_sprint(void **state)
{
    (void)state;
    walk_each_way(DW_BUTTON_CROUCH | DW_BUTTON_SPRINT, 900);
}

/* The hall, 8 m x 4 m, with a door in its right wall (y 1500 to 2500) and one in the lower wall
 * (x 6000 to 7000); the documents lie on the floor near both. */
static dw_scene *hall_with_two_doors(bool objective_near)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 8000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 8000, 0, 4000, 4000);
    const uint16_t cellar = dw_scene_room(scene, "cellar", 0, 4000, 8000, 4000);
    dw_scene_door(scene, "right", hall, study, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "lower", hall, cellar, 6000, 1000, DW_SCENE_CLOSED);
    if (objective_near) {
        dw_scene_objective(scene, 7000, 2500, 200, 200);
    } else {
        dw_scene_objective(scene, 11000, 3000, 200, 200);
    }
    dw_scene_exit(scene, 300, 300, 500, 500);
    dw_scene_spawn(scene, 7300, 2000);
    return scene;
}

static bool open_at(const house *it, uint32_t door)
{
    return dw_door_set_has(&it->stage->world->open, door);
}

static void the_use_key_takes_the_objective_before_the_nearest_door(void **state)
{
    (void)state;
    house it = open_house(hall_with_two_doors(true));
    dw_stage_put_intruder(it.stage, 0,
                          dw_scene_mm(7500, 2300)); /* 400 from the door, less than 500 off. */
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(it.stage->world->items[0].state, DW_ITEM_CARRIED);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_TAKEN, DW_NONE, 0), 1);
    assert_false(open_at(&it, 0));
    dw_stage_press_use(it.stage, 0); /* Now only the door is left. */
    assert_true(open_at(&it, 0));
    assert_int_equal(it.stage->world->items[0].carrier, 0);
    close_house(&it);
}

static void the_nearest_door_is_used(void **state)
{
    (void)state;
    house it = open_house(hall_with_two_doors(false));
    /* Doorways begin at x 7900 and y 3900: 490 from one, 400 from the other. */
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(7410, 3500));
    const dw_rect right = it.venue->map->doors[0].doorway;
    assert_int_equal(right.min.x, DW_MM(7900));
    dw_stage_press_use(it.stage, 0);
    assert_false(open_at(&it, 0));
    assert_true(open_at(&it, 1));
    close_house(&it);
}

static void of_two_doors_as_near_the_lower_index_is_used(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 3000, 4000);
    const uint16_t left = dw_scene_room(scene, "left", 3000, 0, 4000, 2000);
    const uint16_t right = dw_scene_room(scene, "right", 3000, 2000, 4000, 2000);
    dw_scene_door(scene, "one", hall, right, 2200, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "two", hall, left, 800, 1000, DW_SCENE_CLOSED);
    dw_scene_spawn(scene, 2600, 2000); /* 200 from the edge of both, up and down. */
    dw_scene_exit(scene, 300, 300, 300, 300);
    dw_scene_objective(scene, 6000, 3000, 200, 200);
    house it = open_house(scene);
    dw_stage_press_use(it.stage, 0);
    assert_true(open_at(&it, 0));
    assert_false(open_at(&it, 1));
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(2600), DW_MM(2000) - 1});
    dw_stage_press_use(it.stage, 0);
    assert_true(open_at(&it, 1));
    close_house(&it);
}

static void reach_is_800_from_the_centre_to_the_nearest_point(void **state)
{
    (void)state;
    house it = open_house(hall_with_two_doors(false));
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(7900 - 800) - 1, DW_MM(2000)});
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_USE_NOTHING, DW_NONE, 0), 1);
    assert_false(open_at(&it, 0));
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(7900 - 800, 2000));
    dw_stage_press_use(it.stage, 0);
    assert_true(open_at(&it, 0));
    /* Askew, to the corner of the doorway: 480 and 640 make 800. */
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(7900 - 480, 1500 - 640));
    dw_stage_press_use(it.stage, 0);
    assert_false(open_at(&it, 0));
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(7900 - 480), DW_MM(1500 - 640) - 1});
    dw_stage_press_use(it.stage, 0);
    assert_false(open_at(&it, 0));
    close_house(&it);
}

static void nothing_in_another_room_is_in_reach(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 4000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 4000, 0, 4000, 4000);
    dw_scene_door(scene, "open", hall, study, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_objective(scene, 4120, 1900, 200, 200); /* Right behind the open doorway. */
    dw_scene_exit(scene, 300, 300, 300, 300);
    dw_scene_spawn(scene, 3600, 2000);
    house it = open_house(scene);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(it.stage->world->items[0].state, DW_ITEM_HOME);
    dw_stage_put_intruder(it.stage, 0,
                          dw_scene_mm(4000, 2000)); /* The first point of the other room. */
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(it.stage->world->items[0].state, DW_ITEM_CARRIED);
    close_house(&it);
}

/* A table with documents; between it and the intruder there may stand something low. */
static void reach_over(bool something_between, uint8_t wanted_state)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 4000);
    dw_scene_furniture(scene, 4000, 1500, 1000, 1000, 500);
    dw_scene_objective(scene, 4100, 1900, 200, 200);
    if (something_between) {
        dw_scene_furniture(scene, 3900, 1900, 100, 200, 10);
    }
    dw_scene_exit(scene, 300, 300, 300, 300);
    dw_scene_spawn(scene, 3500, 2000);
    house it = open_house(scene);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(it.stage->world->items[0].state, wanted_state);
    close_house(&it);
}

static void the_furniture_that_carries_the_thing_is_no_obstacle(void **state)
{
    (void)state;
    reach_over(false, DW_ITEM_CARRIED);
}

static void an_unbroken_line_is_needed(void **state)
{
    (void)state;
    reach_over(true, DW_ITEM_HOME);
}

static void holding_the_use_key_down_is_one_use(void **state)
{
    (void)state;
    house it = open_house(hall_with_two_doors(false));
    dw_stage_walk(it.stage, 0, DW_STAND, DW_BUTTON_USE);
    for (uint32_t tick = 0; tick < 50; tick++) {
        dw_stage_step(it.stage);
        assert_true(open_at(&it, 0));
    }
    close_house(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_directions_at_walk_1800),
        cmocka_unit_test(eight_directions_at_crouch_900),
        cmocka_unit_test(eight_directions_at_sprint_3300),
        cmocka_unit_test(crouch_wins_over_sprint),
        cmocka_unit_test(the_use_key_takes_the_objective_before_the_nearest_door),
        cmocka_unit_test(the_nearest_door_is_used),
        cmocka_unit_test(of_two_doors_as_near_the_lower_index_is_used),
        cmocka_unit_test(reach_is_800_from_the_centre_to_the_nearest_point),
        cmocka_unit_test(nothing_in_another_room_is_in_reach),
        cmocka_unit_test(the_furniture_that_carries_the_thing_is_no_obstacle),
        cmocka_unit_test(an_unbroken_line_is_needed),
        cmocka_unit_test(holding_the_use_key_down_is_one_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
