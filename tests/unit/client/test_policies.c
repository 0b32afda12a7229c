/* What the policies do with a body in a house: a world of one intruder, without a network. */
#include "protocol/snapshot_items.h"
#include "tests/support/test.h"

#include "client/bot/policy.h"
#include "common/base/check.h"
#include "protocol/public_map.h"
#include "tests/support/scene.h"

#include <stdlib.h>

enum { MATE_SLOT = 1 };

/* The server's part, as far as one intruder sees it. */
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
    bool use_held;
    bool won;
    uint32_t tick, doors_opened, doors_shut, presses;
    uint32_t deaf_ticks;  /* The use key does nothing for this long: a message is lost. */
    uint32_t guard_count; /* Bodies in the way, standing. */
    dw_vec guards[4];
    uint64_t visited_rooms;
} house;

static void start(house *h, const dw_policy *policy, uint64_t seed, uint32_t hold)
{
    h->map = dw_scene_build(h->scene);
    h->rules = dw_ruleset_reference();
    dw_error error = {""};
    assert_int_equal(dw_bot_ground_create(&h->ground, h->map, &error), DW_OK);
    assert_int_equal(dw_arena_create(&h->arena, 1 << 16), DW_OK);
    assert_int_equal(dw_bot_create(&h->bot, &h->arena, policy), DW_OK);
    dw_bot_init(h->bot, h->ground, seed, 0, hold);
    h->body = (dw_body){.position = h->map->spawns[0]};
    h->doors = dw_map_doors_at_start(h->map);
    h->snapshot = (dw_snapshot){.tick = 1, .own = {.slot = 0, .state = DW_SLOT_ALIVE}};
}

/* Four rooms in a square, joined by closed doors of 600 mm, the objective on a table far away. */
static void build_square(house *h)
{
    *h = (house){.scene = dw_scene_create()};
    const uint16_t a = dw_scene_room(h->scene, "hall", 0, 0, 5000, 4000);
    const uint16_t b = dw_scene_room(h->scene, "study", 5000, 0, 4000, 4000);
    const uint16_t c = dw_scene_room(h->scene, "salon", 5000, 4000, 4000, 4000);
    const uint16_t d = dw_scene_room(h->scene, "store", 0, 4000, 5000, 4000);
    dw_scene_door(h->scene, "hall-study", a, b, 2700, 600, DW_SCENE_CLOSED);
    dw_scene_door(h->scene, "study-salon", b, c, 6200, 600, DW_SCENE_CLOSED);
    dw_scene_door(h->scene, "hall-store", a, d, 500, 600, DW_SCENE_CLOSED);
    dw_scene_furniture(h->scene, 7000, 6000, 1400, 900, 600);
    dw_scene_furniture(h->scene, 2000, 1500, 1400, 900, 600);
    dw_scene_objective(h->scene, 7600, 6400, 200, 200);
    dw_scene_spawn(h->scene, 1000, 1000);
    dw_scene_exit(h->scene, 300, 300, 1200, 1200);
}

static void finish(house *h)
{
    dw_bot_ground_destroy(h->ground);
    dw_arena_destroy(&h->arena);
    dw_scene_destroy(h->scene);
}

static void use(house *h)
{
    h->presses++;
    if (h->tick <= h->deaf_ticks) {
        return;
    }
    const dw_lying_items items = dw_snapshot_items_lying(h->map, h->snapshot.items, 0);
    const dw_use chosen =
        dw_intruder_choose_use(h->map, &h->doors, &h->rules, h->body.position, &items);
    if (chosen.kind == DW_USE_ITEM) {
        h->snapshot.items[chosen.index] = (dw_snapshot_item){.state = DW_ITEM_CARRIED};
    } else if (chosen.kind == DW_USE_DOOR) {
        const bool open = dw_door_set_has(&h->doors, chosen.index);
        if (open && dw_leaf_blocked_by(h->map, chosen.index, h->body.position, DW_BODY_HALF)) {
            return;
        }
        dw_door_set_put(&h->doors, chosen.index, !open);
        h->doors_opened += !open;
        h->doors_shut += open;
    }
}

static void show_guards(house *h)
{
    h->snapshot.body_count = (uint8_t)h->guard_count;
    for (uint32_t i = 0; i < h->guard_count; i++) {
        h->snapshot.bodies[i] =
            (dw_snapshot_body){.id = (uint8_t)(i + 1),
                               .role = DW_ROLE_GUARD,
                               .x = dw_snapshot_quantise(h->guards[i].x, h->map->bounds.min.x),
                               .y = dw_snapshot_quantise(h->guards[i].y, h->map->bounds.min.y)};
    }
}

static void step(house *h)
{
    h->tick++;
    show_guards(h);
    h->snapshot.tick = h->tick;
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
    (void)dw_intruder_walk(&h->body, intent, &h->rules, h->map, &h->doors, h->guards,
                           h->guard_count);
    const uint16_t room = dw_map_room_at(h->map, h->body.position);
    h->visited_rooms |= UINT64_C(1) << room;
    if (h->snapshot.items[0].state == DW_ITEM_CARRIED && h->snapshot.items[0].carrier == 0 &&
        dw_rect_holds(h->map->exit, h->body.position)) {
        h->won = true;
    }
}

static void run(house *h, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks && !h->won; i++) {
        step(h);
    }
}

static void idle_stands_still(void **state)
{
    (void)state;
    house h;
    build_square(&h);
    start(&h, &dw_policy_idle, 1, 1);
    run(&h, 300);
    assert_true(dw_vec_equal(h.body.position, h.map->spawns[0]));
    assert_int_equal(h.presses, 0);
    finish(&h);
}

/* 22 m of way at 55 mm a tick are 400 ticks, the detour of eight directions 8 %. */
static void rush_steals_and_is_back(void **state)
{
    (void)state;
    for (uint32_t hold = 1; hold <= 3; hold += 2) {
        house h;
        build_square(&h);
        start(&h, &dw_policy_rush, 1, hold);
        run(&h, 700);
        assert_true(h.won);
        assert_int_equal(h.doors_opened, 2);
        assert_int_equal(h.doors_shut, 0);
        assert_int_equal(h.presses, 3); /* Two doors and the objective. */
        finish(&h);
    }
}

static void rush_tries_the_door_again_when_nothing_happened(void **state)
{
    (void)state;
    house h;
    build_square(&h);
    start(&h, &dw_policy_rush, 1, 1);
    h.deaf_ticks = 150;
    run(&h, 1100);
    assert_true(h.won);
    assert_true(h.presses > 3 && h.presses < 10); /* Not every tick. */
    assert_int_equal(h.doors_shut, 0);
    finish(&h);
}

static void rush_leaves_with_one_of_two_objectives(void **state)
{
    (void)state;
    house h;
    build_square(&h);
    dw_scene_item(h.scene, "vase", 500, 3000); /* In the hall, off the path. */
    start(&h, &dw_policy_rush, 1, 1);
    run(&h, 700);
    assert_true(h.won);
    assert_int_equal(h.presses, 3);
    assert_int_equal(h.snapshot.items[0].state, DW_ITEM_CARRIED);
    assert_int_equal(h.snapshot.items[1].state, DW_ITEM_HOME);
    finish(&h);
}

static void rush_waits_at_the_exit_while_a_mate_carries(void **state)
{
    (void)state;
    house h;
    build_square(&h);
    start(&h, &dw_policy_rush, 1, 1);
    h.body.position = (dw_vec){DW_MM(4000), DW_MM(3000)};
    h.snapshot.items[0].state = DW_ITEM_CARRIED;
    h.snapshot.items[0].carrier = MATE_SLOT;
    run(&h, 300);
    assert_true(dw_rect_holds(h.map->exit, h.body.position));
    assert_int_equal(h.presses, 0);
    /* The mate was caught: it lies in the store. */
    h.snapshot.items[0].state = DW_ITEM_DROPPED;
    h.snapshot.items[0].carrier = 0;
    h.snapshot.items[0].x = dw_snapshot_quantise(DW_MM(3000), h.map->bounds.min.x);
    h.snapshot.items[0].y = dw_snapshot_quantise(DW_MM(6000), h.map->bounds.min.y);
    run(&h, 700);
    assert_true(h.won);
    finish(&h);
}

/* A guard stands on the straight path; there is room beside it. */
static void rush_goes_round_a_guard_that_stands_in_the_way(void **state)
{
    (void)state;
    house h;
    build_square(&h);
    start(&h, &dw_policy_rush, 1, 1);
    h.guard_count = 2;
    h.guards[0] = (dw_vec){DW_MM(6000), DW_MM(2900)};
    h.guards[1] = (dw_vec){DW_MM(6500), DW_MM(4900)};
    run(&h, 1500);
    assert_true(h.won);
    finish(&h);
}

/* The guard fills the doorway for 10 s, then it is gone. */
static void rush_waits_for_a_guard_in_the_doorway(void **state)
{
    (void)state;
    house h;
    build_square(&h);
    start(&h, &dw_policy_rush, 1, 1);
    dw_door_set_put(&h.doors, 0, true);
    h.guard_count = 1;
    h.guards[0] = (dw_vec){DW_MM(5000), DW_MM(3000)};
    run(&h, 600);
    assert_false(h.won);
    assert_int_equal(dw_map_room_at(h.map, h.body.position), 0);
    h.guard_count = 0;
    run(&h, 900);
    assert_true(h.won);
    finish(&h);
}

static void random_sees_every_room_and_works_the_doors(void **state)
{
    (void)state;
    house h;
    build_square(&h);
    start(&h, &dw_policy_random, 7, 1);
    uint32_t still = 0;
    uint32_t longest_still = 0;
    dw_vec last = h.body.position;
    bool crouched = false;
    bool sprinted = false;
    for (uint32_t i = 0; i < 60 * 120; i++) {
        step(&h);
        crouched = crouched || h.body.crouching;
        sprinted = sprinted || h.body.sprinting;
        still = dw_vec_equal(last, h.body.position) ? still + 1 : 0;
        longest_still = still > longest_still ? still : longest_still;
        last = h.body.position;
    }
    assert_int_equal(h.visited_rooms, 0xf);
    assert_true(h.doors_opened >= 3);
    assert_true(h.doors_shut >= 1);
    assert_true(crouched && sprinted);
    assert_true(longest_still < 240);
    finish(&h);
}

/* Eight rooms in a row: a trip leads through several doors, one trip in four shuts one of them. */
static void random_shuts_one_door_a_trip_and_leaves_the_others_open(void **state)
{
    (void)state;
    house h = {.scene = dw_scene_create()};
    uint16_t last = 0;
    uint32_t passed = 0;
    for (int32_t i = 0; i < 8; i++) {
        char name[DW_NAME_SIZE];
        (void)snprintf(name, sizeof name, "r%d", (int)i);
        const uint16_t room = dw_scene_room(h.scene, name, 3000 * i, 0, 3000, 3000);
        if (i > 0) {
            dw_scene_door(h.scene, name, last, room, 1000, 800, DW_SCENE_OPEN);
        }
        last = room;
    }
    start(&h, &dw_policy_random, 7, 1);
    uint16_t room = dw_map_room_at(h.map, h.body.position);
    for (uint32_t i = 0; i < 60 * 600; i++) {
        step(&h);
        const uint16_t now = dw_map_room_at(h.map, h.body.position);
        passed += now != room ? 1 : 0;
        room = now;
    }
    print_message("%u doors passed, %u shut\n", passed, h.doors_shut);
    assert_true(passed >= 200);
    assert_true(h.doors_shut >= passed / 20);
    assert_true(h.doors_shut <= passed / 8);
    finish(&h);
}

static void same_seed_walks_the_same_way(void **state)
{
    (void)state;
    dw_vec end[3];
    const uint64_t seeds[3] = {5, 5, 6};
    for (uint32_t i = 0; i < 3; i++) {
        house h;
        build_square(&h);
        start(&h, &dw_policy_random, seeds[i], 1);
        run(&h, 1500);
        end[i] = h.body.position;
        finish(&h);
    }
    assert_true(dw_vec_equal(end[0], end[1]));
    assert_false(dw_vec_equal(end[0], end[2]));
}

static void bots_stand_and_forget_when_nobody_plays(void **state)
{
    (void)state;
    house h;
    build_square(&h);
    start(&h, &dw_policy_rush, 1, 1);
    run(&h, 100);
    const dw_bot_view view = {.tick = h.tick + 1,
                              .rules = &h.rules,
                              .body = h.body,
                              .doors = h.doors,
                              .snapshot = &h.snapshot,
                              .signals = &h.signals};
    const dw_intent intent = dw_bot_decide(h.bot, &view, false);
    assert_int_equal(intent.direction, DW_STAND);
    assert_int_equal(intent.buttons, 0);
    /* The next round begins at the spawn again. */
    h.body.position = h.map->spawns[0];
    h.doors = dw_map_doors_at_start(h.map);
    h.snapshot.items[0].state = DW_ITEM_HOME;
    run(&h, 700);
    assert_true(h.won);
    finish(&h);
}

/* Rush on maps at random: wherever one can get at the thing, it is fetched. */
static void rush_wins_on_random_maps(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 20; i++) {
        house h = {.scene = dw_scene_create()};
        dw_rng rng;
        dw_rng_init(&rng, i, 12);
        (void)dw_scene_random(h.scene, &rng, 4, 3);
        start(&h, &dw_policy_rush, i, 1);
        const dw_nav_query query = {.room = DW_NONE};
        do {
            const dw_rect bounds = h.map->bounds;
            h.body.position = (dw_vec){dw_rng_between(&rng, bounds.min.x, bounds.max.x),
                                       dw_rng_between(&rng, bounds.min.y, bounds.max.y)};
        } while (!dw_nav_free(h.ground->nav, &query, h.body.position));
        run(&h, 3000);
        if (!h.won) {
            fail_msg("map %u: at %d,%d after %u presses", i, h.body.position.x, h.body.position.y,
                     h.presses);
        }
        finish(&h);
    }
}

static void policies_are_found_by_name(void **state)
{
    (void)state;
    assert_ptr_equal(dw_policy_find("rush"), &dw_policy_rush);
    assert_ptr_equal(dw_policy_find("idle"), &dw_policy_idle);
    assert_ptr_equal(dw_policy_find("random"), &dw_policy_random);
    assert_null(dw_policy_find("cheat"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_stands_still),
        cmocka_unit_test(rush_steals_and_is_back),
        cmocka_unit_test(rush_tries_the_door_again_when_nothing_happened),
        cmocka_unit_test(rush_leaves_with_one_of_two_objectives),
        cmocka_unit_test(rush_waits_at_the_exit_while_a_mate_carries),
        cmocka_unit_test(rush_goes_round_a_guard_that_stands_in_the_way),
        cmocka_unit_test(rush_waits_for_a_guard_in_the_doorway),
        cmocka_unit_test(random_sees_every_room_and_works_the_doors),
        cmocka_unit_test(random_shuts_one_door_a_trip_and_leaves_the_others_open),
        cmocka_unit_test(same_seed_walks_the_same_way),
        cmocka_unit_test(bots_stand_and_forget_when_nobody_plays),
        cmocka_unit_test(rush_wins_on_random_maps),
        cmocka_unit_test(policies_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
