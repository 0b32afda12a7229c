/* radio.h: messages as data, under way for as long as the ruleset says, heard by all but the
 * sender; and what of it leaves the simulation. */
#include "common/base/check.h"
#include "server/sim/sim_state.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { SAID_TICK = 5 };

static dw_venue *reference;
static uint8_t said_kind = DW_RADIO_REPORT;

/* A guard that says one thing in one tick, and does nothing else; guard 1 does so. */
typedef struct caller_mind {
    uint16_t guard;
    dw_radio_message said;
} caller_mind;

static dw_status caller_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    caller_mind *mind = DW_ARENA_NEW(arena, caller_mind);
    DW_CHECK(mind != NULL);
    mind->guard = setup->guard;
    *memory = mind;
    return DW_OK;
}

static void caller_reset(void *memory, uint64_t seed)
{
    (void)memory;
    (void)seed;
}

static void caller_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    caller_mind *mind = memory;
    mind->said = (dw_radio_message){
        .kind = said_kind, .slot = 3, .agitation = 2, .room = 4, .door_count = 1, .doors = {7}};
    mind->said.place = percepts->position;
    if (mind->guard == 1 && percepts->tick == SAID_TICK) {
        command->says = &mind->said;
    }
}

static void caller_explain(const void *memory, dw_mind_view *explanation)
{
    (void)memory;
    *explanation = (dw_mind_view){.goal = "call", .room = DW_NONE};
}

static uint64_t caller_hash(const void *memory, uint64_t hash)
{
    (void)memory;
    return hash;
}

static const dw_brain_kind caller = {
    .name = "caller",
    .create = caller_create,
    .reset = caller_reset,
    .think = caller_think,
    .explain = caller_explain,
    .hash = caller_hash,
};

static dw_stage *open_stage(int32_t delay_ticks)
{
    dw_ruleset rules = dw_ruleset_reference();
    rules.radio_delay_ticks = delay_ticks;
    return dw_stage_create_with(reference, &caller, &rules);
}

static void a_message_is_heard_when_it_is_due_and_once(void **state)
{
    (void)state;
    static const int32_t delays[] = {0, 1, 30};
    for (size_t i = 0; i < sizeof delays / sizeof delays[0]; i++) {
        dw_stage *stage = open_stage(delays[i]);
        /* It is said at the end of its tick, so that the next one is the first to hear it. */
        const uint32_t due = SAID_TICK + (uint32_t)(delays[i] > 0 ? delays[i] : 1);
        for (uint32_t tick = 1; tick <= due + 5; tick++) {
            dw_stage_step(stage);
            for (uint16_t g = 0; g < 3; g++) {
                const dw_percepts *percepts = dw_sim_percepts(stage->sim, g);
                assert_int_equal(percepts->heard_count, tick == due && g != 1 ? 1 : 0);
            }
        }
        dw_stage_destroy(stage);
    }
}

static void a_message_arrives_as_it_was_said(void **state)
{
    (void)state;
    dw_stage *stage = open_stage(30);
    dw_stage_run(stage, SAID_TICK + 30);
    const dw_radio_message *heard = &dw_sim_percepts(stage->sim, 2)->heard[0];
    assert_int_equal(heard->id, 1);
    assert_int_equal(heard->sent, SAID_TICK);
    assert_int_equal(heard->due, SAID_TICK + 30);
    assert_int_equal(heard->sender, 1);
    assert_int_equal(heard->slot, 3);
    assert_int_equal(heard->agitation, 2);
    assert_int_equal(heard->room, 4);
    assert_int_equal(heard->door_count, 1);
    assert_int_equal(heard->doors[0], 7);
    assert_true(dw_vec_equal(heard->place, dw_guard_actor(stage->world, 1)->body.position));
    dw_stage_destroy(stage);
}

static void a_report_is_an_event_with_room_and_agitation_when_it_is_said(void **state)
{
    (void)state;
    dw_stage *stage = open_stage(30);
    for (uint32_t tick = 1; tick < SAID_TICK + 60; tick++) {
        dw_stage_step(stage);
        uint32_t count = 0;
        const dw_sim_event *events = dw_sim_events(stage->sim, &count);
        const uint32_t reported = dw_stage_events(stage, DW_SIM_REPORTED, 1, 3);
        assert_int_equal(reported, tick == SAID_TICK ? 1 : 0);
        for (uint32_t i = 0; i < count && reported > 0; i++) {
            if (events[i].kind == DW_SIM_REPORTED) {
                assert_int_equal(events[i].room, 4);
                assert_int_equal(events[i].agitation, 2);
            }
        }
        const bool calling = tick >= SAID_TICK && tick < SAID_TICK + DW_CALLING_TICKS;
        assert_int_equal(stage->world->guards[1].calling_ticks > 0, calling);
        assert_int_equal(stage->world->guards[0].calling_ticks, 0);
    }
    dw_stage_destroy(stage);
}

static void a_message_under_way_is_in_the_hash(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        dw_stage *stage = open_stage(30);
        said_kind = i == 0 ? DW_RADIO_TAKES : DW_RADIO_CAUGHT;
        dw_stage_run(stage, SAID_TICK);
        hashes[i] = dw_sim_hash(stage->sim);
        dw_stage_destroy(stage);
    }
    said_kind = DW_RADIO_REPORT;
    assert_true(hashes[0] != hashes[1]);
}

static void a_full_queue_loses_its_oldest_and_counts_it(void **state)
{
    (void)state;
    dw_arena arena;
    dw_radio radio;
    assert_int_equal(dw_arena_create(&arena, 1 << 16), DW_OK);
    assert_int_equal(dw_radio_create(&radio, &arena, 3), DW_OK);
    dw_radio_reset(&radio, 1);
    const dw_radio_message said = {.kind = DW_RADIO_CLEAR};
    for (uint32_t i = 0; i < radio.capacity + 2; i++) {
        dw_radio_send(&radio, &said, &(dw_radio_sender){.tick = i}, 0);
    }
    assert_int_equal(radio.dropped, 2);
    dw_radio_message heard[DW_RADIO_HEARD_MAX];
    uint32_t next = 3;
    for (uint8_t count; (count = dw_radio_take_due(&radio, 1000, heard)) > 0;) {
        for (uint8_t i = 0; i < count; i++) {
            assert_int_equal(heard[i].id, next++);
        }
    }
    assert_int_equal(next, radio.capacity + 3);
    dw_arena_destroy(&arena);
}

static int open_house(void **state)
{
    (void)state;
    reference = dw_venue_shipped("reference");
    return 0;
}

static int close_house(void **state)
{
    (void)state;
    dw_venue_destroy(reference);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_heard_when_it_is_due_and_once),
        cmocka_unit_test(a_message_arrives_as_it_was_said),
        cmocka_unit_test(a_report_is_an_event_with_room_and_agitation_when_it_is_said),
        cmocka_unit_test(a_message_under_way_is_in_the_hash),
        cmocka_unit_test(a_full_queue_loses_its_oldest_and_counts_it),
    };
    return cmocka_run_group_tests(tests, open_house, close_house);
}
