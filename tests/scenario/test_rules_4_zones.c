/* Rules 4.84 to 4.89 of server/RULES.md: each guard keeps a zone of its own. */
#include "server/mind/brains/brains.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Tom keeps the nook and only talks. The patrols of Bob and Cid both pass the shared room; nobody's
 * patrol passes the attic.
 *
 *     +--------+-------+---------+
 *     |  west  0  mid  1  east   |
 *     +-2--+---+--+-3--+-4---+-5-+
 *     |nook|      |shared|   |attic
 *     +----+      +------+   +---+
 */
enum { WEST, MID, EAST, NOOK, SHARED, ATTIC, ROOMS };
enum { WEST_MID, MID_EAST, WEST_NOOK, MID_SHARED, EAST_SHARED, EAST_ATTIC };
enum { TOM, ANN, BOB, CID, GUARDS };
enum { DELAY_TICKS = 30, BORDER_TICKS = 300, REPORT_TICKS = 60, WAIT_TICKS = 400 };

/* Guards see as far as `range_mm`; 0: any distance. The objective lies in the east or in the west.
 */
static dw_house open_house_with(int32_t border_ticks, int32_t range_mm, bool objective_in_east)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 0, 8000, 5000);
    dw_scene_room(scene, "mid", 8000, 0, 6000, 5000);
    dw_scene_room(scene, "east", 14000, 0, 8000, 5000);
    dw_scene_room(scene, "nook", 0, 5000, 4000, 3000);
    dw_scene_room(scene, "shared", 12000, 5000, 5000, 3000);
    dw_scene_room(scene, "attic", 18000, 5000, 4000, 3000);
    dw_scene_door(scene, "west-mid", WEST, MID, 2000, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "mid-east", MID, EAST, 2000, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "west-nook", WEST, NOOK, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "mid-shared", MID, SHARED, 12500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "east-shared", EAST, SHARED, 15000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "east-attic", EAST, ATTIC, 19500, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "nook", "nook");
    dw_scene_patrol(scene, "west", "west");
    dw_scene_patrol(scene, "mid", "mid, shared");
    dw_scene_patrol(scene, "east", "east, shared");
    dw_scene_guard(scene, "tom", 500, 7500, 270, "nook");
    dw_scene_guard(scene, "ann", 2000, 2500, 0, "west");
    dw_scene_guard(scene, "bob", 10500, 4000, 90, "mid");
    dw_scene_guard(scene, "cid", 20000, 1000, 180, "east");
    dw_scene_spawn(scene, 21500, 7500);
    dw_scene_objective(scene, objective_in_east ? 21000 : 1000, 500, 200, 200);
    dw_ruleset rules = dw_stage_endless_rules();
    rules.strategy.report_ticks = REPORT_TICKS;
    rules.strategy.zone_border_ticks = border_ticks;
    rules.lie_in_wait_ticks = WAIT_TICKS;
    rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = range_mm;
    dw_house house = dw_house_open_with(scene, &rules);
    dw_house_set_brain(&house, TOM, &dw_brain_caller);
    return house;
}

static dw_house open_house(int32_t border_ticks, int32_t range_mm)
{
    return open_house_with(border_ticks, range_mm, true);
}

static void tell(dw_house *house, uint16_t room, uint8_t slot)
{
    const dw_radio_message report = {
        .kind = DW_RADIO_REPORT, .agitation = 1, .room = room, .slot = slot};
    dw_house_say(house, &report);
    dw_stage_run(house->stage, DELAY_TICKS);
}

/* The attic is nearest to Cid's patrol. Of Bob and Cid, Bob has less floor without the shared room.
 */
static void each_room_is_in_one_zone_and_floors_even_out(void **state)
{
    (void)state;
    dw_house house = open_house(BORDER_TICKS, 300);
    static const uint8_t keepers[ROOMS] = {
        [WEST] = ANN, [MID] = BOB, [EAST] = CID, [NOOK] = TOM, [SHARED] = BOB, [ATTIC] = CID};
    for (uint16_t g = ANN; g < GUARDS; g++) {
        const dw_zones *zones = dw_house_mind(&house, g)->setup.zones;
        assert_non_null(zones);
        assert_memory_equal(zones->guards, keepers, sizeof keepers);
    }
    dw_house_close(&house);
    house = open_house(0, 300);
    assert_null(dw_house_mind(&house, ANN)->setup.zones);
    dw_house_close(&house);
}

static uint32_t ticks_of_cid_in_shared(int32_t border_ticks)
{
    dw_house house = open_house(border_ticks, 300);
    uint32_t ticks = 0;
    for (uint32_t tick = 0; tick < 3600; tick++) {
        dw_stage_step(house.stage);
        ticks += dw_house_guard(&house, CID)->room == SHARED ? 1 : 0;
    }
    dw_house_close(&house);
    return ticks;
}

static void a_patrol_stays_in_its_zone(void **state)
{
    (void)state;
    assert_int_equal(ticks_of_cid_in_shared(BORDER_TICKS), 0);
    assert_true(ticks_of_cid_in_shared(0) > 0);
}

static void the_guard_of_the_zone_hunts_and_the_others_keep_their_doors(void **state)
{
    (void)state;
    dw_house house = open_house(BORDER_TICKS, 300);
    tell(&house, SHARED, 0);
    assert_true(dw_house_wants(&house, BOB, "intercept"));
    assert_int_equal(dw_house_explain(&house, BOB).door, DW_NONE);
    assert_true(dw_house_wants(&house, ANN, "lie in wait"));
    assert_int_equal(dw_house_explain(&house, ANN).door, WEST_MID);
    assert_true(dw_house_wants(&house, CID, "lie in wait"));
    assert_int_equal(dw_house_explain(&house, CID).door, EAST_SHARED);
    assert_true(dw_house_run_until(&house, BOB, "search", 600));
    assert_int_equal(dw_house_guard(&house, BOB)->room, SHARED);
    /* They stand on their own side, and look at the door. */
    assert_int_equal(dw_house_guard(&house, ANN)->room, WEST);
    assert_int_equal(dw_house_guard(&house, CID)->room, EAST);
    dw_house_close(&house);
}

/* Nobody gets anywhere through the zone of Cid when the objective is not there. Ann's has Tom's
 * behind it. */
static void a_guard_whose_zone_is_a_dead_end_with_nothing_in_it_hunts_in_the_next_one(void **state)
{
    (void)state;
    dw_house house = open_house_with(BORDER_TICKS, 300, false);
    tell(&house, SHARED, 0);
    assert_true(dw_house_wants(&house, BOB, "intercept"));
    assert_true(dw_house_wants(&house, CID, "intercept"));
    assert_int_equal(dw_house_explain(&house, CID).door, DW_NONE);
    assert_true(dw_house_wants(&house, ANN, "lie in wait"));
    for (uint32_t tick = 0; dw_house_guard(&house, CID)->room != SHARED; tick++) {
        assert_true(tick < 600);
        dw_stage_step(house.stage);
    }
    tell(&house, WEST, 0); /* That is not the next zone. */
    assert_false(dw_house_wants(&house, CID, "intercept"));
    dw_house_close(&house);
}

/* No door leads from the west to the east: Ann has nothing to keep. */
static void guards_whose_zones_do_not_adjoin_stay_on_patrol(void **state)
{
    (void)state;
    dw_house house = open_house(BORDER_TICKS, 300);
    tell(&house, ATTIC, 0);
    assert_true(dw_house_wants(&house, CID, "intercept"));
    assert_true(dw_house_wants(&house, BOB, "lie in wait"));
    assert_true(dw_house_wants(&house, ANN, "patrol"));
    tell(&house, SHARED, 0);
    assert_true(dw_house_wants(&house, ANN, "lie in wait"));
    tell(&house, ATTIC, 0);
    assert_true(dw_house_wants(&house, ANN, "patrol"));
    dw_house_close(&house);
}

static void a_guard_at_the_border_goes_back_to_its_patrol_after_a_while(void **state)
{
    (void)state;
    dw_house house = open_house(BORDER_TICKS, 300);
    dw_house_set_brain(&house, BOB, dw_brain_find("null")); /* Nobody says that it is clear. */
    dw_house_set_brain(&house, TOM, &dw_brain_caller);
    tell(&house, SHARED, 0);
    assert_true(dw_house_wants(&house, ANN, "lie in wait"));
    assert_false(dw_house_run_until(&house, ANN, "patrol", WAIT_TICKS));
    assert_true(dw_house_run_until(&house, ANN, "patrol", 600));
    assert_int_equal(dw_house_guard(&house, ANN)->room, WEST);
    dw_house_close(&house);
}

static void a_hunter_leaves_its_zone_to_its_door_only_for_the_intruder_that_it_hunts(void **state)
{
    (void)state;
    dw_house house = open_house(BORDER_TICKS, 300);
    tell(&house, SHARED, 0);
    tell(&house, EAST, 1);
    assert_true(dw_house_wants(&house, BOB, "intercept") || dw_house_wants(&house, BOB, "search"));
    assert_true(dw_house_wants(&house, CID, "search"));
    tell(&house, EAST, 0);
    assert_true(dw_house_wants(&house, BOB, "lie in wait"));
    assert_int_equal(dw_house_explain(&house, BOB).room, EAST);
    /* A report from its own zone goes before. */
    tell(&house, MID, 1);
    assert_false(dw_house_wants(&house, BOB, "lie in wait"));
    dw_house_close(&house);
}

/* Ann chases somebody, has reported it, and the intruder goes through the door to Bob's zone. */
static void chase_to_the_border(dw_house *house)
{
    dw_stage_put_guard(house->stage, ANN, dw_scene_mm(4500, 2500), 0);
    dw_stage_put_intruder(house->stage, 0, dw_scene_mm(6500, 2500));
    assert_true(dw_house_run_until(house, ANN, "chase", 300));
    assert_true(dw_house_run_until_event(house, DW_SIM_REPORTED, ANN, REPORT_TICKS + 2));
    /* Just after a report the next one would be due after another REPORT_TICKS. */
    dw_stage_put_intruder(house->stage, 0, dw_scene_mm(9000, 2500));
}

static void at_the_border_the_chaser_reports_at_once(void **state)
{
    (void)state;
    dw_house house = open_house(BORDER_TICKS, 0);
    chase_to_the_border(&house);
    assert_true(dw_house_run_until_event(&house, DW_SIM_REPORTED, ANN, 3));
    dw_house_close(&house);
    house = open_house(0, 0);
    chase_to_the_border(&house);
    assert_false(dw_house_run_until_event(&house, DW_SIM_REPORTED, ANN, REPORT_TICKS - 5));
    dw_house_close(&house);
}

/* Bob sees the intruder and says so; then Ann, which sees it still, keeps its own door. */
static void the_chaser_lets_go_when_the_next_guard_has_seen_the_intruder(void **state)
{
    (void)state;
    dw_house house = open_house(BORDER_TICKS, 0);
    chase_to_the_border(&house);
    bool bob_has_said_so = false;
    for (uint32_t tick = 0; !dw_house_wants(&house, ANN, "lie in wait"); tick++) {
        assert_true(tick < 600);
        assert_true(dw_house_wants(&house, ANN, "chase"));
        /* In sight of both, and not near Ann. */
        dw_stage_put_intruder(house.stage, 0, dw_scene_mm(12500, 2500));
        dw_stage_put_guard(house.stage, ANN, dw_scene_mm(7000, 2500), 0);
        dw_stage_step(house.stage);
        bob_has_said_so |= dw_stage_events(house.stage, DW_SIM_REPORTED, BOB, 0) > 0;
    }
    assert_true(bob_has_said_so);
    assert_true(dw_stage_sees(house.stage, ANN, 0));
    assert_int_equal(dw_house_explain(&house, ANN).door, WEST_MID);
    assert_true(dw_house_wants(&house, BOB, "chase"));
    /* Somebody this near is chased in spite of that. */
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(7000, 2500), 0);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(8600, 2500));
    assert_true(dw_house_run_until(&house, ANN, "chase", 5));
    dw_house_close(&house);
}

/* Bob says nothing. Ann goes on while it senses the intruder; then its time out there is over. */
static void a_chaser_that_loses_the_intruder_beyond_the_border_returns_in_time(void **state)
{
    (void)state;
    for (int32_t most = 120; most <= 180; most += 60) {
        dw_house house = open_house(most, 0);
        dw_house_set_brain(&house, BOB, dw_brain_find("null"));
        dw_house_set_brain(&house, TOM, &dw_brain_caller);
        chase_to_the_border(&house);
        dw_stage_step(house.stage);
        const uint32_t crossed = house.stage->world->tick;
        for (int32_t tick = 0; tick < 90; tick++) {
            assert_true(dw_house_wants(&house, ANN, "chase"));
            dw_stage_put_intruder(house.stage, 0, dw_scene_mm(12500, 2500));
            dw_stage_step(house.stage);
        }
        dw_stage_put_intruder(house.stage, 0, dw_scene_mm(21500, 7500));
        while (!dw_house_wants(&house, ANN, "lie in wait")) {
            assert_true(house.stage->world->tick - crossed <= (uint32_t)most + 1);
            assert_false(dw_house_wants(&house, ANN, "patrol"));
            dw_stage_step(house.stage);
        }
        assert_in_range(house.stage->world->tick - crossed, most - 1, most + 1);
        dw_stage_run(house.stage, 300);
        assert_int_equal(dw_house_guard(&house, ANN)->room, WEST);
        dw_house_close(&house);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_room_is_in_one_zone_and_floors_even_out),
        cmocka_unit_test(a_patrol_stays_in_its_zone),
        cmocka_unit_test(the_guard_of_the_zone_hunts_and_the_others_keep_their_doors),
        cmocka_unit_test(a_guard_whose_zone_is_a_dead_end_with_nothing_in_it_hunts_in_the_next_one),
        cmocka_unit_test(guards_whose_zones_do_not_adjoin_stay_on_patrol),
        cmocka_unit_test(a_guard_at_the_border_goes_back_to_its_patrol_after_a_while),
        cmocka_unit_test(a_hunter_leaves_its_zone_to_its_door_only_for_the_intruder_that_it_hunts),
        cmocka_unit_test(at_the_border_the_chaser_reports_at_once),
        cmocka_unit_test(the_chaser_lets_go_when_the_next_guard_has_seen_the_intruder),
        cmocka_unit_test(a_chaser_that_loses_the_intruder_beyond_the_border_returns_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
