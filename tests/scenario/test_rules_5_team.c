/* server/RULES.md 4.12 to 4.20 and 4.29, what those make of reports who hear of more than one
 * intruder, or while they are about something: they split, they break off, they do not run after
 * each voice. */
#include "common/base/check.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* A hall between two rooms with one door each; the guard that talks is in the lodge.
 *
 *     +------+----------+------+
 *     | left 0   hall   1 right|
 *     +------+--2----+--+------+
 *            | lodge | attic
 */
enum { HALL, LEFT, RIGHT, LODGE };
enum { HALL_LEFT, HALL_RIGHT, HALL_LODGE };
enum { TELLER, BOB, CEM, DAN, EVE };
enum { DELAY_TICKS = 30 };

static dw_house open_house_with(const int32_t (*at_mm)[2], uint32_t listeners,
                                const dw_ruleset *rules)
{
    static const char *const names[] = {"bob", "cem", "dan", "eve"};
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 5000, 0, 12000, 6000);
    dw_scene_room(scene, "left", 0, 0, 5000, 6000);
    dw_scene_room(scene, "right", 17000, 0, 5000, 6000);
    dw_scene_room(scene, "lodge", 5000, 6000, 4000, 3000);
    dw_scene_door(scene, "left", HALL, LEFT, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "right", HALL, RIGHT, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "lodge", HALL, LODGE, 6000, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "round", "hall");
    dw_scene_guard(scene, "teller", 6000, 8500, 90, "round");
    for (uint32_t g = 0; g < listeners; g++) {
        dw_scene_guard(scene, names[g], at_mm[g][0], at_mm[g][1], 0, "round");
    }
    dw_scene_spawn(scene, 8500, 8500);
    dw_scene_spawn(scene, 7800, 8500);
    dw_scene_objective(scene, 7000, 8300, 100, 100);
    dw_house house = rules != NULL ? dw_house_open_with(scene, rules) : dw_house_open(scene);
    dw_house_set_brain(&house, TELLER, &dw_brain_caller);
    dw_stage_reset(house.stage, 1, 3);
    return house;
}

static dw_house open_house(const int32_t (*at_mm)[2], uint32_t listeners)
{
    return open_house_with(at_mm, listeners, NULL);
}

static void tell(dw_house *house, uint8_t slot, uint16_t room)
{
    const dw_radio_message report = {
        .kind = DW_RADIO_REPORT, .agitation = 1, .slot = slot, .room = room};
    dw_house_say(house, &report);
}

static uint32_t how_many_are_after(const dw_house *house, uint8_t slot, uint16_t room)
{
    uint32_t found = 0;
    for (uint16_t g = BOB; g < house->stage->world->guard_count; g++) {
        found += dw_house_mind(house, g)->quarry == slot &&
                         dw_house_mind(house, g)->task.order.room == room &&
                         dw_house_wants(house, g, "lie in wait")
                     ? 1
                     : 0;
    }
    return found;
}

/* Both orders of the reports, a tick between them or five seconds; the guards near one of the
 * rooms, near both, or each near its own. */
static void guards_that_are_told_of_two_intruders_split(void **state)
{
    (void)state;
    static const int32_t places[][4][2] = {
        {{10500, 3000}, {11500, 3000}, {10500, 4000}, {11500, 4000}},
        {{6000, 1000}, {6000, 2000}, {6000, 4000}, {6000, 5000}},
        {{16000, 1000}, {16000, 2000}, {6000, 4000}, {6000, 5000}},
    };
    static const uint32_t pauses[] = {0, 10, 300};
    for (uint32_t listeners = 2; listeners <= 4; listeners++) {
        for (size_t p = 0; p < DW_COUNT_OF(places); p++) {
            for (size_t t = 0; t < DW_COUNT_OF(pauses); t++) {
                const bool swapped = (p + t) % 2 != 0;
                dw_house house = open_house(places[p], listeners);
                tell(&house, swapped ? 1 : 0, swapped ? RIGHT : LEFT);
                dw_stage_run(house.stage, pauses[t]);
                tell(&house, swapped ? 0 : 1, swapped ? LEFT : RIGHT);
                dw_stage_run(house.stage, DELAY_TICKS + 5);
                const uint32_t one = how_many_are_after(&house, 0, LEFT);
                const uint32_t two = how_many_are_after(&house, 1, RIGHT);
                assert_int_equal(one + two, listeners);
                assert_true(one >= listeners / 2 && two >= listeners / 2);
                dw_house_close(&house);
            }
        }
    }
}

static const int32_t one_place[][2] = {{9000, 3000}};

/* Says it, and runs until Bob has heard it. */
static void tell_and_hear(dw_house *house, uint8_t slot, uint16_t room)
{
    tell(house, slot, room);
    dw_stage_run(house->stage, DELAY_TICKS);
}

static void looking_round_is_broken_off_by_a_report(void **state)
{
    (void)state;
    dw_house house = open_house(one_place, 1);
    for (uint32_t tick = 0; dw_house_mind(&house, BOB)->patrol.look.left < 60; tick++) {
        assert_true(tick < 3000);
        dw_stage_step(house.stage);
    }
    tell_and_hear(&house, 0, LEFT);
    assert_true(dw_house_mind(&house, BOB)->patrol.look.left > 10);
    assert_true(dw_house_wants(&house, BOB, "lie in wait"));
    assert_int_equal(dw_house_explain(&house, BOB).since, house.stage->world->tick);
    dw_house_close(&house);
}

static void a_search_is_broken_off_by_a_report_of_another_room(void **state)
{
    (void)state;
    dw_house house = open_house(one_place, 1);
    tell_and_hear(&house, 0, HALL);
    assert_true(dw_house_wants(&house, BOB, "search"));
    tell_and_hear(&house, 0, RIGHT);
    assert_true(dw_house_wants(&house, BOB, "lie in wait"));
    assert_int_equal(dw_house_mind(&house, BOB)->task.order.room, RIGHT);
    dw_house_close(&house);
}

static void a_second_voice_about_the_same_changes_nothing(void **state)
{
    (void)state;
    dw_house house = open_house(one_place, 1);
    tell_and_hear(&house, 0, LEFT);
    const uint32_t since = dw_house_mind(&house, BOB)->since;
    tell_and_hear(&house, 0, LEFT);
    assert_int_equal(dw_house_mind(&house, BOB)->since, since);
    dw_house_close(&house);
}

static void lying_in_wait_is_broken_off_by_a_sighting(void **state)
{
    (void)state;
    dw_house house = open_house(one_place, 1);
    tell_and_hear(&house, 0, LEFT);
    dw_stage_run(house.stage, 600);
    assert_true(dw_house_wants(&house, BOB, "lie in wait"));
    const dw_vec bob = dw_house_guard(&house, BOB)->body.position;
    dw_stage_put_intruder(house.stage, 1, (dw_vec){bob.x + DW_BODY_SIZE, bob.y});
    dw_stage_step(house.stage);
    assert_true(dw_house_wants(&house, BOB, "chase"));
    assert_int_equal(dw_house_mind(&house, BOB)->quarry, 1);
    dw_house_close(&house);
}

static void a_guard_that_sees_an_intruder_itself_stays_with_it(void **state)
{
    (void)state;
    dw_house house = open_house(one_place, 1);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(9000 + 501, 3000));
    assert_true(dw_house_run_until(&house, BOB, "chase", 60));
    tell_and_hear(&house, 1, LEFT);
    assert_true(dw_house_wants(&house, BOB, "chase"));
    assert_int_equal(dw_house_mind(&house, BOB)->quarry, 0);
    assert_int_equal(dw_house_mind(&house, BOB)->beliefs.of[1].room, LEFT); /* But Bob knows. */
    dw_house_close(&house);
}

/* Two intruders come up to Bob. It catches one; the other slips into the left room meanwhile. */
static void a_guard_that_has_caught_one_intruder_goes_after_the_other_that_it_saw(void **state)
{
    (void)state;
    const dw_ruleset rules = dw_ruleset_reference();
    dw_house house = open_house_with(one_place, 1, &rules);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(9000 + 501, 3000));
    dw_stage_put_intruder(house.stage, 1, dw_scene_mm(9000, 3000 + 501));
    assert_true(dw_house_run_until(&house, BOB, "chase", 60));
    dw_stage_run(house.stage, 30);
    const uint8_t held = dw_house_mind(&house, BOB)->quarry;
    const uint8_t other = (uint8_t)(1 - held);
    assert_true(dw_house_mind(&house, BOB)->beliefs.of[other].detected);
    dw_stage_put_intruder(house.stage, other, dw_scene_mm(2500, 3000));
    assert_true(dw_house_run_until_event(&house, DW_SIM_CAUGHT, DW_NONE, 200));
    dw_stage_step(house.stage);
    assert_true(dw_house_wants(&house, BOB, "last known position"));
    assert_int_equal(dw_house_mind(&house, BOB)->quarry, other);
    assert_true(dw_house_run_until(&house, BOB, "search", 300));
    dw_house_close(&house);
}

static void agitation_is_the_higher_of_the_own_and_the_reported_one(void **state)
{
    (void)state;
    dw_house house = open_house(one_place, 1);
    static const uint8_t told[] = {1, 3, 2};
    static const uint8_t wanted[] = {1, 3, 3};
    for (size_t i = 0; i < DW_COUNT_OF(told); i++) {
        const dw_radio_message report = {
            .kind = DW_RADIO_REPORT, .agitation = told[i], .room = LEFT};
        dw_house_say(&house, &report);
        dw_stage_run(house.stage, DELAY_TICKS);
        assert_int_equal(dw_house_explain(&house, BOB).agitation, wanted[i]);
    }
    dw_house_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_that_are_told_of_two_intruders_split),
        cmocka_unit_test(looking_round_is_broken_off_by_a_report),
        cmocka_unit_test(a_search_is_broken_off_by_a_report_of_another_room),
        cmocka_unit_test(a_second_voice_about_the_same_changes_nothing),
        cmocka_unit_test(lying_in_wait_is_broken_off_by_a_sighting),
        cmocka_unit_test(a_guard_that_sees_an_intruder_itself_stays_with_it),
        cmocka_unit_test(a_guard_that_has_caught_one_intruder_goes_after_the_other_that_it_saw),
        cmocka_unit_test(agitation_is_the_higher_of_the_own_and_the_reported_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
