/* evidence.h: what a guard remembers of leaves and things, what counts when it differs, and what is
 * put right in which order (server/RULES.md 5.80 to 5.89). Door 0 leads from the hall to the study.
 */
#include "server/mind/evidence.h"

#include "server/mind/team/radio_round.h"
#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

enum { LEAF = 7, ITEM = 20, COLLEAGUE = 30, SEARCH = 50 };

static dw_desk desk;
static dw_evidence evidence;

static int begin(void **state)
{
    (void)state;
    dw_desk_open(&desk, false);
    desk.rules.evidence_leaf = LEAF;
    desk.rules.evidence_item = ITEM;
    desk.rules.evidence_colleague = COLLEAGUE;
    desk.rules.evidence_search = SEARCH;
    dw_evidence_reset(&evidence, desk.venue->map);
    return 0;
}

static int end(void **state)
{
    (void)state;
    dw_desk_close(&desk);
    return 0;
}

static void see_leaf(bool open)
{
    desk.percepts.signs.leaf_count = 1;
    desk.percepts.signs.leaves[0] = 0;
    desk.percepts.signs.open = open ? 1 : 0;
}

static void a_leaf_that_was_shut_is_evidence_once(void **state)
{
    (void)state;
    see_leaf(false);
    assert_false(dw_evidence_notice(&evidence, &desk.think));
    assert_int_equal(evidence.kind, DW_EVIDENCE_NONE);
    assert_int_equal(evidence.thing, DW_NONE);
    see_leaf(true);
    assert_true(dw_evidence_notice(&evidence, &desk.think));
    assert_int_equal(evidence.kind, DW_EVIDENCE_LEAF);
    assert_int_equal(evidence.thing, 0);
    assert_int_equal(evidence.points, LEAF);
    assert_false(dw_evidence_notice(&evidence, &desk.think)); /* It knows it now. */
    assert_int_equal(evidence.points, LEAF);
    see_leaf(false);
    assert_false(dw_evidence_notice(&evidence, &desk.think)); /* Somebody shut it: nothing. */
}

static void the_third_time_of_a_leaf_is_worth_a_search(void **state)
{
    (void)state;
    static const int32_t points[] = {LEAF, LEAF, SEARCH, SEARCH};
    for (uint32_t i = 0; i < 4; i++) {
        evidence.points = 0;
        see_leaf(true);
        assert_true(dw_evidence_notice(&evidence, &desk.think));
        assert_int_equal(evidence.points, points[i]);
        see_leaf(false);
        assert_false(dw_evidence_notice(&evidence, &desk.think));
    }
}

static void a_guard_without_time_only_remembers(void **state)
{
    (void)state;
    see_leaf(true);
    desk.percepts.missing = 4;
    dw_evidence_follow(&evidence, &desk.think);
    assert_int_equal(evidence.points, 0);
    assert_int_equal(evidence.kind, DW_EVIDENCE_NONE);
    assert_false(dw_evidence_notice(&evidence, &desk.think)); /* Neither the leaf nor the item. */
    assert_int_equal(evidence.points, 0);
}

static void things_that_are_gone_count_each_and_come_first(void **state)
{
    (void)state;
    see_leaf(true);
    desk.percepts.missing = 6; /* Items 1 and 2. */
    assert_true(dw_evidence_notice(&evidence, &desk.think));
    assert_int_equal(evidence.kind, DW_EVIDENCE_ITEM);
    assert_int_equal(evidence.thing, 1);
    assert_int_equal(evidence.points, 2 * ITEM + LEAF);
    assert_true(dw_evidence_next(&evidence)); /* The leaf is still to be put right. */
    assert_int_equal(evidence.kind, DW_EVIDENCE_LEAF);
    assert_false(dw_evidence_next(&evidence));
    desk.percepts.missing = 14;
    assert_true(dw_evidence_notice(&evidence, &desk.think));
    assert_int_equal(evidence.thing, 3);
    assert_int_equal(evidence.points, 3 * ITEM + LEAF);
}

static void what_the_guard_did_itself_is_no_evidence(void **state)
{
    (void)state;
    desk.command = (dw_guard_command){.open_door = 0, .close_door = DW_NONE};
    dw_evidence_note_deeds(&evidence, &desk.think);
    see_leaf(true);
    assert_false(dw_evidence_notice(&evidence, &desk.think));
    desk.command = (dw_guard_command){.open_door = DW_NONE, .close_door = 0};
    dw_evidence_note_deeds(&evidence, &desk.think);
    assert_int_equal(evidence.shuts, 0);
    see_leaf(false);
    assert_false(dw_evidence_notice(&evidence, &desk.think));
    assert_int_equal(evidence.shuts, DW_NONE);
    see_leaf(true);
    assert_true(dw_evidence_notice(&evidence, &desk.think));
}

static void a_leaf_that_a_body_kept_open_is_no_evidence(void **state)
{
    (void)state;
    desk.command = (dw_guard_command){.open_door = DW_NONE, .close_door = 0};
    dw_evidence_note_deeds(&evidence, &desk.think);
    desk.percepts.door_refused = true;
    see_leaf(true);
    assert_false(dw_evidence_notice(&evidence, &desk.think));
}

static void a_wish_without_hands_moves_no_leaf(void **state)
{
    (void)state;
    desk.rules.kinds[DW_KIND_GUARD].can.open_doors = 0;
    desk.rules.kinds[DW_KIND_GUARD].can.close_doors = 0;
    desk.command = (dw_guard_command){.open_door = 0, .close_door = DW_NONE};
    dw_evidence_note_deeds(&evidence, &desk.think);
    see_leaf(true);
    assert_true(dw_evidence_notice(&evidence, &desk.think));
    desk.command = (dw_guard_command){.open_door = DW_NONE, .close_door = 0};
    dw_evidence_note_deeds(&evidence, &desk.think);
    assert_int_equal(evidence.shuts, DW_NONE);
}

static void a_leaf_beside_a_colleague_is_that_colleagues(void **state)
{
    (void)state;
    see_leaf(true);
    (void)dw_desk_add_guard(&desk, 8300, 2000);
    const bool beside = dw_evidence_notice(&evidence, &desk.think);
    assert_false(beside);
    dw_evidence_reset(&evidence, desk.venue->map);
    desk.percepts.guard_count = 0;
    (void)dw_desk_add_guard(&desk, 11000, 3500);
    assert_true(dw_evidence_notice(&evidence, &desk.think));
}

static void a_silent_colleague_has_its_points(void **state)
{
    (void)state;
    dw_evidence_miss(&evidence, &desk.think, 5);
    assert_int_equal(evidence.kind, DW_EVIDENCE_COLLEAGUE);
    assert_int_equal(evidence.thing, 5);
    assert_int_equal(evidence.points, COLLEAGUE);
}

static void things_are_put_right_leaves_first_then_lamps_in_order(void **state)
{
    (void)state;
    evidence.leaves_left_count = 3;
    evidence.leaves_left[0] = 4;
    evidence.leaves_left[1] = 2;
    evidence.leaves_left[2] = 9;
    evidence.lamps_left = 1u << 3 | 1u << 6;
    static const struct {
        uint8_t kind;
        uint16_t thing;
    } order[] = {{DW_EVIDENCE_LEAF, 4},
                 {DW_EVIDENCE_LEAF, 2},
                 {DW_EVIDENCE_LEAF, 9},
                 {DW_EVIDENCE_LAMP, 3},
                 {DW_EVIDENCE_LAMP, 6}};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        assert_true(dw_evidence_next(&evidence));
        assert_int_equal(evidence.kind, order[i].kind);
        assert_int_equal(evidence.thing, order[i].thing);
    }
    assert_false(dw_evidence_next(&evidence));
    evidence.leaves_left_count = 1;
    evidence.lamps_left = 8;
    dw_evidence_leave(&evidence);
    assert_false(dw_evidence_next(&evidence));
}

/* radio_round.h */
enum { PERIOD = 600, DELAY = 30, MOST = 2 * PERIOD + DELAY + 60 };

static dw_radio_round turns;
static dw_team_radio radio;

static void begin_turns(void)
{
    desk.rules.radio_round_ticks = PERIOD;
    desk.rules.radio_delay_ticks = DELAY;
    dw_radio_round_reset(&turns);
    dw_team_radio_reset(&radio);
}

static void hear(dw_radio_kind kind, uint8_t sender, uint32_t sent)
{
    desk.percepts.heard_count = 1;
    desk.percepts.heard[0] = (dw_radio_message){
        .kind = (uint8_t)kind, .sender = sender, .sent = sent, .room = 1, .task = DW_TASK_WELL};
    dw_radio_round_step(&turns, &desk.think, &radio);
    desk.percepts.heard_count = 0;
}

static void a_guard_says_in_its_turn_that_all_is_well(void **state)
{
    (void)state;
    begin_turns();
    for (uint32_t tick = 1; tick <= 2 * PERIOD; tick++) {
        radio.word_count = 0;
        desk.percepts.tick = tick;
        dw_radio_round_step(&turns, &desk.think, &radio);
        assert_int_equal(radio.word_count, tick % PERIOD == 0 ? 1 : 0);
    }
    assert_int_equal(radio.words[0].kind, DW_RADIO_OFFER);
    assert_int_equal(radio.words[0].task, DW_TASK_WELL);
    assert_int_equal(radio.words[0].room, desk.percepts.room);
    assert_int_equal(radio.words[0].bid_mm, 0);
}

static void a_colleague_is_missed_once_after_two_turns_without_a_word(void **state)
{
    (void)state;
    begin_turns();
    desk.percepts.tick = 1001;
    hear(DW_RADIO_CLEAR, 3, 1000); /* It has never said that all is well. */
    desk.percepts.tick = 1000 + MOST + 1;
    assert_int_equal(dw_radio_round_miss(&turns, &desk.think), DW_NONE);
    desk.percepts.tick = 2000;
    hear(DW_RADIO_OFFER, 3, 2000);
    assert_int_equal(turns.rooms[3], 1);
    desk.percepts.tick = 2000 + MOST;
    assert_int_equal(dw_radio_round_miss(&turns, &desk.think), DW_NONE);
    desk.percepts.tick = 2000 + MOST + 1;
    assert_int_equal(dw_radio_round_miss(&turns, &desk.think), 3);
    assert_int_equal(dw_radio_round_miss(&turns, &desk.think), DW_NONE);
    hear(DW_RADIO_CLEAR, 3, 2000 + MOST + 1); /* Any word will do. */
    desk.percepts.tick += MOST;
    assert_int_equal(dw_radio_round_miss(&turns, &desk.think), DW_NONE);
    desk.percepts.tick += 1;
    assert_int_equal(dw_radio_round_miss(&turns, &desk.think), 3);
}

static void of_two_silent_colleagues_the_lower_one_is_missed_first(void **state)
{
    (void)state;
    begin_turns();
    desk.percepts.tick = 2000;
    hear(DW_RADIO_OFFER, 9, 2000);
    hear(DW_RADIO_OFFER, 4, 2000);
    desk.percepts.tick = 2000 + MOST + 1;
    assert_int_equal(dw_radio_round_miss(&turns, &desk.think), 4);
    assert_int_equal(dw_radio_round_miss(&turns, &desk.think), 9);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_leaf_that_was_shut_is_evidence_once),
        TEST(the_third_time_of_a_leaf_is_worth_a_search),
        TEST(a_guard_without_time_only_remembers),
        TEST(things_that_are_gone_count_each_and_come_first),
        TEST(what_the_guard_did_itself_is_no_evidence),
        TEST(a_leaf_that_a_body_kept_open_is_no_evidence),
        TEST(a_wish_without_hands_moves_no_leaf),
        TEST(a_leaf_beside_a_colleague_is_that_colleagues),
        TEST(a_silent_colleague_has_its_points),
        TEST(things_are_put_right_leaves_first_then_lamps_in_order),
        TEST(a_guard_says_in_its_turn_that_all_is_well),
        TEST(a_colleague_is_missed_once_after_two_turns_without_a_word),
        TEST(of_two_silent_colleagues_the_lower_one_is_missed_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
