/* Rules 4.46 to 4.50 of server/RULES.md: how guards notice that the objective is gone, and what
 * they do about it. */
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* The exit lies in the hall, the objective on a high cabinet in the vault. Another cabinet stands
 * in the gallery, and hides what is behind it.
 *
 *     +--------+---------------+--------+
 *     |  hall  0    gallery    1  vault |
 *     +--------+---------------+--------+
 */
enum { HALL, GALLERY, VAULT };
enum { ANN, BOB, CID };
enum { HIGH = 900, DELAY_TICKS = 30, CLAIM_TICKS = 600, EAST = 0, WEST = 32768 };
enum { METER_FULL = 12000 };

static dw_strategy strategy_of_missing(void)
{
    dw_strategy strategy = dw_strategy_reference();
    strategy.hold_exit_when_missing = 1;
    return strategy;
}

/* Ann begins in the vault with its back to the objective. Guards see as far as `range_mm`; 0: any
 * distance. */
static dw_house open_house(const dw_strategy *strategy, int32_t range_mm)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 6000, 6000);
    dw_scene_room(scene, "gallery", 6000, 0, 12000, 6000);
    dw_scene_room(scene, "vault", 18000, 0, 6000, 6000);
    dw_scene_door(scene, "west", HALL, GALLERY, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "east", GALLERY, VAULT, 2500, 1000, DW_SCENE_OPEN);
    dw_scene_furniture(scene, 22500, 2500, 1000, 1000, HIGH);
    dw_scene_furniture(scene, 12000, 2000, 1000, 2000, HIGH);
    dw_scene_patrol(scene, "all", "vault, gallery");
    dw_scene_patrol(scene, "west", "hall");
    dw_scene_guard(scene, "ann", 19500, 3000, 180, "all");
    dw_scene_guard(scene, "bob", 2000, 3000, 180, "west");
    dw_scene_guard(scene, "cid", 7500, 5000, 180, "all");
    dw_scene_spawn(scene, 21500, 5500);
    dw_scene_spawn(scene, 21500, 500);
    dw_scene_objective(scene, 22900, 2900, 200, 200);
    dw_scene_exit(scene, 500, 500, 1000, 1000);
    dw_ruleset rules = dw_stage_endless_rules();
    rules.strategy = *strategy;
    rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = range_mm;
    return dw_house_open_with(scene, &rules);
}

/* Ann is a puppet. */
static dw_house open_puppet_house(const dw_strategy *strategy, int32_t range_mm)
{
    dw_house house = open_house(strategy, range_mm);
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    return house;
}

/* Guards see only what they stand beside. */
static dw_house open_blind_house(const dw_strategy *strategy)
{
    return open_house(strategy, 800);
}

/* The intruder in slot 0 has taken the objective, and has gone where nobody looks. */
static void take(dw_house *house)
{
    dw_item *item = &house->stage->sim->world.items[0];
    item->state = DW_ITEM_CARRIED;
    item->carrier = 0;
    dw_stage_put_intruder(house->stage, 0, dw_scene_mm(17400, 5500));
}

static bool misses(dw_house *house, dw_vec position, uint16_t heading_bam)
{
    dw_stage_put_guard(house->stage, ANN, position, heading_bam);
    dw_stage_puppet(house->stage, ANN)->heading_bam = heading_bam;
    dw_stage_run(house->stage, 2);
    return dw_sim_percepts(house->stage->sim, ANN)->missing != 0;
}

static void a_guard_with_the_place_in_sight_sees_that_the_objective_is_gone(void **state)
{
    (void)state;
    const dw_strategy strategy = strategy_of_missing();
    dw_house house = open_puppet_house(&strategy, 10000);
    assert_false(misses(&house, dw_scene_mm(20000, 3000), EAST)); /* It is there. */
    take(&house);
    assert_true(
        misses(&house, dw_scene_mm(20000, 3000), EAST)); /* Its own cabinet hides nothing. */
    assert_false(misses(&house, dw_scene_mm(20000, 3000), WEST)); /* Out of the field of view, */
    assert_true(misses(&house, dw_scene_mm(13500, 3000), EAST));  /* through the open door, */
    assert_false(misses(&house, dw_scene_mm(12999, 3000), EAST)); /* out of range, */
    dw_house_close(&house);
    house = open_puppet_house(&strategy, 0);
    take(&house);
    assert_true(misses(&house, dw_scene_mm(13500, 3000), EAST));
    assert_false(misses(&house, dw_scene_mm(11500, 3000), EAST)); /* behind the other cabinet, */
    dw_door_set_put(&house.stage->sim->world.open, 1, false);
    assert_false(misses(&house, dw_scene_mm(13500, 3000), EAST)); /* and behind a leaf. */
    dw_house_close(&house);
}

static void a_guard_that_sees_a_detected_intruder_carry_it_notices_that_too(void **state)
{
    (void)state;
    const dw_strategy strategy = strategy_of_missing();
    dw_house house = open_puppet_house(&strategy, 0);
    take(&house);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(6500, 1000));
    const dw_vec post = dw_scene_mm(9000, 1000);
    assert_false(misses(&house, post, WEST)); /* In sight, but not yet detected. */
    for (uint32_t tick = 0; !misses(&house, post, WEST); tick++) {
        assert_true(tick < 120);
        assert_true(dw_stage_meter(house.stage, ANN, 0) < METER_FULL);
    }
    assert_true(dw_stage_meter(house.stage, ANN, 0) >= METER_FULL);
    assert_false(misses(&house, post, EAST)); /* Still detected, and no longer in sight. */
    house.stage->sim->world.items[0].carrier = 1;
    assert_false(misses(&house, post, WEST)); /* Another one has it. */
    dw_house_close(&house);
}

static void without_the_field_no_guard_notices_anything(void **state)
{
    (void)state;
    const dw_strategy strategy = dw_strategy_reference();
    dw_house house = open_puppet_house(&strategy, 0);
    take(&house);
    assert_false(misses(&house, dw_scene_mm(20000, 3000), EAST));
    dw_house_close(&house);
}

/* Steps until Ann says that it is gone. */
static bool is_reported(dw_house *house, uint32_t ticks_max)
{
    for (uint32_t tick = 0; tick < ticks_max; tick++) {
        dw_stage_step(house->stage);
        if (dw_stage_events(house->stage, DW_SIM_MISSED, DW_NONE, DW_NONE) > 0) {
            return true;
        }
    }
    return false;
}

static void look_at_place(dw_house *house)
{
    dw_stage_put_guard(house->stage, ANN, dw_scene_mm(22200, 3000), EAST);
}

static void a_guard_that_notices_says_so_once_and_all_are_on_the_alert(void **state)
{
    (void)state;
    const dw_strategy strategy = strategy_of_missing();
    dw_house house = open_blind_house(&strategy);
    look_at_place(&house);
    take(&house);
    assert_true(is_reported(&house, 1));
    assert_int_equal(dw_stage_events(house.stage, DW_SIM_MISSED, ANN, DW_NONE), 1);
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(house.stage->sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(events[i].kind != DW_SIM_MISSED || events[i].room == VAULT);
    }
    assert_int_equal(dw_house_guard_state(&house, ANN)->calling_ticks, 60);
    assert_int_equal(dw_house_explain(&house, ANN).agitation, 1);
    dw_stage_run(house.stage, DELAY_TICKS - 1);
    assert_int_equal(dw_house_explain(&house, BOB).agitation, 0);
    dw_stage_step(house.stage);
    assert_int_equal(dw_house_explain(&house, BOB).agitation, 1);
    assert_int_equal(dw_house_explain(&house, CID).agitation, 1);
    assert_false(is_reported(&house, 2000)); /* Nobody says it again. */
    dw_house_close(&house);
}

static uint32_t holders(const dw_house *house)
{
    uint32_t count = 0;
    for (uint16_t g = ANN; g <= CID; g++) {
        count += dw_house_wants(house, g, "hold") ? 1 : 0;
    }
    return count;
}

static void one_guard_holds_the_exit_when_the_objective_is_missing(void **state)
{
    (void)state;
    const dw_strategy strategy = strategy_of_missing();
    dw_house house = open_blind_house(&strategy);
    dw_stage_run(house.stage, 300);
    assert_int_equal(holders(&house), 0);
    take(&house);
    look_at_place(&house);
    assert_true(is_reported(&house, 1));
    dw_stage_run(house.stage, 3 * CLAIM_TICKS);
    assert_int_equal(holders(&house), 1);
    assert_true(dw_house_wants(&house, BOB, "hold")); /* It had the shortest way. */
    assert_int_equal(dw_house_guard(&house, BOB)->room, HALL);
    /* Dropped is not back: it stays missing. */
    dw_sim_drop_items(house.stage->sim, 0);
    dw_stage_run(house.stage, CLAIM_TICKS);
    assert_true(dw_house_wants(&house, BOB, "hold"));
    dw_house_close(&house);
}

static void nobody_holds_the_place_of_a_missing_objective(void **state)
{
    (void)state;
    dw_strategy strategy = strategy_of_missing();
    strategy.hold_objective_agitation = 1;
    dw_house house = open_blind_house(&strategy);
    for (uint16_t g = ANN; g <= CID; g++) {
        dw_reference_mind *mind = house.stage->sim->memories[g];
        mind->beliefs.agitation = 1;
    }
    assert_true(dw_house_run_until(&house, ANN, "hold", 600));
    assert_int_equal(dw_house_explain(&house, ANN).room, VAULT);
    take(&house);
    look_at_place(&house);
    assert_true(is_reported(&house, 1));
    dw_stage_run(house.stage, 2);
    assert_false(dw_house_wants(&house, ANN, "hold"));
    dw_stage_run(house.stage, 2 * CLAIM_TICKS);
    assert_int_equal(holders(&house), 1);
    for (uint16_t g = ANN; g <= CID; g++) {
        assert_true(!dw_house_wants(&house, g, "hold") || dw_house_explain(&house, g).room == HALL);
    }
    dw_house_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_with_the_place_in_sight_sees_that_the_objective_is_gone),
        cmocka_unit_test(a_guard_that_sees_a_detected_intruder_carry_it_notices_that_too),
        cmocka_unit_test(without_the_field_no_guard_notices_anything),
        cmocka_unit_test(a_guard_that_notices_says_so_once_and_all_are_on_the_alert),
        cmocka_unit_test(one_guard_holds_the_exit_when_the_objective_is_missing),
        cmocka_unit_test(nobody_holds_the_place_of_a_missing_objective),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
