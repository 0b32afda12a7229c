/* Votes to send a player away: the vote alone against a slow judge, and votes in a match. */
#include "common/base/check.h"
#include "common/base/rng.h"
#include "match_box.h"
#include "server/session/kick_vote.h"
#include "tests/support/test.h"

#include <string.h>

enum {
    SECOND = DW_TICKS_PER_SECOND,
    MINUTE = 60 * SECOND,
    HOME = 5,
    PLAYERS_MAX = 4,
    WATCHER = 20
};

static dw_match_box box;
static dw_client_handle players[PLAYERS_MAX]; /* By slot; their tags are slot + 1. */

static int close_box(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    return 0;
}

/* `origins` of the players, in order of their slots; they may call votes by now. */
static void open_box(const uint64_t *origins, uint32_t count)
{
    static const char *const names[PLAYERS_MAX] = {"ann", "bob", "cat", "dan"};
    dw_welcome welcome;
    dw_match_box_init(&box);
    dw_match_box_open(&box);
    for (uint32_t i = 0; i < count; i++) {
        box.origin = origins[i];
        players[i] = dw_match_box_join(&box, i + 1, names[i], &welcome);
        assert_int_equal(welcome.slot, i);
    }
    dw_match_box_run(&box, DW_KICK_VOTE_WAIT_TICKS + 1);
}

static const uint64_t strangers[PLAYERS_MAX] = {11, 12, 13, 14};

static bool call(uint32_t by, uint8_t accused)
{
    const dw_vote vote = {.slot = accused};
    return dw_match_vote(box.match, players[by], &vote);
}

static bool say(uint32_t by, uint32_t number, bool yes)
{
    const dw_vote vote = {.vote = number, .yes = yes};
    return dw_match_vote(box.match, players[by], &vote);
}

static dw_vote_state told_to(uint32_t tag)
{
    const dw_message *message = dw_match_box_last(&box, tag, DW_MESSAGE_VOTE_STATE);
    assert_non_null(message);
    return message->as.vote_state;
}

static void expect_state(uint32_t tag, dw_vote_phase phase, uint8_t yes, uint8_t no, uint8_t needed)
{
    const dw_vote_state state = told_to(tag);
    if (state.phase != phase || state.yes != yes || state.no != no || state.needed != needed) {
        fail_msg("phase %u, %u yes, %u no, %u needed", state.phase, state.yes, state.no,
                 state.needed);
    }
}

static uint64_t refused(void)
{
    return dw_match_get_stats(box.match)->votes_refused;
}

/* --- the vote alone --- */

/* Random voices and words; counted here with a word for each slot. */
static void counts_and_ends_are_those_of_a_slow_judge(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 3, 1);
    uint32_t ends[DW_VOTE_PHASE_COUNT] = {0};
    for (uint32_t trial = 0; trial < 20000; trial++) {
        dw_kick_vote vote;
        dw_kick_vote_init(&vote);
        vote.number = dw_rng_below(&rng, 50) == 0 ? UINT32_MAX : trial;
        const uint8_t accused = (uint8_t)dw_rng_below(&rng, DW_INTRUDERS_MAX);
        uint8_t caller = (uint8_t)dw_rng_below(&rng, DW_INTRUDERS_MAX);
        caller = caller == accused ? DW_SLOT_NONE : caller;
        dw_kick_vote_begin(&vote, 1000, accused, caller);
        assert_true(vote.number != 0);
        uint32_t voice_of[DW_INTRUDERS_MAX];
        int said[DW_INTRUDERS_MAX] = {0};
        const uint32_t voices = dw_rng_below(&rng, DW_INTRUDERS_MAX) + 1;
        dw_kick_voices list = {.count = voices};
        for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
            voice_of[s] = s < voices ? s : dw_rng_below(&rng, voices);
            list.slots[voice_of[s]] |= s != accused ? UINT32_C(1) << s : 0;
            said[s] = s == caller ? 1 : 0;
        }
        for (uint32_t words = dw_rng_below(&rng, 24); words > 0; words--) {
            const uint8_t slot = (uint8_t)dw_rng_below(&rng, DW_INTRUDERS_MAX);
            const bool yes = dw_rng_below(&rng, 2) == 0;
            const bool late = dw_rng_below(&rng, 8) == 0;
            const bool counts = !late && slot != accused && said[slot] == 0;
            assert_int_equal(dw_kick_vote_say(&vote, vote.number + (late ? 1 : 0), slot, yes),
                             counts);
            said[slot] = counts ? (yes ? 1 : -1) : said[slot];
        }
        uint32_t yes = 0;
        uint32_t no = 0;
        for (uint32_t v = 0; v < voices; v++) {
            bool any_yes = false;
            bool any_no = false;
            for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
                any_yes = any_yes || (voice_of[s] == v && said[s] > 0);
                any_no = any_no || (voice_of[s] == v && said[s] < 0);
            }
            no += any_no ? 1 : 0;
            yes += any_yes && !any_no ? 1 : 0;
        }
        const dw_kick_counts counts = dw_kick_vote_count(&vote, &list);
        assert_int_equal(counts.yes, yes);
        assert_int_equal(counts.no, no);
        assert_true(counts.needed * 2 > voices && counts.needed >= 2);
        const bool over = dw_rng_below(&rng, 2) == 0;
        const uint32_t tick = 1000 + DW_KICK_VOTE_TICKS - (over ? 0 : 1);
        const dw_vote_phase expected = yes >= counts.needed                  ? DW_VOTE_PASSED
                                       : over || voices - no < counts.needed ? DW_VOTE_FAILED
                                                                             : DW_VOTE_ON;
        assert_int_equal(dw_kick_vote_judge(&vote, tick, &list), expected != DW_VOTE_ON);
        assert_int_equal(vote.phase, expected);
        assert_false(expected != DW_VOTE_ON && dw_kick_vote_say(&vote, vote.number, 0, true));
        ends[expected]++;
    }
    assert_true(ends[DW_VOTE_ON] > 1000 && ends[DW_VOTE_PASSED] > 1000 &&
                ends[DW_VOTE_FAILED] > 1000);
}

/* --- in a match --- */

static void a_majority_sends_the_accused_away_and_everybody_is_told(void **state)
{
    (void)state;
    open_box(strangers, 4);
    box.origin = 30;
    assert_int_not_equal(dw_match_box_watch(&box, WATCHER), 0);
    assert_true(call(0, 3));
    for (uint32_t tag = 1; tag <= 4; tag++) {
        expect_state(tag, DW_VOTE_ON, 1, 0, 2); /* 2 of 3 voices. */
    }
    expect_state(WATCHER, DW_VOTE_ON, 1, 0, 2);
    const dw_vote_state begun = told_to(1);
    assert_int_equal(begun.accused, 3);
    assert_int_equal(begun.caller, 0);
    assert_int_equal(begun.end_tick, box.tick + DW_KICK_VOTE_TICKS);
    assert_true(say(1, begun.vote, true));
    assert_false(dw_match_voted_out(box.match, players[3])); /* Decided in the next tick. */
    dw_match_box_run(&box, 1);
    expect_state(4, DW_VOTE_PASSED, 2, 0, 2);
    expect_state(WATCHER, DW_VOTE_PASSED, 2, 0, 2);
    assert_true(dw_match_voted_out(box.match, players[3]));
    assert_false(dw_match_voted_out(box.match, players[2]));
    assert_int_equal(dw_match_get_stats(box.match)->votes_passed, 1);
}

static void a_vote_without_a_majority_fails_at_once_or_after_25_seconds(void **state)
{
    (void)state;
    open_box(strangers, 4);
    assert_true(call(0, 3));
    assert_true(say(1, 1, false));
    dw_match_box_run(&box, 1);
    expect_state(1, DW_VOTE_ON, 1, 1, 2);
    assert_true(say(2, 1, false));
    dw_match_box_run(&box, 1);
    expect_state(1, DW_VOTE_FAILED, 1, 2, 2);
    assert_true(call(1, 3));
    dw_match_box_run(&box, DW_KICK_VOTE_TICKS - 1);
    expect_state(1, DW_VOTE_ON, 1, 0, 2);
    dw_match_box_run(&box, 1);
    expect_state(1, DW_VOTE_FAILED, 1, 0, 2);
    assert_false(dw_match_voted_out(box.match, players[3]));
}

static void two_players_cannot_send_each_other_away(void **state)
{
    (void)state;
    open_box(strangers, 2);
    assert_false(call(0, 1));
    assert_int_equal(refused(), 1);
    assert_null(dw_match_box_last(&box, 1, DW_MESSAGE_VOTE_STATE));
    const dw_message *answer = dw_match_box_last(&box, 1, DW_MESSAGE_CHAT_LINE);
    assert_non_null(answer);
    assert_string_equal(answer->as.chat_line.name, "server");
    assert_null(dw_match_box_last(&box, 2, DW_MESSAGE_CHAT_LINE));
}

/* Three connections of one address, and one player of another: nothing can be voted. */
static void one_address_has_one_voice(void **state)
{
    (void)state;
    static const uint64_t crowd[PLAYERS_MAX] = {HOME, HOME, HOME, 12};
    open_box(crowd, 4);
    assert_false(call(0, 3));
    assert_false(call(3, 0)); /* And the one has no second voice against the three. */
    dw_match_box_close(&box);

    static const uint64_t pair[PLAYERS_MAX] = {HOME, HOME, 12, 13};
    open_box(pair, 4);
    assert_true(call(0, 3));
    assert_true(say(1, 1, true));
    dw_match_box_run(&box, 1);
    expect_state(1, DW_VOTE_ON, 1, 0, 2);
    assert_true(say(2, 1, true));
    dw_match_box_run(&box, 1);
    expect_state(1, DW_VOTE_PASSED, 2, 0, 2);
    dw_match_box_close(&box);

    open_box(pair, 4); /* Of the accused's address nobody has a voice. */
    assert_true(call(2, 0));
    assert_false(say(1, 1, false));
    assert_int_equal(refused(), 1);
    assert_true(say(3, 1, true));
    dw_match_box_run(&box, 1);
    expect_state(1, DW_VOTE_PASSED, 2, 0, 2);
}

static void expect_nothing_changes(dw_client_handle client, const dw_vote *vote)
{
    const uint64_t before = refused();
    const uint32_t messages = box.message_count;
    assert_false(dw_match_vote(box.match, client, vote));
    dw_match_box_run(&box, 1);
    assert_int_equal(refused(), before + 1);
    for (uint32_t i = messages; i < box.message_count; i++) {
        assert_int_not_equal(box.messages[i].message.type, DW_MESSAGE_VOTE_STATE);
    }
}

static void forged_late_and_double_words_change_nothing_but_a_counter(void **state)
{
    (void)state;
    open_box(strangers, 4);
    box.origin = 30;
    const dw_client_handle watcher = dw_match_box_watch(&box, WATCHER);
    assert_int_not_equal(watcher, 0);
    dw_match_box_run(&box, DW_KICK_VOTE_WAIT_TICKS);
    const dw_vote none_is_on = {.vote = 1, .yes = true};
    expect_nothing_changes(players[0], &none_is_on);
    assert_true(call(0, 3));
    dw_match_box_run(&box, 1);
    const struct {
        dw_client_handle by;
        dw_vote vote;
    } rows[] = {
        {players[0], {.vote = 1, .yes = true}},  /* Said by calling. */
        {players[0], {.vote = 1, .yes = false}}, /* No second thought. */
        {players[3], {.vote = 1, .yes = false}}, /* The accused. */
        {watcher, {.vote = 1, .yes = true}},     /* A spectator. */
        {players[1], {.vote = 2, .yes = true}},  /* Of another vote. */
        {players[1], {.slot = 2}},               /* A second vote. */
        {players[3], {.slot = 0}},
    };
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        expect_nothing_changes(rows[i].by, &rows[i].vote);
        expect_state(1, DW_VOTE_ON, 1, 0, 2);
    }
    assert_false(dw_match_vote(box.match, 0, &rows[0].vote)); /* Nobody. */
    dw_match_box_run(&box, DW_KICK_VOTE_TICKS);
    expect_state(1, DW_VOTE_FAILED, 1, 0, 2);
    const dw_vote late = {.vote = 1, .yes = true};
    expect_nothing_changes(players[1], &late);
    const dw_vote nobody_there = {.slot = 9};
    expect_nothing_changes(players[1], &nobody_there);
    const dw_vote self = {.slot = 1};
    expect_nothing_changes(players[1], &self);
    assert_true(call(1, 3));
    dw_match_box_run(&box, 1);
    assert_int_equal(told_to(1).vote, 2);
    expect_nothing_changes(players[2], &late); /* Meant for the vote before. */
    expect_state(1, DW_VOTE_ON, 1, 0, 2);
}

static void a_minute_lies_between_two_calls_and_before_the_first(void **state)
{
    (void)state;
    open_box(strangers, 3);
    box.origin = strangers[3];
    dw_welcome welcome;
    players[3] = dw_match_box_join(&box, 4, "dan", &welcome);
    assert_false(call(3, 0)); /* Just came. */
    const uint32_t first = box.tick;
    assert_true(call(0, 3));
    dw_match_box_run(&box, DW_KICK_VOTE_TICKS + 1);
    expect_state(1, DW_VOTE_FAILED, 1, 0, 2);
    assert_false(call(0, 3));
    assert_true(call(1, 3));
    dw_match_box_run(&box, first + DW_KICK_VOTE_WAIT_TICKS - box.tick - 1);
    assert_false(call(0, 3));
    dw_match_box_run(&box, 1);
    assert_true(call(0, 3));
}

static void a_spectator_may_call_and_has_no_voice(void **state)
{
    (void)state;
    open_box(strangers, 4);
    box.origin = 30;
    const dw_client_handle watcher = dw_match_box_watch(&box, WATCHER);
    dw_match_box_run(&box, DW_KICK_VOTE_WAIT_TICKS);
    const dw_vote against = {.slot = 2};
    assert_true(dw_match_vote(box.match, watcher, &against));
    expect_state(1, DW_VOTE_ON, 0, 0, 2);
    assert_int_equal(told_to(1).caller, DW_SLOT_NONE);
    assert_true(say(0, 1, true));
    assert_true(say(1, 1, true));
    dw_match_box_run(&box, 1);
    expect_state(WATCHER, DW_VOTE_PASSED, 2, 0, 2);
}

static dw_status join_from(uint64_t origin, bool spectate)
{
    const dw_hello hello = {.version = DW_PROTOCOL_VERSION, .spectate = spectate, .name = "again"};
    const dw_newcomer newcomer = {.tag = 40, .origin = origin};
    dw_client_handle client;
    dw_welcome welcome;
    const dw_status status =
        dw_match_join(box.match, box.tick, &hello, &newcomer, &client, &welcome);
    if (status == DW_OK) {
        dw_match_leave(box.match, client);
    }
    return status;
}

static void expect_barred_for_five_minutes(void)
{
    const uint32_t passed = box.tick;
    assert_int_equal(join_from(strangers[3], false), DW_DENIED);
    assert_int_equal(join_from(strangers[3], true), DW_DENIED);
    assert_int_equal(join_from(77, true), DW_OK);
    assert_int_equal(join_from(0, true), DW_OK);
    dw_match_box_run(&box, passed + 5 * MINUTE - box.tick - 1);
    assert_int_equal(join_from(strangers[3], true), DW_DENIED);
    dw_match_box_run(&box, 1);
    assert_int_equal(join_from(strangers[3], true), DW_OK);
}

static void the_address_stays_out_for_five_minutes(void **state)
{
    (void)state;
    open_box(strangers, 4);
    assert_true(call(0, 3));
    assert_true(say(1, 1, true));
    dw_match_box_run(&box, 1);
    dw_match_leave(box.match, players[3]); /* The host sends the player away. */
    expect_barred_for_five_minutes();
}

/* Leaving, or breaking off, is no way out of a vote; nor does it fall on the next in that place. */
static void an_accused_that_leaves_during_the_vote_is_kept_out_as_well(void **state)
{
    (void)state;
    open_box(strangers, 4);
    assert_true(call(0, 3));
    dw_match_leave(box.match, players[3]);
    box.origin = 88;
    dw_welcome welcome;
    const dw_client_handle next = dw_match_box_join(&box, 9, "eve", &welcome);
    assert_int_equal(welcome.slot, 3);
    assert_true(say(1, 1, true));
    assert_true(say(2, 1, true));
    dw_match_box_run(&box, 1);
    expect_state(1, DW_VOTE_PASSED, 3, 0, 3); /* Of 4: Eve counts. */
    assert_false(dw_match_voted_out(box.match, next));
    expect_barred_for_five_minutes();
}

static bool knows_token(const dw_welcome *welcome)
{
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .has_token = true};
    memcpy(hello.token, welcome->token, sizeof hello.token);
    return dw_match_knows_token(box.match, &hello);
}

static void no_token_brings_back_a_player_that_was_voted_out(void **state)
{
    (void)state;
    dw_welcome welcome;
    open_box(strangers, 3);
    box.origin = strangers[3];
    players[3] = dw_match_box_join(&box, 4, "dan", &welcome);
    assert_true(knows_token(&welcome));
    assert_true(call(0, 3));
    dw_match_drop(box.match, players[3]); /* The connection breaks before the end, */
    assert_true(say(1, 1, true));
    dw_match_box_run(&box, 1);
    expect_state(1, DW_VOTE_PASSED, 2, 0, 2);
    assert_false(knows_token(&welcome));
    assert_int_equal(dw_match_count(box.match).dropped, 0);
    dw_match_box_close(&box);

    open_box(strangers, 3);
    box.origin = strangers[3];
    players[3] = dw_match_box_join(&box, 4, "dan", &welcome);
    assert_true(call(0, 3));
    assert_true(say(1, 1, true));
    dw_match_box_run(&box, 1);
    assert_false(knows_token(&welcome));
    dw_match_drop(box.match, players[3]); /* or before the host has looked. */
    assert_int_equal(dw_match_count(box.match).dropped, 0);
    assert_int_equal(dw_match_count(box.match).players, 3);
}

/* Clients that come are sent the vote; players who go take their answer along. */
static void voices_come_and_go(void **state)
{
    (void)state;
    open_box(strangers, 3);
    assert_true(call(0, 2));
    expect_state(1, DW_VOTE_ON, 1, 0, 2);
    dw_welcome welcome;
    box.origin = 91;
    const dw_client_handle fay = dw_match_box_join(&box, 8, "fay", &welcome);
    dw_match_box_run(&box, 1);
    expect_state(8, DW_VOTE_ON, 1, 0, 2); /* 3 voices by now. */
    dw_match_leave(box.match, players[0]);
    dw_match_box_run(&box, 1);
    expect_state(8, DW_VOTE_ON, 0, 0, 2);
    const dw_vote yes = {.vote = 1, .yes = true};
    assert_true(dw_match_vote(box.match, fay, &yes));
    assert_true(say(1, 1, true));
    dw_match_box_run(&box, 1);
    expect_state(8, DW_VOTE_PASSED, 2, 0, 2);
}

/* --- about the round --- */

static void majority_of_those_present_restarts_the_round(void **state)
{
    (void)state;
    dw_vote_state over;
    open_box(strangers, 4);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    assert_true(call(0, DW_VOTE_RESTART));
    expect_state(1, DW_VOTE_ON, 1, 0, 3);
    assert_true(say(1, 1, true));
    dw_match_box_run(&box, 1);
    assert_false(dw_match_take_vote(box.match, &over));
    assert_true(say(2, 1, true));
    dw_match_box_run(&box, 1);
    expect_state(4, DW_VOTE_PASSED, 3, 0, 3);
    assert_true(dw_match_take_vote(box.match, &over));
    assert_int_equal(over.accused, DW_VOTE_RESTART);
    assert_int_equal(over.phase, DW_VOTE_PASSED);
    assert_int_equal(over.yes, 3);
    assert_false(dw_match_take_vote(box.match, &over)); /* Once. */
    for (uint32_t i = 0; i < 4; i++) {
        assert_false(dw_match_voted_out(box.match, players[i]));
    }
}

static void lone_player_needs_nobody_to_restart(void **state)
{
    (void)state;
    open_box(strangers, 1);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    assert_true(call(0, DW_VOTE_RESTART));
    dw_match_box_run(&box, 1);
    expect_state(1, DW_VOTE_PASSED, 1, 0, 1);
}

static void calls_about_the_round_are_limited(void **state)
{
    (void)state;
    static const dw_choices choices = {.count = 2, .names = {"attic", "cellar"}};
    dw_welcome welcome;
    dw_match_box_init(&box);
    box.config.choices = &choices;
    dw_match_box_open(&box);
    players[0] = dw_match_box_join(&box, 1, "ann", &welcome);
    players[1] = dw_match_box_join(&box, 2, "bob", &welcome);
    const dw_client_handle watcher = dw_match_box_watch(&box, WATCHER);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    assert_false(call(0, DW_VOTE_CHOICE)); /* Too early. */
    dw_match_box_run(&box, DW_KICK_VOTE_WAIT_TICKS + 1);
    const dw_vote by_watcher = {.slot = DW_VOTE_CHOICE};
    assert_false(dw_match_vote(box.match, watcher, &by_watcher));
    assert_false(call(0, DW_VOTE_CHOICE + 2)); /* Not offered. */
    assert_int_equal(refused(), 3);
    assert_true(call(0, DW_VOTE_CHOICE + 1));
    assert_false(call(1, DW_VOTE_RESTART)); /* One is on. */
    assert_true(say(1, 1, false));
    dw_match_box_run(&box, 1);
    expect_state(1, DW_VOTE_FAILED, 1, 1, 2);
    assert_false(call(0, DW_VOTE_CHOICE)); /* A minute between two calls. */
    dw_match_abort(box.match);
    dw_match_box_run(&box, DW_KICK_VOTE_WAIT_TICKS);
    dw_match_abort(box.match);
    assert_false(call(0, DW_VOTE_RESTART)); /* No round is on. */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, close_box)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_and_ends_are_those_of_a_slow_judge),
        TEST(majority_of_those_present_restarts_the_round),
        TEST(lone_player_needs_nobody_to_restart),
        TEST(calls_about_the_round_are_limited),
        TEST(a_majority_sends_the_accused_away_and_everybody_is_told),
        TEST(a_vote_without_a_majority_fails_at_once_or_after_25_seconds),
        TEST(two_players_cannot_send_each_other_away),
        TEST(one_address_has_one_voice),
        TEST(forged_late_and_double_words_change_nothing_but_a_counter),
        TEST(a_minute_lies_between_two_calls_and_before_the_first),
        TEST(a_spectator_may_call_and_has_no_voice),
        TEST(the_address_stays_out_for_five_minutes),
        TEST(an_accused_that_leaves_during_the_vote_is_kept_out_as_well),
        TEST(no_token_brings_back_a_player_that_was_voted_out),
        TEST(voices_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
