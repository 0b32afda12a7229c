/* team_radio.h: claims as bids, and words one a tick (section 4 of server/RULES.md). */
#include "server/mind/team/team_radio.h"

#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

enum { DOOR = 4 };

static void claim(dw_team_radio *radio, uint8_t guard, uint16_t door, int32_t bid_mm, uint32_t sent)
{
    dw_radio_message message = {.kind = DW_RADIO_TAKES,
                                .sender = guard,
                                .sent = sent,
                                .room = 2,
                                .bid_mm = bid_mm,
                                .door_count = door != DW_NONE ? 1 : 0,
                                .doors = {door}};
    dw_team_radio_hear_claim(radio, &message);
}

static bool is_taken(const dw_team_radio *radio, const dw_desk *it, uint16_t door, int32_t bid_mm,
                     uint32_t tick)
{
    const dw_team_bid bid = {.door = door, .room = 2, .bid_mm = bid_mm, .tick = tick};
    return dw_team_radio_is_taken(radio, &it->setup, &bid);
}

/* A desk of guard `guard`, and its radio that has heard nothing. */
static void open_radio(dw_desk *it, dw_team_radio *radio, uint16_t guard)
{
    dw_desk_open(it, false);
    it->setup.guard = guard;
    dw_team_radio_reset(radio);
}

static void the_lower_bid_wins_and_ties_go_to_the_lower_index(void **state)
{
    (void)state;
    dw_desk it;
    dw_team_radio radio;
    open_radio(&it, &radio, 3);
    claim(&radio, 5, DOOR, 4000, 1000);
    assert_true(is_taken(&radio, &it, DOOR, 4001, 1000));
    assert_false(is_taken(&radio, &it, DOOR, 3999, 1000));
    assert_false(is_taken(&radio, &it, DOOR, 4000, 1000));
    it.setup.guard = 6;
    assert_true(is_taken(&radio, &it, DOOR, 4000, 1000));
    assert_false(is_taken(&radio, &it, DOOR + 1, 9000, 1000)); /* Another door. */
    dw_desk_close(&it);
}

/* A claim that was heard before the own bid holds even against a lower one; one that was made after
 * the own bid could be heard does not. */
static void a_claim_holds_by_when_it_could_be_heard(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    it.setup.guard = 3;
    const uint32_t delay = (uint32_t)it.rules.radio_delay_ticks;
    const uint32_t holds = (uint32_t)it.rules.claim_ticks;
    dw_team_radio radio;
    dw_team_radio_reset(&radio);
    claim(&radio, 5, DOOR, 4000, 1000);
    assert_true(is_taken(&radio, &it, DOOR, 10, 1000 + delay));
    assert_false(is_taken(&radio, &it, DOOR, 10, 1000 + delay - 1));
    assert_true(is_taken(&radio, &it, DOOR, 9000, 1000 - delay + 1));
    assert_false(is_taken(&radio, &it, DOOR, 9000, 1000 - delay));
    assert_true(is_taken(&radio, &it, DOOR, 9000, 1000 + holds - 1));
    assert_false(is_taken(&radio, &it, DOOR, 9000, 1000 + holds));
    dw_desk_close(&it);
}

static void a_room_to_search_is_claimed_by_its_index(void **state)
{
    (void)state;
    dw_desk it;
    dw_team_radio radio;
    open_radio(&it, &radio, 3);
    claim(&radio, 5, DW_NONE, 4000, 1000);
    assert_true(is_taken(&radio, &it, DW_NONE, 5000, 1001));
    const dw_team_bid other = {.door = DW_NONE, .room = 1, .bid_mm = 5000, .tick = 1001};
    assert_false(dw_team_radio_is_taken(&radio, &it.setup, &other));
    assert_false(is_taken(&radio, &it, DOOR, 5000, 1001));
    dw_desk_close(&it);
}

static void a_guard_has_one_claim_and_the_oldest_makes_room(void **state)
{
    (void)state;
    dw_desk it;
    dw_team_radio radio;
    open_radio(&it, &radio, 40);
    claim(&radio, 5, DOOR, 4000, 1000);
    claim(&radio, 5, DOOR + 1, 4000, 1010); /* It has changed its mind. */
    assert_int_equal(radio.claim_count, 1);
    assert_false(is_taken(&radio, &it, DOOR, 9000, 1010));
    assert_true(is_taken(&radio, &it, DOOR + 1, 9000, 1010));
    for (uint8_t guard = 6; guard < 6 + DW_TEAM_CLAIMS_MAX; guard++) {
        claim(&radio, guard, (uint16_t)(DOOR + guard), 4000, 1010u + guard);
    }
    assert_int_equal(radio.claim_count, DW_TEAM_CLAIMS_MAX);
    assert_false(is_taken(&radio, &it, DOOR + 1, 9000, 1030));
    for (uint8_t guard = 6; guard < 6 + DW_TEAM_CLAIMS_MAX; guard++) {
        assert_true(is_taken(&radio, &it, (uint16_t)(DOOR + guard), 9000, 1030));
    }
    dw_desk_close(&it);
}

static void words_are_said_one_a_tick_in_order_and_the_newest_replaces_when_full(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    dw_team_radio radio;
    dw_team_radio_reset(&radio);
    for (uint16_t room = 1; room <= DW_TEAM_WORDS_MAX + 1; room++) {
        dw_team_radio_say_clear(&radio, &beliefs, room);
    }
    static const uint16_t said[] = {1, 2, 3, 5};
    for (uint32_t i = 0; i < DW_TEAM_WORDS_MAX; i++) {
        it.command.says = NULL;
        dw_team_radio_speak(&radio, &it.think, &beliefs);
        assert_non_null(it.command.says);
        assert_int_equal(it.command.says->kind, DW_RADIO_CLEAR);
        assert_int_equal(it.command.says->room, said[i]);
    }
    it.command.says = NULL;
    dw_team_radio_speak(&radio, &it.think, &beliefs);
    assert_null(it.command.says);
    dw_desk_close(&it);
}

/* From the detection on a report is due after `report_ticks`, and names a room once. */
static void a_detected_intruder_is_reported_when_due_and_each_room_once(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    dw_team_radio radio;
    dw_team_radio_reset(&radio);
    const uint32_t due = (uint32_t)it.rules.report_ticks;
    dw_percepts percepts = {.tick = 100, .position = dw_scene_mm(1000, 1000), .intruder_count = 1};
    percepts.intruders[0] = (dw_percept_intruder){.slot = 2,
                                                  .seen = true,
                                                  .detected = true,
                                                  .meter = it.setup.kind->senses.eyes.meter_full,
                                                  .position = dw_scene_mm(9000, 1000),
                                                  .room = DW_DESK_STUDY};
    it.think.percepts = &percepts;
    uint32_t reports = 0;
    for (; percepts.tick <= 100 + 3 * due; percepts.tick++) {
        if (percepts.tick == 100 + 2 * due) {
            percepts.intruders[0].room = DW_DESK_HALL;
        }
        it.command.says = NULL;
        dw_beliefs_perceive(&beliefs, &it.setup, &percepts);
        dw_team_radio_speak(&radio, &it.think, &beliefs);
        const bool first = percepts.tick == 100 + due;
        const bool second = percepts.tick == 100 + 2 * due;
        assert_int_equal(it.command.says != NULL, first || second);
        if (it.command.says != NULL) {
            assert_int_equal(it.command.says->kind, DW_RADIO_REPORT);
            assert_int_equal(it.command.says->slot, 2);
            assert_int_equal(it.command.says->room, first ? DW_DESK_STUDY : DW_DESK_HALL);
            assert_int_equal(it.command.says->agitation, 1);
            reports++;
        }
    }
    assert_int_equal(reports, 2);
    dw_desk_close(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lower_bid_wins_and_ties_go_to_the_lower_index),
        cmocka_unit_test(a_claim_holds_by_when_it_could_be_heard),
        cmocka_unit_test(a_room_to_search_is_claimed_by_its_index),
        cmocka_unit_test(a_guard_has_one_claim_and_the_oldest_makes_room),
        cmocka_unit_test(words_are_said_one_a_tick_in_order_and_the_newest_replaces_when_full),
        cmocka_unit_test(a_detected_intruder_is_reported_when_due_and_each_room_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
