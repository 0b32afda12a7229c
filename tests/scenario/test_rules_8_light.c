/* server/RULES.md 8.20: what players know of switches, byte by byte; and the client that predicts
 * its own press. */
#include "client/core/prediction.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"
#include "tests/unit/session/match_box.h"

#include <string.h>

enum { ANN = 1, BOB = 2 };

/* Ann stays in the hall of the box, Bob is put into the study: between them a closed door. Each
 * room has a lamp and its switch. */
typedef struct rooms {
    dw_match_box box;
    dw_client_handle ann, bob;
} rooms;

static void open_rooms(rooms *it, int32_t vision)
{
    dw_match_box_init(&it->box);
    dw_scene_lamp(it->box.scene, 3000, 2000, 5000, 80,
                  dw_scene_switch(it->box.scene, "hall", 1000, 0));
    dw_scene_lamp(it->box.scene, 8000, 2000, 5000, 80,
                  dw_scene_switch(it->box.scene, "study", 8000, 0));
    dw_match_box_build(&it->box);
    it->box.rules.light = 1;
    it->box.rules.vision = vision;
    dw_match_box_open(&it->box);
    dw_welcome welcome;
    it->ann = dw_match_box_join(&it->box, ANN, "ann", &welcome);
    it->bob = dw_match_box_join(&it->box, BOB, "bob", &welcome);
    dw_match_box_run_until(&it->box, DW_PHASE_PLAY);
}

static dw_world *world_of(rooms *it)
{
    return (dw_world *)dw_sim_world(dw_match_sim(it->box.match));
}

static void put(rooms *it, uint32_t slot, dw_vec position)
{
    dw_actor *actor = &world_of(it)->actors[dw_intruder_index(world_of(it), slot)];
    actor->body.position = position;
    actor->room = dw_map_room_at(it->box.map, position);
}

static void press(rooms *it, dw_client_handle client)
{
    dw_match_box_ask(&it->box, client, DW_STAND, DW_BUTTON_USE, 1);
    dw_match_box_run(&it->box, 1);
    dw_match_box_ask(&it->box, client, DW_STAND, 0, 1);
    dw_match_box_run(&it->box, 1);
}

static dw_switch_set known_to(rooms *it, dw_client_handle client)
{
    dw_snapshot snapshot;
    assert_int_equal(dw_match_snapshot(it->box.match, client, &snapshot), DW_OK);
    return snapshot.worked;
}

static void a_player_knows_of_a_switch_when_it_sees_the_switch_or_a_lamp_of_it(void **state)
{
    (void)state;
    static rooms it;
    open_rooms(&it, DW_VISION_SIGHT);
    put(&it, 1, dw_scene_mm(8100, 500));
    press(&it, it.bob);
    assert_int_equal(world_of(&it)->worked, 2);
    assert_int_equal(known_to(&it, it.bob), 2);
    assert_int_equal(known_to(&it, it.ann), 0);
    dw_door_set_put(&world_of(&it)->open, 0, true);
    put(&it, 0, dw_scene_mm(5000, 2000)); /* In line with the door and the lamp. */
    dw_match_box_run(&it.box, 1);
    assert_int_equal(known_to(&it, it.ann), 2);
    dw_door_set_put(&world_of(&it)->open, 0, false);
    press(&it, it.bob);
    assert_int_equal(world_of(&it)->worked, 0);
    assert_int_equal(known_to(&it, it.ann), 2); /* As Ann knew it last. */
    dw_match_box_close(&it.box);
}

static void omniscient_players_know_of_all_switches(void **state)
{
    (void)state;
    static rooms it;
    open_rooms(&it, DW_VISION_OMNISCIENT);
    put(&it, 1, dw_scene_mm(8100, 500));
    press(&it, it.bob);
    assert_int_equal(known_to(&it, it.ann), 2);
    dw_match_box_close(&it.box);
}

/* Two worlds: in one of them Bob presses. Ann is told the same bytes. */
static void a_switch_out_of_sight_sends_no_byte(void **state)
{
    (void)state;
    static rooms twins[2];
    for (uint32_t i = 0; i < 2; i++) {
        open_rooms(&twins[i], DW_VISION_SIGHT);
        put(&twins[i], 1, dw_scene_mm(8100, 500));
    }
    for (uint32_t round = 0; round < 40; round++) {
        uint8_t bytes[2][DW_MESSAGE_MAX];
        size_t sizes[2] = {0};
        for (uint32_t i = 0; i < 2; i++) {
            rooms *it = &twins[i];
            const uint32_t from = it->box.message_count;
            dw_match_box_ask(&it->box, it->bob, DW_STAND,
                             i == 1 && round % 2 == 0 ? DW_BUTTON_USE : 0, 1);
            dw_match_box_run(&it->box, 1);
            for (uint32_t m = from; m < it->box.message_count; m++) {
                assert_int_not_equal(it->box.messages[m].tag, ANN);
            }
            if (dw_match_encode_snapshot(it->box.match, it->ann, bytes[i], DW_MESSAGE_MAX,
                                         &sizes[i]) != DW_OK) {
                sizes[i] = 0;
            }
        }
        assert_int_equal(world_of(&twins[0])->worked, 0);
        assert_int_equal(world_of(&twins[1])->worked, round % 4 < 2 ? 2 : 0);
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(bytes[0], bytes[1], sizes[0]);
    }
    dw_match_box_close(&twins[0].box);
    dw_match_box_close(&twins[1].box);
}

static void a_client_predicts_which_switch_its_press_works(void **state)
{
    static const dw_body_kinds kinds; /* None but `guard`. */
    (void)state;
    static rooms it;
    static dw_prediction prediction;
    static dw_snapshot_store store;
    dw_input_queue inputs;
    open_rooms(&it, DW_VISION_SIGHT);
    put(&it, 0, dw_scene_mm(1100, 700));
    dw_match_box_run(&it.box, 1);
    dw_snapshot snapshot;
    assert_int_equal(dw_match_snapshot(it.box.match, it.ann, &snapshot), DW_OK);
    dw_prediction_reset(&prediction);
    dw_input_queue_reset(&inputs);
    dw_snapshot_store_reset(&store, 20);
    prediction.scene.moves_from = 1;
    prediction.scene.moves_until = UINT32_MAX;
    assert_true(dw_snapshot_store_put(&store, &snapshot));
    dw_prediction_read(&prediction, &store, it.box.map, &it.box.rules, &kinds);
    dw_prediction_rebase(&prediction, &snapshot, &inputs, 0.0, 0);
    for (uint32_t tick = 1; tick <= 20; tick++) {
        const dw_intent intent = {.buttons = tick % 4 < 2 ? DW_BUTTON_USE : 0};
        dw_match_box_ask(&it.box, it.ann, intent.direction, intent.buttons, 1);
        dw_match_box_run(&it.box, 1);
        dw_prediction_step(&prediction, snapshot.tick + tick, intent);
        assert_int_equal(prediction.worked, world_of(&it)->worked);
    }
    assert_int_equal(prediction.worked, 0); /* Turned over six times. */
    dw_match_box_close(&it.box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_knows_of_a_switch_when_it_sees_the_switch_or_a_lamp_of_it),
        cmocka_unit_test(omniscient_players_know_of_all_switches),
        cmocka_unit_test(a_switch_out_of_sight_sends_no_byte),
        cmocka_unit_test(a_client_predicts_which_switch_its_press_works),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
