/* server/RULES.md 12.22 to 12.26: conversations that end in a question, and what its options lead
 * to. */
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/mission_game.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

/* Ines asks as soon as somebody is in the corner. The first line takes 60 ticks and 3 for each of
 * its 6 bytes. */
#define ASKS(options)                                                                              \
    "[" REACH_STUDY "], \"segments\": [{\"id\": \"ask\", \"lines\": [[\"Ines\", \"Hello.\"], "     \
    "[\"Ines\", \"Well?\"]], \"seconds\": 5, \"default\": 2, \"options\": [" options "]}, "        \
    "{\"id\": \"bye\", \"lines\": [[\"Otto\", \"Bye.\"]]}], \"triggers\": [{\"on\": [\"enter\", "  \
    "\"corner\"], \"do\": [[\"converse\", \"ask\"]]}, {\"on\": [\"failed\", \"far\"], \"do\": "    \
    "[[\"converse\", \"bye\"], [\"give\", 7]]}]"
#define ONE   "{\"text\": \"One\", \"do\": [[\"give\", 1]]}"
#define TWO   "{\"text\": \"Two\", \"do\": [[\"give\", 2], [\"converse\", \"bye\"]]}"
#define THREE "{\"text\": \"Three\"}"

enum { FIRST_LINE = 60 + 3 * 6, OPEN_TICKS = 5 * 60 };

static const dw_question *question_of(const game *it)
{
    return dw_sim_question(it->stage->sim);
}

static int32_t given(const game *it)
{
    return dw_sim_mission_state(it->stage->sim)->given;
}

/* What was said in the last step, or NULL. */
static const char *said(const game *it)
{
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(it->stage->sim, &count);
    const char *text = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == DW_SIM_SAID) {
            assert_null(text);
            text = it->mission.texts[events[i].text];
        }
    }
    return text;
}

static void ask(game *it, const char *parts)
{
    open_game_with(it, parts, dw_brain_find("null"));
    put(it, 0, 700, 5400);
    dw_stage_run(it->stage, 1 + FIRST_LINE);
}

/* In one tick. */
static void say(game *it, uint8_t slot, uint8_t answer)
{
    it->stage->intents[slot].answer = answer;
    dw_stage_step(it->stage);
    it->stage->intents[slot].answer = 0;
}

static void the_last_line_of_a_segment_opens_its_question(void **state)
{
    (void)state;
    game it;
    open_game(&it, ASKS(ONE ", " TWO));
    put(&it, 0, 700, 5400);
    dw_stage_step(it.stage);
    assert_string_equal(said(&it), "Hello.");
    dw_stage_run(it.stage, FIRST_LINE - 1);
    assert_int_equal(question_of(&it)->number, 0);
    say(&it, 0, 1); /* Too early. */
    assert_string_equal(said(&it), "Well?");
    assert_true(dw_question_is_open(question_of(&it)));
    assert_int_equal(question_of(&it)->number, 1);
    assert_int_equal(question_of(&it)->ticks, OPEN_TICKS);
    assert_int_equal(question_of(&it)->answers[0], 0);
    close_game(&it);
}

static void the_round_goes_on_while_a_question_is_open(void **state)
{
    (void)state;
    game it;
    ask(&it, ASKS(ONE ", " TWO));
    const uint32_t tick = it.stage->world->tick;
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_run(it.stage, 30);
    assert_int_equal(it.stage->world->tick, tick + 30);
    assert_true(dw_intruder_actor(it.stage->world, 0)->body.position.x > dw_scene_mm(700, 0).x);
    close_game(&it);
}

static void players_vote_and_more_than_half_decide(void **state)
{
    (void)state;
    game it;
    ask(&it, ASKS(THREE ", " ONE));
    say(&it, 1, 2);
    assert_true(dw_question_is_open(question_of(&it))); /* One of two. */
    say(&it, 0, 2);
    assert_false(dw_question_is_open(question_of(&it)));
    assert_int_equal(question_of(&it)->chosen, 2);
    assert_int_equal(given(&it), 1);
    close_game(&it);
}

static void a_tie_goes_to_the_first_option_and_silence_to_the_default(void **state)
{
    (void)state;
    game it;
    ask(&it, ASKS(ONE ", " TWO ", " THREE));
    say(&it, 0, 3);
    say(&it, 1, 1);
    assert_int_equal(question_of(&it)->chosen, 1);
    close_game(&it);
    ask(&it, ASKS(ONE ", " TWO ", " THREE));
    dw_stage_run(it.stage, OPEN_TICKS - 1);
    assert_true(dw_question_is_open(question_of(&it)));
    dw_stage_step(it.stage);
    assert_int_equal(question_of(&it)->chosen, 2);
    assert_int_equal(given(&it), 2);
    close_game(&it);
}

static void who_is_caught_or_away_has_no_vote(void **state)
{
    (void)state;
    game it;
    ask(&it, ASKS(ONE ", " TWO ", " THREE));
    say(&it, 0, 3);
    dw_sim_set_slot_state(it.stage->sim, 1, DW_SLOT_DROPPED);
    say(&it, 1, 1);
    assert_int_equal(question_of(&it)->chosen, 3); /* Of those present all have answered. */
    assert_int_equal(question_of(&it)->answers[1], 0);
    close_game(&it);
    ask(&it, ASKS(ONE ", " TWO ", " THREE));
    say(&it, 0, 3);
    dw_sim_set_slot_state(it.stage->sim, 0, DW_SLOT_OUT);
    say(&it, 1, 1);
    assert_int_equal(question_of(&it)->chosen, 1);
    close_game(&it);
}

/* At least a second later, and after the time for the line before. */
static void an_option_may_lead_to_another_segment(void **state)
{
    (void)state;
    game it;
    ask(&it, ASKS(ONE ", " TWO));
    dw_stage_run(it.stage, 200);
    say(&it, 0, 2);
    say(&it, 1, 2);
    assert_int_equal(question_of(&it)->chosen, 2);
    for (uint32_t i = 0; i < DW_ANSWERED_TICKS - 1; i++) {
        assert_null(said(&it));
        dw_stage_step(it.stage);
    }
    dw_stage_step(it.stage);
    assert_non_null(said(&it));
    assert_string_equal(said(&it), "Bye.");
    close_game(&it);
}

static void what_an_option_does_fires_triggers_in_the_same_tick(void **state)
{
    (void)state;
    game it;
    open_game(&it,
              "[" REACH_STUDY ", " PART(
                  "side", "take",
                  "\"optional\": true, " GOLD) "], \"segments\": [{\"id\": \"ask\", \"lines\": "
                                               "[[\"Ines\", \"Well?\"]], "
                                               "\"options\": [" THREE
                                               ", {\"text\": \"Fail\", \"do\": [[\"fail\", "
                                               "\"side\"]]}]}], \"triggers\": [{\"on\": "
                                               "[\"enter\", \"corner\"], \"do\": [[\"converse\", "
                                               "\"ask\"]]}, {\"on\": "
                                               "[\"failed\", \"side\"], \"do\": [[\"give\", 7]]}]");
    put(&it, 0, 700, 5400);
    dw_stage_step(it.stage);
    say(&it, 0, 2);
    assert_int_equal(given(&it), 0);
    say(&it, 1, 2);
    assert_int_equal(given(&it), 7);
    close_game(&it);
}

/* Lines without a question are said meanwhile. */
static void questions_wait_for_each_other(void **state)
{
    (void)state;
    game it;
    open_game(&it,
              "[" REACH_STUDY "], \"segments\": [{\"id\": \"a\", \"lines\": [[\"Ines\", \"A?\"]], "
              "\"seconds\": 5, \"options\": [" ONE ", " THREE "]}, "
              "{\"id\": \"b\", \"lines\": [[\"Otto\", \"Now\"], [\"Otto\", \"B?\"]], "
              "\"options\": [" ONE ", " THREE "]}], \"triggers\": [{\"on\": [\"enter\", "
              "\"corner\"], \"do\": [[\"converse\", \"a\"], [\"converse\", \"b\"]]}]");
    put(&it, 0, 700, 5400);
    dw_stage_step(it.stage);
    assert_int_equal(question_of(&it)->segment, 0);
    dw_stage_run(it.stage, 60 + 3 * 2);
    assert_non_null(said(&it));
    assert_string_equal(said(&it), "Now");
    dw_stage_run(it.stage, OPEN_TICKS - (60 + 3 * 2) - 1);
    assert_int_equal(question_of(&it)->number, 1);
    assert_true(dw_question_is_open(question_of(&it)));
    dw_stage_run(it.stage, 1 + DW_ANSWERED_TICKS);
    assert_int_equal(question_of(&it)->number, 2);
    assert_int_equal(question_of(&it)->segment, 1);
    assert_int_equal(given(&it), 1);
    close_game(&it);
}

/* Nine segments of two lines are more than can wait; the last one is left out as a whole. */
static void a_segment_waits_as_a_whole_or_not_at_all(void **state)
{
    (void)state;
    game it;
    open_game(&it, ASKS(ONE ", " TWO));
    for (uint32_t i = 0; i < 9; i++) {
        dw_sim_begin_segment(it.stage->sim, 0);
    }
    assert_int_equal(dw_sim_mission_state(it.stage->sim)->talk_count, 16);
    it.stage->sim->mission_state->talk_count = 15;
    dw_sim_begin_segment(it.stage->sim, 0);
    assert_int_equal(dw_sim_mission_state(it.stage->sim)->talk_count, 15);
    close_game(&it);
}

static void an_open_question_goes_on_after_a_load_with_its_answers(void **state)
{
    (void)state;
    static const char parts[] = ASKS(ONE ", " TWO ", " THREE);
    game one;
    game two;
    ask(&one, parts);
    say(&one, 0, 3);
    dw_stage_run(one.stage, 10);
    open_game_with(&two, parts, dw_brain_find("null"));
    dw_stage_load_from(two.stage, one.stage);
    assert_memory_equal(question_of(&two), question_of(&one), sizeof(dw_question));
    assert_true(dw_stage_run_alike(one.stage, two.stage, OPEN_TICKS + 120));
    assert_int_equal(question_of(&two)->chosen, 3);
    close_game(&one);
    close_game(&two);
}

static void an_answer_is_in_the_state_hash(void **state)
{
    (void)state;
    game one;
    game two;
    ask(&one, ASKS(ONE ", " TWO ", " THREE));
    ask(&two, ASKS(ONE ", " TWO ", " THREE));
    assert_true(dw_sim_hash(one.stage->sim) == dw_sim_hash(two.stage->sim));
    say(&one, 0, 1);
    say(&two, 0, 3);
    assert_true(dw_sim_hash(one.stage->sim) != dw_sim_hash(two.stage->sim));
    assert_true(dw_sim_state_hash(one.stage->sim) != dw_sim_state_hash(two.stage->sim));
    close_game(&one);
    close_game(&two);
}

static void a_new_round_begins_without_a_question(void **state)
{
    (void)state;
    game it;
    ask(&it, ASKS(ONE ", " TWO));
    say(&it, 0, 1);
    dw_stage_reset(it.stage, 2, 3);
    assert_int_equal(question_of(&it)->number, 0);
    assert_int_equal(question_of(&it)->answers[0], 0);
    close_game(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_line_of_a_segment_opens_its_question),
        cmocka_unit_test(the_round_goes_on_while_a_question_is_open),
        cmocka_unit_test(players_vote_and_more_than_half_decide),
        cmocka_unit_test(a_tie_goes_to_the_first_option_and_silence_to_the_default),
        cmocka_unit_test(who_is_caught_or_away_has_no_vote),
        cmocka_unit_test(an_option_may_lead_to_another_segment),
        cmocka_unit_test(what_an_option_does_fires_triggers_in_the_same_tick),
        cmocka_unit_test(questions_wait_for_each_other),
        cmocka_unit_test(a_segment_waits_as_a_whole_or_not_at_all),
        cmocka_unit_test(an_open_question_goes_on_after_a_load_with_its_answers),
        cmocka_unit_test(an_answer_is_in_the_state_hash),
        cmocka_unit_test(a_new_round_begins_without_a_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
