/* beliefs.h: what a guard believes of an intruder, from percepts and reports (server/RULES.md 3.13
 * to 3.15, 4.4, 4.12). */
#include "server/mind/beliefs.h"

#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

enum { SLOT = 3 };

static dw_percepts sensing(uint32_t tick, dw_vec position, int32_t meter, bool detected)
{
    dw_percepts percepts = {.tick = tick, .intruder_count = 1};
    percepts.intruders[0] = (dw_percept_intruder){.slot = SLOT,
                                                  .seen = true,
                                                  .detected = detected,
                                                  .meter = meter,
                                                  .position = position,
                                                  .room = DW_DESK_STUDY};
    return percepts;
}

static void confidence_is_100_while_sensed_then_falls_to_0_in_30_seconds(void **state)
{
    (void)state;
    dw_belief belief = {.source = DW_BELIEF_SEEN, .tick = 5000};
    assert_int_equal(dw_belief_confidence(&belief, 5000), 100);
    assert_int_equal(dw_belief_confidence(&belief, 5001), 89);
    assert_int_equal(dw_belief_confidence(&belief, 5900), 45);
    assert_int_equal(dw_belief_confidence(&belief, 6780), 1);
    assert_int_equal(dw_belief_confidence(&belief, 6800), 0);
    assert_int_equal(dw_belief_confidence(&belief, 100000), 0);
    belief.source = DW_BELIEF_NONE;
    assert_int_equal(dw_belief_confidence(&belief, 5000), 0);
}

static void a_detected_intruder_leaves_position_room_and_step(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    const int32_t full = it.setup.kind->senses.eyes.meter_full;
    dw_percepts percepts = sensing(10, dw_scene_mm(9000, 1000), full, true);
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    const dw_belief *belief = &beliefs.of[SLOT];
    assert_int_equal(beliefs.detected_now, 1u << SLOT);
    assert_int_equal(beliefs.agitation, 1);
    assert_true(dw_vec_equal(belief->step, (dw_vec){0, 0})); /* Nothing to compare with yet. */
    percepts = sensing(11, dw_scene_mm(9020, 990), full, true);
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    assert_int_equal(beliefs.detected_now, 0);
    assert_int_equal(beliefs.agitation, 1);
    assert_int_equal(belief->source, DW_BELIEF_SEEN);
    assert_int_equal(belief->room, DW_DESK_STUDY);
    assert_int_equal(belief->tick, 11);
    assert_true(dw_vec_equal(belief->place, dw_scene_mm(9020, 990)));
    assert_true(dw_vec_equal(belief->step, dw_scene_mm(20, -10)));
    /* After a gap the step is unknown again. */
    percepts = sensing(13, dw_scene_mm(9060, 990), full, true);
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    assert_true(dw_vec_equal(belief->step, (dw_vec){0, 0}));
    dw_desk_close(&it);
}

static void what_is_sensed_or_suspected_is_of_this_very_tick(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    const int32_t full = it.setup.kind->senses.eyes.meter_full;
    dw_percepts percepts = sensing(10, dw_scene_mm(9000, 1000), full, true);
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    assert_int_equal(beliefs.sensed, 1u << SLOT);
    assert_true(beliefs.of[SLOT].sensed);
    percepts = (dw_percepts){.tick = 11};
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    assert_int_equal(beliefs.sensed, 0);
    assert_false(beliefs.of[SLOT].sensed);
    assert_int_equal(beliefs.detected_now, 0);
    assert_int_equal(beliefs.known, 1u << SLOT); /* It stays known. */
    percepts = sensing(12, dw_scene_mm(9000, 1000), full - 1, false);
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    assert_int_equal(beliefs.suspects, 1u << SLOT);
    percepts = (dw_percepts){.tick = 13};
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    assert_int_equal(beliefs.suspects, 0);
    dw_desk_close(&it);
}

static void below_the_full_meter_a_guard_suspects_and_believes_nothing(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    const int32_t suspicion =
        it.setup.kind->senses.eyes.meter_full * it.setup.kind->senses.eyes.suspicion_percent / 100;
    dw_percepts percepts = sensing(10, dw_scene_mm(9000, 1000), suspicion - 1, false);
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    assert_int_equal(beliefs.suspects, 0);
    percepts = sensing(11, dw_scene_mm(9000, 1000), suspicion, false);
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    assert_int_equal(beliefs.suspects, 1u << SLOT);
    assert_int_equal(beliefs.known, 0);
    assert_int_equal(beliefs.of[SLOT].source, DW_BELIEF_NONE);
    assert_int_equal(beliefs.agitation, 0);
    dw_desk_close(&it);
}

/* Tick by tick as the rules' meter falls, down to 0 and no further. */
static void an_unsensed_meter_falls_and_detection_ends_below_full(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    const int32_t full = it.setup.kind->senses.eyes.meter_full;
    const int32_t decay = it.setup.kind->senses.eyes.meter_decay;
    dw_percepts percepts = sensing(10, dw_scene_mm(9000, 1000), full + decay, true);
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    percepts.intruder_count = 0;
    int32_t meter = full + decay;
    for (percepts.tick = 11; meter > 0; percepts.tick++) {
        dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
        meter = meter > decay ? meter - decay : 0;
        assert_int_equal(beliefs.of[SLOT].meter, meter);
        assert_int_equal(beliefs.detected >> SLOT & 1, meter >= full);
        assert_int_equal(beliefs.metered >> SLOT & 1, meter > 0);
    }
    assert_int_equal(beliefs.of[SLOT].source, DW_BELIEF_SEEN); /* The belief stays. */
    assert_int_equal(beliefs.known, 1u << SLOT);
    dw_desk_close(&it);
}

static void a_report_counts_unless_the_guards_own_sighting_is_newer(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    dw_radio_message report = {.kind = DW_RADIO_REPORT,
                               .slot = SLOT,
                               .sender = 7,
                               .agitation = 2,
                               .room = DW_DESK_STUDY,
                               .sent = 100};
    dw_beliefs_hear(&beliefs, &it.setup, &report);
    const dw_belief *belief = &beliefs.of[SLOT];
    assert_int_equal(belief->source, DW_BELIEF_TOLD);
    assert_int_equal(belief->told_by, 7);
    assert_int_equal(belief->tick, 100);
    assert_true(
        dw_vec_equal(belief->place, dw_rect_centre(it.venue->map->rooms[DW_DESK_STUDY].area)));
    assert_int_equal(beliefs.agitation, 2);
    const dw_percepts percepts =
        sensing(120, dw_scene_mm(1000, 1000), it.setup.kind->senses.eyes.meter_full, true);
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    assert_int_equal(beliefs.agitation, 3);
    report.sent = 119;
    report.agitation = 1;
    dw_beliefs_hear(&beliefs, &it.setup, &report);
    assert_int_equal(belief->source, DW_BELIEF_SEEN);
    assert_int_equal(beliefs.agitation, 3); /* The higher one holds. */
    report.sent = 120;
    dw_beliefs_hear(&beliefs, &it.setup, &report);
    assert_int_equal(belief->source, DW_BELIEF_TOLD);
    dw_desk_close(&it);
}

static void agitation_rises_once_for_each_detection_up_to_3(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    dw_percepts percepts = {.tick = 10, .intruder_count = 5};
    for (uint8_t i = 0; i < 5; i++) {
        percepts.intruders[i] =
            (dw_percept_intruder){.slot = i,
                                  .touched = true,
                                  .detected = true,
                                  .meter = it.setup.kind->senses.eyes.meter_full,
                                  .room = DW_DESK_HALL};
    }
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    assert_int_equal(beliefs.agitation, DW_AGITATION_MAX);
    assert_int_equal(beliefs.of[4].source, DW_BELIEF_TOUCHED);
    dw_desk_close(&it);
}

static void a_caught_intruder_is_forgotten_and_the_others_are_not(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    dw_percepts percepts = {.tick = 10, .intruder_count = 2};
    for (uint8_t i = 0; i < 2; i++) {
        percepts.intruders[i] =
            (dw_percept_intruder){.slot = (uint8_t)(i + 4),
                                  .seen = true,
                                  .detected = true,
                                  .meter = it.setup.kind->senses.eyes.meter_full,
                                  .room = DW_DESK_HALL};
    }
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    percepts = (dw_percepts){.tick = 11, .caught = 1u << 4};
    dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
    assert_int_equal(beliefs.known, 1u << 5);
    assert_int_equal(beliefs.metered, 1u << 5);
    assert_int_equal(beliefs.of[4].source, DW_BELIEF_NONE);
    assert_int_equal(beliefs.of[4].room, DW_NONE);
    assert_int_equal(beliefs.of[4].meter, 0);
    assert_int_equal(beliefs.of[5].source, DW_BELIEF_SEEN);
    dw_desk_close(&it);
}

/* server/RULES.md 12.8. */
static void the_alarm_of_the_house_raises_agitation_and_never_lowers_it(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    dw_beliefs_perceive(&beliefs, &it.setup, &(dw_percepts){.tick = 10, .alarm = 2});
    assert_int_equal(beliefs.agitation, 2);
    dw_beliefs_perceive(&beliefs, &it.setup, &(dw_percepts){.tick = 11, .alarm = 1});
    assert_int_equal(beliefs.agitation, 2);
    dw_desk_close(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(confidence_is_100_while_sensed_then_falls_to_0_in_30_seconds),
        cmocka_unit_test(a_detected_intruder_leaves_position_room_and_step),
        cmocka_unit_test(what_is_sensed_or_suspected_is_of_this_very_tick),
        cmocka_unit_test(below_the_full_meter_a_guard_suspects_and_believes_nothing),
        cmocka_unit_test(an_unsensed_meter_falls_and_detection_ends_below_full),
        cmocka_unit_test(a_report_counts_unless_the_guards_own_sighting_is_newer),
        cmocka_unit_test(agitation_rises_once_for_each_detection_up_to_3),
        cmocka_unit_test(the_alarm_of_the_house_raises_agitation_and_never_lowers_it),
        cmocka_unit_test(a_caught_intruder_is_forgotten_and_the_others_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
