/* server/RULES.md 4.9 to 4.11, what stands in a report and when it is forgotten; 5.32 to 5.37, how
 * guards walk that intercept, and where guards stand that lie in wait. */
#include "common/base/check.h"
#include "common/world/sight.h"
#include "server/sim/sim_state.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

#include <math.h>

/* Three doors of the gallery lie on rings, that of the study does not.
 *
 *     +--------+---------+-------+
 *     |  hall  0 gallery 1 study |
 *     +-2------+-3-----4-+-------+
 *     |     passage      5 cellar|
 *     +------------------+-------+
 */
enum { HALL, GALLERY, STUDY, PASSAGE, CELLAR };
enum { HALL_GALLERY, GALLERY_STUDY, HALL_PASSAGE, WEST_PASSAGE, EAST_PASSAGE };
enum { ANN, BOB };
enum { DELAY_TICKS = 30, REPORT_TICKS = 300, INTERCEPT_SPEED = 3200 };

static dw_scene *new_scene(void)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 6000);
    dw_scene_room(scene, "gallery", 8000, 0, 9000, 6000);
    dw_scene_room(scene, "study", 17000, 0, 5000, 6000);
    dw_scene_room(scene, "passage", 0, 6000, 17000, 3000);
    dw_scene_room(scene, "cellar", 17000, 6000, 5000, 3000);
    dw_scene_door(scene, "hall-gallery", HALL, GALLERY, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "gallery-study", GALLERY, STUDY, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "hall-passage", HALL, PASSAGE, 3500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "west-passage", GALLERY, PASSAGE, 9000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "east-passage", GALLERY, PASSAGE, 15000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "passage-cellar", PASSAGE, CELLAR, 7000, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "east", "gallery");
    dw_scene_patrol(scene, "west", "hall");
    dw_scene_guard(scene, "ann", 14500, 3000, 180, "east");
    dw_scene_guard(scene, "bob", 2000, 3000, 0, "west");
    dw_scene_spawn(scene, 10000, 3000);
    dw_scene_objective(scene, 20000, 500, 200, 200);
    return scene;
}

static dw_house open_house(void)
{
    return dw_house_open(new_scene());
}

/* The circular doors of the gallery to which the intruder is nearer than Ann. The door furthest
 * from the intruder comes first. */
static uint8_t doors_by_hand(const dw_house *house, dw_vec intruder, dw_vec ann, uint16_t *doors)
{
    static const uint16_t circular[] = {HALL_GALLERY, WEST_PASSAGE, EAST_PASSAGE};
    uint8_t count = 0;
    for (size_t i = 0; i < DW_COUNT_OF(circular); i++) {
        const dw_vec door = dw_rect_centre(house->venue->map->doors[circular[i]].doorway);
        if (dw_distance_squared(intruder, door) < dw_distance_squared(ann, door)) {
            doors[count++] = circular[i];
        }
    }
    for (uint8_t i = 0; i < count; i++) {
        for (uint8_t k = (uint8_t)(i + 1); k < count; k++) {
            const dw_vec a = dw_rect_centre(house->venue->map->doors[doors[i]].doorway);
            const dw_vec b = dw_rect_centre(house->venue->map->doors[doors[k]].doorway);
            if (dw_distance_squared(intruder, b) > dw_distance_squared(intruder, a)) {
                const uint16_t kept = doors[i];
                doors[i] = doors[k];
                doors[k] = kept;
            }
        }
    }
    return count;
}

static void hold(dw_house *house, dw_vec ann, dw_vec intruder)
{
    const dw_vec way = dw_vec_sub(intruder, ann);
    dw_stage_put_guard(house->stage, ANN, ann, dw_angle_bam(way.x, way.y));
    dw_stage_put_intruder(house->stage, 0, intruder);
    dw_stage_step(house->stage);
}

static void a_report_has_room_agitation_position_and_the_doors_nearer_to_the_intruder(void **state)
{
    (void)state;
    dw_house house = open_house();
    dw_rng rng;
    dw_rng_init(&rng, 11, 1);
    uint32_t with_doors[4] = {0};
    for (uint64_t seed = 1; seed <= 40; seed++) {
        dw_stage_reset(house.stage, seed, 1);
        const dw_vec ann =
            dw_scene_mm(dw_rng_between(&rng, 8500, 16500), dw_rng_between(&rng, 500, 5500));
        dw_vec intruder;
        do {
            intruder =
                dw_scene_mm(dw_rng_between(&rng, 8500, 16500), dw_rng_between(&rng, 500, 5500));
        } while (dw_distance(ann, intruder) < DW_MM(800));
        const dw_percepts *bob = dw_sim_percepts(house.stage->sim, BOB);
        for (uint32_t tick = 0; bob->heard_count == 0; tick++) {
            assert_true(tick < 120 + REPORT_TICKS + DELAY_TICKS);
            hold(&house, ann, intruder);
        }
        const dw_radio_message *report = &bob->heard[0];
        uint16_t doors[3];
        const uint8_t count = doors_by_hand(&house, intruder, ann, doors);
        assert_int_equal(report->kind, DW_RADIO_REPORT);
        assert_int_equal(report->sender, ANN);
        assert_int_equal(report->slot, 0);
        assert_int_equal(report->room, GALLERY);
        assert_int_equal(report->agitation, 1);
        assert_true(dw_vec_equal(report->place, ann));
        assert_int_equal(report->door_count, count);
        for (uint8_t i = 0; i < count; i++) {
            assert_int_equal(report->doors[i], doors[i]);
        }
        with_doors[count]++;
    }
    assert_true(with_doors[0] > 0 && with_doors[1] > 0 && with_doors[2] > 0 && with_doors[3] > 0);
    dw_house_close(&house);
}

/* Ann has seen somebody in the gallery, and hears from Bob before the report is due that the
 * intruder is in the cellar. */
static uint16_t ann_reports(bool own_only)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.strategy.report_own_only = own_only ? 1 : 0;
    dw_house house = dw_house_open_with(new_scene(), &rules);
    dw_house_set_brain(&house, BOB, &dw_brain_caller);
    assert_true(dw_house_run_until_event(&house, DW_SIM_DETECTED, ANN, 300));
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(21500, 8500));
    dw_stage_run(house.stage, 5);
    const dw_radio_message report = {
        .kind = DW_RADIO_REPORT, .agitation = 1, .room = CELLAR, .slot = 0};
    dw_house_say(&house, &report);
    const dw_percepts *bob = dw_sim_percepts(house.stage->sim, BOB);
    uint16_t room = DW_NONE;
    for (uint32_t tick = 0; tick < REPORT_TICKS + DELAY_TICKS + 5; tick++) {
        dw_stage_step(house.stage);
        for (uint8_t i = 0; i < bob->heard_count; i++) {
            room = bob->heard[i].kind == DW_RADIO_REPORT ? bob->heard[i].room : room;
        }
    }
    dw_house_close(&house);
    return room;
}

static void with_report_own_only_a_guard_does_not_report_what_it_was_told(void **state)
{
    (void)state;
    assert_int_equal(ann_reports(false), CELLAR);
    assert_int_equal(ann_reports(true), DW_NONE);
}

static uint32_t reports_until(dw_house *house, uint32_t ticks, dw_vec ann, dw_vec intruder)
{
    uint32_t reports = 0;
    for (uint32_t tick = 0; tick < ticks; tick++) {
        hold(house, ann, intruder);
        reports += dw_stage_events(house->stage, DW_SIM_REPORTED, ANN, 0);
    }
    return reports;
}

static void a_guard_back_on_patrol_reports_the_same_room_again(void **state)
{
    (void)state;
    dw_house house = open_house();
    const dw_vec ann = dw_scene_mm(14500, 3000);
    const dw_vec intruder = dw_scene_mm(12000, 3000);
    const dw_vec away = dw_scene_mm(20000, 8000);
    assert_int_equal(reports_until(&house, 800, ann, intruder), 1);
    /* Out of sight for a while, but Ann still searches: no second report. */
    dw_stage_put_intruder(house.stage, 0, away);
    dw_stage_run(house.stage, 60);
    assert_false(dw_house_wants(&house, ANN, "patrol"));
    assert_int_equal(reports_until(&house, 600, ann, intruder), 0);
    dw_stage_put_intruder(house.stage, 0, away);
    assert_true(dw_house_run_until(&house, ANN, "patrol", 60 * 120));
    assert_int_equal(reports_until(&house, 600, ann, intruder), 1);
    dw_house_close(&house);
}

static void say(dw_house *house, const dw_radio_message *message)
{
    dw_house_set_brain(house, ANN, &dw_brain_caller);
    dw_stage_put_intruder(house->stage, 0, dw_scene_mm(20000, 8000));
    dw_house_say(house, message);
    dw_stage_run(house->stage, DELAY_TICKS);
}

static void an_intercepting_guard_runs_at_3200(void **state)
{
    (void)state;
    dw_house house = open_house();
    const dw_radio_message report = {.kind = DW_RADIO_REPORT,
                                     .agitation = 1,
                                     .room = GALLERY,
                                     .door_count = 1,
                                     .doors = {EAST_PASSAGE}};
    say(&house, &report);
    uint32_t full = 0;
    while (dw_house_wants(&house, BOB, "intercept")) {
        const dw_vec step = dw_house_guard_state(&house, BOB)->command.step;
        const double length = sqrt((double)dw_dot(step, step));
        assert_true(length < INTERCEPT_SPEED + 1);
        full += length > INTERCEPT_SPEED - 1 ? 1 : 0;
        dw_stage_step(house.stage);
        assert_true(house.stage->world->tick < 1500);
    }
    assert_true(full > 100);
    assert_true(dw_house_wants(&house, BOB, "search"));
    dw_house_close(&house);
}

static void a_guard_in_wait_stands_in_the_next_room_and_sees_the_door(void **state)
{
    (void)state;
    dw_scene *scene = new_scene();
    dw_scene_furniture(scene, 15300, 700, 300, 4600, 1000); /* A screen before the door. */
    dw_house house = dw_house_open(scene);
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = STUDY};
    for (uint64_t seed = 1; seed <= 10; seed++) {
        dw_stage_reset(house.stage, seed, 1);
        say(&house, &report);
        assert_true(dw_house_wants(&house, BOB, "lie in wait"));
        for (uint32_t tick = 0; dw_house_mind(&house, BOB)->task.phase != DW_INTERCEPT_WAITING;
             tick++) {
            assert_true(tick < 900);
            dw_stage_step(house.stage);
        }
        dw_stage_run(house.stage, 60);
        const dw_actor *bob = dw_house_guard(&house, BOB);
        const dw_vec door = dw_rect_centre(house.venue->map->doors[GALLERY_STUDY].doorway);
        assert_int_equal(bob->room, GALLERY);
        assert_true(
            dw_in_field_of_view(bob->body.position, bob->body.heading_bam, DW_BAM_QUARTER, door));
        const dw_vec before_it = {DW_MM(16890), DW_MM(3000)};
        assert_true(dw_sight_clear(house.venue->map, &house.stage->world->open, bob->body.position,
                                   before_it, DW_SIGHT_OVER_MIDDLE));
    }
    dw_house_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_report_own_only_a_guard_does_not_report_what_it_was_told),
        cmocka_unit_test(a_report_has_room_agitation_position_and_the_doors_nearer_to_the_intruder),
        cmocka_unit_test(a_guard_back_on_patrol_reports_the_same_room_again),
        cmocka_unit_test(an_intercepting_guard_runs_at_3200),
        cmocka_unit_test(a_guard_in_wait_stands_in_the_next_room_and_sees_the_door),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
