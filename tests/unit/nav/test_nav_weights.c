/* Routes over rooms and doors that cost differently, on the shipped maps: against the cheapest
 * paths by brute force, and against plain paths where nothing costs more than its length. */
#include "tests/support/test.h"

#include "server/lab/lab_data.h"
#include "server/lab/route_excess.h"

enum { ARENA_BYTES = 64 << 20, SEEDS = 2, PAIRS = 3000 };

/* On average; 3 % would do. Chains that came back to rooms would make it 1.6 % on museum. */
static const double EXCESS_MAX = 0.015;

static const char *const MAPS[] = {"reference", "museum", "training"};

typedef struct fixture {
    dw_lab_data data;
    const dw_map *map;
    const dw_nav *nav;
    dw_arena arena;
    dw_nav_search *search;
    dw_rng rng;
} fixture;

static void open_map(fixture *f, const char *name)
{
    dw_error error = {{0}};
    if (dw_lab_data_read(&f->data, name, NULL, true, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    f->map = f->data.map;
    f->nav = f->data.nav;
    assert_int_equal(dw_arena_create(&f->arena, ARENA_BYTES), DW_OK);
    assert_int_equal(dw_nav_search_create(&f->search, &f->arena, f->nav), DW_OK);
    dw_rng_init(&f->rng, 3, 21);
}

static void close_map(fixture *f)
{
    dw_arena_destroy(&f->arena);
    dw_lab_data_destroy(&f->data);
}

static dw_route_excess_order order_of(fixture *f, double low, double high)
{
    return (dw_route_excess_order){.map = f->map,
                                   .nav = f->nav,
                                   .search = f->search,
                                   .arena = &f->arena,
                                   .low = low,
                                   .high = high};
}

static dw_vec free_point_in(fixture *f, dw_rect area)
{
    const dw_route_excess_order order = order_of(f, 1, 1);
    return dw_route_excess_draw_point(&order, &f->rng, area);
}

static void check_excess(double low, double high)
{
    for (uint32_t m = 0; m < sizeof MAPS / sizeof MAPS[0]; m++) {
        fixture f;
        open_map(&f, MAPS[m]);
        const dw_route_excess_order order = order_of(&f, low, high);
        dw_route_excess sum = {0};
        for (uint32_t seed = 0; seed < SEEDS; seed++) {
            assert_int_equal(dw_route_excess_add(&order, &f.rng, &sum), DW_OK);
        }
        print_message("%s, factors %.2f to %.0f: %u pairs of rooms cost %.2f %% more than the "
                      "cheapest paths on average, %.0f %% at worst, %.1f %% of pairs more than "
                      "3 %%; plain paths %.0f %%\n",
                      MAPS[m], low, high, sum.pairs, 100 * sum.sum / sum.pairs, 100 * sum.worst,
                      100.0 * sum.above / sum.pairs, 100 * sum.plain / sum.pairs);
        assert_true(sum.sum <= EXCESS_MAX * sum.pairs);
        /* Below 0 only by what crossings between those of the oracle save. */
        assert_true(sum.least > -5e-3);
        close_map(&f);
    }
}

static void routes_cost_little_more_than_the_cheapest_paths(void **state)
{
    (void)state;
    check_excess(1, 4);
    check_excess(0.25, 16);
}

static void assert_same_path(const dw_nav_path *a, const dw_nav_path *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->points, b->points, a->count * sizeof a->points[0]);
    assert_memory_equal(&a->length, &b->length, sizeof a->length);
}

/* Weights that change nothing leave the query as it is; a corridor of everything changes no path.
 */
static void neutral_weights_give_plain_paths_bit_for_bit(void **state)
{
    (void)state;
    static dw_nav_path plain;
    static dw_nav_path path;
    dw_route_weights weights;
    dw_route_weights_reset(&weights);
    dw_nav_corridor all;
    memset(&all, 0xff, sizeof all);
    for (uint32_t m = 0; m < sizeof MAPS / sizeof MAPS[0]; m++) {
        fixture f;
        open_map(&f, MAPS[m]);
        for (uint32_t k = 0; k < PAIRS; k++) {
            dw_nav_query query = {.from = free_point_in(&f, f.map->bounds),
                                  .to = free_point_in(&f, f.map->bounds),
                                  .room = DW_NONE};
            assert_int_equal(dw_nav_find(f.nav, f.search, &query, &plain), DW_NAV_FOUND);
            const uint32_t expansions = dw_nav_expansions(f.search);
            dw_nav_corridor corridor;
            dw_nav_choose_rooms(f.nav, f.search, &weights, &query, &corridor);
            assert_null(query.corridor);
            assert_int_equal(dw_nav_find(f.nav, f.search, &query, &path), DW_NAV_FOUND);
            assert_int_equal(dw_nav_expansions(f.search), expansions);
            assert_same_path(&path, &plain);
            query.corridor = &all;
            assert_int_equal(dw_nav_find(f.nav, f.search, &query, &path), DW_NAV_FOUND);
            assert_same_path(&path, &plain);
        }
        close_map(&f);
    }
}

static bool has_room(const dw_nav_corridor *corridor, uint32_t room)
{
    return (corridor->rooms[room / 64] >> (room % 64) & 1) != 0;
}

static void check_inside(const fixture *f, const dw_nav_corridor *corridor, dw_vec a, dw_vec b)
{
    for (int32_t k = 0; k <= 64; k++) {
        const dw_vec p = {(int32_t)(a.x + ((int64_t)b.x - a.x) * k / 64),
                          (int32_t)(a.y + ((int64_t)b.y - a.y) * k / 64)};
        bool in_doorway = false;
        for (uint16_t door = 0; door < f->map->door_count; door++) {
            const dw_rect body = dw_rect_around(p, DW_BODY_HALF - 1);
            const bool in = dw_rect_overlaps(body, f->map->doors[door].doorway);
            assert_true(!in || dw_door_set_has(&corridor->doors, door));
            in_doorway = in_doorway || in;
        }
        assert_true(in_doorway || has_room(corridor, dw_map_room_at(f->map, p)));
    }
}

static void paths_stay_in_their_corridor_and_slices_change_nothing(void **state)
{
    (void)state;
    static dw_nav_path path;
    static dw_nav_path sliced;
    fixture f;
    open_map(&f, "museum");
    for (uint32_t k = 0; k < PAIRS / 10; k++) {
        dw_route_weights weights;
        const dw_route_excess_order order = order_of(&f, 0.25, 16);
        dw_route_excess_draw_weights(&order, &f.rng, &weights);
        dw_nav_corridor corridor;
        dw_nav_query query = {.from = free_point_in(&f, f.map->bounds),
                              .to = free_point_in(&f, f.map->bounds),
                              .room = DW_NONE};
        dw_nav_choose_rooms(f.nav, f.search, &weights, &query, &corridor);
        assert_ptr_equal(query.corridor, &corridor);
        assert_int_equal(dw_nav_find(f.nav, f.search, &query, &path), DW_NAV_FOUND);
        for (uint32_t point = 1; point < path.count; point++) {
            check_inside(&f, &corridor, path.points[point - 1].position,
                         path.points[point].position);
        }
        dw_nav_begin(f.nav, f.search, &query);
        while (dw_nav_advance(f.nav, f.search, 1 + dw_rng_below(&f.rng, 4), &sliced) ==
               DW_NAV_RUNNING) {
        }
        assert_same_path(&sliced, &path);
    }
    close_map(&f);
}

/* Four rooms of 3 m in a square, walls of 200 mm, a door of 1 m in the middle of each wall: 0 above
 * left, 1 above right, 2 below left, 3 below right; doors 0 (rooms 0, 1), 1 (0, 2), 2 (1, 3) and 3
 * (2, 3). */
typedef struct square {
    dw_arena arena;
    const dw_nav *nav;
    dw_nav_search *search;
    dw_route_weights weights;
    dw_nav_corridor corridor;
} square;

static dw_rect mm(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    return (dw_rect){{DW_MM(x0), DW_MM(y0)}, {DW_MM(x1), DW_MM(y1)}};
}

/* Everything costs twice its length. */
static int build_square(void **state)
{
    static square s;
    const dw_rect rooms[4] = {mm(0, 0, 3000, 3000), mm(3000, 0, 6000, 3000),
                              mm(0, 3000, 3000, 6000), mm(3000, 3000, 6000, 6000)};
    const dw_rect doors[4] = {mm(2900, 1000, 3100, 2000), mm(1000, 2900, 2000, 3100),
                              mm(4000, 2900, 5000, 3100), mm(2900, 4000, 3100, 5000)};
    const dw_rect walls[6] = {mm(2900, 0, 3100, 1000),    mm(2900, 2000, 3100, 4000),
                              mm(2900, 5000, 3100, 6000), mm(0, 2900, 1000, 3100),
                              mm(2000, 2900, 4000, 3100), mm(5000, 2900, 6000, 3100)};
    const dw_nav_config config = {.bounds = mm(0, 0, 6000, 6000),
                                  .half = DW_BODY_HALF,
                                  .squeeze = true,
                                  .solids = walls,
                                  .solid_count = 6,
                                  .doorways = doors,
                                  .doorway_count = 4,
                                  .rooms = rooms,
                                  .room_count = 4};
    dw_error error;
    assert_int_equal(dw_arena_create(&s.arena, ARENA_BYTES), DW_OK);
    assert_int_equal(dw_nav_build(&s.nav, &s.arena, &config, &error), DW_OK);
    assert_int_equal(dw_nav_search_create(&s.search, &s.arena, s.nav), DW_OK);
    dw_route_weights_reset(&s.weights);
    for (uint32_t room = 0; room < 4; room++) {
        s.weights.rooms[room] = 2 * DW_ROUTE_FACTOR_ONE;
    }
    *state = &s;
    return 0;
}

static int drop_square(void **state)
{
    square *s = *state;
    dw_arena_destroy(&s->arena);
    return 0;
}

/* From the middle of room 0 to that of room 3; the rooms of the corridor as bits. */
static uint64_t choose(square *s, const dw_door_set *excluded, dw_nav_query *query)
{
    *query = (dw_nav_query){.from = {DW_MM(1500), DW_MM(1500)},
                            .to = {DW_MM(4500), DW_MM(4500)},
                            .excluded = excluded,
                            .room = DW_NONE};
    dw_nav_choose_rooms(s->nav, s->search, &s->weights, query, &s->corridor);
    assert_ptr_equal(query->corridor, &s->corridor);
    return s->corridor.rooms[0];
}

static void of_chains_that_cost_the_same_the_lower_doors_are_chosen(void **state)
{
    square *s = *state;
    dw_nav_query query;
    assert_int_equal(choose(s, NULL, &query), 1 << 0 | 1 << 1 | 1 << 3);
    assert_int_equal(s->corridor.doors.bits[0], 1 << 0 | 1 << 2);
}

static void one_unit_more_for_a_room_or_a_door_is_avoided(void **state)
{
    square *s = *state;
    dw_nav_query query;
    s->weights.doors[2] = 1;
    assert_int_equal(choose(s, NULL, &query), 1 << 0 | 1 << 2 | 1 << 3);
    s->weights.doors[2] = 0;
    s->weights.rooms[1]++;
    assert_int_equal(choose(s, NULL, &query), 1 << 0 | 1 << 2 | 1 << 3);
}

static void shut_doors_are_gone_round(void **state)
{
    square *s = *state;
    dw_nav_query query;
    dw_door_set excluded = {{0}};
    dw_door_set_put(&excluded, 2, true);
    assert_int_equal(choose(s, &excluded, &query), 1 << 0 | 1 << 2 | 1 << 3);
    s->weights.doors[2] = DW_NAV_NO_ROUTE;
    assert_int_equal(choose(s, NULL, &query), 1 << 0 | 1 << 2 | 1 << 3);
}

static void where_no_chain_leads_a_path_comes_as_near_as_doors_allow(void **state)
{
    static dw_nav_path path;
    square *s = *state;
    dw_nav_query query;
    s->weights.doors[2] = DW_NAV_NO_ROUTE;
    s->weights.doors[3] = DW_NAV_NO_ROUTE;
    (void)choose(s, NULL, &query);
    assert_int_equal(dw_nav_find(s->nav, s->search, &query, &path), DW_NAV_UNREACHABLE);
    const dw_vec end = path.points[path.count - 1].position;
    assert_true(end.y < DW_MM(3000) || end.x < DW_MM(3000)); /* Not in room 3, */
    assert_true(end.y > DW_MM(3000) || end.x > DW_MM(3000)); /* but beyond room 0. */
}

/* Out at door 0 and back in at door 1 would cost half as much. */
static void a_chain_never_comes_back_to_a_room(void **state)
{
    square *s = *state;
    s->weights.rooms[0] = DW_ROUTE_FACTOR_MAX;
    dw_nav_query query = {
        .from = {DW_MM(2600), DW_MM(1500)}, .to = {DW_MM(1500), DW_MM(2600)}, .room = DW_NONE};
    dw_nav_choose_rooms(s->nav, s->search, &s->weights, &query, &s->corridor);
    assert_int_equal(s->corridor.rooms[0], 1 << 0);
    assert_int_equal(s->corridor.doors.bits[0], 0);
}

static void a_path_between_two_doorways_goes_round_a_room_that_costs_much(void **state)
{
    static dw_nav_path path;
    square *s = *state;
    s->weights.rooms[0] = DW_ROUTE_FACTOR_MAX;
    dw_nav_query query = {.from = {DW_MM(3050), DW_MM(1500)}, /* In doorway 0. */
                          .to = {DW_MM(1500), DW_MM(3050)},   /* In doorway 1. */
                          .room = DW_NONE};
    dw_nav_choose_rooms(s->nav, s->search, &s->weights, &query, &s->corridor);
    assert_int_equal(s->corridor.rooms[0], 1 << 1 | 1 << 2 | 1 << 3);
    assert_int_equal(s->corridor.doors.bits[0], 15);
    assert_int_equal(dw_nav_find(s->nav, s->search, &query, &path), DW_NAV_FOUND);
    assert_true(path.length > DW_MM(4500)); /* Through room 0 it would be 2.2 m. */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_cost_little_more_than_the_cheapest_paths),
        cmocka_unit_test(neutral_weights_give_plain_paths_bit_for_bit),
        cmocka_unit_test(paths_stay_in_their_corridor_and_slices_change_nothing),
        cmocka_unit_test_setup_teardown(of_chains_that_cost_the_same_the_lower_doors_are_chosen,
                                        build_square, drop_square),
        cmocka_unit_test_setup_teardown(one_unit_more_for_a_room_or_a_door_is_avoided, build_square,
                                        drop_square),
        cmocka_unit_test_setup_teardown(shut_doors_are_gone_round, build_square, drop_square),
        cmocka_unit_test_setup_teardown(where_no_chain_leads_a_path_comes_as_near_as_doors_allow,
                                        build_square, drop_square),
        cmocka_unit_test_setup_teardown(a_chain_never_comes_back_to_a_room, build_square,
                                        drop_square),
        cmocka_unit_test_setup_teardown(
            a_path_between_two_doorways_goes_round_a_room_that_costs_much, build_square,
            drop_square),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
