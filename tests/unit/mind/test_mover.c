/* mover.h: what becomes of a main goal, and of the detours on the way (section 6 of
 * server/RULES.md). */
#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

enum { SPEED = 1200 };

/* Steps until the mover is no longer going; returns the ticks. */
static uint32_t run(dw_desk *it, uint32_t ticks_max)
{
    uint32_t ticks = 0;
    for (; it->mover.state == DW_MOVER_GOING; ticks++) {
        assert_true(ticks < ticks_max);
        dw_desk_step(it, SPEED);
    }
    return ticks;
}

static void a_goal_in_the_next_room_is_reached_to_the_unit(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_mover_go(&it.mover, dw_scene_mm(11000, 1000));
    (void)run(&it, 2000);
    assert_int_equal(it.mover.state, DW_MOVER_ARRIVED);
    assert_true(dw_vec_equal(it.percepts.position, dw_scene_mm(11000, 1000)));
    assert_int_equal(it.percepts.room, DW_DESK_STUDY);
    dw_desk_close(&it);
}

static void a_goal_without_any_path_is_given_up_on_the_spot(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_mover_go_round(&it.mover, dw_scene_mm(11000, 1000), 0);
    const uint32_t ticks = run(&it, 60);
    assert_int_equal(it.mover.state, DW_MOVER_NO_PATH);
    assert_true(ticks < 10);
    assert_true(dw_vec_equal(it.percepts.position, dw_scene_mm(1000, 1000)));
    /* The next goal is planned as if nothing had been. */
    dw_mover_go(&it.mover, dw_scene_mm(3000, 1000));
    (void)run(&it, 1000);
    assert_int_equal(it.mover.state, DW_MOVER_ARRIVED);
    dw_desk_close(&it);
}

static void a_door_that_the_weights_forbid_is_not_used(void **state)
{
    (void)state;
    static dw_route_weights weights;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_route_weights_reset(&weights);
    weights.doors[0] = DW_NAV_NO_ROUTE;
    it.think.weights = &weights;
    dw_mover_go(&it.mover, dw_scene_mm(11000, 1000));
    (void)run(&it, 60);
    assert_int_equal(it.mover.state, DW_MOVER_NO_PATH);
    weights.doors[0] = DW_MM(5000); /* It may be dear: there is no other. */
    dw_mover_go(&it.mover, dw_scene_mm(11000, 1000));
    (void)run(&it, 2000);
    assert_int_equal(it.mover.state, DW_MOVER_ARRIVED);
    dw_desk_close(&it);
}

static void a_stopped_mover_stands(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_mover_go(&it.mover, dw_scene_mm(7000, 1000));
    for (uint32_t tick = 0; tick < 30; tick++) {
        dw_desk_step(&it, SPEED);
    }
    const dw_vec here = it.percepts.position;
    assert_false(dw_vec_equal(here, dw_scene_mm(1000, 1000)));
    dw_mover_stop(&it.mover);
    assert_int_equal(it.mover.state, DW_MOVER_IDLE);
    for (uint32_t tick = 0; tick < 30; tick++) {
        dw_desk_step(&it, SPEED);
    }
    assert_true(dw_vec_equal(it.percepts.position, here));
    dw_desk_close(&it);
}

/* Held in place from outside, as by bodies that it does not notice. */
static void hold(dw_desk *it, uint32_t ticks)
{
    const dw_vec here = it->percepts.position;
    for (uint32_t tick = 0; tick < ticks && it->mover.doing == DW_MOVER_WALKS; tick++) {
        dw_desk_step(it, SPEED);
        it->percepts.position = here;
    }
}

static void a_guard_that_hardly_moves_for_a_second_gets_unstuck_and_keeps_its_goal(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_mover_go(&it.mover, dw_scene_mm(7000, 1000));
    hold(&it, 58);
    assert_int_equal(it.mover.doing, DW_MOVER_WALKS);
    hold(&it, 5);
    assert_int_equal(it.mover.doing, DW_MOVER_GETS_UNSTUCK);
    assert_int_equal(it.mover.stats.detours[DW_MOVER_GETS_UNSTUCK], 1);
    assert_in_range(it.mover.detour_left, 1, 60);
    assert_true(
        dw_rect_holds_closed(dw_rect_around(it.percepts.position, DW_BODY_SIZE), it.mover.detour));
    /* Neither a stop nor another goal ends it; its end brings the main goal back. */
    dw_mover_go(&it.mover, dw_scene_mm(3000, 1000));
    assert_int_equal(it.mover.doing, DW_MOVER_GETS_UNSTUCK);
    (void)run(&it, 1000);
    assert_true(dw_vec_equal(it.percepts.position, dw_scene_mm(3000, 1000)));
    dw_desk_close(&it);
}

static void a_chase_drops_a_substitute_at_once(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_mover_go(&it.mover, dw_scene_mm(7000, 1000));
    hold(&it, 70);
    assert_int_equal(it.mover.doing, DW_MOVER_GETS_UNSTUCK);
    dw_mover_drop_substitute(&it.mover);
    assert_int_equal(it.mover.doing, DW_MOVER_WALKS);
    assert_int_equal(it.mover.detour_left, 0);
    assert_int_equal(it.mover.state, DW_MOVER_GOING);
    dw_desk_close(&it);
}

static void a_guard_walled_in_by_bodies_gives_up_after_40_plans(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_desk_put(&it, 4000, 1500);
    static const int32_t around[][2] = {{510, 0}, {-510, 0}, {0, 510}, {0, -510}};
    for (uint32_t i = 0; i < 4; i++) {
        dw_percept_guard *other = dw_desk_add_guard(&it, 4000 + around[i][0], 1500 + around[i][1]);
        other->heading_bam = 16384 * 2; /* Against the path, and standing. */
    }
    dw_mover_go(&it.mover, dw_scene_mm(7000, 1500));
    const uint64_t before = it.mover.route.plans;
    (void)run(&it, 1000);
    assert_int_equal(it.mover.state, DW_MOVER_NO_PATH);
    /* Each plan asks for the plain path, the right, and either side. */
    assert_int_equal(it.mover.route.plans - before, 3 * 40);
    assert_true(dw_vec_equal(it.percepts.position, dw_scene_mm(4000, 1500)));
    dw_desk_close(&it);
}

/* Another body stands on the goal: near enough to it counts as there. */
static void a_guard_near_a_taken_goal_has_arrived(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_percept_guard *other = dw_desk_add_guard(&it, 5000, 1000);
    other->heading_bam = 16384 * 2;
    dw_mover_go(&it.mover, dw_scene_mm(5000, 1000));
    (void)run(&it, 1000);
    assert_int_equal(it.mover.state, DW_MOVER_ARRIVED);
    assert_true(dw_within_mm(it.percepts.position, dw_scene_mm(5000, 1000), 760));
    dw_desk_close(&it);
}

static void a_moving_goal_is_planned_anew_only_when_it_has_moved_or_aged(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_mover_follow(&it.mover, dw_scene_mm(7000, 1000));
    dw_desk_step(&it, SPEED);
    const uint64_t plans = it.mover.route.plans;
    dw_mover_follow(&it.mover, dw_scene_mm(7000, 1299));
    dw_desk_step(&it, SPEED);
    assert_true(it.mover.route.plans == plans);
    assert_true(dw_vec_equal(it.mover.goal, dw_scene_mm(7000, 1000)));
    dw_mover_follow(&it.mover, dw_scene_mm(7000, 1302));
    assert_true(dw_vec_equal(it.mover.goal, dw_scene_mm(7000, 1302)));
    dw_desk_step(&it, SPEED);
    assert_true(it.mover.route.plans == plans + 1);
    for (uint32_t tick = 0; tick < 12; tick++) {
        dw_desk_step(&it, SPEED);
    }
    dw_mover_follow(&it.mover, dw_scene_mm(7000, 1303));
    assert_true(dw_vec_equal(it.mover.goal, dw_scene_mm(7000, 1303)));
    dw_desk_close(&it);
}

static void a_guard_that_faces_away_turns_before_it_walks(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_desk_put(&it, 4000, 1000);
    it.percepts.heading_bam = 0;
    dw_mover_go(&it.mover, dw_scene_mm(1000, 1000));
    uint32_t turning = 0;
    while (dw_vec_equal(it.percepts.position, dw_scene_mm(4000, 1000))) {
        assert_true(turning < 30);
        dw_desk_step(&it, SPEED);
        turning++;
    }
    /* A quarter turn is 16384 at 1820 a tick. */
    assert_in_range(turning, 9, 12);
    dw_desk_close(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_goal_in_the_next_room_is_reached_to_the_unit),
        cmocka_unit_test(a_goal_without_any_path_is_given_up_on_the_spot),
        cmocka_unit_test(a_door_that_the_weights_forbid_is_not_used),
        cmocka_unit_test(a_stopped_mover_stands),
        cmocka_unit_test(a_guard_that_hardly_moves_for_a_second_gets_unstuck_and_keeps_its_goal),
        cmocka_unit_test(a_chase_drops_a_substitute_at_once),
        cmocka_unit_test(a_guard_walled_in_by_bodies_gives_up_after_40_plans),
        cmocka_unit_test(a_guard_near_a_taken_goal_has_arrived),
        cmocka_unit_test(a_moving_goal_is_planned_anew_only_when_it_has_moved_or_aged),
        cmocka_unit_test(a_guard_that_faces_away_turns_before_it_walks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
