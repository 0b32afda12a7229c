/* What the policies do with a body in a house: a world of one intruder, without a network. */
#include "tests/support/bot_house.h"
#include "tests/support/test.h"

enum { MATE_SLOT = 1 };

static void start(dw_bot_house *h, const dw_policy *policy, uint64_t seed, uint32_t hold)
{
    h->omniscient = true;
    dw_bot_house_start(h, policy, seed, hold);
}

/* Four rooms in a square, joined by closed doors of 600 mm, the objective on a table far away. */
static void build_square(dw_bot_house *h)
{
    *h = (dw_bot_house){.scene = dw_scene_create()};
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

static void idle_stands_still(void **state)
{
    (void)state;
    dw_bot_house h;
    build_square(&h);
    start(&h, &dw_policy_idle, 1, 1);
    dw_bot_house_run(&h, 300);
    assert_true(dw_vec_equal(h.body.position, h.map->spawns[0]));
    assert_int_equal(h.presses, 0);
    dw_bot_house_finish(&h);
}

/* 22 m of way at 55 mm a tick are 400 ticks, the detour of eight directions 8 %. */
static void rush_steals_and_is_back(void **state)
{
    (void)state;
    for (uint32_t hold = 1; hold <= 3; hold += 2) {
        dw_bot_house h;
        build_square(&h);
        start(&h, &dw_policy_rush, 1, hold);
        dw_bot_house_run(&h, 700);
        assert_true(h.won);
        assert_int_equal(h.doors_opened, 2);
        assert_int_equal(h.doors_shut, 0);
        assert_int_equal(h.presses, 3); /* Two doors and the objective. */
        dw_bot_house_finish(&h);
    }
}

static void rush_tries_the_door_again_when_nothing_happened(void **state)
{
    (void)state;
    dw_bot_house h;
    build_square(&h);
    start(&h, &dw_policy_rush, 1, 1);
    h.deaf_ticks = 150;
    dw_bot_house_run(&h, 1100);
    assert_true(h.won);
    assert_true(h.presses > 3 && h.presses < 10); /* Not every tick. */
    assert_int_equal(h.doors_shut, 0);
    dw_bot_house_finish(&h);
}

static void rush_leaves_with_one_of_two_objectives(void **state)
{
    (void)state;
    dw_bot_house h;
    build_square(&h);
    dw_scene_item(h.scene, "vase", 500, 3000); /* In the hall, off the path. */
    start(&h, &dw_policy_rush, 1, 1);
    dw_bot_house_run(&h, 700);
    assert_true(h.won);
    assert_int_equal(h.presses, 3);
    assert_int_equal(h.snapshot.items[0].state, DW_ITEM_CARRIED);
    assert_int_equal(h.snapshot.items[1].state, DW_ITEM_HOME);
    dw_bot_house_finish(&h);
}

static void rush_waits_at_the_exit_while_a_mate_carries(void **state)
{
    (void)state;
    dw_bot_house h;
    build_square(&h);
    start(&h, &dw_policy_rush, 1, 1);
    h.body.position = (dw_vec){DW_MM(4000), DW_MM(3000)};
    h.snapshot.items[0].state = DW_ITEM_CARRIED;
    h.snapshot.items[0].carrier = MATE_SLOT;
    dw_bot_house_run(&h, 300);
    assert_true(dw_rect_holds(h.map->exit, h.body.position));
    assert_int_equal(h.presses, 0);
    /* The mate was caught: it lies in the store. */
    h.snapshot.items[0].state = DW_ITEM_DROPPED;
    h.snapshot.items[0].carrier = 0;
    h.snapshot.items[0].x = dw_snapshot_quantise(DW_MM(3000), h.map->bounds.min.x);
    h.snapshot.items[0].y = dw_snapshot_quantise(DW_MM(6000), h.map->bounds.min.y);
    dw_bot_house_run(&h, 700);
    assert_true(h.won);
    dw_bot_house_finish(&h);
}

/* A guard stands on the straight path; there is room beside it. */
static void rush_goes_round_a_guard_that_stands_in_the_way(void **state)
{
    (void)state;
    dw_bot_house h;
    build_square(&h);
    start(&h, &dw_policy_rush, 1, 1);
    h.guard_count = 2;
    h.guards[0].position = (dw_vec){DW_MM(6000), DW_MM(2900)};
    h.guards[1].position = (dw_vec){DW_MM(6500), DW_MM(4900)};
    dw_bot_house_run(&h, 1500);
    assert_true(h.won);
    dw_bot_house_finish(&h);
}

/* The guard fills the doorway for 10 s, then it is gone. */
static void rush_waits_for_a_guard_in_the_doorway(void **state)
{
    (void)state;
    dw_bot_house h;
    build_square(&h);
    start(&h, &dw_policy_rush, 1, 1);
    dw_door_set_put(&h.doors, 0, true);
    h.guard_count = 1;
    h.guards[0].position = (dw_vec){DW_MM(5000), DW_MM(3000)};
    dw_bot_house_run(&h, 600);
    assert_false(h.won);
    assert_int_equal(dw_map_room_at(h.map, h.body.position), 0);
    h.guard_count = 0;
    dw_bot_house_run(&h, 900);
    assert_true(h.won);
    dw_bot_house_finish(&h);
}

static void random_sees_every_room_and_works_the_doors(void **state)
{
    (void)state;
    dw_bot_house h;
    build_square(&h);
    start(&h, &dw_policy_random, 7, 1);
    uint32_t still = 0;
    uint32_t longest_still = 0;
    dw_vec last = h.body.position;
    bool crouched = false;
    bool sprinted = false;
    for (uint32_t i = 0; i < 60 * 120; i++) {
        dw_bot_house_step(&h);
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
    dw_bot_house_finish(&h);
}

/* Eight rooms in a row: a trip leads through several doors, one trip in four shuts one of them. */
static void random_shuts_one_door_a_trip_and_leaves_the_others_open(void **state)
{
    (void)state;
    dw_bot_house h = {.scene = dw_scene_create()};
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
        dw_bot_house_step(&h);
        const uint16_t now = dw_map_room_at(h.map, h.body.position);
        passed += now != room ? 1 : 0;
        room = now;
    }
    print_message("%u doors passed, %u shut\n", passed, h.doors_shut);
    assert_true(passed >= 200);
    assert_true(h.doors_shut >= passed / 20);
    assert_true(h.doors_shut <= passed / 8);
    dw_bot_house_finish(&h);
}

static void same_seed_walks_the_same_way(void **state)
{
    (void)state;
    dw_vec end[3];
    const uint64_t seeds[3] = {5, 5, 6};
    for (uint32_t i = 0; i < 3; i++) {
        dw_bot_house h;
        build_square(&h);
        start(&h, &dw_policy_random, seeds[i], 1);
        dw_bot_house_run(&h, 1500);
        end[i] = h.body.position;
        dw_bot_house_finish(&h);
    }
    assert_true(dw_vec_equal(end[0], end[1]));
    assert_false(dw_vec_equal(end[0], end[2]));
}

static void bots_stand_and_forget_when_nobody_plays(void **state)
{
    (void)state;
    dw_bot_house h;
    build_square(&h);
    start(&h, &dw_policy_rush, 1, 1);
    dw_bot_house_run(&h, 100);
    const dw_bot_view view = dw_bot_house_view(&h, h.tick + 1);
    const dw_intent intent = dw_bot_decide(h.bot, &view, false);
    assert_int_equal(intent.direction, DW_STAND);
    assert_int_equal(intent.buttons, 0);
    /* The next round begins at the spawn again. */
    h.body.position = h.map->spawns[0];
    h.doors = dw_map_doors_at_start(h.map);
    h.snapshot.items[0].state = DW_ITEM_HOME;
    dw_bot_house_run(&h, 700);
    assert_true(h.won);
    dw_bot_house_finish(&h);
}

/* Rush on maps at random: wherever one can get at the thing, it is fetched. */
static void rush_wins_on_random_maps(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 20; i++) {
        dw_bot_house h = {.scene = dw_scene_create()};
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
        dw_bot_house_run(&h, 3000);
        if (!h.won) {
            fail_msg("map %u: at %d,%d after %u presses", i, h.body.position.x, h.body.position.y,
                     h.presses);
        }
        dw_bot_house_finish(&h);
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
