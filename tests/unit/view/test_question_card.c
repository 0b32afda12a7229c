/* A question of the mission in the window: which keys answer, when the card is there, where its
 * options lie. */
#include "client/view/hud/hud_question.h"
#include "client/view/model/question_card.h"
#include "client/view/pages/play.h"
#include "tests/support/test.h"
#include "view_scene.h"

enum { SLOT = 3, WIDTH = 1280, HEIGHT = 720 };

static dw_client_mission mission;
static dw_play play;

static int open_play(void **state)
{
    (void)state;
    dw_play_init(&play);
    mission = (dw_client_mission){.on = true,
                                  .question = {.number = 1,
                                               .end_tick = 900,
                                               .speaker = "Curator",
                                               .text = "Which way?",
                                               .count = 3,
                                               .rows = {{.text = "By the yard", .slots = 5},
                                                        {.text = "Through the hall"},
                                                        {.text = "We wait", .slots = 8}}}};
    play.mission = &mission;
    play.phase = DW_PHASE_PLAY;
    play.drawn = true;
    play.world = (dw_drawn_world){.own_slot = SLOT, .has_own = true, .own_state = DW_SLOT_ALIVE};
    return 0;
}

static void press(dw_action action)
{
    dw_play_action(&play, action, true);
    dw_play_action(&play, action, false);
}

static void digits_answer_while_a_question_is_open(void **state)
{
    (void)state;
    press(DW_ACTION_NUMBER_2);
    assert_int_equal(dw_aim_tool(&play.controls.aim), DW_TOOL_COIN); /* As before. */
    assert_int_equal(dw_play_intent(&play).answer, 2);
    assert_int_equal(dw_play_intent(&play).answer, 0); /* Once. */
    press(DW_ACTION_NUMBER_4);                         /* There are three. */
    assert_int_equal(dw_play_intent(&play).answer, 0);
    mission.question.chosen = 1;
    press(DW_ACTION_NUMBER_2);
    assert_int_equal(dw_play_intent(&play).answer, 0);
    assert_int_equal(dw_aim_tool(&play.controls.aim), DW_TOOL_BAIT);
}

static void the_menu_of_signs_has_the_digits_first(void **state)
{
    (void)state;
    play.signs.open = true;
    press(DW_ACTION_NUMBER_1);
    assert_int_equal(dw_play_intent(&play).answer, 0);
}

static void the_cross_of_a_gamepad_answers_and_its_stick_walks(void **state)
{
    (void)state;
    play.controls.gamepad = true;
    press(DW_ACTION_RIGHT);
    const dw_intent intent = dw_play_intent(&play);
    assert_int_equal(intent.answer, 2);
    assert_int_equal(intent.direction, DW_STAND);
    press(DW_ACTION_LEFT); /* A fourth option, which is not there: it walks. */
    dw_play_action(&play, DW_ACTION_LEFT, true);
    assert_int_equal(dw_play_intent(&play).direction, DW_WEST);
    dw_play_action(&play, DW_ACTION_LEFT, false);
    play.controls.gamepad = false;
    dw_play_action(&play, DW_ACTION_RIGHT, true);
    assert_int_equal(dw_play_intent(&play).direction, DW_EAST);
    assert_int_equal(dw_play_intent(&play).answer, 0);
}

static void who_is_out_or_watches_cannot_answer(void **state)
{
    (void)state;
    assert_true(dw_question_can_answer(&mission, &play.world));
    play.world.own_state = DW_SLOT_CAUGHT;
    assert_false(dw_question_can_answer(&mission, &play.world));
    play.world.has_own = false;
    press(DW_ACTION_NUMBER_1);
    assert_int_equal(dw_play_intent(&play).answer, 0);
    assert_false(dw_question_can_answer(NULL, &play.world));
}

static void answers_are_counted_and_the_own_one_is_known(void **state)
{
    (void)state;
    assert_int_equal(dw_question_answers(&mission.question), 3);
    assert_int_equal(dw_mission_answer_of(&mission, SLOT), 3);
    assert_int_equal(dw_mission_answer_of(&mission, 1), 0);
    assert_int_equal(dw_mission_answer_of(&mission, DW_SLOT_NONE), 0);
}

static void a_decided_question_stays_for_three_seconds(void **state)
{
    (void)state;
    dw_mission_board board = {0};
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 1.0);
    assert_true(dw_mission_board_asks(&board, 1.0));
    assert_true(dw_mission_board_asks(&board, 100.0));
    mission.question.chosen = 2;
    mission.question.end_tick = 0;
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 5.0);
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 7.9);
    assert_true(dw_mission_board_asks(&board, 7.9));
    assert_false(dw_mission_board_asks(&board, 8.1));
    mission.question.number = 2; /* Decided before it was seen: a recording that was sought. */
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 9.0);
    assert_false(dw_mission_board_asks(&board, 9.0));
    mission.question.chosen = 0;
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 10.0);
    assert_true(dw_mission_board_asks(&board, 10.0));
    dw_mission_board_update(&board, &mission, DW_PHASE_RESULT, 11.0);
    assert_false(dw_mission_board_asks(&board, 11.0));
}

static void a_question_that_is_asked_closes_the_briefing(void **state)
{
    (void)state;
    dw_mission_board board = {.briefing = true, .phase = DW_PHASE_PLAY};
    mission.question.chosen = 2; /* Nothing is asked. */
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 1.0);
    assert_true(board.briefing);
    mission.question.chosen = 0;
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 2.0);
    assert_false(board.briefing);
    board.briefing = true; /* The person may read it again. */
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 3.0);
    assert_true(board.briefing);
}

static void a_click_on_an_option_answers(void **state)
{
    (void)state;
    dw_canvas canvas = {0};
    dw_text_kit *text = NULL;
    dw_error error;
    assert_int_equal(dw_canvas_resize(&canvas, WIDTH, HEIGHT), DW_OK);
    assert_int_equal(dw_text_create(&text, &error), DW_OK);
    const dw_pen pen = {&canvas, text, 1.0F};
    dw_mission_board_update(&play.board, &mission, DW_PHASE_PLAY, 1.0);
    play.seconds = 1.0;
    uint32_t found = 0;
    for (float y = 0.0F; y < (float)HEIGHT; y += 4.0F) {
        play.asked_answer = 0;
        (void)dw_play_click(&play, &pen, (float)WIDTH - 100.0F, y);
        if (play.asked_answer != 0) {
            assert_true(play.asked_answer == found || play.asked_answer == found + 1);
            found = play.asked_answer;
        }
    }
    assert_int_equal(found, 3);
    play.asked_answer = 0;
    (void)dw_play_click(&play, &pen, 20.0F, (float)HEIGHT - 120.0F);
    assert_int_equal(play.asked_answer, 0);
    dw_text_destroy(text);
    dw_canvas_destroy(&canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(digits_answer_while_a_question_is_open, open_play),
        cmocka_unit_test_setup(the_menu_of_signs_has_the_digits_first, open_play),
        cmocka_unit_test_setup(the_cross_of_a_gamepad_answers_and_its_stick_walks, open_play),
        cmocka_unit_test_setup(who_is_out_or_watches_cannot_answer, open_play),
        cmocka_unit_test_setup(answers_are_counted_and_the_own_one_is_known, open_play),
        cmocka_unit_test_setup(a_decided_question_stays_for_three_seconds, open_play),
        cmocka_unit_test_setup(a_question_that_is_asked_closes_the_briefing, open_play),
        cmocka_unit_test_setup(a_click_on_an_option_answers, open_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
