/* server/RULES.md 6.30 to 6.33: what darkness costs guards on patrol, and floors on all paths. */
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Two ways lead from south to north. The left one is short, and its room is dark unless its lamp
 * is lit. The right one takes some 4 m more. The intruder is in the vault.
 *
 *     +-------+-----------+
 *     | north 1   right   |
 *     +-0-----+           |
 *     | left  |           |
 *     +-2-----+-3---------+-----+
 *     |      south        4vault|
 *     +-------------------+-----+
 */
enum { NORTH, LEFT, RIGHT, SOUTH, VAULT };
enum { ANN };

typedef struct wish {
    bool light;              /* Of the ruleset. */
    int32_t percent;         /* patrol_dark_percent */
    uint8_t left_light;      /* Of room `left`, without its lamp. */
    bool lamp;               /* It has one, which starts on, */
    bool worked;             /* and its switch was worked. */
    bool chases;             /* There is somebody in the north, in sight. */
    dw_scene_leaf left_leaf; /* Of both doors of `left`. */
    dw_floor floor;          /* Of `left`. */
    int32_t east_mm;         /* So much nearer to the right room Ann begins. */
} wish;

static dw_house open_house(const wish *it)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "north", 0, 0, 4000, 3000);
    dw_scene_room(scene, "left", 0, 3000, 4000, 4000);
    dw_scene_room(scene, "right", 4000, 0, 8000, 7000);
    dw_scene_room(scene, "south", 0, 7000, 12000, 3000);
    dw_scene_room(scene, "vault", 12000, 7000, 2000, 3000);
    dw_scene_door(scene, "north-left", NORTH, LEFT, 1000, 800, it->left_leaf);
    dw_scene_door(scene, "north-right", NORTH, RIGHT, 1000, 800, DW_SCENE_CLOSED);
    dw_scene_door(scene, "left-south", LEFT, SOUTH, 1000, 800, it->left_leaf);
    dw_scene_door(scene, "right-south", RIGHT, SOUTH, 4500, 800, DW_SCENE_CLOSED);
    dw_scene_door(scene, "south-vault", SOUTH, VAULT, 8000, 800, DW_SCENE_CLOSED);
    dw_scene_set_light(scene, LEFT, it->left_light);
    dw_scene_set_floor(scene, LEFT, it->floor);
    if (it->lamp) {
        const uint16_t wall_switch = dw_scene_switch(scene, "switch", 11000, 7000);
        dw_scene_lamp(scene, 2000, 5000, 3000, 100, wall_switch);
    }
    dw_scene_patrol(scene, "north", "north");
    dw_scene_guard(scene, "ann", 1400 + it->east_mm, 8500, 270, "north");
    dw_scene_spawn(scene, 13000, 9500);
    dw_scene_objective(scene, 13500, 9500, 100, 100);
    dw_ruleset rules = dw_stage_endless_rules();
    rules.light = it->light ? 1 : 0;
    rules.patrol_dark_percent = it->percent;
    return dw_house_open_with(scene, &rules);
}

/* The room between south and north that Ann goes through, and the hash at the end. */
static uint16_t room_between(const wish *it, uint64_t *hash)
{
    dw_house house = open_house(it);
    if (it->chases) {
        dw_stage_put_intruder(house.stage, 0, dw_scene_mm(1400, 1500));
        for (uint32_t tick = 0; !dw_house_wants(&house, ANN, "chase"); tick++) {
            assert_true(tick < 400);
            dw_stage_put_guard(house.stage, ANN, dw_scene_mm(1400, 8500), DW_BAM_TURN * 3 / 4);
            dw_stage_step(house.stage);
        }
        dw_stage_put_guard(house.stage, ANN, dw_scene_mm(1400 + it->east_mm, 8500),
                           DW_BAM_TURN * 3 / 4);
    }
    uint16_t between = SOUTH;
    for (uint32_t tick = 0; dw_house_guard(&house, ANN)->room != NORTH; tick++) {
        assert_true(tick < 2000);
        house.stage->sim->world.worked = it->worked ? 1 : 0;
        dw_stage_step(house.stage);
        const uint16_t room = dw_house_guard(&house, ANN)->room;
        between = room == LEFT || room == RIGHT ? room : between;
    }
    if (hash != NULL) {
        *hash = dw_sim_hash(house.stage->sim);
    }
    dw_house_close(&house);
    return between;
}

static void a_guard_on_patrol_goes_round_a_dark_room_by_the_percentage(void **state)
{
    (void)state;
    assert_int_equal(room_between(&(wish){.light = true, .percent = 300}, NULL), RIGHT);
    assert_int_equal(room_between(&(wish){.light = true, .percent = 20}, NULL), LEFT);
    assert_int_equal(room_between(&(wish){.light = true, .percent = 0}, NULL), LEFT);
    /* 300 % of what is missing: 0.3 of the length in a light of 90. */
    assert_int_equal(room_between(&(wish){.light = true, .percent = 300, .left_light = 90}, NULL),
                     LEFT);
}

static void without_darkness_or_light_in_the_rules_paths_are_plain_bit_for_bit(void **state)
{
    (void)state;
    const wish plain = {.light = false, .percent = 0};
    const wish unlit = {.light = false, .percent = 300};
    const wish lit = {.light = true, .percent = 300, .left_light = 100};
    uint64_t hashes[3];
    assert_int_equal(room_between(&plain, &hashes[0]), LEFT);
    assert_int_equal(room_between(&unlit, &hashes[1]), LEFT);
    assert_int_equal(room_between(&lit, &hashes[2]), LEFT);
    assert_true(hashes[0] == hashes[1]);
    assert_true(hashes[0] == hashes[2]);
}

static void a_chase_goes_through_the_dark(void **state)
{
    (void)state;
    wish it = {.light = true, .percent = 300, .left_leaf = DW_SCENE_OPEN};
    assert_int_equal(room_between(&it, NULL), RIGHT);
    it.chases = true;
    assert_int_equal(room_between(&it, NULL), LEFT);
}

static void guards_reckon_with_lamps_as_the_round_begins(void **state)
{
    (void)state;
    wish it = {.light = true, .percent = 300, .lamp = true};
    assert_int_equal(room_between(&it, NULL), LEFT);
    it.worked = true; /* It is dark there now, but no guard knows. */
    assert_int_equal(room_between(&it, NULL), LEFT);
}

/* Through the right room it is 1 to 2.5 m more. In the left one gravel costs 0.4 m, water 2.7. */
static void guards_go_round_water_and_through_gravel(void **state)
{
    (void)state;
    wish it = {.left_light = 100, .left_leaf = DW_SCENE_OPEN, .east_mm = 2300};
    for (uint32_t chases = 0; chases < 2; chases++) {
        it.chases = chases != 0;
        it.floor = DW_FLOOR_WOOD;
        assert_int_equal(room_between(&it, NULL), LEFT);
        it.floor = DW_FLOOR_GRAVEL;
        assert_int_equal(room_between(&it, NULL), LEFT);
        it.floor = DW_FLOOR_WATER;
        assert_int_equal(room_between(&it, NULL), RIGHT);
    }
}

static void darkness_comes_on_top_of_the_floor(void **state)
{
    (void)state;
    wish it = {.light = true, .percent = 50};
    assert_int_equal(room_between(&it, NULL), LEFT);
    it.floor = DW_FLOOR_WATER;
    assert_int_equal(room_between(&it, NULL), RIGHT);
    it.percent = 0;
    assert_int_equal(room_between(&it, NULL), LEFT);
}

/* Bids and distances count it as well. */
static void a_distance_over_water_counts_as_what_is_walked_elsewhere(void **state)
{
    (void)state;
    int32_t lengths[2];
    for (uint32_t wet = 0; wet < 2; wet++) {
        const wish it = {.floor = wet != 0 ? DW_FLOOR_WATER : DW_FLOOR_WOOD};
        dw_house house = open_house(&it);
        lengths[wet] =
            dw_nav_route_length(house.venue->nav, dw_scene_mm(2000, 3500), dw_scene_mm(2000, 6500));
        dw_house_close(&house);
    }
    assert_int_equal(lengths[0], DW_MM(3000));
    assert_int_equal(lengths[1], (int64_t)DW_MM(3000) * (256 * 100 / 60) / 256);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_on_patrol_goes_round_a_dark_room_by_the_percentage),
        cmocka_unit_test(without_darkness_or_light_in_the_rules_paths_are_plain_bit_for_bit),
        cmocka_unit_test(a_chase_goes_through_the_dark),
        cmocka_unit_test(guards_reckon_with_lamps_as_the_round_begins),
        cmocka_unit_test(guards_go_round_water_and_through_gravel),
        cmocka_unit_test(darkness_comes_on_top_of_the_floor),
        cmocka_unit_test(a_distance_over_water_counts_as_what_is_walked_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
