/* Section 4 of server/RULES.md and what 5.30 to 5.37 make of it: reports, agitation, and what those
 * do who hear them. */
#include "common/base/check.h"
#include "tests/support/caller.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

/* Hall, gallery and passage form a ring; the study hangs on the gallery by one door.
 *
 *     +--------+--------+-----+
 *     |  hall  0 gallery 1stdy|
 *     +---2----+---3----+-----+
 *     |     passage     4cell|
 *     +-----------------+----+
 */
enum { HALL, GALLERY, STUDY, PASSAGE, CELLAR };
enum { HALL_GALLERY, GALLERY_STUDY, HALL_PASSAGE, GALLERY_PASSAGE };
enum { ANN, BOB };
enum { REPORT_TICKS = 300, DELAY_TICKS = 30 };

typedef struct house {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} house;

static dw_scene *new_scene(dw_scene_leaf study_leaf)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 6000);
    dw_scene_room(scene, "gallery", 8000, 0, 8000, 6000);
    dw_scene_room(scene, "study", 16000, 0, 5000, 6000);
    dw_scene_room(scene, "passage", 0, 6000, 16000, 3000);
    dw_scene_room(scene, "cellar", 16000, 6000, 5000, 3000); /* Where nobody looks. */
    dw_scene_door(scene, "hall-gallery", HALL, GALLERY, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "gallery-study", GALLERY, STUDY, 2500, 1000, study_leaf);
    dw_scene_door(scene, "hall-passage", HALL, PASSAGE, 3500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "gallery-passage", GALLERY, PASSAGE, 12000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "passage-cellar", PASSAGE, CELLAR, 7000, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "west", "hall");
    dw_scene_patrol(scene, "east", "gallery");
    dw_scene_guard(scene, "ann", 14500, 3000, 180, "east");
    dw_scene_guard(scene, "bob", 2000, 3000, 0, "west");
    dw_scene_spawn(scene, 10000, 3000);
    dw_scene_objective(scene, 20000, 500, 200, 200);
    return scene;
}

static house open_house(dw_scene_leaf study_leaf, const dw_brain_kind *ann)
{
    house it = {.scene = new_scene(study_leaf)};
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    const dw_ruleset rules = dw_stage_endless_rules();
    it.stage = dw_stage_create(it.venue, "reference", &rules);
    if (ann != NULL) {
        DW_CHECK(dw_sim_set_brain(it.stage->sim, ANN, ann) == DW_OK);
    }
    return it;
}

static void close_house(house *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static void hide(house *it)
{
    dw_stage_put_intruder(it->stage, 0, dw_scene_mm(20000, 6500));
}

static dw_mind_view mind_of(const house *it, uint16_t guard)
{
    dw_mind_view explanation;
    dw_sim_explain(it->stage->sim, guard, &explanation);
    return explanation;
}

static bool wants(const house *it, uint16_t guard, const char *goal)
{
    const dw_mind_view explanation = mind_of(it, guard);
    return strcmp(explanation.goal, goal) == 0;
}

static void run_until(house *it, uint16_t guard, const char *goal, uint32_t ticks_max)
{
    for (uint32_t tick = 0; !wants(it, guard, goal); tick++) {
        if (tick == ticks_max) {
            const dw_mind_view mind = mind_of(it, guard);
            fail_msg("guard %u never wanted \"%s\" in %u ticks, but: %s (%s)", guard, goal,
                     ticks_max, mind.goal, mind.sentence);
        }
        dw_stage_step(it->stage);
    }
}

static uint32_t run_until_event(house *it, dw_sim_event_kind kind, uint16_t guard, uint32_t max)
{
    for (uint32_t tick = 0; tick < max; tick++) {
        dw_stage_step(it->stage);
        if (dw_stage_events(it->stage, kind, guard, DW_NONE) > 0) {
            return it->stage->world->tick;
        }
    }
    fail_msg("event %d of guard %u did not come in %u ticks", kind, guard, max);
    return 0;
}

static uint16_t reported_room(const house *it)
{
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(it->stage->sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == DW_SIM_REPORTED) {
            return events[i].room;
        }
    }
    return DW_NONE;
}

static void a_report_comes_five_seconds_after_detection(void **state)
{
    (void)state;
    house it = open_house(DW_SCENE_CLOSED, NULL);
    const uint32_t detected = run_until_event(&it, DW_SIM_DETECTED, ANN, 300);
    const uint32_t reported = run_until_event(&it, DW_SIM_REPORTED, ANN, 400);
    assert_int_equal(reported, detected + REPORT_TICKS);
    assert_int_equal(reported_room(&it), GALLERY);
    close_house(&it);
}

static void a_report_comes_even_if_sight_is_lost_by_then(void **state)
{
    (void)state;
    house it = open_house(DW_SCENE_CLOSED, NULL);
    const uint32_t detected = run_until_event(&it, DW_SIM_DETECTED, ANN, 300);
    hide(&it);
    const uint32_t reported = run_until_event(&it, DW_SIM_REPORTED, ANN, 400);
    assert_int_equal(reported, detected + REPORT_TICKS);
    assert_int_equal(reported_room(&it), GALLERY);
    close_house(&it);
}

static void a_guard_reports_again_only_when_the_room_is_another(void **state)
{
    (void)state;
    house it = open_house(DW_SCENE_OPEN, NULL);
    const uint32_t first = run_until_event(&it, DW_SIM_REPORTED, ANN, 800);
    for (uint32_t tick = 0; tick < 2 * REPORT_TICKS + 10; tick++) {
        dw_stage_step(it.stage);
        assert_int_equal(dw_stage_events(it.stage, DW_SIM_REPORTED, ANN, DW_NONE), 0);
    }
    /* The intruder walks into the study while Ann watches. Ann stands between it and the other
     * door. */
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(15000, 3000));
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(13500, 3000), 0);
    dw_stage_run(it.stage, 30);
    dw_stage_walk(it.stage, 0, DW_EAST, DW_BUTTON_SPRINT);
    const uint32_t second = run_until_event(&it, DW_SIM_REPORTED, ANN, 2 * REPORT_TICKS);
    assert_int_equal(reported_room(&it), STUDY);
    assert_int_equal((second - first) % REPORT_TICKS, 0);
    close_house(&it);
}

/* Sensed once and lost for good: one report, and no second one five seconds later. */
static void a_lost_intruder_is_reported_once(void **state)
{
    (void)state;
    house it = open_house(DW_SCENE_CLOSED, NULL);
    (void)run_until_event(&it, DW_SIM_DETECTED, ANN, 300);
    dw_stage_run(it.stage, REPORT_TICKS - 2);
    (void)run_until_event(&it, DW_SIM_REPORTED, ANN, 10);
    hide(&it);
    for (uint32_t tick = 0; tick < 3000; tick++) {
        dw_stage_step(it.stage);
        assert_int_equal(dw_stage_events(it.stage, DW_SIM_REPORTED, ANN, DW_NONE), 0);
    }
    assert_true(wants(&it, ANN, "patrol"));
    close_house(&it);
}

static void each_new_detection_adds_one_to_agitation_up_to_three(void **state)
{
    (void)state;
    house it = open_house(DW_SCENE_CLOSED, NULL);
    for (uint8_t times = 1; times <= 5; times++) {
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(10000, 3000));
        do {
            dw_stage_put_guard(it.stage, ANN, dw_scene_mm(14500, 3000), DW_BAM_HALF);
            dw_stage_step(it.stage);
        } while (dw_stage_events(it.stage, DW_SIM_DETECTED, ANN, 0) == 0);
        assert_int_equal(mind_of(&it, ANN).agitation, times < 3 ? times : 3);
        hide(&it);
        dw_stage_run(it.stage, 200);
    }
    close_house(&it);
}

/* The same house with and without an intruder, who is out of Bob's sight. */
static void a_guard_acts_on_a_message_only_when_it_can_have_arrived(void **state)
{
    (void)state;
    house with = open_house(DW_SCENE_CLOSED, NULL);
    house without = open_house(DW_SCENE_CLOSED, NULL);
    dw_stage_reset(with.stage, 7, 1);
    dw_stage_reset(without.stage, 7, 1);
    hide(&without);
    uint32_t heard = 0;
    bool differs = false;
    for (uint32_t tick = 1; tick <= 1200 && !differs; tick++) {
        dw_stage_step(with.stage);
        dw_stage_step(without.stage);
        if (dw_stage_events(with.stage, DW_SIM_REPORTED, ANN, DW_NONE) > 0 && heard == 0) {
            heard = tick + DELAY_TICKS;
        }
        const dw_guard_action *a = &with.stage->world->guards[BOB].command;
        const dw_guard_action *b = &without.stage->world->guards[BOB].command;
        differs = !dw_vec_equal(a->step, b->step) || a->heading_bam != b->heading_bam ||
                  a->mood != b->mood;
        if (differs) {
            assert_true(heard != 0);
            assert_int_equal(tick, heard);
        }
    }
    assert_true(differs);
    close_house(&with);
    close_house(&without);
}

static void say(house *it, dw_radio_message message)
{
    message.place = dw_scene_mm(14500, 3000);
    dw_caller_say(&message);
    dw_stage_step(it->stage);
}

/* Ann only talks, and nobody is to be seen. */
static house open_told_house(void)
{
    house it = open_house(DW_SCENE_CLOSED, &dw_brain_caller);
    dw_stage_reset(it.stage, 3, 1);
    hide(&it);
    dw_stage_step(it.stage);
    return it;
}

static const dw_radio_message report_of_gallery = {.kind = DW_RADIO_REPORT,
                                                   .agitation = 2,
                                                   .room = GALLERY,
                                                   .door_count = 2,
                                                   .doors = {GALLERY_PASSAGE, HALL_GALLERY}};
static const dw_radio_message report_of_study = {
    .kind = DW_RADIO_REPORT, .agitation = 1, .room = STUDY};

static void a_guard_that_hears_a_report_takes_over_room_and_agitation(void **state)
{
    (void)state;
    house it = open_told_house();
    say(&it, report_of_gallery);
    dw_stage_run(it.stage, DELAY_TICKS - 1);
    assert_int_equal(mind_of(&it, BOB).agitation, 0);
    assert_int_equal(it.stage->world->guards[BOB].command.mood, DW_MOOD_CALM);
    dw_stage_step(it.stage);
    const dw_mind_view mind = mind_of(&it, BOB);
    assert_int_equal(mind.agitation, 2);
    assert_int_equal(it.stage->world->guards[BOB].command.mood, DW_MOOD_ALERT);
    assert_int_equal(mind.intruder_count, 1);
    assert_int_equal(mind.intruders[0].room, GALLERY);
    assert_int_equal(mind.intruders[0].source, DW_BELIEF_TOLD);
    assert_int_equal(mind.intruders[0].told_by, ANN + 1);
    assert_int_equal(mind.cause, DW_CAUSE_MESSAGE);
    assert_int_equal(mind.cause_id, 1);
    assert_int_equal(mind.since, it.stage->world->tick);
    close_house(&it);
}

static void a_guard_intercepts_at_the_first_door_by_a_route_that_does_not_use_it(void **state)
{
    (void)state;
    house it = open_told_house();
    say(&it, report_of_gallery);
    run_until(&it, BOB, "intercept", DELAY_TICKS);
    bool in_passage = false;
    for (uint32_t tick = 0; wants(&it, BOB, "intercept"); tick++) {
        assert_true(tick < 900);
        const uint16_t room = dw_guard_actor(it.stage->world, BOB)->room;
        in_passage = in_passage || room == PASSAGE;
        assert_true(room != GALLERY || in_passage); /* From the other side. */
        dw_stage_step(it.stage);
    }
    assert_true(in_passage);
    /* Bob has arrived and seen nothing: it goes through the door and searches that room. */
    assert_true(wants(&it, BOB, "search"));
    assert_int_equal(mind_of(&it, BOB).room, GALLERY);
    assert_int_equal(dw_guard_actor(it.stage->world, BOB)->room, GALLERY);
    close_house(&it);
}

/* Whether Bob goes through the passage, to the first door of the report. */
static bool takes_first_door(house *it)
{
    bool in_passage = false;
    run_until(it, BOB, "intercept", 2 * DELAY_TICKS);
    for (uint32_t tick = 0; tick < 600 && wants(it, BOB, "intercept"); tick++) {
        dw_stage_step(it->stage);
        in_passage = in_passage || dw_guard_actor(it->stage->world, BOB)->room == PASSAGE;
    }
    return in_passage;
}

static dw_radio_message claim_of_passage(int32_t bid_mm)
{
    return (dw_radio_message){.kind = DW_RADIO_TAKES,
                              .room = GALLERY,
                              .bid_mm = bid_mm,
                              .door_count = 1,
                              .doors = {GALLERY_PASSAGE}};
}

static void a_door_that_another_guard_has_taken_is_left_to_it(void **state)
{
    (void)state;
    house it = open_told_house();
    say(&it, claim_of_passage(900000));
    say(&it, report_of_gallery);
    assert_false(takes_first_door(&it));
    close_house(&it);
}

/* Both speak before they can have heard each other: the shorter way counts. */
static void of_two_guards_that_take_a_door_at_once_the_nearer_one_has_it(void **state)
{
    (void)state;
    for (int nearer = 0; nearer < 2; nearer++) {
        house it = open_told_house();
        say(&it, report_of_gallery);
        dw_stage_run(it.stage, DELAY_TICKS - 5);
        say(&it, claim_of_passage(nearer != 0 ? 10 : 900000));
        assert_int_equal(takes_first_door(&it), nearer == 0);
        close_house(&it);
    }
}

/* Bob names its door and stands until the others' messages can have arrived; then it runs. */
static void a_guard_runs_when_it_has_heard_which_doors_the_others_take(void **state)
{
    (void)state;
    house it = open_told_house();
    say(&it, report_of_gallery);
    run_until(&it, BOB, "intercept", DELAY_TICKS);
    const dw_vec there = dw_guard_actor(it.stage->world, BOB)->body.position;
    dw_stage_run(it.stage, DELAY_TICKS - 2);
    assert_true(dw_vec_equal(dw_guard_actor(it.stage->world, BOB)->body.position, there));
    dw_stage_run(it.stage, DELAY_TICKS);
    const dw_vec way = dw_vec_sub(dw_guard_actor(it.stage->world, BOB)->body.position, there);
    assert_true(dw_dot(way, way) > (int64_t)DW_MM(1000) * DW_MM(1000));
    close_house(&it);
}

static void with_no_door_left_a_guard_goes_straight_to_the_room(void **state)
{
    (void)state;
    house it = open_told_house();
    dw_radio_message report = report_of_gallery;
    report.door_count = 0;
    say(&it, report);
    run_until(&it, BOB, "intercept", DELAY_TICKS);
    run_until(&it, BOB, "search", 600);
    assert_int_equal(dw_guard_actor(it.stage->world, BOB)->room, GALLERY);
    close_house(&it);
}

static void
a_room_with_a_single_door_is_waited_at_for_thirty_seconds_and_then_searched(void **state)
{
    (void)state;
    house it = open_told_house();
    say(&it, report_of_study);
    run_until(&it, BOB, "lie in wait", DELAY_TICKS);
    const uint32_t since = mind_of(&it, BOB).since;
    dw_stage_run(it.stage, 600);
    const dw_actor *bob = dw_guard_actor(it.stage->world, BOB);
    assert_int_equal(bob->room, GALLERY);
    const dw_vec there = bob->body.position;
    run_until(&it, BOB, "search", 2400);
    const uint32_t waited = it.stage->world->tick - since;
    assert_true(waited >= 1800 && waited < 2400);
    assert_true(dw_vec_equal(there, bob->body.position));
    assert_int_equal(mind_of(&it, BOB).cause, DW_CAUSE_TIMER);
    assert_int_equal(mind_of(&it, BOB).room, STUDY);
    /* Bob has looked at everything: it says so, and goes back to its patrol. */
    (void)run_until_event(&it, DW_SIM_CLEARED, BOB, 1800);
    run_until(&it, BOB, "patrol", 3600);
    close_house(&it);
}

static void a_guard_in_the_room_searches_it_at_once_at_chase_speed(void **state)
{
    (void)state;
    house it = open_told_house();
    dw_radio_message report = report_of_gallery;
    report.room = HALL;
    say(&it, report);
    run_until(&it, BOB, "search", DELAY_TICKS);
    assert_int_equal(mind_of(&it, BOB).cause, DW_CAUSE_MESSAGE);
    assert_int_equal(mind_of(&it, BOB).rooms[0], HALL);
    close_house(&it);
}

static void a_clear_room_is_waited_at_no_longer(void **state)
{
    (void)state;
    house it = open_told_house();
    say(&it, report_of_study);
    run_until(&it, BOB, "lie in wait", DELAY_TICKS);
    dw_stage_run(it.stage, 300);
    say(&it, (dw_radio_message){.kind = DW_RADIO_CLEAR, .room = STUDY});
    dw_stage_run(it.stage, DELAY_TICKS - 1);
    assert_true(wants(&it, BOB, "lie in wait"));
    dw_stage_step(it.stage);
    assert_true(wants(&it, BOB, "patrol"));
    close_house(&it);
}

static void a_guard_that_hears_of_a_catch_goes_back_to_its_patrol(void **state)
{
    (void)state;
    house it = open_told_house();
    say(&it, report_of_gallery);
    run_until(&it, BOB, "intercept", DELAY_TICKS);
    say(&it, (dw_radio_message){.kind = DW_RADIO_CAUGHT, .slot = 0});
    run_until(&it, BOB, "patrol", DELAY_TICKS);
    assert_int_equal(mind_of(&it, BOB).intruder_count, 0);
    assert_int_equal(mind_of(&it, BOB).agitation, 2); /* On the alert for the rest of the round. */
    close_house(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_comes_five_seconds_after_detection),
        cmocka_unit_test(a_report_comes_even_if_sight_is_lost_by_then),
        cmocka_unit_test(a_guard_reports_again_only_when_the_room_is_another),
        cmocka_unit_test(a_lost_intruder_is_reported_once),
        cmocka_unit_test(each_new_detection_adds_one_to_agitation_up_to_three),
        cmocka_unit_test(a_guard_acts_on_a_message_only_when_it_can_have_arrived),
        cmocka_unit_test(a_guard_that_hears_a_report_takes_over_room_and_agitation),
        cmocka_unit_test(a_guard_intercepts_at_the_first_door_by_a_route_that_does_not_use_it),
        cmocka_unit_test(a_door_that_another_guard_has_taken_is_left_to_it),
        cmocka_unit_test(of_two_guards_that_take_a_door_at_once_the_nearer_one_has_it),
        cmocka_unit_test(a_guard_runs_when_it_has_heard_which_doors_the_others_take),
        cmocka_unit_test(with_no_door_left_a_guard_goes_straight_to_the_room),
        cmocka_unit_test(
            a_room_with_a_single_door_is_waited_at_for_thirty_seconds_and_then_searched),
        cmocka_unit_test(a_guard_in_the_room_searches_it_at_once_at_chase_speed),
        cmocka_unit_test(a_clear_room_is_waited_at_no_longer),
        cmocka_unit_test(a_guard_that_hears_of_a_catch_goes_back_to_its_patrol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
