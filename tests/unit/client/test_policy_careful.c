/* What `careful` does in small houses: a world of one intruder and guards on strings, without a
 * network. The guards' meters are kept as server/RULES.md 3.4 to 3.9 say. */
#include "protocol/snapshot_items.h"
#include "tests/support/test.h"

#include "client/bot/policy.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "common/world/sight.h"
#include "tests/support/scene.h"

#include <stdlib.h>

enum { GUARDS = 2, METER_FULL = 12000, METER_GAIN = 350, METER_LOSS = 50, ALONE_TICKS = 36000 };

typedef struct puppet {
    dw_vec place;
    uint16_t heading_bam;
    int32_t meter;
} puppet;

typedef struct house {
    dw_scene *scene;
    const dw_map *map;
    dw_ruleset rules;
    dw_bot_ground *ground;
    dw_arena arena;
    dw_bot *bot;
    dw_body body;
    dw_door_set doors;
    dw_snapshot snapshot;
    dw_signals signals;
    bool use_held, won;
    uint32_t tick, guard_count;
    uint32_t seen_ticks, still_ticks, still_most;
    uint32_t presses_in_vain; /* With nothing in reach. */
    puppet guards[GUARDS];
} house;

/* With `map` in place: of a scene or of a file. */
static void start_on_map(house *h, uint64_t seed)
{
    h->rules = dw_ruleset_reference();
    dw_error error = {""};
    assert_int_equal(dw_bot_ground_create(&h->ground, h->map, &error), DW_OK);
    assert_int_equal(dw_arena_create(&h->arena, 1 << 16), DW_OK);
    assert_int_equal(dw_bot_create(&h->bot, &h->arena, &dw_policy_careful), DW_OK);
    dw_bot_init(h->bot, h->ground, seed, 0, 1);
    h->body = (dw_body){.position = h->map->spawns[0]};
    h->doors = dw_map_doors_at_start(h->map);
    h->snapshot = (dw_snapshot){.tick = 1, .own = {.slot = 0, .state = DW_SLOT_ALIVE}};
}

static void start(house *h, uint64_t seed)
{
    h->map = dw_scene_build(h->scene);
    start_on_map(h, seed);
}

static void finish(house *h)
{
    assert_int_equal(h->presses_in_vain, 0);
    dw_bot_ground_destroy(h->ground);
    dw_arena_destroy(&h->arena);
    dw_scene_destroy(h->scene);
}

static bool is_seen(const house *h, const puppet *guard)
{
    return dw_in_field_of_view(guard->place, guard->heading_bam,
                               h->rules.kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam,
                               h->body.position) &&
           dw_sight_clear(h->map, &h->doors, guard->place, h->body.position,
                          h->body.crouching ? DW_SIGHT_CROUCHED : DW_SIGHT_OVER_MIDDLE);
}

static void show_guards(house *h)
{
    h->snapshot.body_count = 0;
    for (uint32_t i = 0; i < h->guard_count; i++) {
        puppet *guard = &h->guards[i];
        const bool seen = is_seen(h, guard);
        h->seen_ticks += seen;
        guard->meter += seen ? METER_GAIN : -METER_LOSS;
        guard->meter = guard->meter < 0 ? 0 : guard->meter;
        guard->meter = guard->meter > METER_FULL ? METER_FULL : guard->meter;
        if (!dw_sight_clear(h->map, &h->doors, guard->place, h->body.position,
                            DW_SIGHT_OVER_MIDDLE)) {
            continue;
        }
        h->snapshot.bodies[h->snapshot.body_count++] =
            (dw_snapshot_body){.id = (uint8_t)(i + 1),
                               .role = DW_ROLE_GUARD,
                               .heading = (uint8_t)(guard->heading_bam / 512),
                               .mood = guard->meter == METER_FULL ? DW_MOOD_CHASING : DW_MOOD_CALM,
                               .meter = (uint8_t)(guard->meter * 100 / METER_FULL),
                               .x = dw_snapshot_quantise(guard->place.x, h->map->bounds.min.x),
                               .y = dw_snapshot_quantise(guard->place.y, h->map->bounds.min.y)};
    }
}

static void use(house *h)
{
    const dw_lying_items items = dw_snapshot_items_lying(h->map, h->snapshot.items, 0);
    const dw_use chosen =
        dw_intruder_choose_use(h->map, &h->doors, &h->rules, h->body.position, &items);
    if (chosen.kind == DW_USE_ITEM) {
        h->snapshot.items[0].state = DW_ITEM_CARRIED;
        h->snapshot.own.flags = DW_BODY_CARRYING;
    } else if (chosen.kind == DW_USE_NOTHING) {
        h->presses_in_vain++;
    } else if (chosen.kind == DW_USE_DOOR &&
               !dw_leaf_blocked_by(h->map, chosen.index, h->body.position, DW_BODY_HALF)) {
        dw_door_set_put(&h->doors, chosen.index, !dw_door_set_has(&h->doors, chosen.index));
    }
}

static void step(house *h)
{
    h->tick++;
    show_guards(h);
    h->snapshot.tick = h->tick;
    h->snapshot.doors = h->doors;
    const dw_bot_view view = {.tick = h->tick,
                              .rules = &h->rules,
                              .body = h->body,
                              .doors = h->doors,
                              .snapshot = &h->snapshot,
                              .signals = &h->signals};
    const dw_intent intent = dw_bot_decide(h->bot, &view, true);
    assert_true(dw_intent_valid(intent));
    const bool held = (intent.buttons & DW_BUTTON_USE) != 0;
    if (held && !h->use_held) {
        use(h);
    }
    h->use_held = held;
    dw_vec bodies[GUARDS];
    for (uint32_t i = 0; i < h->guard_count; i++) {
        bodies[i] = h->guards[i].place;
    }
    const dw_vec before = h->body.position;
    (void)dw_intruder_walk(&h->body, intent, &h->rules, h->map, &h->doors, bodies, h->guard_count);
    h->still_ticks = dw_vec_equal(before, h->body.position) ? h->still_ticks + 1 : 0;
    h->still_most = h->still_ticks > h->still_most ? h->still_ticks : h->still_most;
    h->won = h->won || (h->snapshot.items[0].state == DW_ITEM_CARRIED &&
                        dw_rect_holds(h->map->exit, h->body.position));
}

static void run(house *h, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks && !h->won; i++) {
        step(h);
    }
}

/* From the hall to the vault by the short corridor, or by the long way round. All doors are open.
 *
 *     +------+--short--+-------+
 *     | hall |         | vault |
 *     |      +---------+       |
 *     |      |  long   |       |
 *     +------+---------+-------+
 */
static void build_two_ways(house *h)
{
    *h = (house){.scene = dw_scene_create()};
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
    house h;
    build_two_ways(&h);
    start(&h, 1);
    h.guard_count = 1;
    h.guards[0] = (puppet){.place = {DW_MM(9000), DW_MM(1000)}, .heading_bam = DW_BAM_HALF};
    h.body.position = (dw_vec){DW_MM(3200), DW_MM(1500)}; /* The bot sees the guard from here. */
    uint32_t in_short = 0;
    for (uint32_t i = 0; i < 2400 && h.snapshot.items[0].state == DW_ITEM_HOME; i++) {
        step(&h);
        in_short += dw_map_room_at(h.map, h.body.position) == 1;
    }
    assert_int_equal(h.snapshot.items[0].state, DW_ITEM_CARRIED);
    assert_int_equal(in_short, 0);
    assert_true(h.guards[0].meter < METER_FULL);
    finish(&h);
}

/* The same house without guards: the bot takes the short path. */
static void the_short_way_is_taken_when_nobody_looks(void **state)
{
    (void)state;
    house h;
    build_two_ways(&h);
    start(&h, 1);
    h.body.position = (dw_vec){DW_MM(3200), DW_MM(1500)};
    uint32_t in_short = 0;
    for (uint32_t i = 0; i < 2400 && !h.won; i++) {
        step(&h);
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
    house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 9000, 6000);
    const uint16_t vault = dw_scene_room(h.scene, "vault", 9000, 0, 3000, 6000);
    dw_scene_door(h.scene, "door", hall, vault, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(h.scene, 2000, 1000, 500, 4000, 500);
    dw_scene_objective(h.scene, 11000, 3000, 200, 200);
    dw_scene_spawn(h.scene, 1500, 3000);
    dw_scene_exit(h.scene, 300, 300, 1000, 1000);
    start(&h, 1);
    h.guard_count = 1;
    h.guards[0] = (puppet){.place = {DW_MM(8000), DW_MM(3000)}, .heading_bam = DW_BAM_HALF};
    run(&h, 300);
    assert_true(h.body.crouching);
    assert_false(is_seen(&h, &h.guards[0]));
    assert_true(h.seen_ticks < 20); /* A person's reaction. */
    h.guard_count = 0;              /* The guard is gone. */
    run(&h, 3000);
    assert_true(h.won);
    finish(&h);
}

static void the_bot_shuts_the_door_when_a_guard_behind_it_looks(void **state)
{
    (void)state;
    house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 5000, 5000);
    const uint16_t vault = dw_scene_room(h.scene, "vault", 5000, 0, 6000, 5000);
    dw_scene_door(h.scene, "door", hall, vault, 2000, 1000, DW_SCENE_CLOSED);
    dw_scene_objective(h.scene, 10000, 2000, 200, 200);
    dw_scene_spawn(h.scene, 1000, 2500);
    start(&h, 1);
    h.guard_count = 1;
    h.guards[0] = (puppet){.place = {DW_MM(9500), DW_MM(2500)}, .heading_bam = DW_BAM_HALF};
    bool opened = false;
    for (uint32_t i = 0; i < 400; i++) {
        step(&h);
        opened = opened || dw_door_set_has(&h.doors, 0);
    }
    assert_true(opened);
    assert_false(dw_door_set_has(&h.doors, 0));
    assert_true(h.guards[0].meter < METER_FULL);
    finish(&h);
}

/* Seen in the open, the bot is out of sight soon, and stays so. */
static void the_bot_flees_out_of_sight_when_found_out(void **state)
{
    (void)state;
    house h;
    build_two_ways(&h);
    start(&h, 1);
    h.guard_count = 1;
    h.guards[0] =
        (puppet){.place = {DW_MM(1000), DW_MM(3500)}, .heading_bam = 0, .meter = METER_FULL};
    uint32_t unseen_from = 0;
    for (uint32_t i = 1; i <= 240; i++) {
        step(&h);
        unseen_from = is_seen(&h, &h.guards[0]) ? 0 : (unseen_from == 0 ? i : unseen_from);
    }
    assert_true(unseen_from > 0 && unseen_from < 120);
    assert_true(dw_distance(h.body.position, h.guards[0].place) > DW_MM(3000));
    finish(&h);
}

/* Guards stand for ever where they see every path: the bot's patience ends, and it goes. */
static void the_patience_of_the_bot_ends(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        house h;
        build_two_ways(&h);
        start(&h, seed);
        h.guard_count = 1;
        h.guards[0] = (puppet){.place = {DW_MM(12000), DW_MM(3500)}, .heading_bam = 16384};
        run(&h, ALONE_TICKS);
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
        house h = {.scene = dw_scene_create()};
        (void)dw_scene_random(h.scene, &rng, 3, 3);
        start(&h, i);
        run(&h, ALONE_TICKS);
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
    house h = {.scene = dw_scene_create()};
    assert_int_equal(dw_file_read(DW_SOURCE_DIR "/maps/training.tmj", DW_MAP_FILE_BYTES_MAX, &bytes,
                                  &size, &error),
                     DW_OK);
    assert_int_equal(dw_arena_create(&arena, DW_MAP_ARENA_BYTES), DW_OK);
    assert_int_equal(dw_map_load(&h.map, &arena, "training", bytes, size, &error), DW_OK);
    free(bytes);
    start_on_map(&h, 1);
    run(&h, 3000);
    assert_true(h.won);
    finish(&h);
    dw_arena_destroy(&arena);
}

/* Same seed and same guards: the same steps. */
static void the_same_view_gives_the_same_steps(void **state)
{
    (void)state;
    house a, b;
    build_two_ways(&a);
    build_two_ways(&b);
    start(&a, 5);
    start(&b, 5);
    a.guard_count = b.guard_count = 2;
    a.guards[0] = b.guards[0] = (puppet){.place = {DW_MM(9000), DW_MM(1000)}, .heading_bam = 30000};
    a.guards[1] = b.guards[1] = (puppet){.place = {DW_MM(9000), DW_MM(7000)}, .heading_bam = 40000};
    for (uint32_t i = 0; i < 3000; i++) {
        a.guards[0].heading_bam = b.guards[0].heading_bam = (uint16_t)(i * 91);
        step(&a);
        step(&b);
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
