#include "common/base/check.h"
#include "common/world/movement.h"
#include "common/world/visibility.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

enum { MARGIN = 4 }; /* Units: points are rounded to whole ones. */

static dw_vec points[DW_VISIBILITY_POINTS_MAX];

/* Crossing number; `p` on an edge may go either way. */
static bool in_polygon(uint32_t count, dw_vec p)
{
    bool inside = false;
    for (uint32_t i = 0; i < count; i++) {
        const dw_vec a = points[i];
        const dw_vec b = points[(i + 1) % count];
        if ((a.y > p.y) == (b.y > p.y)) {
            continue;
        }
        const int64_t side = dw_cross(dw_vec_sub(b, a), dw_vec_sub(p, a));
        inside ^= (b.y > a.y) == (side > 0);
    }
    return inside;
}

/* Nearer than MARGIN to the outline, where rounding decides. */
static bool is_at_edge(uint32_t count, dw_vec p)
{
    for (uint32_t i = 0; i < count; i++) {
        const dw_vec a = points[i];
        const dw_vec d = dw_vec_sub(points[(i + 1) % count], a);
        const double length_squared = (double)dw_dot(d, d);
        double t = length_squared > 0 ? (double)dw_dot(dw_vec_sub(p, a), d) / length_squared : 0;
        t = t < 0 ? 0 : (t > 1 ? 1 : t);
        const double x = a.x + t * d.x - p.x;
        const double y = a.y + t * d.y - p.y;
        if (x * x + y * y < MARGIN * MARGIN) {
            return true;
        }
    }
    return false;
}

typedef struct question {
    const dw_map *map;
    dw_door_set open;
    dw_vec eye;
    int32_t range;
    uint16_t heading;
    int32_t fov;
    dw_sight_level level;
} question;

static uint32_t ask_for(const question *q, uint32_t most)
{
    const dw_visibility seen = {q->map, &q->open, q->eye, q->range, q->heading, q->fov, q->level};
    return dw_visibility_polygon(&seen, points, most);
}

static uint32_t ask(const question *q)
{
    return ask_for(q, DW_VISIBILITY_POINTS_MAX);
}

/* Near the edge of a sector the outline runs along a rounded direction: a few units for every
 * thousand of distance. */
static bool is_at_sector_edge(const question *q, dw_vec p)
{
    const dw_vec d = dw_vec_sub(p, q->eye);
    int32_t off = dw_turn_bam(q->heading, dw_angle_bam(d.x, d.y));
    off = off < 0 ? -off : off;
    return q->fov < DW_BAM_TURN && off > q->fov / 2 - 16 && off < q->fov / 2 + 16;
}

static question pick_question(const dw_map *map, dw_rng *rng)
{
    question q = {.map = map, .fov = DW_BAM_TURN};
    for (uint32_t i = 0; i < map->door_count; i++) {
        dw_door_set_put(&q.open, i, dw_rng_below(rng, 3) != 0);
    }
    do {
        q.eye = (dw_vec){dw_rng_between(rng, map->bounds.min.x, map->bounds.max.x),
                         dw_rng_between(rng, map->bounds.min.y, map->bounds.max.y)};
    } while (!dw_place_free(map, &q.open, q.eye, 1));
    q.range = dw_rng_below(rng, 2) == 0 ? DW_MM(100000) : DW_MM(dw_rng_between(rng, 500, 6000));
    q.level = (dw_sight_level)dw_rng_below(rng, 4);
    if (dw_rng_below(rng, 2) == 0) {
        q.heading = (uint16_t)dw_rng_below(rng, DW_BAM_TURN);
        q.fov = dw_rng_between(rng, 2000, DW_BAM_TURN - 100);
    }
    return q;
}

static void what_the_outline_holds_is_seen_and_nothing_else(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 41, 1);
    uint32_t inside_count = 0;
    uint32_t total = 0;
    for (uint32_t round = 0; round < 250; round++) {
        dw_scene *scene = dw_scene_create();
        const dw_map *map =
            dw_scene_random(scene, &rng, 1 + dw_rng_below(&rng, 3), 1 + dw_rng_below(&rng, 3));
        for (uint32_t i = 0; i < 12; i++) {
            const question q = pick_question(map, &rng);
            const uint32_t count = ask(&q);
            assert_true(count >= 3);
            for (uint32_t j = 0; j < 60; j++) {
                const dw_rect square = dw_rect_around(q.eye, DW_MM(4000));
                const dw_vec p = {dw_rng_between(&rng, square.min.x, square.max.x),
                                  dw_rng_between(&rng, square.min.y, square.max.y)};
                if (!dw_rect_holds(map->bounds, p) || is_at_edge(count, p) ||
                    is_at_sector_edge(&q, p)) {
                    continue;
                }
                const bool in_range = dw_rect_holds(dw_rect_around(q.eye, q.range), p);
                const bool expected = in_range && dw_in_field_of_view(q.eye, q.heading, q.fov, p) &&
                                      dw_sight_clear(map, &q.open, q.eye, p, q.level);
                assert_int_equal(in_polygon(count, p), expected);
                inside_count += expected;
                total++;
            }
        }
        dw_scene_destroy(scene);
    }
    assert_true(inside_count > total / 10 && inside_count < total - total / 10);
}

static void points_come_in_order_of_growing_angle(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 42, 1);
    for (uint32_t round = 0; round < 150; round++) {
        dw_scene *scene = dw_scene_create();
        const dw_map *map = dw_scene_random(scene, &rng, 2, 2);
        for (uint32_t i = 0; i < 10; i++) {
            const question q = pick_question(map, &rng);
            const uint32_t count = ask(&q);
            const uint32_t first = q.fov < DW_BAM_TURN ? 1 : 0;
            if (first == 1) {
                assert_true(dw_vec_equal(points[0], q.eye));
            }
            for (uint32_t j = first; j + 1 < count; j++) {
                const dw_vec a = dw_vec_sub(points[j], q.eye);
                const dw_vec b = dw_vec_sub(points[j + 1], q.eye);
                /* Rounding may turn a point back by less than a unit. */
                const double back = -(double)dw_cross(a, b);
                const double longest =
                    (double)(dw_dot(a, a) > dw_dot(b, b) ? dw_dot(a, a) : dw_dot(b, b));
                assert_true(back <= 0 || back * back <= 4 * longest);
                assert_false(dw_vec_equal(a, b));
            }
        }
        dw_scene_destroy(scene);
    }
}

static void an_empty_room_is_seen_as_its_four_corners(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 4000, 3000);
    const dw_map *map = dw_scene_build(scene);
    const question q = {
        .map = map, .eye = {DW_MM(1000), DW_MM(1000)}, .range = DW_MM(50000), .fov = DW_BAM_TURN};
    assert_int_equal(ask(&q), 4);
    const dw_vec corners[] = {{3900, 2900}, {100, 2900}, {100, 100}, {3900, 100}};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(points[i].x, DW_MM(corners[i].x));
        assert_int_equal(points[i].y, DW_MM(corners[i].y));
    }
    dw_scene_destroy(scene);
}

static void a_half_turn_that_ends_on_the_axes_is_seen_as_the_eye_and_four_corners(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 4000, 3000);
    const dw_map *map = dw_scene_build(scene);
    question q = {
        .map = map, .eye = {DW_MM(1000), DW_MM(1000)}, .range = DW_MM(50000), .fov = DW_BAM_HALF};
    const dw_vec seen[4][4] = {{{1000, 100}, {3900, 100}, {3900, 2900}, {1000, 2900}},
                               {{3900, 1000}, {3900, 2900}, {100, 2900}, {100, 1000}},
                               {{1000, 2900}, {100, 2900}, {100, 100}, {1000, 100}},
                               {{100, 1000}, {100, 100}, {3900, 100}, {3900, 1000}}};
    for (uint32_t quarter = 0; quarter < 4; quarter++) {
        q.heading = (uint16_t)(quarter * DW_BAM_QUARTER);
        assert_int_equal(ask(&q), 5);
        assert_true(dw_vec_equal(points[0], q.eye));
        for (uint32_t i = 0; i < 4; i++) {
            assert_int_equal(points[1 + i].x, DW_MM(seen[quarter][i].x));
            assert_int_equal(points[1 + i].y, DW_MM(seen[quarter][i].y));
        }
    }
    dw_scene_destroy(scene);
}

static void a_short_range_is_a_square(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 9000, 9000);
    const dw_map *map = dw_scene_build(scene);
    const question q = {
        .map = map, .eye = {DW_MM(4000), DW_MM(4000)}, .range = DW_MM(500), .fov = DW_BAM_TURN};
    assert_int_equal(ask(&q), 4);
    assert_int_equal(points[0].x, DW_MM(4500));
    assert_int_equal(points[2].y, DW_MM(3500));
    dw_scene_destroy(scene);
}

/* Two pieces that touch at a corner: no sliver of light between them. */
static void no_light_falls_through_a_touching_corner(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 8000);
    dw_scene_furniture(scene, 3000, 1000, 1000, 3000, 1000);
    dw_scene_furniture(scene, 4000, 4000, 1000, 3000, 1000);
    dw_scene_spawn(scene, 1000, 1000);
    dw_scene_objective(scene, 950, 950, 100, 100);
    const dw_map *map = dw_scene_build(scene);
    const question q = {.map = map,
                        .eye = {DW_MM(3500), DW_MM(4500)},
                        .range = DW_MM(50000),
                        .fov = DW_BAM_TURN,
                        .level = DW_SIGHT_OVER_MIDDLE};
    const uint32_t count = ask(&q);
    bool contact_is_a_point = false;
    for (uint32_t i = 0; i < count; i++) {
        const dw_vec p = points[i];
        contact_is_a_point = contact_is_a_point || (p.x == DW_MM(4000) && p.y == DW_MM(4000));
        /* Nothing beyond the contact, up and to the right of it. */
        assert_false(p.x > DW_MM(4000) && p.y < DW_MM(4000) && p.x < DW_MM(7000) &&
                     p.y > DW_MM(1000));
    }
    assert_true(contact_is_a_point);
    dw_scene_destroy(scene);
}

static void an_eye_in_contact_with_a_solid_does_not_see_into_it(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 8000);
    dw_scene_furniture(scene, 3000, 3000, 1000, 1000, 1000);
    dw_scene_spawn(scene, 1000, 1000);
    dw_scene_objective(scene, 950, 950, 100, 100);
    const dw_map *map = dw_scene_build(scene);
    const dw_vec eyes[] = {{3000, 3500}, {4000, 3500}, {3500, 3000}, {3500, 4000},
                           {3000, 3000}, {4000, 3000}, {4000, 4000}, {3000, 4000}};
    const dw_vec ways[] = {{20, 1},  {20, -1},  {-20, 1}, {-20, -1}, {1, 20},   {1, -20},
                           {-1, 20}, {-1, -20}, {15, 14}, {-15, 14}, {15, -14}, {-15, -14}};
    for (size_t e = 0; e < DW_COUNT_OF(eyes); e++) {
        const question q = {.map = map,
                            .eye = {DW_MM(eyes[e].x), DW_MM(eyes[e].y)},
                            .range = DW_MM(50000),
                            .fov = DW_BAM_TURN,
                            .level = DW_SIGHT_OVER_MIDDLE};
        const uint32_t count = ask(&q);
        for (size_t w = 0; w < DW_COUNT_OF(ways); w++) {
            const dw_vec p = {q.eye.x + DW_MM(ways[w].x) * 20, q.eye.y + DW_MM(ways[w].y) * 20};
            assert_int_equal(in_polygon(count, p), dw_sight_clear(map, &q.open, q.eye, p, q.level));
        }
    }
    dw_scene_destroy(scene);
}

static void an_eye_inside_of_a_solid_sees_nothing(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 4000, 4000);
    const dw_map *map = dw_scene_build(scene);
    const question q = {
        .map = map, .eye = {DW_MM(50), DW_MM(50)}, .range = DW_MM(9000), .fov = DW_BAM_TURN};
    assert_int_equal(ask(&q), 0);
    dw_scene_destroy(scene);
}

static void no_more_points_are_written_than_there_is_room_for(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 43, 1);
    dw_scene *scene = dw_scene_create();
    const dw_map *map = dw_scene_random(scene, &rng, 3, 3);
    const question q = {.map = map,
                        .eye = map->spawns[0],
                        .range = DW_MM(50000),
                        .heading = 0,
                        .fov = 60000,
                        .level = DW_SIGHT_REACH};
    const uint32_t all = ask(&q);
    for (uint32_t most = 0; most <= all; most++) {
        points[most] = (dw_vec){-1, -1};
        assert_true(ask_for(&q, most) <= most);
        assert_int_equal(points[most].x, -1);
    }
    dw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_outline_holds_is_seen_and_nothing_else),
        cmocka_unit_test(points_come_in_order_of_growing_angle),
        cmocka_unit_test(an_empty_room_is_seen_as_its_four_corners),
        cmocka_unit_test(a_half_turn_that_ends_on_the_axes_is_seen_as_the_eye_and_four_corners),
        cmocka_unit_test(a_short_range_is_a_square),
        cmocka_unit_test(no_light_falls_through_a_touching_corner),
        cmocka_unit_test(an_eye_in_contact_with_a_solid_does_not_see_into_it),
        cmocka_unit_test(an_eye_inside_of_a_solid_sees_nothing),
        cmocka_unit_test(no_more_points_are_written_than_there_is_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
