/* server/RULES.md 2.12 to 2.24: the heist, being caught, and how a round ends. */
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

/* A long hall: documents at the left, the exit at the right, up to three guards on strings. */
typedef struct hall {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} hall;

enum { EXIT_X_MM = 9000, CATCH_TICKS = 90, FULL = 12000 };

static hall open_hall(uint32_t guards, const dw_ruleset *rules)
{
    static const char *const names[] = {"ann", "bob", "cem"};
    hall it = {.scene = dw_scene_create()};
    dw_scene_room(it.scene, "hall", 0, 0, 12000, 6000);
    dw_scene_objective(it.scene, 1000, 1000, 200, 200);
    dw_scene_exit(it.scene, EXIT_X_MM, 200, 1000, 5000);
    dw_scene_spawn(it.scene, 1600, 1100);
    dw_scene_spawn(it.scene, 1600, 4000);
    dw_scene_patrol(it.scene, "round", "hall");
    for (uint32_t g = 0; g < guards; g++) {
        dw_scene_guard(it.scene, names[g], 11000, 1000 + 1500 * (int32_t)g, 0, "round");
    }
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, rules);
    return it;
}

static void close_hall(hall *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

/* Puts the guard to the right of the intruder at that distance, looking at the intruder. */
static void face_off(hall *it, uint16_t guard, uint8_t slot, int32_t distance_units)
{
    const dw_vec at = dw_intruder_actor(it->stage->world, slot)->body.position;
    dw_stage_put_guard(it->stage, guard, (dw_vec){at.x + distance_units, at.y}, DW_BAM_HALF);
    dw_stage_puppet(it->stage, guard)->heading_bam = DW_BAM_HALF;
}

/* Both look away: nobody is seen from the next tick but one. */
static void turn_away(hall *it, uint16_t guard)
{
    dw_stage_puppet(it->stage, guard)->heading_bam = 0;
}

static uint16_t timer(const hall *it, uint8_t slot)
{
    return it->stage->world->intruders[slot].caught_ticks;
}

static uint8_t state_of(const hall *it, uint8_t slot)
{
    return dw_intruder_slot_state(it->stage->world, slot);
}

static uint8_t outcome(const hall *it)
{
    return it->stage->world->outcome;
}

/* Steps until guard 0 has detected the slot. */
static void run_until_detected(hall *it, uint8_t slot)
{
    for (uint32_t tick = 0; dw_stage_meter(it->stage, 0, slot) < FULL; tick++) {
        assert_int_equal(timer(it, slot), 0);
        assert_true(tick < 200);
        dw_stage_step(it->stage);
    }
}

static void won_when_the_carriers_centre_is_in_the_exit(void **state)
{
    (void)state;
    hall it = open_hall(1, NULL);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(it.stage->world->items[0].state, DW_ITEM_CARRIED);
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(EXIT_X_MM) - 1800 - 1, DW_MM(1100)});
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_step(it.stage); /* One unit short of it, half the body in it. */
    assert_int_equal(outcome(&it), DW_OUTCOME_NONE);
    dw_stage_step(it.stage);
    assert_int_equal(outcome(&it), DW_OUTCOME_WON);
    assert_int_equal(it.stage->world->winner, 0);
    assert_int_equal(it.stage->world->items[0].state, DW_ITEM_DELIVERED);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_ENDED, DW_NONE, DW_NONE), 1);
    close_hall(&it);
}

static void a_player_without_the_objective_does_not_win_in_the_exit(void **state)
{
    (void)state;
    hall it = open_hall(1, NULL);
    dw_stage_reset(it.stage, 1, 3);
    dw_stage_press_use(it.stage, 0);
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(EXIT_X_MM + 500, 3000));
    dw_stage_run(it.stage, 10);
    assert_int_equal(outcome(&it), DW_OUTCOME_NONE);
    close_hall(&it);
}

static void nothing_changes_after_the_end(void **state)
{
    (void)state;
    hall it = open_hall(1, NULL);
    dw_stage_press_use(it.stage, 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(EXIT_X_MM, 1100));
    dw_stage_step(it.stage);
    assert_int_equal(outcome(&it), DW_OUTCOME_WON);
    dw_world before = *it.stage->world;
    dw_stage_walk(it.stage, 0, DW_EAST, DW_BUTTON_SPRINT);
    dw_stage_run(it.stage, 100);
    assert_int_equal(it.stage->world->tick, before.tick + 100);
    before.tick += 100;
    assert_memory_equal(&before, it.stage->world, sizeof before);
    close_hall(&it);
}

static void caught_after_90_ticks_at_most_1500_apart(void **state)
{
    (void)state;
    hall it = open_hall(1, NULL);
    dw_stage_reset(it.stage, 1, 3);
    face_off(&it, 0, 0, DW_MM(1500));
    run_until_detected(&it, 0);
    assert_int_equal(timer(&it, 0), 1); /* The tick of detection is the first. */
    for (uint32_t tick = 2; tick <= CATCH_TICKS; tick++) {
        assert_int_equal(state_of(&it, 0), DW_SLOT_ALIVE);
        dw_stage_step(it.stage);
        assert_int_equal(timer(&it, 0), tick);
    }
    assert_int_equal(state_of(&it, 0), DW_SLOT_CAUGHT);
    assert_int_equal(it.stage->world->intruders[0].caught_tick, it.stage->world->tick);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_CAUGHT, 0, 0), 1);
    assert_int_equal(outcome(&it), DW_OUTCOME_NONE); /* One is left. */
    close_hall(&it);
}

static void nobody_is_caught_from_more_than_1500(void **state)
{
    (void)state;
    hall it = open_hall(1, NULL);
    face_off(&it, 0, 0, DW_MM(1500) + 1);
    dw_stage_run(it.stage, 600);
    assert_true(dw_stage_meter(it.stage, 0, 0) >= FULL);
    assert_int_equal(timer(&it, 0), 0);
    close_hall(&it);
}

static void the_timer_runs_back_one_a_tick_and_not_below_0(void **state)
{
    (void)state;
    hall it = open_hall(1, NULL);
    face_off(&it, 0, 0, DW_MM(1000));
    run_until_detected(&it, 0);
    dw_stage_run(it.stage, 39);
    assert_int_equal(timer(&it, 0), 40);
    turn_away(&it, 0);
    dw_stage_step(it.stage); /* The guard decides it; the next step turns the guard. */
    assert_int_equal(timer(&it, 0), 41);
    for (uint16_t tick = 1; tick <= 50; tick++) {
        dw_stage_step(it.stage);
        assert_int_equal(timer(&it, 0), tick < 41 ? 41 - tick : 0);
    }
    close_hall(&it);
}

static void more_guards_are_not_faster(void **state)
{
    (void)state;
    hall it = open_hall(3, NULL);
    for (uint16_t g = 0; g < 3; g++) {
        face_off(&it, g, 0, DW_MM(1200 - 600 * (int32_t)(g == 1)));
        const dw_vec at = dw_guard_actor(it.stage->world, g)->body.position;
        dw_stage_put_guard(it.stage, g, (dw_vec){at.x, at.y + DW_MM(600) * ((int32_t)g - 1)},
                           DW_BAM_HALF);
    }
    dw_stage_run(it.stage, 40);
    for (uint16_t g = 0; g < 3; g++) {
        assert_true(dw_stage_meter(it.stage, g, 0) >= FULL);
    }
    const uint16_t before = timer(&it, 0);
    dw_stage_run(it.stage, 30);
    assert_int_equal(timer(&it, 0), before + 30);
    close_hall(&it);
}

/* One guard has detected the intruder from afar. The other is near and has not. Neither holds it.
 */
static void a_guard_detects_by_its_own_meter_alone(void **state)
{
    (void)state;
    hall it = open_hall(2, NULL);
    face_off(&it, 0, 0, DW_MM(3000));
    dw_stage_run(it.stage, 100);
    assert_true(dw_stage_meter(it.stage, 0, 0) >= FULL);
    face_off(&it, 1, 0, DW_MM(900));
    while (dw_stage_meter(it.stage, 1, 0) < FULL) {
        assert_int_equal(timer(&it, 0), 0);
        dw_stage_step(it.stage);
    }
    assert_int_equal(timer(&it, 0), 1);
    close_hall(&it);
}

static void a_caught_carrier_drops_the_objective_where_it_stands(void **state)
{
    (void)state;
    hall it = open_hall(1, NULL);
    dw_stage_reset(it.stage, 1, 3);
    dw_stage_press_use(it.stage, 0);
    const dw_vec there = dw_scene_mm(5000, 2000);
    dw_stage_put_intruder(it.stage, 0, there);
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(5000, 2600));
    face_off(&it, 0, 0, DW_MM(1000));
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(11500, 5500)); /* Behind the guard. */
    while (state_of(&it, 0) == DW_SLOT_ALIVE) {
        dw_stage_step(it.stage);
    }
    const dw_item *objective = &it.stage->world->items[0];
    assert_int_equal(objective->state, DW_ITEM_DROPPED);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_DROPPED, DW_NONE, 0), 1);
    assert_true(dw_vec_equal(dw_rect_centre(objective->area), there));
    assert_int_equal(outcome(&it), DW_OUTCOME_NONE);
    dw_stage_put_intruder(it.stage, 1,
                          dw_scene_mm(4500, 2000)); /* A mate takes it up from there. */
    dw_stage_press_use(it.stage, 1);
    assert_int_equal(objective->state, DW_ITEM_CARRIED);
    assert_int_equal(objective->carrier, 1);
    close_hall(&it);
}

static void a_caught_intruder_has_no_body_any_more(void **state)
{
    (void)state;
    hall it = open_hall(1, NULL);
    dw_stage_reset(it.stage, 1, 3);
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(11500, 5500)); /* Behind the guard. */
    face_off(&it, 0, 0, DW_MM(600));
    while (state_of(&it, 0) == DW_SLOT_ALIVE) {
        dw_stage_step(it.stage);
    }
    const dw_vec at = dw_guard_actor(it.stage->world, 0)->body.position;
    dw_stage_puppet(it.stage, 0)->step = (dw_vec){-2000, 0};
    dw_stage_run(it.stage, 10);
    assert_int_equal(dw_guard_actor(it.stage->world, 0)->body.position.x, at.x - 9 * 2000);
    assert_int_equal(dw_stage_meter(it.stage, 0, 0), 0);
    assert_int_equal(dw_sim_percepts(it.stage->sim, 0)->intruder_count, 0);
    close_hall(&it);
}

static void lost_when_no_intruder_is_left(void **state)
{
    (void)state;
    hall it = open_hall(1, NULL);
    face_off(&it, 0, 0, DW_MM(1000));
    while (outcome(&it) == DW_OUTCOME_NONE) {
        dw_stage_step(it.stage);
    }
    assert_int_equal(state_of(&it, 0), DW_SLOT_CAUGHT);
    assert_int_equal(outcome(&it), DW_OUTCOME_LOST);
    assert_int_equal(it.stage->world->winner, 255);
    close_hall(&it);
}

static void a_dropped_player_stands_still_and_stays_catchable(void **state)
{
    (void)state;
    hall it = open_hall(1, NULL);
    dw_stage_reset(it.stage, 1, 3);
    dw_sim_set_slot_state(it.stage->sim, 0, DW_SLOT_DROPPED);
    dw_stage_walk(it.stage, 0, DW_EAST, DW_BUTTON_SPRINT);
    const dw_vec at = dw_intruder_actor(it.stage->world, 0)->body.position;
    face_off(&it, 0, 0, DW_MM(1000));
    dw_stage_run(it.stage, 150);
    assert_true(dw_vec_equal(dw_intruder_actor(it.stage->world, 0)->body.position, at));
    assert_int_equal(state_of(&it, 0), DW_SLOT_CAUGHT);
    close_hall(&it);
}

static void aborted_when_everybody_has_left(void **state)
{
    (void)state;
    hall it = open_hall(1, NULL);
    dw_stage_step(it.stage);
    dw_sim_set_slot_state(it.stage->sim, 0, DW_SLOT_OUT);
    dw_stage_step(it.stage);
    assert_int_equal(outcome(&it), DW_OUTCOME_ABORTED);
    close_hall(&it);
}

static void the_time_limit_ends_the_round(void **state)
{
    (void)state;
    dw_ruleset rules = dw_ruleset_reference();
    assert_int_equal(rules.time_limit_ticks, 0);
    rules.time_limit_ticks = 500;
    hall it = open_hall(1, &rules);
    dw_stage_run(it.stage, 499);
    assert_int_equal(outcome(&it), DW_OUTCOME_NONE);
    dw_stage_step(it.stage);
    assert_int_equal(outcome(&it), DW_OUTCOME_TIMEOUT);
    close_hall(&it);
}

static void there_is_no_time_limit_by_default(void **state)
{
    (void)state;
    hall it = open_hall(1, NULL);
    dw_stage_run(it.stage, 20000);
    assert_int_equal(outcome(&it), DW_OUTCOME_NONE);
    close_hall(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(won_when_the_carriers_centre_is_in_the_exit),
        cmocka_unit_test(a_player_without_the_objective_does_not_win_in_the_exit),
        cmocka_unit_test(nothing_changes_after_the_end),
        cmocka_unit_test(caught_after_90_ticks_at_most_1500_apart),
        cmocka_unit_test(nobody_is_caught_from_more_than_1500),
        cmocka_unit_test(the_timer_runs_back_one_a_tick_and_not_below_0),
        cmocka_unit_test(more_guards_are_not_faster),
        cmocka_unit_test(a_guard_detects_by_its_own_meter_alone),
        cmocka_unit_test(a_caught_carrier_drops_the_objective_where_it_stands),
        cmocka_unit_test(a_caught_intruder_has_no_body_any_more),
        cmocka_unit_test(lost_when_no_intruder_is_left),
        cmocka_unit_test(a_dropped_player_stands_still_and_stays_catchable),
        cmocka_unit_test(aborted_when_everybody_has_left),
        cmocka_unit_test(the_time_limit_ends_the_round),
        cmocka_unit_test(there_is_no_time_limit_by_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
