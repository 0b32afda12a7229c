/* server/RULES.md 3.1 to 3.13: what guards see, and how their meters run. */
#include "server/sim/sim_state.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { FULL = 12000, CAP = 13200 };

typedef struct hall {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} hall;

/* 20 m x 8 m; two guards on strings at the left, looking right; a piece of furniture of the given
 * height (0: none) right of the middle; the first intruder behind it. */
static hall open_hall(uint16_t height, const dw_ruleset *rules)
{
    hall it = {.scene = dw_scene_create()};
    dw_scene_room(it.scene, "hall", 0, 0, 20000, 8000);
    if (height > 0) {
        dw_scene_furniture(it.scene, 9000, 1500, 500, 1000, height);
    }
    dw_scene_patrol(it.scene, "round", "hall");
    dw_scene_guard(it.scene, "ann", 2000, 2000, 0, "round");
    dw_scene_guard(it.scene, "bob", 2000, 6000, 180, "round");
    dw_scene_spawn(it.scene, 11000, 2000);
    dw_scene_spawn(it.scene, 11000, 6000);
    dw_scene_objective(it.scene, 19000, 7000, 200, 200);
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

static bool sees_over(uint16_t height, uint8_t buttons)
{
    hall it = open_hall(height, NULL);
    dw_stage_walk(it.stage, 0, DW_STAND, buttons);
    dw_stage_step(it.stage);
    const bool seen = dw_stage_sees(it.stage, 0, 0);
    close_hall(&it);
    return seen;
}

static void furniture_above_0_7_hides_any_intruder_behind_it(void **state)
{
    (void)state;
    assert_false(sees_over(701, 0));
    assert_false(sees_over(1000, 0));
    assert_false(sees_over(1000, DW_BUTTON_CROUCH));
}

static void furniture_from_0_3_to_0_7_hides_a_crouching_intruder_only(void **state)
{
    (void)state;
    assert_true(sees_over(700, 0));
    assert_true(sees_over(300, 0));
    assert_false(sees_over(700, DW_BUTTON_CROUCH));
    assert_false(sees_over(300, DW_BUTTON_CROUCH));
}

static void furniture_below_0_3_hides_nobody(void **state)
{
    (void)state;
    assert_true(sees_over(299, 0));
    assert_true(sees_over(299, DW_BUTTON_CROUCH));
}

static void bodies_never_block_sight(void **state)
{
    (void)state;
    hall it = open_hall(0, NULL);
    dw_stage_reset(it.stage, 1, 3);
    dw_stage_put_guard(it.stage, 1, dw_scene_mm(5000, 2000), 0);
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(8000, 2000));
    dw_stage_step(it.stage);
    assert_true(dw_stage_sees(it.stage, 0, 0));
    close_hall(&it);
}

static void the_field_of_view_is_strictly_inside_180_degrees(void **state)
{
    (void)state;
    hall it = open_hall(0, NULL);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(2000, 4000)); /* Exactly beside the guard. */
    dw_stage_step(it.stage);
    assert_false(dw_stage_sees(it.stage, 0, 0));
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(2000) + 1, DW_MM(4000)});
    dw_stage_step(it.stage);
    assert_true(dw_stage_sees(it.stage, 0, 0));
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(2000) - 1, DW_MM(4000)});
    dw_stage_step(it.stage);
    assert_false(dw_stage_sees(it.stage, 0, 0));
    close_hall(&it);
}

static void the_field_of_view_is_tunable(void **state)
{
    (void)state;
    dw_ruleset rules = dw_ruleset_reference();
    rules.kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam = DW_BAM_QUARTER;
    hall it = open_hall(0, &rules);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(4000, 3900)); /* Just inside 45 degrees. */
    dw_stage_step(it.stage);
    assert_true(dw_stage_sees(it.stage, 0, 0));
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(4000, 4100));
    dw_stage_step(it.stage);
    assert_false(dw_stage_sees(it.stage, 0, 0));
    close_hall(&it);
}

static void the_range_is_tunable_and_none_by_default(void **state)
{
    (void)state;
    dw_ruleset rules = dw_ruleset_reference();
    assert_int_equal(rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm, 0);
    rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = 6000;
    hall it = open_hall(0, &rules);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(8000, 2000));
    dw_stage_step(it.stage);
    assert_true(dw_stage_sees(it.stage, 0, 0));
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(8000) + 1, DW_MM(2000)});
    dw_stage_step(it.stage);
    assert_false(dw_stage_sees(it.stage, 0, 0));
    close_hall(&it);
}

/* 600 - 500 * min(d, D) / D, rounded down, worked out the slow way: the largest gain that is not
 * above it, d = centre distance - 500 in units rounded down. */
static int32_t slow_gain(dw_vec guard, dw_vec intruder, int64_t scale)
{
    const int64_t apart = dw_distance(guard, intruder);
    int64_t d = apart > DW_BODY_SIZE ? apart - DW_BODY_SIZE : 0;
    d = d > scale ? scale : d;
    int32_t gain = 600;
    while ((600 - gain) * scale < 500 * d) {
        gain--;
    }
    return gain;
}

static void the_meter_runs_by_the_formula_tick_by_tick(void **state)
{
    (void)state;
    hall it = open_hall(0, NULL);
    int32_t meter = 0;
    dw_stage_walk(it.stage, 0, DW_SOUTH_WEST, DW_BUTTON_SPRINT);
    for (uint32_t tick = 0; tick < 200; tick++) {
        if (tick == 60) {
            dw_stage_walk(it.stage, 0, DW_NORTH_EAST, 0);
        }
        dw_stage_step(it.stage);
        meter += slow_gain(dw_guard_actor(it.stage->world, 0)->body.position,
                           dw_intruder_actor(it.stage->world, 0)->body.position,
                           it.venue->map->sight_scale);
        meter = meter > CAP ? CAP : meter;
        assert_int_equal(dw_stage_meter(it.stage, 0, 0), meter);
    }
    assert_int_equal(meter, CAP);
    close_hall(&it);
}

static uint32_t ticks_until_detected(hall *it)
{
    uint32_t ticks = 0;
    while (dw_stage_meter(it->stage, 0, 0) < FULL) {
        dw_stage_step(it->stage);
        ticks++;
        assert_true(ticks < 1000);
    }
    assert_int_equal(dw_stage_events(it->stage, DW_SIM_DETECTED, 0, 0), 1);
    return ticks;
}

static void a_third_of_a_second_at_contact(void **state)
{
    (void)state;
    /* Bodies in contact touch, which fills the meter at once. A millimetre beside it, with a D of
     * 200 m, only the rounding of each tick is missing. */
    dw_ruleset rules = dw_ruleset_reference();
    rules.kinds[DW_KIND_GUARD].senses.eyes.meter_far_distance_mm = 200000;
    hall it = open_hall(0, &rules);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(2501, 2000));
    dw_stage_run(it.stage, 20);
    assert_int_equal(dw_stage_meter(it.stage, 0, 0), FULL - 20);
    close_hall(&it);
}

static void two_seconds_at_d_and_beyond(void **state)
{
    (void)state;
    hall it = open_hall(0, NULL);
    const int64_t scale = it.venue->map->sight_scale;
    /* Half the diagonal of 20 m x 8 m. */
    assert_int_equal(scale, DW_MM(1000) * INT64_C(10770329) / 1000000);
    dw_stage_put_intruder(it.stage, 0,
                          (dw_vec){DW_MM(2000) + DW_BODY_SIZE + (int32_t)scale, DW_MM(2000)});
    assert_int_equal(ticks_until_detected(&it), 120);
    dw_stage_reset(it.stage, 1, 1);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(19000, 2000));
    assert_int_equal(ticks_until_detected(&it), 120);
    close_hall(&it);
}

static void unseen_it_decays_in_4_seconds(void **state)
{
    (void)state;
    hall it = open_hall(0, NULL);
    (void)ticks_until_detected(&it);
    const uint16_t start = dw_stage_meter(it.stage, 0, 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(500, 500)); /* Behind the guard. */
    for (uint32_t tick = 1; tick <= 300; tick++) {
        dw_stage_step(it.stage);
        const int32_t left = start - 50 * (int32_t)tick;
        assert_int_equal(dw_stage_meter(it.stage, 0, 0), left > 0 ? left : 0);
    }
    assert_true(start < FULL + 50 * 12 && FULL - 50 * 240 == 0);
    close_hall(&it);
}

static void detected_outlasts_broken_sight_by_24_ticks(void **state)
{
    (void)state;
    hall it = open_hall(0, NULL);
    dw_stage_run(it.stage, 200);
    assert_int_equal(dw_stage_meter(it.stage, 0, 0), CAP);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(500, 500));
    for (uint32_t tick = 1; tick <= 24; tick++) {
        dw_stage_step(it.stage);
        assert_true(dw_stage_meter(it.stage, 0, 0) >= FULL);
        assert_int_equal(dw_stage_events(it.stage, DW_SIM_LOST, 0, 0), 0);
    }
    dw_stage_step(it.stage);
    assert_true(dw_stage_meter(it.stage, 0, 0) < FULL);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_LOST, 0, 0), 1);
    close_hall(&it);
}

/* Seen `period` ticks, then hidden as long, as far away as the meter counts. */
static void flicker(uint32_t period)
{
    hall it = open_hall(0, NULL);
    uint32_t tick = 0;
    while (dw_stage_meter(it.stage, 0, 0) < FULL) {
        const bool hidden = tick / period % 2 == 1;
        dw_stage_put_intruder(it.stage, 0,
                              hidden ? dw_scene_mm(500, 500) : dw_scene_mm(19000, 2000));
        dw_stage_step(it.stage);
        assert_int_equal(dw_stage_sees(it.stage, 0, 0), !hidden);
        tick++;
        assert_true(tick <= 600);
    }
    close_hall(&it);
}

static void an_intruder_in_sight_half_the_time_is_detected_in_the_end(void **state)
{
    (void)state;
    flicker(1);
    flicker(2);
    flicker(30);
}

static void touch_is_13200(void **state)
{
    (void)state;
    hall it = open_hall(0, NULL);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(1500, 2000)); /* In contact, behind. */
    dw_stage_step(it.stage);
    assert_int_equal(dw_stage_meter(it.stage, 0, 0), CAP);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_TOUCHED, 0, 0), 1);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_DETECTED, 0, 0), 1);
    const dw_percepts *percepts = dw_sim_percepts(it.stage->sim, 0);
    assert_int_equal(percepts->intruder_count, 1);
    assert_true(percepts->intruders[0].touched);
    assert_true(percepts->intruders[0].detected);
    assert_false(percepts->intruders[0].seen);
    close_hall(&it);
}

/* From the bound itself, too: there the intruder is detected already. */
static void a_detection_is_one_event_and_so_is_its_loss(void **state)
{
    (void)state;
    hall it = open_hall(0, NULL);
    dw_stage_step(it.stage);
    assert_true(dw_stage_sees(it.stage, 0, 0));
    for (int32_t meter = FULL - 1; meter <= FULL + 1; meter++) {
        it.stage->sim->world.meters[0][0] = (uint16_t)meter;
        dw_stage_step(it.stage);
        assert_true(dw_stage_meter(it.stage, 0, 0) >= FULL);
        assert_int_equal(dw_stage_events(it.stage, DW_SIM_DETECTED, 0, 0), meter < FULL ? 1 : 0);
    }
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(500, 2000)); /* Behind the guard. */
    uint32_t lost = 0;
    for (uint32_t tick = 0; tick < 600; tick++) {
        dw_stage_step(it.stage);
        lost += dw_stage_events(it.stage, DW_SIM_LOST, 0, 0);
        assert_int_equal(lost, dw_stage_meter(it.stage, 0, 0) < FULL ? 1 : 0);
    }
    assert_int_equal(lost, 1);
    close_hall(&it);
}

static void there_is_one_meter_for_each_pair(void **state)
{
    (void)state;
    hall it = open_hall(0, NULL);
    dw_stage_reset(it.stage, 1, 3);
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(500, 6000)); /* Before bob, behind ann. */
    dw_stage_run(it.stage, 10);
    assert_true(dw_stage_meter(it.stage, 0, 0) > 0);
    assert_int_equal(dw_stage_meter(it.stage, 0, 1), 0);
    assert_int_equal(dw_stage_meter(it.stage, 1, 0), 0);
    assert_true(dw_stage_meter(it.stage, 1, 1) > dw_stage_meter(it.stage, 0, 0));
    close_hall(&it);
}

static void coming_into_sight_is_told_once(void **state)
{
    (void)state;
    hall it = open_hall(0, NULL);
    uint32_t told = 0;
    for (uint32_t tick = 0; tick < 60; tick++) {
        dw_stage_step(it.stage);
        told += dw_stage_events(it.stage, DW_SIM_SEEN, 0, 0);
    }
    assert_int_equal(told, 1);
    close_hall(&it);
}

static void an_intruder_neither_seen_nor_touched_is_in_no_percept(void **state)
{
    (void)state;
    hall it = open_hall(0, NULL);
    dw_stage_run(it.stage, 200); /* Detected by ann, never seen by bob. */
    assert_int_equal(dw_sim_percepts(it.stage->sim, 1)->intruder_count, 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(500, 500));
    dw_stage_step(it.stage);
    assert_true(dw_stage_meter(it.stage, 0, 0) >= FULL);
    assert_int_equal(dw_sim_percepts(it.stage->sim, 0)->intruder_count, 0);
    close_hall(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(furniture_above_0_7_hides_any_intruder_behind_it),
        cmocka_unit_test(furniture_from_0_3_to_0_7_hides_a_crouching_intruder_only),
        cmocka_unit_test(furniture_below_0_3_hides_nobody),
        cmocka_unit_test(bodies_never_block_sight),
        cmocka_unit_test(the_field_of_view_is_strictly_inside_180_degrees),
        cmocka_unit_test(the_field_of_view_is_tunable),
        cmocka_unit_test(the_range_is_tunable_and_none_by_default),
        cmocka_unit_test(the_meter_runs_by_the_formula_tick_by_tick),
        cmocka_unit_test(a_third_of_a_second_at_contact),
        cmocka_unit_test(two_seconds_at_d_and_beyond),
        cmocka_unit_test(unseen_it_decays_in_4_seconds),
        cmocka_unit_test(detected_outlasts_broken_sight_by_24_ticks),
        cmocka_unit_test(an_intruder_in_sight_half_the_time_is_detected_in_the_end),
        cmocka_unit_test(touch_is_13200),
        cmocka_unit_test(a_detection_is_one_event_and_so_is_its_loss),
        cmocka_unit_test(there_is_one_meter_for_each_pair),
        cmocka_unit_test(coming_into_sight_is_told_once),
        cmocka_unit_test(an_intruder_neither_seen_nor_touched_is_in_no_percept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
