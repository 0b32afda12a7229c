/* How sounds spread: against a brute-force search in doubles on the shipped maps, and rules on
 * small ones. The oracle knows no shortcut: it finds the shortest way for each number of doorways
 * and of closed leaves, and takes the least loss of all of them. */
#include "tests/support/test.h"

#include "common/base/check.h"
#include "common/base/decibel.h"
#include "common/base/rng.h"
#include "common/nav/sound.h"
#include "server/lab/lab_data.h"
#include "tests/support/scene.h"

#include <math.h>
#include <stdlib.h>

enum {
    ARENA_BYTES = 4 << 20,
    REACH_DB10 = 600,
    DOORWAYS_MAX = REACH_DB10 / 30,
    LEAVES_MAX = REACH_DB10 / 170,
    DOOR_STATES = 5,
    POINTS = 2 /* In each room. */
};

/* The integer way rounds each leg down to millimetres and the logarithm to tenths. */
static const double ERROR_MAX_DB = 0.15;

static const dw_sound_losses LOSSES = {.doorway_db10 = 30, .leaf_db10 = 140, .wall_db10 = 300};

typedef struct house {
    dw_arena arena;
    const dw_map *map;
    const dw_sound *sound;
} house;

static void open_house(house *it, const dw_map *map)
{
    it->map = map;
    assert_int_equal(dw_arena_create(&it->arena, ARENA_BYTES), DW_OK);
    assert_int_equal(dw_sound_build(&it->sound, &it->arena, map), DW_OK);
}

static double metres(dw_vec a, dw_vec b)
{
    return sqrt((double)dw_distance_squared(a, b)) / DW_MM(1000);
}

static double loss_db(double length_m, uint32_t doorways, uint32_t leaves)
{
    return 20 * log10(length_m > 1 ? length_m : 1) + 3.0 * doorways + 14.0 * leaves;
}

/* lengths[n][c][gate]: the shortest way through that gate by n doorways, c of them shut. */
typedef struct oracle {
    double lengths[DOORWAYS_MAX + 1][LEAVES_MAX + 1][2 * DW_DOORS_MAX];
} oracle;

static dw_vec middle(const dw_map *map, uint32_t door)
{
    return dw_rect_centre(map->doors[door].doorway);
}

static void relax(oracle *o, const house *it, const dw_door_set *open, uint32_t n, uint32_t c,
                  dw_vec from, double length, uint16_t room)
{
    for (uint16_t i = 0; i < it->map->rooms[room].door_count; i++) {
        const uint16_t door = it->map->rooms[room].doors[i];
        const uint32_t shut = dw_door_set_has(open, door) ? 0 : 1;
        const uint32_t gate = 2u * door + (it->map->doors[door].half[0].room == room ? 1 : 0);
        if (n + 1 <= DOORWAYS_MAX && c + shut <= LEAVES_MAX) {
            double *best = &o->lengths[n + 1][c + shut][gate];
            const double whole = length + metres(from, middle(it->map, door));
            *best = whole < *best ? whole : *best;
        }
    }
}

static void ask_oracle(oracle *o, const house *it, const dw_door_set *open, dw_vec from,
                       uint16_t room)
{
    const uint32_t gates = 2u * it->map->door_count;
    for (uint32_t n = 0; n <= DOORWAYS_MAX; n++) {
        for (uint32_t c = 0; c <= LEAVES_MAX; c++) {
            for (uint32_t gate = 0; gate < gates; gate++) {
                o->lengths[n][c][gate] = HUGE_VAL;
            }
        }
    }
    relax(o, it, open, 0, 0, from, 0, room);
    for (uint32_t n = 1; n < DOORWAYS_MAX; n++) {
        for (uint32_t c = 0; c <= LEAVES_MAX; c++) {
            for (uint32_t gate = 0; gate < gates; gate++) {
                const double length = o->lengths[n][c][gate];
                if (length < HUGE_VAL) {
                    relax(o, it, open, n, c, middle(it->map, gate / 2), length,
                          it->map->doors[gate / 2].half[gate % 2].room);
                }
            }
        }
    }
}

static double loss_by_doors(const oracle *o, const house *it, dw_vec at, uint16_t room)
{
    double least = HUGE_VAL;
    for (uint16_t i = 0; i < it->map->rooms[room].door_count; i++) {
        const uint16_t door = it->map->rooms[room].doors[i];
        const uint32_t gate = 2u * door + (it->map->doors[door].half[0].room == room ? 0 : 1);
        for (uint32_t n = 1; n <= DOORWAYS_MAX; n++) {
            for (uint32_t c = 0; c <= LEAVES_MAX; c++) {
                const double whole = o->lengths[n][c][gate] + metres(middle(it->map, door), at);
                const double loss = loss_db(whole, n, c);
                least = whole < HUGE_VAL && loss < least ? loss : least;
            }
        }
    }
    return least;
}

/* Walls by a flood over rooms that share a piece of border, written apart from the product's. */
static uint32_t walls_between(const dw_map *map, uint16_t from, uint16_t to)
{
    bool reached[DW_ROOMS_MAX] = {false};
    reached[from] = true;
    for (uint32_t walls = 0; walls <= DW_ROOMS_MAX; walls++) {
        if (reached[to]) {
            return walls;
        }
        bool next[DW_ROOMS_MAX];
        memcpy(next, reached, sizeof next);
        for (uint16_t a = 0; a < map->room_count; a++) {
            for (uint16_t b = 0; reached[a] && b < map->room_count; b++) {
                const dw_rect r = map->rooms[a].area;
                const dw_rect s = map->rooms[b].area;
                const bool beside = (r.max.x == s.min.x || s.max.x == r.min.x) &&
                                    r.min.y < s.max.y && s.min.y < r.max.y;
                const bool below = (r.max.y == s.min.y || s.max.y == r.min.y) &&
                                   r.min.x < s.max.x && s.min.x < r.max.x;
                next[b] = next[b] || beside || below;
            }
        }
        memcpy(reached, next, sizeof next);
    }
    return DW_ROOMS_MAX;
}

static dw_vec point_in(dw_rng *rng, dw_rect area)
{
    return (dw_vec){dw_rng_between(rng, area.min.x, area.max.x - 1),
                    dw_rng_between(rng, area.min.y, area.max.y - 1)};
}

static dw_door_set draw_doors(dw_rng *rng, const dw_map *map, uint32_t state)
{
    dw_door_set open = {{0}};
    for (uint32_t door = 0; door < map->door_count; door++) {
        const bool is_open = state == 0 || (state > 1 && dw_rng_below(rng, state) != 0);
        dw_door_set_put(&open, door, is_open);
    }
    return open;
}

static void hold_to_oracle(const house *it, oracle *o, dw_sound_spread *spread,
                           const dw_door_set *open, dw_rng *rng, uint16_t room)
{
    const dw_vec from = point_in(rng, it->map->rooms[room].area);
    ask_oracle(o, it, open, from, room);
    dw_sound_spread_begin(spread, it->sound, &LOSSES, open, from, room, REACH_DB10);
    assert_true(spread->way_count < DW_SOUND_WAYS_MAX);
    for (uint16_t to = 0; to < it->map->room_count * POINTS; to++) {
        const uint16_t there = to / POINTS;
        const dw_vec at = point_in(rng, it->map->rooms[there].area);
        const double by_walls =
            loss_db(metres(from, at), 0, 0) + 30.0 * walls_between(it->map, room, there);
        const double by_doors = there == room ? HUGE_VAL : loss_by_doors(o, it, at, there);
        const double want = by_doors < by_walls ? by_doors : by_walls;
        dw_sound_arrival got = {0, DW_NONE};
        if (!dw_sound_arrives(spread, at, there, &got)) {
            assert_true(want > REACH_DB10 / 10.0 - ERROR_MAX_DB);
            continue;
        }
        if (fabs(got.loss_db10 / 10.0 - want) > ERROR_MAX_DB) {
            fail_msg("%s: from %s to %s: %.3f dB, not %.3f", it->map->name,
                     it->map->rooms[room].name, it->map->rooms[there].name, got.loss_db10 / 10.0,
                     want);
        }
        assert_true(got.door == DW_NONE || by_doors <= by_walls + 2 * ERROR_MAX_DB);
    }
}

static void losses_are_those_of_brute_force_between_all_rooms(void **state)
{
    (void)state;
    static const char *const maps[] = {"reference", "museum", "training"};
    oracle *o = malloc(sizeof *o);
    dw_sound_spread *spread = malloc(sizeof *spread);
    for (size_t m = 0; m < DW_COUNT_OF(maps); m++) {
        dw_lab_data data;
        dw_error error = {{0}};
        if (dw_lab_data_read(&data, maps[m], NULL, false, &error) != DW_OK) {
            fail_msg("%s", error.text);
        }
        house it;
        open_house(&it, data.map);
        dw_rng rng;
        dw_rng_init(&rng, 5, m);
        for (uint32_t k = 0; k < DOOR_STATES; k++) {
            const dw_door_set open = draw_doors(&rng, it.map, k);
            for (uint16_t room = 0; room < it.map->room_count; room++) {
                hold_to_oracle(&it, o, spread, &open, &rng, room);
            }
        }
        dw_arena_destroy(&it.arena);
        dw_lab_data_destroy(&data);
    }
    free(o);
    free(spread);
}

static void so_they_are_on_random_maps(void **state)
{
    (void)state;
    oracle *o = malloc(sizeof *o);
    dw_sound_spread *spread = malloc(sizeof *spread);
    dw_rng rng;
    dw_rng_init(&rng, 6, 1);
    for (uint32_t round = 0; round < 12; round++) {
        dw_scene *scene = dw_scene_create();
        house it;
        open_house(&it, dw_scene_random(scene, &rng, 3 + round % 4, 2 + round % 3));
        for (uint32_t k = 0; k < DOOR_STATES; k++) {
            const dw_door_set open = draw_doors(&rng, it.map, k);
            for (uint16_t room = 0; room < it.map->room_count; room++) {
                hold_to_oracle(&it, o, spread, &open, &rng, room);
            }
        }
        dw_arena_destroy(&it.arena);
        dw_scene_destroy(scene);
    }
    free(o);
    free(spread);
}

/* Two rooms side by side, and a corridor below that is the long way round.
 *
 *     0        4000       8000
 *     +----------+----------+
 *     |   west   D   east   |      D: the door from 1000 to 2000
 *     +---W------+------E---+ 4000
 *     |      corridor       |
 *     +---------------------+ 6000
 */
enum { WEST, EAST, CORRIDOR };
enum { D, W, E };

static dw_scene *open_ring(house *it)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 0, 4000, 4000);
    dw_scene_room(scene, "east", 4000, 0, 4000, 4000);
    dw_scene_corridor(scene, "corridor", 0, 4000, 8000, 2000);
    dw_scene_door(scene, "d", WEST, EAST, 1000, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "w", WEST, CORRIDOR, 500, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "e", EAST, CORRIDOR, 6500, 1000, DW_SCENE_OPEN);
    open_house(it, dw_scene_build(scene));
    return scene;
}

static dw_vec at_mm(int32_t x, int32_t y)
{
    return (dw_vec){DW_MM(x), DW_MM(y)};
}

static dw_sound_arrival arrival(const house *it, const dw_door_set *open, dw_vec from, dw_vec to)
{
    static dw_sound_spread spread;
    dw_sound_arrival got = {-1, DW_NONE};
    dw_sound_spread_begin(&spread, it->sound, &LOSSES, open, from, dw_map_room_at(it->map, from),
                          REACH_DB10);
    assert_true(dw_sound_arrives(&spread, to, dw_map_room_at(it->map, to), &got));
    return got;
}

static void a_sound_goes_round_a_closed_leaf_when_that_loses_less(void **state)
{
    (void)state;
    house it;
    dw_scene *scene = open_ring(&it);
    const dw_vec from = at_mm(3000, 1500);
    const dw_vec to = at_mm(5000, 1500);
    dw_door_set open = {{0}};
    for (uint32_t door = 0; door < it.map->door_count; door++) {
        dw_door_set_put(&open, door, true);
    }
    dw_sound_arrival got = arrival(&it, &open, from, to); /* 2 m and a doorway. */
    assert_int_equal(got.door, D);
    assert_int_equal(got.loss_db10, 60 + 30);
    dw_door_set_put(&open, D, false); /* Round it: 12.4 m and two doorways. */
    got = arrival(&it, &open, from, to);
    assert_int_equal(got.door, D);
    assert_int_equal(got.loss_db10, 60 + 30 + 140);
    got = arrival(&it, &open, at_mm(1000, 3000), at_mm(7000, 3000));
    assert_int_equal(got.door, E);
    assert_in_range(got.loss_db10, 170 + 60, 185 + 60);
    assert_true(dw_door_set_has(&open, E));
    dw_door_set_put(&open, E, false); /* Now both have a closed leaf. */
    got = arrival(&it, &open, at_mm(1000, 3000), at_mm(7000, 3000));
    assert_int_equal(got.door, D);
    dw_arena_destroy(&it.arena);
    dw_scene_destroy(scene);
}

static void a_sound_goes_through_a_wall_when_that_loses_less(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "long", 0, 0, 20000, 2000);
    dw_scene_room(scene, "other", 0, 2000, 20000, 2000);
    dw_scene_door(scene, "far", 0, 1, 18000, 1000, DW_SCENE_OPEN);
    house it;
    open_house(&it, dw_scene_build(scene));
    const dw_door_set shut = {{0}};
    const dw_sound_arrival got = arrival(&it, &shut, at_mm(1000, 1500), at_mm(1000, 2500));
    assert_int_equal(got.door, DW_NONE);
    assert_int_equal(got.loss_db10, 300); /* By the door 31 dB for the length and 17 dB more. */
    dw_arena_destroy(&it.arena);
    dw_scene_destroy(scene);
}

static void what_loses_more_than_the_reach_does_not_arrive(void **state)
{
    (void)state;
    house it;
    dw_scene *scene = open_ring(&it);
    static dw_sound_spread spread;
    const dw_door_set shut = {{0}};
    dw_sound_arrival got;
    dw_sound_spread_begin(&spread, it.sound, &LOSSES, &shut, at_mm(3000, 1500), WEST, 230);
    assert_true(dw_sound_arrives(&spread, at_mm(5000, 1500), EAST, &got));
    dw_sound_spread_begin(&spread, it.sound, &LOSSES, &shut, at_mm(3000, 1500), WEST, 229);
    assert_false(dw_sound_arrives(&spread, at_mm(5000, 1500), EAST, &got));
    dw_arena_destroy(&it.arena);
    dw_scene_destroy(scene);
}

static void distance_loses_20_log10_of_the_metres(void **state)
{
    (void)state;
    int32_t before = 0;
    for (int32_t mm = 0; mm < 4000000; mm += mm < 20000 ? 1 : 997) {
        const double want = mm > 1000 ? 200 * log10(mm / 1000.0) : 0;
        const int32_t got = dw_distance_loss_db10(mm);
        assert_true(fabs(got - want) < 0.6);
        assert_true(got >= before);
        before = got;
    }
    assert_int_equal(dw_distance_loss_db10(10000), 200);
    assert_int_equal(dw_distance_loss_db10(100000), 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_are_those_of_brute_force_between_all_rooms),
        cmocka_unit_test(so_they_are_on_random_maps),
        cmocka_unit_test(a_sound_goes_round_a_closed_leaf_when_that_loses_less),
        cmocka_unit_test(a_sound_goes_through_a_wall_when_that_loses_less),
        cmocka_unit_test(what_loses_more_than_the_reach_does_not_arrive),
        cmocka_unit_test(distance_loses_20_log10_of_the_metres),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
