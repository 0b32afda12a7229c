/* Meshes of the shipped maps agree with how bodies collide; lengths of routes with paths. */
#include "tests/support/test.h"

#include "common/base/rng.h"
#include "common/nav/nav_search.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "common/world/movement.h"

#include <stdlib.h>

enum { ARENA_BYTES = 64 << 20, POINTS = 4000, PATHS = 300, EXTRAS = 8 };

typedef struct fixture {
    dw_arena arena;
    const dw_map *map;
    const dw_nav *nav;
    dw_nav_search *search;
} fixture;

static void load(fixture *f, const char *name)
{
    char path[DW_PATH_MAX];
    dw_error error = {{0}};
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(dw_arena_create(&f->arena, ARENA_BYTES), DW_OK);
    if (dw_file_find_data(name, "maps", ".tmj", path, &error) != DW_OK ||
        dw_file_read(path, DW_MAP_FILE_BYTES_MAX, &bytes, &size, &error) != DW_OK ||
        dw_map_load(&f->map, &f->arena, name, bytes, size, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    free(bytes);
    const size_t before = f->arena.used;
    if (dw_nav_build_map(&f->nav, &f->arena, f->map, DW_BODY_HALF, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    const size_t mesh = f->arena.used - before;
    assert_int_equal(dw_nav_search_create(&f->search, &f->arena, f->nav), DW_OK);
    print_message("%s: mesh %zu bytes, search %zu bytes\n", name, mesh,
                  f->arena.used - before - mesh);
}

static dw_vec random_point(const fixture *f, dw_rng *rng)
{
    const dw_rect b = f->map->bounds;
    const int32_t x = dw_rng_between(rng, b.min.x, b.max.x);
    return (dw_vec){x, dw_rng_between(rng, b.min.y, b.max.y)};
}

static dw_door_set all_open(const fixture *f)
{
    dw_door_set open = {{0}};
    for (uint32_t door = 0; door < f->map->door_count; door++) {
        dw_door_set_put(&open, door, true);
    }
    return open;
}

static dw_vec random_free_point(const fixture *f, dw_rng *rng)
{
    const dw_nav_query query = {.room = DW_NONE};
    dw_vec p = random_point(f, rng);
    while (!dw_nav_free(f->nav, &query, p)) {
        p = random_point(f, rng);
    }
    return p;
}

/* A body that starts in a solid starts from a free place, in the room that it is in. */
static void check_nearest(fixture *f, dw_vec p)
{
    static dw_nav_path path;
    const dw_door_set open = all_open(f);
    const dw_nav_query query = {.from = p, .to = p, .room = DW_NONE};
    (void)dw_nav_find(f->nav, f->search, &query, &path);
    const dw_vec start = path.points[0].position;
    assert_true(dw_place_free(f->map, &open, start, DW_BODY_HALF));
    const uint16_t room = dw_map_room_at(f->map, p);
    bool in_doorway = false;
    for (uint16_t k = 0; room != DW_NONE && k < f->map->rooms[room].door_count; k++) {
        const dw_rect doorway = f->map->doors[f->map->rooms[room].doors[k]].doorway;
        in_doorway =
            in_doorway || dw_rect_overlaps(doorway, dw_rect_around(start, DW_BODY_HALF + 1));
    }
    assert_true(room == DW_NONE || in_doorway ||
                dw_rect_holds_closed(f->map->rooms[room].area, start));
}

/* Inside of rooms bodies and mesh agree; beyond them, where nothing stands, the mesh has no place.
 */
static void check_free_places(fixture *f, dw_rng *rng)
{
    const dw_door_set open = all_open(f);
    const dw_nav_query query = {.room = DW_NONE};
    for (uint32_t k = 0; k < POINTS; k++) {
        const dw_vec p = random_point(f, rng);
        assert_int_equal(dw_nav_free(f->nav, &query, p),
                         dw_map_room_at(f->map, p) != DW_NONE &&
                             dw_place_free(f->map, &open, p, DW_BODY_HALF));
        check_nearest(f, p);
    }
}

/* A body moved along each leg in small steps never collides, and a leg names a door if and only if
 * the body comes to overlap that doorway. */
static void walk_leg(const fixture *f, dw_vec a, dw_nav_point end)
{
    const dw_door_set open = all_open(f);
    const int32_t steps = dw_distance(a, end.position) / DW_MM(50) + 1;
    for (int32_t k = 0; k <= steps; k++) {
        const dw_vec p = {(int32_t)(a.x + ((int64_t)end.position.x - a.x) * k / steps),
                          (int32_t)(a.y + ((int64_t)end.position.y - a.y) * k / steps)};
        /* Rounding leaves the leg by less than a unit. */
        assert_true(dw_place_free(f->map, &open, p, DW_BODY_HALF - 1));
        bool known = false;
        for (uint16_t door = 0; door < f->map->door_count && !known; door++) {
            const bool in =
                dw_rect_overlaps(dw_rect_around(p, DW_BODY_HALF - 1), f->map->doors[door].doorway);
            assert_false(in && end.door == DW_NONE);
            known = in && door == end.door;
        }
    }
}

static void check_paths(const fixture *f, dw_rng *rng)
{
    static dw_nav_path path;
    for (uint32_t k = 0; k < PATHS; k++) {
        const dw_nav_query query = {
            .from = random_free_point(f, rng), .to = random_free_point(f, rng), .room = DW_NONE};
        assert_int_equal(dw_nav_find(f->nav, f->search, &query, &path), DW_NAV_FOUND);
        assert_true(dw_vec_equal(path.points[0].position, query.from));
        assert_true(dw_vec_equal(path.points[path.count - 1].position, query.to));
        assert_true(path.length + 1 >= dw_distance(query.from, query.to));
        for (uint32_t point = 1; point < path.count; point++) {
            walk_leg(f, path.points[point - 1].position, path.points[point]);
        }
    }
    assert_int_equal(f->search->dropped, 0);
}

enum { CHOICES = 2000 };

static double path_length(fixture *f, dw_vec from, dw_vec to)
{
    static dw_nav_path path;
    const dw_nav_query query = {.from = from, .to = to, .room = DW_NONE};
    assert_int_equal(dw_nav_find(f->nav, f->search, &query, &path), DW_NAV_FOUND);
    return path.length;
}

/* Which of two is nearer to a third: by routes it is seldom the wrong one, and then by little. */
static void check_routes(fixture *f, const char *name, dw_rng *rng)
{
    uint32_t straight_wrong = 0;
    uint32_t route_wrong = 0;
    double excess = 0;
    for (uint32_t k = 0; k < CHOICES; k++) {
        const dw_vec to = random_free_point(f, rng);
        const dw_vec a = random_free_point(f, rng);
        const dw_vec b = random_free_point(f, rng);
        const double path_a = path_length(f, a, to);
        const bool a_is_nearer = path_a < path_length(f, b, to);
        const int32_t route = dw_nav_route_length(f->nav, a, to);
        assert_true(route != DW_NAV_NO_ROUTE);
        excess += route / (path_a + 1) - 1;
        straight_wrong += (dw_distance(a, to) < dw_distance(b, to)) != a_is_nearer;
        route_wrong += (route < dw_nav_route_length(f->nav, b, to)) != a_is_nearer;
    }
    print_message("%s: the wrong one of two is named in %.1f %% by straight lines, %.1f %% by "
                  "routes, whose length differs from that of paths by %.1f %%\n",
                  name, 100.0 * straight_wrong / CHOICES, 100.0 * route_wrong / CHOICES,
                  100 * excess / CHOICES);
    assert_true(route_wrong * 4 < straight_wrong);
}

/* Squares of bodies near a place, some drawn out as far as guards that keep to the right draw them;
 * `more` makes all of them larger. */
static uint32_t draw_extras(const fixture *f, dw_rng *rng, dw_vec near, int32_t more, dw_rect *out)
{
    const dw_nav_query query = {.room = DW_NONE};
    const int32_t around = DW_MM(2500);
    uint32_t count = 0;
    while (count < EXTRAS) {
        const int32_t x = near.x + dw_rng_between(rng, -around, around);
        const dw_vec p = {x, near.y + dw_rng_between(rng, -around, around)};
        if (dw_nav_free(f->nav, &query, p)) {
            out[count] = dw_rect_around(p, DW_BODY_HALF + more);
            out[count].min.x -= dw_rng_below(rng, 3) == 0 ? DW_MM(1500) : 0;
            out[count].max.y += dw_rng_below(rng, 3) == 0 ? DW_MM(1500) : 0;
            count++;
        }
    }
    return count;
}

static void check_legs(const fixture *f, dw_nav_query query, const dw_nav_path *path)
{
    for (uint32_t k = 1; k < path->count; k++) {
        query.from = path->points[k - 1].position;
        query.to = path->points[k].position;
        assert_true(dw_nav_straight(f->nav, &query, NULL));
    }
}

/* A search with little memory gives the same answers; what is too much for it stays solid. */
static void check_small_search(fixture *f, const char *name, dw_rng *rng)
{
    static dw_nav_path path;
    static dw_nav_path other;
    dw_nav_search *small = NULL;
    const size_t before = f->arena.used;
    assert_int_equal(dw_nav_search_create_small(&small, &f->arena, f->nav, EXTRAS), DW_OK);
    print_message("%s: small search %zu bytes\n", name, f->arena.used - before);
    dw_rect extras[EXTRAS];
    for (uint32_t k = 0; k < 4 * PATHS; k++) {
        dw_nav_query query = {.from = random_free_point(f, rng), .to = random_free_point(f, rng)};
        query.room = DW_NONE;
        query.extra = extras;
        query.extra_count = k % 4 == 0 ? 0 : draw_extras(f, rng, query.from, 0, extras);
        const dw_nav_result result = dw_nav_find(f->nav, f->search, &query, &path);
        assert_int_equal(dw_nav_find(f->nav, small, &query, &other), result);
        assert_int_equal(dw_nav_expansions(small), dw_nav_expansions(f->search));
        assert_int_equal(other.count, path.count);
        assert_memory_equal(other.points, path.points, path.count * sizeof path.points[0]);
        assert_false(small->overlay.overflowed);
    }
    assert_int_equal(small->dropped, 0);
    dw_nav_search *tiny = NULL;
    assert_int_equal(dw_nav_search_create_small(&tiny, &f->arena, f->nav, 1), DW_OK);
    bool overflowed = false;
    for (uint32_t k = 0; k < PATHS; k++) {
        dw_nav_query query = {.from = random_free_point(f, rng), .to = random_free_point(f, rng)};
        query.room = DW_NONE;
        query.extra = extras;
        (void)draw_extras(f, rng, query.from, DW_MM(k % 30 * 100), extras);
        query.extra_count = 1;
        (void)dw_nav_find(f->nav, tiny, &query, &path);
        overflowed = overflowed || tiny->overlay.overflowed;
        check_legs(f, query, &path);
    }
    assert_true(overflowed);
}

static void check_map(const char *name)
{
    fixture f;
    dw_rng rng;
    dw_rng_init(&rng, 1, 12);
    load(&f, name);
    check_free_places(&f, &rng);
    check_paths(&f, &rng);
    check_small_search(&f, name, &rng);
    check_routes(&f, name, &rng);
    dw_arena_destroy(&f.arena);
}

static void bodies_can_walk_all_paths_on_reference(void **state)
{
    (void)state;
    check_map("reference");
}

static void bodies_can_walk_all_paths_on_museum(void **state)
{
    (void)state;
    check_map("museum");
}

static void bodies_can_walk_all_paths_on_training(void **state)
{
    (void)state;
    check_map("training");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_can_walk_all_paths_on_reference),
        cmocka_unit_test(bodies_can_walk_all_paths_on_museum),
        cmocka_unit_test(bodies_can_walk_all_paths_on_training),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
