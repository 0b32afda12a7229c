/* server/RULES.md 10.20 to 10.23: what guards make of a notice, and of devices. */
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* The box in the vault is a device that says what a test wants, or a camera. Ann and Bob patrol a
 * room each, and see no further than a body unless a test says so.
 *
 *     0        8000      14000     20000    28000
 *     +---------+---------+---------+--------+
 *     |  west   D  vault  D  hall   D  east  |  6000     D = an open door from 2500 to 3500
 *     +---------+---------+---------+--------+
 */
enum { WEST, VAULT, HALL, EAST };
enum { BOX, ANN, BOB, KIND = 1 };
enum { DELAY_TICKS = 30, HEARING_TICKS = 8, CLAIM_TICKS = 600 };

/* Where Ann and Bob are. */
typedef struct wish {
    const char *ann, *bob;
    int32_t ann_x, bob_x;
    int32_t range_mm;
} wish;

static const wish usual = {"west", "east", 4000, 24000, 300};

static dw_ruleset house_rules(int32_t range_mm)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.kind_count = KIND + 1;
    rules.kinds[KIND] = dw_stage_shipped_kind("camera");
    rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = range_mm;
    return rules;
}

static dw_house open_with(const dw_ruleset *rules, wish it)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 0, 8000, 6000);
    dw_scene_room(scene, "vault", 8000, 0, 6000, 6000);
    dw_scene_room(scene, "hall", 14000, 0, 6000, 6000);
    dw_scene_room(scene, "east", 20000, 0, 8000, 6000);
    ((dw_room *)dw_scene_parts(scene)->rooms)[HALL].board = true;
    dw_scene_door(scene, "west-vault", WEST, VAULT, 2500, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "vault-hall", VAULT, HALL, 2500, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "hall-east", HALL, EAST, 2500, 1000, DW_SCENE_OPEN);
    dw_scene_patrol(scene, "vault", "vault");
    dw_scene_patrol(scene, it.ann, it.ann);
    if (it.bob != it.ann) {
        dw_scene_patrol(scene, it.bob, it.bob);
    }
    dw_scene_guard(scene, "box", 11000, 1000, 90, "vault");
    dw_scene_guard(scene, "ann", it.ann_x, 3000, 180, it.ann);
    dw_scene_guard(scene, "bob", it.bob_x, 3000, 0, it.bob);
    assert_int_equal(dw_scene_kind(scene, BOX, "camera"), KIND);
    dw_scene_spawn(scene, 27000, 5500);
    dw_house house = dw_house_open_with(scene, rules);
    dw_house_set_brain(&house, BOX, &dw_brain_caller);
    dw_stage_step(house.stage);
    return house;
}

static dw_house open_house(wish it)
{
    const dw_ruleset rules = house_rules(it.range_mm);
    return open_with(&rules, it);
}

static void say_notice(dw_house *it, uint16_t room)
{
    dw_house_say(it, &(dw_radio_message){.kind = DW_RADIO_NOTICE, .room = room});
}

/* Whether the guard searches that room because of a message. */
static bool searches(const dw_house *it, uint16_t guard, uint16_t room)
{
    const dw_reference_mind *mind = dw_house_mind(it, guard);
    return mind->goal == DW_GOAL_SEARCH && mind->cause == DW_CAUSE_MESSAGE &&
           dw_search_room(&mind->search) == room;
}

/* The guard that goes, or DW_NONE; both never do. */
static uint16_t who_goes(dw_house *it, uint16_t room, uint32_t ticks)
{
    for (uint32_t tick = 0; tick < ticks; tick++) {
        dw_stage_step(it->stage);
        const bool ann = searches(it, ANN, room);
        const bool bob = searches(it, BOB, room);
        assert_false(ann && bob);
        if (ann || bob) {
            return ann ? ANN : BOB;
        }
    }
    return DW_NONE;
}

static void the_nearest_guard_on_patrol_goes_and_searches_the_room(void **state)
{
    (void)state;
    for (uint16_t nearest = ANN; nearest <= BOB; nearest++) {
        const wish swapped = {"east", "west", 24000, 4000, 300};
        dw_house it = open_house(nearest == ANN ? usual : swapped);
        const uint16_t other = ANN + BOB - nearest;
        say_notice(&it, VAULT);
        /* The notice is under way, then the offers. */
        assert_int_equal(who_goes(&it, VAULT, 2 * DELAY_TICKS + HEARING_TICKS - 1), DW_NONE);
        assert_int_equal(who_goes(&it, VAULT, 1), nearest);
        bool came = false;
        bool looked = false;
        for (uint32_t tick = 0; tick < 1800 && !looked; tick++) {
            dw_stage_step(it.stage);
            came = came || dw_house_guard(&it, nearest)->room == VAULT;
            looked = dw_stage_events(it.stage, DW_SIM_CLEARED, nearest, DW_NONE) > 0;
            assert_true(dw_house_wants(&it, other, "patrol"));
        }
        assert_true(came && looked);
        dw_house_close(&it);
    }
}

static void of_equal_offers_the_lower_index_goes(void **state)
{
    (void)state;
    const wish mates = {"west", "west", 4000, 5000, 300};
    dw_house it = open_house(mates);
    say_notice(&it, VAULT);
    for (int32_t tick = 0; tick < DELAY_TICKS - 1; tick++) {
        dw_stage_step(it.stage);
    }
    /* Both are as far from the vault when they hear the notice. */
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(3000, 2000), 0);
    dw_stage_put_guard(it.stage, BOB, dw_scene_mm(3000, 4000), 0);
    dw_stage_step(it.stage);
    assert_true(dw_house_mind(&it, ANN)->notice->deadline > 0);
    assert_int_equal(dw_house_mind(&it, ANN)->notice->bid_mm,
                     dw_house_mind(&it, BOB)->notice->bid_mm);
    assert_int_equal(who_goes(&it, VAULT, 100), ANN);
    dw_house_close(&it);
}

static void a_room_that_another_guard_has_claimed_moves_nobody(void **state)
{
    (void)state;
    dw_house it = open_house(usual);
    const dw_radio_message claim = {.kind = DW_RADIO_TAKES, .room = VAULT, .bid_mm = 0};
    const dw_radio_sender bob = {.guard = BOB, .room = EAST, .tick = it.stage->world->tick};
    dw_radio_send(&it.stage->sim->radio, &claim, &bob, DELAY_TICKS);
    dw_stage_run(it.stage, DELAY_TICKS + 1);
    say_notice(&it, VAULT);
    dw_stage_run(it.stage, DELAY_TICKS);
    assert_int_equal(dw_house_mind(&it, ANN)->notice->deadline, 0);
    assert_true(dw_house_mind(&it, BOB)->notice->deadline > 0); /* It made the claim. */
    dw_stage_run(it.stage, CLAIM_TICKS);
    dw_stage_put_guard(it.stage, BOB, dw_scene_mm(24000, 3000), 0);
    say_notice(&it, VAULT);
    assert_int_equal(who_goes(&it, VAULT, 200), ANN);
    dw_house_close(&it);
}

/* The sender searches it itself: the nearest guard comes and begins with a room beside it. */
static void a_room_that_the_sender_has_claimed_is_left_to_it(void **state)
{
    (void)state;
    dw_ruleset rules = house_rules(300);
    rules.strategy.search_apart = 1;
    dw_house it = open_with(&rules, usual);
    dw_house_say(&it, &(dw_radio_message){.kind = DW_RADIO_NOTICE, .room = VAULT});
    dw_stage_step(it.stage);
    dw_house_say(&it, &(dw_radio_message){.kind = DW_RADIO_TAKES, .room = VAULT, .bid_mm = 0});
    assert_int_equal(who_goes(&it, WEST, 2 * DELAY_TICKS + HEARING_TICKS), ANN);
    assert_true(dw_house_wants(&it, BOB, "patrol"));
    dw_house_close(&it);
}

/* Ann goes on with its search, and Bob, who is further off, offers alone. */
static void a_guard_that_is_not_on_patrol_does_not_go(void **state)
{
    (void)state;
    dw_house it = open_house(usual);
    say_notice(&it, WEST);
    assert_int_equal(who_goes(&it, WEST, 100), ANN);
    say_notice(&it, VAULT);
    dw_stage_run(it.stage, DELAY_TICKS);
    assert_true(dw_house_wants(&it, ANN, "search"));
    assert_int_equal(dw_house_mind(&it, ANN)->notice->deadline, 0);
    assert_true(dw_house_mind(&it, BOB)->notice->deadline > 0);
    dw_house_close(&it);
}

/* The intruder is right before Ann for this time, and in its sight. */
static void stand_before_ann(dw_house *it, int32_t ticks)
{
    for (int32_t tick = 0; tick < ticks; tick++) {
        const dw_body *ann = &dw_house_guard(it, ANN)->body;
        const bool looks_west = dw_cosine_bam(ann->heading_bam) < 0;
        dw_stage_put_intruder(it->stage, 0,
                              dw_vec_add(ann->position, dw_scene_mm(looks_west ? -800 : 800, 0)));
        dw_stage_step(it->stage);
    }
}

static void a_guard_that_suspects_somebody_does_not_go(void **state)
{
    (void)state;
    dw_ruleset rules = house_rules(0);
    rules.kinds[DW_KIND_GUARD].senses.eyes.meter_full = 60000;
    rules.kinds[DW_KIND_GUARD].senses.eyes.meter_cap = 60000;
    rules.kinds[DW_KIND_GUARD].senses.eyes.meter_decay = 0;
    dw_house it = open_with(&rules, usual);
    stand_before_ann(&it, 30);
    assert_true(dw_house_mind(&it, ANN)->beliefs.suspects != 0);
    assert_true(dw_house_wants(&it, ANN, "patrol"));
    say_notice(&it, VAULT);
    stand_before_ann(&it, DELAY_TICKS);
    assert_int_equal(dw_house_mind(&it, ANN)->notice->deadline, 0);
    assert_true(dw_house_mind(&it, BOB)->notice->deadline > 0);
    dw_house_close(&it);
}

static void guards_that_cannot_agree_stay_on_patrol(void **state)
{
    (void)state;
    for (uint32_t board = 0; board <= 1; board++) {
        dw_ruleset rules = house_rules(300);
        rules.strategy.talk = board != 0;
        rules.strategy.board = board != 0;
        dw_house it = open_with(&rules, usual);
        say_notice(&it, VAULT);
        assert_int_equal(who_goes(&it, VAULT, 300), DW_NONE);
        dw_house_close(&it);
    }
}

/* With zones the guard of the zone goes, and no other, however near it is. */
static void with_zones_the_guard_of_the_zone_goes(void **state)
{
    (void)state;
    dw_ruleset rules = house_rules(300);
    rules.strategy.zone_border_ticks = 60;
    const wish far = {"west", "east", 1000, 21000, 300};
    dw_house it = open_with(&rules, far);
    const uint8_t keeper = it.stage->sim->zones->guards[HALL];
    assert_int_equal(keeper, BOB);
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(13000, 3000), 0);
    dw_stage_put_guard(it.stage, BOB, dw_scene_mm(27000, 1000), 0);
    say_notice(&it, HALL);
    assert_int_equal(who_goes(&it, HALL, 100), BOB);
    dw_house_close(&it);
}

static void a_device_has_no_zone(void **state)
{
    (void)state;
    dw_ruleset rules = house_rules(300);
    rules.strategy.zone_border_ticks = 60;
    dw_house it = open_with(&rules, usual);
    const dw_zones *zones = it.stage->sim->zones;
    for (uint16_t room = WEST; room <= EAST; room++) {
        assert_int_equal(zones->guards[room], room <= VAULT ? ANN : BOB);
    }
    dw_house_close(&it);
}

/* Cid reports two intruders. Between Ann and Bob stands a device: they take one each all the same.
 */
static void a_device_has_no_share_of_the_intruders(void **state)
{
    (void)state;
    enum { FIRST, DEVICE, SECOND, CID };
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 6000);
    dw_scene_room(scene, "study", 8000, 0, 6000, 6000);
    dw_scene_room(scene, "store", 14000, 0, 6000, 6000);
    dw_scene_door(scene, "hall-study", 0, 1, 2500, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "study-store", 1, 2, 2500, 1000, DW_SCENE_OPEN);
    dw_scene_patrol(scene, "hall", "hall");
    dw_scene_guard(scene, "ann", 1000, 1000, 180, "hall");
    dw_scene_guard(scene, "box", 4000, 1000, 180, "hall");
    dw_scene_guard(scene, "bob", 1000, 5000, 180, "hall");
    dw_scene_guard(scene, "cid", 4000, 5000, 180, "hall");
    assert_int_equal(dw_scene_kind(scene, DEVICE, "camera"), KIND);
    dw_scene_spawn(scene, 19000, 1000);
    dw_scene_spawn(scene, 19000, 5000);
    const dw_ruleset rules = house_rules(300);
    dw_house it = dw_house_open_with(scene, &rules);
    dw_house_set_brain(&it, DEVICE, &dw_brain_puppet);
    dw_house_set_brain(&it, CID, &dw_brain_caller);
    dw_stage_reset(it.stage, 1, 3);
    for (uint8_t slot = 0; slot <= 1; slot++) {
        const dw_radio_message report = {
            .kind = DW_RADIO_REPORT, .slot = slot, .room = (uint16_t)(2 - slot)};
        dw_house_say(&it, &report);
    }
    dw_stage_run(it.stage, DELAY_TICKS + 2);
    assert_int_equal(dw_house_mind(&it, FIRST)->quarry, 0);
    assert_int_equal(dw_house_mind(&it, SECOND)->quarry, 1);
    dw_house_close(&it);
}

static void a_room_that_was_searched_is_searched_again(void **state)
{
    (void)state;
    dw_house it = open_house(usual);
    dw_house_say(&it, &(dw_radio_message){.kind = DW_RADIO_CLEAR, .room = VAULT});
    dw_stage_run(it.stage, DELAY_TICKS + 1);
    assert_true(dw_house_mind(&it, ANN)->search.searched_tick[VAULT] > 0);
    say_notice(&it, VAULT);
    assert_int_equal(who_goes(&it, VAULT, 100), ANN);
    dw_house_close(&it);
}

/* The offer is part of what a mind remembers: the loaded mind goes as well. */
static void an_offer_that_stands_is_saved(void **state)
{
    (void)state;
    static uint8_t bytes[32768];
    dw_house it = open_house(usual);
    say_notice(&it, VAULT);
    dw_stage_run(it.stage, DELAY_TICKS + 5);
    const dw_sim *sim = it.stage->sim;
    for (uint16_t g = ANN; g <= BOB; g++) {
        assert_true(dw_house_mind(&it, g)->notice->deadline > 0);
        dw_state_writer writer;
        dw_state_writer_init(&writer, bytes, sizeof bytes);
        sim->brains[g]->save(sim->memories[g], &writer);
        size_t size = 0;
        assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
        sim->brains[g]->reset(sim->memories[g], 7);
        dw_state_reader reader;
        dw_state_reader_init(&reader, bytes, size);
        sim->brains[g]->load(sim->memories[g], &reader);
        assert_int_equal(dw_state_reader_finish(&reader), DW_OK);
    }
    assert_int_equal(who_goes(&it, VAULT, 100), ANN);
    dw_house_close(&it);
}

/* From a camera that sees an intruder to a guard that sees it. */
static void a_guard_comes_to_see_whom_a_camera_has_noticed(void **state)
{
    (void)state;
    dw_house it = open_house((wish){"west", "east", 4000, 24000, 5000});
    dw_house_set_brain(&it, BOX, dw_brain_find("device"));
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(11500, 4500));
    assert_true(dw_house_run_until_event(&it, DW_SIM_NOTICED, BOX, 100));
    assert_int_equal(who_goes(&it, VAULT, 100), ANN);
    assert_true(dw_house_run_until(&it, ANN, "chase", 1200));
    assert_int_equal(dw_house_guard(&it, BOX)->room, VAULT);
    dw_house_close(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_guard_on_patrol_goes_and_searches_the_room),
        cmocka_unit_test(of_equal_offers_the_lower_index_goes),
        cmocka_unit_test(a_room_that_another_guard_has_claimed_moves_nobody),
        cmocka_unit_test(a_room_that_the_sender_has_claimed_is_left_to_it),
        cmocka_unit_test(a_guard_that_is_not_on_patrol_does_not_go),
        cmocka_unit_test(a_guard_that_suspects_somebody_does_not_go),
        cmocka_unit_test(guards_that_cannot_agree_stay_on_patrol),
        cmocka_unit_test(with_zones_the_guard_of_the_zone_goes),
        cmocka_unit_test(a_device_has_no_zone),
        cmocka_unit_test(a_device_has_no_share_of_the_intruders),
        cmocka_unit_test(a_room_that_was_searched_is_searched_again),
        cmocka_unit_test(an_offer_that_stands_is_saved),
        cmocka_unit_test(a_guard_comes_to_see_whom_a_camera_has_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
