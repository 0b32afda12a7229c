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

enum { SIDE_ROOMS = 8 };

/* A long hall (room 0) with eight rooms north of it, each with a door to the hall and to the next
 * one, so that all doors of the hall lie on circles. */
static dw_scene *make_row(void)
{
    dw_scene *scene = dw_scene_create();
    (void)dw_scene_room(scene, "hall", 0, 4000, 24000, 4000);
    for (uint16_t i = 0; i < SIDE_ROOMS; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "room %u", i);
        (void)dw_scene_room(scene, name, 3000 * i, 0, 3000, 4000);
        (void)snprintf(name, sizeof name, "hall %u", i);
        (void)dw_scene_door(scene, name, 0, (uint16_t)(i + 1), 3000 * i + 1000, 1000,
                            DW_SCENE_CLOSED);
    }
    for (uint16_t i = 1; i < SIDE_ROOMS; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "side %u", i);
        (void)dw_scene_door(scene, name, i, (uint16_t)(i + 1), 1500, 1000, DW_SCENE_CLOSED);
    }
    dw_scene_patrol(scene, "patrol", "hall");
    dw_scene_guard(scene, "ann", 1000, 6000, 0, "patrol");
    return scene;
}

/* Beliefs of an intruder that was detected in this tick. */
static dw_beliefs detected(uint8_t slot, uint16_t room, dw_vec place)
{
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    beliefs.detected = (uint16_t)(1u << slot);
    beliefs.of[slot] = (dw_belief){
        .source = DW_BELIEF_SEEN, .detected = true, .room = room, .place = place, .tick = 100};
    return beliefs;
}

/* The report that is said once it is due; asserts that there is one. */
static dw_radio_message due_report(dw_desk *it, dw_team_radio *radio, const dw_beliefs *beliefs,
                                   uint32_t after)
{
    const uint32_t start = it->percepts.tick;
    for (;; it->percepts.tick++) {
        it->command.says = NULL;
        dw_team_radio_speak(radio, &it->think, beliefs);
        const uint32_t passed = it->percepts.tick - start;
        assert_int_equal(it->command.says != NULL, passed == after);
        if (passed == after) {
            return *it->command.says;
        }
    }
}

static void a_report_lists_the_six_furthest_doors_to_which_the_intruder_is_nearer(void **state)
{
    (void)state;
    dw_desk it;
    dw_team_radio radio;
    open_radio(&it, &radio, 0);
    dw_scene *scene = make_row();
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    it.setup.map = venue->map;
    it.setup.nav = venue->nav;
    it.percepts.room = 0;
    static const struct {
        int32_t caller_mm, intruder_mm;
        uint8_t count;
        uint16_t doors[DW_RADIO_DOORS_MAX];
    } cases[] = {
        {500, 1000, 6, {7, 6, 5, 4, 3, 2}},    /* All eight; the nearest two are left off. */
        {12000, 23000, 2, {6, 7}},             /* The others are nearer to the caller. */
        {12000, 1000, 2, {1, 0}},              /* Likewise. */
        {23900, 12050, 6, {0, 1, 2, 5, 3, 4}}, /* On both sides. */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        dw_team_radio_reset(&radio);
        it.percepts.position = dw_scene_mm(cases[i].caller_mm, 6000);
        const dw_beliefs beliefs = detected(2, 0, dw_scene_mm(cases[i].intruder_mm, 6000));
        const dw_radio_message said =
            due_report(&it, &radio, &beliefs, (uint32_t)it.rules.report_ticks);
        assert_int_equal(said.door_count, cases[i].count);
        for (uint8_t d = 0; d < said.door_count; d++) {
            assert_int_equal(said.doors[d], cases[i].doors[d]);
        }
        assert_int_equal(said.room, 0);
        assert_true(dw_vec_equal(said.place, it.percepts.position));
    }
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
    dw_desk_close(&it);
}

static void reports_come_sooner_with_a_strategy_in_a_hurry_and_from_a_leader(void **state)
{
    (void)state;
    static const struct {
        int32_t own, hurry_agitation, crew_max, percent;
        uint8_t agitation;
        uint32_t after;
    } cases[] = {
        {0, 0, 0, 100, 3, 61},                          /* As the rules say. */
        {41, 0, 0, 100, 3, 41},                         /* As the strategy says. */
        {41, 2, 0, 100, 1, 41}, {41, 2, 0, 100, 2, 21}, /* Half of it, rounded up. */
        {41, 0, 2, 50, 0, 21},  {41, 2, 2, 10, 2, 3},
        {41, 0, 0, 50, 0, 41}, /* The share is a leader's. */
    };
    dw_desk it;
    dw_team_radio radio;
    open_radio(&it, &radio, 0);
    it.rules.report_ticks = 61;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        dw_team_radio_reset(&radio);
        it.rules.strategy.report_ticks = cases[i].own;
        it.rules.strategy.hurry_agitation = cases[i].hurry_agitation;
        it.rules.kinds[DW_KIND_GUARD].lead.crew_max = cases[i].crew_max;
        it.rules.kinds[DW_KIND_GUARD].lead.report_percent = cases[i].percent;
        dw_beliefs beliefs = detected(2, DW_DESK_STUDY, dw_scene_mm(9000, 1000));
        beliefs.agitation = cases[i].agitation;
        const dw_radio_message said = due_report(&it, &radio, &beliefs, cases[i].after);
        assert_int_equal(said.agitation, cases[i].agitation);
    }
    dw_desk_close(&it);
}

static void a_guard_in_a_hurry_reports_at_once_unless_the_report_is_owed(void **state)
{
    (void)state;
    dw_desk it;
    dw_team_radio radio;
    open_radio(&it, &radio, 0);
    const dw_beliefs beliefs = detected(2, DW_DESK_STUDY, dw_scene_mm(9000, 1000));
    dw_team_radio_hurry(&radio, 2, it.percepts.tick); /* Nothing is due. */
    assert_int_equal(radio.report_due[2], 0);
    dw_team_radio_speak(&radio, &it.think, &beliefs);
    assert_null(it.command.says);
    dw_team_radio_hurry(&radio, 2, it.percepts.tick);
    (void)due_report(&it, &radio, &beliefs, 0);
    dw_team_radio_forget_report(&radio, 2);
    assert_int_equal(radio.report_due[2], 0);
    assert_int_equal(radio.due, 0);
    dw_beliefs anew = beliefs;
    anew.detected_now = 1u << 2;
    dw_team_radio_speak(&radio, &it.think, &anew);
    const uint32_t due = radio.report_due[2];
    dw_team_radio_hurry(&radio, 2, it.percepts.tick);
    assert_int_equal(radio.report_due[2], due);
    dw_desk_close(&it);
}

/* An intruder that is lost before its report was due is reported still, once. */
static void a_report_that_is_owed_is_made_of_an_intruder_that_was_lost(void **state)
{
    (void)state;
    dw_desk it;
    dw_team_radio radio;
    open_radio(&it, &radio, 0);
    dw_beliefs beliefs = detected(2, DW_DESK_STUDY, dw_scene_mm(9000, 1000));
    beliefs.detected_now = 1u << 2;
    dw_team_radio_speak(&radio, &it.think, &beliefs);
    beliefs.detected_now = 0;
    beliefs.detected = 0;
    beliefs.of[2].detected = false;
    const dw_radio_message said =
        due_report(&it, &radio, &beliefs, (uint32_t)it.rules.report_ticks);
    assert_int_equal(said.room, DW_DESK_STUDY);
    assert_int_equal(radio.owed, 0);
    assert_int_equal(radio.due, 0);
    dw_desk_close(&it);
}

static void what_a_guard_was_told_it_reports_unless_the_strategy_says_own_alone(void **state)
{
    (void)state;
    dw_desk it;
    dw_team_radio radio;
    open_radio(&it, &radio, 0);
    dw_beliefs beliefs = detected(2, DW_DESK_STUDY, dw_scene_mm(9000, 1000));
    beliefs.of[2].source = DW_BELIEF_TOLD;
    (void)due_report(&it, &radio, &beliefs, (uint32_t)it.rules.report_ticks);
    it.rules.strategy.report_own_only = 1;
    dw_team_radio_reset(&radio);
    for (int32_t i = 0; i <= 2 * it.rules.report_ticks; i++) {
        it.command.says = NULL;
        dw_team_radio_speak(&radio, &it.think, &beliefs);
        assert_null(it.command.says);
        it.percepts.tick++;
    }
    dw_desk_close(&it);
}

static void with_a_board_nothing_goes_over_the_radio_but_words_about_it(void **state)
{
    (void)state;
    dw_desk it;
    dw_team_radio radio;
    open_radio(&it, &radio, 0);
    it.rules.strategy.board = 1;
    dw_beliefs beliefs = detected(3, DW_DESK_STUDY, dw_scene_mm(9000, 1000));
    dw_team_radio_speak(&radio, &it.think, &beliefs);
    dw_team_radio_hurry(&radio, 3, it.percepts.tick);
    dw_team_radio_say_clear(&radio, &beliefs, 1);
    dw_team_radio_say_board(&radio, 1);
    it.command.says = NULL;
    assert_int_equal(dw_team_radio_speak(&radio, &it.think, &beliefs), 1u << 3);
    assert_non_null(it.command.says);
    assert_int_equal(it.command.says->kind, DW_RADIO_BOARD);
    assert_int_equal(radio.word_count, 0);
    it.rules.strategy.board = 0;
    it.rules.strategy.talk = 0; /* Mute guards say nothing at all. */
    dw_team_radio_say_board(&radio, 1);
    it.command.says = NULL;
    assert_int_equal(dw_team_radio_speak(&radio, &it.think, &beliefs), 0);
    assert_null(it.command.says);
    dw_desk_close(&it);
}

static void words_carry_what_they_are_about(void **state)
{
    (void)state;
    dw_desk it;
    dw_team_radio radio;
    open_radio(&it, &radio, 0);
    dw_beliefs beliefs;
    dw_beliefs_reset(&beliefs);
    beliefs.agitation = 2;
    dw_team_radio_say_missing(&radio, &beliefs, 1);
    dw_team_radio_say_caught(&radio, &beliefs, 5);
    dw_team_radio_say_offer(&radio, DW_TASK_EXIT, 1, 777);
    dw_team_radio_say_holds(&radio, DW_TASK_OBJECTIVE, 0, true);
    assert_true(dw_team_radio_is_full(&radio));
    assert_int_equal(radio.words[0].kind, DW_RADIO_MISSING);
    assert_int_equal(radio.words[0].room, 1);
    assert_int_equal(radio.words[0].agitation, 2);
    assert_int_equal(radio.words[1].kind, DW_RADIO_CAUGHT);
    assert_int_equal(radio.words[1].slot, 5);
    assert_int_equal(radio.words[1].agitation, 2);
    assert_int_equal(radio.words[1].room, DW_NONE);
    assert_int_equal(radio.words[2].kind, DW_RADIO_OFFER);
    assert_int_equal(radio.words[2].task, DW_TASK_EXIT);
    assert_int_equal(radio.words[2].bid_mm, 777);
    assert_int_equal(radio.words[3].kind, DW_RADIO_HOLDS);
    assert_int_equal(radio.words[3].task, DW_TASK_OBJECTIVE);
    assert_true(radio.words[3].again);
    radio.word_count = 0;
    const dw_team_bid door = {.door = 0, .room = 1, .bid_mm = 42};
    const dw_team_bid room = {.door = DW_NONE, .room = 1, .bid_mm = 43};
    dw_team_radio_say_takes(&radio, &door, false);
    dw_team_radio_say_takes(&radio, &room, true);
    assert_int_equal(radio.words[0].door_count, 1);
    assert_int_equal(radio.words[0].doors[0], 0);
    assert_int_equal(radio.words[0].bid_mm, 42);
    assert_false(radio.words[0].again);
    assert_int_equal(radio.words[1].door_count, 0);
    assert_int_equal(radio.words[1].room, 1);
    assert_true(radio.words[1].again);
    assert_false(dw_team_radio_is_full(&radio));
    dw_desk_close(&it);
}

static void a_claim_that_is_dropped_leaves_the_others(void **state)
{
    (void)state;
    dw_desk it;
    dw_team_radio radio;
    open_radio(&it, &radio, 40);
    for (uint8_t guard = 5; guard < 8; guard++) {
        claim(&radio, guard, (uint16_t)(DOOR + guard), 4000, 1000);
    }
    dw_team_radio_drop_claim(&radio, 6);
    dw_team_radio_drop_claim(&radio, 20);
    assert_int_equal(radio.claim_count, 2);
    assert_true(is_taken(&radio, &it, DOOR + 5, 9000, 1001));
    assert_false(is_taken(&radio, &it, DOOR + 6, 9000, 1001));
    assert_true(is_taken(&radio, &it, DOOR + 7, 9000, 1001));
    const dw_team_bid bid = {.door = DOOR + 5, .room = 2, .bid_mm = 9000, .tick = 1001};
    assert_false(dw_team_radio_is_taken_beside(&radio, &it.setup, &bid, 5));
    assert_true(dw_team_radio_is_taken_beside(&radio, &it.setup, &bid, 7));
    it.rules.strategy.room_claim_ticks = 900; /* Of rooms alone. */
    claim(&radio, 9, DW_NONE, 4000, 1000);
    assert_true(is_taken(&radio, &it, DW_NONE, 9000, 1899));
    assert_false(is_taken(&radio, &it, DW_NONE, 9000, 1900));
    assert_false(is_taken(&radio, &it, DOOR + 5, 9000, 1000u + (uint32_t)it.rules.claim_ticks));
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
        cmocka_unit_test(a_report_lists_the_six_furthest_doors_to_which_the_intruder_is_nearer),
        cmocka_unit_test(reports_come_sooner_with_a_strategy_in_a_hurry_and_from_a_leader),
        cmocka_unit_test(a_guard_in_a_hurry_reports_at_once_unless_the_report_is_owed),
        cmocka_unit_test(a_report_that_is_owed_is_made_of_an_intruder_that_was_lost),
        cmocka_unit_test(what_a_guard_was_told_it_reports_unless_the_strategy_says_own_alone),
        cmocka_unit_test(with_a_board_nothing_goes_over_the_radio_but_words_about_it),
        cmocka_unit_test(words_carry_what_they_are_about),
        cmocka_unit_test(a_claim_that_is_dropped_leaves_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
