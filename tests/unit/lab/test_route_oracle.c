/* What a path costs by hand: its length in each room times the factor, and the doors it crosses. */
#include "server/lab/route_oracle.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <math.h>

static const dw_map *map;
static dw_route_weights weights;

/* In millimetres, of straight pieces through `count` points. */
static int64_t cost_mm(const int32_t points[][2], uint32_t count)
{
    static dw_nav_path path;
    path = (dw_nav_path){.count = count};
    for (uint32_t k = 0; k < count; k++) {
        path.points[k].position = (dw_vec){DW_MM(points[k][0]), DW_MM(points[k][1])};
    }
    return (int64_t)(dw_route_cost(map, &weights, &path) / DW_UNITS_PER_MM + 0.5);
}

static void path_costs_its_lengths_by_room_and_the_doors_it_goes_through(void **state)
{
    (void)state;
    static const int32_t east[][2] = {{4000, 2000}, {8000, 2000}};
    static const int32_t west[][2] = {{8000, 2000}, {4000, 2000}};
    static const int32_t there_and_back[][2] = {{4000, 2000}, {5950, 2000}, {4000, 2000}};
    static const int32_t round_the_corner[][2] = {{4000, 3000}, {4000, 2000}, {8000, 2000}};
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 6000, 0, 4000, 4000);
    dw_scene_door(scene, "hall-study", hall, study, 1500, 1000, DW_SCENE_CLOSED);
    map = dw_scene_build(scene);
    dw_route_weights_reset(&weights);
    assert_int_equal(cost_mm(east, 2), 4000);
    assert_int_equal(cost_mm(west, 2), 4000);
    weights.doors[0] = DW_MM(500);
    assert_int_equal(cost_mm(east, 2), 4500);
    assert_int_equal(cost_mm(west, 2), 4500);
    assert_int_equal(cost_mm(round_the_corner, 3), 5500);
    assert_int_equal(cost_mm(there_and_back, 3), 3900); /* Into the doorway, not through it. */
    weights.rooms[study] = 3 * DW_ROUTE_FACTOR_ONE;
    assert_int_equal(cost_mm(east, 2), 2000 + 3 * 2000 + 500);
    assert_int_equal(cost_mm(west, 2), 2000 + 3 * 2000 + 500);
    assert_int_equal(cost_mm(there_and_back, 3), 3900);
    dw_scene_destroy(scene);
}

/* Two ends in the hall, the second behind a chest, and one in the study. */
static void least_costs_go_through_doors_and_round_what_stands_in_the_way(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 6000, 0, 4000, 4000);
    dw_scene_door(scene, "hall-study", hall, study, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(scene, 2500, 1000, 500, 2000, 800);
    dw_scene_spawn(scene, 800, 3200);
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    const dw_vec ends[] = {
        {DW_MM(4000), DW_MM(2000)}, {DW_MM(1500), DW_MM(2000)}, {DW_MM(8000), DW_MM(2000)}};
    static dw_arena arena;
    static dw_route_oracle oracle;
    static double costs[1024];
    assert_int_equal(dw_arena_create(&arena, 16 << 20), DW_OK);
    assert_int_equal(dw_route_oracle_create(&oracle, &arena, venue->map, venue->nav, ends, 3),
                     DW_OK);
    assert_true(oracle.node_count < 1024);
    dw_route_weights_reset(&weights);
    /* Round the chest by its corners, which keep half a body away from it. */
    const double by_corners = hypot(750, 1250) + 1000 + hypot(750, 1250);
    const struct {
        uint32_t study_factor, door_mm, from, to;
        double mm;
    } known[] = {
        {1, 0, 0, 2, 4000},
        {1, 0, 2, 0, 4000},
        {3, 0, 0, 2, 2000 + 3 * 2000},
        {3, 500, 0, 2, 2000 + 500 + 3 * 2000},
        {3, 500, 2, 0, 2000 + 500 + 3 * 2000},
        {1, 500, 0, 0, 0},
        {1, 0, 0, 1, by_corners},
        {1, 0, 1, 0, by_corners},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        weights.rooms[study] = (uint16_t)(known[i].study_factor * DW_ROUTE_FACTOR_ONE);
        weights.doors[0] = DW_MM(known[i].door_mm);
        dw_route_oracle_costs(&oracle, &weights, known[i].from, costs);
        const double off = costs[known[i].to] / DW_UNITS_PER_MM - known[i].mm;
        if (off > 1 || off < -1) {
            fail_msg("case %u: %g mm off", (unsigned)i, off);
        }
    }
    weights.doors[0] = DW_NAV_NO_ROUTE;
    dw_route_oracle_costs(&oracle, &weights, 0, costs);
    assert_true(costs[2] == HUGE_VAL);
    assert_true(costs[1] < HUGE_VAL);
    dw_arena_destroy(&arena);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_costs_its_lengths_by_room_and_the_doors_it_goes_through),
        cmocka_unit_test(least_costs_go_through_doors_and_round_what_stands_in_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
