/* Lengths of routes over doors against brute force. */
#include "tests/support/test.h"

#include "common/base/rng.h"
#include "common/nav/nav.h"
#include "tests/unit/nav/nav_oracle.h"

#include <math.h>

enum { COLUMNS = 5, ROWS = 4, ROOM = 3000, WALL = 100, ROOMS = COLUMNS * ROWS, DOORS_MAX = 64 };
enum { ARENA_BYTES = 16 << 20 };

/* A building of equal rooms in a grid; each two neighbours may share up to two doors. */
typedef struct building {
    dw_rect rooms[ROOMS];
    dw_rect solids[4 * ROOMS + 4 * DOORS_MAX];
    dw_rect doorways[DOORS_MAX];
    uint16_t ends[DOORS_MAX][2];
    uint16_t factors[ROOMS]; /* Of what a length counts, in 256ths. */
    uint32_t solid_count, door_count;
} building;

static dw_rect rect_mm(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    return (dw_rect){{DW_MM(x0), DW_MM(y0)}, {DW_MM(x1), DW_MM(y1)}};
}

/* A wall of one length of a room, with openings of 800 mm for the doors that are drawn. `down`: it
 * runs down, between a room and its right neighbour; else between a room and the one below. */
static void add_wall(building *b, dw_rng *rng, uint32_t room, uint32_t other, bool down)
{
    const int32_t x = DW_MM(ROOM) * (int32_t)(room % COLUMNS + (down ? 1 : 0));
    const int32_t y = DW_MM(ROOM) * (int32_t)(room / COLUMNS + (down ? 0 : 1));
    const uint32_t count = other == ROOMS ? 0 : dw_rng_below(rng, 8) < 3 ? 0 : dw_rng_below(rng, 3);
    int32_t from = 0;
    for (uint32_t k = 0; k <= count; k++) {
        const int32_t to = k == count ? ROOM : 700 + 1400 * (int32_t)k;
        const dw_rect wall = down ? rect_mm(-WALL, from, WALL, to) : rect_mm(from, -WALL, to, WALL);
        b->solids[b->solid_count++] =
            (dw_rect){{wall.min.x + x, wall.min.y + y}, {wall.max.x + x, wall.max.y + y}};
        if (k < count) {
            const dw_rect d =
                down ? rect_mm(-WALL, to, WALL, to + 800) : rect_mm(to, -WALL, to + 800, WALL);
            b->doorways[b->door_count] =
                (dw_rect){{d.min.x + x, d.min.y + y}, {d.max.x + x, d.max.y + y}};
            b->ends[b->door_count][0] = (uint16_t)room;
            b->ends[b->door_count++][1] = (uint16_t)other;
        }
        from = to + 800;
    }
}

static const dw_nav *build(building *b, dw_rng *rng, dw_arena *arena, bool slows)
{
    *b = (building){0};
    for (uint32_t room = 0; room < ROOMS; room++) {
        const int32_t x = ROOM * (int32_t)(room % COLUMNS);
        const int32_t y = ROOM * (int32_t)(room / COLUMNS);
        b->rooms[room] = rect_mm(x, y, x + ROOM, y + ROOM);
        add_wall(b, rng, room, room % COLUMNS + 1 < COLUMNS ? room + 1 : ROOMS, true);
        add_wall(b, rng, room, room / COLUMNS + 1 < ROWS ? room + COLUMNS : ROOMS, false);
        assert_true(b->door_count <= DOORS_MAX - 4);
        b->factors[room] = DW_ROUTE_FACTOR_ONE;
    }
    for (uint32_t room = 0; slows && room < ROOMS; room++) {
        b->factors[room] = (uint16_t)(DW_ROUTE_FACTOR_ONE * (1 + dw_rng_below(rng, 3)));
    }
    const dw_nav_config config = {.bounds = rect_mm(0, 0, COLUMNS * ROOM, ROWS * ROOM),
                                  .half = DW_BODY_HALF,
                                  .squeeze = true,
                                  .solids = b->solids,
                                  .solid_count = b->solid_count,
                                  .doorways = b->doorways,
                                  .doorway_count = b->door_count,
                                  .rooms = b->rooms,
                                  .room_count = ROOMS,
                                  .room_factors = b->factors};
    const dw_nav *nav = NULL;
    dw_error error = {{0}};
    if (dw_nav_build(&nav, arena, &config, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    return nav;
}

static bool has_room(const building *b, uint32_t door, uint32_t room)
{
    return b->ends[door][0] == room || b->ends[door][1] == room;
}

static double factor_of(const building *b, uint32_t room)
{
    return (double)b->factors[room] / DW_ROUTE_FACTOR_ONE;
}

/* The way of a body from one doorway to another inside of a room, by the oracle. */
static double step_length(const building *b, uint32_t from, uint32_t to, uint32_t room)
{
    static dw_oracle oracle;
    oracle = (dw_oracle){.bounds = dw_rect_grown(b->rooms[room], DW_MM(300))};
    for (uint32_t k = 0; k < b->solid_count; k++) {
        if (dw_rect_touches(b->solids[k], b->rooms[room])) {
            oracle.rects[oracle.count++] = dw_rect_grown(b->solids[k], DW_BODY_HALF);
        }
    }
    return factor_of(b, room) * dw_oracle_length(&oracle, dw_rect_centre(b->doorways[from]),
                                                 dw_rect_centre(b->doorways[to]));
}

typedef double door_table[DOORS_MAX][DOORS_MAX];

static void fill_steps(const building *b, door_table steps)
{
    for (uint32_t i = 0; i < b->door_count; i++) {
        for (uint32_t j = 0; j < b->door_count; j++) {
            steps[i][j] = i == j ? 0 : HUGE_VAL;
            for (uint32_t end = 0; end < 2 && i != j; end++) {
                if (has_room(b, j, b->ends[i][end])) {
                    steps[i][j] = fmin(steps[i][j], step_length(b, i, j, b->ends[i][end]));
                }
            }
        }
    }
}

/* Floyd and Warshall over doors. */
static void all_pairs(const building *b, door_table steps, door_table lengths)
{
    memcpy(lengths, steps, sizeof(door_table));
    for (uint32_t k = 0; k < b->door_count; k++) {
        for (uint32_t i = 0; i < b->door_count; i++) {
            for (uint32_t j = 0; j < b->door_count; j++) {
                lengths[i][j] = fmin(lengths[i][j], lengths[i][k] + lengths[k][j]);
            }
        }
    }
}

static dw_vec random_point(const building *b, dw_rng *rng, uint16_t room)
{
    const dw_rect r = dw_rect_grown(b->rooms[room], -DW_MM(400));
    const int32_t x = dw_rng_between(rng, r.min.x, r.max.x);
    return (dw_vec){x, dw_rng_between(rng, r.min.y, r.max.y)};
}

static double best_route(const building *b, const uint16_t rooms[2], dw_vec from, dw_vec to,
                         door_table lengths)
{
    double best = HUGE_VAL;
    for (uint32_t i = 0; i < b->door_count; i++) {
        for (uint32_t j = 0; j < b->door_count; j++) {
            const dw_vec p = dw_rect_centre(b->doorways[i]);
            const dw_vec q = dw_rect_centre(b->doorways[j]);
            if (has_room(b, i, rooms[0]) && has_room(b, j, rooms[1])) {
                const double out = hypot((double)from.x - p.x, (double)from.y - p.y);
                const double in = hypot((double)to.x - q.x, (double)to.y - q.y);
                best = fmin(best, factor_of(b, rooms[0]) * out + lengths[i][j] +
                                      factor_of(b, rooms[1]) * in);
            }
        }
    }
    return best;
}

static void check_routes(const building *b, dw_rng *rng, const dw_nav *nav, door_table lengths)
{
    for (uint32_t round = 0; round < 200; round++) {
        const uint16_t rooms[2] = {(uint16_t)dw_rng_below(rng, ROOMS),
                                   (uint16_t)dw_rng_below(rng, ROOMS)};
        const dw_vec from = random_point(b, rng, rooms[0]);
        const dw_vec to = random_point(b, rng, rooms[1]);
        const int32_t length = dw_nav_route_length(nav, from, to);
        assert_int_equal(length, dw_nav_route_length(nav, to, from));
        if (rooms[0] == rooms[1]) {
            assert_true(fabs(length - factor_of(b, rooms[0]) * dw_distance(from, to)) <= 1);
            continue;
        }
        const double best = best_route(b, rooms, from, to, lengths);
        assert_int_equal(length == DW_NAV_NO_ROUTE, isinf(best));
        assert_true(isinf(best) || fabs(length - best) <= 3 * ROOMS + 6);
    }
}

static void lengths_of_routes_equal_brute_force(void **state)
{
    (void)state;
    static building b;
    static door_table steps;
    static door_table lengths;
    dw_arena arena;
    assert_int_equal(dw_arena_create(&arena, ARENA_BYTES), DW_OK);
    for (uint64_t seed = 0; seed < 24; seed++) {
        dw_rng rng;
        dw_rng_init(&rng, seed, 7);
        dw_arena_reset(&arena, 0);
        const dw_nav *nav = build(&b, &rng, &arena, seed % 2 != 0);
        assert_int_equal(dw_nav_floor_weights(nav) != NULL, seed % 2);
        fill_steps(&b, steps);
        all_pairs(&b, steps, lengths);
        check_routes(&b, &rng, nav, lengths);
    }
    dw_arena_destroy(&arena);
}

static void outside_of_all_rooms_a_route_is_straight(void **state)
{
    (void)state;
    static building b;
    dw_arena arena;
    dw_rng rng;
    dw_rng_init(&rng, 1, 7);
    assert_int_equal(dw_arena_create(&arena, ARENA_BYTES), DW_OK);
    const dw_nav *nav = build(&b, &rng, &arena, false);
    const dw_vec outside = {DW_MM(-500), DW_MM(100)};
    const dw_vec inside = {DW_MM(1000), DW_MM(1000)};
    assert_int_equal(dw_nav_route_length(nav, outside, inside), dw_distance(outside, inside));
    assert_int_equal(dw_nav_route_length(nav, inside, outside), dw_distance(outside, inside));
    dw_arena_destroy(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_of_routes_equal_brute_force),
        cmocka_unit_test(outside_of_all_rooms_a_route_is_straight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
