#include "common/base/check.h"
#include "common/world/sight.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

/* The slow way: every blocker and every pair of blockers against the segment, by clipping the
 * segment's parameter in exact fractions. Shares no test of segments with the layer. */

__extension__ typedef __int128 wide;

typedef struct fraction {
    wide top, bottom; /* bottom > 0 */
} fraction;

static bool less(fraction a, fraction b)
{
    return a.top * b.bottom < b.top * a.bottom;
}

static fraction fraction_of(int64_t top, int64_t bottom)
{
    return bottom < 0 ? (fraction){-top, -bottom} : (fraction){top, bottom};
}

/* Clips lo..hi to where from + t * step lies within low..high; false when that is nowhere. */
static bool clip(int64_t from, int64_t step, int64_t low, int64_t high, fraction *lo, fraction *hi)
{
    if (step == 0) {
        return from >= low && from <= high;
    }
    fraction enter = fraction_of(step > 0 ? low - from : high - from, step);
    fraction leave = fraction_of(step > 0 ? high - from : low - from, step);
    *lo = less(*lo, enter) ? enter : *lo;
    *hi = less(leave, *hi) ? leave : *hi;
    return true;
}

/* The closed line segment's part in the closed rectangle: false when empty. */
static bool part_in(dw_vec a, dw_vec b, dw_rect r, fraction *lo, fraction *hi)
{
    *lo = (fraction){0, 1};
    *hi = (fraction){1, 1};
    return clip(a.x, (int64_t)b.x - a.x, r.min.x, r.max.x, lo, hi) &&
           clip(a.y, (int64_t)b.y - a.y, r.min.y, r.max.y, lo, hi) && !less(*hi, *lo);
}

static bool slow_enters(dw_vec a, dw_vec b, dw_rect r)
{
    fraction lo, hi;
    if (!part_in(a, b, r, &lo, &hi) || !less(lo, hi)) {
        return false;
    }
    /* The middle of the part is inside, or the part runs along a side. */
    const wide n = lo.top * hi.bottom + hi.top * lo.bottom;
    const wide d = 2 * lo.bottom * hi.bottom;
    const wide x = a.x * d + n * ((int64_t)b.x - a.x);
    const wide y = a.y * d + n * ((int64_t)b.y - a.y);
    return x > r.min.x * d && x < r.max.x * d && y > r.min.y * d && y < r.max.y * d;
}

/* The open segment meets the closed rectangle, which may be flat. */
static bool slow_meets(dw_vec a, dw_vec b, dw_rect r)
{
    fraction lo, hi;
    return part_in(a, b, r, &lo, &hi) && less(lo, (fraction){1, 1}) && less((fraction){0, 1}, hi);
}

static bool slow_clear(const dw_map *map, const dw_door_set *open, dw_vec from, dw_vec to,
                       dw_sight_level level, uint16_t ignored)
{
    static dw_rect blockers[4096];
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->wall_count; i++) {
        blockers[count++] = map->walls[i];
    }
    for (uint32_t i = 0; i < map->door_count; i++) {
        if (!dw_door_set_has(open, i)) {
            blockers[count++] = map->doors[i].half[map->doors[i].leaf].area;
        }
    }
    for (uint32_t i = 0; i < map->furniture_count; i++) {
        const uint32_t height = map->furniture[i].height;
        const bool blocks = (level == DW_SIGHT_OVER_MIDDLE && height > 700) ||
                            (level == DW_SIGHT_CROUCHED && height >= 300) ||
                            (level == DW_SIGHT_REACH && i != ignored);
        if (blocks) {
            blockers[count++] = map->furniture[i].area;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (slow_enters(from, to, blockers[i])) {
            return false;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (!dw_rect_touches(blockers[i], blockers[j]) ||
                dw_rect_overlaps(blockers[i], blockers[j])) {
                continue;
            }
            const dw_rect a = blockers[i];
            const dw_rect b = blockers[j];
            const dw_rect both = {
                {a.min.x > b.min.x ? a.min.x : b.min.x, a.min.y > b.min.y ? a.min.y : b.min.y},
                {a.max.x < b.max.x ? a.max.x : b.max.x, a.max.y < b.max.y ? a.max.y : b.max.y}};
            if (slow_meets(from, to, both)) {
                return false;
            }
        }
    }
    return true;
}

static int32_t pick_coordinate(const dw_map *map, dw_rng *rng, bool x)
{
    if (map->furniture_count > 0 && dw_rng_below(rng, 2) == 0) {
        const dw_rect r = map->furniture[dw_rng_below(rng, map->furniture_count)].area;
        const dw_vec p = dw_rng_below(rng, 2) == 0 ? r.min : r.max;
        return x ? p.x : p.y;
    }
    const dw_rect r = map->walls[dw_rng_below(rng, map->wall_count)];
    const dw_vec p = dw_rng_below(rng, 2) == 0 ? r.min : r.max;
    return x ? p.x : p.y;
}

/* Half of the ends anywhere, half where lines graze: on coordinates of solids, and whole corners.
 */
static dw_vec pick_end(const dw_map *map, dw_rng *rng)
{
    const dw_rect b = map->bounds;
    const dw_vec any = {dw_rng_between(rng, b.min.x, b.max.x),
                        dw_rng_between(rng, b.min.y, b.max.y)};
    switch (dw_rng_below(rng, 4)) {
    case 0:
        return (dw_vec){pick_coordinate(map, rng, true), pick_coordinate(map, rng, false)};
    case 1:
        return (dw_vec){pick_coordinate(map, rng, true), any.y};
    default:
        return any;
    }
}

/* An end such that the line from `from` passes exactly through a corner. */
static dw_vec pick_through_corner(const dw_map *map, dw_rng *rng, dw_vec from)
{
    const dw_rect r = map->furniture_count > 0 && dw_rng_below(rng, 2) == 0
                          ? map->furniture[dw_rng_below(rng, map->furniture_count)].area
                          : map->walls[dw_rng_below(rng, map->wall_count)];
    const dw_vec corner = {dw_rng_below(rng, 2) ? r.min.x : r.max.x,
                           dw_rng_below(rng, 2) ? r.min.y : r.max.y};
    const dw_vec to = dw_vec_add(corner, dw_vec_sub(corner, from));
    return dw_rect_holds(map->bounds, to) ? to : corner;
}

static dw_door_set pick_doors(const dw_map *map, dw_rng *rng)
{
    dw_door_set open = {{0}};
    for (uint32_t i = 0; i < map->door_count; i++) {
        dw_door_set_put(&open, i, dw_rng_below(rng, 2) == 0);
    }
    return open;
}

static void sight_equals_the_slow_way_on_random_maps(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 11, 1);
    uint32_t clear_count = 0;
    uint32_t total = 0;
    for (uint32_t scene_index = 0; scene_index < 1500; scene_index++) {
        dw_scene *scene = dw_scene_create();
        const dw_map *map =
            dw_scene_random(scene, &rng, 1 + dw_rng_below(&rng, 3), 1 + dw_rng_below(&rng, 3));
        for (uint32_t i = 0; i < 60; i++) {
            const dw_door_set open = pick_doors(map, &rng);
            const dw_vec from = pick_end(map, &rng);
            const dw_vec to = dw_rng_below(&rng, 2) == 0 ? pick_end(map, &rng)
                                                         : pick_through_corner(map, &rng, from);
            if (dw_vec_equal(from, to)) {
                continue;
            }
            const dw_sight_level level = (dw_sight_level)dw_rng_below(&rng, 4);
            const bool expected = slow_clear(map, &open, from, to, level, DW_NONE);
            assert_int_equal(dw_sight_clear(map, &open, from, to, level), expected);
            assert_int_equal(dw_sight_clear(map, &open, to, from, level), expected);
            clear_count += expected;
            total++;
            if (map->furniture_count > 0) {
                const uint16_t ignored = (uint16_t)dw_rng_below(&rng, map->furniture_count);
                assert_int_equal(dw_reach_clear(map, &open, from, to, ignored),
                                 slow_clear(map, &open, from, to, DW_SIGHT_REACH, ignored));
            }
        }
        dw_scene_destroy(scene);
    }
    /* Both answers are common enough to mean something. */
    assert_true(clear_count > total / 20 && clear_count < total - total / 20);
}

/* A line through some point of a doorway, up to four metres long on both sides. */
static void pick_through_door(const dw_map *map, dw_rng *rng, dw_vec *from, dw_vec *to)
{
    const dw_rect doorway = map->doors[dw_rng_below(rng, map->door_count)].doorway;
    const dw_vec p = {dw_rng_between(rng, doorway.min.x, doorway.max.x),
                      dw_rng_between(rng, doorway.min.y, doorway.max.y)};
    const uint16_t angle = (uint16_t)dw_rng_below(rng, DW_BAM_TURN);
    const dw_vec way = {dw_cosine_bam(angle) / 64, dw_sine_bam(angle) / 64};
    const int32_t back = dw_rng_between(rng, 1, 250);
    const int32_t on = dw_rng_between(rng, 1, 250);
    *from = (dw_vec){p.x - way.x * back, p.y - way.y * back};
    *to = (dw_vec){p.x + way.x * on, p.y + way.y * on};
}

/* What rooms and their doors say of a line before it is looked at (room_view.h): all doors open, so
 * that chains of doorways are long, then half of them, then few. */
static void lines_through_doors_of_shipped_maps_equal_the_slow_way(void **state)
{
    (void)state;
    static const char *const names[] = {"reference", "museum"};
    dw_rng rng;
    dw_rng_init(&rng, 14, 1);
    for (size_t k = 0; k < DW_COUNT_OF(names); k++) {
        dw_venue *venue = dw_venue_shipped(names[k]);
        const dw_map *map = venue->map;
        const int64_t far_off = DW_MM(INT64_C(3000));
        uint32_t far_count = 0;
        for (uint32_t i = 0; i < 3000; i++) {
            dw_door_set open = {{0}};
            for (uint32_t door = 0; door < map->door_count; door++) {
                dw_door_set_put(&open, door, dw_rng_below(&rng, 4) >= i % 4);
            }
            dw_vec from, to;
            pick_through_door(map, &rng, &from, &to);
            const dw_sight_level level = (dw_sight_level)dw_rng_below(&rng, 3);
            const bool expected = slow_clear(map, &open, from, to, level, DW_NONE);
            const uint16_t from_room = dw_map_room_at(map, from);
            const uint16_t to_room = dw_map_room_at(map, to);
            assert_int_equal(dw_sight_clear(map, &open, from, to, level), expected);
            assert_int_equal(
                dw_sight_clear_between(map, &open, to, to_room, from, from_room, level), expected);
            dw_rect blocker;
            assert_int_equal(dw_sight_clear_or(map, &open, from, to, level, &blocker), expected);
            far_count += expected && dw_distance_squared(from, to) > far_off * far_off;
        }
        assert_in_range(far_count, 20, 2900);
        dw_venue_destroy(venue);
    }
}

/* Pieces on a lattice of half-metre squares with gaps of nothing: touching is the rule. */
static void sight_equals_the_slow_way_where_everything_touches(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 12, 1);
    for (uint32_t round = 0; round < 150; round++) {
        dw_scene *scene = dw_scene_create();
        dw_scene_room(scene, "hall", 0, 0, 8000, 8000);
        for (int32_t y = 500; y < 7500; y += 500) {
            for (int32_t x = 500; x < 7500; x += 500) {
                const bool is_border = y < 1500 || y > 6000 || x < 1500 || x > 6000;
                if (!is_border && dw_rng_below(&rng, 4) == 0 && (x < 3000 || x > 4500)) {
                    dw_scene_furniture(scene, x, y, 500, 500,
                                       dw_rng_below(&rng, 2) == 0 ? 1000 : 500);
                }
            }
        }
        const dw_map *map = dw_scene_build(scene);
        const dw_door_set open = {{0}};
        for (uint32_t i = 0; i < 400; i++) {
            const dw_vec from = {DW_MM(500) * dw_rng_between(&rng, 1, 15),
                                 DW_MM(500) * dw_rng_between(&rng, 1, 15)};
            const dw_vec to = {DW_MM(500) * dw_rng_between(&rng, 1, 15),
                               DW_MM(500) * dw_rng_between(&rng, 1, 15)};
            const dw_sight_level level = (dw_sight_level)dw_rng_below(&rng, 4);
            if (!dw_vec_equal(from, to)) {
                assert_int_equal(dw_sight_clear(map, &open, from, to, level),
                                 slow_clear(map, &open, from, to, level, DW_NONE));
            }
        }
        dw_scene_destroy(scene);
    }
}

/* 60 pieces side by side: more than a line keeps in its list of grazed ones. */
static void a_line_along_a_long_row_is_judged_right(void **state)
{
    (void)state;
    for (int32_t gap = 0; gap < 2; gap++) {
        dw_scene *scene = dw_scene_create();
        dw_scene_room(scene, "hall", 0, 0, 30000, 4000);
        for (int32_t i = 0; i < 60; i++) {
            /* Only the last two touch, unless there is no gap at all. */
            const int32_t nearer = gap == 1 && i == 59 ? 10 : 0;
            dw_scene_furniture(scene, 1000 + 400 * i - nearer, 1000, 400 - 10 * gap, 400, 1000);
        }
        const dw_map *map = dw_scene_build(scene);
        const dw_door_set open = {{0}};
        const dw_vec from = {DW_MM(500), DW_MM(1000)};
        const dw_vec beyond = {DW_MM(28000), DW_MM(1000)};
        const dw_vec before = {DW_MM(1000 + 400 * 59 - 20), DW_MM(1000)};
        assert_false(dw_sight_clear(map, &open, from, beyond, DW_SIGHT_OVER_MIDDLE));
        assert_int_equal(dw_sight_clear(map, &open, from, before, DW_SIGHT_OVER_MIDDLE), gap == 1);
        dw_scene_destroy(scene);
    }
}

static void ends_outside_of_the_map_are_judged_right(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 1000, 1000, 4000, 4000);
    const dw_map *map = dw_scene_build(scene);
    const dw_door_set open = {{0}};
    const dw_vec outside = {DW_MM(-3000), DW_MM(500)};
    assert_false(
        dw_sight_clear(map, &open, outside, (dw_vec){DW_MM(3000), DW_MM(3000)}, DW_SIGHT_WALLS));
    assert_true(
        dw_sight_clear(map, &open, outside, (dw_vec){DW_MM(90000), DW_MM(500)}, DW_SIGHT_WALLS));
    dw_scene_destroy(scene);
}

typedef struct view {
    dw_scene *scene;
    const dw_map *map;
} view;

/* A piece of the given height between two people. */
static view over_furniture(uint16_t height)
{
    view v = {.scene = dw_scene_create()};
    dw_scene_room(v.scene, "hall", 0, 0, 6000, 4000);
    dw_scene_furniture(v.scene, 2900, 1000, 200, 400, height);
    v.map = dw_scene_build(v.scene);
    return v;
}

static bool sees_over(uint16_t height, dw_sight_level level)
{
    view v = over_furniture(height);
    const dw_door_set open = {{0}};
    const bool clear = dw_sight_clear(v.map, &open, (dw_vec){DW_MM(1000), DW_MM(1200)},
                                      (dw_vec){DW_MM(5000), DW_MM(1200)}, level);
    dw_scene_destroy(v.scene);
    return clear;
}

static void furniture_above_0_7_hides_anybody(void **state)
{
    (void)state;
    assert_false(sees_over(701, DW_SIGHT_OVER_MIDDLE));
    assert_true(sees_over(700, DW_SIGHT_OVER_MIDDLE));
    assert_false(sees_over(701, DW_SIGHT_CROUCHED));
}

static void furniture_from_0_3_hides_a_crouching_body(void **state)
{
    (void)state;
    assert_false(sees_over(300, DW_SIGHT_CROUCHED));
    assert_false(sees_over(700, DW_SIGHT_CROUCHED));
    assert_true(sees_over(299, DW_SIGHT_CROUCHED));
}

static void no_furniture_hides_where_walls_alone_count(void **state)
{
    (void)state;
    assert_true(sees_over(1000, DW_SIGHT_WALLS));
    assert_false(sees_over(0, DW_SIGHT_REACH));
}

static void a_closed_leaf_blocks_and_an_open_one_does_not(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    const uint16_t a = dw_scene_room(scene, "a", 0, 0, 4000, 4000);
    const uint16_t b = dw_scene_room(scene, "b", 4000, 0, 4000, 4000);
    dw_scene_door(scene, "ab", a, b, 1500, 1000, DW_SCENE_CLOSED);
    const dw_map *map = dw_scene_build(scene);
    dw_door_set open = dw_map_doors_at_start(map);
    const dw_vec from = {DW_MM(1000), DW_MM(2000)};
    const dw_vec to = {DW_MM(7000), DW_MM(2000)};
    assert_false(dw_sight_clear(map, &open, from, to, DW_SIGHT_WALLS));
    dw_door_set_put(&open, 0, true);
    assert_true(dw_sight_clear(map, &open, from, to, DW_SIGHT_WALLS));
    dw_scene_destroy(scene);
}

static void a_line_between_two_pieces_that_touch_at_a_corner_is_blocked(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 6000, 6000);
    dw_scene_furniture(scene, 2000, 2000, 1000, 1000, 1000);
    dw_scene_furniture(scene, 3000, 3000, 600, 600, 500);
    dw_scene_spawn(scene, 5000, 1000);
    dw_scene_objective(scene, 4800, 900, 100, 100);
    const dw_map *map = dw_scene_build(scene);
    const dw_door_set open = {{0}};
    const dw_vec from = {DW_MM(3500), DW_MM(2500)};
    const dw_vec to = {DW_MM(2500), DW_MM(3500)};
    assert_false(dw_sight_clear(map, &open, from, to, DW_SIGHT_CROUCHED));
    /* One of the two does not hide a body that stands: grazing the other is free. */
    assert_true(dw_sight_clear(map, &open, from, to, DW_SIGHT_OVER_MIDDLE));
    /* Looking from the point of contact itself is free, too. */
    assert_true(
        dw_sight_clear(map, &open, (dw_vec){DW_MM(3000), DW_MM(3000)}, to, DW_SIGHT_CROUCHED));
    dw_scene_destroy(scene);
}

static void a_hand_reaches_as_far_as_its_reach_and_not_past_furniture(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    dw_scene_furniture(scene, 2000, 1000, 400, 400, 100);
    dw_scene_objective(scene, 2100, 1100, 100, 100);
    const dw_map *map = dw_scene_build(scene);
    const dw_door_set open = {{0}};
    const dw_rect thing = map->items[0].area;
    const dw_vec at = {DW_MM(1300), DW_MM(1150)};
    assert_true(dw_within_reach(map, &open, at, thing, DW_MM(800), 0));
    assert_false(dw_within_reach(map, &open, at, thing, DW_MM(800) - 1, 0));
    assert_false(dw_within_reach(map, &open, at, thing, DW_MM(800), DW_NONE));
    dw_scene_destroy(scene);
}

static void a_field_of_view_is_open_at_its_edges(void **state)
{
    (void)state;
    const dw_vec eye = {1000, 1000};
    const dw_vec east = {2000, 1000}, south = {1000, 2000}, west = {0, 1000};
    assert_true(dw_in_field_of_view(eye, 0, DW_BAM_HALF, east));
    assert_false(dw_in_field_of_view(eye, 0, DW_BAM_HALF, south));
    assert_true(dw_in_field_of_view(eye, 0, DW_BAM_HALF, (dw_vec){1001, 2000}));
    assert_false(dw_in_field_of_view(eye, 0, DW_BAM_HALF, west));
    assert_true(dw_in_field_of_view(eye, 0, DW_BAM_TURN, west));
    assert_true(dw_in_field_of_view(eye, 0, DW_BAM_HALF, eye));
    /* 90 degrees to each diagonal. */
    assert_false(dw_in_field_of_view(eye, 0, DW_BAM_QUARTER, (dw_vec){2000, 2000}));
    assert_true(dw_in_field_of_view(eye, 0, DW_BAM_QUARTER, (dw_vec){2000, 1999}));
    /* 270 degrees: all but the quarter behind. */
    assert_false(dw_in_field_of_view(eye, 0, 3 * DW_BAM_QUARTER, west));
    assert_false(dw_in_field_of_view(eye, 0, 3 * DW_BAM_QUARTER, (dw_vec){0, 2000}));
    assert_true(dw_in_field_of_view(eye, 0, 3 * DW_BAM_QUARTER, (dw_vec){1, 2000}));
}

/* Against angles by CORDIC, away from the edges by more than its error. */
static void a_field_of_view_agrees_with_angles(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 13, 1);
    for (uint32_t i = 0; i < 20000; i++) {
        const dw_vec d = {dw_rng_between(&rng, -600000, 600000),
                          dw_rng_between(&rng, -600000, 600000)};
        if (d.x > -10000 && d.x < 10000) {
            continue;
        }
        const uint16_t heading = (uint16_t)dw_rng_below(&rng, DW_BAM_TURN);
        const int32_t fov = dw_rng_between(&rng, 1024, DW_BAM_TURN - 64);
        int32_t off = dw_turn_bam(heading, dw_angle_bam(d.x, d.y));
        off = off < 0 ? -off : off;
        if (off > fov / 2 - 8 && off < fov / 2 + 8) {
            continue;
        }
        assert_int_equal(dw_in_field_of_view((dw_vec){0, 0}, heading, fov, d), off < fov / 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sight_equals_the_slow_way_on_random_maps),
        cmocka_unit_test(lines_through_doors_of_shipped_maps_equal_the_slow_way),
        cmocka_unit_test(sight_equals_the_slow_way_where_everything_touches),
        cmocka_unit_test(a_line_along_a_long_row_is_judged_right),
        cmocka_unit_test(ends_outside_of_the_map_are_judged_right),
        cmocka_unit_test(furniture_above_0_7_hides_anybody),
        cmocka_unit_test(furniture_from_0_3_hides_a_crouching_body),
        cmocka_unit_test(no_furniture_hides_where_walls_alone_count),
        cmocka_unit_test(a_closed_leaf_blocks_and_an_open_one_does_not),
        cmocka_unit_test(a_line_between_two_pieces_that_touch_at_a_corner_is_blocked),
        cmocka_unit_test(a_hand_reaches_as_far_as_its_reach_and_not_past_furniture),
        cmocka_unit_test(a_field_of_view_is_open_at_its_edges),
        cmocka_unit_test(a_field_of_view_agrees_with_angles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
