#include "common/base/check.h"
#include "common/world/movement.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

enum { BODIES = 6, OBSTACLES_MAX = 4096 };

/* Everything that is in the way of a move: solids first, then bodies. */
typedef struct obstacles {
    dw_rect rects[OBSTACLES_MAX];
    uint32_t solid_count, count;
    int32_t half; /* Of the body that moves. */
} obstacles;

static void list_obstacles(obstacles *o, const dw_map *map, const dw_door_set *open,
                           const dw_rect *bodies, uint32_t body_count)
{
    o->count = 0;
    for (uint32_t i = 0; i < map->wall_count; i++) {
        o->rects[o->count++] = map->walls[i];
    }
    for (uint32_t i = 0; i < map->door_count; i++) {
        if (!dw_door_set_has(open, i)) {
            o->rects[o->count++] = map->doors[i].half[map->doors[i].leaf].area;
        }
    }
    for (uint32_t i = 0; i < map->furniture_count; i++) {
        o->rects[o->count++] = map->furniture[i].area;
    }
    o->solid_count = o->count;
    for (uint32_t i = 0; i < body_count; i++) {
        o->rects[o->count++] = bodies[i];
    }
}

static int32_t common(int32_t a_low, int32_t a_high, int32_t b_low, int32_t b_high)
{
    return (a_high < b_high ? a_high : b_high) - (a_low > b_low ? a_low : b_low);
}

/* One unit from `at` to `next` is stopped by `r`: it would come to overlap it, or overlap it more
 * along the way. */
static bool stops(dw_rect r, int32_t half, dw_vec at, dw_vec next)
{
    const dw_rect here = dw_rect_around(at, half);
    const dw_rect there = dw_rect_around(next, half);
    if (!dw_rect_overlaps(there, r)) {
        return false;
    }
    if (!dw_rect_overlaps(here, r)) {
        return true;
    }
    return at.x != next.x ? common(there.min.x, there.max.x, r.min.x, r.max.x) >
                                common(here.min.x, here.max.x, r.min.x, r.max.x)
                          : common(there.min.y, there.max.y, r.min.y, r.max.y) >
                                common(here.min.y, here.max.y, r.min.y, r.max.y);
}

/* The slow way: unit by unit, all of x and then all of y. */
static dw_move_result slow_move(const obstacles *o, dw_vec from, dw_vec step)
{
    dw_move_result result = {.position = from};
    bool touched[BODIES] = {false};
    for (int axis = 0; axis < 2; axis++) {
        const int32_t length = axis == 0 ? step.x : step.y;
        const int32_t unit = length < 0 ? -1 : 1;
        for (int32_t i = 0; i != length; i += unit) {
            const dw_vec at = result.position;
            const dw_vec next =
                axis == 0 ? (dw_vec){at.x + unit, at.y} : (dw_vec){at.x, at.y + unit};
            bool stopped = false;
            for (uint32_t j = 0; j < o->count; j++) {
                if (stops(o->rects[j], o->half, at, next)) {
                    stopped = true;
                    if (j < o->solid_count) {
                        result.hit_solid = true;
                    } else {
                        touched[j - o->solid_count] = true;
                    }
                }
            }
            if (stopped) {
                result.shortened = true;
                break;
            }
            result.position = next;
        }
    }
    const dw_rect end = dw_rect_around(result.position, o->half);
    for (uint32_t j = 0; j < o->count; j++) {
        if (dw_rect_touches(end, o->rects[j])) {
            if (j < o->solid_count) {
                result.hit_solid = true;
            } else {
                touched[j - o->solid_count] = true;
            }
        }
    }
    for (uint32_t i = 0; i < BODIES; i++) {
        if (touched[i]) {
            result.touched[result.touched_count++] = (uint8_t)i;
        }
    }
    return result;
}

static bool is_touched(const dw_move_result *result, uint32_t body)
{
    for (uint32_t i = 0; i < result->touched_count; i++) {
        if (result->touched[i] == body) {
            return true;
        }
    }
    return false;
}

/* A place near the side or corner of an obstacle, where moves are cut short. */
static dw_vec pick_start(const obstacles *o, const dw_map *map, dw_rng *rng)
{
    const dw_rect near = o->rects[dw_rng_below(rng, o->count)];
    const dw_rect grown = dw_rect_grown(near, o->half);
    const dw_vec off = {dw_rng_between(rng, -200, 200), dw_rng_between(rng, -200, 200)};
    const dw_vec inside = {dw_rng_between(rng, map->bounds.min.x, map->bounds.max.x),
                           dw_rng_between(rng, map->bounds.min.y, map->bounds.max.y)};
    switch (dw_rng_below(rng, 4)) {
    case 0:
        return dw_vec_add(grown.min, off);
    case 1:
        return dw_vec_add(grown.max, off);
    case 2:
        return (dw_vec){grown.min.x + off.x, dw_rng_between(rng, grown.min.y, grown.max.y)};
    default:
        return inside;
    }
}

/* Every second body is as large as an intruder. */
static int32_t draw_half(dw_rng *rng)
{
    return dw_rng_below(rng, 2) == 0 ? DW_BODY_HALF : DW_MM(dw_rng_between(rng, 100, 750));
}

static void moves_equal_unit_by_unit_stepping(void **state)
{
    (void)state;
    static obstacles o;
    dw_rng rng;
    dw_rng_init(&rng, 21, 1);
    uint32_t shortened = 0;
    uint32_t total = 0;
    for (uint32_t round = 0; round < 120; round++) {
        dw_scene *scene = dw_scene_create();
        const dw_map *map =
            dw_scene_random(scene, &rng, 1 + dw_rng_below(&rng, 2), 1 + dw_rng_below(&rng, 2));
        dw_door_set open = {{0}};
        for (uint32_t i = 0; i < map->door_count; i++) {
            dw_door_set_put(&open, i, dw_rng_below(&rng, 2) == 0);
        }
        for (uint32_t i = 0; i < 60; i++) {
            dw_rect bodies[BODIES];
            o.half = draw_half(&rng);
            list_obstacles(&o, map, &open, bodies, 0);
            const dw_vec from = pick_start(&o, map, &rng);
            for (uint32_t b = 0; b < BODIES; b++) {
                const int32_t half = draw_half(&rng);
                dw_vec at = dw_vec_add(from, (dw_vec){dw_rng_between(&rng, -90000, 90000),
                                                      dw_rng_between(&rng, -90000, 90000)});
                if (dw_rng_below(&rng, 3) == 0) { /* Right beside the body. */
                    at.x = from.x + (dw_rng_below(&rng, 2) ? o.half + half : -o.half - half);
                }
                bodies[b] = dw_rect_around(at, half);
            }
            list_obstacles(&o, map, &open, bodies, BODIES);
            const dw_vec step = {dw_rng_between(&rng, -300, 300), dw_rng_between(&rng, -300, 300)};
            const dw_move_result expected = slow_move(&o, from, step);
            const dw_move_result got = dw_move(map, &open, from, step, o.half, bodies, BODIES);
            assert_int_equal(got.position.x, expected.position.x);
            assert_int_equal(got.position.y, expected.position.y);
            assert_int_equal(got.shortened, expected.shortened);
            assert_int_equal(got.hit_solid, expected.hit_solid);
            assert_int_equal(got.touched_count, expected.touched_count);
            for (uint32_t b = 0; b < BODIES; b++) {
                assert_int_equal(is_touched(&got, b), is_touched(&expected, b));
            }
            bool is_free = true;
            for (uint32_t j = 0; j < o.solid_count; j++) {
                is_free = is_free && !dw_rect_overlaps(o.rects[j], dw_rect_around(from, o.half));
            }
            assert_int_equal(dw_place_free(map, &open, from, o.half), is_free);
            shortened += expected.shortened;
            total++;
        }
        dw_scene_destroy(scene);
    }
    assert_true(shortened > total / 10 && shortened < total - total / 10);
}

/* Two rooms, a door of 1 m between them, a wall with a gap exactly as wide as a body. */
typedef struct place {
    dw_scene *scene;
    const dw_map *map;
    dw_door_set open;
} place;

static place two_rooms(void)
{
    place p = {.scene = dw_scene_create()};
    const uint16_t a = dw_scene_room(p.scene, "a", 0, 0, 4000, 4000);
    const uint16_t b = dw_scene_room(p.scene, "b", 4000, 0, 4000, 4000);
    dw_scene_door(p.scene, "ab", a, b, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(p.scene, 5500, 100, 500, 1400, 900);
    dw_scene_furniture(p.scene, 5500, 2000, 500, 1900, 900);
    p.map = dw_scene_build(p.scene);
    p.open = dw_map_doors_at_start(p.map);
    return p;
}

static dw_move_result go(const place *p, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    return dw_move(p->map, &p->open, (dw_vec){DW_MM(x), DW_MM(y)}, (dw_vec){DW_MM(dx), DW_MM(dy)},
                   DW_BODY_HALF, NULL, 0);
}

static void a_move_ends_in_contact_with_the_wall(void **state)
{
    (void)state;
    place p = two_rooms();
    const dw_move_result result = go(&p, 400, 1000, -100, 0);
    assert_int_equal(result.position.x, DW_MM(350));
    assert_true(result.shortened);
    assert_true(result.hit_solid);
    dw_scene_destroy(p.scene);
}

static void contact_without_a_cut_is_told(void **state)
{
    (void)state;
    place p = two_rooms();
    const dw_move_result result = go(&p, 400, 1000, -50, 0);
    assert_int_equal(result.position.x, DW_MM(350));
    assert_false(result.shortened);
    assert_true(result.hit_solid);
    dw_scene_destroy(p.scene);
}

static void a_body_enters_a_gap_exactly_as_wide_as_it_is(void **state)
{
    (void)state;
    place p = two_rooms();
    assert_int_equal(go(&p, 5000, 1750, 1500, 0).position.x, DW_MM(6500));
    assert_true(go(&p, 5000, 1751, 1500, 0).shortened);
    dw_scene_destroy(p.scene);
}

static void a_blocked_axis_does_not_hold_the_other(void **state)
{
    (void)state;
    place p = two_rooms();
    const dw_move_result result = go(&p, 400, 1000, -100, 100);
    assert_int_equal(result.position.x, DW_MM(350));
    assert_int_equal(result.position.y, DW_MM(1100));
    dw_scene_destroy(p.scene);
}

static void x_goes_before_y(void **state)
{
    (void)state;
    place p = two_rooms();
    /* Beside the corner of a piece: x first gets under it, y first would pass above. */
    const dw_move_result result = go(&p, 5200, 1800, 100, -200);
    assert_int_equal(result.position.x, DW_MM(5250));
    assert_int_equal(result.position.y, DW_MM(1600));
    dw_scene_destroy(p.scene);
}

static void a_closed_leaf_stops_and_an_open_one_lets_through(void **state)
{
    (void)state;
    place p = two_rooms();
    assert_int_equal(go(&p, 3500, 2000, 1000, 0).position.x, DW_MM(3650));
    dw_door_set_put(&p.open, 0, true);
    assert_int_equal(go(&p, 3500, 2000, 1000, 0).position.x, DW_MM(4500));
    dw_scene_destroy(p.scene);
}

static void a_body_in_the_leaf_blocks_it_and_a_body_that_touches_it_does_not(void **state)
{
    (void)state;
    place p = two_rooms();
    assert_true(dw_leaf_blocked_by(p.map, 0, (dw_vec){DW_MM(3651), DW_MM(2000)}, DW_BODY_HALF));
    assert_false(dw_leaf_blocked_by(p.map, 0, (dw_vec){DW_MM(3650), DW_MM(2000)}, DW_BODY_HALF));
    /* The other half has no leaf. */
    assert_false(dw_leaf_blocked_by(p.map, 0, (dw_vec){DW_MM(4250), DW_MM(2000)}, DW_BODY_HALF));
    dw_scene_destroy(p.scene);
}

static void a_body_in_a_leaf_may_leave_but_not_get_deeper(void **state)
{
    (void)state;
    place p = two_rooms();
    const dw_move_result deeper = go(&p, 3700, 2000, 20, 0);
    assert_int_equal(deeper.position.x, DW_MM(3700));
    assert_true(deeper.hit_solid);
    assert_int_equal(go(&p, 3700, 2000, -100, 0).position.x, DW_MM(3600));
    dw_scene_destroy(p.scene);
}

static void a_body_that_cuts_a_move_short_is_touched(void **state)
{
    (void)state;
    place p = two_rooms();
    const dw_vec from = {DW_MM(1000), DW_MM(1000)};
    const dw_rect bodies[] = {dw_rect_around((dw_vec){DW_MM(3000), DW_MM(3000)}, DW_BODY_HALF),
                              dw_rect_around((dw_vec){DW_MM(1600), DW_MM(1200)}, DW_BODY_HALF)};
    const dw_move_result result =
        dw_move(p.map, &p.open, from, (dw_vec){DW_MM(300), 0}, DW_BODY_HALF, bodies, 2);
    assert_int_equal(result.position.x, DW_MM(1100));
    assert_true(result.shortened);
    assert_false(result.hit_solid);
    assert_int_equal(result.touched_count, 1);
    assert_int_equal(result.touched[0], 1);
    dw_scene_destroy(p.scene);
}

static void a_diagonal_step_is_as_long_as_a_straight_one(void **state)
{
    (void)state;
    assert_int_equal(dw_direction_step(DW_WEST, 1800).x, -1800);
    assert_int_equal(dw_direction_step(DW_WEST, 1800).y, 0);
    const dw_vec step = dw_direction_step(DW_NORTH_EAST, 1800);
    assert_int_equal(step.x, 1800 * 46341 >> 16);
    assert_int_equal(step.y, -(1800 * 46341 >> 16));
    assert_int_equal(dw_direction_step(DW_STAND, 1800).x, 0);
}

static void headings_go_clockwise_from_east(void **state)
{
    (void)state;
    for (int32_t i = DW_EAST; i < DW_DIRECTION_COUNT; i++) {
        const dw_vec step = dw_direction_step((dw_direction)i, 10000);
        assert_int_equal(dw_direction_heading((dw_direction)i), (i - DW_EAST) * 8192);
        assert_int_equal(dw_angle_bam(step.x, step.y), (i - DW_EAST) * 8192);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_equal_unit_by_unit_stepping),
        cmocka_unit_test(a_move_ends_in_contact_with_the_wall),
        cmocka_unit_test(contact_without_a_cut_is_told),
        cmocka_unit_test(a_body_enters_a_gap_exactly_as_wide_as_it_is),
        cmocka_unit_test(a_blocked_axis_does_not_hold_the_other),
        cmocka_unit_test(x_goes_before_y),
        cmocka_unit_test(a_closed_leaf_stops_and_an_open_one_lets_through),
        cmocka_unit_test(a_body_in_the_leaf_blocks_it_and_a_body_that_touches_it_does_not),
        cmocka_unit_test(a_body_in_a_leaf_may_leave_but_not_get_deeper),
        cmocka_unit_test(a_body_that_cuts_a_move_short_is_touched),
        cmocka_unit_test(a_diagonal_step_is_as_long_as_a_straight_one),
        cmocka_unit_test(headings_go_clockwise_from_east),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
