/* What a path costs by hand: its length in each room times the factor, and the doors it crosses. */
#include "server/lab/route_oracle.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_costs_its_lengths_by_room_and_the_doors_it_goes_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
