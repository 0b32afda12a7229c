/* The guards' minds in words, as people that watch read them. */
#include "client/view/model/mind_text.h"
#include "common/base/check.h"
#include "tests/support/test.h"
#include "view_scene.h"

#include <stdio.h>
#include <string.h>

enum { TICK = DW_VIEW_FIXTURE_TICK };

static const dw_room two_rooms[2] = {{.name = "Hall"}, {.name = "Study"}};
static const dw_door one_door[1] = {{.half = {{.room = 0}, {.room = 1}}}};
static const dw_map small_map = {
    .room_count = 2,
    .rooms = two_rooms,
    .door_count = 1,
    .doors = one_door,
    .item_count = 1,
    .items = {{.name = "Documents"}},
    .intruders_max = 14,
};

static dw_round two_players(void)
{
    return (dw_round){.round = 1,
                      .roster_count = 2,
                      .roster = {{0, DW_SLOT_ALIVE, 0, "Ada"}, {11, DW_SLOT_ALIVE, 0, "Bob"}}};
}

static void expect_sentence(const char *sentence, const char *expected)
{
    const dw_round round = two_players();
    const dw_intruder_names names = {.round = &round};
    char words[DW_MIND_TEXT];
    dw_mind_sentence(words, sentence, &names);
    assert_string_equal(words, expected);
}

static void sentences_name_players(void **state)
{
    (void)state;
    expect_sentence("Has intruder 1 in Hall.", "Has Ada in Hall.");
    expect_sentence("Intruder 12 has to come out here.", "Bob has to come out here.");
    expect_sentence("Has intruder 5 in Hall.", "Has intruder 5 in Hall.");
    expect_sentence("Has intruder 17 in Hall.", "Has intruder 17 in Hall.");
    expect_sentence("Has intruder 0.", "Has intruder 0.");
    expect_sentence("Has intruder x.", "Has intruder x.");
    expect_sentence("Patrol: Hall.", "Patrol: Hall.");
    expect_sentence("ntruder 1", "ntruder 1");
    char words[DW_MIND_TEXT];
    const dw_intruder_names unknown = {.round = NULL};
    dw_mind_sentence(words, "Has intruder 1 in Hall.", &unknown);
    assert_string_equal(words, "Has intruder 1 in Hall.");
}

static void persons_have_names_and_no_numbers(void **state)
{
    (void)state;
    const dw_round round = two_players();
    static const dw_map map = {.room_count = 2, .rooms = two_rooms, .intruders_max = 12};
    static dw_client_mission mission;
    const dw_intruder_names names = {.map = &map, .round = &round, .mission = &mission};
    (void)snprintf(mission.persons[0].name, sizeof mission.persons[0].name, "Curator");
    char words[DW_MIND_TEXT];
    dw_mind_sentence(words, "Has intruder 16 in Hall.", &names);
    assert_string_equal(words, "Has Curator in Hall.");
    dw_mind_sentence(words, "Has intruder 15 in Hall.", &names);
    assert_string_equal(words, "Has a person in Hall.");
    dw_mind_sentence(words, "Intruder 15 has to come out here.", &names);
    assert_string_equal(words, "A person has to come out here.");
    dw_mind_sentence(words, "Intruder 5 has to come out here.", &names);
    assert_string_equal(words, "Intruder 5 has to come out here.");
    const dw_mind_call call = {.kind = DW_RADIO_REPORT, .slot = 15, .room = 1, .door = DW_NONE};
    dw_mind_call_text(words, &call, &names);
    assert_string_equal(words, "Curator in Study!");
}

static void a_row_begins_with_what_delays_the_guard(void **state)
{
    (void)state;
    const dw_round round = two_players();
    const dw_intruder_names names = {.round = &round};
    dw_mind_view mind = {.sentence = "Chases intruder 1 in Hall."};
    char words[DW_MIND_TEXT];
    dw_mind_row(words, &mind, &names);
    assert_string_equal(words, "Chases Ada in Hall.");
    (void)snprintf(mind.doing, sizeof mind.doing, "waits for a doorway");
    dw_mind_row(words, &mind, &names);
    assert_string_equal(words, "Waits for a doorway. Chases Ada in Hall.");
}

static void expect_belief(dw_mind_intruder row, const dw_map *map, const char *words)
{
    char text_now[DW_MIND_TEXT];
    dw_mind_belief(text_now, &row, map, TICK);
    assert_string_equal(text_now, words);
}

static void a_belief_says_how_it_is_known_and_since_when(void **state)
{
    (void)state;
    const dw_map *map = &small_map;
    const uint32_t old = TICK - 180;
    expect_belief((dw_mind_intruder){.source = DW_BELIEF_SEEN, .room = 1, .tick = TICK}, map,
                  "in sight, Study");
    expect_belief((dw_mind_intruder){.source = DW_BELIEF_TOUCHED, .room = 1, .tick = TICK}, map,
                  "felt just now, Study");
    expect_belief((dw_mind_intruder){.source = DW_BELIEF_TOUCHED, .room = 2, .tick = old}, map,
                  "felt 3 s ago, the house");
    expect_belief(
        (dw_mind_intruder){.source = DW_BELIEF_TOLD, .told_by = 4, .room = 0, .tick = TICK}, map,
        "told by guard 4 just now, Hall");
    expect_belief((dw_mind_intruder){.source = DW_BELIEF_SOURCE_COUNT, .room = 0, .tick = old}, map,
                  "not seen yet");
}

static void expect_call(dw_mind_call call, const char *words)
{
    const dw_round round = two_players();
    const dw_intruder_names names = {.map = &small_map, .round = &round};
    char text_now[DW_MIND_TEXT];
    dw_mind_call_text(text_now, &call, &names);
    assert_string_equal(text_now, words);
}

static void each_kind_of_call_has_its_sentence(void **state)
{
    (void)state;
    expect_call((dw_mind_call){.kind = DW_RADIO_CAUGHT, .slot = 11}, "got Bob");
    expect_call((dw_mind_call){.kind = DW_RADIO_CAUGHT, .slot = 4}, "got intruder 5");
    expect_call((dw_mind_call){.kind = DW_RADIO_NONE, .slot = 4}, "");
    expect_call((dw_mind_call){.kind = DW_RADIO_TAKES, .room = 1, .door = 0},
                "I cover door Hall / Study");
    expect_call((dw_mind_call){.kind = DW_RADIO_TAKES, .room = 1, .door = 1}, "I search Study");
    expect_call((dw_mind_call){.kind = DW_RADIO_MISSING, .room = 1, .door = DW_NONE},
                "Documents: gone from Study!");
    expect_call((dw_mind_call){.kind = DW_RADIO_NOTICE, .room = 1, .door = DW_NONE},
                "something is wrong in Study");
    static const struct {
        dw_radio_kind kind;
        const char *of_room, *of_door;
    } rows[] = {
        {DW_RADIO_REQUEST, "go to Study, please", "go to door Hall / Study, please"},
        {DW_RADIO_CALL, "who goes to Study?", "who goes to door Hall / Study?"},
        {DW_RADIO_BID, "I can go to Study", "I can go to door Hall / Study"},
        {DW_RADIO_AWARD, "you go to Study", "you go to door Hall / Study"},
        {DW_RADIO_AGREE, "I go to Study", "I go to door Hall / Study"},
        {DW_RADIO_REFUSE, "not me, Study", "not me, door Hall / Study"},
        {DW_RADIO_DONE, "done with Study", "done with door Hall / Study"},
        {DW_RADIO_FAILED, "I had to leave Study", "I had to leave door Hall / Study"},
    };
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        dw_mind_call call = {.kind = (uint8_t)rows[i].kind, .room = 1, .door = DW_NONE};
        expect_call(call, rows[i].of_room);
        call.door = 0;
        expect_call(call, rows[i].of_door);
    }
}

static void bids_are_told_from_what_comes_of_them(void **state)
{
    (void)state;
    uint32_t bids = 0;
    for (uint32_t kind = 0; kind < DW_RADIO_KIND_COUNT; kind++) {
        const dw_mind_call call = {.kind = (uint8_t)kind};
        bids += dw_mind_call_is_bid(&call) ? 1U << kind : 0;
    }
    assert_int_equal(bids, 1U << DW_RADIO_OFFER | 1U << DW_RADIO_BID | 1U << DW_RADIO_REFUSE);
}

static void a_search_names_its_rooms_and_counts_what_is_done(void **state)
{
    (void)state;
    dw_mind_view mind = {.room_count = 3, .rooms = {1, 0, 7}, .piece_count = 3};
    mind.pieces[0].sides = 1;
    mind.pieces[2].sides = 8;
    assert_int_equal(dw_mind_pieces_done(&mind), 1);
    char words[DW_MIND_TEXT];
    dw_mind_search_text(words, &mind, &small_map);
    assert_string_equal(words, "Study 1 of 3, then Hall, the house");
    mind.room_count = 1;
    dw_mind_search_text(words, &mind, &small_map);
    assert_string_equal(words, "Study 1 of 3");
}

static void ages_are_short(void **state)
{
    (void)state;
    static const struct {
        uint32_t age;
        const char *text;
    } rows[] = {{0, "now"},   {29, "now"},     {30, "1 s"},     {89, "1 s"},     {90, "2 s"},
                {150, "3 s"}, {5999, "100 s"}, {6000, "1 min"}, {7199, "1 min"}, {7200, "2 min"}};
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        char words[DW_MIND_TEXT];
        dw_mind_age(words, 10000 - rows[i].age, 10000);
        assert_string_equal(words, rows[i].text);
    }
    char words[DW_MIND_TEXT];
    dw_mind_age(words, 10001, 10000); /* What is drawn lies behind. */
    assert_string_equal(words, "now");
}

static void a_cause_names_the_guard_that_told_it_and_when(void **state)
{
    (void)state;
    dw_mind_view mind = {.tick = TICK,
                         .cause = DW_CAUSE_MESSAGE,
                         .cause_id = 7,
                         .since = TICK - 120,
                         .call_count = 2,
                         .calls = {{.id = 8, .sender = 1}, {.id = 7, .sender = 3}}};
    char words[DW_MIND_TEXT];
    dw_mind_because(words, &mind, TICK);
    assert_string_equal(words, "Was told by guard 3, 2 s ago");
    mind.cause_id = 6; /* Too long ago to be held. */
    dw_mind_because(words, &mind, TICK);
    assert_string_equal(words, "Was told, 2 s ago");
    mind.cause = DW_CAUSE_LOST;
    mind.since = TICK;
    dw_mind_because(words, &mind, TICK);
    assert_string_equal(words, "Lost sight of somebody, now");
}

static void beliefs_calls_and_searches_are_sentences(void **state)
{
    (void)state;
    dw_view_fixture fixture;
    assert_true(dw_view_fixture_open(&fixture, "training", false));
    const dw_map *map = fixture.map;
    const char *room = map->rooms[1].name;
    const dw_round round = two_players();
    const dw_intruder_names names = {.map = map, .round = &round};
    char words[DW_MIND_TEXT];
    char expected[DW_MIND_TEXT];
    dw_mind_intruder row = {.source = DW_BELIEF_SEEN, .room = 1, .tick = TICK};
    dw_mind_belief(words, &row, map, TICK);
    (void)snprintf(expected, sizeof expected, "in sight, %s", room);
    assert_string_equal(words, expected);
    row.tick = TICK - 180;
    dw_mind_belief(words, &row, map, TICK);
    (void)snprintf(expected, sizeof expected, "seen 3 s ago, %s", room);
    assert_string_equal(words, expected);
    row.source = DW_BELIEF_TOLD;
    row.told_by = 2;
    dw_mind_belief(words, &row, map, TICK);
    (void)snprintf(expected, sizeof expected, "told by guard 2 3 s ago, %s", room);
    assert_string_equal(words, expected);
    row.source = DW_BELIEF_NONE;
    dw_mind_belief(words, &row, map, TICK);
    assert_string_equal(words, "not seen yet");

    dw_mind_call call = {.kind = DW_RADIO_REPORT, .slot = 11, .room = 1, .door = DW_NONE};
    dw_mind_call_text(words, &call, &names);
    (void)snprintf(expected, sizeof expected, "Bob in %s!", room);
    assert_string_equal(words, expected);
    call.kind = DW_RADIO_CLEAR;
    dw_mind_call_text(words, &call, &names);
    (void)snprintf(expected, sizeof expected, "%s is clear", room);
    assert_string_equal(words, expected);
    call.kind = DW_RADIO_TAKES;
    dw_mind_call_text(words, &call, &names);
    (void)snprintf(expected, sizeof expected, "I search %s", room);
    assert_string_equal(words, expected);
    call.door = 0;
    dw_mind_call_text(words, &call, &names);
    (void)snprintf(expected, sizeof expected, "I cover door %s / %s",
                   map->rooms[map->doors[0].half[0].room].name,
                   map->rooms[map->doors[0].half[1].room].name);
    assert_string_equal(words, expected);

    dw_mind_view mind = {.tick = TICK};
    dw_mind_search_text(words, &mind, map);
    assert_string_equal(words, "");
    mind.room_count = 2;
    mind.rooms[0] = 1;
    mind.rooms[1] = 0;
    mind.piece_count = 3;
    mind.pieces[1].sides = 4;
    dw_mind_search_text(words, &mind, map);
    (void)snprintf(expected, sizeof expected, "%s 2 of 3, then %s", room, map->rooms[0].name);
    assert_string_equal(words, expected);
    dw_view_fixture_close(&fixture);
}

static void the_strategy_is_called_by_its_name(void **state)
{
    (void)state;
    char words[DW_MIND_TEXT];
    dw_mind_view mind = {.strategy = "hold"};
    dw_mind_strategy(words, &mind);
    assert_string_equal(words, "Strategy: hold");
    mind.strategy[0] = '\0';
    dw_mind_strategy(words, &mind);
    assert_string_equal(words, "Strategy: one without a name");
}

static dw_mind_call said(uint32_t id, dw_radio_kind kind, uint8_t sender, uint16_t room)
{
    return (dw_mind_call){
        .id = id, .kind = (uint8_t)kind, .sender = sender, .room = room, .door = DW_NONE};
}

static void the_newest_word_on_a_task_says_who_has_it(void **state)
{
    (void)state;
    dw_contracts contracts = {.count = 0};
    const dw_mind_call calls[] = {said(5, DW_RADIO_AGREE, 2, 7), said(3, DW_RADIO_CALL, 1, 7),
                                  said(4, DW_RADIO_BID, 3, 7),   said(5, DW_RADIO_AGREE, 2, 7),
                                  said(9, DW_RADIO_DONE, 3, 1),  said(6, DW_RADIO_REPORT, 3, 2)};
    for (size_t i = 0; i < DW_COUNT_OF(calls); i++) {
        dw_contracts_hear(&contracts, &calls[i]);
    }
    assert_int_equal(contracts.count, 2);
    assert_int_equal(contracts.rows[0].room, 1);
    assert_int_equal(contracts.rows[0].state, DW_CONTRACT_DONE);
    assert_int_equal(contracts.rows[1].room, 7);
    assert_int_equal(contracts.rows[1].state, DW_CONTRACT_TAKEN);
    assert_int_equal(contracts.rows[1].guard, 2);
    const dw_mind_call failed = said(12, DW_RADIO_FAILED, 2, 7);
    dw_contracts_hear(&contracts, &failed);
    assert_int_equal(contracts.count, 2);
    assert_int_equal(contracts.rows[0].state, DW_CONTRACT_FAILED);
}

static void a_full_list_of_tasks_keeps_the_newest(void **state)
{
    (void)state;
    dw_contracts contracts = {.count = 0};
    for (uint16_t i = 20; i > 0; i--) { /* In any order. */
        const dw_mind_call call = said(1U + (7U * i) % 20U, DW_RADIO_TAKES, 1, i);
        dw_contracts_hear(&contracts, &call);
    }
    assert_int_equal(contracts.count, DW_CONTRACTS_MAX);
    for (uint32_t i = 1; i < contracts.count; i++) {
        assert_true(contracts.rows[i].id <= contracts.rows[i - 1].id);
    }
    assert_true(contracts.rows[DW_CONTRACTS_MAX - 1].id >= 14);
}

static void a_decision_is_told_with_its_time_and_cause(void **state)
{
    (void)state;
    char words[DW_MIND_TEXT];
    const dw_goal_change change = {
        .tick = 600 + 42 * 60, .body = 1, .cause = DW_CAUSE_LOST, .to = "search"};
    dw_mind_decision(words, &change, 600);
    assert_string_equal(words, "0:42  search: Lost sight of somebody");
    dw_say_in(DW_LANGUAGE_CZECH);
    dw_mind_decision(words, &change, 600);
    dw_say_in(DW_LANGUAGE_ENGLISH);
    assert_string_equal(words, "0:42  prohledávání: Ztratil někoho z očí");
    assert_string_equal(dw_mind_goal("dance"), "dance");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_word_on_a_task_says_who_has_it),
        cmocka_unit_test(a_full_list_of_tasks_keeps_the_newest),
        cmocka_unit_test(a_decision_is_told_with_its_time_and_cause),
        cmocka_unit_test(sentences_name_players),
        cmocka_unit_test(persons_have_names_and_no_numbers),
        cmocka_unit_test(a_row_begins_with_what_delays_the_guard),
        cmocka_unit_test(a_belief_says_how_it_is_known_and_since_when),
        cmocka_unit_test(each_kind_of_call_has_its_sentence),
        cmocka_unit_test(bids_are_told_from_what_comes_of_them),
        cmocka_unit_test(a_search_names_its_rooms_and_counts_what_is_done),
        cmocka_unit_test(ages_are_short),
        cmocka_unit_test(a_cause_names_the_guard_that_told_it_and_when),
        cmocka_unit_test(beliefs_calls_and_searches_are_sentences),
        cmocka_unit_test(the_strategy_is_called_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
