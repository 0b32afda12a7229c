/* Section 5 of server/RULES.md as the brain `reference` plays it where nobody talks: a patrol
 * that peeps, the search by furniture, an intruder lost in a doorway, several intruders. */
#include "common/base/check.h"
#include "tests/support/caller.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { HALL, STUDY, LODGE, ATTIC };
enum { HALL_STUDY };

typedef struct house {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} house;

/* A hall and a study that leads nowhere else, with a table in its middle behind which one can
 * crouch; the door is closed. Ann is in the hall. Hall,
 * lodge and attic are a ring, and a guard talks in the lodge. A search of the hall and its dead
 * ends does not find an intruder in the attic. */
static house open_house(const char *rooms)
{
    house it = {.scene = dw_scene_create()};
    dw_scene_room(it.scene, "hall", 0, 0, 8000, 6000);
    dw_scene_room(it.scene, "study", 8000, 0, 6000, 6000);
    dw_scene_room(it.scene, "lodge", 0, 6000, 4000, 3000);
    dw_scene_room(it.scene, "attic", 4000, 6000, 4000, 3000);
    dw_scene_door(it.scene, "hall-study", HALL, STUDY, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(it.scene, "hall-lodge", HALL, LODGE, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(it.scene, "lodge-attic", LODGE, ATTIC, 7000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(it.scene, "hall-attic", HALL, ATTIC, 5500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(it.scene, 10500, 2000, 800, 2000, 500);
    dw_scene_patrol(it.scene, "round", rooms);
    dw_scene_guard(it.scene, "ann", 4000, 3000, 0, "round");
    dw_scene_guard(it.scene, "lodger", 2000, 7500, 90, "round");
    dw_scene_spawn(it.scene, 7500, 8500);
    dw_scene_spawn(it.scene, 6500, 8500);
    dw_scene_objective(it.scene, 13000, 500, 200, 200);
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    const dw_ruleset rules = dw_stage_endless_rules();
    it.stage = dw_stage_create(it.venue, "reference", &rules);
    DW_CHECK(dw_sim_set_brain(it.stage->sim, 1, &dw_brain_caller) == DW_OK);
    dw_stage_reset(it.stage, 5, 1);
    return it;
}

static void close_house(house *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static const dw_actor *ann(const house *it)
{
    return dw_guard_actor(it->stage->world, 0);
}

static const dw_guard_state *ann_state(const house *it)
{
    return &it->stage->world->guards[0];
}

static bool wants(const house *it, const char *goal)
{
    dw_mind_view explanation;
    dw_sim_explain(it->stage->sim, 0, &explanation);
    return strcmp(explanation.goal, goal) == 0;
}

static bool door_open(const house *it)
{
    return dw_door_set_has(&it->stage->world->open, HALL_STUDY);
}

static void a_calm_guard_only_peeps_into_a_dead_end_and_leaves_the_door_open_meanwhile(void **state)
{
    (void)state;
    house it = open_house("study, hall");
    const dw_door *door = &it.venue->map->doors[HALL_STUDY];
    const dw_vec inner = door->half[door->half[0].room == STUDY ? 0 : 1].point;
    uint32_t peeped = 0;
    for (uint32_t tick = 0; tick < 3000; tick++) {
        dw_stage_step(it.stage);
        if (ann(&it)->room == STUDY) {
            assert_true(ann(&it)->body.position.x <= inner.x);
        }
        if (dw_vec_equal(ann(&it)->body.position, inner)) {
            assert_true(door_open(&it));
            peeped++;
        }
    }
    assert_true(peeped >= 120); /* Ann looks round for at least this long. */
    /* Ann closes the door behind itself. */
    for (uint32_t tick = 0; ann(&it)->body.position.x > DW_MM(6500); tick++) {
        assert_true(tick < 3000);
        dw_stage_step(it.stage);
    }
    dw_stage_run(it.stage, 30);
    assert_false(door_open(&it));
    close_house(&it);
}

static void a_guard_on_the_alert_goes_in_closes_the_door_and_searches(void **state)
{
    (void)state;
    house it = open_house("study, hall");
    /* A report of an intruder that is caught at once leaves Ann on the alert. */
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = LODGE};
    const dw_radio_message caught = {.kind = DW_RADIO_CAUGHT};
    dw_caller_say(&report);
    dw_stage_step(it.stage);
    dw_caller_say(&caught);
    dw_stage_run(it.stage, 35);
    assert_true(wants(&it, "patrol"));
    assert_int_equal(ann_state(&it)->command.mood, DW_MOOD_ALERT);
    bool inside = false;
    bool closed = false;
    for (uint32_t tick = 0; tick < 3000; tick++) {
        dw_stage_step(it.stage);
        const bool deep = ann(&it)->body.position.x > DW_MM(9500);
        inside = inside || deep;
        closed = closed || (deep && !door_open(&it));
    }
    assert_true(inside && closed);
    close_house(&it);
}

/* From the door Ann does not see an intruder that crouches behind the table. The search finds it.
 */
static void an_intruder_behind_middle_furniture_is_found_by_the_search(void **state)
{
    (void)state;
    house it = open_house("study, hall");
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(11550, 3000));
    dw_stage_walk(it.stage, 0, DW_STAND, DW_BUTTON_CROUCH);
    for (uint32_t tick = 0; tick < 900; tick++) { /* A peep, and none of it. */
        dw_stage_step(it.stage);
        assert_int_equal(dw_stage_meter(it.stage, 0, 0), 0);
    }
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(9000, 1000), 0);
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = STUDY};
    dw_caller_say(&report);
    dw_stage_step(it.stage);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(9000, 1000), 0);
    uint32_t tick = 0;
    while (dw_stage_events(it.stage, DW_SIM_DETECTED, 0, 0) == 0) {
        assert_true(tick++ < 900);
        dw_stage_step(it.stage);
        if (tick == 32) {
            assert_true(wants(&it, "search"));
        }
    }
    close_house(&it);
}

static void a_guard_calls_a_room_clear_when_it_has_searched_it(void **state)
{
    (void)state;
    house it = open_house("hall");
    dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = HALL};
    dw_caller_say(&report);
    uint32_t tick = 0;
    while (dw_stage_events(it.stage, DW_SIM_CLEARED, 0, DW_NONE) == 0) {
        assert_true(tick++ < 1200);
        dw_stage_step(it.stage);
    }
    /* Then the adjoining rooms with one door: the study. */
    bool rooms[4] = {false};
    for (; !wants(&it, "patrol"); tick++) {
        assert_true(tick < 6000);
        dw_stage_step(it.stage);
        rooms[ann(&it)->room] = true;
    }
    assert_true(rooms[STUDY] && !rooms[LODGE] && !rooms[ATTIC]);
    close_house(&it);
}

/* The intruder runs into the study, and is gone from sight in the doorway. */
static void an_intruder_lost_in_a_doorway_is_searched_for_behind_it(void **state)
{
    (void)state;
    house it = open_house("hall");
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(3000, 3000), 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(6000, 3000));
    while (!wants(&it, "chase")) {
        dw_stage_step(it.stage);
    }
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(7700, 3000));
    dw_stage_walk(it.stage, 0, DW_STAND, DW_BUTTON_USE);
    dw_stage_step(it.stage);
    dw_stage_walk(it.stage, 0, DW_EAST, DW_BUTTON_SPRINT);
    while (dw_intruder_actor(it.stage->world, 0)->body.position.x < DW_MM(7850)) {
        dw_stage_step(it.stage);
    }
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(7500, 8500));
    dw_stage_walk(it.stage, 0, DW_STAND, 0);
    dw_stage_step(it.stage);
    assert_true(wants(&it, "last known position"));
    for (uint32_t tick = 0; wants(&it, "last known position"); tick++) {
        assert_true(tick < 600);
        dw_stage_step(it.stage);
    }
    assert_true(wants(&it, "search"));
    assert_int_equal(ann(&it)->room, STUDY);
    close_house(&it);
}

/* Two intruders in sight at the same distance: Ann chooses one and stays with it. */
static void a_guard_does_not_waver_between_two_intruders(void **state)
{
    (void)state;
    house it = open_house("hall");
    dw_stage_reset(it.stage, 5, 3);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(1500, 3000), 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(7000, 1000));
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(7000, 5000));
    uint32_t changes = 0;
    char reason[96] = "";
    for (uint32_t tick = 0; tick < 600; tick++) {
        dw_stage_step(it.stage);
        dw_mind_view mind;
        dw_sim_explain(it.stage->sim, 0, &mind);
        changes += strcmp(mind.sentence, reason) != 0 ? 1 : 0;
        memcpy(reason, mind.sentence, sizeof reason);
    }
    assert_true(wants(&it, "chase"));
    assert_true(changes <= 3); /* The patrol, one intruder, and at most the other. */
    close_house(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_calm_guard_only_peeps_into_a_dead_end_and_leaves_the_door_open_meanwhile),
        cmocka_unit_test(a_guard_on_the_alert_goes_in_closes_the_door_and_searches),
        cmocka_unit_test(an_intruder_behind_middle_furniture_is_found_by_the_search),
        cmocka_unit_test(a_guard_calls_a_room_clear_when_it_has_searched_it),
        cmocka_unit_test(an_intruder_lost_in_a_doorway_is_searched_for_behind_it),
        cmocka_unit_test(a_guard_does_not_waver_between_two_intruders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
