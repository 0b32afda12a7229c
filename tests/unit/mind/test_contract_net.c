/* contract_net.h: a guard calls tasks out, hears bids, awards the lowest, and works on what it was
 * awarded (4.65 of server/RULES.md and what follows it). Guard 0 is the one on the desk. */
#include "server/mind/team/contract_net.h"

#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

enum { DELAY = 30, CALL_TICKS = 60, START = 1000, PARTNER = 5 };

static dw_desk desk;
static dw_contract_net net;
static dw_team_radio radio;

static int begin(void **state)
{
    (void)state;
    dw_desk_open(&desk, false);
    desk.rules.radio_delay_ticks = DELAY;
    desk.rules.strategy.call_ticks = CALL_TICKS;
    desk.percepts.tick = START;
    memset(&net, 0, sizeof net);
    dw_contract_net_reset(&net, 0);
    dw_team_radio_reset(&radio);
    return 0;
}

static int end(void **state)
{
    (void)state;
    dw_desk_close(&desk);
    return 0;
}

/* The word that waits to be said last; it is taken off. */
static dw_radio_message take_word(void)
{
    assert_true(radio.word_count > 0);
    return radio.words[--radio.word_count];
}

/* Calls a door out, or with DW_NONE a room; the message that it makes. */
static dw_radio_message call(uint16_t room, uint16_t door)
{
    const dw_net_place place = {.room = room, .door = door, .slot = 2};
    assert_true(dw_contract_net_call(&net, &desk.think, &radio, &place));
    return take_word();
}

/* An answer of that guard to the last message of the call. */
static dw_radio_message answer_to(const dw_radio_message *message, dw_radio_kind kind,
                                  uint8_t sender)
{
    return (dw_radio_message){.kind = (uint8_t)kind,
                              .sender = sender,
                              .receiver = 1,
                              .conversation = message->conversation,
                              .number = 900u + sender,
                              .reply_to = message->number,
                              .deadline = message->deadline + 100,
                              .room = message->room};
}

static void bid(const dw_radio_message *called, uint8_t sender, int32_t bid_mm)
{
    dw_radio_message message = answer_to(called, DW_RADIO_BID, sender);
    message.bid_mm = bid_mm;
    dw_contract_net_hear(&net, &desk.think, &message);
}

static void a_call_names_its_place_and_lasts_for_two_delays_and_the_time_for_bids(void **state)
{
    (void)state;
    const dw_radio_message room = call(1, DW_NONE);
    assert_int_equal(room.kind, DW_RADIO_CALL);
    assert_int_equal(room.room, 1);
    assert_int_equal(room.slot, 2);
    assert_int_equal(room.door_count, 0);
    assert_int_equal(room.receiver, 0);
    assert_int_equal(room.deadline, START + 2 * DELAY + CALL_TICKS);
    const dw_radio_message door = call(1, 0);
    assert_int_equal(door.door_count, 1);
    assert_int_equal(door.doors[0], 0);
    assert_true(door.conversation != room.conversation);
}

static void a_place_is_called_until_its_call_ends_and_stays_tried(void **state)
{
    (void)state;
    assert_false(dw_contract_net_is_called(&net, 1));
    assert_false(dw_contract_net_has_tried(&net, 1, DW_NONE));
    (void)call(1, DW_NONE);
    assert_true(dw_contract_net_is_called(&net, 1));
    assert_false(dw_contract_net_is_called(&net, 0));
    assert_false(dw_contract_net_calls_door(&net, 0));
    (void)call(0, 0);
    assert_false(dw_contract_net_is_called(&net, 0)); /* A door of it. */
    assert_true(dw_contract_net_calls_door(&net, 0));
    assert_false(dw_contract_net_calls_door(&net, 1));
    assert_true(dw_contract_net_has_tried(&net, 1, DW_NONE));
    assert_false(dw_contract_net_has_tried(&net, 0, DW_NONE));
    assert_true(dw_contract_net_has_tried(&net, 7, 0)); /* A door is one, of whichever room. */
    assert_false(dw_contract_net_has_tried(&net, 0, 1));
    dw_contract_net_tidy(&net, START + 2 * DELAY + CALL_TICKS);
    assert_int_equal(net.call_count, 2);
    dw_contract_net_tidy(&net, START + 2 * DELAY + CALL_TICKS + 1);
    assert_int_equal(net.call_count, 0);
    assert_false(dw_contract_net_is_called(&net, 1));
    assert_true(dw_contract_net_has_tried(&net, 1, DW_NONE)); /* Nobody bid: it stays tried. */
}

static void no_more_is_called_than_there_is_room_for(void **state)
{
    (void)state;
    const dw_net_place place = {.room = 1, .door = DW_NONE};
    for (uint32_t i = 0; i < DW_NET_CALLS_MAX; i++) {
        (void)call((uint16_t)(i % 2), DW_NONE);
    }
    assert_false(dw_contract_net_call(&net, &desk.think, &radio, &place));
    assert_int_equal(net.loss.tried_count, DW_NET_CALLS_MAX);
    net.call_count = 0;
    for (uint32_t i = DW_NET_CALLS_MAX; i < DW_NET_TRIED_MAX; i++) {
        (void)call((uint16_t)(i % 2), DW_NONE);
        net.call_count = 0;
    }
    assert_false(dw_contract_net_call(&net, &desk.think, &radio, &place)); /* Enough is tried. */
    net.loss.tried_count = 0;
    for (uint32_t i = 0; i < DW_TEAM_WORDS_MAX; i++) {
        dw_team_radio_say_board(&radio, 0);
    }
    assert_false(dw_contract_net_call(&net, &desk.think, &radio, &place)); /* Too much to say. */
    assert_int_equal(net.call_count, 0);
}

static void bids_stand_by_length_then_by_guard_and_the_longest_of_too_many_is_dropped(void **state)
{
    (void)state;
    const dw_radio_message called = call(1, DW_NONE);
    static const struct {
        uint8_t sender;
        int32_t bid_mm;
    } bids[] = {{9, 4000}, {3, 6000}, {7, 4000}, {8, 5000}, {6, 6000}, {2, 1000}, {4, 9000}};
    for (uint32_t i = 0; i < sizeof bids / sizeof bids[0]; i++) {
        bid(&called, bids[i].sender, bids[i].bid_mm);
    }
    const dw_net_call *it = &net.calls[0];
    static const uint8_t order[] = {2, 7, 9, 8};
    assert_int_equal(it->bid_count, DW_NET_BIDS_MAX);
    assert_int_equal(it->last, DW_RADIO_BID);
    for (uint32_t i = 0; i < DW_NET_BIDS_MAX; i++) {
        assert_int_equal(it->bids[i].guard, order[i]);
        assert_int_equal(it->bids[i].number, 900u + order[i]);
    }
    assert_int_equal(it->bids[0].bid_mm, 1000);
    assert_int_equal(it->bids[3].bid_mm, 5000);
}

static void two_equal_bids_at_the_end_of_a_full_list_leave_the_lower_guard(void **state)
{
    (void)state;
    const dw_radio_message called = call(1, DW_NONE);
    for (uint8_t sender = 10; sender < 10 + DW_NET_BIDS_MAX; sender++) {
        bid(&called, sender, 4000);
    }
    bid(&called, 20, 4000); /* Behind all. */
    assert_int_equal(net.calls[0].bids[DW_NET_BIDS_MAX - 1].guard, 13);
    bid(&called, 9, 4000);
    assert_int_equal(net.calls[0].bids[0].guard, 9);
    assert_int_equal(net.calls[0].bids[DW_NET_BIDS_MAX - 1].guard, 12);
    assert_int_equal(net.calls[0].bid_count, DW_NET_BIDS_MAX);
}

static const dw_net_bid *due_at(uint32_t tick, const dw_net_call **call_due)
{
    const dw_net_bid *lowest = NULL;
    desk.percepts.tick = tick;
    *call_due = dw_contract_net_due(&net, &desk.think, &lowest);
    return lowest;
}

static void a_call_is_due_in_its_last_part_and_the_lowest_bid_of_all_goes_first(void **state)
{
    (void)state;
    const uint32_t last = START + 2 * DELAY + CALL_TICKS;
    const dw_net_call *due = NULL;
    const dw_radio_message first = call(0, DW_NONE);
    const dw_radio_message second = call(1, DW_NONE);
    bid(&first, 3, 5000);
    bid(&first, 4, 7000);
    bid(&second, 6, 4000);
    (void)due_at(last - 13, &due);
    assert_null(due);
    assert_int_equal(due_at(last - 12, &due)->guard, 6);
    assert_ptr_equal(due, &net.calls[1]);
    assert_true(
        dw_contract_net_award(&net, &desk.think, &radio, &net.calls[1], &net.calls[1].bids[0]));
    const dw_radio_message award = take_word();
    assert_int_equal(award.kind, DW_RADIO_AWARD);
    assert_int_equal(award.receiver, 7);
    assert_int_equal(award.reply_to, 906);
    assert_int_equal(award.room, 1);
    assert_int_equal(award.deadline, last - 12 + 2 * DELAY + 16);
    assert_int_equal(due_at(last - 11, &due)->guard, 3);
    assert_ptr_equal(due, &net.calls[0]);
}

static void a_guard_gets_one_task_of_a_caller(void **state)
{
    (void)state;
    const uint32_t last = START + 2 * DELAY + CALL_TICKS;
    const dw_net_call *due = NULL;
    const dw_radio_message first = call(0, DW_NONE);
    const dw_radio_message second = call(1, DW_NONE);
    const dw_radio_message third = call(1, 0);
    bid(&first, 3, 1000);
    bid(&second, 3, 1000);
    bid(&second, 4, 8000);
    bid(&third, 3, 1000);
    assert_int_equal(due_at(last, &due)->guard, 3);
    assert_ptr_equal(due, &net.calls[0]); /* Of equal bids the first call. */
    assert_true(
        dw_contract_net_award(&net, &desk.think, &radio, &net.calls[0], &net.calls[0].bids[0]));
    (void)take_word();
    assert_int_equal(due_at(last, &due)->guard, 4);
    assert_ptr_equal(due, &net.calls[1]);
    assert_true(
        dw_contract_net_award(&net, &desk.think, &radio, &net.calls[1], &net.calls[1].bids[1]));
    (void)take_word();
    assert_null(due_at(last, &due)); /* Its one bidder is engaged. */
    assert_ptr_equal(due, &net.calls[2]);
    assert_true(dw_contract_net_award(&net, &desk.think, &radio, &net.calls[2], NULL));
    const dw_radio_message withdrawn = take_word();
    assert_int_equal(withdrawn.kind, DW_RADIO_REFUSE);
    assert_int_equal(withdrawn.receiver, 0);
    (void)due_at(last, &due);
    assert_null(due);
}

/* Calls of a little later end first, unless the time of the first is nearly over. */
static void a_due_call_waits_for_later_ones_until_it_is_urgent(void **state)
{
    (void)state;
    const uint32_t last = START + 2 * DELAY + CALL_TICKS;
    const dw_net_call *due = NULL;
    const dw_radio_message first = call(0, DW_NONE);
    bid(&first, 3, 5000);
    desk.percepts.tick = START + 40;
    const dw_radio_message later = call(1, DW_NONE);
    bid(&later, 3, 4000);
    (void)due_at(last - 7, &due);
    assert_null(due);
    assert_int_equal(due_at(last - 6, &due)->bid_mm, 5000);
    assert_ptr_equal(due, &net.calls[0]);
}

/* What another guard calls out. */
static dw_radio_message foreign_call(uint8_t sender, uint16_t room, uint16_t door)
{
    dw_radio_message message = {.kind = DW_RADIO_CALL,
                                .sender = sender,
                                .id = 70,
                                .sent = START - DELAY,
                                .conversation = (sender + 1u) << 24 | 1,
                                .number = 1,
                                .deadline = START + 90,
                                .room = room,
                                .slot = 3};
    if (door != DW_NONE) {
        message.door_count = 1;
        message.doors[0] = door;
    }
    return message;
}

static void a_call_that_is_heard_is_a_task_with_its_place_and_its_time(void **state)
{
    (void)state;
    const dw_radio_message room = foreign_call(PARTNER, 1, DW_NONE);
    const dw_radio_message door = foreign_call(PARTNER + 1, 1, 0);
    const dw_radio_message none = foreign_call(PARTNER + 2, DW_NONE, DW_NONE);
    dw_contract_net_hear(&net, &desk.think, &room);
    dw_contract_net_hear(&net, &desk.think, &door);
    dw_contract_net_hear(&net, &desk.think, &none); /* Names no task. */
    assert_int_equal(net.task_count, 2);
    assert_int_equal(net.tasks[0].place.room, 1);
    assert_int_equal(net.tasks[0].place.door, DW_NONE);
    assert_int_equal(net.tasks[0].place.slot, 3);
    assert_int_equal(net.tasks[0].message, 70);
    assert_int_equal(net.tasks[0].sent, START - DELAY);
    assert_int_equal(net.tasks[1].place.door, 0);
    assert_ptr_equal(dw_contract_net_task(&net, DW_TALK_OPEN), &net.tasks[0]);
    assert_null(dw_contract_net_task(&net, DW_TALK_AWARDED));
    dw_contract_net_tidy(&net, START + 90);
    assert_int_equal(net.task_count, 2);
    dw_contract_net_tidy(&net, START + 91);
    assert_int_equal(net.task_count, 0);
}

static void a_call_that_is_one_too_many_stays_unanswered(void **state)
{
    (void)state;
    for (uint8_t i = 0; i <= DW_NET_TASKS_MAX; i++) {
        const dw_radio_message message = foreign_call((uint8_t)(PARTNER + i), 1, DW_NONE);
        dw_contract_net_hear(&net, &desk.think, &message);
    }
    assert_int_equal(net.task_count, DW_NET_TASKS_MAX);
}

static dw_radio_message answer(dw_radio_kind kind, int32_t bid_mm, uint32_t work_ticks)
{
    const dw_net_answer said = {.kind = kind, .bid_mm = bid_mm, .work_ticks = work_ticks};
    assert_true(dw_contract_net_answer(&net, &desk.think, &radio, &net.tasks[0], &said));
    return take_word();
}

static void a_bid_waits_for_the_award_and_an_agreement_for_the_work(void **state)
{
    (void)state;
    const dw_radio_message called = foreign_call(PARTNER, 1, DW_NONE);
    dw_contract_net_hear(&net, &desk.think, &called);
    const dw_radio_message said = answer(DW_RADIO_BID, 1234, 0);
    assert_int_equal(said.kind, DW_RADIO_BID);
    assert_int_equal(said.bid_mm, 1234);
    assert_int_equal(said.receiver, PARTNER + 1);
    assert_int_equal(said.reply_to, 1);
    assert_int_equal(said.room, 1);
    assert_int_equal(said.slot, 3);
    assert_int_equal(said.deadline, START + 90 + DELAY + 16);
    dw_radio_message award = called;
    award.kind = DW_RADIO_AWARD;
    award.receiver = 1;
    award.id = 88;
    award.sent = START + 80;
    award.number = 2;
    award.reply_to = said.number;
    award.deadline = START + 200;
    desk.percepts.tick = START + 110;
    dw_contract_net_hear(&net, &desk.think, &award);
    assert_ptr_equal(dw_contract_net_task(&net, DW_TALK_AWARDED), &net.tasks[0]);
    assert_int_equal(net.tasks[0].message, 88);
    assert_int_equal(net.tasks[0].sent, START + 80);
    const dw_radio_message agreed = answer(DW_RADIO_AGREE, 0, 500);
    assert_int_equal(agreed.deadline, START + 110 + 500 + 2 * DELAY + 16);
    assert_int_equal(net.tasks[0].talk.state, DW_TALK_WORKING);
    for (uint32_t i = 0; i < DW_TEAM_WORDS_MAX; i++) {
        dw_team_radio_say_board(&radio, 0);
    }
    const dw_net_answer done = {.kind = DW_RADIO_DONE};
    assert_false(dw_contract_net_answer(&net, &desk.think, &radio, &net.tasks[0], &done));
    (void)take_word();
    assert_true(dw_contract_net_answer(&net, &desk.think, &radio, &net.tasks[0], &done));
    dw_contract_net_tidy(&net, START + 111);
    assert_int_equal(net.task_count, 0);
}

/* Awards the first call to the guard that bid, and hears its answers. */
static void work(const dw_radio_message *called, dw_radio_kind result)
{
    bid(called, PARTNER, 1000);
    desk.percepts.tick = called->deadline;
    assert_true(
        dw_contract_net_award(&net, &desk.think, &radio, &net.calls[0], &net.calls[0].bids[0]));
    const dw_radio_message award = take_word();
    dw_radio_message yes = answer_to(&award, DW_RADIO_AGREE, PARTNER);
    yes.deadline = called->deadline + 300;
    dw_contract_net_hear(&net, &desk.think, &yes);
    assert_int_equal(net.calls[0].talk.state, DW_TALK_WORKING);
    if (result != DW_RADIO_NONE) {
        dw_radio_message over = answer_to(&award, result, PARTNER);
        over.number = yes.number + 1;
        dw_contract_net_hear(&net, &desk.think, &over);
        assert_int_equal(net.calls[0].last, result);
    }
}

static void a_place_that_failed_may_be_called_again_and_one_that_is_done_not(void **state)
{
    static const struct {
        dw_radio_kind result;
        bool stays_tried;
    } cases[] = {{DW_RADIO_DONE, true}, {DW_RADIO_FAILED, false}, {DW_RADIO_NONE, false}};
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const dw_radio_message called = call(1, DW_NONE);
        (void)call(0, DW_NONE);
        work(&called, cases[i].result);
        dw_contract_net_tidy(&net, called.deadline + 1000);
        assert_int_equal(net.call_count, 0);
        assert_int_equal(dw_contract_net_has_tried(&net, 1, DW_NONE), cases[i].stays_tried);
        assert_true(dw_contract_net_has_tried(&net, 0, DW_NONE));
        assert_int_equal(net.loss.tried_count, cases[i].stays_tried ? 2 : 1);
        (void)end(state);
        (void)begin(state);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_call_names_its_place_and_lasts_for_two_delays_and_the_time_for_bids),
        TEST(a_place_is_called_until_its_call_ends_and_stays_tried),
        TEST(no_more_is_called_than_there_is_room_for),
        TEST(bids_stand_by_length_then_by_guard_and_the_longest_of_too_many_is_dropped),
        TEST(two_equal_bids_at_the_end_of_a_full_list_leave_the_lower_guard),
        TEST(a_call_is_due_in_its_last_part_and_the_lowest_bid_of_all_goes_first),
        TEST(a_guard_gets_one_task_of_a_caller),
        TEST(a_due_call_waits_for_later_ones_until_it_is_urgent),
        TEST(a_call_that_is_heard_is_a_task_with_its_place_and_its_time),
        TEST(a_call_that_is_one_too_many_stays_unanswered),
        TEST(a_bid_waits_for_the_award_and_an_agreement_for_the_work),
        TEST(a_place_that_failed_may_be_called_again_and_one_that_is_done_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
