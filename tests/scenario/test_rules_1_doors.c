/* server/RULES.md 1.20 to 1.34, doors: one state for both halves, leaves, and who opens and closes.
 */
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

/* Two rooms side by side with one door, its leaf in the left one; a guard that walks to and fro,
 * and one that stands in the corner. */
typedef struct two_rooms {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
    uint16_t door;
    dw_rect leaf;
} two_rooms;

static two_rooms open_two_rooms_by(const dw_brain_kind *brain, dw_scene_leaf leaf,
                                   const dw_ruleset *by)
{
    two_rooms it = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(it.scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(it.scene, "study", 6000, 0, 6000, 4000);
    it.door = dw_scene_door(it.scene, "hall-study", hall, study, 1500, 1000, leaf);
    dw_scene_patrol(it.scene, "round", "study, hall");
    dw_scene_guard(it.scene, "ann", 1000, 2000, 0, "round");
    dw_scene_spawn(it.scene, 5300, 2000);
    dw_scene_spawn(it.scene, 6700, 2000);
    dw_scene_objective(it.scene, 11000, 3000, 200, 200);
    const dw_map *map = dw_scene_build(it.scene);
    it.venue = dw_venue_of(map);
    dw_ruleset rules = *by;
    rules.catch_ticks = 36000; /* The round goes on although guards see intruders. */
    it.stage = brain != NULL ? dw_stage_create_with(it.venue, brain, &rules)
                             : dw_stage_create(it.venue, "patrol-only", &rules);
    it.leaf = map->doors[it.door].half[0].area;
    return it;
}

static two_rooms open_two_rooms(const dw_brain_kind *brain, dw_scene_leaf leaf)
{
    const dw_ruleset rules = dw_ruleset_reference();
    return open_two_rooms_by(brain, leaf, &rules);
}

static void close_two_rooms(two_rooms *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static bool is_open(const two_rooms *it)
{
    return dw_door_set_has(&it->stage->world->open, it->door);
}

static dw_vec intruder_at(const two_rooms *it, uint8_t slot)
{
    return dw_intruder_actor(it->stage->world, slot)->body.position;
}

static void a_door_is_open_or_closed_for_both_halves_at_once(void **state)
{
    (void)state;
    two_rooms it = open_two_rooms(&dw_brain_puppet, DW_SCENE_CLOSED);
    dw_stage_reset(it.stage, 1, 3);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_DOOR_OPENED, DW_NONE, 0), 1);
    assert_true(is_open(&it));
    dw_stage_press_use(it.stage, 1); /* From the other room. */
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_DOOR_CLOSED, DW_NONE, 1), 1);
    assert_false(is_open(&it));
    close_two_rooms(&it);
}

static void a_closed_leaf_blocks_movement(void **state)
{
    (void)state;
    two_rooms it = open_two_rooms(&dw_brain_puppet, DW_SCENE_CLOSED);
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_run(it.stage, 60);
    assert_int_equal(intruder_at(&it, 0).x, it.leaf.min.x - DW_BODY_HALF);
    dw_stage_press_use(it.stage, 0);
    dw_stage_run(it.stage, 60);
    assert_true(intruder_at(&it, 0).x > DW_MM(6000) + DW_BODY_HALF);
    assert_int_equal(dw_intruder_actor(it.stage->world, 0)->room, 1);
    close_two_rooms(&it);
}

static void a_closed_leaf_blocks_sight(void **state)
{
    (void)state;
    two_rooms it = open_two_rooms(&dw_brain_puppet, DW_SCENE_CLOSED);
    dw_stage_reset(it.stage, 1, 2); /* Only the one behind the door. */
    dw_stage_step(it.stage);
    assert_false(dw_stage_sees(it.stage, 0, 1));
    dw_stage_press_use(it.stage, 1);
    assert_true(is_open(&it));
    assert_true(dw_stage_sees(it.stage, 0, 1));
    dw_stage_press_use(it.stage, 1);
    assert_false(dw_stage_sees(it.stage, 0, 1));
    close_two_rooms(&it);
}

static void a_leaf_never_closes_on_an_intruder(void **state)
{
    (void)state;
    two_rooms it = open_two_rooms(&dw_brain_puppet, DW_SCENE_OPEN);
    dw_stage_reset(it.stage, 1, 3);
    dw_stage_put_intruder(it.stage, 0, (dw_vec){it.leaf.min.x - DW_BODY_HALF + 1, DW_MM(2000)});
    dw_stage_press_use(it.stage, 1);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_USE_BLOCKED, DW_NONE, 1), 1);
    assert_true(is_open(&it));
    /* A unit further off the leaf just passes the intruder: contact is free. */
    dw_stage_put_intruder(it.stage, 0, (dw_vec){it.leaf.min.x - DW_BODY_HALF, DW_MM(2000)});
    dw_stage_press_use(it.stage, 1);
    assert_false(is_open(&it));
    close_two_rooms(&it);
}

static void a_leaf_closes_beside_a_body_in_the_other_half(void **state)
{
    (void)state;
    two_rooms it = open_two_rooms(&dw_brain_puppet, DW_SCENE_OPEN);
    dw_stage_reset(it.stage, 1, 3);
    dw_stage_put_intruder(it.stage, 0, (dw_vec){it.leaf.max.x + DW_BODY_HALF, DW_MM(2000)});
    dw_stage_press_use(it.stage, 1);
    assert_false(is_open(&it));
    close_two_rooms(&it);
}

static void a_leaf_never_closes_on_a_guard(void **state)
{
    (void)state;
    two_rooms it = open_two_rooms(&dw_brain_puppet, DW_SCENE_OPEN);
    dw_stage_put_guard(it.stage, 0, (dw_vec){it.leaf.min.x, DW_MM(2000)}, 0);
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(5300), DW_MM(2700)});
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_USE_BLOCKED, DW_NONE, 0), 1);
    assert_true(is_open(&it));
    close_two_rooms(&it);
}

static void a_guard_feels_the_body_that_keeps_its_leaf_open(void **state)
{
    (void)state;
    two_rooms it = open_two_rooms(&dw_brain_puppet, DW_SCENE_OPEN);
    dw_stage_put_guard(it.stage, 0, (dw_vec){DW_MM(6700), DW_MM(2000)}, 0);
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(5700), DW_MM(2000)});
    dw_stage_puppet(it.stage, 0)->close_door = it.door;
    dw_stage_run(it.stage, 2);
    assert_true(is_open(&it));
    assert_true(dw_sim_percepts(it.stage->sim, 0)->door_refused);
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(5000), DW_MM(2000)});
    dw_stage_step(it.stage);
    assert_false(is_open(&it));
    assert_false(dw_sim_percepts(it.stage->sim, 0)->door_refused);
    close_two_rooms(&it);
}

/* Gap between the guard's square and the doorway. */
static int32_t guard_gap(const two_rooms *it)
{
    const dw_rect doorway = it->venue->map->doors[it->door].doorway;
    const dw_vec at = dw_guard_actor(it->stage->world, 0)->body.position;
    const dw_vec nearest = dw_rect_nearest(doorway, at);
    const int32_t x = nearest.x > at.x ? nearest.x - at.x : at.x - nearest.x;
    const int32_t y = nearest.y > at.y ? nearest.y - at.y : at.y - nearest.y;
    return (x > y ? x : y) - DW_BODY_HALF;
}

static void a_guard_opens_a_leaf_at_300_mm_with_the_door_next_on_its_path(void **state)
{
    (void)state;
    two_rooms it = open_two_rooms(NULL, DW_SCENE_CLOSED);
    dw_stage_reset(it.stage, 1, 2);
    dw_stage_put_intruder(it.stage, 1, (dw_vec){DW_MM(11000), DW_MM(700)});
    int32_t before = guard_gap(&it);
    for (uint32_t tick = 0; tick < 1200 && !is_open(&it); tick++) {
        before = guard_gap(&it);
        dw_stage_step(it.stage);
    }
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_DOOR_OPENED, 0, DW_NONE), 1);
    /* The guard opened it from where it was before the step; a tick earlier it was too far away. */
    assert_true(before <= DW_MM(300));
    assert_true(before >
                DW_MM(300) -
                    dw_sim_rules(it.stage->sim)->kinds[DW_KIND_GUARD].gaits.calm.speed_mm_s);
    close_two_rooms(&it);
}

static void the_last_guard_out_of_a_doorway_closes_it(void **state)
{
    (void)state;
    two_rooms it = open_two_rooms(NULL, DW_SCENE_CLOSED);
    dw_stage_reset(it.stage, 1, 2);
    dw_stage_put_intruder(it.stage, 1, (dw_vec){DW_MM(11000), DW_MM(700)});
    uint32_t passages = 0;
    for (uint32_t tick = 0; tick < 20000; tick++) {
        const bool was_in = guard_gap(&it) < 0;
        dw_stage_step(it.stage);
        if (was_in && guard_gap(&it) >= 0) {
            dw_stage_step(it.stage); /* The guard notices, and closes in the next tick. */
            assert_int_equal(dw_stage_events(it.stage, DW_SIM_DOOR_CLOSED, 0, DW_NONE), 1);
            assert_false(is_open(&it));
            passages++;
        }
    }
    assert_true(passages >= 10);
    close_two_rooms(&it);
}

static void a_guard_closes_a_door_no_matter_who_opened_it(void **state)
{
    (void)state;
    two_rooms it = open_two_rooms(NULL, DW_SCENE_OPEN);
    dw_stage_reset(it.stage, 1, 2);
    dw_stage_put_intruder(it.stage, 1, (dw_vec){DW_MM(11000), DW_MM(700)});
    for (uint32_t tick = 0; tick < 1200 && is_open(&it); tick++) {
        dw_stage_step(it.stage);
    }
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_DOOR_CLOSED, 0, DW_NONE), 1);
    assert_int_equal(dw_guard_actor(it.stage->world, 0)->room, 1);
    close_two_rooms(&it);
}

/* Three rooms in a row whose doors lie on one line, so that one straight leg goes through both. */
static void a_guard_walks_straight_through_two_doors_in_a_row(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    const uint16_t a = dw_scene_room(scene, "a", 0, 0, 2000, 1200);
    const uint16_t b = dw_scene_room(scene, "b", 2000, 0, 3000, 1200);
    const uint16_t c = dw_scene_room(scene, "c", 5000, 0, 2000, 1200);
    dw_scene_door(scene, "a-b", a, b, 100, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "b-c", c, b, 100, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "round", "c");
    dw_scene_guard(scene, "ann", 1000, 600, 0, "round");
    dw_scene_spawn(scene, 400, 400);
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    dw_stage *stage = dw_stage_create(venue, "patrol-only", NULL);
    uint32_t ticks = 0;
    while (dw_guard_actor(stage->world, 0)->room != c) {
        dw_stage_step(stage);
        assert_false(stage->world->guards[0].shortened);
        assert_true(ticks++ < 400);
    }
    dw_stage_run(stage, 60);
    assert_false(dw_door_set_has(&stage->world->open, 0));
    assert_false(dw_door_set_has(&stage->world->open, 1));
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
}

static void a_guard_reaches_no_door_through_a_wall(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    const uint16_t a = dw_scene_room(scene, "a", 0, 0, 3000, 3000);
    const uint16_t b = dw_scene_room(scene, "b", 3000, 0, 3000, 3000);
    const uint16_t c = dw_scene_room(scene, "c", 3000, 3000, 3000, 3000);
    dw_scene_door(scene, "a-b", a, b, 200, 800, DW_SCENE_CLOSED);
    const uint16_t behind = dw_scene_door(scene, "b-c", b, c, 3100, 800, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "round", "a");
    dw_scene_guard(scene, "ann", 2640, 2640, 0, "round");
    dw_scene_spawn(scene, 400, 400);
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    dw_stage *stage = dw_stage_create_with(venue, &dw_brain_puppet, NULL);
    dw_stage_puppet(stage, 0)->open_door = behind;
    dw_stage_run(stage, 5);
    assert_false(dw_door_set_has(&stage->world->open, behind));
    dw_stage_put_guard(stage, 0, (dw_vec){DW_MM(3360), DW_MM(2640)}, 0);
    dw_stage_run(stage, 2);
    assert_true(dw_door_set_has(&stage->world->open, behind));
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
}

/* Straight in front of the doorway, so far from it in units. */
static void put_guard_before_door(const two_rooms *it, int32_t distance)
{
    const dw_rect doorway = it->venue->map->doors[it->door].doorway;
    dw_stage_put_guard(it->stage, 0, (dw_vec){doorway.min.x - distance, DW_MM(2000)}, 0);
}

/* To the unit, whether it opens or closes. A command for no door moves none. */
static void a_guard_works_leaves_within_its_reach_and_no_others(void **state)
{
    (void)state;
    two_rooms it = open_two_rooms(&dw_brain_puppet, DW_SCENE_OPEN);
    dw_guard_command *command = dw_stage_puppet(it.stage, 0);
    const int32_t reach = DW_MM(dw_sim_rules(it.stage->sim)->reach_mm);
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(11000), DW_MM(700)});
    put_guard_before_door(&it, reach + 1);
    command->close_door = it.door;
    dw_stage_run(it.stage, 3);
    assert_true(is_open(&it));
    put_guard_before_door(&it, reach);
    dw_stage_run(it.stage, 1);
    assert_false(is_open(&it));
    command->close_door = DW_NONE;
    command->open_door = it.door;
    put_guard_before_door(&it, reach + 1);
    dw_stage_run(it.stage, 3);
    assert_false(is_open(&it));
    put_guard_before_door(&it, reach);
    dw_stage_run(it.stage, 1);
    assert_true(is_open(&it));
    command->open_door = DW_NONE;
    dw_stage_run(it.stage, 3);
    assert_true(is_open(&it));
    close_two_rooms(&it);
}

static uint32_t moves_of_leaf(const two_rooms *it, uint16_t guard, uint16_t slot)
{
    return dw_stage_events(it->stage, DW_SIM_DOOR_OPENED, guard, slot) +
           dw_stage_events(it->stage, DW_SIM_DOOR_CLOSED, guard, slot);
}

/* Ruleset `standard`: the key pressed anew in every second tick, as fast as presses can be told
 * apart. */
static void a_player_moves_the_same_door_once_in_20_ticks(void **state)
{
    (void)state;
    const dw_ruleset standard = dw_stage_shipped_rules("standard");
    two_rooms it = open_two_rooms_by(&dw_brain_puppet, DW_SCENE_CLOSED, &standard);
    dw_stage_reset(it.stage, 1, 3);
    uint32_t moves = 0;
    uint32_t last_tick = 0;
    uint32_t shortest = UINT32_MAX;
    for (uint32_t i = 0; i < 100; i++) {
        dw_stage_press_use(it.stage, 0);
        if (moves_of_leaf(&it, DW_NONE, 0) == 0) {
            continue;
        }
        const uint32_t tick = it.stage->world->tick;
        shortest = moves > 0 && tick - last_tick < shortest ? tick - last_tick : shortest;
        last_tick = tick;
        moves++;
    }
    print_message("200 ticks of pressing: the leaf moved %u times, %u ticks apart\n", moves,
                  shortest);
    assert_int_equal(moves, 10);
    assert_int_equal(shortest, 20);
    close_two_rooms(&it);
}

static void a_door_rests_for_that_player_alone(void **state)
{
    (void)state;
    const dw_ruleset standard = dw_stage_shipped_rules("standard");
    two_rooms it = open_two_rooms_by(&dw_brain_puppet, DW_SCENE_CLOSED, &standard);
    dw_stage_reset(it.stage, 1, 3);
    dw_stage_press_use(it.stage, 0);
    assert_true(is_open(&it));
    dw_stage_press_use(it.stage, 0);
    assert_true(is_open(&it)); /* It rests for this player. */
    dw_stage_press_use(it.stage, 1);
    assert_false(is_open(&it)); /* Not for the teammate, */
    dw_stage_put_guard(it.stage, 0, (dw_vec){DW_MM(6700), DW_MM(2000)}, 0);
    dw_stage_puppet(it.stage, 0)->open_door = it.door;
    dw_stage_run(it.stage, 2);
    assert_true(is_open(&it)); /* nor for a guard. */
    dw_stage_put_guard(it.stage, 0, (dw_vec){DW_MM(7700), DW_MM(2000)}, 0);
    dw_stage_puppet(it.stage, 0)->open_door = DW_NONE;
    dw_stage_run(it.stage, 15);
    dw_stage_press_use(it.stage, 0);
    assert_false(is_open(&it)); /* 20 ticks after the first use: the rest is over. */
    close_two_rooms(&it);
}

/* The leaf did not move, so there is nothing to rest from. */
static void a_leaf_that_is_kept_open_does_not_rest(void **state)
{
    (void)state;
    const dw_ruleset standard = dw_stage_shipped_rules("standard");
    two_rooms it = open_two_rooms_by(&dw_brain_puppet, DW_SCENE_OPEN, &standard);
    dw_stage_reset(it.stage, 1, 3);
    dw_stage_put_intruder(it.stage, 0, (dw_vec){it.leaf.min.x - DW_BODY_HALF + 1, DW_MM(2000)});
    dw_stage_press_use(it.stage, 1);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_USE_BLOCKED, DW_NONE, 1), 1);
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(4000), DW_MM(2000)});
    dw_stage_press_use(it.stage, 1);
    assert_false(is_open(&it));
    close_two_rooms(&it);
}

static void doors_do_not_rest_by_the_reference(void **state)
{
    (void)state;
    two_rooms it = open_two_rooms(&dw_brain_puppet, DW_SCENE_CLOSED);
    dw_stage_reset(it.stage, 1, 3);
    for (uint32_t i = 0; i < 20; i++) {
        dw_stage_press_use(it.stage, 0);
        assert_int_equal(moves_of_leaf(&it, DW_NONE, 0), 1);
    }
    close_two_rooms(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_door_is_open_or_closed_for_both_halves_at_once),
        cmocka_unit_test(a_closed_leaf_blocks_movement),
        cmocka_unit_test(a_closed_leaf_blocks_sight),
        cmocka_unit_test(a_leaf_never_closes_on_an_intruder),
        cmocka_unit_test(a_leaf_closes_beside_a_body_in_the_other_half),
        cmocka_unit_test(a_leaf_never_closes_on_a_guard),
        cmocka_unit_test(a_guard_feels_the_body_that_keeps_its_leaf_open),
        cmocka_unit_test(a_guard_opens_a_leaf_at_300_mm_with_the_door_next_on_its_path),
        cmocka_unit_test(the_last_guard_out_of_a_doorway_closes_it),
        cmocka_unit_test(a_guard_closes_a_door_no_matter_who_opened_it),
        cmocka_unit_test(a_guard_walks_straight_through_two_doors_in_a_row),
        cmocka_unit_test(a_guard_reaches_no_door_through_a_wall),
        cmocka_unit_test(a_guard_works_leaves_within_its_reach_and_no_others),
        cmocka_unit_test(a_player_moves_the_same_door_once_in_20_ticks),
        cmocka_unit_test(a_door_rests_for_that_player_alone),
        cmocka_unit_test(a_leaf_that_is_kept_open_does_not_rest),
        cmocka_unit_test(doors_do_not_rest_by_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
