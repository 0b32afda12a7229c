/* server/RULES.md 8.21: what players know of locks, byte by byte. */
#include "common/world/lock.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"
#include "tests/unit/session/match_box.h"

#include <string.h>

enum { ANN = 1, BOB = 2, PICK_TICKS = 30 };

/* Ann stays in the hall of the box, Bob is put into the study, at the locked door of the cellar:
 * between the two players a closed door. */
typedef struct rooms {
    dw_match_box box;
    dw_client_handle ann, bob;
    uint16_t door;
} rooms;

static void put(rooms *it, uint32_t slot, dw_vec position)
{
    dw_world *world = (dw_world *)dw_sim_world(dw_match_sim(it->box.match));
    dw_actor *actor = &world->actors[dw_intruder_index(world, slot)];
    actor->body.position = position;
    actor->room = dw_map_room_at(it->box.map, position);
}

static void open_rooms(rooms *it)
{
    dw_match_box_init(&it->box);
    const uint16_t cellar = dw_scene_room(it->box.scene, "cellar", 6000, 4000, 4000, 3000);
    it->door = dw_scene_door(it->box.scene, "cellar", 1, cellar, 7000, 1000, DW_SCENE_CLOSED);
    dw_scene_lock(it->box.scene, it->door, 1);
    dw_match_box_build(&it->box);
    it->box.rules.vision = DW_VISION_SIGHT;
    it->box.rules.pick_ticks = PICK_TICKS;
    it->box.rules.catch_ticks = 36000;
    dw_match_box_open(&it->box);
    dw_welcome welcome;
    it->ann = dw_match_box_join(&it->box, ANN, "ann", &welcome);
    it->bob = dw_match_box_join(&it->box, BOB, "bob", &welcome);
    dw_match_box_run_until(&it->box, DW_PHASE_PLAY);
    put(it, 1, dw_scene_mm(7500, 3400));
}

static void step(rooms *it, bool picks)
{
    dw_match_box_ask(&it->box, it->bob, DW_STAND, picks ? DW_BUTTON_USE : 0, 1);
    dw_match_box_run(&it->box, 1);
}

static dw_snapshot shown(rooms *it, dw_client_handle client)
{
    dw_snapshot snapshot;
    assert_int_equal(dw_match_snapshot(it->box.match, client, &snapshot), DW_OK);
    return snapshot;
}

static void a_player_knows_of_a_lock_when_it_sees_the_door(void **state)
{
    (void)state;
    static rooms it;
    open_rooms(&it);
    step(&it, false);
    for (uint32_t i = 0; i < PICK_TICKS / 2; i++) {
        step(&it, true);
    }
    const dw_snapshot picking = shown(&it, it.bob);
    assert_int_equal(picking.own.pick, 1 + it.door);
    assert_int_equal(dw_snapshot_pick_ticks(&picking), PICK_TICKS / 2);
    assert_int_equal(picking.turned, 0);
    for (uint32_t i = 0; i < PICK_TICKS / 2; i++) {
        step(&it, true);
    }
    assert_int_equal(dw_sim_locks_turned(dw_match_sim(it.box.match)), 1);
    assert_int_equal(shown(&it, it.bob).turned, 1);
    assert_int_equal(shown(&it, it.bob).own.pick, 0);
    assert_int_equal(shown(&it, it.ann).turned, 0);
    put(&it, 0, dw_scene_mm(7500, 2000));
    step(&it, false);
    assert_int_equal(shown(&it, it.ann).turned, 1);
    dw_match_box_close(&it.box);
}

/* Two worlds: in one of them Bob picks. Ann is told the same bytes. */
static void a_lock_out_of_sight_sends_no_byte(void **state)
{
    (void)state;
    static rooms twins[2];
    open_rooms(&twins[0]);
    open_rooms(&twins[1]);
    for (uint32_t tick = 0; tick < 2 * PICK_TICKS; tick++) {
        uint8_t bytes[2][DW_MESSAGE_MAX];
        size_t sizes[2] = {0};
        for (uint32_t i = 0; i < 2; i++) {
            rooms *it = &twins[i];
            const uint32_t from = it->box.message_count;
            step(it, i == 1 && tick > 5);
            for (uint32_t m = from; m < it->box.message_count; m++) {
                assert_int_not_equal(it->box.messages[m].tag, ANN);
            }
            if (dw_match_encode_snapshot(it->box.match, it->ann, bytes[i], DW_MESSAGE_MAX,
                                         &sizes[i]) != DW_OK) {
                sizes[i] = 0;
            }
        }
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(bytes[0], bytes[1], sizes[0]);
    }
    assert_int_equal(dw_sim_locks_turned(dw_match_sim(twins[0].box.match)), 0);
    assert_int_equal(dw_sim_locks_turned(dw_match_sim(twins[1].box.match)), 1);
    dw_match_box_close(&twins[0].box);
    dw_match_box_close(&twins[1].box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_knows_of_a_lock_when_it_sees_the_door),
        cmocka_unit_test(a_lock_out_of_sight_sends_no_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
