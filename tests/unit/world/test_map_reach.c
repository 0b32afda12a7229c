#include "common/base/check.h"
#include "common/world/movement.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

/* A hall and a cell, everything on a lattice of 50 mm. A body's centre on the lattice then gets
 * everywhere that it can get at all: a flood over lattice points is exact, gaps as wide as the body
 * included. */
enum { STEP = 50, COLUMNS = 8000 / STEP + 1, ROWS = 4000 / STEP + 1 };

typedef struct flood {
    uint8_t seen[ROWS][COLUMNS];
    dw_rect solids[64];
    uint32_t count;
} flood;

static bool is_free(const flood *f, dw_vec p)
{
    for (uint32_t i = 0; i < f->count; i++) {
        if (dw_rect_overlaps(f->solids[i], dw_rect_around(p, DW_BODY_HALF))) {
            return false;
        }
    }
    return p.x >= 0 && p.y >= 0 && p.x <= DW_MM(8000) && p.y <= DW_MM(4000);
}

/* Lattice steps: free at both ends and in the middle, which decides for solids on the lattice. */
static void run_flood(flood *f, dw_vec start)
{
    static dw_vec queue[ROWS * COLUMNS];
    uint32_t count = 0;
    memset(f->seen, 0, sizeof(f->seen));
    queue[count++] = start;
    f->seen[start.y / DW_MM(STEP)][start.x / DW_MM(STEP)] = 1;
    for (uint32_t i = 0; i < count; i++) {
        static const dw_vec ways[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        for (size_t w = 0; w < DW_COUNT_OF(ways); w++) {
            const dw_vec half = {queue[i].x + ways[w].x * DW_MM(STEP) / 2,
                                 queue[i].y + ways[w].y * DW_MM(STEP) / 2};
            const dw_vec next = {queue[i].x + ways[w].x * DW_MM(STEP),
                                 queue[i].y + ways[w].y * DW_MM(STEP)};
            if (is_free(f, half) && is_free(f, next) &&
                !f->seen[next.y / DW_MM(STEP)][next.x / DW_MM(STEP)]) {
                f->seen[next.y / DW_MM(STEP)][next.x / DW_MM(STEP)] = 1;
                queue[count++] = next;
            }
        }
    }
}

static bool cell_reached(const flood *f)
{
    for (int32_t row = 0; row < ROWS; row++) {
        for (int32_t column = 6000 / STEP; column < 8000 / STEP; column++) {
            if (f->seen[row][column]) {
                return true;
            }
        }
    }
    return false;
}

/* Rooms are walls of 100 mm: the frame, and the wall between with the door cut out of it. */
static void add_walls(flood *f, int32_t door_at, int32_t door_width)
{
    const int32_t walls[][4] = {{0, 0, 8000, 100},        {0, 3900, 8000, 4000},
                                {0, 0, 100, 4000},        {7900, 0, 8000, 4000},
                                {5900, 0, 6100, door_at}, {5900, door_at + door_width, 6100, 4000}};
    for (size_t i = 0; i < DW_COUNT_OF(walls); i++) {
        f->solids[f->count++] = (dw_rect){{DW_MM(walls[i][0]), DW_MM(walls[i][1])},
                                          {DW_MM(walls[i][2]), DW_MM(walls[i][3])}};
    }
}

static void reachability_equals_a_flood_on_random_rooms(void **state)
{
    (void)state;
    static flood f;
    dw_rng rng;
    dw_rng_init(&rng, 31, 1);
    uint32_t reached = 0;
    uint32_t total = 0;
    while (total < 250) {
        dw_scene *scene = dw_scene_create();
        f.count = 0;
        const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
        const uint16_t cell = dw_scene_room(scene, "cell", 6000, 0, 2000, 4000);
        const int32_t door_at = STEP * dw_rng_between(&rng, 4, 60);
        const int32_t door_width = STEP * dw_rng_between(&rng, 12, 14);
        dw_scene_door(scene, "door", hall, cell, door_at, door_width, DW_SCENE_CLOSED);
        add_walls(&f, door_at, door_width);
        dw_scene_spawn(scene, 500, 2000);
        dw_scene_objective(scene, 450, 1950, 100, 100);
        dw_scene_exit(scene, 250, 1750, 500, 500);
        /* Posts that leave gaps about as wide as a body. */
        for (int32_t x = 1500; x < 5600; x += 1450) {
            for (int32_t y = 100; y < 3900;) {
                const int32_t gap = STEP * dw_rng_between(&rng, 4, 10);
                const int32_t size = STEP * dw_rng_between(&rng, 6, 20);
                if (y + gap + size <= 3900) {
                    dw_scene_furniture(scene, x, y + gap, 300, size, 1000);
                    f.solids[f.count++] = (dw_rect){{DW_MM(x), DW_MM(y + gap)},
                                                    {DW_MM(x + 300), DW_MM(y + gap + size)}};
                }
                y += gap + size;
            }
        }
        run_flood(&f, (dw_vec){DW_MM(500), DW_MM(2000)});
        const bool expected = cell_reached(&f);
        const dw_map *map = NULL;
        dw_error error = {{0}};
        const dw_status status = dw_scene_try(scene, &map, &error);
        assert_int_equal(status, expected ? DW_OK : DW_INVALID);
        if (!expected) {
            assert_string_equal(error.text, "room \"cell\": it cannot be reached from the spawns");
        }
        reached += expected;
        total++;
        dw_scene_destroy(scene);
    }
    assert_true(reached > total / 10 && reached < total - total / 10);
}

/* Two staggered pieces with `gap` between the end of one and the begin of the next: a way that is
 * one point wide where it passes both. */
static dw_status build_with_gap(int32_t gap, dw_error *error)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    const uint16_t cell = dw_scene_room(scene, "cell", 6000, 0, 2000, 4000);
    dw_scene_door(scene, "door", hall, cell, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_spawn(scene, 1000, 2000);
    dw_scene_objective(scene, 950, 1950, 100, 100);
    dw_scene_exit(scene, 500, 1500, 1000, 1000);
    dw_scene_furniture(scene, 2000, 100, 500, 1900, 1000);
    dw_scene_furniture(scene, 2500, 2000 + gap, 500, 1900 - gap, 1000);
    const dw_map *map = NULL;
    const dw_status status = dw_scene_try(scene, &map, error);
    dw_scene_destroy(scene);
    return status;
}

static void a_gap_exactly_as_wide_as_a_body_is_a_way(void **state)
{
    (void)state;
    assert_int_equal(build_with_gap(500, NULL), DW_OK);
    assert_int_equal(build_with_gap(499, NULL), DW_INVALID);
}

static void a_gap_one_unit_too_narrow_is_none(void **state)
{
    (void)state;
    for (int32_t narrow = 0; narrow < 2; narrow++) {
        dw_scene *scene = dw_scene_create();
        dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
        const uint16_t cell = dw_scene_room(scene, "cell", 6000, 0, 2000, 4000);
        dw_scene_door(scene, "door", 0, cell, 1000, 1000, DW_SCENE_CLOSED);
        dw_scene_spawn(scene, 1000, 2000);
        dw_scene_objective(scene, 950, 1950, 100, 100);
        dw_scene_exit(scene, 500, 1500, 1000, 1000);
        dw_scene_furniture(scene, 2000, 100, 500, 1900, 1000);
        const uint16_t low = dw_scene_furniture(scene, 2000, 2500, 500, 1400, 1000);
        ((dw_furniture *)dw_scene_parts(scene)->furniture)[low].area.min.y -= narrow;
        const dw_map *map = NULL;
        assert_int_equal(dw_scene_try(scene, &map, NULL), narrow == 1 ? DW_INVALID : DW_OK);
        dw_scene_destroy(scene);
    }
}

static void an_objective_walled_in_by_furniture_is_refused_by_name(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 8000);
    dw_scene_spawn(scene, 1000, 1000);
    dw_scene_objective(scene, 3950, 3950, 100, 100);
    dw_scene_furniture(scene, 2500, 2500, 3000, 500, 100);
    dw_scene_furniture(scene, 2500, 5000, 3000, 500, 100);
    dw_scene_furniture(scene, 2500, 3000, 500, 2000, 100);
    dw_scene_furniture(scene, 5000, 3000, 500, 2000, 100);
    const dw_map *map = NULL;
    dw_error error = {{0}};
    assert_int_equal(dw_scene_try(scene, &map, &error), DW_INVALID);
    assert_string_equal(error.text, "objective \"documents\": no place from which it can be taken "
                                    "can be reached from the spawns");
    dw_scene_objective(scene, 1000, 4000, 100, 100);
    (void)dw_scene_item(scene, "vase", 3900, 3900);
    assert_int_equal(dw_scene_try(scene, &map, &error), DW_INVALID);
    assert_string_equal(error.text,
                        "objective \"vase\": no place from which it can be taken can be "
                        "reached from the spawns");
    dw_scene_destroy(scene);
}

static void an_exit_that_no_body_can_enter_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 8000);
    dw_scene_exit(scene, 100, 100, 200, 8000 - 200);
    const dw_map *map = NULL;
    dw_error error = {{0}};
    assert_int_equal(dw_scene_try(scene, &map, &error), DW_INVALID);
    assert_string_equal(error.text, "exit: it cannot be reached from the spawns");
    dw_scene_destroy(scene);
}

/* A closet of furniture around the middle of the hall. */
static dw_scene *closet(void)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 8000);
    dw_scene_spawn(scene, 1000, 1000);
    dw_scene_objective(scene, 950, 950, 100, 100);
    dw_scene_furniture(scene, 3500, 3500, 1000, 200, 100);
    dw_scene_furniture(scene, 3500, 4300, 1000, 200, 100);
    dw_scene_furniture(scene, 3500, 3700, 200, 600, 100);
    dw_scene_furniture(scene, 4300, 3700, 200, 600, 100);
    return scene;
}

static void a_spawn_shut_in_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = closet();
    dw_scene_spawn(scene, 4000, 4000);
    const dw_map *map = NULL;
    dw_error error = {{0}};
    assert_int_equal(dw_scene_try(scene, &map, &error), DW_INVALID);
    assert_string_equal(error.text, "spawn 2 at 400,400: it cannot be reached from spawn 1");
    dw_scene_destroy(scene);
}

static void a_guard_shut_in_is_refused_by_name(void **state)
{
    (void)state;
    dw_scene *scene = closet();
    dw_scene_patrol(scene, "round", "hall");
    dw_scene_guard(scene, "ann", 4000, 4000, 0, "round");
    const dw_map *map = NULL;
    dw_error error = {{0}};
    assert_int_equal(dw_scene_try(scene, &map, &error), DW_INVALID);
    assert_string_equal(error.text, "guard \"ann\": it cannot be reached from the spawns");
    dw_scene_destroy(scene);
}

static void a_room_without_a_door_is_refused_by_name(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 4000, 4000);
    dw_scene_room(scene, "vault", 4000, 0, 4000, 4000);
    const dw_map *map = NULL;
    dw_error error = {{0}};
    assert_int_equal(dw_scene_try(scene, &map, &error), DW_INVALID);
    assert_string_equal(error.text, "room \"vault\": it cannot be reached from the spawns");
    dw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reachability_equals_a_flood_on_random_rooms),
        cmocka_unit_test(a_gap_exactly_as_wide_as_a_body_is_a_way),
        cmocka_unit_test(a_gap_one_unit_too_narrow_is_none),
        cmocka_unit_test(an_objective_walled_in_by_furniture_is_refused_by_name),
        cmocka_unit_test(an_exit_that_no_body_can_enter_is_refused),
        cmocka_unit_test(a_spawn_shut_in_is_refused),
        cmocka_unit_test(a_guard_shut_in_is_refused_by_name),
        cmocka_unit_test(a_room_without_a_door_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
