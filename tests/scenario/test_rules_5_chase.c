/* server/RULES.md 5.3 and 5.21 to 5.29, chase, under the brain reference; and several intruders at
 * once: which one a guard chooses, when it changes over, which one it leaves to a colleague, and
 * that it never flickers. */
#include "common/world/sight.h"
#include "server/mind/places.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

#include <math.h>

/* A long hall, a corridor that goes on from it, and a vault for bodies that are not needed. */
enum { HALL, VAULT, MILE };
enum { ANN, BOB };
enum { FAR_SPEED = 2800, NEAR_SPEED = 2200 };

static dw_scene *new_hall(uint32_t guards)
{
    static const char *const names[] = {"ann", "bob"};
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 30000, 8000);
    dw_scene_room(scene, "vault", 0, 8000, 3000, 3000);
    dw_scene_corridor(scene, "mile", 30000, 0, 60000, 8000);
    dw_scene_door(scene, "vault", HALL, VAULT, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "mile", HALL, MILE, 1000, 6000, DW_SCENE_OPEN);
    dw_scene_patrol(scene, "round", "hall");
    for (uint32_t g = 0; g < guards; g++) {
        dw_scene_guard(scene, names[g], 3000, 2000 + 4000 * (int32_t)g, 0, "round");
    }
    dw_scene_spawn(scene, 9000, 4000);
    dw_scene_spawn(scene, 600, 10500);
    dw_scene_objective(scene, 1500, 10500, 100, 100);
    return scene;
}

static double apart(const dw_house *house, uint16_t guard, uint8_t slot)
{
    const dw_vec d =
        dw_vec_sub(dw_house_intruder(house, slot), dw_house_guard(house, guard)->body.position);
    return sqrt((double)dw_dot(d, d)) / DW_UNITS_PER_MM;
}

static double speed(const dw_house *house, uint16_t guard)
{
    const dw_vec step = dw_house_guard_state(house, guard)->command.step;
    return sqrt((double)dw_dot(step, step));
}

static bool chases(const dw_house *house, uint16_t guard, uint8_t slot)
{
    return dw_house_wants(house, guard, "chase") && dw_house_mind(house, guard)->quarry == slot;
}

/* Ann stands there and looks to the right, until it has detected the intruder. */
static void watch_from(dw_house *house, dw_vec place)
{
    for (uint32_t tick = 0; !chases(house, ANN, 0); tick++) {
        assert_true(tick < 300);
        dw_stage_put_guard(house->stage, ANN, place, 0);
        dw_stage_step(house->stage);
    }
}

static void a_guard_chases_an_intruder_that_it_has_detected_and_sees(void **state)
{
    (void)state;
    dw_house house = dw_house_open(new_hall(1));
    while (dw_stage_meter(house.stage, ANN, 0) < 12000) {
        assert_true(dw_house_wants(&house, ANN, "patrol"));
        dw_stage_step(house.stage);
    }
    assert_true(chases(&house, ANN, 0));
    dw_house_close(&house);
}

static void a_guard_chases_an_intruder_that_it_touches(void **state)
{
    (void)state;
    dw_house house = dw_house_open(new_hall(1));
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(2500, 2000)); /* Behind Ann. */
    dw_stage_step(house.stage);
    assert_false(dw_stage_sees(house.stage, ANN, 0));
    assert_true(chases(&house, ANN, 0));
    /* Without a sight line 700 are no reason to stop; with one they are. */
    assert_int_equal(dw_house_mind(&house, ANN)->mover.state, DW_MOVER_GOING);
    dw_stage_run(house.stage, 30);
    assert_true(dw_stage_sees(house.stage, ANN, 0));
    assert_int_equal(dw_house_mind(&house, ANN)->mover.state, DW_MOVER_IDLE);
    dw_house_close(&house);
}

static void a_chase_is_fast_while_far_and_slower_from_2000_on(void **state)
{
    (void)state;
    dw_house house = dw_house_open(new_hall(1));
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(14000, 2600));
    assert_true(dw_house_run_until(&house, ANN, "chase", 300));
    dw_stage_step(house.stage);
    uint32_t far = 0;
    uint32_t near = 0;
    while (apart(&house, ANN, 0) > 800) {
        const bool is_far = apart(&house, ANN, 0) > 2000;
        assert_true(fabs(speed(&house, ANN) - (is_far ? FAR_SPEED : NEAR_SPEED)) < 1);
        far += is_far ? 1 : 0;
        near += is_far ? 0 : 1;
        dw_stage_step(house.stage);
    }
    assert_true(far > 100 && near > 20);
    dw_house_close(&house);
}

static void a_chasing_guard_stops_at_700_with_a_sight_line(void **state)
{
    (void)state;
    dw_house house = dw_house_open(new_hall(1));
    assert_true(dw_house_run_until(&house, ANN, "chase", 300));
    dw_stage_run(house.stage, 400);
    const dw_vec stands = dw_house_guard(&house, ANN)->body.position;
    assert_true(apart(&house, ANN, 0) <= 700);
    assert_true(apart(&house, ANN, 0) > 700 - NEAR_SPEED / 60.0 - 1);
    dw_stage_run(house.stage, 100);
    assert_true(dw_vec_equal(stands, dw_house_guard(&house, ANN)->body.position));
    assert_true(chases(&house, ANN, 0));
    dw_house_close(&house);
}

/* The intruder stands at the end of a blind alley no wider than a body. */
static void a_chased_intruder_is_not_solid_for_its_chasers_plan(void **state)
{
    (void)state;
    dw_scene *scene = new_hall(1);
    dw_scene_furniture(scene, 20000, 3000, 3000, 750, 200);
    dw_scene_furniture(scene, 20000, 4250, 3000, 750, 200);
    dw_scene_furniture(scene, 23000, 3000, 500, 2000, 200);
    dw_house house = dw_house_open(scene);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(22700, 4000));
    watch_from(&house, dw_scene_mm(12000, 4000));
    for (uint32_t tick = 0; tick < 600; tick++) {
        dw_stage_step(house.stage);
        const dw_mind_view mind = dw_house_explain(&house, ANN);
        assert_string_equal(mind.doing, "");
    }
    assert_true(apart(&house, ANN, 0) <= 700);
    dw_house_close(&house);
}

/* A puppet guard stands where Ann's body would have to be. */
static void
where_a_body_does_not_fit_a_guard_goes_to_a_position_beside_with_a_sight_line(void **state)
{
    (void)state;
    dw_scene *scene = new_hall(2);
    dw_scene_furniture(scene, 20000, 3900, 4000, 200, 1000); /* A high screen. */
    dw_house house = dw_house_open(scene);
    dw_house_set_brain(&house, BOB, &dw_brain_puppet);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(22000, 3300));
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(22300, 3300), 0);
    watch_from(&house, dw_scene_mm(12000, 2000));
    const dw_vec intruder = dw_house_intruder(&house, 0);
    const dw_vec place = dw_house_mind(&house, ANN)->chase.place;
    const dw_door_set *open = &house.stage->world->open;
    assert_true(dw_house_mind(&house, ANN)->chase.beside);
    assert_true(dw_distance(place, intruder) <= DW_MM(1200));
    assert_true(
        dw_place_sees(&dw_house_mind(&house, ANN)->setup, place, intruder, DW_SIGHT_CROUCHED));
    assert_true(dw_place_free(house.venue->map, open, place, DW_BODY_HALF));
    assert_false(dw_rect_overlaps(dw_rect_around(place, DW_BODY_HALF),
                                  dw_rect_around(dw_scene_mm(22300, 3300), DW_BODY_HALF)));
    /* The intruder moves a little, still in sight of the chosen position: Ann keeps that one. */
    for (int32_t i = 0; i < 60; i++) {
        dw_stage_put_intruder(house.stage, 0, dw_scene_mm(22000 - i, 3300));
        dw_stage_step(house.stage);
        assert_true(dw_vec_equal(dw_house_mind(&house, ANN)->chase.place, place));
    }
    /* Round the end of the screen that position sees the intruder no more: Ann takes another. */
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(19500, 4600));
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(19800, 4600), 0);
    dw_stage_run(house.stage, 2);
    assert_true(chases(&house, ANN, 0));
    const dw_vec other = dw_house_mind(&house, ANN)->chase.place;
    assert_false(dw_vec_equal(other, place));
    assert_true(dw_distance(other, dw_scene_mm(19500, 4600)) <= DW_MM(1200));
    dw_house_close(&house);
}

static void guards_are_slower_than_a_sprinter_but_chase_it_for_long(void **state)
{
    (void)state;
    dw_house house = dw_house_open(new_hall(1));
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(8000, 2000));
    assert_true(dw_house_run_until(&house, ANN, "chase", 300));
    const double before = apart(&house, ANN, 0);
    dw_stage_walk(house.stage, 0, DW_EAST, DW_BUTTON_SPRINT);
    for (uint32_t tick = 0; tick < 20 * 60; tick++) {
        dw_stage_step(house.stage);
        assert_true(chases(&house, ANN, 0));
    }
    assert_true(apart(&house, ANN, 0) > before + 20 * (3300 - FAR_SPEED) - 1500);
    dw_house_close(&house);
}

/* Two in sight of Ann, detected both. */
static dw_house face_two(dw_vec one, dw_vec two)
{
    dw_house house = dw_house_open(new_hall(1));
    dw_stage_reset(house.stage, 2, 3);
    for (uint32_t tick = 0; tick < 200; tick++) {
        dw_stage_put_guard(house.stage, ANN, dw_scene_mm(2000, 4000), 0);
        dw_stage_put_intruder(house.stage, 0, one);
        dw_stage_put_intruder(house.stage, 1, two);
        dw_stage_step(house.stage);
    }
    assert_true(dw_stage_meter(house.stage, ANN, 0) >= 12000);
    assert_true(dw_stage_meter(house.stage, ANN, 1) >= 12000);
    return house;
}

/* One step with the two there, and Ann at its post. */
static void hold_two(dw_house *house, dw_vec one, dw_vec two)
{
    dw_stage_put_guard(house->stage, ANN, dw_scene_mm(2000, 4000), 0);
    dw_stage_put_intruder(house->stage, 0, one);
    dw_stage_put_intruder(house->stage, 1, two);
    dw_stage_step(house->stage);
}

static void of_two_intruders_a_guard_takes_the_nearer_one(void **state)
{
    (void)state;
    dw_house house = face_two(dw_scene_mm(12000, 2000), dw_scene_mm(7000, 6000));
    assert_true(chases(&house, ANN, 1));
    dw_house_close(&house);
    house = face_two(dw_scene_mm(7000, 2000), dw_scene_mm(12000, 6000));
    assert_true(chases(&house, ANN, 0));
    dw_house_close(&house);
}

static void a_guard_changes_over_only_to_an_intruder_that_is_much_nearer(void **state)
{
    (void)state;
    const dw_vec far = dw_scene_mm(10000, 2000);
    dw_house house = face_two(far, dw_scene_mm(14000, 6000));
    assert_true(chases(&house, ANN, 0));
    for (uint32_t tick = 0; tick < 300; tick++) { /* Nearer, but not by 2.5 m. */
        hold_two(&house, far, dw_scene_mm(8000, 6000));
        assert_true(chases(&house, ANN, 0));
    }
    hold_two(&house, far, dw_scene_mm(6000, 6000));
    assert_true(chases(&house, ANN, 1));
    assert_int_equal(dw_house_explain(&house, ANN).cause, DW_CAUSE_SIGHTING);
    dw_house_close(&house);
}

static void a_guard_changes_over_when_its_intruder_is_lost(void **state)
{
    (void)state;
    const dw_vec other = dw_scene_mm(14000, 6000);
    dw_house house = face_two(dw_scene_mm(8000, 2000), other);
    assert_true(chases(&house, ANN, 0));
    hold_two(&house, dw_scene_mm(600, 10500), other); /* Gone from sight. */
    assert_true(chases(&house, ANN, 1));
    dw_house_close(&house);
}

/* Now the one is nearer, now the other, ten times a second. */
static void a_guard_never_flickers_between_two_intruders(void **state)
{
    (void)state;
    dw_house house = face_two(dw_scene_mm(7000, 2000), dw_scene_mm(7000, 6000));
    uint32_t changes = 0;
    uint32_t last_change = 0;
    uint8_t quarry = dw_house_mind(&house, ANN)->quarry;
    for (uint32_t tick = 0; tick < 1800; tick++) {
        const bool first = tick / 6 % 2 == 0;
        hold_two(&house, dw_scene_mm(first ? 4000 : 14000, 2000),
                 dw_scene_mm(first ? 14000 : 4000, 6000));
        assert_true(dw_house_wants(&house, ANN, "chase"));
        if (dw_house_mind(&house, ANN)->quarry != quarry) {
            quarry = dw_house_mind(&house, ANN)->quarry;
            assert_true(changes == 0 || tick - last_change > 30);
            last_change = tick;
            changes++;
        }
    }
    assert_true(changes <= 1800 / 60);
    dw_house_close(&house);
}

/* Bob is nearer to the intruder that Ann would take. Ann leaves it to Bob, and takes the other. */
static void an_intruder_is_left_to_a_colleague_that_is_nearer(void **state)
{
    (void)state;
    for (int alone = 0; alone < 2; alone++) {
        dw_house house = dw_house_open(new_hall(2));
        dw_stage_reset(house.stage, 2, 3);
        for (uint32_t tick = 0; tick < 200; tick++) {
            dw_stage_put_guard(house.stage, ANN, dw_scene_mm(4000, 3000), 0);
            dw_stage_put_guard(house.stage, BOB,
                               alone != 0 ? dw_scene_mm(600, 600) : dw_scene_mm(6000, 1500), 0);
            dw_stage_put_intruder(house.stage, 0, dw_scene_mm(9000, 2000));
            dw_stage_put_intruder(house.stage, 1, dw_scene_mm(8000, 7000));
            dw_stage_step(house.stage);
        }
        assert_true(chases(&house, ANN, alone != 0 ? 0 : 1));
        if (alone == 0) {
            assert_true(chases(&house, BOB, 0));
        }
        dw_house_close(&house);
    }
}

/* Ann chases an intruder. Bob comes nearer to it, and there is another: Ann hands it over. */
static void a_guard_hands_an_intruder_over_to_a_colleague_that_has_come_nearer(void **state)
{
    (void)state;
    dw_house house = dw_house_open(new_hall(2));
    dw_stage_reset(house.stage, 2, 3);
    const dw_vec one = dw_scene_mm(9000, 2000);
    const dw_vec two = dw_scene_mm(8000, 7000);
    for (uint32_t tick = 0; tick < 400; tick++) {
        dw_stage_put_guard(house.stage, ANN, dw_scene_mm(4000, 3000), 0);
        dw_stage_put_guard(house.stage, BOB,
                           tick < 200 ? dw_scene_mm(600, 600) : dw_scene_mm(7500, 1000), 0);
        dw_stage_put_intruder(house.stage, 0, one);
        dw_stage_put_intruder(house.stage, 1, two);
        dw_stage_step(house.stage);
        if (tick == 199) {
            assert_true(chases(&house, ANN, 0));
        }
    }
    assert_true(chases(&house, ANN, 1));
    assert_true(chases(&house, BOB, 0));
    dw_house_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_chases_an_intruder_that_it_has_detected_and_sees),
        cmocka_unit_test(a_guard_chases_an_intruder_that_it_touches),
        cmocka_unit_test(a_chase_is_fast_while_far_and_slower_from_2000_on),
        cmocka_unit_test(a_chasing_guard_stops_at_700_with_a_sight_line),
        cmocka_unit_test(a_chased_intruder_is_not_solid_for_its_chasers_plan),
        cmocka_unit_test(
            where_a_body_does_not_fit_a_guard_goes_to_a_position_beside_with_a_sight_line),
        cmocka_unit_test(guards_are_slower_than_a_sprinter_but_chase_it_for_long),
        cmocka_unit_test(of_two_intruders_a_guard_takes_the_nearer_one),
        cmocka_unit_test(a_guard_changes_over_only_to_an_intruder_that_is_much_nearer),
        cmocka_unit_test(a_guard_changes_over_when_its_intruder_is_lost),
        cmocka_unit_test(a_guard_never_flickers_between_two_intruders),
        cmocka_unit_test(an_intruder_is_left_to_a_colleague_that_is_nearer),
        cmocka_unit_test(a_guard_hands_an_intruder_over_to_a_colleague_that_has_come_nearer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
