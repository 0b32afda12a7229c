/* Guards among guards (server/RULES.md 6.8 to 6.25): doorways are held, others wait, people pass on
 * the right, and nobody is ever stuck for good. The guards here walk to a place and stop. */
#include "common/base/check.h"
#include "common/base/hash.h"
#include "server/mind/mover.h"
#include "server/sim/sim.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

#include <stdlib.h>

enum { SPEED = 1200, TURN = 910, ARENA_BYTES = 48 << 20 };

/* A brain that goes where the test says. */
typedef struct goer {
    dw_brain_setup setup;
    dw_mover mover;
    bool sent;
} goer;

static uint32_t seeds = 100; /* Or as many as the command line says. */
static dw_vec targets[DW_GUARDS_MAX];
static goer *goers[DW_GUARDS_MAX];

static dw_status goer_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    goer *mind = DW_ARENA_NEW(arena, goer);
    if (mind == NULL) {
        return DW_MEMORY;
    }
    mind->setup = *setup;
    goers[setup->guard] = mind;
    *memory = mind;
    return dw_mover_create(&mind->mover, arena, setup);
}

static void goer_reset(void *memory, uint64_t seed)
{
    goer *mind = memory;
    dw_mover_reset(&mind->mover, seed);
    mind->sent = false;
}

static void goer_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    goer *mind = memory;
    if (!mind->sent || mind->mover.state == DW_MOVER_NO_PATH) {
        dw_mover_go(&mind->mover, targets[mind->setup.guard]);
        mind->sent = true;
    }
    const dw_think think = {
        .setup = &mind->setup, .percepts = percepts, .command = command, .mover = &mind->mover};
    dw_mover_step(&mind->mover, &think, SPEED, TURN);
}

static void goer_explain(const void *memory, dw_mind_view *explanation)
{
    *explanation = (dw_mind_view){.room = DW_NONE};
    dw_route_explain(&((const goer *)memory)->mover.route, explanation);
}

static uint64_t goer_hash(const void *memory, uint64_t hash)
{
    dw_digest digest = {.hash = hash};
    dw_digest_mover(&digest, &((const goer *)memory)->mover);
    return dw_digest_end(&digest);
}

static const dw_brain_kind goer_kind = {
    .name = "goer",
    .create = goer_create,
    .reset = goer_reset,
    .think = goer_think,
    .explain = goer_explain,
    .hash = goer_hash,
};

typedef struct stage {
    dw_scene *scene;
    const dw_map *map;
    dw_arena arena;
    dw_sim *sim;
} stage;

static void open_stage(stage *s)
{
    dw_error error = {""};
    s->map = dw_scene_build(s->scene);
    assert_int_equal(dw_arena_create(&s->arena, ARENA_BYTES), DW_OK);
    const dw_nav *nav = NULL;
    assert_int_equal(dw_nav_build_map(&nav, &s->arena, s->map, DW_BODY_HALF, &error), DW_OK);
    dw_ruleset rules = dw_ruleset_reference();
    rules.catch_ticks = 36000; /* The intruder in the corner only keeps the round going. */
    dw_sim_config config = {.map = s->map, .nav = nav, .rules = &rules};
    for (uint16_t g = 0; g < s->map->guard_count; g++) {
        config.brains[g] = &goer_kind;
    }
    assert_int_equal(dw_sim_create(&s->sim, &s->arena, &config, &error), DW_OK);
}

static void close_stage(stage *s)
{
    dw_arena_destroy(&s->arena);
    dw_scene_destroy(s->scene);
}

static void assert_nobody_overlaps(const stage *s, const dw_world *world)
{
    for (uint16_t g = 0; g < world->guard_count; g++) {
        assert_true(dw_place_free(s->map, &world->open, dw_guard_actor(world, g)->body.position,
                                  DW_BODY_HALF));
        for (uint16_t o = 0; o < g; o++) {
            assert_false(dw_rect_overlaps(
                dw_rect_around(dw_guard_actor(world, g)->body.position, DW_BODY_HALF),
                dw_rect_around(dw_guard_actor(world, o)->body.position, DW_BODY_HALF)));
        }
    }
}

/* Runs until all are there; the number of ticks, or 0 when that took longer than `ticks_max`. */
static uint32_t run_until_all_arrive(const stage *s, uint32_t ticks_max)
{
    const dw_intent none[DW_INTRUDERS_MAX] = {{0}};
    const dw_world *world = dw_sim_world(s->sim);
    for (uint32_t tick = 1; tick <= ticks_max; tick++) {
        dw_sim_step(s->sim, none);
        assert_nobody_overlaps(s, world);
        uint16_t there = 0;
        for (uint16_t g = 0; g < world->guard_count; g++) {
            there = (uint16_t)(there +
                               dw_vec_equal(dw_guard_actor(world, g)->body.position, targets[g]));
        }
        if (there == world->guard_count) {
            return tick;
        }
    }
    return 0;
}

/* Four guards in each of two rooms; each wants to where one of the others stands. Places and pairs
 * change with the seed. */
static void eight_change_sides(stage *s, const dw_vec places[8], uint32_t ticks_max,
                               const char *what)
{
    uint32_t longest = 0;
    uint64_t sum = 0;
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        dw_rng rng;
        dw_rng_init(&rng, seed, 77);
        uint8_t order[2][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}};
        for (int side = 0; side < 2; side++) {
            for (uint32_t i = 3; i > 0; i--) {
                const uint32_t other = dw_rng_below(&rng, i + 1);
                const uint8_t kept = order[side][i];
                order[side][i] = order[side][other];
                order[side][other] = kept;
            }
        }
        for (int g = 0; g < 8; g++) {
            targets[g] = places[order[g < 4 ? 1 : 0][g % 4]];
        }
        dw_sim_reset(s->sim, seed, 1);
        const uint32_t ticks = run_until_all_arrive(s, ticks_max);
        if (ticks == 0) {
            print_message("%s: seed %u does not end\n", what, seed);
        }
        assert_true(ticks > 0);
        longest = ticks > longest ? ticks : longest;
        sum += ticks;
    }
    print_message("%s: mean %.1f s, longest %.1f s\n", what, (double)sum / seeds / 60.0,
                  longest / 60.0);
}

static void add_guards(dw_scene *scene, const int32_t places_mm[8][2], dw_vec places[8])
{
    dw_scene_patrol(scene, "there", "left, right");
    for (int g = 0; g < 8; g++) {
        char name[8];
        (void)snprintf(name, sizeof name, "g%d", g);
        (void)dw_scene_guard(scene, name, places_mm[g][0], places_mm[g][1], g < 4 ? 0 : 180,
                             "there");
        places[g] = (dw_vec){DW_MM(places_mm[g][0]), DW_MM(places_mm[g][1])};
    }
    dw_scene_spawn(scene, 400, 400);
}

static void eight_pass_through_one_narrow_doorway_four_each_way(void **state)
{
    (void)state;
    stage s = {.scene = dw_scene_create()};
    const uint16_t left = dw_scene_room(s.scene, "left", 0, 0, 6000, 5000);
    const uint16_t right = dw_scene_room(s.scene, "right", 6000, 0, 6000, 5000);
    (void)dw_scene_door(s.scene, "door", left, right, 2200, 600, DW_SCENE_CLOSED);
    static const int32_t at[8][2] = {{1500, 1500}, {1500, 3500}, {3000, 1500},  {3000, 3500},
                                     {9000, 1500}, {9000, 3500}, {10500, 1500}, {10500, 3500}};
    dw_vec places[8];
    add_guards(s.scene, at, places);
    open_stage(&s);
    eight_change_sides(&s, places, 120 * 60, "doorway");
    close_stage(&s);
}

static void eight_pass_along_a_corridor_as_wide_as_two_and_a_third_bodies(void **state)
{
    (void)state;
    stage s = {.scene = dw_scene_create()};
    const uint16_t left = dw_scene_room(s.scene, "left", 0, 0, 4000, 5000);
    const uint16_t corridor = dw_scene_corridor(s.scene, "corridor", 4000, 1800, 8000, 1367);
    const uint16_t right = dw_scene_room(s.scene, "right", 12000, 0, 4000, 5000);
    (void)dw_scene_door(s.scene, "west", left, corridor, 1900, 1167, DW_SCENE_OPEN);
    (void)dw_scene_door(s.scene, "east", corridor, right, 1900, 1167, DW_SCENE_OPEN);
    static const int32_t at[8][2] = {{1000, 1000},  {1000, 4000},  {2500, 1000},  {2500, 4000},
                                     {13500, 1000}, {13500, 4000}, {15000, 1000}, {15000, 4000}};
    dw_vec places[8];
    add_guards(s.scene, at, places);
    open_stage(&s);
    eight_change_sides(&s, places, 180 * 60, "corridor");
    close_stage(&s);
}

static void guards_that_meet_in_the_corridor_pass_on_the_right(void **state)
{
    (void)state;
    stage s = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_corridor(s.scene, "hall", 0, 0, 12000, 1367);
    const uint16_t closet = dw_scene_room(s.scene, "closet", 0, 1367, 2000, 2000);
    (void)dw_scene_door(s.scene, "closet", hall, closet, 600, 700, DW_SCENE_CLOSED);
    dw_scene_patrol(s.scene, "there", "hall");
    (void)dw_scene_guard(s.scene, "east", 1000, 683, 0, "there");
    (void)dw_scene_guard(s.scene, "west", 11000, 683, 180, "there");
    dw_scene_spawn(s.scene, 500, 2800);
    open_stage(&s);
    targets[0] = (dw_vec){DW_MM(11000), DW_MM(683)};
    targets[1] = (dw_vec){DW_MM(1000), DW_MM(683)};
    const dw_intent none[DW_INTRUDERS_MAX] = {{0}};
    const dw_world *world = dw_sim_world(s.sim);
    dw_sim_reset(s.sim, 1, 1);
    bool met = false;
    for (uint32_t tick = 0; tick < 30 * 60; tick++) {
        dw_sim_step(s.sim, none);
        assert_nobody_overlaps(&s, world);
        const dw_vec east = dw_guard_actor(world, 0)->body.position;
        const dw_vec west = dw_guard_actor(world, 1)->body.position;
        if (!met && east.x >= west.x) {
            met = true;
            assert_true(east.y > west.y); /* Going east, the right hand is to the south. */
        }
    }
    assert_true(met);
    assert_true(dw_vec_equal(dw_guard_actor(world, 0)->body.position, targets[0]));
    assert_true(dw_vec_equal(dw_guard_actor(world, 1)->body.position, targets[1]));
    close_stage(&s);
}

int main(int argc, char **argv)
{
    seeds = argc == 2 ? (uint32_t)strtoul(argv[1], NULL, 10) : seeds;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_pass_through_one_narrow_doorway_four_each_way),
        cmocka_unit_test(eight_pass_along_a_corridor_as_wide_as_two_and_a_third_bodies),
        cmocka_unit_test(guards_that_meet_in_the_corridor_pass_on_the_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
