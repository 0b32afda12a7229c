/* The small parts of moving: walker.h, progress.h, places.h and door_manners.h. */
#include "server/mind/places.h"
#include "server/mind/progress.h"
#include "server/mind/route.h"

#include "common/world/sight.h"
#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

static dw_walker walker_along(const dw_vec *points, uint32_t count)
{
    dw_nav_path path = {.count = count};
    for (uint32_t i = 0; i < count; i++) {
        path.points[i].position = points[i];
    }
    dw_walker walker;
    dw_walker_take(&walker, &path);
    return walker;
}

static void a_bend_is_walked_round_within_a_step_and_the_end_is_met(void **state)
{
    (void)state;
    static const dw_vec points[] = {{0, 0}, {1000, 0}, {1000, 700}};
    dw_walker walker = walker_along(points, 3);
    dw_vec at = dw_walker_advance(&walker, points[0], 600);
    assert_true(dw_vec_equal(at, (dw_vec){600, 0}));
    assert_true(dw_vec_equal(dw_walker_ahead(&walker, at, 600), (dw_vec){1000, 200}));
    assert_true(dw_vec_equal(dw_walker_ahead(&walker, at, 600), (dw_vec){1000, 200})); /* Stays. */
    at = dw_walker_advance(&walker, at, 600);
    assert_true(dw_vec_equal(at, (dw_vec){1000, 200}));
    assert_false(dw_walker_arrived(&walker));
    at = dw_walker_advance(&walker, at, 600);
    assert_true(dw_vec_equal(at, (dw_vec){1000, 700}));
    assert_true(dw_walker_arrived(&walker));
    dw_walker_reset(&walker);
    assert_true(dw_vec_equal(dw_walker_advance(&walker, at, 600), at));
}

static void a_path_of_one_point_is_walked_to_that_point(void **state)
{
    (void)state;
    static const dw_vec point = {300, 400};
    dw_walker walker = walker_along(&point, 1);
    const dw_vec at = dw_walker_advance(&walker, (dw_vec){0, 0}, 500);
    assert_true(dw_vec_equal(at, point));
    assert_true(dw_walker_arrived(&walker));
}

/* A path has up to 256 points, a walker keeps 96. */
static void the_end_of_a_path_that_was_cut_is_no_arrival(void **state)
{
    (void)state;
    dw_nav_path path = {.count = DW_WALKER_POINTS_MAX};
    for (uint32_t i = 0; i <= DW_WALKER_POINTS_MAX; i++) {
        path.points[i].position = (dw_vec){(int32_t)i * 100, 0};
    }
    for (uint32_t variant = 0; variant < 3; variant++) {
        path.count = variant == 1 ? DW_WALKER_POINTS_MAX + 1 : DW_WALKER_POINTS_MAX;
        path.cut = variant == 2;
        dw_route route = {.plans = 0};
        dw_walker_take(&route.walker, &path);
        const dw_vec end =
            dw_walker_advance(&route.walker, path.points[0].position, DW_WALKER_POINTS_MAX * 200);
        assert_int_equal(end.x, (DW_WALKER_POINTS_MAX - 1) * 100);
        assert_int_equal(dw_route_has_arrived(&route, end), variant == 0);
        assert_int_equal(route.walker.count, variant == 0 ? DW_WALKER_POINTS_MAX : 0);
    }
}

static void a_guard_is_stuck_only_at_the_end_of_a_window_without_100_mm(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    for (int32_t moved_mm = 99; moved_mm <= 100; moved_mm++) {
        dw_progress progress = {.window_ticks = 0};
        for (int32_t tick = 1; tick < it.rules.stuck_ticks; tick++) {
            dw_progress_watch(&progress, &it.percepts);
            assert_false(dw_progress_is_stuck(&progress, &it.think));
        }
        dw_desk_put(&it, 1000 + moved_mm, 1000);
        dw_progress_watch(&progress, &it.percepts);
        assert_int_equal(dw_progress_is_stuck(&progress, &it.think), moved_mm < 100);
        assert_int_equal(progress.window_ticks, 0); /* A new window begins. */
        dw_desk_put(&it, 1000, 1000);
    }
    dw_desk_close(&it);
}

static void a_guard_is_held_up_after_15_short_moves_in_a_row(void **state)
{
    (void)state;
    dw_progress progress = {.short_ticks = 0};
    dw_percepts percepts = {.shortened = true};
    for (uint32_t tick = 0; tick < 14; tick++) {
        dw_progress_count(&progress, &percepts);
    }
    assert_false(dw_progress_is_held_up(&progress));
    dw_progress_count(&progress, &percepts);
    assert_true(dw_progress_is_held_up(&progress));
    percepts.shortened = false;
    dw_progress_count(&progress, &percepts);
    assert_false(dw_progress_is_held_up(&progress));
}

static void near_enough_is_700_mm_in_the_same_room(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    assert_true(dw_progress_is_enough(&it.think, dw_scene_mm(1700, 1000)));
    assert_false(dw_progress_is_enough(&it.think, dw_scene_mm(1701, 1000)));
    dw_desk_put(&it, 7700, 2000);
    assert_false(dw_progress_is_enough(&it.think, dw_scene_mm(8300, 2000)));
    dw_desk_close(&it);
}

static void a_drawn_position_is_free_near_in_sight_and_off_the_doorway(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    const dw_place_wish wish = {.room = DW_DESK_HALL,
                                .sees = true,
                                .target = dw_scene_mm(2500, 3500), /* Behind the furniture. */
                                .level = DW_SIGHT_CROUCHED,
                                .doorway_gap = DW_MM(1500),
                                .nearest = true,
                                .near = dw_scene_mm(2500, 1000)};
    int64_t nearest_sum = 0;
    int64_t first_sum = 0;
    for (uint32_t i = 0; i < 200; i++) {
        for (uint32_t first = 0; first < 2; first++) {
            dw_place_wish this_wish = wish;
            this_wish.nearest = first == 0;
            uint8_t draws = 0;
            dw_vec place;
            dw_place_result result = DW_PLACE_DRAWING;
            while (result == DW_PLACE_DRAWING) {
                result = dw_place_draw(&draws, &it.setup, &rng, &this_wish, &place);
            }
            assert_int_equal(result, DW_PLACE_FOUND);
            const dw_nav_query query = {.room = DW_NONE};
            assert_true(dw_nav_free(it.venue->nav, &query, place));
            assert_int_equal(dw_map_room_at(it.venue->map, place), DW_DESK_HALL);
            assert_true(dw_place_sees(&it.setup, place, wish.target, wish.level));
            assert_true(draws > 50 ||
                        dw_doorway_gap(it.venue->map, 0, place, DW_BODY_HALF) >= DW_MM(1500));
            *(first == 0 ? &nearest_sum : &first_sum) += dw_distance(place, wish.near);
        }
    }
    assert_true(nearest_sum * 10 < first_sum * 9); /* Of ten draws, not the first. */
    uint8_t draws = 0;
    dw_vec place;
    const dw_place_wish nowhere = {.room = DW_DESK_HALL,
                                   .sees = true,
                                   .target = dw_scene_mm(2500, 2850), /* Inside the furniture. */
                                   .level = DW_SIGHT_CROUCHED};
    for (uint32_t i = 1; i <= 10; i++) {
        const dw_place_result result = dw_place_draw(&draws, &it.setup, &rng, &nowhere, &place);
        assert_int_equal(draws, i * 10);
        assert_int_equal(result, i < 10 ? DW_PLACE_DRAWING : DW_PLACE_NONE);
    }
    dw_desk_close(&it);
}

/* A walk along the axis of the door, the doorway granted or not. */
static void a_guard_asks_at_1000_mm_and_stops_at_800_while_another_has_the_doorway(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    static const dw_vec goal = {DW_MM(11000), DW_MM(2000)};
    dw_door_manners manners;
    dw_door_manners_reset(&manners);
    for (int32_t gap = 1300; gap > 600; gap -= 10) {
        const dw_rect doorway = it.venue->map->doors[0].doorway;
        it.percepts.position = (dw_vec){doorway.min.x - DW_MM(gap) - DW_BODY_HALF, DW_MM(2000)};
        it.percepts.room = DW_DESK_HALL;
        assert_int_equal(dw_doorway_gap(it.venue->map, 0, it.percepts.position, DW_BODY_HALF),
                         DW_MM(gap));
        const dw_vec points[] = {it.percepts.position, goal};
        const dw_walker walker = walker_along(points, 2);
        for (uint32_t held = 0; held < 2; held++) {
            dw_door_manners_reset(&manners);
            it.percepts.door_held = held == 1 ? 0 : DW_NONE;
            it.command = (dw_guard_command){.hold_door = DW_NONE, .open_door = DW_NONE};
            const bool waits = dw_door_manners_step(&manners, &it.think, &walker, true);
            assert_int_equal(it.command.hold_door, gap <= 1000 ? 0 : DW_NONE);
            assert_int_equal(waits, held == 0 && gap <= 800);
            assert_int_equal(manners.queued, waits ? 0 : DW_NONE);
            const bool opens = held == 1 && gap <= it.rules.door_open_distance_mm;
            assert_int_equal(it.command.open_door, opens ? 0 : DW_NONE);
        }
    }
    dw_desk_close(&it);
}

static void the_last_guard_out_closes_the_door_and_leaves_it_to_one_that_is_near(void **state)
{
    (void)state;
    for (uint32_t colleague = 0; colleague < 2; colleague++) {
        dw_desk it;
        dw_desk_open(&it, false);
        dw_door_manners manners;
        dw_door_manners_reset(&manners);
        dw_desk_put(&it, 8000, 2000); /* In the doorway. */
        it.command = (dw_guard_command){.close_door = DW_NONE};
        (void)dw_door_manners_step(&manners, &it.think, NULL, true);
        assert_int_equal(manners.behind, 0);
        assert_int_equal(it.command.close_door, DW_NONE);
        if (colleague == 1) {
            (void)dw_desk_add_guard(&it, 7300, 2000);
        }
        dw_desk_put(&it, 8600, 2000); /* Out of it. */
        (void)dw_door_manners_step(&manners, &it.think, NULL, true);
        assert_int_equal(it.command.close_door, colleague == 1 ? DW_NONE : 0);
        assert_int_equal(manners.behind, DW_NONE);
        dw_desk_close(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bend_is_walked_round_within_a_step_and_the_end_is_met),
        cmocka_unit_test(a_path_of_one_point_is_walked_to_that_point),
        cmocka_unit_test(the_end_of_a_path_that_was_cut_is_no_arrival),
        cmocka_unit_test(a_guard_is_stuck_only_at_the_end_of_a_window_without_100_mm),
        cmocka_unit_test(a_guard_is_held_up_after_15_short_moves_in_a_row),
        cmocka_unit_test(near_enough_is_700_mm_in_the_same_room),
        cmocka_unit_test(a_drawn_position_is_free_near_in_sight_and_off_the_doorway),
        cmocka_unit_test(a_guard_asks_at_1000_mm_and_stops_at_800_while_another_has_the_doorway),
        cmocka_unit_test(the_last_guard_out_closes_the_door_and_leaves_it_to_one_that_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
