/* dw_ray_cast against a slow way that tries every solid and every body in doubles. */
#include "common/base/check.h"
#include "common/world/ray.h"
#include "common/world/sight.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <math.h>

enum { BODIES_MAX = 8 };

/* The share of the ray before it touches the rectangle, or 2 when it does not. */
static double slow_enter(const dw_ray *ray, dw_rect r)
{
    const double from[2] = {ray->from.x, ray->from.y};
    const double step[2] = {(double)ray->to.x - ray->from.x, (double)ray->to.y - ray->from.y};
    const double low[2] = {r.min.x, r.min.y};
    const double high[2] = {r.max.x, r.max.y};
    double enter = 0;
    double leave = 1;
    for (int axis = 0; axis < 2; axis++) {
        if (step[axis] == 0) {
            if (from[axis] < low[axis] || from[axis] > high[axis]) {
                return 2;
            }
            continue;
        }
        const double a = (low[axis] - from[axis]) / step[axis];
        const double b = (high[axis] - from[axis]) / step[axis];
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return enter <= leave && leave > 0 ? enter : 2;
}

typedef struct answer {
    double enter, second; /* Of the nearest target, and of the next one. */
    dw_ray_target target;
    uint16_t index;
} answer;

static void slow_try(answer *best, const dw_ray *ray, dw_rect area, dw_ray_target target,
                     uint32_t index)
{
    const double enter = slow_enter(ray, area);
    if (enter < best->enter) {
        best->second = best->enter;
        best->enter = enter;
        best->target = target;
        best->index = (uint16_t)index;
    } else {
        best->second = fmin(best->second, enter);
    }
}

static answer slow_cast(const dw_map *map, const dw_door_set *open, const dw_ray *ray,
                        const dw_rect *bodies, uint32_t body_count)
{
    answer best = {.enter = 1.5, .second = 2, .target = DW_RAY_NOTHING, .index = DW_NONE};
    for (uint32_t i = 0; i < map->wall_count; i++) {
        slow_try(&best, ray, map->walls[i], DW_RAY_WALL, i);
    }
    for (uint32_t i = 0; i < map->door_count; i++) {
        if (!dw_door_set_has(open, i)) {
            slow_try(&best, ray, map->doors[i].half[map->doors[i].leaf].area, DW_RAY_LEAF, i);
        }
    }
    for (uint32_t i = 0; i < map->furniture_count; i++) {
        if (map->furniture[i].height >= ray->height) {
            slow_try(&best, ray, map->furniture[i].area, DW_RAY_FURNITURE, i);
        }
    }
    for (uint32_t i = 0; i < body_count; i++) {
        slow_try(&best, ray, bodies[i], DW_RAY_BODY, i);
    }
    return best;
}

/* Equal to the slow way within one unit; the target is compared where it is not a matter of
 * rounding which one is nearer. */
static void check_ray(const dw_map *map, const dw_door_set *open, const dw_ray *ray,
                      const dw_rect *bodies, uint32_t body_count)
{
    const dw_ray_hit hit = dw_ray_cast(map, open, ray, bodies, body_count);
    const answer expected = slow_cast(map, open, ray, bodies, body_count);
    const double length = hypot((double)ray->to.x - ray->from.x, (double)ray->to.y - ray->from.y);
    const double distance = length * fmin(expected.enter, 1);
    if (fabs(hit.distance - distance) > 2.5) {
        fail_msg("distance %d, slow way %.2f", hit.distance, distance);
    }
    if (hypot(hit.point.x - ray->from.x - (ray->to.x - ray->from.x) * fmin(expected.enter, 1),
              hit.point.y - ray->from.y - (ray->to.y - ray->from.y) * fmin(expected.enter, 1)) >
        1.5) {
        fail_msg("the point is off");
    }
    if ((expected.second - expected.enter) * length > 1e-3) {
        assert_int_equal(hit.target, expected.target);
        assert_int_equal(hit.index, expected.index);
    }
}

static dw_vec pick_point(const dw_map *map, dw_rng *rng)
{
    const dw_rect b = map->bounds;
    return (dw_vec){dw_rng_between(rng, b.min.x, b.max.x), dw_rng_between(rng, b.min.y, b.max.y)};
}

/* Half of the ends anywhere up to 15 m off, also out of the house; half straight along an axis. */
static dw_vec pick_end(dw_vec from, dw_rng *rng)
{
    const int32_t far = DW_MM(15000);
    dw_vec to = {from.x + dw_rng_between(rng, -far, far), from.y + dw_rng_between(rng, -far, far)};
    if (dw_rng_below(rng, 8) == 0) {
        to.x = from.x;
    } else if (dw_rng_below(rng, 8) == 0) {
        to.y = from.y;
    }
    return to;
}

static uint32_t pick_bodies(const dw_map *map, dw_rng *rng, dw_rect bodies[BODIES_MAX])
{
    const uint32_t count = dw_rng_below(rng, BODIES_MAX + 1);
    for (uint32_t i = 0; i < count; i++) {
        bodies[i] = dw_rect_around(pick_point(map, rng), DW_MM(dw_rng_between(rng, 100, 400)));
    }
    return count;
}

static void rays_equal_the_slow_way_on_random_maps(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 21, 1);
    uint32_t targets[DW_RAY_TARGET_COUNT] = {0};
    for (uint32_t round = 0; round < 600; round++) {
        dw_scene *scene = dw_scene_create();
        const dw_map *map =
            dw_scene_random(scene, &rng, 1 + dw_rng_below(&rng, 3), 1 + dw_rng_below(&rng, 3));
        for (uint32_t i = 0; i < 100; i++) {
            dw_door_set open = {{0}};
            for (uint32_t door = 0; door < map->door_count; door++) {
                dw_door_set_put(&open, door, dw_rng_below(&rng, 2) == 0);
            }
            dw_rect bodies[BODIES_MAX];
            const uint32_t count = pick_bodies(map, &rng, bodies);
            const dw_vec from = pick_point(map, &rng);
            const dw_ray ray = {from, pick_end(from, &rng), (uint16_t)dw_rng_below(&rng, 1001)};
            check_ray(map, &open, &ray, bodies, count);
            targets[dw_ray_cast(map, &open, &ray, bodies, count).target]++;
        }
        dw_scene_destroy(scene);
    }
    for (uint32_t target = 0; target < DW_RAY_TARGET_COUNT; target++) {
        assert_true(targets[target] > 100);
    }
}

static void rays_equal_the_slow_way_on_shipped_maps(void **state)
{
    (void)state;
    static const char *const names[] = {"reference", "museum"};
    dw_rng rng;
    dw_rng_init(&rng, 22, 1);
    for (size_t k = 0; k < DW_COUNT_OF(names); k++) {
        dw_venue *venue = dw_venue_shipped(names[k]);
        const dw_map *map = venue->map;
        const dw_door_set open = dw_map_doors_at_start(map);
        for (uint32_t i = 0; i < 3000; i++) {
            dw_rect bodies[BODIES_MAX];
            const uint32_t count = pick_bodies(map, &rng, bodies);
            const dw_vec from = pick_point(map, &rng);
            const dw_ray ray = {from, pick_end(from, &rng), (uint16_t)dw_rng_below(&rng, 1001)};
            check_ray(map, &open, &ray, bodies, count);
        }
        dw_venue_destroy(venue);
    }
}

/* Pieces on a lattice that touch at sides and corners: a ray stops wherever a sight line does. */
static void no_ray_slips_between_things_that_touch(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 23, 1);
    uint32_t free_rays = 0;
    for (uint32_t round = 0; round < 100; round++) {
        dw_scene *scene = dw_scene_create();
        dw_scene_room(scene, "hall", 0, 0, 8000, 8000);
        for (int32_t y = 1500; y < 6500; y += 500) {
            for (int32_t x = 1500; x < 6500; x += 500) {
                if (dw_rng_below(&rng, 4) == 0 && (x < 3000 || x > 4500)) {
                    dw_scene_furniture(scene, x, y, 500, 500, 500);
                }
            }
        }
        const dw_map *map = dw_scene_build(scene);
        const dw_door_set open = {{0}};
        for (uint32_t i = 0; i < 300; i++) {
            const dw_ray ray = {{DW_MM(500) * dw_rng_between(&rng, 1, 15),
                                 DW_MM(500) * dw_rng_between(&rng, 1, 15)},
                                {DW_MM(500) * dw_rng_between(&rng, 1, 15),
                                 DW_MM(500) * dw_rng_between(&rng, 1, 15)},
                                0};
            if (dw_vec_equal(ray.from, ray.to)) {
                continue;
            }
            const bool is_free = dw_ray_cast(map, &open, &ray, NULL, 0).target == DW_RAY_NOTHING;
            assert_true(!is_free || dw_sight_clear(map, &open, ray.from, ray.to, DW_SIGHT_REACH));
            free_rays += is_free ? 1 : 0;
        }
        dw_scene_destroy(scene);
    }
    assert_true(free_rays > 1000);
}

static dw_ray_hit cast_at(uint16_t piece, uint16_t height)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    dw_scene_furniture(scene, 2900, 1000, 200, 400, piece);
    const dw_map *map = dw_scene_build(scene);
    const dw_door_set open = {{0}};
    const dw_ray ray = {{DW_MM(1000), DW_MM(1200)}, {DW_MM(5000), DW_MM(1200)}, height};
    const dw_ray_hit hit = dw_ray_cast(map, &open, &ray, NULL, 0);
    dw_scene_destroy(scene);
    return hit;
}

static void a_ray_passes_over_what_is_lower(void **state)
{
    (void)state;
    assert_int_equal(cast_at(499, 500).target, DW_RAY_NOTHING);
    assert_int_equal(cast_at(499, 500).distance, DW_MM(4000));
    assert_int_equal(cast_at(500, 500).target, DW_RAY_FURNITURE);
    assert_int_equal(cast_at(500, 500).distance, DW_MM(1900));
    assert_int_equal(cast_at(0, 0).target, DW_RAY_FURNITURE);
}

static void what_touches_the_start_of_a_ray_alone_is_behind_it(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    const dw_map *map = dw_scene_build(scene);
    const dw_door_set open = {{0}};
    const dw_vec on_the_wall = {DW_MM(100), DW_MM(2000)};
    const dw_ray ahead = {on_the_wall, {DW_MM(3000), DW_MM(2000)}, 0};
    assert_int_equal(dw_ray_cast(map, &open, &ahead, NULL, 0).target, DW_RAY_NOTHING);
    const dw_ray back = {on_the_wall, {DW_MM(50), DW_MM(2000)}, 0};
    const dw_ray_hit hit = dw_ray_cast(map, &open, &back, NULL, 0);
    assert_int_equal(hit.target, DW_RAY_WALL);
    assert_int_equal(hit.distance, 0);
    dw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_equal_the_slow_way_on_random_maps),
        cmocka_unit_test(rays_equal_the_slow_way_on_shipped_maps),
        cmocka_unit_test(no_ray_slips_between_things_that_touch),
        cmocka_unit_test(a_ray_passes_over_what_is_lower),
        cmocka_unit_test(what_touches_the_start_of_a_ray_alone_is_behind_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
