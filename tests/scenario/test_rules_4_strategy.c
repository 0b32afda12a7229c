/* Rules 4.33 to 4.45 and 4.51 of server/RULES.md: what the fields of a strategy change in the work
 * of a team. Each scene differs from strategy `reference` in the fields that its rule names. */
#include "server/mind/brains/brains.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Hall, gallery and passage form a ring; the study hangs on the gallery by one door. The exit lies
 * in the hall, the objective in the study.
 *
 *     +--------+--------+-----+
 *     |  hall  0 gallery 1stdy|
 *     +---2----+---3----+-----+
 *     |     passage           |
 *     +-----------------------+
 */
enum { HALL, GALLERY, STUDY, PASSAGE };
enum { HALL_GALLERY, GALLERY_STUDY, HALL_PASSAGE, GALLERY_PASSAGE };
enum { ANN, BOB, CID };
enum { DELAY_TICKS = 30, HEARING_TICKS = 8, CLAIM_TICKS = 600 };

/* Guards see as far as `range_mm`; 0: any distance. */
static dw_house open_house(const dw_strategy *strategy, int32_t range_mm)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 6000);
    dw_scene_room(scene, "gallery", 8000, 0, 8000, 6000);
    dw_scene_room(scene, "study", 16000, 0, 5000, 6000);
    dw_scene_room(scene, "passage", 0, 6000, 21000, 3000);
    dw_scene_door(scene, "hall-gallery", HALL, GALLERY, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "gallery-study", GALLERY, STUDY, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "hall-passage", HALL, PASSAGE, 3500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "gallery-passage", GALLERY, PASSAGE, 12000, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "west", "hall, passage");
    dw_scene_patrol(scene, "east", "gallery");
    dw_scene_patrol(scene, "south", "passage, gallery");
    dw_scene_guard(scene, "ann", 14500, 3000, 180, "east");
    dw_scene_guard(scene, "bob", 2000, 3000, 0, "west");
    dw_scene_guard(scene, "cid", 15000, 7500, 180, "south");
    dw_scene_spawn(scene, 10000, 3000);
    dw_scene_objective(scene, 20000, 500, 200, 200);
    dw_scene_exit(scene, 500, 500, 1000, 1000);
    dw_ruleset rules = dw_stage_endless_rules();
    rules.strategy = *strategy;
    rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = range_mm;
    return dw_house_open_with(scene, &rules);
}

/* Ann only talks. */
static dw_house open_told_house_with(const dw_strategy *strategy, int32_t range_mm)
{
    dw_house house = open_house(strategy, range_mm);
    dw_house_set_brain(&house, ANN, &dw_brain_caller);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(18500, 5500));
    dw_stage_step(house.stage);
    return house;
}

/* ... and nobody sees further than a body. */
static dw_house open_told_house(const dw_strategy *strategy)
{
    return open_told_house_with(strategy, 300);
}

static dw_radio_message report_of(uint16_t room, uint8_t agitation)
{
    return (dw_radio_message){.kind = DW_RADIO_REPORT,
                              .agitation = agitation,
                              .room = room,
                              .place = dw_scene_mm(14500, 3000)};
}

/* Ticks from Ann's detection to the report. */
static uint32_t ticks_to_report(const dw_strategy *strategy)
{
    dw_house house = open_house(strategy, 0);
    assert_true(dw_house_run_until_event(&house, DW_SIM_DETECTED, ANN, 300));
    const uint32_t detected = house.stage->world->tick;
    assert_true(dw_house_run_until_event(&house, DW_SIM_REPORTED, ANN, 400));
    const uint32_t ticks = house.stage->world->tick - detected;
    dw_house_close(&house);
    return ticks;
}

static void guards_that_do_not_talk_send_nothing_and_hear_nothing(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    strategy.talk = 0;
    dw_house house = open_house(&strategy, 0);
    assert_true(dw_house_run_until_event(&house, DW_SIM_DETECTED, ANN, 300));
    for (uint32_t tick = 0; tick < 1500; tick++) {
        dw_stage_step(house.stage);
        assert_int_equal(dw_stage_events(house.stage, DW_SIM_REPORTED, DW_NONE, DW_NONE), 0);
        assert_int_equal(dw_house_guard_state(&house, ANN)->calling_ticks, 0);
        assert_true(dw_house_wants(&house, CID, "patrol") ||
                    dw_house_explain(&house, CID).cause != DW_CAUSE_MESSAGE);
    }
    dw_house_close(&house);
}

static void a_strategy_has_a_report_time_of_its_own(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    assert_int_equal(ticks_to_report(&strategy), 300);
    strategy.report_ticks = 40;
    assert_int_equal(ticks_to_report(&strategy), 40);
}

static void agitated_guards_report_after_half_the_time(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    strategy.report_ticks = 81;
    strategy.hurry_agitation = 2; /* Ann's first detection makes 1 of it. */
    assert_int_equal(ticks_to_report(&strategy), 81);
    strategy.hurry_agitation = 1;
    assert_int_equal(ticks_to_report(&strategy), 41);
}

/* With `intercept` Bob lies in wait for the study, in the gallery. */
static void with_answer_go_a_guard_enters_the_reported_room_at_once(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    strategy.answer = DW_ANSWER_GO;
    dw_house house = open_told_house(&strategy);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(500, 8500));
    const dw_radio_message report = report_of(STUDY, 1);
    dw_house_say(&house, &report);
    assert_true(dw_house_run_until(&house, BOB, "intercept", 2 * DELAY_TICKS));
    assert_int_equal(dw_house_explain(&house, BOB).door, DW_NONE);
    for (uint32_t tick = 0; dw_house_guard(&house, BOB)->room != STUDY; tick++) {
        assert_true(tick < 600);
        assert_true(dw_house_wants(&house, BOB, "intercept"));
        dw_stage_step(house.stage);
    }
    dw_house_close(&house);
}

/* Somebody in the study has to come out through the gallery, and leaves it by the hall. */
static void
with_answer_cutoff_a_guard_takes_a_door_on_the_way_to_the_exit_that_it_reaches_first(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    strategy.answer = DW_ANSWER_CUTOFF;
    dw_house house = open_told_house(&strategy);
    const dw_radio_message report = report_of(STUDY, 1);
    dw_house_say(&house, &report);
    assert_true(dw_house_run_until(&house, BOB, "intercept", 2 * DELAY_TICKS));
    assert_int_equal(dw_house_explain(&house, BOB).door, HALL_GALLERY);
    dw_house_close(&house);
}

/* Two doors of the gallery are circular; the study's is not. Cid claims none. */
static void with_answer_random_each_circular_door_of_the_room_is_taken_as_often(void **state)
{
    (void)state;
    enum { ROUNDS = 64 };
    dw_strategy strategy = dw_strategy_reference();
    strategy.answer = DW_ANSWER_RANDOM;
    dw_house house = open_told_house(&strategy);
    dw_house_set_brain(&house, CID, dw_brain_find("null"));
    uint32_t taken[4] = {0};
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        dw_stage_reset(house.stage, seed, 1);
        dw_stage_put_intruder(house.stage, 0, dw_scene_mm(500, 8500));
        dw_stage_step(house.stage);
        const dw_radio_message report = report_of(GALLERY, 1);
        dw_house_say(&house, &report);
        assert_true(dw_house_run_until(&house, BOB, "intercept", 2 * DELAY_TICKS));
        taken[dw_house_explain(&house, BOB).door]++;
    }
    assert_int_equal(taken[HALL_GALLERY] + taken[GALLERY_PASSAGE], ROUNDS);
    assert_in_range(taken[HALL_GALLERY], ROUNDS / 4, 3 * ROUNDS / 4);
    dw_house_close(&house);
}

static void a_guard_in_ambush_stands_on_its_side_of_the_door_before_it_goes_in(void **state)
{
    (void)state;
    uint32_t ticks[2];
    for (uint32_t i = 0; i < 2; i++) {
        dw_strategy strategy = dw_strategy_reference();
        strategy.answer = DW_ANSWER_CUTOFF;
        strategy.ambush_ticks = i == 0 ? 0 : 400;
        dw_house house = open_told_house(&strategy);
        dw_stage_put_intruder(house.stage, 0, dw_scene_mm(500, 8500));
        const dw_radio_message report = report_of(STUDY, 1);
        dw_house_say(&house, &report);
        assert_true(dw_house_run_until(&house, BOB, "intercept", 2 * DELAY_TICKS));
        const uint32_t began = house.stage->world->tick;
        for (uint32_t tick = 0; dw_house_wants(&house, BOB, "intercept"); tick++) {
            assert_true(tick < 1500);
            dw_stage_step(house.stage);
            /* The door leads on to the study; the guard waits in the hall. */
            assert_true(i == 0 || house.stage->world->tick - began > 400 ||
                        dw_house_guard(&house, BOB)->room == HALL);
        }
        ticks[i] = house.stage->world->tick - began;
        dw_house_close(&house);
    }
    /* It faces the door meanwhile, and has less to turn afterwards. */
    assert_in_range(ticks[1], ticks[0] + 360, ticks[0] + 420);
}

/* Bob and Cid could both come; Cid has less far to walk to the gallery. */
static void of_those_that_could_answer_only_the_nearest_do(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    strategy.answer = DW_ANSWER_GO;
    for (int32_t most = 1; most <= 2; most++) {
        strategy.answerers_max = most;
        dw_house house = open_told_house(&strategy);
        const dw_radio_message report = report_of(GALLERY, 1);
        dw_house_say(&house, &report);
        dw_stage_run(house.stage, DELAY_TICKS);
        assert_true(dw_house_wants(&house, CID, "patrol"));
        dw_stage_run(house.stage, DELAY_TICKS + HEARING_TICKS);
        assert_true(dw_house_wants(&house, CID, "intercept"));
        assert_true(dw_house_wants(&house, BOB, most == 1 ? "patrol" : "intercept"));
        dw_house_close(&house);
    }
}

/* Ann offers twice: of the two that may answer it is one, and Cid, who is nearer than Bob, the
 * other.
 */
static void a_guard_that_offers_twice_counts_once(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    strategy.answer = DW_ANSWER_GO;
    strategy.answerers_max = 2;
    dw_house house = open_told_house(&strategy);
    const dw_radio_message report = report_of(GALLERY, 1);
    const dw_radio_message offer = {
        .kind = DW_RADIO_OFFER, .task = DW_TASK_ANSWER, .room = GALLERY, .bid_mm = 1};
    dw_house_say(&house, &report);
    dw_house_say(&house, &offer);
    dw_house_say(&house, &offer);
    dw_stage_run(house.stage, 2 * DELAY_TICKS + HEARING_TICKS);
    assert_true(dw_house_wants(&house, CID, "intercept"));
    assert_true(dw_house_wants(&house, BOB, "patrol"));
    dw_house_close(&house);
}

/* The silent guard's offer never comes, and nobody waits for it. */
static void an_answer_does_not_wait_for_a_guard_that_says_nothing(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    strategy.answerers_max = 1;
    dw_house house = open_told_house(&strategy);
    dw_house_set_brain(&house, CID, dw_brain_find("null"));
    dw_house_set_brain(&house, ANN, &dw_brain_caller);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(18500, 5500));
    const dw_radio_message report = report_of(GALLERY, 1);
    dw_house_say(&house, &report);
    dw_stage_run(house.stage, 2 * DELAY_TICKS + HEARING_TICKS);
    assert_true(dw_house_wants(&house, BOB, "intercept"));
    dw_house_close(&house);
}

static dw_strategy exit_held_from(int32_t agitation)
{
    dw_strategy strategy = dw_strategy_reference();
    strategy.answerers_max = 1; /* The other one is free to hold. */
    strategy.hold_exit_agitation = agitation;
    return strategy;
}

static uint32_t holders(const dw_house *house)
{
    return (dw_house_wants(house, BOB, "hold") ? 1u : 0u) +
           (dw_house_wants(house, CID, "hold") ? 1u : 0u);
}

/* Steps until one guard holds something. */
static uint16_t wait_for_holder(dw_house *house, uint32_t ticks_max)
{
    for (uint32_t tick = 0; tick < ticks_max && holders(house) == 0; tick++) {
        dw_stage_step(house->stage);
    }
    assert_int_equal(holders(house), 1);
    return dw_house_wants(house, BOB, "hold") ? BOB : CID;
}

/* It stops and stares at somebody on its way, and goes on when nobody is there any more. */
static void a_guard_on_its_way_to_a_post_goes_on_after_a_stare(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    strategy.hold_exit_when_missing = 1;
    dw_house house = open_told_house_with(&strategy, 3000);
    dw_house_set_brain(&house, BOB, dw_brain_find("null"));
    dw_house_set_brain(&house, ANN, &dw_brain_caller);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(18500, 5500));
    const dw_radio_message missing = {.kind = DW_RADIO_MISSING, .room = STUDY};
    dw_house_say(&house, &missing);
    for (uint32_t tick = 0; tick < 600 && !dw_house_wants(&house, CID, "hold"); tick++) {
        dw_stage_step(house.stage);
    }
    dw_stage_run(house.stage, 20); /* It is under way. */
    for (uint32_t tick = 0; tick < 5; tick++) {
        const dw_body *guard = &dw_house_guard(&house, CID)->body;
        const int32_t ahead = dw_cosine_bam(guard->heading_bam) < 0 ? -1500 : 1500;
        dw_stage_put_intruder(house.stage, 0, dw_vec_add(guard->position, dw_scene_mm(ahead, 0)));
        dw_stage_step(house.stage);
    }
    assert_true(dw_stage_sees(house.stage, CID, 0));
    assert_true(dw_house_wants(&house, CID, "hold"));
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(18500, 5500));
    dw_stage_run(house.stage, 900);
    assert_int_equal(dw_house_guard(&house, CID)->room, HALL);
    assert_true(dw_house_wants(&house, CID, "hold"));
    dw_house_close(&house);
}

static void one_guard_holds_the_exit_from_that_agitation_on(void **state)
{
    (void)state;
    const dw_strategy strategy = exit_held_from(2);
    dw_house house = open_told_house(&strategy);
    dw_radio_message report = report_of(STUDY, 1);
    dw_house_say(&house, &report);
    dw_stage_run(house.stage, 400);
    assert_int_equal(holders(&house), 0);
    report.agitation = 2;
    report.room = GALLERY;
    dw_house_say(&house, &report);
    (void)wait_for_holder(&house, 600);
    dw_stage_run(house.stage, 3 * CLAIM_TICKS);
    assert_int_equal(holders(&house), 1);
    const uint16_t holder = dw_house_wants(&house, BOB, "hold") ? BOB : CID;
    /* It stands where it sees the exit, and goes on looking round there. */
    const dw_actor *guard = dw_house_guard(&house, holder);
    assert_int_equal(guard->room,
                     dw_map_room_at(house.venue->map, dw_rect_centre(house.venue->map->exit)));
    const uint16_t heading_bam = guard->body.heading_bam;
    const dw_vec there = guard->body.position;
    dw_stage_run(house.stage, 200);
    assert_true(dw_vec_equal(there, guard->body.position));
    assert_int_not_equal(heading_bam, guard->body.heading_bam);
    /* A report does not move it. */
    report.room = PASSAGE;
    dw_house_say(&house, &report);
    dw_stage_run(house.stage, 2 * DELAY_TICKS);
    assert_true(dw_house_wants(&house, holder, "hold"));
    dw_house_close(&house);
}

static void the_objective_is_held_where_it_lies(void **state)
{
    (void)state;
    dw_strategy strategy = exit_held_from(0);
    strategy.hold_objective_agitation = 1;
    dw_house house = open_told_house(&strategy);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(500, 8500));
    const dw_radio_message report = report_of(HALL, 1);
    dw_house_say(&house, &report);
    const uint16_t holder = wait_for_holder(&house, 4000);
    dw_stage_run(house.stage, 900);
    assert_int_equal(dw_house_guard(&house, holder)->room, STUDY);
    dw_house_close(&house);
}

/* The holder becomes a puppet that says nothing more: after the time of a claim another one goes.
 */
static void a_post_whose_holder_falls_silent_is_given_out_anew(void **state)
{
    (void)state;
    const dw_strategy strategy = exit_held_from(1);
    dw_house house = open_told_house(&strategy);
    const dw_radio_message report = report_of(GALLERY, 1);
    dw_house_say(&house, &report);
    const uint16_t holder = wait_for_holder(&house, 900);
    const uint16_t other = holder == BOB ? CID : BOB;
    dw_stage_run(house.stage, CLAIM_TICKS + 10);
    assert_int_equal(dw_sim_set_brain(house.stage->sim, holder, dw_brain_find("null")), DW_OK);
    assert_false(dw_house_run_until(&house, other, "hold", CLAIM_TICKS / 2 - 20));
    assert_true(dw_house_run_until(&house, other, "hold", 6 * CLAIM_TICKS));
    dw_house_close(&house);
}

/* Ann has a lower index, and says that it holds the exit. */
static void of_two_that_hold_a_post_the_higher_index_lets_go(void **state)
{
    (void)state;
    const dw_strategy strategy = exit_held_from(1);
    dw_house house = open_told_house(&strategy);
    const dw_radio_message report = report_of(GALLERY, 1);
    dw_house_say(&house, &report);
    (void)wait_for_holder(&house, 900);
    const dw_radio_message holds = {.kind = DW_RADIO_HOLDS, .task = DW_TASK_EXIT, .room = HALL};
    dw_house_say(&house, &holds);
    dw_stage_run(house.stage, DELAY_TICKS);
    assert_int_equal(holders(&house), 0);
    dw_stage_run(house.stage, CLAIM_TICKS - 2 * DELAY_TICKS);
    assert_int_equal(holders(&house), 0);
    dw_house_close(&house);
}

static void a_holder_that_sees_somebody_chases(void **state)
{
    (void)state;
    const dw_strategy strategy = exit_held_from(1);
    dw_house house = open_told_house_with(&strategy, 0);
    const dw_radio_message report = report_of(GALLERY, 1);
    dw_house_say(&house, &report);
    const uint16_t holder = wait_for_holder(&house, 900);
    dw_stage_run(house.stage, 600);
    const dw_vec by = dw_house_guard(&house, holder)->body.position;
    dw_stage_put_intruder(house.stage, 0, dw_vec_add(by, dw_scene_mm(1200, 0)));
    assert_true(dw_house_run_until(&house, holder, "chase", 900));
    dw_house_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_that_do_not_talk_send_nothing_and_hear_nothing),
        cmocka_unit_test(a_strategy_has_a_report_time_of_its_own),
        cmocka_unit_test(agitated_guards_report_after_half_the_time),
        cmocka_unit_test(with_answer_go_a_guard_enters_the_reported_room_at_once),
        cmocka_unit_test(
            with_answer_cutoff_a_guard_takes_a_door_on_the_way_to_the_exit_that_it_reaches_first),
        cmocka_unit_test(with_answer_random_each_circular_door_of_the_room_is_taken_as_often),
        cmocka_unit_test(a_guard_in_ambush_stands_on_its_side_of_the_door_before_it_goes_in),
        cmocka_unit_test(of_those_that_could_answer_only_the_nearest_do),
        cmocka_unit_test(a_guard_that_offers_twice_counts_once),
        cmocka_unit_test(an_answer_does_not_wait_for_a_guard_that_says_nothing),
        cmocka_unit_test(one_guard_holds_the_exit_from_that_agitation_on),
        cmocka_unit_test(a_guard_on_its_way_to_a_post_goes_on_after_a_stare),
        cmocka_unit_test(the_objective_is_held_where_it_lies),
        cmocka_unit_test(a_post_whose_holder_falls_silent_is_given_out_anew),
        cmocka_unit_test(of_two_that_hold_a_post_the_higher_index_lets_go),
        cmocka_unit_test(a_holder_that_sees_somebody_chases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
