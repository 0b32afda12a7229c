/* What sneaking bots make of light, floors, leaves and coins: small houses in which only that
 * decides, each also with the switch of the ruleset off. */
#include "tests/support/bot_house.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

enum { UPPER = 1, LOWER = 2 };

static const char *const sneaks[] = {"careful", "shadow", "patient", "split"};

/* Two corridors lead from the hall to the vault. The upper one is a little shorter. */
static dw_bot_house open_fork(const char *policy)
{
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 4000, 8000);
    const uint16_t upper = dw_scene_corridor(h.scene, "upper", 4000, 0, 9000, 2500);
    const uint16_t lower = dw_scene_corridor(h.scene, "lower", 4000, 5500, 9000, 2500);
    const uint16_t vault = dw_scene_room(h.scene, "vault", 13000, 0, 4000, 8000);
    dw_scene_door(h.scene, "a", hall, upper, 1000, 1000, DW_SCENE_OPEN);
    dw_scene_door(h.scene, "b", upper, vault, 1000, 1000, DW_SCENE_OPEN);
    dw_scene_door(h.scene, "c", hall, lower, 6000, 1000, DW_SCENE_OPEN);
    dw_scene_door(h.scene, "d", lower, vault, 6000, 1000, DW_SCENE_OPEN);
    dw_scene_set_light(h.scene, lower, 0);
    dw_scene_set_floor(h.scene, upper, DW_FLOOR_METAL);
    dw_scene_set_floor(h.scene, lower, DW_FLOOR_CARPET);
    dw_scene_objective(h.scene, 16000, 3600, 200, 200);
    dw_scene_spawn(h.scene, 1000, 3700);
    dw_scene_exit(h.scene, 300, 300, 1000, 1000);
    dw_bot_house_start(&h, dw_policy_find(policy), 1, 1);
    h.tick = 1000; /* `shadow` has had time for a look at the map. */
    return h;
}

/* The corridor through which the bot goes to the objective. */
static uint16_t goes_through(const char *policy, bool light, bool hearing)
{
    dw_bot_house h = open_fork(policy);
    h.rules.light = light ? 1 : 0;
    h.rules.hearing = hearing ? 1 : 0;
    for (uint32_t t = 0; t < 9000 && !dw_bot_house_taken(&h); t++) {
        dw_bot_house_step(&h);
    }
    assert_true(dw_bot_house_taken(&h));
    const bool upper = (h.visited_rooms >> UPPER & 1) != 0;
    assert_true(upper != ((h.visited_rooms >> LOWER & 1) != 0));
    dw_bot_house_finish(&h);
    return upper ? UPPER : LOWER;
}

static void the_dark_way_is_taken_when_it_is_hardly_longer(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof sneaks / sizeof sneaks[0]; i++) {
        assert_int_equal(goes_through(sneaks[i], false, false), UPPER);
        assert_int_equal(goes_through(sneaks[i], true, false), LOWER);
    }
}

static void the_soft_floor_is_taken_when_it_is_hardly_longer(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof sneaks / sizeof sneaks[0]; i++) {
        assert_int_equal(goes_through(sneaks[i], false, true), LOWER);
    }
}

/* A guard stands in the far end of the hall and looks the other way. */
static uint32_t crouched_ticks(dw_floor floor, bool hearing, bool knows)
{
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 16000, 6000);
    const uint16_t vault = dw_scene_room(h.scene, "vault", 0, 6000, 16000, 3000);
    dw_scene_door(h.scene, "door", hall, vault, 7000, 1000, DW_SCENE_OPEN);
    dw_scene_set_floor(h.scene, hall, floor);
    dw_scene_objective(h.scene, 7500, 8000, 200, 200);
    dw_scene_spawn(h.scene, 1000, 1000);
    dw_scene_exit(h.scene, 300, 300, 1000, 1000);
    dw_bot_house_start(&h, dw_policy_find("careful"), 1, 1);
    h.rules.hearing = hearing ? 1 : 0;
    h.guard_count = knows ? 1 : 0;
    h.guards[0] = (dw_bot_guard){.position = dw_scene_mm(15000, 1500)};
    uint32_t ticks = 0;
    for (uint32_t t = 0; t < 6000 && !dw_bot_house_taken(&h); t++) {
        dw_bot_house_step(&h);
        ticks += h.body.crouching && dw_bot_house_room(&h) == hall;
    }
    assert_true(dw_bot_house_taken(&h));
    assert_int_equal(h.seen_ticks, 0);
    dw_bot_house_finish(&h);
    return ticks;
}

static void a_loud_floor_is_crossed_crouching_near_a_known_guard(void **state)
{
    (void)state;
    assert_true(crouched_ticks(DW_FLOOR_METAL, true, true) > 240);
    assert_int_equal(crouched_ticks(DW_FLOOR_METAL, true, false), 0);
    assert_int_equal(crouched_ticks(DW_FLOOR_METAL, false, true), 0);
    assert_int_equal(crouched_ticks(DW_FLOOR_WOOD, true, true), 0);
}

/* A door to open, and a guard behind the bot that looks the other way. */
static void leaves_are_worked_crouching_when_a_guard_is_known(void **state)
{
    (void)state;
    for (int32_t hearing = 0; hearing < 2; hearing++) {
        dw_bot_house h = {.scene = dw_scene_create()};
        const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 16000, 4000);
        const uint16_t vault = dw_scene_room(h.scene, "vault", 16000, 0, 4000, 4000);
        dw_scene_door(h.scene, "door", hall, vault, 1500, 1000, DW_SCENE_CLOSED);
        dw_scene_objective(h.scene, 19000, 2000, 200, 200);
        dw_scene_spawn(h.scene, 9000, 2000);
        dw_scene_exit(h.scene, 300, 300, 1000, 1000);
        dw_bot_house_start(&h, dw_policy_find("careful"), 1, 1);
        h.rules.hearing = hearing;
        h.guard_count = 1;
        h.guards[0] =
            (dw_bot_guard){.position = dw_scene_mm(2000, 2000), .heading_bam = DW_BAM_HALF};
        for (uint32_t t = 0; t < 3000 && h.doors_opened == 0; t++) {
            dw_bot_house_step(&h);
        }
        assert_int_equal(h.doors_opened, 1);
        assert_int_equal(h.presses_crouched, hearing != 0 ? h.presses : 0);
        dw_bot_house_finish(&h);
    }
}

static dw_bot_house open_gate(const char *policy, uint8_t coins)
{
    dw_bot_house h = dw_bot_house_open_gate(policy);
    h.snapshot.own.coins = coins;
    return h;
}

/* The guard does not heed them. */
static void coins_are_thrown_off_the_path_and_no_more_than_there_are(void **state)
{
    (void)state;
    for (uint8_t coins = 0; coins <= 2; coins++) {
        dw_bot_house h = open_gate("careful", coins);
        uint32_t thrown = 0;
        for (uint32_t t = 0; t < 3600 && !dw_bot_house_taken(&h); t++) {
            dw_bot_house_step(&h);
            if (h.throws > thrown) {
                thrown = h.throws;
                assert_true(h.landing.y >
                            DW_MM(4500)); /* The path to the door leads along y 2 m. */
                assert_true(dw_distance(h.landing, h.body.position) > DW_MM(2000));
            }
        }
        assert_in_range(h.throws, coins > 0, coins);
        assert_int_equal(h.snapshot.own.coins, coins - h.throws);
        dw_bot_house_finish(&h);
    }
}

static void no_coin_is_thrown_where_guards_are_deaf_or_none_is_in_the_way(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        dw_bot_house h = open_gate("careful", 3);
        h.rules.hearing = i != 0;
        h.rules.tools = i != 1;
        h.guard_count = i != 2;
        dw_bot_house_run(&h, 1200);
        assert_int_equal(h.throws, 0);
        dw_bot_house_finish(&h);
    }
}

/* The guard goes to look where the coin fell. */
static void a_bot_takes_the_path_that_a_coin_has_cleared(void **state)
{
    (void)state;
    static const char *const names[] = {"careful", "shadow", "split"};
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        dw_bot_house h = open_gate(names[i], 1);
        for (uint32_t t = 0; t < 5400 && !dw_bot_house_taken(&h); t++) {
            dw_bot_house_step(&h);
            if (h.throws == 1 && h.guards[0].route_count == 0) {
                h.guards[0].route_count = 2;
                h.guards[0].route[0] = h.landing;
                h.guards[0].route[1] = dw_scene_mm(11500, 13000);
            }
        }
        assert_int_equal(h.throws, 1);
        assert_true(dw_bot_house_taken(&h));
        assert_true(h.guards[0].meter < DW_BOT_GUARD_METER_FULL);
        dw_bot_house_finish(&h);
    }
}

/* A guard in the room behind a closed door: the bot is not told where it goes. With `seen` it is.
 */
static uint64_t walk_beside_a_guard(const char *policy, int32_t guard_x, bool seen)
{
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 14000, 6000);
    const uint16_t den = dw_scene_room(h.scene, "den", 0, 6000, 14000, 6000);
    dw_scene_door(h.scene, "door", hall, den, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_set_floor(h.scene, hall, DW_FLOOR_METAL);
    dw_scene_set_light(h.scene, den, 10);
    dw_scene_objective(h.scene, 13000, 5000, 200, 200);
    dw_scene_spawn(h.scene, 1500, 4500);
    dw_scene_exit(h.scene, 300, 300, 1000, 1000);
    dw_bot_house_start(&h, dw_policy_find(policy), 1, 1);
    h.omniscient = seen;
    h.rules.light = 1;
    h.rules.hearing = 1;
    h.rules.tools = 1;
    h.snapshot.own.coins = 3;
    h.guard_count = 1;
    h.guards[0] = (dw_bot_guard){.position = dw_scene_mm(guard_x, 7000),
                                 .starts_tick = 600,
                                 .route_count = 1,
                                 .route = {dw_scene_mm(guard_x, 11000)}};
    uint64_t walk = 0;
    for (uint32_t t = 0; t < 900; t++) {
        dw_bot_house_step(&h);
        walk = walk * 1000003 + (uint64_t)(uint32_t)h.body.position.x * 7 +
               (uint64_t)(uint32_t)h.body.position.y * 3 + (uint64_t)h.body.crouching + h.throws;
    }
    dw_bot_house_finish(&h);
    return walk;
}

static void what_a_bot_is_not_sent_changes_nothing(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof sneaks / sizeof sneaks[0]; i++) {
        assert_true(walk_beside_a_guard(sneaks[i], 1500, false) ==
                    walk_beside_a_guard(sneaks[i], 12000, false));
    }
    assert_true(walk_beside_a_guard("careful", 1500, true) !=
                walk_beside_a_guard("careful", 12000, true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_dark_way_is_taken_when_it_is_hardly_longer),
        cmocka_unit_test(the_soft_floor_is_taken_when_it_is_hardly_longer),
        cmocka_unit_test(a_loud_floor_is_crossed_crouching_near_a_known_guard),
        cmocka_unit_test(leaves_are_worked_crouching_when_a_guard_is_known),
        cmocka_unit_test(coins_are_thrown_off_the_path_and_no_more_than_there_are),
        cmocka_unit_test(no_coin_is_thrown_where_guards_are_deaf_or_none_is_in_the_way),
        cmocka_unit_test(a_bot_takes_the_path_that_a_coin_has_cleared),
        cmocka_unit_test(what_a_bot_is_not_sent_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
