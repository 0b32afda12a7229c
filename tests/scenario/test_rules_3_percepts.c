/* server/RULES.md 3.12, 3.16, 3.17 and 4.2: what a guard notices of captures, of other guards and
 * of the radio, and what is left of an intruder without a body. */
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Two rooms with a door. Ann stands in the hall and looks east, Bob in the study and looks west.
 *
 *     0        6000      12000
 *     +----------+----------+
 *     |   hall   D   study  |  4000     D = a door from 1500 to 2500
 *     +----------+----------+
 */
enum { HALL, STUDY };
enum { ANN, BOB };
enum { DOOR };

static dw_house open_house(dw_scene_leaf leaf)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    dw_scene_room(scene, "study", 6000, 0, 6000, 4000);
    dw_scene_door(scene, "door", HALL, STUDY, 1500, 1000, leaf);
    dw_scene_patrol(scene, "round", "hall, study");
    dw_scene_guard(scene, "ann", 1000, 2000, 0, "round");
    dw_scene_guard(scene, "bob", 11000, 3500, 180, "round");
    dw_scene_spawn(scene, 3000, 3000);
    dw_scene_spawn(scene, 3000, 1000);
    dw_house house = dw_house_open(scene);
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    dw_house_set_brain(&house, BOB, &dw_brain_puppet);
    dw_stage_reset(house.stage, 1, 3);
    return house;
}

static void an_intruder_without_a_body_has_no_meter(void **state)
{
    (void)state;
    dw_house house = open_house(DW_SCENE_CLOSED);
    dw_stage_run(house.stage, 20);
    const uint16_t other = dw_stage_meter(house.stage, ANN, 1);
    assert_true(dw_stage_meter(house.stage, ANN, 0) > 0 && other > 0);
    dw_sim_set_slot_state(house.stage->sim, 0, DW_SLOT_OUT);
    dw_stage_step(house.stage);
    assert_int_equal(dw_stage_meter(house.stage, ANN, 0), 0);
    assert_true(dw_stage_meter(house.stage, ANN, 1) > other);
    dw_house_close(&house);
}

static void a_guard_knows_of_a_capture_that_it_saw_and_of_no_other(void **state)
{
    (void)state;
    dw_house house = open_house(DW_SCENE_CLOSED);
    dw_stage_run(house.stage, 20);
    assert_true(dw_stage_sees(house.stage, ANN, 0));
    assert_false(dw_stage_sees(house.stage, BOB, 0));
    dw_sim_set_slot_state(house.stage->sim, 0, DW_SLOT_OUT);
    dw_stage_step(house.stage);
    assert_int_equal(dw_sim_percepts(house.stage->sim, ANN)->caught, 1);
    assert_int_equal(dw_sim_percepts(house.stage->sim, BOB)->caught, 0);
    dw_stage_step(house.stage);
    assert_int_equal(dw_sim_percepts(house.stage->sim, ANN)->caught, 0);
    dw_house_close(&house);
}

/* Whether Ann, there, notices Bob, there. */
static bool notices(dw_house *house, dw_vec ann, dw_vec bob)
{
    dw_stage_put_guard(house->stage, ANN, ann, 0);
    dw_stage_put_guard(house->stage, BOB, bob, DW_BAM_QUARTER);
    dw_stage_puppet(house->stage, BOB)->heading_bam = DW_BAM_QUARTER;
    dw_stage_run(house->stage, 2);
    const dw_percepts *percepts = dw_sim_percepts(house->stage->sim, ANN);
    if (percepts->guard_count == 0) {
        return false;
    }
    assert_int_equal(percepts->guard_count, 1);
    assert_int_equal(percepts->guards[0].guard, BOB);
    assert_int_equal(percepts->guards[0].heading_bam, DW_BAM_QUARTER);
    assert_true(dw_vec_equal(percepts->guards[0].position, bob));
    return true;
}

static void a_guard_notices_others_in_its_room_in_its_doorways_and_within_1000(void **state)
{
    (void)state;
    dw_house house = open_house(DW_SCENE_OPEN);
    const dw_vec post = dw_scene_mm(500, 500);
    assert_true(notices(&house, post, dw_scene_mm(5400, 3500)));  /* Its room, to the far corner. */
    assert_true(notices(&house, post, dw_scene_mm(6200, 2000)));  /* Still in the doorway, */
    assert_false(notices(&house, post, dw_scene_mm(6350, 2000))); /* and now out of it. */
    const dw_vec at_the_door = dw_scene_mm(5500, 2000);
    assert_true(notices(&house, at_the_door, dw_scene_mm(6500, 2000)));
    assert_false(notices(&house, at_the_door, (dw_vec){DW_MM(6500) + 1, DW_MM(2000)}));
    assert_false(notices(&house, dw_scene_mm(5500, 3500), dw_scene_mm(6450, 3500))); /* A wall. */
    dw_house_close(&house);
    house = open_house(DW_SCENE_CLOSED);
    assert_false(notices(&house, at_the_door, dw_scene_mm(6500, 2000))); /* And a leaf. */
    dw_house_close(&house);
}

static void at_most_eight_messages_arrive_in_a_tick_and_the_rest_after(void **state)
{
    (void)state;
    dw_house house = open_house(DW_SCENE_CLOSED);
    dw_radio *radio = &house.stage->sim->radio;
    const uint32_t due = house.stage->world->tick + 10;
    for (uint32_t i = 0; i < 11; i++) {
        const dw_radio_message said = {.kind = DW_RADIO_CLEAR, .room = HALL};
        dw_radio_send(radio, &said, &(dw_radio_sender){.guard = BOB, .tick = due - 10}, 10);
    }
    uint32_t heard[2] = {0, 0};
    while (house.stage->world->tick < due + 1) {
        dw_stage_step(house.stage);
        const dw_percepts *percepts = dw_sim_percepts(house.stage->sim, ANN);
        if (house.stage->world->tick < due) {
            assert_int_equal(percepts->heard_count, 0);
        } else {
            heard[house.stage->world->tick - due] = percepts->heard_count;
        }
        assert_int_equal(dw_sim_percepts(house.stage->sim, BOB)->heard_count, 0);
    }
    assert_int_equal(heard[0], 8);
    assert_int_equal(heard[1], 3);
    dw_house_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_intruder_without_a_body_has_no_meter),
        cmocka_unit_test(a_guard_knows_of_a_capture_that_it_saw_and_of_no_other),
        cmocka_unit_test(a_guard_notices_others_in_its_room_in_its_doorways_and_within_1000),
        cmocka_unit_test(at_most_eight_messages_arrive_in_a_tick_and_the_rest_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
