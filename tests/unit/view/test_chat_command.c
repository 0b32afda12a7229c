/* Lines of the chat that are for the client: who is muted, votes, and what the person is told. */
#include "client/view/model/vote_text.h"
#include "client/view/pages/chat_command.h"
#include "tests/support/test.h"

static dw_mutes mutes;
static dw_round round_now;
static dw_vote_state vote_now;
static dw_choices choices_now;
static dw_chat_command did;

/* Slot 3 is the person's own. */
static void fill_round(dw_round *round)
{
    *round = (dw_round){.round = 1, .phase = DW_PHASE_PLAY, .roster_count = 4};
    round->winner = DW_SLOT_NONE;
    round->roster[0] = (dw_roster_row){.slot = 0, .state = DW_SLOT_ALIVE, .name = "Mara"};
    round->roster[1] = (dw_roster_row){.slot = 1, .state = DW_SLOT_CAUGHT, .name = "Max Power"};
    round->roster[2] = (dw_roster_row){.slot = 3, .state = DW_SLOT_ALIVE, .name = "Self"};
    round->roster[3] = (dw_roster_row){.slot = 5, .state = DW_SLOT_ALIVE, .name = "Zo\xc3\xa9"};
}

static int begin(void **state)
{
    (void)state;
    memset(&mutes, 0, sizeof mutes);
    choices_now = (dw_choices){.count = 2, .names = {"reference", "museum/star"}};
    vote_now = (dw_vote_state){.vote = 2,
                               .phase = DW_VOTE_FAILED,
                               .accused = 0,
                               .caller = 1,
                               .yes = 1,
                               .no = 0,
                               .needed = 2,
                               .end_tick = 1500};
    fill_round(&round_now);
    return 0;
}

static void enter_as(uint8_t own_slot, const char *line, dw_chat_deed deed, const char *note)
{
    const dw_chat_place place = {
        .round = &round_now, .vote = &vote_now, .choices = &choices_now, .own_slot = own_slot};
    dw_chat_command_read(&did, &mutes, &place, line);
    assert_int_equal(did.deed, deed);
    assert_string_equal(did.note, note);
}

static void enter(const char *line, dw_chat_deed deed, const char *note)
{
    enter_as(3, line, deed, note);
}

static bool shows(uint8_t slot, const char *name)
{
    dw_chat_line line = {.slot = slot, .text = "x"};
    (void)snprintf(line.name, sizeof line.name, "%s", name);
    return dw_mutes_hear(&mutes, &line);
}

static void a_muted_player_is_not_read_until_unmuted(void **state)
{
    (void)state;
    assert_true(shows(0, "Mara"));
    enter("/mute Mara", DW_CHAT_NOTHING,
          "You no longer see what Mara writes. /unmute Mara undoes it.");
    assert_false(shows(0, "Mara"));
    assert_false(shows(4, "Mara")); /* By name: the slot may change. */
    assert_true(shows(1, "Max Power"));
    assert_true(shows(1, "Mar"));
    enter("/mute", DW_CHAT_NOTHING, "Muted: Mara");
    enter("/unmute mara", DW_CHAT_NOTHING, "You see what Mara writes again.");
    assert_true(shows(0, "Mara"));
    enter("/unmute Mara", DW_CHAT_NOTHING, "\"Mara\" is not muted.");
    enter("/mute", DW_CHAT_NOTHING, "Nobody is muted. /mute NAME hides what NAME writes.");
}

static void names_may_be_written_as_people_write_them(void **state)
{
    (void)state;
    enter("/mute zoe", DW_CHAT_NOTHING,
          "You no longer see what Zo\xc3\xa9 writes. /unmute Zo\xc3\xa9 undoes it.");
    enter("/MUTE  max power", DW_CHAT_NOTHING,
          "You no longer see what Max Power writes. /unmute Max Power undoes it.");
    enter("/unmute max", DW_CHAT_NOTHING, "You see what Max Power writes again.");
    enter("/mute ma", DW_CHAT_NOTHING, "\"ma\" can be Mara or Max Power. Write the whole name.");
    enter("/mute Otto", DW_CHAT_NOTHING, "Nobody here is called \"Otto\".");
    assert_int_equal(mutes.muted_count, 1);
}

static void spectators_that_have_spoken_can_be_muted_and_the_server_cannot(void **state)
{
    (void)state;
    enter("/mute Eve", DW_CHAT_NOTHING, "Nobody here is called \"Eve\".");
    assert_true(shows(DW_SLOT_NONE, "Eve"));
    enter("/mute Eve", DW_CHAT_NOTHING,
          "You no longer see what Eve writes. /unmute Eve undoes it.");
    assert_false(shows(DW_SLOT_NONE, "Eve"));
    assert_true(shows(DW_SLOT_NONE, "server"));
    enter("/mute server", DW_CHAT_NOTHING, "The server cannot be muted.");
    enter("/mute Self", DW_CHAT_NOTHING, "Self is you.");
    assert_true(shows(DW_SLOT_NONE, "server"));
}

static void lists_are_bounded(void **state)
{
    (void)state;
    char name[DW_PLAYER_NAME_MAX + 1];
    for (uint32_t i = 0; i < DW_MUTES_MAX; i++) {
        char line[64];
        (void)snprintf(name, sizeof name, "speaker with %u letters", (unsigned)i);
        (void)snprintf(line, sizeof line, "/mute %s", name);
        assert_true(shows(DW_SLOT_NONE, name));
        const dw_chat_place place = {.round = &round_now, .own_slot = 3};
        dw_chat_command_read(&did, &mutes, &place, line);
        assert_false(shows(DW_SLOT_NONE, name));
    }
    assert_int_equal(mutes.muted_count, DW_MUTES_MAX);
    assert_int_equal(mutes.speaker_count, DW_SPEAKERS_MAX);
    enter("/mute Mara", DW_CHAT_NOTHING,
          "32 players are already muted: /unmute one of them first.");
    const dw_chat_place place = {.round = &round_now, .own_slot = 3};
    dw_chat_command_read(&did, &mutes, &place, "/mute"); /* Cut to fit. */
    assert_int_equal(strlen(did.note), DW_CHAT_NOTE - 1);
    enter("/unmute speaker with 0 letters", DW_CHAT_NOTHING,
          "You see what speaker with 0 letters writes again.");
}

static void votes_are_called_and_joined_by_name_and_word(void **state)
{
    (void)state;
    enter("/vote Max Power", DW_CHAT_CALL_VOTE,
          "You ask for a vote on Max Power. Each player may ask once a minute.");
    assert_int_equal(did.slot, 1);
    enter("/vote Self", DW_CHAT_NOTHING, "Self is you.");
    enter("/vote Eve", DW_CHAT_NOTHING, "No player here is called \"Eve\".");
    enter("/vote", DW_CHAT_NOTHING, "/vote NAME calls a vote to send NAME away.");
    enter("/yes", DW_CHAT_NOTHING, "No vote is running. /vote NAME calls one.");
    vote_now.phase = DW_VOTE_ON;
    enter("/vote Mara", DW_CHAT_NOTHING, "A vote is already running: write /yes or /no.");
    enter("/yes", DW_CHAT_VOTE_YES, "You vote yes. Your first vote counts.");
    enter("/No", DW_CHAT_VOTE_NO, "You vote no. Your first vote counts.");
    enter_as(0, "/no", DW_CHAT_NOTHING, "The vote is about you, so you cannot take part.");
    enter_as(DW_SLOT_NONE, "/yes", DW_CHAT_NOTHING, "Only players can vote.");
}

static void other_lines_are_chat_and_other_commands_are_not(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "/", "/mut Ada", "/ mute Ada", "/mutes", "/averyveryveryverylongcommand x", "//"};
    enter("Mara is /mute", DW_CHAT_SAY, "");
    enter("hello", DW_CHAT_SAY, "");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        enter(commands[i], DW_CHAT_NOTHING,
              "Unknown command. Commands: /mute, /unmute, /vote, /restart, /next, /yes, /no, "
              "/admin.");
    }
    const dw_chat_place nowhere = {.own_slot = DW_SLOT_NONE};
    dw_chat_command_read(&did, &mutes, &nowhere, "/mute Mara");
    assert_string_equal(did.note, "Nobody here is called \"Mara\".");
    dw_chat_command_read(&did, &mutes, &nowhere, "/no");
    assert_string_equal(did.note, "No vote is running. /vote NAME calls one.");
}

static void votes_for_a_restart_and_for_the_next_game_are_called(void **state)
{
    (void)state;
    enter("/restart", DW_CHAT_CALL_VOTE,
          "You ask for a vote to start the round again. Each player may ask once a minute.");
    assert_int_equal(did.slot, DW_VOTE_RESTART);
    enter("/next Museum/Star", DW_CHAT_CALL_VOTE,
          "You ask for a vote to play museum/star next. Each player may ask once a minute.");
    assert_int_equal(did.slot, DW_VOTE_CHOICE + 1);
    enter("/next", DW_CHAT_NOTHING,
          "/next NAME calls a vote for the next game: reference, museum/star.");
    enter("/next moon", DW_CHAT_NOTHING,
          "There is no \"moon\" to play here. Write one of: reference, museum/star.");
    enter_as(DW_SLOT_NONE, "/restart", DW_CHAT_NOTHING, "Only players can vote.");
    enter_as(DW_SLOT_NONE, "/next reference", DW_CHAT_NOTHING, "Only players can vote.");
    vote_now.phase = DW_VOTE_ON;
    enter("/restart", DW_CHAT_NOTHING, "A vote is already running: write /yes or /no.");
    enter("/next reference", DW_CHAT_NOTHING, "A vote is already running: write /yes or /no.");
    choices_now.count = 0;
    enter("/next reference", DW_CHAT_NOTHING,
          "This server plays one game: there is nothing to choose.");
}

/* What a person in `own_slot` reads of the vote at `tick`. */
static const char *line_of(uint8_t own_slot, uint32_t tick)
{
    static char text[DW_HUD_TEXT];
    const dw_vote_scene scene = {&round_now, &choices_now, NULL, own_slot, false};
    assert_true(dw_vote_line(text, &vote_now, &scene, tick));
    return text;
}

static const char *notice(void)
{
    static char text[DW_HUD_TEXT];
    const dw_vote_scene scene = {&round_now, &choices_now, NULL, 3, false};
    assert_true(dw_vote_notice(text, &vote_now, &scene));
    return text;
}

static void the_vote_that_is_on_is_told_to_each_as_it_concerns_them(void **state)
{
    (void)state;
    char text[DW_HUD_TEXT];
    const dw_vote_scene scene = {&round_now, &choices_now, NULL, 3, false};
    assert_false(dw_vote_line(text, NULL, &scene, 0));
    assert_false(dw_vote_line(text, &vote_now, &scene, 0));
    vote_now.phase = DW_VOTE_ON;
    assert_string_equal(line_of(3, 421), "Send Mara away?  yes 1 of 2, no 0   F3 yes  F4 no  18 s");
    assert_string_equal(line_of(0, 1600), "Send you away?  yes 1 of 2, no 0  0 s");
    assert_string_equal(line_of(DW_SLOT_NONE, 1499), "Send Mara away?  yes 1 of 2, no 0  1 s");
    assert_string_equal(notice(), "Max Power calls a vote: Send Mara away?");
    vote_now.caller = DW_SLOT_NONE;
    vote_now.accused = 9; /* Gone from the roster. */
    assert_string_equal(notice(), "A spectator calls a vote: Send a player away?");
    vote_now.phase = DW_VOTE_PASSED;
    assert_string_equal(notice(), "The vote passed: a player must leave");
}

static void votes_about_the_game_have_their_own_words(void **state)
{
    (void)state;
    vote_now.phase = DW_VOTE_ON;
    vote_now.accused = DW_VOTE_RESTART;
    assert_string_equal(line_of(DW_SLOT_NONE, 1499),
                        "Start the round again?  yes 1 of 2, no 0  1 s");
    vote_now.accused = DW_VOTE_CHOICE + 1;
    assert_string_equal(line_of(DW_SLOT_NONE, 1499),
                        "Play museum/star next?  yes 1 of 2, no 0  1 s");
    vote_now.phase = DW_VOTE_PASSED;
    assert_string_equal(notice(), "The vote passed: museum/star comes next");
    vote_now.accused = DW_VOTE_RESTART;
    assert_string_equal(notice(), "The vote passed: the round starts again");
    vote_now.phase = DW_VOTE_FAILED;
    assert_string_equal(notice(), "The vote failed: the game goes on");
    vote_now.phase = DW_VOTE_ON;
    vote_now.accused = DW_VOTE_CHOICE + 2; /* Not in the list. */
    assert_string_equal(line_of(DW_SLOT_NONE, 1499), "Play  next?  yes 1 of 2, no 0  1 s");
}

static void commands_for_the_server_are_passed_on_as_written(void **state)
{
    (void)state;
    enter("/admin", DW_CHAT_NOTHING,
          "/admin COMMAND is for players with rights. /admin help lists the commands.");
    enter("/ADMIN  kick 1 Max Power spam", DW_CHAT_ADMIN, "/admin kick 1 Max Power spam");
    assert_string_equal(did.rest, "kick 1 Max Power spam");
    enter("admin help", DW_CHAT_SAY, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_muted_player_is_not_read_until_unmuted, begin),
        cmocka_unit_test_setup(names_may_be_written_as_people_write_them, begin),
        cmocka_unit_test_setup(spectators_that_have_spoken_can_be_muted_and_the_server_cannot,
                               begin),
        cmocka_unit_test_setup(lists_are_bounded, begin),
        cmocka_unit_test_setup(votes_are_called_and_joined_by_name_and_word, begin),
        cmocka_unit_test_setup(other_lines_are_chat_and_other_commands_are_not, begin),
        cmocka_unit_test_setup(commands_for_the_server_are_passed_on_as_written, begin),
        cmocka_unit_test_setup(the_vote_that_is_on_is_told_to_each_as_it_concerns_them, begin),
        cmocka_unit_test_setup(votes_for_a_restart_and_for_the_next_game_are_called, begin),
        cmocka_unit_test_setup(votes_about_the_game_have_their_own_words, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
