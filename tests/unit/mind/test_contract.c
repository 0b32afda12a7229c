/* contract.h: offers, who takes an answer or a post, and for how long it is taken (section 4 of
 * server/RULES.md). */
#include "server/mind/team/contract.h"

#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

enum { OWN = 3, BID_MM = 5000, NOW = 1030, SENT = 1000, HEARING_TICKS = 8 };

typedef struct table {
    dw_desk desk;
    dw_contracts contracts;
    dw_team_radio radio;
} table;

/* Guard OWN at tick NOW, of a team in which all that happens needs an agitation of 2. */
static void open_table(table *it)
{
    dw_desk_open(&it->desk, false);
    it->desk.setup.guard = OWN;
    it->desk.percepts.tick = NOW;
    it->desk.rules.strategy.answerers_max = 2;
    it->desk.rules.strategy.hold_exit_agitation = 2;
    dw_contracts_reset(&it->contracts);
    dw_team_radio_reset(&it->radio);
}

static void close_table(table *it)
{
    dw_desk_close(&it->desk);
}

/* When all offers that were made by NOW are heard. */
static uint32_t deadline(const table *it)
{
    return NOW + (uint32_t)it->desk.rules.radio_delay_ticks + HEARING_TICKS;
}

static void offer_to_answer(table *it)
{
    const dw_radio_message report = {
        .kind = DW_RADIO_REPORT, .room = DW_DESK_STUDY, .slot = 4, .sent = SENT};
    dw_contracts_offer_answer(&it->contracts, &it->desk.think, &it->radio, &report, BID_MM);
}

static dw_radio_message offer_of(uint8_t sender, dw_task task, int32_t bid_mm)
{
    return (dw_radio_message){.kind = DW_RADIO_OFFER,
                              .sender = sender,
                              .task = (uint8_t)task,
                              .room = DW_DESK_STUDY,
                              .bid_mm = bid_mm,
                              .sent = NOW};
}

static void hear(table *it, dw_radio_message message)
{
    dw_contracts_hear(&it->contracts, &it->desk.think, &message);
}

static void hear_holds(table *it, uint8_t sender, dw_task task)
{
    hear(it, (dw_radio_message){
                 .kind = DW_RADIO_HOLDS, .sender = sender, .task = (uint8_t)task, .sent = NOW});
}

static dw_task take(table *it, uint32_t tick, uint8_t agitation)
{
    it->desk.percepts.tick = tick;
    return dw_contracts_take_post(&it->contracts, &it->desk.think, &it->radio, agitation);
}

static bool keeps(table *it, uint32_t tick)
{
    it->desk.percepts.tick = tick;
    return dw_contracts_keep_post(&it->contracts, &it->desk.think, &it->radio, DW_TASK_EXIT);
}

static bool answers(table *it, uint32_t tick)
{
    it->desk.percepts.tick = tick;
    const dw_radio_message *report = dw_contracts_due_answer(&it->contracts, &it->desk.think);
    assert_true(report == NULL || (report->room == DW_DESK_STUDY && report->slot == 4));
    return report != NULL;
}

/* Guard OWN offers, hears `count` offers, and answers or not when they all are here. */
static bool answers_after(const dw_radio_message *offers, uint32_t count)
{
    table it;
    open_table(&it);
    offer_to_answer(&it);
    for (uint32_t i = 0; i < count; i++) {
        hear(&it, offers[i]);
    }
    assert_false(answers(&it, deadline(&it) - 1));
    const bool yes = answers(&it, deadline(&it));
    assert_false(answers(&it, deadline(&it) + 1)); /* An offer is settled once. */
    close_table(&it);
    return yes;
}

/* The intruder runs on: the second report comes while the offers for the first one come in. */
static void a_newer_report_of_that_intruder_leaves_the_offers_as_they_are(void **state)
{
    (void)state;
    for (uint32_t lower = 1; lower <= 2; lower++) {
        table it;
        open_table(&it);
        offer_to_answer(&it);
        const uint32_t due = deadline(&it);
        it.desk.percepts.tick = NOW + 20;
        const dw_radio_message newer = {
            .kind = DW_RADIO_REPORT, .room = DW_DESK_HALL, .slot = 4, .sent = SENT + 20};
        dw_contracts_offer_answer(&it.contracts, &it.desk.think, &it.radio, &newer, BID_MM + 1);
        assert_int_equal(it.radio.word_count, 1);
        for (uint32_t i = 0; i < lower; i++) { /* About the room of the first report. */
            hear(&it, offer_of((uint8_t)i, DW_TASK_ANSWER, BID_MM - 1));
        }
        it.desk.percepts.tick = due;
        const dw_radio_message *report = dw_contracts_due_answer(&it.contracts, &it.desk.think);
        assert_true((report != NULL) == (lower < 2));
        assert_true(report == NULL || report->room == DW_DESK_HALL);
        /* Of another intruder it is another offer. */
        offer_to_answer(&it);
        const dw_radio_message other = {
            .kind = DW_RADIO_REPORT, .room = DW_DESK_HALL, .slot = 5, .sent = SENT + 20};
        dw_contracts_offer_answer(&it.contracts, &it.desk.think, &it.radio, &other, BID_MM);
        assert_int_equal(it.radio.word_count, 3);
        close_table(&it);
    }
}

static void an_offer_to_answer_is_said_with_its_room_and_bid(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    offer_to_answer(&it);
    assert_int_equal(it.radio.word_count, 1);
    assert_int_equal(it.radio.words[0].kind, DW_RADIO_OFFER);
    assert_int_equal(it.radio.words[0].task, DW_TASK_ANSWER);
    assert_int_equal(it.radio.words[0].room, DW_DESK_STUDY);
    assert_int_equal(it.radio.words[0].bid_mm, BID_MM);
    close_table(&it);
}

static void a_guard_that_was_busy_at_the_deadline_does_not_answer(void **state)
{
    (void)state;
    for (uint32_t late = 0; late < 2; late++) {
        table it;
        open_table(&it);
        offer_to_answer(&it);
        assert_true(answers(&it, deadline(&it) + HEARING_TICKS + late) == (late == 0));
        assert_int_equal(it.contracts.answer.deadline, 0);
        close_table(&it);
    }
}

static void a_guard_answers_when_fewer_than_the_most_bid_lower(void **state)
{
    (void)state;
    const dw_radio_message lower[] = {offer_of(7, DW_TASK_ANSWER, BID_MM - 1),
                                      offer_of(8, DW_TASK_ANSWER, 1)};
    assert_true(answers_after(NULL, 0));
    assert_true(answers_after(lower, 1));
    assert_false(answers_after(lower, 2));
}

static void an_offer_counts_only_if_it_is_lower_and_ties_go_to_the_lower_index(void **state)
{
    (void)state;
    const dw_radio_message higher[] = {offer_of(1, DW_TASK_ANSWER, BID_MM + 1),
                                       offer_of(7, DW_TASK_ANSWER, BID_MM + 1)};
    const dw_radio_message above[] = {offer_of(4, DW_TASK_ANSWER, BID_MM),
                                      offer_of(5, DW_TASK_ANSWER, BID_MM)};
    const dw_radio_message below[] = {offer_of(1, DW_TASK_ANSWER, BID_MM),
                                      offer_of(2, DW_TASK_ANSWER, BID_MM)};
    assert_true(answers_after(higher, 2));
    assert_true(answers_after(above, 2));
    assert_false(answers_after(below, 2));
}

static void offers_for_another_room_or_an_earlier_report_do_not_count(void **state)
{
    (void)state;
    dw_radio_message offers[] = {offer_of(1, DW_TASK_ANSWER, 1), offer_of(2, DW_TASK_ANSWER, 1)};
    for (uint32_t i = 0; i < 2; i++) {
        offers[i].room = DW_DESK_HALL;
    }
    assert_true(answers_after(offers, 2));
    for (uint32_t i = 0; i < 2; i++) {
        offers[i].room = DW_DESK_STUDY;
        offers[i].sent = SENT - 1;
    }
    assert_true(answers_after(offers, 2));
    for (uint32_t i = 0; i < 2; i++) {
        offers[i].sent = SENT;
    }
    assert_false(answers_after(offers, 2));
}

/* What was heard before the own offer belongs to another contest. */
static void offers_that_come_before_the_own_one_do_not_count(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    hear(&it, offer_of(1, DW_TASK_ANSWER, 1));
    hear(&it, offer_of(2, DW_TASK_ANSWER, 1));
    assert_false(answers(&it, deadline(&it)));
    it.desk.percepts.tick = NOW;
    offer_to_answer(&it);
    assert_true(answers(&it, deadline(&it)));
    close_table(&it);
}

static void a_post_is_offered_once_and_taken_at_the_deadline(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    assert_int_equal(take(&it, NOW, 1), DW_TASK_NONE);
    assert_int_equal(it.radio.word_count, 0); /* Too calm. */
    assert_int_equal(take(&it, NOW, 2), DW_TASK_NONE);
    assert_int_equal(it.radio.word_count, 1);
    const dw_radio_message *said = &it.radio.words[0];
    dw_vec middle;
    uint16_t room;
    assert_true(dw_post_place(it.desk.setup.map, DW_TASK_EXIT, &room, &middle));
    assert_int_equal(said->kind, DW_RADIO_OFFER);
    assert_int_equal(said->task, DW_TASK_EXIT);
    assert_int_equal(said->room, room);
    assert_int_equal(said->bid_mm, dw_team_bid_mm(&it.desk.think, middle));
    assert_true(said->bid_mm > 0);
    assert_int_equal(take(&it, deadline(&it) - 1, 2), DW_TASK_NONE);
    assert_int_equal(it.radio.word_count, 1);
    assert_int_equal(take(&it, deadline(&it), 2), DW_TASK_EXIT);
    assert_int_equal(it.radio.word_count, 2);
    assert_int_equal(it.radio.words[1].kind, DW_RADIO_HOLDS);
    assert_int_equal(it.radio.words[1].task, DW_TASK_EXIT);
    assert_int_equal(it.radio.words[1].room, room);
    close_table(&it);
}

/* The winner has as much time to say so as its offer had, and the time of a full queue. */
static void a_guard_that_is_outbid_offers_anew_when_no_winner_speaks(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    (void)take(&it, NOW, 2);
    hear(&it, offer_of(7, DW_TASK_EXIT, it.contracts.posts[DW_TASK_EXIT].bid_mm - 1));
    assert_int_equal(take(&it, deadline(&it), 2), DW_TASK_NONE);
    assert_int_equal(it.radio.word_count, 1);
    const uint32_t until = deadline(&it) + (deadline(&it) - NOW) + HEARING_TICKS;
    assert_int_equal(take(&it, until - 1, 2), DW_TASK_NONE);
    assert_int_equal(it.radio.word_count, 1);
    assert_int_equal(take(&it, until, 2), DW_TASK_NONE);
    assert_int_equal(it.radio.word_count, 2);
    assert_int_equal(take(&it, until + (deadline(&it) - NOW), 2), DW_TASK_EXIT);
    close_table(&it);
}

static void a_guard_that_was_busy_at_the_deadline_offers_anew(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    (void)take(&it, NOW, 2);
    /* A chase comes between. Meanwhile others may have given the post out among themselves. */
    const uint32_t back = deadline(&it) + HEARING_TICKS + 1;
    assert_int_equal(take(&it, back, 2), DW_TASK_NONE);
    assert_int_equal(it.radio.word_count, 2);
    assert_int_equal(it.radio.words[1].kind, DW_RADIO_OFFER);
    assert_int_equal(take(&it, back + (deadline(&it) - NOW), 2), DW_TASK_EXIT);
    close_table(&it);
}

static void an_offer_outbids_only_for_its_own_post_while_the_own_offer_stands(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    hear(&it, offer_of(1, DW_TASK_EXIT, 0)); /* No own offer stands. */
    (void)take(&it, NOW, 2);
    const int32_t bid_mm = it.contracts.posts[DW_TASK_EXIT].bid_mm;
    hear(&it, offer_of(1, DW_TASK_OBJECTIVE, 0));
    hear(&it, offer_of(1, DW_TASK_EXIT, bid_mm + 1));
    hear(&it, offer_of(OWN + 1, DW_TASK_EXIT, bid_mm));
    assert_int_equal(take(&it, deadline(&it), 2), DW_TASK_EXIT);
    close_table(&it);
}

static void each_post_has_its_own_agitation_and_0_is_never(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    it.desk.rules.strategy.hold_exit_agitation = 0;
    it.desk.rules.strategy.hold_objective_agitation = 1;
    assert_int_equal(take(&it, NOW, 0), DW_TASK_NONE);
    assert_int_equal(it.radio.word_count, 0);
    (void)take(&it, NOW, 1);
    assert_int_equal(it.radio.words[0].task, DW_TASK_OBJECTIVE);
    assert_int_equal(take(&it, deadline(&it), 1), DW_TASK_OBJECTIVE);
    close_table(&it);
    open_table(&it);
    it.desk.rules.strategy.hold_exit_agitation = 0;
    (void)take(&it, NOW, 3);
    assert_int_equal(it.radio.word_count, 0);
    close_table(&it);
}

/* An exit that another guard holds leaves the objective to be taken. */
static void a_held_post_is_free_again_after_the_time_of_a_claim(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    const uint32_t free = NOW + (uint32_t)it.desk.rules.claim_ticks;
    (void)take(&it, NOW, 2);
    hear_holds(&it, 7, DW_TASK_EXIT);
    assert_int_equal(take(&it, deadline(&it), 2), DW_TASK_NONE); /* The own offer is off. */
    assert_int_equal(take(&it, free - 1, 2), DW_TASK_NONE);
    assert_int_equal(it.radio.word_count, 1);
    (void)take(&it, free, 2);
    assert_int_equal(it.radio.word_count, 2);
    assert_int_equal(take(&it, free + (deadline(&it) - NOW), 2), DW_TASK_EXIT);
    close_table(&it);
    open_table(&it);
    it.desk.rules.strategy.hold_objective_agitation = 2;
    hear_holds(&it, 7, DW_TASK_EXIT);
    (void)take(&it, NOW, 2);
    assert_int_equal(it.radio.words[0].task, DW_TASK_OBJECTIVE);
    close_table(&it);
}

static void a_holder_lets_go_for_a_lower_index_while_that_claim_holds(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    const uint32_t free = NOW + (uint32_t)it.desk.rules.claim_ticks;
    hear_holds(&it, OWN + 1, DW_TASK_EXIT);
    assert_true(keeps(&it, NOW + 1));
    hear_holds(&it, OWN - 1, DW_TASK_OBJECTIVE);
    assert_true(keeps(&it, NOW + 1));
    hear_holds(&it, OWN - 1, DW_TASK_EXIT);
    assert_false(keeps(&it, free - 1));
    assert_true(keeps(&it, free));
    close_table(&it);
}

/* So no claim runs out, even if one message is lost on the way. */
static void a_holder_says_so_once_in_half_the_time_of_a_claim(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    const uint32_t half = (uint32_t)it.desk.rules.claim_ticks / 2 + 1;
    uint32_t words = 0;
    for (uint32_t tick = 10 * half + 1; tick <= 13 * half; tick++) {
        it.radio.word_count = 0;
        assert_true(keeps(&it, tick));
        assert_int_equal(it.radio.word_count, tick % half == 0 ? 1 : 0);
        words += it.radio.word_count;
    }
    assert_int_equal(words, 3);
    assert_int_equal(it.radio.words[0].kind, DW_RADIO_HOLDS);
    assert_int_equal(it.radio.words[0].task, DW_TASK_EXIT);
    assert_int_equal(it.radio.words[0].room, DW_DESK_HALL);
    close_table(&it);
}

/* As soon as the objective is missing: the exit whatever the agitation, the objective no more. */
static void a_missing_objective_calls_for_the_exit_alone(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    it.desk.rules.strategy.hold_exit_agitation = 0;
    it.desk.rules.strategy.hold_exit_when_missing = 1;
    it.desk.rules.strategy.hold_objective_agitation = 1;
    assert_true(
        dw_contracts_keep_post(&it.contracts, &it.desk.think, &it.radio, DW_TASK_OBJECTIVE));
    hear(&it, (dw_radio_message){.kind = DW_RADIO_MISSING, .sender = 7, .sent = SENT});
    assert_false(
        dw_contracts_keep_post(&it.contracts, &it.desk.think, &it.radio, DW_TASK_OBJECTIVE));
    assert_int_equal(take(&it, NOW, 0), DW_TASK_NONE);
    assert_int_equal(it.radio.word_count, 1);
    assert_int_equal(it.radio.words[0].task, DW_TASK_EXIT);
    assert_int_equal(take(&it, deadline(&it), 0), DW_TASK_EXIT);
    close_table(&it);
}

/* The others know of it one radio delay later. */
static void a_guard_that_misses_the_objective_says_so_once_and_offers_when_all_know(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    it.desk.rules.strategy.hold_exit_when_missing = 1;
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    dw_contracts_miss(&it.contracts, &it.desk.think, &it.radio, &beliefs);
    assert_int_equal(it.radio.word_count, 0); /* Nothing is missing. */
    const dw_map *map = it.desk.setup.map;
    it.desk.percepts.missing = (uint8_t)(1u << dw_map_objective(map));
    for (uint32_t i = 0; i < 2; i++) {
        dw_contracts_miss(&it.contracts, &it.desk.think, &it.radio, &beliefs);
        assert_int_equal(it.radio.word_count, 1);
    }
    assert_int_equal(it.radio.words[0].kind, DW_RADIO_MISSING);
    assert_int_equal(it.radio.words[0].room, map->items[dw_map_objective(map)].room);
    assert_int_equal(it.radio.words[0].agitation, 1);
    assert_int_equal(beliefs.agitation, 1);
    const uint32_t heard = NOW + (uint32_t)it.desk.rules.radio_delay_ticks;
    (void)take(&it, heard - 1, 1);
    assert_int_equal(it.radio.word_count, 1);
    (void)take(&it, heard, 1);
    assert_int_equal(it.radio.word_count, 2);
    assert_int_equal(it.radio.words[1].kind, DW_RADIO_OFFER);
    close_table(&it);
}

static void a_post_lies_where_the_map_has_it(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    const dw_map *map = it.desk.setup.map;
    uint16_t room;
    dw_vec middle;
    assert_true(dw_post_place(map, DW_TASK_EXIT, &room, &middle));
    assert_true(dw_vec_equal(middle, dw_rect_centre(map->exit)));
    assert_true(dw_post_place(map, DW_TASK_OBJECTIVE, &room, &middle));
    assert_true(dw_vec_equal(middle, dw_rect_centre(map->items[dw_map_objective(map)].area)));
    assert_int_equal(room, dw_map_room_at(map, middle));
    close_table(&it);
}

static void a_loaded_offer_has_to_be_for_a_report_that_the_map_can_have(void **state)
{
    (void)state;
    table it;
    open_table(&it);
    const dw_map *map = it.desk.setup.map;
    assert_true(dw_contracts_are_sound(&it.contracts, map));
    offer_to_answer(&it);
    assert_true(dw_contracts_are_sound(&it.contracts, map));
    dw_radio_message *report = &it.contracts.answer.report;
    report->room = map->room_count;
    assert_false(dw_contracts_are_sound(&it.contracts, map));
    report->room = DW_DESK_HALL;
    report->kind = DW_RADIO_CLEAR;
    assert_false(dw_contracts_are_sound(&it.contracts, map));
    it.contracts.answer.deadline = 0; /* No offer stands: nobody reads it. */
    assert_true(dw_contracts_are_sound(&it.contracts, map));
    close_table(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_newer_report_of_that_intruder_leaves_the_offers_as_they_are),
        cmocka_unit_test(an_offer_to_answer_is_said_with_its_room_and_bid),
        cmocka_unit_test(a_guard_that_was_busy_at_the_deadline_does_not_answer),
        cmocka_unit_test(a_guard_answers_when_fewer_than_the_most_bid_lower),
        cmocka_unit_test(an_offer_counts_only_if_it_is_lower_and_ties_go_to_the_lower_index),
        cmocka_unit_test(offers_for_another_room_or_an_earlier_report_do_not_count),
        cmocka_unit_test(offers_that_come_before_the_own_one_do_not_count),
        cmocka_unit_test(a_post_is_offered_once_and_taken_at_the_deadline),
        cmocka_unit_test(a_guard_that_is_outbid_offers_anew_when_no_winner_speaks),
        cmocka_unit_test(a_guard_that_was_busy_at_the_deadline_offers_anew),
        cmocka_unit_test(an_offer_outbids_only_for_its_own_post_while_the_own_offer_stands),
        cmocka_unit_test(each_post_has_its_own_agitation_and_0_is_never),
        cmocka_unit_test(a_held_post_is_free_again_after_the_time_of_a_claim),
        cmocka_unit_test(a_holder_lets_go_for_a_lower_index_while_that_claim_holds),
        cmocka_unit_test(a_holder_says_so_once_in_half_the_time_of_a_claim),
        cmocka_unit_test(a_missing_objective_calls_for_the_exit_alone),
        cmocka_unit_test(a_guard_that_misses_the_objective_says_so_once_and_offers_when_all_know),
        cmocka_unit_test(a_post_lies_where_the_map_has_it),
        cmocka_unit_test(a_loaded_offer_has_to_be_for_a_report_that_the_map_can_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
