/* Legs and stuck guards, on a made world in a shipped house. */
#include "server/lab/walk_watch.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <string.h>

enum { ANN, LOOK_TICKS = 6, STEP_MM = 50 };

typedef struct play {
    dw_scene *scene;
    dw_venue *venue;
    dw_arena arena;
    dw_leg_measure measure;
    dw_world world;
    dw_walk_watch watch;
    dw_match_row row;
    dw_mind_view view;
} play;

static play it;

/* A hall of 10 m by 8 m with one guard. */
static int set_up(void **state)
{
    (void)state;
    memset(&it, 0, sizeof it);
    it.scene = dw_scene_create();
    dw_scene_room(it.scene, "hall", 0, 0, 10000, 8000);
    dw_scene_patrol(it.scene, "all", "hall");
    dw_scene_guard(it.scene, "ann", 1000, 1000, 0, "all");
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    assert_int_equal(dw_arena_create(&it.arena, 4 << 20), DW_OK);
    it.measure.nav = it.venue->nav;
    assert_int_equal(dw_nav_search_create(&it.measure.search, &it.arena, it.venue->nav), DW_OK);
    it.world.guard_count = 1;
    it.world.actors[ANN].presence = DW_PRESENCE_PRESENT;
    it.world.actors[ANN].body.position = dw_scene_mm(1000, 1000);
    it.view = (dw_mind_view){.body = 1, .target = dw_scene_mm(1000, 1000)};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    dw_arena_destroy(&it.arena);
    dw_venue_destroy(it.venue);
    dw_scene_destroy(it.scene);
    return 0;
}

static void tick(void)
{
    it.world.tick++;
    dw_walk_watch_tick(&it.watch, &it.world);
    if (it.world.tick % LOOK_TICKS == 0) {
        dw_walk_watch_look(&it.watch, &it.row, &it.world, &it.view, LOOK_TICKS);
        dw_walk_watch_legs(&it.watch, &it.row, &it.measure, &it.view);
    }
}

static void stand(uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        tick();
    }
}

static void walk(int32_t x_mm, int32_t y_mm, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        dw_vec *position = &it.world.actors[ANN].body.position;
        *position = dw_vec_add(*position, dw_scene_mm(x_mm, y_mm));
        tick();
    }
}

static void set_goal(dw_vec target)
{
    it.view.target = target;
    it.view.path_count = 2;
    stand(LOOK_TICKS);
}

static void a_detour_of_a_half_makes_1500_per_mille(void **state)
{
    (void)state;
    stand(LOOK_TICKS);
    set_goal(dw_scene_mm(7700, 1000));
    walk(0, STEP_MM, 30); /* 1.5 m aside and back, */
    walk(STEP_MM, 0, 120);
    walk(0, -STEP_MM, 30); /* and 6 m on: 700 mm before the goal. */
    stand(LOOK_TICKS);
    dw_walk_watch_finish(&it.watch, &it.world, &it.row);
    assert_int_equal(it.row.legs, 1);
    assert_int_equal(it.row.legs_path_mm, 9000);
    assert_int_equal(it.row.legs_shortest_mm, 6000);
    assert_int_equal(it.row.legs_per_mille, 1500);
    assert_int_equal(it.row.guards_path_mm, 9000);
}

static void a_leg_that_is_broken_off_does_not_count(void **state)
{
    (void)state;
    stand(LOOK_TICKS);
    set_goal(dw_scene_mm(7600, 1000));
    walk(STEP_MM, 0, 60);
    set_goal(dw_scene_mm(1000, 1000));
    walk(-STEP_MM, 0, 60);
    dw_walk_watch_finish(&it.watch, &it.world, &it.row);
    assert_int_equal(it.row.legs, 1); /* The way back. */
    assert_in_range(it.row.legs_per_mille, 999, 1001);
    assert_in_range(it.row.legs_shortest_mm, 2000, 3000);
}

static void a_guard_is_stuck_once_it_has_wanted_to_move_for_a_second_in_vain(void **state)
{
    (void)state;
    it.world.guards[ANN].command.step = dw_scene_mm(20, 0);
    stand(60);
    assert_int_equal(it.row.stuck_ticks, 0);
    stand(6);
    assert_int_equal(it.row.stuck_ticks, 60);
    stand(30);
    assert_int_equal(it.row.stuck_ticks, 90);
    walk(STEP_MM, 0, 6); /* Free again. */
    stand(54);
    assert_int_equal(it.row.stuck_ticks, 90);
}

static void a_guard_that_wants_to_stand_is_not_stuck(void **state)
{
    (void)state;
    stand(300);
    assert_int_equal(it.row.stuck_ticks, 0);
    it.world.guards[ANN].command.step = dw_scene_mm(20, 0);
    stand(54);
    it.world.guards[ANN].command.step = dw_scene_mm(0, 0);
    stand(6);
    it.world.guards[ANN].command.step = dw_scene_mm(20, 0);
    stand(54);
    assert_int_equal(it.row.stuck_ticks, 0);
}

int main(void)
{
#define FRESH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        FRESH(a_detour_of_a_half_makes_1500_per_mille),
        FRESH(a_leg_that_is_broken_off_does_not_count),
        FRESH(a_guard_is_stuck_once_it_has_wanted_to_move_for_a_second_in_vain),
        FRESH(a_guard_that_wants_to_stand_is_not_stuck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
