/* server/RULES.md 2.25 to 2.28, what players see, and 4.31, 4.32, who sees a guard call: through
 * the filter that everything passes which a client is told of bodies. The filter is wider than
 * sight by the margin for latency, so that scenes keep their distance from its edges. */
#include "protocol/protocol.h"
#include "server/mind/brains/brain_kinds.h"
#include "server/session/interest.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"
#include "tests/unit/session/match_box.h"

/* Two rooms with a door; a piece of furniture of the given height in the left one. */
enum { HALL, STUDY };
enum { ANN };
enum { CALLING_TICKS = 60 };

static dw_house open_house(uint16_t height, dw_scene_leaf leaf, int32_t vision)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 10000, 6000);
    dw_scene_room(scene, "study", 10000, 0, 6000, 6000);
    dw_scene_door(scene, "door", HALL, STUDY, 2500, 1000, leaf);
    if (height > 0) {
        dw_scene_furniture(scene, 4800, 700, 400, 4600, height);
    }
    dw_scene_patrol(scene, "round", "hall, study");
    dw_scene_guard(scene, "ann", 8000, 3000, 0, "round");
    dw_scene_spawn(scene, 2000, 3000);
    dw_scene_spawn(scene, 1000, 3000);
    dw_ruleset rules = dw_stage_endless_rules();
    rules.vision = vision;
    dw_house house = dw_house_open_with(scene, &rules);
    dw_house_set_brain(&house, ANN, &dw_brain_caller);
    return house;
}

/* The guard as shown to the player in that slot, or NULL. */
static const dw_snapshot_body *shown(const dw_house *house, uint8_t slot, dw_snapshot *snapshot)
{
    static dw_interest_scene scene;
    static dw_interest interest;
    dw_interest_scene_init(&scene, house->venue->map, dw_sim_rules(house->stage->sim));
    dw_interest_scene_begin(&scene, house->stage->world);
    dw_interest_init(&interest);
    dw_interest_new_round(&interest, house->venue->map);
    *snapshot = (dw_snapshot){.tick = 1};
    dw_interest_filter(&scene, &interest, dw_interest_eyes(house->stage->world, slot, false), slot,
                       snapshot);
    for (uint8_t i = 0; i < snapshot->body_count; i++) {
        if (snapshot->bodies[i].role == DW_ROLE_GUARD) {
            return &snapshot->bodies[i];
        }
    }
    return NULL;
}

static bool sees_over(uint16_t height, uint8_t buttons)
{
    dw_house house = open_house(height, DW_SCENE_CLOSED, DW_VISION_SIGHT);
    dw_snapshot snapshot;
    dw_stage_walk(house.stage, 0, DW_STAND, buttons);
    dw_stage_step(house.stage);
    const bool seen = shown(&house, 0, &snapshot) != NULL;
    dw_house_close(&house);
    return seen;
}

static void only_furniture_above_0_7_blocks_a_player_also_when_crouching(void **state)
{
    (void)state;
    assert_true(sees_over(0, 0));
    assert_true(sees_over(700, 0));
    assert_true(sees_over(700, DW_BUTTON_CROUCH));
    assert_false(sees_over(701, 0));
    assert_false(sees_over(701, DW_BUTTON_CROUCH));
}

static void a_player_sees_all_round(void **state)
{
    (void)state;
    dw_house house = open_house(0, DW_SCENE_CLOSED, DW_VISION_SIGHT);
    dw_snapshot snapshot;
    for (int32_t i = 0; i < 8; i++) {
        static const int32_t around[][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                            {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
        dw_stage_put_intruder(house.stage, 0, dw_scene_mm(5000, 3000));
        dw_stage_put_guard(house.stage, ANN,
                           dw_scene_mm(5000 + 2000 * around[i][0], 3000 + 2000 * around[i][1]), 0);
        assert_non_null(shown(&house, 0, &snapshot));
    }
    dw_house_close(&house);
}

static void walls_and_closed_leaves_block_a_player_and_open_ones_do_not(void **state)
{
    (void)state;
    for (int leaf = DW_SCENE_CLOSED; leaf <= DW_SCENE_OPEN; leaf++) {
        dw_house house = open_house(0, (dw_scene_leaf)leaf, DW_VISION_SIGHT);
        dw_snapshot snapshot;
        dw_stage_put_guard(house.stage, ANN, dw_scene_mm(13000, 3000), 0);
        assert_int_equal(shown(&house, 0, &snapshot) != NULL, leaf == DW_SCENE_OPEN);
        dw_stage_put_guard(house.stage, ANN, dw_scene_mm(13000, 800), 0); /* Behind the wall. */
        dw_stage_put_intruder(house.stage, 0, dw_scene_mm(7000, 800));
        assert_null(shown(&house, 0, &snapshot));
        dw_house_close(&house);
    }
}

static void omniscient_players_see_guards_through_walls(void **state)
{
    (void)state;
    assert_int_equal(dw_ruleset_reference().vision, DW_VISION_OMNISCIENT);
    dw_house house = open_house(0, DW_SCENE_CLOSED, DW_VISION_OMNISCIENT);
    dw_snapshot snapshot;
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(13000, 800), 0);
    assert_non_null(shown(&house, 0, &snapshot));
    dw_house_close(&house);
}

/* The flag of a guard that talks: for a second, for players that see the guard and nobody else. */
static void a_player_that_sees_the_caller_sees_the_call(void **state)
{
    (void)state;
    dw_house house = open_house(1000, DW_SCENE_CLOSED, DW_VISION_SIGHT);
    dw_snapshot snapshot;
    dw_stage_reset(house.stage, 1, 3);
    dw_stage_put_intruder(house.stage, 1, dw_scene_mm(6000, 3000)); /* On Ann's side. */
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = HALL};
    dw_stage_step(house.stage);
    assert_int_equal(shown(&house, 1, &snapshot)->flags & DW_BODY_CALLING, 0);
    dw_house_say(&house, &report);
    uint32_t seen = 0;
    for (uint32_t tick = 0; tick < 3 * CALLING_TICKS; tick++) {
        const dw_snapshot_body *ann = shown(&house, 1, &snapshot);
        assert_non_null(ann);
        const bool calls = (ann->flags & DW_BODY_CALLING) != 0;
        assert_int_equal(calls, tick < CALLING_TICKS);
        seen += calls ? 1 : 0;
        assert_null(shown(&house, 0, &snapshot)); /* Behind the cupboard: no trace of Ann. */
        dw_stage_step(house.stage);
    }
    assert_int_equal(seen, CALLING_TICKS);
    dw_house_close(&house);
}

/* A guard that detects somebody calls "Hey!"; five seconds later it calls into its radio. */
static void hey_on_detecting_and_a_call_five_seconds_later(void **state)
{
    (void)state;
    static dw_match_box box;
    dw_match_box_init(&box);
    box.config.brain = &dw_brain_reference;
    box.rules.vision = DW_VISION_OMNISCIENT;
    box.rules.catch_ticks = 36000;
    dw_match_box_open(&box);
    dw_welcome welcome;
    const dw_client_handle player = dw_match_box_join(&box, 1, "ann", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    for (uint32_t tick = 0; tick < 1800; tick += 5) { /* To the door, through it, and in. */
        const uint8_t use = tick == 240 ? DW_BUTTON_USE : 0;
        dw_match_box_ask(&box, player, DW_EAST, use, 5);
        dw_match_box_run(&box, 5);
    }
    uint32_t barks[2] = {0};
    uint32_t radio = 0;
    bool hey_first = false;
    for (uint32_t i = 0; i < box.message_count; i++) {
        const dw_message *message = &box.messages[i].message;
        if (message->type != DW_MESSAGE_EVENT) {
            continue;
        }
        if (message->as.event.kind == DW_CLIENT_EVENT_BARK && message->as.event.b < 2) {
            barks[message->as.event.b]++;
            hey_first = hey_first || (message->as.event.b == 1 && barks[0] > 0);
        }
        radio += message->as.event.kind == DW_CLIENT_EVENT_RADIO ? 1 : 0;
    }
    assert_true(barks[0] > 0);
    assert_true(barks[1] > 0);
    assert_true(radio >= barks[1]);
    assert_true(hey_first);
    dw_match_box_close(&box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_furniture_above_0_7_blocks_a_player_also_when_crouching),
        cmocka_unit_test(a_player_sees_all_round),
        cmocka_unit_test(walls_and_closed_leaves_block_a_player_and_open_ones_do_not),
        cmocka_unit_test(omniscient_players_see_guards_through_walls),
        cmocka_unit_test(a_player_that_sees_the_caller_sees_the_call),
        cmocka_unit_test(hey_on_detecting_and_a_call_five_seconds_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
