/* The vote about a question of a conversation: who decides, when, and what counts. */
#include "server/sim/question.h"
#include "tests/support/test.h"

enum { TICKS = 300, ALL = 0xffff };

static dw_mission mission;
static dw_question question;

/* Three options, the last one when nobody answers; the second segment asks too. */
static int open_question(void **state)
{
    (void)state;
    mission = (dw_mission){.segment_count = 2};
    mission.segments[0] = (dw_mission_segment){.option_count = 3, .silence = 2, .ticks = TICKS};
    mission.segments[1] = (dw_mission_segment){.option_count = 2, .ticks = TICKS};
    question = (dw_question){.number = 0};
    dw_question_open(&question, &mission, 0);
    return 0;
}

static void answer(uint32_t slot, uint8_t option)
{
    assert_true(dw_question_answer(&question, &mission, (uint8_t)slot, option));
}

/* The number of the option after that many ticks, from 1; 0: it is open still. */
static uint32_t pass(uint32_t ticks, uint32_t voters)
{
    const dw_mission_option *option = NULL;
    for (uint32_t i = 0; i < ticks; i++) {
        assert_null(option);
        option = dw_question_pass(&question, &mission, voters);
    }
    assert_true(dw_question_is_sound(&question, &mission));
    return option == NULL ? 0 : (uint32_t)(option - mission.segments[0].options) + 1;
}

static void more_than_half_decide_at_once(void **state)
{
    (void)state;
    answer(0, 2);
    answer(1, 2);
    assert_int_equal(pass(1, 0xf), 0); /* Two of four. */
    answer(3, 2);
    assert_int_equal(pass(1, 0xf), 2);
    assert_int_equal(question.chosen, 2);
    assert_false(dw_question_is_open(&question));
}

static void when_all_have_answered_the_most_answers_decide(void **state)
{
    (void)state;
    answer(0, 1);
    answer(1, 3);
    answer(2, 2);
    answer(3, 3);
    assert_int_equal(pass(1, 0x1f), 0);
    assert_int_equal(pass(1, 0xf), 3); /* The fifth has gone. */
}

static void a_tie_goes_to_the_option_that_is_listed_first(void **state)
{
    (void)state;
    answer(0, 3);
    answer(1, 2);
    assert_int_equal(pass(1, 3), 2);
}

static void at_the_end_the_answers_that_are_there_decide(void **state)
{
    (void)state;
    answer(5, 2);
    assert_int_equal(pass(TICKS - 1, ALL), 0);
    assert_int_equal(pass(1, ALL), 2);
}

static void without_an_answer_the_default_holds(void **state)
{
    (void)state;
    assert_int_equal(pass(TICKS - 1, 3), 0);
    assert_int_equal(pass(1, 3), 3);
}

static void answers_of_players_that_are_gone_do_not_count(void **state)
{
    (void)state;
    answer(0, 1);
    answer(1, 1);
    answer(2, 2);
    assert_int_equal(pass(1, 0xc), 0);
    assert_int_equal(pass(TICKS - 1, 0xc), 2);
}

static void a_player_may_change_its_answer(void **state)
{
    (void)state;
    answer(0, 1);
    assert_int_equal(pass(1, 7), 0);
    answer(0, 3);
    answer(1, 3);
    assert_int_equal(pass(1, 7), 3);
}

static void what_is_no_option_is_no_answer(void **state)
{
    (void)state;
    assert_int_equal(dw_question_options(&question, &mission), 3);
    assert_false(dw_question_answer(&question, &mission, 0, 0));
    assert_false(dw_question_answer(&question, &mission, 0, 4));
    answer(0, 1);
    assert_int_equal(pass(1, 1), 1);
    assert_int_equal(dw_question_options(&question, &mission), 0);
    assert_false(dw_question_answer(&question, &mission, 0, 1));
    assert_null(dw_question_pass(&question, &mission, ALL));
    assert_int_equal(dw_question_options(NULL, &mission), 0);
}

static void the_next_question_begins_without_answers(void **state)
{
    (void)state;
    answer(0, 3);
    assert_int_equal(pass(1, 1), 3);
    dw_question_open(&question, &mission, 1);
    assert_int_equal(question.number, 2);
    assert_int_equal(question.segment, 1);
    assert_int_equal(question.answers[0], 0);
    assert_int_equal(dw_question_options(&question, &mission), 2);
}

static void bytes_that_are_no_question_are_refused(void **state)
{
    (void)state;
    const dw_question sound = question;
    assert_true(dw_question_is_sound(&question, &mission));
    question.segment = 2;
    assert_false(dw_question_is_sound(&question, &mission));
    question = sound;
    question.ticks = TICKS + 1;
    assert_false(dw_question_is_sound(&question, &mission));
    question = sound;
    question.ticks = 0; /* Neither open nor decided. */
    assert_false(dw_question_is_sound(&question, &mission));
    question.chosen = 4;
    assert_false(dw_question_is_sound(&question, &mission));
    question = sound;
    question.answers[15] = 4;
    assert_false(dw_question_is_sound(&question, &mission));
    question = (dw_question){.ticks = 5};
    assert_false(dw_question_is_sound(&question, &mission));
    question = (dw_question){.number = 0};
    assert_true(dw_question_is_sound(&question, &mission));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(more_than_half_decide_at_once, open_question),
        cmocka_unit_test_setup(when_all_have_answered_the_most_answers_decide, open_question),
        cmocka_unit_test_setup(a_tie_goes_to_the_option_that_is_listed_first, open_question),
        cmocka_unit_test_setup(at_the_end_the_answers_that_are_there_decide, open_question),
        cmocka_unit_test_setup(without_an_answer_the_default_holds, open_question),
        cmocka_unit_test_setup(answers_of_players_that_are_gone_do_not_count, open_question),
        cmocka_unit_test_setup(a_player_may_change_its_answer, open_question),
        cmocka_unit_test_setup(what_is_no_option_is_no_answer, open_question),
        cmocka_unit_test_setup(the_next_question_begins_without_answers, open_question),
        cmocka_unit_test_setup(bytes_that_are_no_question_are_refused, open_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
