/* What `careful` does in small houses: a world of one intruder and guards on strings, without a
 * network. The guards' meters are kept as server/RULES.md 3.4 to 3.9 say. */
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "source_dir.h"
#include "tests/support/bot_house.h"
#include "tests/support/test.h"

#include <stdlib.h>

enum { ALONE_TICKS = 36000 };

static void start(dw_bot_house *h, uint64_t seed)
{
    dw_bot_house_start(h, &dw_policy_careful, seed, 1);
}

static void finish(dw_bot_house *h)
{
    assert_int_equal(h->presses_in_vain, 0);
    dw_bot_house_finish(h);
}

/* From the hall to the vault by the short corridor, or by the long way round. All doors are open.
 *
 *     +------+--short--+-------+
 *     | hall |         | vault |
 *     |      +---------+       |
 *     |      |  long   |       |
 *     +------+---------+-------+
 */
static void build_two_ways(dw_bot_house *h)
{
    *h = (dw_bot_house){.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h->scene, "hall", 0, 0, 4000, 8000);
    const uint16_t brief = dw_scene_corridor(h->scene, "short", 4000, 0, 6000, 2000);
    const uint16_t wide = dw_scene_corridor(h->scene, "long", 4000, 5000, 6000, 3000);
    const uint16_t vault = dw_scene_room(h->scene, "vault", 10000, 0, 4000, 8000);
    dw_scene_door(h->scene, "a", hall, brief, 500, 1000, DW_SCENE_OPEN);
    dw_scene_door(h->scene, "b", brief, vault, 500, 1000, DW_SCENE_OPEN);
    dw_scene_door(h->scene, "c", hall, wide, 6000, 1000, DW_SCENE_OPEN);
    dw_scene_door(h->scene, "d", wide, vault, 6000, 1000, DW_SCENE_OPEN);
    dw_scene_objective(h->scene, 13000, 6800, 200, 200);
    dw_scene_spawn(h->scene, 3000, 3500);
    dw_scene_exit(h->scene, 300, 300, 1200, 1200);
}

/* The guard looks down the short corridor from its far end, at its wall. It sees the vault's lower
 * half and the space behind the first door only in a narrow wedge. */
static void the_way_that_is_looked_at_is_not_taken(void **state)
{
    (void)state;
    dw_bot_house h;
    build_two_ways(&h);
    start(&h, 1);
    h.guard_count = 1;
    h.guards[0] =
        (dw_bot_guard){.position = {DW_MM(9000), DW_MM(1000)}, .heading_bam = DW_BAM_HALF};
    h.body.position = (dw_vec){DW_MM(3200), DW_MM(1500)}; /* The bot sees the guard from here. */
    uint32_t in_short = 0;
    for (uint32_t i = 0; i < 2400 && h.snapshot.items[0].state == DW_ITEM_HOME; i++) {
        dw_bot_house_step(&h);
        in_short += dw_map_room_at(h.map, h.body.position) == 1;
    }
    assert_int_equal(h.snapshot.items[0].state, DW_ITEM_CARRIED);
    assert_int_equal(in_short, 0);
    assert_true(h.guards[0].meter < DW_BOT_GUARD_METER_FULL);
    finish(&h);
}

/* The same house without guards: the bot takes the short path. */
static void the_short_way_is_taken_when_nobody_looks(void **state)
{
    (void)state;
    dw_bot_house h;
    build_two_ways(&h);
    start(&h, 1);
    h.body.position = (dw_vec){DW_MM(3200), DW_MM(1500)};
    uint32_t in_short = 0;
    for (uint32_t i = 0; i < 2400 && !h.won; i++) {
        dw_bot_house_step(&h);
        in_short += dw_map_room_at(h.map, h.body.position) == 1;
    }
    assert_true(h.won);
    assert_true(in_short > 100);
    finish(&h);
}

/* A guard stands and looks; a table of middle height lies between. */
static void the_bot_crouches_behind_middle_furniture_while_a_guard_looks(void **state)
{
    (void)state;
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 9000, 6000);
    const uint16_t vault = dw_scene_room(h.scene, "vault", 9000, 0, 3000, 6000);
    dw_scene_door(h.scene, "door", hall, vault, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(h.scene, 2000, 1000, 500, 4000, 500);
    dw_scene_objective(h.scene, 11000, 3000, 200, 200);
    dw_scene_spawn(h.scene, 1500, 3000);
    dw_scene_exit(h.scene, 300, 300, 1000, 1000);
    start(&h, 1);
    h.guard_count = 1;
    h.guards[0] =
        (dw_bot_guard){.position = {DW_MM(8000), DW_MM(3000)}, .heading_bam = DW_BAM_HALF};
    dw_bot_house_run(&h, 300);
    assert_true(h.body.crouching);
    assert_false(dw_bot_house_seen_by(&h, 0));
    assert_true(h.seen_ticks < 20); /* A person's reaction. */
    h.guard_count = 0;              /* The guard is gone. */
    dw_bot_house_run(&h, 3000);
    assert_true(h.won);
    finish(&h);
}

static void the_bot_shuts_the_door_when_a_guard_behind_it_looks(void **state)
{
    (void)state;
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 5000, 5000);
    const uint16_t vault = dw_scene_room(h.scene, "vault", 5000, 0, 6000, 5000);
    dw_scene_door(h.scene, "door", hall, vault, 2000, 1000, DW_SCENE_CLOSED);
    dw_scene_objective(h.scene, 10000, 2000, 200, 200);
    dw_scene_spawn(h.scene, 1000, 2500);
    start(&h, 1);
    h.guard_count = 1;
    h.guards[0] =
        (dw_bot_guard){.position = {DW_MM(9500), DW_MM(2500)}, .heading_bam = DW_BAM_HALF};
    bool opened = false;
    for (uint32_t i = 0; i < 400; i++) {
        dw_bot_house_step(&h);
        opened = opened || dw_door_set_has(&h.doors, 0);
    }
    assert_true(opened);
    assert_false(dw_door_set_has(&h.doors, 0));
    assert_true(h.guards[0].meter < DW_BOT_GUARD_METER_FULL);
    finish(&h);
}

/* Seen in the open, the bot is out of sight soon, and stays so. */
static void the_bot_flees_out_of_sight_when_found_out(void **state)
{
    (void)state;
    dw_bot_house h;
    build_two_ways(&h);
    start(&h, 1);
    h.guard_count = 1;
    h.guards[0] = (dw_bot_guard){
        .position = {DW_MM(1000), DW_MM(3500)}, .heading_bam = 0, .meter = DW_BOT_GUARD_METER_FULL};
    uint32_t unseen_from = 0;
    for (uint32_t i = 1; i <= 240; i++) {
        dw_bot_house_step(&h);
        unseen_from = dw_bot_house_seen_by(&h, 0) ? 0 : (unseen_from == 0 ? i : unseen_from);
    }
    assert_true(unseen_from > 0 && unseen_from < 120);
    assert_true(dw_distance(h.body.position, h.guards[0].position) > DW_MM(3000));
    finish(&h);
}

/* Guards stand for ever where they see every path: the bot's patience ends, and it goes. */
static void the_patience_of_the_bot_ends(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        dw_bot_house h;
        build_two_ways(&h);
        start(&h, seed);
        h.guard_count = 1;
        h.guards[0] = (dw_bot_guard){.position = {DW_MM(12000), DW_MM(3500)}, .heading_bam = 16384};
        dw_bot_house_run(&h, ALONE_TICKS);
        assert_true(h.won);
        finish(&h);
    }
}

/* Random houses without guards: the bot always finds a path. */
static void the_bot_wins_in_every_house_without_guards(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 11, 0);
    for (uint32_t i = 0; i < 12; i++) {
        dw_bot_house h = {.scene = dw_scene_create()};
        (void)dw_scene_random(h.scene, &rng, 3, 3);
        start(&h, i);
        dw_bot_house_run(&h, ALONE_TICKS);
        assert_true(h.won);
        assert_true(h.still_most < 600);
        finish(&h);
    }
}

/* The shipped map on which one learns the game, without its guards. */
static void the_bot_wins_training(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_arena arena;
    dw_error error = {""};
    dw_bot_house h = {.scene = dw_scene_create()};
    assert_int_equal(dw_file_read(DW_SOURCE_DIR "/maps/training.tmj", DW_MAP_FILE_BYTES_MAX, &bytes,
                                  &size, &error),
                     DW_OK);
    assert_int_equal(dw_arena_create(&arena, DW_MAP_ARENA_BYTES), DW_OK);
    const dw_map *map = NULL;
    assert_int_equal(dw_map_load(&map, &arena, "training", bytes, size, &error), DW_OK);
    free(bytes);
    dw_bot_house_start_on(&h, map, &dw_policy_careful, 1, 1);
    dw_bot_house_run(&h, 3000);
    assert_true(h.won);
    finish(&h);
    dw_arena_destroy(&arena);
}

/* Same seed and same guards: the same steps. */
static void the_same_view_gives_the_same_steps(void **state)
{
    (void)state;
    dw_bot_house a, b;
    build_two_ways(&a);
    build_two_ways(&b);
    start(&a, 5);
    start(&b, 5);
    a.guard_count = b.guard_count = 2;
    a.guards[0] = b.guards[0] =
        (dw_bot_guard){.position = {DW_MM(9000), DW_MM(1000)}, .heading_bam = 30000};
    a.guards[1] = b.guards[1] =
        (dw_bot_guard){.position = {DW_MM(9000), DW_MM(7000)}, .heading_bam = 40000};
    for (uint32_t i = 0; i < 3000; i++) {
        a.guards[0].heading_bam = b.guards[0].heading_bam = (uint16_t)(i * 91);
        dw_bot_house_step(&a);
        dw_bot_house_step(&b);
        assert_true(dw_vec_equal(a.body.position, b.body.position));
    }
    finish(&a);
    finish(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_that_is_looked_at_is_not_taken),
        cmocka_unit_test(the_short_way_is_taken_when_nobody_looks),
        cmocka_unit_test(the_bot_crouches_behind_middle_furniture_while_a_guard_looks),
        cmocka_unit_test(the_bot_shuts_the_door_when_a_guard_behind_it_looks),
        cmocka_unit_test(the_bot_flees_out_of_sight_when_found_out),
        cmocka_unit_test(the_patience_of_the_bot_ends),
        cmocka_unit_test(the_bot_wins_in_every_house_without_guards),
        cmocka_unit_test(the_bot_wins_training),
        cmocka_unit_test(the_same_view_gives_the_same_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
