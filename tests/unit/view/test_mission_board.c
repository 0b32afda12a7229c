/* What a person is shown of a mission: lines for as long as reading takes, parts that are news,
 * when the card of the briefing is open, and the words of it all. */
#include "client/view/model/mission_board.h"
#include "client/view/model/mission_text.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

static dw_client_mission make_mission(void)
{
    dw_client_mission mission = {.on = true, .part_count = 3};
    (void)snprintf(mission.brief.title, sizeof mission.brief.title, "The papers");
    mission.brief.players_min = 1;
    mission.brief.players_max = 4;
    mission.brief.time_limit_s = 605;
    static const char *const texts[3] = {"Look round", "Take the papers", "Leave"};
    for (uint8_t i = 0; i < 3; i++) {
        mission.parts[i].number = i;
        mission.parts[i].optional = i == 0;
        mission.rows[i].state = DW_PART_OPEN;
        (void)snprintf(mission.parts[i].text, sizeof mission.parts[i].text, "%s", texts[i]);
    }
    return mission;
}

static void say(dw_client_mission *mission, const char *text)
{
    dw_mission_notice *notice = &mission->notices[mission->notices_told++ % DW_CLIENT_NOTICES_MAX];
    *notice = (dw_mission_notice){.tick = 1};
    (void)snprintf(notice->text, sizeof notice->text, "%s", text);
}

static void a_line_stays_as_long_as_reading_takes(void **state)
{
    (void)state;
    dw_client_mission mission = make_mission();
    dw_mission_board board = {0};
    say(&mission, "said before the window was there");
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 1.0);
    assert_int_equal(board.line_count, 0);
    say(&mission, "Go!");
    say(&mission, "A line of sixty letters stays for longer than a line of few.");
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 2.0);
    assert_int_equal(board.line_count, 2);
    assert_string_equal(board.lines[0].said.text, "Go!");
    assert_true(dw_mission_line_strength(&board.lines[1], 4.0) == 1.0F);
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 2.0 + dw_mission_reading_s("Go!"));
    assert_int_equal(board.line_count, 1);
    assert_string_equal(board.lines[0].said.text, mission.notices[2].text);
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 7.4);
    assert_int_equal(board.line_count, 1);
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 7.6); /* 1.5 s and 60 letters. */
    assert_int_equal(board.line_count, 0);
}

static void the_newest_lines_are_shown_when_many_are_said_at_once(void **state)
{
    (void)state;
    dw_client_mission mission = make_mission();
    dw_mission_board board = {0};
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 0.0);
    for (int i = 0; i < 11; i++) {
        char text[8];
        (void)snprintf(text, sizeof text, "line %d", i);
        say(&mission, text);
    }
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 1.0);
    assert_int_equal(board.line_count, DW_BOARD_LINES);
    assert_string_equal(board.lines[0].said.text, "line 8");
    assert_string_equal(board.lines[2].said.text, "line 10");
}

static void a_part_stands_out_when_it_changes_and_not_when_the_window_opens(void **state)
{
    (void)state;
    dw_client_mission mission = make_mission();
    dw_mission_board board = {0};
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 100.0);
    assert_true(dw_mission_emphasis(&board, 1, 100.0) == 0.0F);
    mission.rows[1].state = DW_PART_DONE;
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 101.0);
    assert_true(dw_mission_emphasis(&board, 1, 101.0) == 1.0F);
    assert_true(dw_mission_emphasis(&board, 0, 101.0) == 0.0F);
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 103.5);
    assert_float_equal(dw_mission_emphasis(&board, 1, 103.5), 0.5F, 0.001F);
    assert_true(dw_mission_emphasis(&board, 1, 106.0) == 0.0F);
    mission.part_count = 4;
    mission.rows[3].state = DW_PART_OPEN;
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 110.0);
    assert_true(dw_mission_emphasis(&board, 3, 110.0) == 1.0F);
}

static void the_briefing_is_open_during_the_countdown(void **state)
{
    (void)state;
    dw_client_mission mission = make_mission();
    dw_mission_board board = {0};
    dw_mission_board_update(&board, &mission, DW_PHASE_LOBBY, 0.0);
    assert_false(board.briefing);
    dw_mission_board_update(&board, &mission, DW_PHASE_COUNTDOWN, 1.0);
    assert_true(board.briefing);
    board.briefing = false; /* The person has closed it. */
    dw_mission_board_update(&board, &mission, DW_PHASE_COUNTDOWN, 2.0);
    assert_false(board.briefing);
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 3.0);
    assert_false(board.briefing);
    dw_mission_board_update(&board, &mission, DW_PHASE_COUNTDOWN, 4.0);
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 5.0);
    assert_false(board.briefing);
}

static void a_heist_shows_nothing_of_the_mission_before_it(void **state)
{
    (void)state;
    dw_client_mission mission = make_mission();
    dw_mission_board board = {.folded = true};
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 0.0);
    say(&mission, "Go!");
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 0.5);
    dw_mission_board_update(&board, NULL, DW_PHASE_PLAY, 1.0);
    assert_false(board.known);
    assert_int_equal(board.line_count, 0);
    assert_int_equal(board.states[0], DW_PART_HIDDEN);
    assert_true(board.folded);
    /* Another match has said fewer lines: they are not those of before. */
    dw_client_mission other = make_mission();
    dw_mission_board_update(&board, &mission, DW_PHASE_PLAY, 2.0);
    dw_mission_board_update(&board, &other, DW_PHASE_PLAY, 3.0);
    assert_int_equal(board.notices_told, 0);
}

static void the_task_is_the_first_open_part_that_is_needed(void **state)
{
    (void)state;
    char text[DW_HUD_TEXT];
    dw_client_mission mission = make_mission();
    dw_mission_task(text, &mission);
    assert_string_equal(text, "Take the papers");
    mission.rows[1].state = DW_PART_DONE;
    dw_mission_task(text, &mission);
    assert_string_equal(text, "Leave");
    mission.rows[2].state = DW_PART_FAILED;
    dw_mission_task(text, &mission);
    assert_string_equal(text, "Look round");
    mission.rows[0].state = DW_PART_DONE;
    dw_mission_task(text, &mission);
    assert_string_equal(text, "The papers");
    dw_mission_count_text(text, &mission);
    assert_string_equal(text, "2 done, 0 open");
}

static void a_part_says_that_it_is_optional_and_how_much_time_is_left(void **state)
{
    (void)state;
    char text[DW_PART_TEXT];
    dw_client_mission mission = make_mission();
    dw_mission_part_text(text, &mission, 0, 0);
    assert_string_equal(text, "Look round (if you can)");
    mission.rows[0].state = DW_PART_DONE;
    dw_mission_part_text(text, &mission, 0, 0);
    assert_string_equal(text, "Look round");
    mission.parts[2].kind = DW_PART_SURVIVE;
    mission.parts[2].ticks = 180 * DW_TICKS_PER_SECOND;
    dw_mission_part_text(text, &mission, 2, 0);
    assert_string_equal(text, "Leave: 3:00");
    mission.tick = 600;
    mission.rows[2].held = 90 * DW_TICKS_PER_SECOND;
    dw_mission_part_text(text, &mission, 2, 600 + 30 * DW_TICKS_PER_SECOND);
    assert_string_equal(text, "Leave: 1:00");
}

static void the_words_of_frame_toll_and_outcome(void **state)
{
    (void)state;
    char text[DW_HUD_TEXT];
    dw_client_mission mission = make_mission();
    dw_mission_frame_text(text, &mission.brief);
    assert_string_equal(text, "1 to 4 players, time limit 10:05");
    mission.brief.players_max = 1;
    dw_mission_frame_text(text, &mission.brief);
    assert_string_equal(text, "1 player, time limit 10:05");
    mission.result = (dw_mission_result){.outcome = DW_OUTCOME_WON, .parts = 1, .sightings = 2};
    dw_mission_outcome_line(text, &mission);
    assert_string_equal(text, "The papers: done");
    mission.result.outcome = DW_OUTCOME_LOST;
    dw_mission_outcome_line(text, &mission);
    assert_string_equal(text, "The papers: failed");
    dw_mission_toll(text, &mission.result);
    assert_non_null(strstr(text, "1 part done, 0 optional"));
    assert_non_null(strstr(text, "2 sightings"));
}

static void the_use_key_says_what_the_open_part_wants_at_a_device(void **state)
{
    (void)state;
    char text[DW_HUD_TEXT];
    const dw_map_device devices[2] = {{.name = "Terminal"}, {.name = "Fuse box"}};
    const dw_map map = {.device_count = 2, .devices = devices};
    dw_client_mission mission = make_mission();
    mission.parts[1].kind = DW_PART_SCAN;
    mission.parts[1].device = 1;
    dw_mission_use_text(text, &mission, &map, 0);
    assert_string_equal(text, "scan, hold: terminal");
    dw_mission_use_text(text, &mission, &map, 1);
    assert_string_equal(text, "use: fuse box");
    mission.rows[1].state = DW_PART_DONE;
    dw_mission_use_text(text, &mission, &map, 0);
    assert_string_equal(text, "use: terminal");
}

static void a_locked_door_says_what_it_takes(void **state)
{
    (void)state;
    char text[DW_HUD_TEXT];
    const dw_door doors[2] = {{.lock = 1}, {.lock = 2}};
    const dw_map map = {.door_count = 2,
                        .doors = doors,
                        .item_count = 3,
                        .items = {{.name = "Vault key", .kind = DW_ITEM_KEY, .opens = 1},
                                  {.name = "Papers"},
                                  {.name = "Ring"}},
                        .lock_count = 2};
    dw_ruleset rules = {.pick_ticks = 300};
    dw_mission_lock_text(text, &map, &rules, 0, 1);
    assert_string_equal(text, "unlock with the key");
    dw_mission_lock_text(text, &map, &rules, 1, 1);
    assert_string_equal(text, "pick the lock, hold");
    rules.pick_ticks = 0;
    dw_mission_lock_text(text, &map, &rules, 1, 1);
    assert_string_equal(text, "locked: needs a key");
    dw_mission_carried_text(text, &map, 5);
    assert_string_equal(text, "Vault key, Ring");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_stays_as_long_as_reading_takes),
        cmocka_unit_test(the_newest_lines_are_shown_when_many_are_said_at_once),
        cmocka_unit_test(a_part_stands_out_when_it_changes_and_not_when_the_window_opens),
        cmocka_unit_test(the_briefing_is_open_during_the_countdown),
        cmocka_unit_test(a_heist_shows_nothing_of_the_mission_before_it),
        cmocka_unit_test(the_task_is_the_first_open_part_that_is_needed),
        cmocka_unit_test(a_part_says_that_it_is_optional_and_how_much_time_is_left),
        cmocka_unit_test(the_words_of_frame_toll_and_outcome),
        cmocka_unit_test(the_use_key_says_what_the_open_part_wants_at_a_device),
        cmocka_unit_test(a_locked_door_says_what_it_takes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
