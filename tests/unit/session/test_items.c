/* What a match tells of two objectives: events name the item, and players and spectators alike know
 * where each is, wherever they stand (server/RULES.md 8.10). */
#include "match_box.h"
#include "server/session/interest.h"
#include "tests/support/test.h"

#include <string.h>

enum { DOCUMENTS, VASE, ANN = 1, BOB, WATCHER };

static dw_match_box box;
static dw_client_handle ann;

static const dw_world *world(void)
{
    return dw_sim_world(dw_match_sim(box.match));
}

/* The documents lie in the study; the vase in the hall, where Ann and Bob begin. */
static void open_box(void)
{
    dw_match_box_init(&box);
    dw_scene_item(box.scene, "vase", 1100, 3000);
    dw_scene_exit(box.scene, 4500, 200, 1000, 3600);
    dw_match_box_build(&box);
    box.rules.reach_mm = 1500;
    dw_match_box_open(&box);
    dw_welcome welcome;
    ann = dw_match_box_join(&box, ANN, "ann", &welcome);
    (void)dw_match_box_join(&box, BOB, "bob", &welcome);
    (void)dw_match_box_watch(&box, WATCHER);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
}

static void press_use(void)
{
    dw_match_box_ask(&box, ann, DW_STAND, DW_BUTTON_USE, 1);
    dw_match_box_run(&box, 2);
}

static void expect_event(uint32_t tag, uint8_t kind, uint16_t slot, uint16_t item)
{
    const dw_message *message = dw_match_box_last(&box, tag, DW_MESSAGE_EVENT);
    assert_non_null(message);
    assert_int_equal(message->as.event.kind, kind);
    assert_int_equal(message->as.event.a, slot);
    assert_int_equal(message->as.event.b, item);
}

static void events_name_the_item_that_was_taken_or_dropped(void **state)
{
    (void)state;
    open_box();
    press_use();
    assert_int_equal(world()->items[VASE].state, DW_ITEM_CARRIED);
    for (uint32_t tag = ANN; tag <= WATCHER; tag++) {
        expect_event(tag, DW_CLIENT_EVENT_ITEM_TAKEN, 0, VASE);
    }
    dw_match_leave(box.match, ann);
    dw_match_box_run(&box, 1);
    expect_event(BOB, DW_CLIENT_EVENT_ITEM_DROPPED, 0, VASE);
    expect_event(WATCHER, DW_CLIENT_EVENT_ITEM_DROPPED, 0, VASE);
    dw_match_box_close(&box);
}

/* Both stand in the hall, 1500 mm of reach apart at most. */
static void all_are_told_who_handed_what_to_whom(void **state)
{
    (void)state;
    open_box();
    press_use();
    press_use();
    assert_int_equal(world()->items[VASE].carrier, 1);
    for (uint32_t tag = ANN; tag <= WATCHER; tag++) {
        expect_event(tag, DW_CLIENT_EVENT_ITEM_HANDED, 0, VASE);
        assert_int_equal(dw_match_box_last(&box, tag, DW_MESSAGE_EVENT)->as.event.c, 1);
    }
    dw_match_box_close(&box);
}

/* Of one player, or of a spectator with DW_SLOT_NONE. */
static dw_snapshot snapshot_for(uint8_t slot)
{
    static dw_interest_scene scene;
    dw_interest interest;
    dw_snapshot out = {.tick = 1};
    memset(out.items, 0x55, sizeof out.items);
    dw_interest_init(&interest);
    dw_interest_scene_init(&scene, box.map, &box.rules);
    dw_interest_scene_begin(&scene, world());
    if (slot == DW_SLOT_NONE) {
        dw_interest_all(&scene, &out);
    } else {
        dw_interest_filter(&scene, &interest, dw_interest_eyes(world(), slot, false), slot, &out);
    }
    return out;
}

static void expect_vase(dw_snapshot_item expected)
{
    static const dw_snapshot_item home = {.state = DW_ITEM_HOME};
    static const uint8_t slots[] = {1, DW_SLOT_NONE};
    for (size_t i = 0; i < 2; i++) {
        const dw_snapshot out = snapshot_for(slots[i]);
        assert_memory_equal(&out.items[VASE], &expected, sizeof expected);
        for (uint32_t item = 0; item < DW_ITEMS_MAX; item++) {
            if (item != VASE) {
                assert_memory_equal(&out.items[item], &home, sizeof home);
            }
        }
    }
}

static void each_item_has_its_row_for_players_and_spectators(void **state)
{
    (void)state;
    open_box();
    expect_vase((dw_snapshot_item){.state = DW_ITEM_HOME});
    press_use();
    expect_vase((dw_snapshot_item){.state = DW_ITEM_CARRIED, .carrier = 0});
    assert_int_equal(dw_interest_flags(world(), 0), DW_BODY_CARRYING);
    assert_int_equal(dw_interest_flags(world(), 1), 0);
    const dw_vec at = dw_intruder_actor(world(), 0)->body.position;
    dw_match_leave(box.match, ann);
    dw_match_box_run(&box, 1);
    expect_vase((dw_snapshot_item){.state = DW_ITEM_DROPPED,
                                   .x = dw_snapshot_quantise(at.x, box.map->bounds.min.x),
                                   .y = dw_snapshot_quantise(at.y, box.map->bounds.min.y)});
    dw_match_box_close(&box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_name_the_item_that_was_taken_or_dropped),
        cmocka_unit_test(all_are_told_who_handed_what_to_whom),
        cmocka_unit_test(each_item_has_its_row_for_players_and_spectators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
