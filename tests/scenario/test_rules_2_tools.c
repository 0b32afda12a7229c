/* server/RULES.md 2.33 to 2.39: what intruders throw. */
#include "server/sim/sim_state.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { ANN, BO };
enum { EAST = 0, SOUTH = 64, WEST = 128 }; /* Headings in 256ths of a turn. */

/* A hall with a table of height 0.7 and a cupboard of height 0.8 in the way to the east, above each
 * other, and a study behind a door that is closed. */
typedef struct house {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
    uint16_t door;
} house;

static dw_ruleset with_tools(void)
{
    dw_ruleset rules = dw_ruleset_reference();
    rules.tools = 1;
    return rules;
}

static house open_house_with(const dw_ruleset *rules, uint32_t objectives)
{
    house it = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(it.scene, "hall", 0, 0, 12000, 10000);
    const uint16_t study = dw_scene_room(it.scene, "study", 12000, 0, 8000, 10000);
    it.door = dw_scene_door(it.scene, "gate", hall, study, 7500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(it.scene, 4000, 1000, 500, 1000, 700);
    dw_scene_furniture(it.scene, 4000, 3000, 500, 1000, 800);
    dw_scene_objective(it.scene, 18000, 1000, 200, 200);
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    for (uint32_t i = 1; i < objectives; i++) {
        (void)dw_scene_item(it.scene, names[i - 1], 18000, 1000 + 1000 * (int32_t)i);
    }
    dw_scene_exit(it.scene, 200, 8000, 1000, 1000);
    dw_scene_spawn(it.scene, 2000, 1500);
    dw_scene_spawn(it.scene, 2000, 3500);
    dw_scene_patrol(it.scene, "round", "study");
    dw_scene_guard(it.scene, "gil", 19000, 9000, 0, "round");
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, rules);
    dw_stage_reset(it.stage, 1, 3);
    return it;
}

static house open_house(void)
{
    const dw_ruleset rules = with_tools();
    return open_house_with(&rules, 1);
}

static void close_house(house *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static const dw_belt *belt(const house *it, uint8_t slot)
{
    return &dw_sim_tools(it->stage->sim)->belts[slot];
}

/* One step in which that slot throws. True when the throw was taken. */
static bool throws(house *it, uint8_t slot, uint8_t button, uint8_t heading, int32_t distance_mm)
{
    it->stage->intents[slot] =
        (dw_intent){.buttons = button,
                    .throw_heading = heading,
                    .throw_distance = (uint8_t)(distance_mm / DW_THROW_STEP_MM)};
    dw_stage_step(it->stage);
    it->stage->intents[slot] = (dw_intent){.direction = DW_STAND};
    const uint32_t thrown = dw_stage_events(it->stage, DW_SIM_THROWN, DW_NONE, slot);
    assert_int_equal(thrown + dw_stage_events(it->stage, DW_SIM_THROW_REFUSED, DW_NONE, slot), 1);
    return thrown == 1;
}

static uint32_t until_landed(house *it, uint8_t slot)
{
    uint32_t ticks = 0;
    while (dw_stage_events(it->stage, DW_SIM_LANDED, DW_NONE, slot) == 0) {
        dw_stage_step(it->stage);
        ticks++;
        assert_true(ticks < 1000);
    }
    return ticks;
}

static void a_round_begins_with_coins_and_baits(void **state)
{
    (void)state;
    house it = open_house();
    assert_int_equal(belt(&it, BO)->coins, 3);
    assert_int_equal(belt(&it, BO)->baits, 1);
    assert_true(throws(&it, BO, DW_BUTTON_COIN, SOUTH, 1000));
    assert_int_equal(belt(&it, BO)->coins, 2);
    assert_int_equal(belt(&it, ANN)->coins, 3);
    dw_stage_reset(it.stage, 2, 3);
    assert_int_equal(belt(&it, BO)->coins, 3);
    close_house(&it);
}

static void without_tools_nobody_throws(void **state)
{
    (void)state;
    house it = open_house_with(NULL, 1);
    assert_null(dw_sim_tools(it.stage->sim));
    assert_false(throws(&it, ANN, DW_BUTTON_COIN, SOUTH, 1000));
    close_house(&it);
}

/* From where Ann stands, to the millimetre. */
static void a_throw_lands_where_it_is_aimed(void **state)
{
    (void)state;
    house it = open_house();
    assert_true(throws(&it, ANN, DW_BUTTON_COIN, SOUTH, 6000));
    assert_true(dw_vec_equal(belt(&it, ANN)->landing, dw_scene_mm(2000, 7500)));
    (void)until_landed(&it, ANN);
    dw_stage_put_intruder(it.stage, ANN, dw_scene_mm(9000, 5000));
    assert_true(throws(&it, ANN, DW_BUTTON_COIN, WEST, 3000));
    assert_true(dw_vec_equal(belt(&it, ANN)->landing, dw_scene_mm(6000, 5000)));
    close_house(&it);
}

static void a_door_that_opens_in_the_same_tick_lets_a_throw_through(void **state)
{
    (void)state;
    for (uint32_t opens = 0; opens < 2; opens++) {
        house it = open_house();
        dw_stage_put_intruder(it.stage, ANN, dw_scene_mm(10500, 8000));
        dw_stage_put_intruder(it.stage, BO, dw_scene_mm(11500, 7900));
        dw_stage_step(it.stage);
        it.stage->intents[BO].buttons = opens != 0 ? DW_BUTTON_USE : 0;
        assert_true(throws(&it, ANN, DW_BUTTON_COIN, EAST, 5000));
        const int32_t x = belt(&it, ANN)->landing.x;
        assert_int_equal(x, opens != 0 ? DW_MM(15500) : DW_MM(11900 - DW_THROW_SHORT_MM));
        close_house(&it);
    }
}

static void low_furniture_lets_a_throw_pass_and_high_furniture_cuts_it(void **state)
{
    (void)state;
    house it = open_house();
    assert_true(throws(&it, ANN, DW_BUTTON_COIN, EAST, 5000)); /* Over the table. */
    assert_true(throws(&it, BO, DW_BUTTON_COIN, EAST, 5000));  /* Against the cupboard. */
    assert_true(dw_vec_equal(belt(&it, ANN)->landing, dw_scene_mm(7000, 1500)));
    const dw_vec cut = belt(&it, BO)->landing;
    assert_int_equal(cut.y, DW_MM(3500));
    assert_in_range(cut.x, DW_MM(4000 - DW_THROW_SHORT_MM) - 2, DW_MM(4000 - DW_THROW_SHORT_MM));
    close_house(&it);
}

static void walls_cut_a_throw(void **state)
{
    (void)state;
    house it = open_house();
    assert_true(throws(&it, ANN, DW_BUTTON_COIN, WEST, 6000));
    assert_in_range(belt(&it, ANN)->landing.x, DW_MM(100 + DW_THROW_SHORT_MM),
                    DW_MM(100 + DW_THROW_SHORT_MM) + 2);
    close_house(&it);
}

static void it_flies_at_its_speed_and_one_at_once(void **state)
{
    (void)state;
    house it = open_house();
    assert_true(throws(&it, ANN, DW_BUTTON_COIN, SOUTH, 4000));
    assert_false(throws(&it, ANN, DW_BUTTON_COIN, SOUTH, 4000));
    assert_false(throws(&it, ANN, DW_BUTTON_BAIT, SOUTH, 4000));
    assert_true(throws(&it, BO, DW_BUTTON_BAIT, SOUTH, 0));
    assert_int_equal(belt(&it, ANN)->coins, 2);
    assert_int_equal(until_landed(&it, ANN), 27); /* 4000 mm at 8000 mm/s are 30 ticks. */
    assert_true(throws(&it, ANN, DW_BUTTON_COIN, SOUTH, 4000));
    close_house(&it);
}

/* What a hostile client may ask for. */
static void what_an_intruder_has_not_or_cannot_is_refused(void **state)
{
    (void)state;
    house it = open_house();
    assert_false(throws(&it, ANN, DW_BUTTON_COIN, SOUTH, 6050));
    assert_false(throws(&it, ANN, DW_BUTTON_COIN, SOUTH, 255 * DW_THROW_STEP_MM));
    for (uint32_t i = 0; i < 10; i++) {
        assert_int_equal(throws(&it, ANN, DW_BUTTON_COIN, SOUTH, 1000), i < 3);
        if (i < 3) {
            (void)until_landed(&it, ANN);
        }
    }
    assert_true(throws(&it, ANN, DW_BUTTON_BAIT, SOUTH, 6000));
    (void)until_landed(&it, ANN);
    assert_false(throws(&it, ANN, DW_BUTTON_BAIT, SOUTH, 6000));
    assert_int_equal(belt(&it, ANN)->coins, 0);
    dw_sim_set_slot_state(it.stage->sim, BO, DW_SLOT_OUT);
    it.stage->intents[BO] = (dw_intent){.buttons = DW_BUTTON_COIN};
    dw_stage_step(it.stage);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_THROWN, DW_NONE, BO), 0);
    assert_int_equal(belt(&it, BO)->coins, 3);
    close_house(&it);
}

static void a_coin_is_gone_once_it_has_landed(void **state)
{
    (void)state;
    house it = open_house();
    assert_true(throws(&it, ANN, DW_BUTTON_COIN, SOUTH, 1000));
    (void)until_landed(&it, ANN);
    assert_int_equal(dw_sim_tools(it.stage->sim)->lying, 0);
    close_house(&it);
}

static void a_bait_lies_where_it_has_landed(void **state)
{
    (void)state;
    house it = open_house();
    assert_true(throws(&it, ANN, DW_BUTTON_BAIT, SOUTH, 2000));
    assert_int_equal(dw_sim_tools(it.stage->sim)->lying, 0); /* It still flies. */
    dw_sim_set_slot_state(it.stage->sim, ANN, DW_SLOT_OUT);  /* And lands without its thrower. */
    (void)until_landed(&it, ANN);
    const dw_tools *tools = dw_sim_tools(it.stage->sim);
    assert_int_equal(tools->lying, 1);
    assert_true(dw_vec_equal(tools->baits[0].position, dw_scene_mm(2000, 3500)));
    close_house(&it);
}

static void the_oldest_bait_makes_room(void **state)
{
    (void)state;
    dw_ruleset rules = with_tools();
    rules.baits = 8;
    for (uint32_t objectives = 1; objectives <= 6; objectives += 5) {
        house it = open_house_with(&rules, objectives);
        const uint32_t room = objectives == 1 ? DW_BAITS_MAX : 2;
        for (uint32_t i = 0; i <= room; i++) {
            assert_true(throws(&it, ANN, DW_BUTTON_BAIT, SOUTH, 1000 * (int32_t)(1 + i)));
            (void)until_landed(&it, ANN);
        }
        const dw_tools *tools = dw_sim_tools(it.stage->sim);
        assert_int_equal(tools->lying, (1u << room) - 1);
        assert_int_equal(tools->baits[0].position.y, DW_MM(1500 + 1000 * (int32_t)(1 + room)));
        assert_int_equal(tools->baits[1].position.y, DW_MM(1500 + 2000));
        close_house(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_begins_with_coins_and_baits),
        cmocka_unit_test(without_tools_nobody_throws),
        cmocka_unit_test(a_throw_lands_where_it_is_aimed),
        cmocka_unit_test(a_door_that_opens_in_the_same_tick_lets_a_throw_through),
        cmocka_unit_test(low_furniture_lets_a_throw_pass_and_high_furniture_cuts_it),
        cmocka_unit_test(walls_cut_a_throw),
        cmocka_unit_test(it_flies_at_its_speed_and_one_at_once),
        cmocka_unit_test(what_an_intruder_has_not_or_cannot_is_refused),
        cmocka_unit_test(a_coin_is_gone_once_it_has_landed),
        cmocka_unit_test(a_bait_lies_where_it_has_landed),
        cmocka_unit_test(the_oldest_bait_makes_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
