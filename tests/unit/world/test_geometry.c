#include "common/base/check.h"
#include "common/base/rng.h"
#include "common/world/geometry.h"
#include "tests/support/test.h"

/* On a small lattice every crossing is at a multiple of 1 / |step|: sampling the segment at all
 * fractions with denominators up to the lattice's size, and the middles between them, is exact. */
enum { SIDE = 6 };

typedef struct answer {
    bool enters, meets;
} answer;

/* Multiples of 1 / (2 * 60) of the segment: 60 is divisible by every step up to SIDE. */
static answer sampled(dw_vec a, dw_vec b, dw_rect r)
{
    enum { PARTS = 120 };
    answer result = {false, false};
    for (int32_t i = 1; i < PARTS; i++) {
        const int32_t x = a.x * PARTS + (b.x - a.x) * i;
        const int32_t y = a.y * PARTS + (b.y - a.y) * i;
        result.enters = result.enters || (x > r.min.x * PARTS && x < r.max.x * PARTS &&
                                          y > r.min.y * PARTS && y < r.max.y * PARTS);
        result.meets = result.meets || (x >= r.min.x * PARTS && x <= r.max.x * PARTS &&
                                        y >= r.min.y * PARTS && y <= r.max.y * PARTS);
    }
    return result;
}

static void segments_meet_rectangles_as_sampling_says(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 61, 1);
    uint32_t entered = 0;
    for (uint32_t i = 0; i < 200000; i++) {
        const dw_vec a = {dw_rng_between(&rng, 0, SIDE), dw_rng_between(&rng, 0, SIDE)};
        const dw_vec b = {dw_rng_between(&rng, 0, SIDE), dw_rng_between(&rng, 0, SIDE)};
        const dw_vec p = {dw_rng_between(&rng, 0, SIDE), dw_rng_between(&rng, 0, SIDE)};
        const dw_rect r = {p, {dw_rng_between(&rng, p.x, SIDE), dw_rng_between(&rng, p.y, SIDE)}};
        if (dw_vec_equal(a, b)) {
            continue;
        }
        const answer expected = sampled(a, b, r);
        assert_int_equal(dw_segment_enters(a, b, r), expected.enters);
        assert_int_equal(dw_segment_meets_closed(a, b, r), expected.meets);
        entered += expected.enters;
    }
    assert_true(entered > 10000);
}

/* The products of differences have to fit at the edges of the plane. */
static void the_ends_of_the_plane_are_judged_right(void **state)
{
    (void)state;
    const int32_t m = DW_COORDINATE_MAX;
    const dw_rect middle = {{-1, -1}, {1, 1}};
    assert_true(dw_segment_enters((dw_vec){-m, -m}, (dw_vec){m, m}, middle));
    assert_false(dw_segment_enters((dw_vec){-m, -m + 2}, (dw_vec){m - 2, m}, middle));
    assert_true(dw_segment_meets_closed((dw_vec){-m, -m + 2}, (dw_vec){m - 2, m}, middle));
    assert_false(dw_segment_meets_closed((dw_vec){-m, -m + 3}, (dw_vec){m - 3, m}, middle));
    const dw_rect all = {{-m, -m}, {m, m}};
    assert_true(dw_segment_enters((dw_vec){-m, m}, (dw_vec){m, -m}, all));
    assert_false(dw_segment_enters((dw_vec){-m, m}, (dw_vec){m, m}, all));
}

static void contact_is_no_overlap(void **state)
{
    (void)state;
    const dw_rect a = {{0, 0}, {10, 10}};
    const dw_rect beside = {{10, 0}, {20, 10}};
    const dw_rect corner = {{10, 10}, {20, 20}};
    assert_false(dw_rect_overlaps(a, beside));
    assert_true(dw_rect_touches(a, beside));
    assert_true(dw_rect_touches(a, corner));
    assert_true(dw_rect_overlaps(a, (dw_rect){{9, 9}, {11, 11}}));
}

static void a_rectangle_holds_its_left_and_top_edges_alone(void **state)
{
    (void)state;
    const dw_rect a = {{0, 0}, {10, 10}};
    assert_true(dw_rect_holds(a, (dw_vec){0, 0}));
    assert_false(dw_rect_holds(a, (dw_vec){10, 5}));
    assert_false(dw_rect_holds(a, (dw_vec){5, 10}));
    assert_true(dw_rect_holds_closed(a, (dw_vec){10, 10}));
}

static void the_nearest_point_lies_on_the_rectangle(void **state)
{
    (void)state;
    const dw_rect a = {{0, 0}, {10, 10}};
    assert_true(dw_vec_equal(dw_rect_nearest(a, (dw_vec){-5, 4}), (dw_vec){0, 4}));
    assert_true(dw_vec_equal(dw_rect_nearest(a, (dw_vec){30, 40}), (dw_vec){10, 10}));
    assert_true(dw_vec_equal(dw_rect_nearest(a, (dw_vec){3, 4}), (dw_vec){3, 4}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_meet_rectangles_as_sampling_says),
        cmocka_unit_test(the_ends_of_the_plane_are_judged_right),
        cmocka_unit_test(contact_is_no_overlap),
        cmocka_unit_test(a_rectangle_holds_its_left_and_top_edges_alone),
        cmocka_unit_test(the_nearest_point_lies_on_the_rectangle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
