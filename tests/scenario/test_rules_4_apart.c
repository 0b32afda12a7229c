/* Rules 4.97 to 4.99 of server/RULES.md: guards that search apart leave each room to one of them.
 */
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* A long gallery with a closet, between two rooms. Cal stands in the cell and only talks. Ann
 * searches the gallery.
 *
 *     +------+---------closet-+-------+
 *     | west 0      +--2--+   |       |
 *     |      |     gallery    1 east  |
 *     +------+----------------+---3---+
 *     |              back             |
 *     +-----------------------4-cell--+
 */
enum { WEST, GALLERY, EAST, CLOSET, BACK, CELL };
enum { CAL, ANN };
enum { DELAY_TICKS = 30, CLAIM_TICKS = 60 };

/* A thorough guard takes its time in the gallery. */
static dw_house open_house_with(bool apart, bool thorough, int32_t room_claim_ticks)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 4000, 4000, 2000);
    dw_scene_room(scene, "gallery", 4000, 4000, 16000, 2000);
    dw_scene_room(scene, "east", 20000, 4000, 4000, 2000);
    dw_scene_room(scene, "closet", 10000, 0, 4000, 4000);
    dw_scene_room(scene, "back", 0, 6000, 24000, 3000);
    dw_scene_room(scene, "cell", 16000, 9000, 4000, 3000);
    dw_scene_door(scene, "west-gallery", WEST, GALLERY, 4300, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "gallery-east", GALLERY, EAST, 4300, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "gallery-closet", GALLERY, CLOSET, 11500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "east-back", EAST, BACK, 22000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "west-back", WEST, BACK, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "back-cell", BACK, CELL, 17000, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "round", "west, east");
    dw_scene_patrol(scene, "post", "cell");
    dw_scene_guard(scene, "cal", 18000, 11000, 90, "post");
    dw_scene_guard(scene, "ann", 4600, 5000, 0, "round");
    dw_scene_spawn(scene, 500, 8500);
    dw_ruleset rules = dw_stage_endless_rules();
    rules.claim_ticks = CLAIM_TICKS;
    rules.say_intentions = 1;
    rules.strategy.search_apart = apart ? 1 : 0;
    rules.strategy.thorough_agitation = thorough ? 1 : 0;
    rules.strategy.room_claim_ticks = room_claim_ticks;
    rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = 300;
    dw_house house = dw_house_open_with(scene, &rules);
    dw_house_set_brain(&house, CAL, &dw_brain_caller);
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = GALLERY};
    dw_house_say(&house, &report);
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(8000, 5000), 0);
    while (!dw_house_wants(&house, ANN, "search")) {
        assert_true(house.stage->world->tick < 100);
        dw_stage_step(house.stage);
    }
    assert_int_equal(dw_house_explain(&house, ANN).room, GALLERY);
    return house;
}

static dw_house open_house(bool apart, bool thorough)
{
    return open_house_with(apart, thorough, 0);
}

/* The newest message is a claim of Ann's to `room`, said in this tick. */
static bool ann_claims(const dw_house *house, uint16_t room, bool again)
{
    const dw_radio_message *newest = dw_radio_recent(dw_sim_radio(house->stage->sim), 0);
    return newest != NULL && newest->kind == DW_RADIO_TAKES && newest->sender == ANN &&
           newest->sent == house->stage->world->tick && newest->room == room &&
           newest->door_count == 0 && newest->again == again;
}

static void a_guard_claims_the_room_in_which_it_is_and_repeats_that(void **state)
{
    (void)state;
    for (int apart = 0; apart < 2; apart++) {
        dw_house house = open_house(apart != 0, true);
        uint32_t claims = 0;
        uint32_t repetitions = 0;
        uint32_t lines = 0;
        for (uint32_t tick = 0; tick < 2 * CLAIM_TICKS; tick++) {
            assert_int_equal(dw_house_explain(&house, ANN).room, GALLERY);
            claims += ann_claims(&house, GALLERY, false) ? 1 : 0;
            repetitions += ann_claims(&house, GALLERY, true) ? 1 : 0;
            lines += dw_stage_events(house.stage, DW_SIM_TAKES, ANN, DW_NONE);
            dw_stage_run(house.stage, 1);
        }
        assert_int_equal(claims, apart);
        assert_int_equal(lines, apart);
        assert_int_equal(repetitions, 3 * apart);
        dw_house_close(&house);
    }
}

/* What Ann is after when Cal's message about the gallery has arrived. */
static uint16_t room_after(bool apart, uint32_t wait_ticks, const dw_radio_message *message)
{
    dw_house house = open_house(apart, true);
    dw_stage_run(house.stage, wait_ticks);
    dw_house_say(&house, message);
    dw_stage_run(house.stage, DELAY_TICKS + 1);
    assert_int_equal(dw_house_guard(&house, ANN)->room, GALLERY);
    assert_true(dw_house_wants(&house, ANN, "search"));
    const uint16_t room = dw_house_explain(&house, ANN).room;
    dw_house_close(&house);
    return room;
}

static void a_guard_leaves_the_room_in_which_it_is_to_a_lower_bid(void **state)
{
    (void)state;
    dw_radio_message claim = {.kind = DW_RADIO_TAKES, .room = GALLERY};
    assert_int_equal(room_after(true, 1, &claim), CLOSET);
    assert_int_equal(room_after(false, 1, &claim), GALLERY);
    claim.bid_mm = 900000;
    assert_int_equal(room_after(true, 1, &claim), GALLERY);
    /* A later claim comes from a guard that could have heard Ann. */
    claim.bid_mm = 0;
    assert_int_equal(room_after(true, DELAY_TICKS + 2, &claim), GALLERY);
}

/* Cal takes the closet and says no more of it. Ann is done with the gallery after that claim. */
static bool ann_takes_the_closet(int32_t room_claim_ticks)
{
    dw_house house = open_house_with(true, true, room_claim_ticks);
    const dw_radio_message claim = {.kind = DW_RADIO_TAKES, .room = CLOSET};
    dw_house_say(&house, &claim);
    bool takes = false;
    while (dw_house_wants(&house, ANN, "search")) {
        assert_true(house.stage->world->tick < 60 * 240);
        dw_stage_step(house.stage);
        takes = takes || dw_house_explain(&house, ANN).room == CLOSET;
    }
    dw_house_close(&house);
    return takes;
}

static void a_room_that_a_guard_took_is_its_own_for_room_claim_ticks(void **state)
{
    (void)state;
    assert_true(ann_takes_the_closet(0));
    assert_false(ann_takes_the_closet(36000));
}

static void a_guard_leaves_the_room_in_which_it_is_when_it_is_clear(void **state)
{
    (void)state;
    const dw_radio_message clear = {.kind = DW_RADIO_CLEAR, .room = GALLERY};
    assert_int_equal(room_after(true, 1, &clear), CLOSET);
    assert_int_equal(room_after(false, 1, &clear), GALLERY);
}

static void a_guard_that_searches_apart_goes_on_in_all_adjoining_rooms(void **state)
{
    (void)state;
    for (int apart = 0; apart < 2; apart++) {
        dw_house house = open_house(apart != 0, false);
        bool entered[CELL + 1] = {false};
        while (dw_house_wants(&house, ANN, "search")) {
            assert_true(house.stage->world->tick < 60 * 240);
            dw_stage_step(house.stage);
            entered[dw_house_guard(&house, ANN)->room] = true;
        }
        assert_true(entered[GALLERY] && entered[CLOSET]);
        assert_int_equal(entered[WEST], apart);
        assert_int_equal(entered[EAST], apart);
        assert_false(entered[BACK] || entered[CELL]);
        dw_house_close(&house);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_claims_the_room_in_which_it_is_and_repeats_that),
        cmocka_unit_test(a_guard_leaves_the_room_in_which_it_is_to_a_lower_bid),
        cmocka_unit_test(a_guard_leaves_the_room_in_which_it_is_when_it_is_clear),
        cmocka_unit_test(a_room_that_a_guard_took_is_its_own_for_room_claim_ticks),
        cmocka_unit_test(a_guard_that_searches_apart_goes_on_in_all_adjoining_rooms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
