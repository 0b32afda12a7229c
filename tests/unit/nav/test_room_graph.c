/* Routes of doors, their costs, circular doors and chokepoints, against brute force. */
#include "tests/support/test.h"

#include "common/base/rng.h"
#include "common/nav/room_graph.h"
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

static const dw_nav *build(building *b, dw_rng *rng, dw_arena *arena)
{
    *b = (building){0};
    for (uint32_t room = 0; room < ROOMS; room++) {
        const int32_t x = ROOM * (int32_t)(room % COLUMNS);
        const int32_t y = ROOM * (int32_t)(room / COLUMNS);
        b->rooms[room] = rect_mm(x, y, x + ROOM, y + ROOM);
        add_wall(b, rng, room, room % COLUMNS + 1 < COLUMNS ? room + 1 : ROOMS, true);
        add_wall(b, rng, room, room / COLUMNS + 1 < ROWS ? room + COLUMNS : ROOMS, false);
        assert_true(b->door_count <= DOORS_MAX - 4);
    }
    const dw_nav_config config = {.bounds = rect_mm(0, 0, COLUMNS * ROOM, ROWS * ROOM),
                                  .half = DW_BODY_HALF,
                                  .squeeze = true,
                                  .solids = b->solids,
                                  .solid_count = b->solid_count,
                                  .doorways = b->doorways,
                                  .doorway_count = b->door_count,
                                  .rooms = b->rooms,
                                  .room_count = ROOMS};
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
    return dw_oracle_length(&oracle, dw_rect_centre(b->doorways[from]),
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
static void all_pairs(const building *b, const dw_door_set *excluded, door_table steps,
                      door_table costs)
{
    for (uint32_t i = 0; i < b->door_count; i++) {
        for (uint32_t j = 0; j < b->door_count; j++) {
            const bool open = excluded == NULL ||
                              (!dw_door_set_has(excluded, i) && !dw_door_set_has(excluded, j));
            costs[i][j] = open ? steps[i][j] : HUGE_VAL;
        }
    }
    for (uint32_t k = 0; k < b->door_count; k++) {
        for (uint32_t i = 0; i < b->door_count; i++) {
            for (uint32_t j = 0; j < b->door_count; j++) {
                costs[i][j] = fmin(costs[i][j], costs[i][k] + costs[k][j]);
            }
        }
    }
}

static void check_costs(const building *b, const dw_room_graph *graph, door_table steps,
                        door_table costs)
{
    all_pairs(b, NULL, steps, costs);
    for (uint16_t i = 0; i < b->door_count; i++) {
        for (uint16_t j = 0; j < b->door_count; j++) {
            const uint32_t cost = dw_room_graph_cost(graph, i, j);
            if (isinf(costs[i][j])) {
                assert_int_equal(cost, DW_ROUTE_NO_COST);
            } else {
                assert_true(fabs(cost - costs[i][j]) <= ROOMS);
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

static double best_route(const building *b, const dw_route_query *query, door_table costs)
{
    double best = HUGE_VAL;
    for (uint32_t i = 0; i < b->door_count; i++) {
        for (uint32_t j = 0; j < b->door_count; j++) {
            const dw_vec p = dw_rect_centre(b->doorways[i]);
            const dw_vec q = dw_rect_centre(b->doorways[j]);
            if ((b->ends[i][0] == query->from_room || b->ends[i][1] == query->from_room) &&
                (b->ends[j][0] == query->to_room || b->ends[j][1] == query->to_room)) {
                best = fmin(best, hypot((double)query->from.x - p.x, (double)query->from.y - p.y) +
                                      costs[i][j] +
                                      hypot((double)query->to.x - q.x, (double)query->to.y - q.y));
            }
        }
    }
    return best;
}

/* Each door leads out of the room in which the one before it ended. */
static void check_chain(const building *b, const dw_route_query *query, const dw_route *route)
{
    uint16_t room = query->from_room;
    for (uint32_t k = 0; k < route->count; k++) {
        const uint16_t *ends = b->ends[route->doors[k]];
        assert_true(ends[0] == room || ends[1] == room);
        assert_false(query->excluded != NULL && dw_door_set_has(query->excluded, route->doors[k]));
        room = ends[0] == room ? ends[1] : ends[0];
    }
    assert_int_equal(room, query->to_room);
}

static void check_routes(const building *b, dw_rng *rng, const dw_room_graph *graph,
                         door_table steps, door_table costs)
{
    for (uint32_t round = 0; round < 60; round++) {
        dw_door_set excluded = {{0}};
        for (uint32_t door = 0; door < b->door_count; door++) {
            dw_door_set_put(&excluded, door, dw_rng_below(rng, 6) == 0);
        }
        dw_route_query query = {.from_room = (uint16_t)dw_rng_below(rng, ROOMS),
                                .to_room = (uint16_t)dw_rng_below(rng, ROOMS),
                                .excluded = round % 3 == 0 ? NULL : &excluded};
        query.from = random_point(b, rng, query.from_room);
        query.to = random_point(b, rng, query.to_room);
        dw_route route = {0};
        const bool found = dw_room_graph_route(graph, &query, &route);
        if (query.from_room == query.to_room) {
            assert_true(found);
            assert_int_equal(route.count, 0);
            continue;
        }
        all_pairs(b, query.excluded, steps, costs);
        const double best = best_route(b, &query, costs);
        assert_int_equal(found, !isinf(best));
        if (found) {
            check_chain(b, &query, &route);
            assert_true(fabs(route.cost - best) <= ROOMS + 2);
        }
    }
}

static void routes_and_costs_equal_brute_force_whatever_is_excluded(void **state)
{
    (void)state;
    static building b;
    static door_table steps;
    static door_table costs;
    dw_arena arena;
    assert_int_equal(dw_arena_create(&arena, ARENA_BYTES), DW_OK);
    for (uint64_t seed = 0; seed < 12; seed++) {
        dw_rng rng;
        dw_rng_init(&rng, seed, 7);
        dw_arena_reset(&arena, 0);
        const dw_nav *nav = build(&b, &rng, &arena);
        const dw_room_graph *graph = NULL;
        assert_int_equal(dw_room_graph_build(&graph, &arena, nav, ROOMS, NULL), DW_OK);
        fill_steps(&b, steps);
        check_costs(&b, graph, steps, costs);
        check_routes(&b, &rng, graph, steps, costs);
    }
    dw_arena_destroy(&arena);
}

/* How many rooms are connected to `start` without one door or one room. */
static uint32_t count_connected(const uint16_t (*ends)[2], uint32_t door_count, uint16_t start,
                                uint32_t without_door, uint32_t without_room)
{
    bool seen[DW_ROOMS_MAX] = {false};
    seen[start] = true;
    uint32_t count = 1;
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t door = 0; door < door_count; door++) {
            const uint16_t a = ends[door][0];
            const uint16_t b = ends[door][1];
            if (door != without_door && a != DW_NONE && b != DW_NONE && a != without_room &&
                b != without_room && seen[a] != seen[b]) {
                seen[a] = seen[b] = true;
                count++;
                grew = true;
            }
        }
    }
    return count;
}

static bool room_splits(const uint16_t (*ends)[2], uint32_t door_count, uint16_t room)
{
    const uint32_t with = count_connected(ends, door_count, room, DW_NONE, DW_NONE);
    for (uint32_t door = 0; door < door_count; door++) {
        for (uint32_t end = 0; end < 2; end++) {
            const uint16_t other = ends[door][1 - end];
            if (ends[door][end] == room && other != room && other != DW_NONE) {
                return count_connected(ends, door_count, other, DW_NONE, room) + 1 != with;
            }
        }
    }
    return false;
}

static void circular_doors_and_chokepoints_equal_taking_each_away(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 400; seed++) {
        dw_rng rng;
        dw_rng_init(&rng, seed, 8);
        const uint32_t rooms = 1 + dw_rng_below(&rng, 12);
        const uint32_t doors = dw_rng_below(&rng, 18);
        uint16_t ends[18][2];
        for (uint32_t door = 0; door < doors; door++) {
            ends[door][0] = (uint16_t)dw_rng_below(&rng, rooms);
            ends[door][1] =
                dw_rng_below(&rng, 10) == 0 ? DW_NONE : (uint16_t)dw_rng_below(&rng, rooms);
        }
        bool circular[18];
        bool chokepoint[12];
        dw_rooms_analyse((const uint16_t(*)[2])ends, doors, rooms, circular, chokepoint);
        for (uint32_t door = 0; door < doors; door++) {
            const uint16_t a = ends[door][0];
            const bool expected =
                ends[door][1] == DW_NONE ||
                count_connected((const uint16_t(*)[2])ends, doors, a, door, DW_NONE) ==
                    count_connected((const uint16_t(*)[2])ends, doors, a, DW_NONE, DW_NONE);
            assert_int_equal(circular[door], expected);
        }
        for (uint16_t room = 0; room < rooms; room++) {
            assert_int_equal(chokepoint[room],
                             room_splits((const uint16_t(*)[2])ends, doors, room));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_and_costs_equal_brute_force_whatever_is_excluded),
        cmocka_unit_test(circular_doors_and_chokepoints_equal_taking_each_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
