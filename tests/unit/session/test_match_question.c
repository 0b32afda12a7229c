/* The question of a conversation as clients are told of it, and what they answer (server/RULES.md
 * 12.22 to 12.26; PROTOCOL.md, message 62). */
#include "match_box.h"
#include "server/mind/brains/brains.h"
#include "server/session/match_save.h"
#include "server/sim/sim_state.h"
#include "tests/support/mission_house.h"
#include "tests/support/test.h"

#include <string.h>

enum { ANN = 1, BOB, WATCHER, LATE = 60, OPEN_TICKS = 5 * 60 };

typedef struct staged {
    dw_match_box box;
    dw_mission mission;
    dw_client_handle ann, bob;
} staged;

static staged one, two;

/* Ines asks in the first second. */
static const char parts[] =
    "[{\"id\": \"on\", \"do\": \"reach\", \"to\": \"study\", \"text\": \"Go\"}], \"segments\": "
    "[{\"id\": \"ask\", \"lines\": [[\"Ines\", \"Which way?\"]], \"seconds\": 5, \"options\": "
    "[{\"text\": \"Left\", \"do\": [[\"give\", 1]]}, {\"text\": \"Right\", \"do\": [[\"give\", "
    "2]]}, {\"text\": \"On\"}]}], \"triggers\": [{\"on\": [\"time\", 1], \"do\": [[\"converse\", "
    "\"ask\"]]}]";

static void open_for_ann(staged *it)
{
    dw_welcome welcome;
    dw_match_box_init(&it->box);
    it->mission = dw_mission_of(it->box.map, parts);
    it->box.config.mission = &it->mission;
    it->box.config.spectator_delay_ticks = LATE;
    it->box.config.spectators_max = 3;
    it->box.rules.drop_ticks = 36000;
    dw_match_box_open(&it->box);
    it->ann = dw_match_box_join(&it->box, ANN, "ann", &welcome);
}

static void open_stage(staged *it)
{
    dw_welcome welcome;
    open_for_ann(it);
    it->bob = dw_match_box_join(&it->box, BOB, "bob", &welcome);
}

/* Until the question is open. */
static void ask(staged *it)
{
    open_stage(it);
    dw_match_box_run_until(&it->box, DW_PHASE_PLAY);
    dw_match_box_run(&it->box, 60);
}

static void ask_ann(staged *it)
{
    open_for_ann(it);
    dw_match_box_run_until(&it->box, DW_PHASE_PLAY);
    dw_match_box_run(&it->box, 60);
}

/* In the next tick. */
static void say(staged *it, dw_client_handle client, uint8_t answer)
{
    const dw_input input = {
        .newest_tick = it->box.tick + 1, .count = 1, .intents = {{.answer = answer}}};
    assert_true(dw_match_input(it->box.match, client, &input));
    dw_match_box_run(&it->box, 1);
}

static const dw_mission_question *told(const staged *it, uint32_t tag)
{
    const dw_message *message = dw_match_box_last(&it->box, tag, DW_MESSAGE_MISSION_QUESTION);
    return message != NULL ? &message->as.mission_question : NULL;
}

static uint32_t count(const staged *it, uint32_t tag)
{
    return dw_match_box_count(&it->box, 0, tag, DW_MESSAGE_MISSION_QUESTION);
}

static void close_stage(staged *it)
{
    dw_match_box_close(&it->box);
}

static void players_are_told_of_a_question_with_its_options(void **state)
{
    (void)state;
    open_stage(&one);
    dw_match_box_run_until(&one.box, DW_PHASE_PLAY);
    dw_match_box_run(&one.box, 58);
    assert_null(told(&one, ANN));
    dw_match_box_run(&one.box, 2);
    for (uint32_t tag = ANN; tag <= BOB; tag++) {
        const dw_mission_question *question = told(&one, tag);
        assert_non_null(question);
        assert_int_equal(question->number, 1);
        assert_int_equal(question->chosen, 0);
        assert_string_equal(question->speaker, "Ines");
        assert_string_equal(question->text, "Which way?");
        assert_int_equal(question->count, 3);
        assert_string_equal(question->rows[1].text, "Right");
        assert_int_equal(question->rows[1].slots, 0);
        const uint32_t left = dw_sim_question(dw_match_sim(one.box.match))->ticks;
        assert_int_equal(question->end_tick, one.box.tick + left);
        assert_int_equal(count(&one, tag), 1);
    }
    close_stage(&one);
}

static void answers_are_told_and_the_decision_at_once(void **state)
{
    (void)state;
    ask(&one);
    dw_match_box_run(&one.box, 10);
    say(&one, one.bob, 2);
    assert_int_equal(told(&one, ANN)->rows[1].slots, 2);
    assert_int_equal(told(&one, ANN)->chosen, 0);
    say(&one, one.ann, 2);
    assert_int_equal(told(&one, ANN)->rows[1].slots, 3);
    assert_int_equal(told(&one, ANN)->chosen, 2);
    assert_int_equal(told(&one, ANN)->end_tick, 0);
    assert_int_equal(dw_sim_mission_state(dw_match_sim(one.box.match))->given, 2);
    const uint32_t before = count(&one, ANN);
    dw_match_box_run(&one.box, 100);
    assert_int_equal(count(&one, ANN), before);
    close_stage(&one);
}

static void answers_that_change_each_tick_are_told_ten_times_a_second(void **state)
{
    (void)state;
    ask(&one);
    const uint32_t before = count(&one, ANN);
    for (uint8_t i = 0; i < 120; i++) {
        say(&one, one.bob, (uint8_t)(i % 5 < 3 ? 1 + i % 5 : 1));
    }
    assert_true(count(&one, ANN) - before <= 20);
    assert_true(count(&one, ANN) - before >= 10);
    close_stage(&one);
}

static void what_is_no_option_changes_nothing(void **state)
{
    (void)state;
    ask(&one);
    const uint32_t before = count(&one, ANN);
    say(&one, one.ann, 4); /* There are three. */
    const dw_input wrong = {
        .newest_tick = one.box.tick + 1, .count = 1, .intents = {{.answer = DW_ANSWERS_MAX + 1}}};
    assert_false(dw_match_input(one.box.match, one.ann, &wrong));
    dw_match_box_run(&one.box, 10);
    assert_int_equal(count(&one, ANN), before);
    assert_int_equal(dw_sim_question(dw_match_sim(one.box.match))->answers[0], 0);
    close_stage(&one);
}

static void a_spectator_has_no_vote_and_is_told_late(void **state)
{
    (void)state;
    open_stage(&one);
    const dw_client_handle watcher = dw_match_box_watch(&one.box, WATCHER);
    dw_match_box_run_until(&one.box, DW_PHASE_PLAY);
    dw_match_box_run(&one.box, 60);
    assert_non_null(told(&one, ANN));
    say(&one, watcher, 1);
    assert_null(told(&one, WATCHER));
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        assert_int_equal(dw_sim_question(dw_match_sim(one.box.match))->answers[s], 0);
    }
    dw_match_box_run(&one.box, LATE);
    assert_non_null(told(&one, WATCHER));
    assert_int_equal(told(&one, WATCHER)->chosen, 0);
    /* Those who come later too; but not of a question that is over. */
    (void)dw_match_box_watch(&one.box, WATCHER + 1);
    dw_match_box_run(&one.box, 2);
    assert_non_null(told(&one, WATCHER + 1));
    say(&one, one.ann, 1);
    say(&one, one.bob, 1);
    dw_match_box_run(&one.box, LATE);
    assert_int_equal(told(&one, WATCHER)->chosen, 1);
    (void)dw_match_box_watch(&one.box, WATCHER + 2);
    dw_match_box_run(&one.box, 2);
    assert_non_null(dw_match_box_last(&one.box, WATCHER + 2, DW_MESSAGE_MISSION));
    assert_null(told(&one, WATCHER + 2));
    close_stage(&one);
}

static void a_player_that_comes_is_told_of_the_open_question_and_has_no_vote(void **state)
{
    (void)state;
    ask_ann(&one);
    dw_welcome welcome;
    const dw_client_handle bob = dw_match_box_join(&one.box, BOB, "bob", &welcome);
    dw_match_box_run(&one.box, 1);
    assert_non_null(told(&one, BOB));
    assert_int_equal(told(&one, BOB)->number, 1);
    say(&one, bob, 1); /* It watches until the next round. */
    assert_int_equal(told(&one, ANN)->chosen, 0);
    say(&one, one.ann, 3);
    assert_int_equal(told(&one, ANN)->chosen, 3);
    assert_int_equal(told(&one, BOB)->chosen, 3);
    close_stage(&one);
}

static void a_new_round_takes_the_question_back(void **state)
{
    (void)state;
    ask(&one);
    dw_match_abort(one.box.match);
    dw_match_box_run_until(&one.box, DW_PHASE_LOBBY);
    dw_match_box_run(&one.box, 1);
    assert_int_equal(told(&one, ANN)->number, 0);
    assert_int_equal(told(&one, ANN)->count, 0);
    close_stage(&one);
}

static void a_pause_puts_the_end_off(void **state)
{
    (void)state;
    ask(&one);
    const uint32_t end = told(&one, ANN)->end_tick;
    dw_match_pause(one.box.match);
    dw_match_box_run(&one.box, 60);
    assert_true(told(&one, ANN)->end_tick >= end + 50);
    dw_match_resume(one.box.match);
    dw_match_box_run(&one.box, 7);
    assert_int_equal(told(&one, ANN)->end_tick, end + 60);
    close_stage(&one);
}

static const dw_brain_kind *find_brain(const void *context, const char *name)
{
    (void)context;
    return dw_brain_find(name);
}

static void save_in_the_middle_of_a_question_goes_on_alike(void **state)
{
    (void)state;
    static uint8_t bytes[1 << 16];
    size_t size = 0;
    dw_error error = {""};
    ask_ann(&one);
    const dw_input input = {
        .newest_tick = one.box.tick + 1, .count = 1, .intents = {{.answer = 2}}};
    assert_true(dw_match_input(one.box.match, one.ann, &input));
    dw_match_drop(one.box.match, one.ann); /* As those who load find it. */
    dw_match_box_run(&one.box, 30);
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, sizeof bytes);
    dw_match_save(one.box.match, &writer);
    assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
    open_for_ann(&two);
    dw_match_leave(two.box.match, two.ann);
    dw_match_box_run(&two.box, 1);
    dw_state_reader reader = {.at = bytes, .end = bytes + size};
    assert_int_equal(
        dw_match_load(two.box.match, &reader, (dw_brain_finder){find_brain, NULL}, &error), DW_OK);
    two.box.tick = one.box.tick;
    assert_true(dw_question_is_open(dw_sim_question(dw_match_sim(two.box.match))));
    dw_welcome welcome; /* Clients of the other process are told anew. */
    (void)dw_match_box_join(&two.box, BOB, "bob", &welcome);
    dw_match_box_run(&two.box, 1);
    dw_match_box_run(&one.box, 1);
    assert_non_null(told(&two, BOB));
    assert_string_equal(told(&two, BOB)->rows[1].text, "Right");
    for (uint32_t second = 0; second < 6; second++) {
        dw_match_box_run(&one.box, 60);
        dw_match_box_run(&two.box, 60);
        assert_int_equal(dw_sim_hash(dw_match_sim(one.box.match)),
                         dw_sim_hash(dw_match_sim(two.box.match)));
    }
    assert_int_equal(dw_sim_question(dw_match_sim(two.box.match))->chosen, 1); /* By silence. */
    close_stage(&one);
    close_stage(&two);
}

/* --- twins --- */

/* Two missions that differ in what the options lead to. */
static void what_an_option_leads_to_is_not_told(void **state)
{
    (void)state;
    ask(&one);
    open_stage(&two);
    two.mission.actions[two.mission.segments[0].options[0].first_action].names.number = 77;
    two.mission.segments[0].silence = 2;
    dw_match_box_run_until(&two.box, DW_PHASE_PLAY);
    dw_match_box_run(&two.box, 60);
    say(&one, one.ann, 3);
    say(&two, two.ann, 3);
    dw_match_box_run(&one.box, 60);
    dw_match_box_run(&two.box, 60);
    assert_int_equal(one.box.message_count, two.box.message_count);
    for (uint32_t i = 0; i < one.box.message_count; i++) {
        uint8_t bytes[2][DW_MESSAGE_MAX];
        size_t sizes[2];
        for (uint32_t k = 0; k < 2; k++) {
            const dw_box_message *row = &(k == 0 ? &one : &two)->box.messages[i];
            assert_int_equal(dw_message_encode(&row->message, bytes[k], DW_MESSAGE_MAX, &sizes[k]),
                             DW_OK);
        }
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(bytes[0], bytes[1], sizes[0]);
    }
    close_stage(&one);
    close_stage(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_are_told_of_a_question_with_its_options),
        cmocka_unit_test(answers_are_told_and_the_decision_at_once),
        cmocka_unit_test(answers_that_change_each_tick_are_told_ten_times_a_second),
        cmocka_unit_test(what_is_no_option_changes_nothing),
        cmocka_unit_test(a_spectator_has_no_vote_and_is_told_late),
        cmocka_unit_test(a_player_that_comes_is_told_of_the_open_question_and_has_no_vote),
        cmocka_unit_test(a_new_round_takes_the_question_back),
        cmocka_unit_test(a_pause_puts_the_end_off),
        cmocka_unit_test(save_in_the_middle_of_a_question_goes_on_alike),
        cmocka_unit_test(what_an_option_leads_to_is_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
