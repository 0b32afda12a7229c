/* Who is told of a throw and shown a bait (server/RULES.md 8.19), and what a hostile client that
 * throws changes: counters. */
#include "common/world/sight.h"
#include "match_box.h"
#include "server/session/interest.h"
#include "server/sim/sim_state.h"
#include "tests/support/test.h"

#include <string.h>

enum { ANN = 1, BOB, WATCHER, TICKS = 120, BYTES = DW_MESSAGE_MAX, DOOR = 0, BAIT_ROW = 1 };

typedef struct world_of_two {
    dw_match_box box;
    dw_client_handle ann, bob;
} world_of_two;

static world_of_two one, two;

static dw_sim *sim_of(world_of_two *w)
{
    return (dw_sim *)dw_match_sim(w->box.match);
}

static void put_ann(world_of_two *w, int32_t x_mm, int32_t y_mm)
{
    dw_sim *sim = sim_of(w);
    dw_actor *actor = &sim->world.actors[dw_intruder_index(&sim->world, 0)];
    actor->body.position = (dw_vec){DW_MM(x_mm), DW_MM(y_mm)};
    actor->room = dw_map_room_at(w->box.map, actor->body.position);
}

/* Ann is in the study, Bob in the hall. */
static void open_world(world_of_two *w, bool door_open)
{
    dw_match_box_init(&w->box);
    w->box.rules.tools = 1;
    w->box.config.spectator_delay_ticks = 60;
    dw_match_box_open(&w->box);
    dw_welcome welcome;
    w->ann = dw_match_box_join(&w->box, ANN, "ann", &welcome);
    w->bob = dw_match_box_join(&w->box, BOB, "bob", &welcome);
    (void)dw_match_box_watch(&w->box, WATCHER);
    dw_match_box_run_until(&w->box, DW_PHASE_PLAY);
    dw_door_set_put(&sim_of(w)->world.open, DOOR, door_open);
    put_ann(w, 7500, 2000);
    dw_match_box_run(&w->box, 1);
}

/* To the east, into the study. */
static void throw_one(world_of_two *w, uint8_t buttons, int32_t distance_mm)
{
    const dw_input input = {
        .newest_tick = w->box.tick + 1,
        .count = 1,
        .intents = {
            {.buttons = buttons, .throw_distance = (uint8_t)(distance_mm / DW_THROW_STEP_MM)}}};
    assert_true(dw_match_input(w->box.match, w->ann, &input));
    dw_match_box_run(&w->box, 1);
}

static dw_snapshot snapshot_of(world_of_two *w, dw_client_handle client)
{
    dw_snapshot snapshot;
    assert_int_equal(dw_match_snapshot(w->box.match, client, &snapshot), DW_OK);
    return snapshot;
}

static uint32_t told(const world_of_two *w, uint32_t tag)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->box.message_count; i++) {
        const dw_box_message *row = &w->box.messages[i];
        count += row->tag == tag && row->message.type == DW_MESSAGE_EVENT &&
                 row->message.as.event.kind == DW_CLIENT_EVENT_THROWN;
    }
    return count;
}

static void throws_and_baits_are_shown_to_those_that_see_them(void **state)
{
    (void)state;
    for (uint32_t open = 0; open < 2; open++) {
        open_world(&one, open != 0);
        const dw_vec bob = dw_intruder_actor(&sim_of(&one)->world, 1)->body.position;
        put_ann(&one, 7000, bob.y / DW_UNITS_PER_MM);
        throw_one(&one, DW_BUTTON_BAIT, 1000);
        const dw_vec landing = dw_sim_tools(sim_of(&one))->belts[0].landing;
        const bool sees = dw_sight_clear(one.box.map, &sim_of(&one)->world.open, bob, landing,
                                         DW_SIGHT_OVER_MIDDLE);
        assert_int_equal(told(&one, ANN), 1);
        assert_int_equal(told(&one, BOB), sees);
        dw_match_box_run(&one.box, 20);
        const dw_snapshot for_ann = snapshot_of(&one, one.ann);
        const dw_snapshot for_bob = snapshot_of(&one, one.bob);
        assert_int_equal(for_ann.items[BAIT_ROW].state, DW_ITEM_DROPPED);
        assert_int_equal(for_ann.items[BAIT_ROW].x, dw_snapshot_quantise(landing.x, 0));
        assert_int_equal(for_bob.items[BAIT_ROW].state, sees ? DW_ITEM_DROPPED : DW_ITEM_HOME);
        assert_int_equal(for_ann.own.coins * 10 + for_ann.own.baits, 30);
        assert_int_equal(for_bob.own.coins * 10 + for_bob.own.baits, 31);
        dw_match_box_close(&one.box);
    }
}

/* Spectators see all, as late as everything. */
static void spectators_are_told_late(void **state)
{
    (void)state;
    open_world(&one, false);
    throw_one(&one, DW_BUTTON_COIN, 1000);
    assert_int_equal(told(&one, WATCHER), 0);
    dw_match_box_run(&one.box, one.box.config.spectator_delay_ticks + 1);
    assert_int_equal(told(&one, WATCHER), 1);
    dw_match_box_close(&one.box);
}

static size_t bytes_for_bob(world_of_two *w, uint8_t bytes[BYTES])
{
    size_t size = 0;
    if (!dw_match_snapshot_due(w->box.match, w->box.tick) ||
        dw_match_encode_snapshot(w->box.match, w->bob, bytes, BYTES, &size) != DW_OK) {
        return 0;
    }
    return size;
}

static uint32_t messages_for_bob(const world_of_two *w)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->box.message_count; i++) {
        count += w->box.messages[i].tag == BOB ? 1 : 0;
    }
    return count;
}

/* Two worlds that differ in what Ann throws behind the closed door alone. */
static void what_is_thrown_out_of_sight_changes_no_byte(void **state)
{
    (void)state;
    open_world(&one, false);
    open_world(&two, false);
    uint32_t compared = 0;
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        if (tick % 40 == 10) {
            throw_one(&one, tick == 10 ? DW_BUTTON_BAIT : DW_BUTTON_COIN, 1500);
        } else {
            dw_match_box_run(&one.box, 1);
        }
        dw_match_box_run(&two.box, 1);
        uint8_t bytes[2][BYTES];
        const size_t size = bytes_for_bob(&one, bytes[0]);
        assert_int_equal(size, bytes_for_bob(&two, bytes[1]));
        assert_memory_equal(bytes[0], bytes[1], size);
        assert_int_equal(messages_for_bob(&one), messages_for_bob(&two));
        compared += size > 0;
    }
    assert_int_equal(told(&one, ANN), 3);
    assert_int_equal(dw_sim_tools(sim_of(&one))->lying, 1);
    assert_true(compared > TICKS / 20);
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

/* Too far, too many, one after the other: each costs a counter and no message. */
static void a_hostile_client_gains_nothing(void **state)
{
    (void)state;
    open_world(&one, false);
    const dw_match_stats *stats = dw_match_get_stats(one.box.match);
    throw_one(&one, DW_BUTTON_COIN, 12750);
    assert_int_equal(stats->throws_refused, 1);
    for (uint32_t tick = 0; tick < 4 * TICKS; tick++) {
        throw_one(&one, DW_BUTTON_COIN, 1000);
    }
    assert_int_equal(stats->throws, 3);
    assert_int_equal(stats->throws_refused, 1 + 4 * TICKS - 3);
    assert_int_equal(told(&one, ANN), 3);
    assert_int_equal(snapshot_of(&one, one.ann).own.coins, 0);
    dw_match_box_close(&one.box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(throws_and_baits_are_shown_to_those_that_see_them),
        cmocka_unit_test(spectators_are_told_late),
        cmocka_unit_test(what_is_thrown_out_of_sight_changes_no_byte),
        cmocka_unit_test(a_hostile_client_gains_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
