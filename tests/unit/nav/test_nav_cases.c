/* Cases of common/nav that a person can draw: gaps, corners, doors, rooms, ends, refusals. */
#include "tests/support/test.h"

#include "common/nav/nav_search.h"
#include "tests/unit/nav/nav_oracle.h"

#include <math.h>

enum { ARENA_BYTES = 4 << 20, HALF = DW_BODY_HALF };

typedef struct fixture {
    dw_arena arena;
    const dw_nav *nav;
    dw_nav_search *search;
    dw_nav_path path;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    *state = &f;
    return dw_arena_create(&f.arena, ARENA_BYTES) == DW_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    dw_arena_destroy(&((fixture *)*state)->arena);
    return 0;
}

static dw_rect mm(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    return (dw_rect){{DW_MM(x0), DW_MM(y0)}, {DW_MM(x1), DW_MM(y1)}};
}

static dw_vec at_mm(int32_t x, int32_t y)
{
    return (dw_vec){DW_MM(x), DW_MM(y)};
}

static void build(fixture *f, const dw_nav_config *config)
{
    dw_error error = {{0}};
    dw_arena_reset(&f->arena, 0);
    if (dw_nav_build(&f->nav, &f->arena, config, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(dw_nav_search_create(&f->search, &f->arena, f->nav), DW_OK);
}

static dw_nav_result find(fixture *f, dw_vec from, dw_vec to)
{
    const dw_nav_query query = {.from = from, .to = to, .room = DW_NONE};
    return dw_nav_find(f->nav, f->search, &query, &f->path);
}

/* A hall of 10 x 6 m, cut by a wall at x = 5 m with one gap that starts at y = 2 m. */
static void build_gap(fixture *f, int32_t gap_units)
{
    const dw_rect solids[] = {mm(4900, 0, 5100, 2000),
                              {{DW_MM(4900), DW_MM(2000) + gap_units}, {DW_MM(5100), DW_MM(6000)}}};
    const dw_nav_config config = {.bounds = mm(0, 0, 10000, 6000),
                                  .half = HALF,
                                  .squeeze = true,
                                  .solids = solids,
                                  .solid_count = 2};
    build(f, &config);
}

static void a_body_walks_through_a_gap_exactly_as_wide_as_it_is(void **state)
{
    fixture *f = *state;
    build_gap(f, DW_BODY_SIZE);
    assert_int_equal(find(f, at_mm(1000, 4000), at_mm(9000, 4000)), DW_NAV_FOUND);
    assert_int_equal(f->path.count, 4);
    assert_true(dw_vec_equal(f->path.points[1].position, at_mm(4650, 2250)));
    assert_true(dw_vec_equal(f->path.points[2].position, at_mm(5350, 2250)));
    const double leg = hypot(3650, 1750) * DW_UNITS_PER_MM;
    assert_true(fabs(f->path.length - (2 * leg + DW_MM(700))) < 1e-3);
    /* Straight along the gap's axis no search is needed. */
    assert_int_equal(find(f, at_mm(1000, 2250), at_mm(9000, 2250)), DW_NAV_FOUND);
    assert_int_equal(f->path.count, 2);
    assert_int_equal(dw_nav_expansions(f->search), 0);
}

static void a_gap_one_unit_narrower_is_none(void **state)
{
    fixture *f = *state;
    build_gap(f, DW_BODY_SIZE - 1);
    assert_int_equal(find(f, at_mm(1000, 4000), at_mm(9000, 4000)), DW_NAV_UNREACHABLE);
    /* As near as one gets: against the wall. */
    assert_int_equal(f->path.count, 2);
    assert_true(dw_vec_equal(f->path.points[1].position, at_mm(4650, 4000)));
    assert_int_equal(dw_nav_expansions(f->search), 0);
}

static void a_gap_one_millimetre_narrower_or_wider_is_told_apart(void **state)
{
    fixture *f = *state;
    build_gap(f, DW_BODY_SIZE - DW_UNITS_PER_MM);
    assert_int_equal(find(f, at_mm(1000, 4000), at_mm(9000, 4000)), DW_NAV_UNREACHABLE);
    build_gap(f, DW_BODY_SIZE + DW_UNITS_PER_MM);
    assert_int_equal(find(f, at_mm(1000, 4000), at_mm(9000, 4000)), DW_NAV_FOUND);
    assert_true(dw_vec_equal(f->path.points[1].position, at_mm(4650, 2251)));
}

/* Two blocks whose grown squares touch at one corner, in a corridor that they close otherwise. */
static void build_corner(fixture *f, bool squeeze)
{
    const dw_rect solids[] = {mm(0, 2000, 2000, 4000), mm(2500, 0, 4500, 1500)};
    const dw_nav_config config = {.bounds = mm(0, 0, 4500, 4000),
                                  .half = HALF,
                                  .squeeze = squeeze,
                                  .solids = solids,
                                  .solid_count = 2};
    build(f, &config);
}

static void open_solids_let_a_body_through_where_their_corners_touch(void **state)
{
    fixture *f = *state;
    build_corner(f, true);
    assert_int_equal(find(f, at_mm(500, 500), at_mm(4000, 3500)), DW_NAV_FOUND);
    assert_int_equal(f->path.count, 3);
    assert_true(dw_vec_equal(f->path.points[1].position, at_mm(2250, 1750)));
}

static void solids_that_touch_at_corners_leave_no_gap_without_squeezing(void **state)
{
    fixture *f = *state;
    build_corner(f, false);
    assert_int_equal(find(f, at_mm(500, 500), at_mm(4000, 3500)), DW_NAV_UNREACHABLE);
    assert_true(dw_vec_equal(f->path.points[f->path.count - 1].position, at_mm(2250, 1750)));
}

static void equal_ends_give_one_point(void **state)
{
    fixture *f = *state;
    build_gap(f, DW_BODY_SIZE);
    assert_int_equal(find(f, at_mm(1000, 1000), at_mm(1000, 1000)), DW_NAV_FOUND);
    assert_int_equal(f->path.count, 1);
    assert_true(f->path.length == 0);
    assert_false(f->path.from_moved || f->path.to_moved);
}

static void ends_inside_of_solids_move_to_the_nearest_free_point(void **state)
{
    fixture *f = *state;
    build_gap(f, DW_BODY_SIZE);
    assert_int_equal(find(f, at_mm(4950, 1000), at_mm(20000, 3000)), DW_NAV_FOUND);
    assert_true(f->path.from_moved && f->path.to_moved);
    assert_true(dw_vec_equal(f->path.points[0].position, at_mm(4650, 1000)));
    assert_true(dw_vec_equal(f->path.points[f->path.count - 1].position, at_mm(9750, 3000)));
}

static void a_map_without_any_free_place_gives_the_point_asked_for(void **state)
{
    fixture *f = *state;
    const dw_rect solid = mm(-1000, -1000, 2000, 2000);
    const dw_nav_config config = {.bounds = mm(0, 0, 1000, 1000),
                                  .half = HALF,
                                  .squeeze = true,
                                  .solids = &solid,
                                  .solid_count = 1};
    build(f, &config);
    assert_int_equal(find(f, at_mm(500, 500), at_mm(600, 600)), DW_NAV_UNREACHABLE);
    assert_int_equal(f->path.count, 1);
    assert_true(f->path.from_moved);
}

/* Two rooms of 4 x 4 m side by side, with two doors of 900 mm in the wall between them, and one
 * piece of furniture. */
static void build_rooms_with(fixture *f, dw_rect furniture)
{
    const dw_rect solids[] = {
        {{DW_MM(3900), DW_MM(0)}, {DW_MM(4100), DW_MM(500)}},
        {{DW_MM(3900), DW_MM(1400)}, {DW_MM(4100), DW_MM(2600)}},
        {{DW_MM(3900), DW_MM(3500)}, {DW_MM(4100), DW_MM(4000)}},
        furniture,
    };
    static const dw_rect doorways[] = {{{DW_MM(3900), DW_MM(500)}, {DW_MM(4100), DW_MM(1400)}},
                                       {{DW_MM(3900), DW_MM(2600)}, {DW_MM(4100), DW_MM(3500)}}};
    static const dw_rect rooms[] = {{{DW_MM(0), DW_MM(0)}, {DW_MM(4000), DW_MM(4000)}},
                                    {{DW_MM(4000), DW_MM(0)}, {DW_MM(8000), DW_MM(4000)}}};
    const dw_nav_config config = {.bounds = mm(0, 0, 8000, 4000),
                                  .half = HALF,
                                  .squeeze = true,
                                  .solids = solids,
                                  .solid_count = 4,
                                  .doorways = doorways,
                                  .doorway_count = 2,
                                  .rooms = rooms,
                                  .room_count = 2};
    build(f, &config);
}

/* The same without furniture, or with a shelf along the wall between the doors. */
static void build_rooms(fixture *f, bool with_shelf)
{
    build_rooms_with(f, with_shelf ? mm(2900, 1400, 3900, 2600) : mm(0, 0, 0, 0));
}

/* A shelf 1 m deep stands along the wall in the left room: in it, the room behind the wall is
 * nearer than the free floor before it. */
static void the_nearest_free_point_is_never_behind_a_wall(void **state)
{
    fixture *f = *state;
    build_rooms(f, true);
    assert_int_equal(find(f, at_mm(3600, 1950), at_mm(1000, 1000)), DW_NAV_FOUND);
    assert_true(f->path.from_moved);
    assert_true(dw_vec_equal(f->path.points[0].position, at_mm(3600, 1150)));
    assert_int_equal(find(f, at_mm(7000, 2000), at_mm(3600, 1950)), DW_NAV_FOUND);
    assert_true(f->path.to_moved);
    assert_true(dw_vec_equal(f->path.points[f->path.count - 1].position, at_mm(3600, 1150)));
    /* In a doorway that is shut, either side of it will do. */
    dw_door_set shut = {{0}};
    dw_door_set_put(&shut, 1, true);
    const dw_nav_query query = {
        .from = at_mm(4000, 3000), .to = at_mm(7000, 2000), .excluded = &shut, .room = DW_NONE};
    assert_int_equal(dw_nav_find(f->nav, f->search, &query, &f->path), DW_NAV_FOUND);
    assert_true(f->path.from_moved);
    assert_true(dw_vec_equal(f->path.points[0].position, at_mm(4350, 3000)));
}

/* No place in the room and its passages is free: then the nearest one anywhere. */
static void a_room_without_a_free_place_gives_the_nearest_of_others(void **state)
{
    fixture *f = *state;
    build_rooms(f, false);
    const dw_rect full = mm(0, 0, 4200, 4000);
    const dw_nav_query query = {.from = at_mm(1000, 2000),
                                .to = at_mm(7000, 2000),
                                .extra = &full,
                                .extra_count = 1,
                                .room = DW_NONE};
    assert_int_equal(dw_nav_find(f->nav, f->search, &query, &f->path), DW_NAV_FOUND);
    assert_true(f->path.from_moved);
    assert_true(dw_vec_equal(f->path.points[0].position, at_mm(4450, 2000)));
}

/* A cupboard stands before half of the upper door, so that its middle is not free. */
static void a_route_goes_by_what_is_free_of_a_doorway(void **state)
{
    fixture *f = *state;
    build_rooms(f, true);
    const int32_t straight = dw_nav_route_length(f->nav, at_mm(2000, 950), at_mm(6000, 950));
    assert_int_equal(straight, DW_MM(4000));
    build_rooms_with(f, mm(3400, 100, 3900, 750));
    const int32_t route = dw_nav_route_length(f->nav, at_mm(2000, 950), at_mm(6000, 950));
    assert_in_range(route, DW_MM(4000), DW_MM(4010)); /* The lower door: 5800 mm. */
    build_rooms_with(f, mm(3400, 100, 3900, 1300));
    assert_true(dw_nav_route_length(f->nav, at_mm(2000, 950), at_mm(6000, 950)) > DW_MM(5700));
}

static void a_leg_names_the_first_doorway_that_it_goes_through(void **state)
{
    fixture *f = *state;
    build_rooms(f, false);
    assert_int_equal(find(f, at_mm(1000, 950), at_mm(7000, 950)), DW_NAV_FOUND);
    assert_int_equal(f->path.count, 2);
    assert_int_equal(f->path.points[0].door, DW_NONE);
    assert_int_equal(f->path.points[1].door, 0);
    dw_door_set excluded = {{0}};
    dw_door_set_put(&excluded, 0, true);
    const dw_nav_query query = {
        .from = at_mm(1000, 950), .to = at_mm(7000, 950), .excluded = &excluded, .room = DW_NONE};
    assert_int_equal(dw_nav_find(f->nav, f->search, &query, &f->path), DW_NAV_FOUND);
    assert_int_equal(f->path.count, 4);
    assert_int_equal(f->path.points[1].door, DW_NONE);
    assert_int_equal(f->path.points[2].door, 1);
    assert_int_equal(f->path.points[3].door, DW_NONE);
    uint16_t door = 0;
    assert_false(dw_nav_straight(f->nav, &query, &door));
    assert_int_equal(door, DW_NONE);
}

static void an_excluded_doorway_takes_away_exactly_the_places_that_overlap_it(void **state)
{
    fixture *f = *state;
    build_rooms(f, false);
    dw_door_set excluded = {{0}};
    dw_door_set_put(&excluded, 0, true);
    dw_nav_query query = {.excluded = &excluded, .room = DW_NONE};
    const dw_vec beside = {DW_MM(3900) - HALF, DW_MM(950)};
    const dw_vec in = {DW_MM(3900) - HALF + 1, DW_MM(950)};
    assert_true(dw_nav_free(f->nav, &query, beside));
    assert_false(dw_nav_free(f->nav, &query, in));
    assert_true(dw_nav_free(f->nav, &query, (dw_vec){in.x, DW_MM(3050)}));
    query.excluded = NULL;
    assert_true(dw_nav_free(f->nav, &query, in));
    query.excluded = &excluded; /* A body in it is taken to be beside it. */
    query.from = in;
    query.to = at_mm(1000, 1000);
    assert_int_equal(dw_nav_find(f->nav, f->search, &query, &f->path), DW_NAV_FOUND);
    assert_true(f->path.from_moved);
    assert_true(dw_vec_equal(f->path.points[0].position, beside));
}

static void a_search_inside_of_a_room_stays_in_it_and_its_doorways(void **state)
{
    fixture *f = *state;
    build_rooms(f, false);
    dw_nav_query query = {.from = at_mm(1000, 950), .to = at_mm(7000, 950), .room = 0};
    assert_int_equal(dw_nav_find(f->nav, f->search, &query, &f->path), DW_NAV_FOUND);
    assert_true(f->path.to_moved); /* To the far end of the doorway. */
    assert_true(dw_vec_equal(f->path.points[f->path.count - 1].position,
                             (dw_vec){DW_MM(4100) + HALF, DW_MM(950)}));
    query.to = at_mm(4000, 3050);
    assert_int_equal(dw_nav_find(f->nav, f->search, &query, &f->path), DW_NAV_FOUND);
    assert_false(f->path.to_moved);
    assert_int_equal(f->path.points[f->path.count - 1].door, 1);
}

static void a_body_in_the_way_is_gone_round_as_closely_as_possible(void **state)
{
    fixture *f = *state;
    build_rooms(f, false);
    const dw_rect body = dw_rect_around(at_mm(2000, 2000), HALF);
    const dw_nav_query query = {.from = at_mm(1000, 2000),
                                .to = at_mm(3000, 2000),
                                .extra = &body,
                                .extra_count = 1,
                                .room = DW_NONE};
    assert_int_equal(dw_nav_find(f->nav, f->search, &query, &f->path), DW_NAV_FOUND);
    assert_int_equal(f->path.count, 4);
    const double expected = (500 + 2 * hypot(500, 500) + 500) * DW_UNITS_PER_MM;
    assert_true(fabs(f->path.length - expected) < 1e-3);
    assert_false(dw_nav_straight(f->nav, &query, NULL));
}

static void a_body_that_fills_the_doorway_leaves_no_path(void **state)
{
    fixture *f = *state;
    build_rooms(f, false);
    dw_door_set excluded = {{0}};
    dw_door_set_put(&excluded, 1, true);
    const dw_rect body = dw_rect_around(at_mm(4000, 950), HALF);
    const dw_nav_query query = {.from = at_mm(1000, 2000),
                                .to = at_mm(7000, 2000),
                                .excluded = &excluded,
                                .extra = &body,
                                .extra_count = 1,
                                .room = DW_NONE};
    assert_int_equal(dw_nav_find(f->nav, f->search, &query, &f->path), DW_NAV_UNREACHABLE);
    assert_int_equal(f->path.count, 2);
    assert_true(dw_vec_equal(f->path.points[1].position, at_mm(3650, 2000)));
}

/* A comb of 300 teeth that the path winds through: more bends than a path holds. */
static void a_path_with_too_many_points_is_cut_and_says_so(void **state)
{
    fixture *f = *state;
    enum { TEETH = 300 };
    static dw_rect solids[TEETH];
    for (int32_t k = 0; k < TEETH; k++) {
        const int32_t x = 1000 + k * 600;
        solids[k] = k % 2 == 0 ? mm(x, 0, x + 100, 3000) : mm(x, 1000, x + 100, 4000);
    }
    const dw_nav_config config = {.bounds = mm(0, 0, 1000 + TEETH * 600, 4000),
                                  .half = DW_MM(100),
                                  .squeeze = true,
                                  .solids = solids,
                                  .solid_count = TEETH};
    build(f, &config);
    assert_int_equal(find(f, at_mm(500, 500), at_mm(600 * TEETH + 500, 500)), DW_NAV_FOUND);
    assert_true(f->path.cut);
    assert_int_equal(f->path.count, DW_NAV_PATH_POINTS_MAX);
    assert_true(f->path.length > (double)DW_MM(2000) * TEETH);
    assert_int_equal(f->search->dropped, 0);
}

static void bad_configurations_are_refused_with_a_reason(void **state)
{
    fixture *f = *state;
    dw_arena_reset(&f->arena, 0);
    dw_error error = {{0}};
    const dw_nav *nav = NULL;
    dw_nav_config config = {.bounds = mm(0, 0, 499, 2000), .half = HALF, .squeeze = true};
    assert_int_equal(dw_nav_build(&nav, &f->arena, &config, &error), DW_INVALID);
    assert_non_null(strstr(error.text, "smaller than the body"));
    config.bounds = mm(0, 0, 4000, 4000);
    const dw_rect doorways[] = {mm(1000, 1000, 1200, 2000), mm(1600, 1000, 1800, 2000)};
    config.doorways = doorways;
    config.doorway_count = 2;
    assert_int_equal(dw_nav_build(&nav, &f->arena, &config, &error), DW_INVALID);
    assert_non_null(strstr(error.text, "doorways 0 and 1"));
    config.doorway_count = 0;
    const dw_rect outside = {{0, 0}, {INT32_MAX, 10}};
    config.solids = &outside;
    config.solid_count = 1;
    assert_int_equal(dw_nav_build(&nav, &f->arena, &config, &error), DW_RANGE);
    config.solid_count = 0;
    uint8_t small[256];
    dw_arena arena;
    dw_arena_init(&arena, small, sizeof(small));
    assert_int_equal(dw_nav_build(&nav, &arena, &config, &error), DW_MEMORY);
    assert_null(nav);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_walks_through_a_gap_exactly_as_wide_as_it_is),
        cmocka_unit_test(a_gap_one_unit_narrower_is_none),
        cmocka_unit_test(a_gap_one_millimetre_narrower_or_wider_is_told_apart),
        cmocka_unit_test(open_solids_let_a_body_through_where_their_corners_touch),
        cmocka_unit_test(solids_that_touch_at_corners_leave_no_gap_without_squeezing),
        cmocka_unit_test(equal_ends_give_one_point),
        cmocka_unit_test(ends_inside_of_solids_move_to_the_nearest_free_point),
        cmocka_unit_test(a_map_without_any_free_place_gives_the_point_asked_for),
        cmocka_unit_test(the_nearest_free_point_is_never_behind_a_wall),
        cmocka_unit_test(a_room_without_a_free_place_gives_the_nearest_of_others),
        cmocka_unit_test(a_route_goes_by_what_is_free_of_a_doorway),
        cmocka_unit_test(a_leg_names_the_first_doorway_that_it_goes_through),
        cmocka_unit_test(an_excluded_doorway_takes_away_exactly_the_places_that_overlap_it),
        cmocka_unit_test(a_search_inside_of_a_room_stays_in_it_and_its_doorways),
        cmocka_unit_test(a_body_in_the_way_is_gone_round_as_closely_as_possible),
        cmocka_unit_test(a_body_that_fills_the_doorway_leaves_no_path),
        cmocka_unit_test(a_path_with_too_many_points_is_cut_and_says_so),
        cmocka_unit_test(bad_configurations_are_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
