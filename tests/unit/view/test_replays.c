/* The page of replays without a window: what is listed, deleted after a question, and why a file is
 * not played. */
#include "client/view/replays.h"
#include "client/view/texts/say.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/dw_replay_page_XXXXXX";
static dw_replays replays;
static dw_menu menu;

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL && setenv("XDG_DATA_HOME", folder, 1) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    char path[128];
    (void)state;
    (void)snprintf(path, sizeof path, "%s/duskwatch/replays", folder);
    (void)remove(path);
    (void)snprintf(path, sizeof path, "%s/duskwatch", folder);
    (void)remove(path);
    return rmdir(folder);
}

static void write_file(const char *name)
{
    char path[DW_PATH_MAX];
    assert_int_equal(dw_replay_folder_file(name, path, NULL), DW_OK);
    assert_int_equal(dw_file_write(path, "nothing", 7, NULL), DW_OK);
}

static bool exists(const char *name)
{
    char path[DW_PATH_MAX];
    assert_int_equal(dw_replay_folder_file(name, path, NULL), DW_OK);
    return access(path, F_OK) == 0;
}

static int open_page(void **state)
{
    (void)state;
    replays = (dw_replays){.from_page = false};
    dw_menu_init(&menu, "", "");
    dw_menu_open(&menu, DW_PAGE_START, "");
    write_file("20260101T000000Z-m001-r001.dwr");
    write_file("20260101T000000Z-m001-r002.dwr");
    dw_replays_choose(&replays, &menu, DW_CHOICE_REPLAYS);
    return menu.page == DW_PAGE_REPLAYS ? 0 : 1;
}

static int close_page(void **state)
{
    (void)state;
    while (replays.list->count > 0) {
        assert_int_equal(dw_replay_folder_delete(replays.list, 0, NULL), DW_OK);
    }
    dw_replays_close(&replays);
    return 0;
}

static void read_all(void)
{
    dw_error why = {""};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(dw_replays_update(&replays, &menu, &why), DW_REPLAYS_NOTHING);
    }
}

static void the_newest_file_is_chosen_and_rows_have_ends(void **state)
{
    (void)state;
    assert_string_equal(dw_replay_rows_chosen(&menu.replays)->file,
                        "20260101T000000Z-m001-r002.dwr");
    assert_false(dw_replay_rows_step(&menu.replays, -1));
    assert_true(dw_replay_rows_step(&menu.replays, 1));
    assert_string_equal(dw_replay_rows_chosen(&menu.replays)->file,
                        "20260101T000000Z-m001-r001.dwr");
    assert_false(dw_replay_rows_step(&menu.replays, 1));
}

static void a_file_that_cannot_be_played_says_why_and_starts_nothing(void **state)
{
    (void)state;
    read_all();
    assert_int_equal(dw_replay_rows_chosen(&menu.replays)->state, DW_LISTED_BAD);
    dw_replays_choose(&replays, &menu, DW_CHOICE_PLAY_REPLAY);
    assert_int_equal(menu.page, DW_PAGE_REPLAYS);
    assert_string_equal(menu.message, dw_replay_rows_chosen(&menu.replays)->why);
    assert_false(dw_replays_playing(&replays));
}

static void deleting_asks_first(void **state)
{
    (void)state;
    dw_replays_choose(&replays, &menu, DW_CHOICE_ASK_DELETE);
    assert_int_equal(menu.page, DW_PAGE_DELETE);
    assert_non_null(strstr(menu.message, "20260101T000000Z-m001-r002.dwr"));
    dw_replays_choose(&replays, &menu, DW_CHOICE_KEEP);
    assert_int_equal(menu.page, DW_PAGE_REPLAYS);
    assert_true(exists("20260101T000000Z-m001-r002.dwr"));
    dw_replays_choose(&replays, &menu, DW_CHOICE_ASK_DELETE);
    dw_replays_choose(&replays, &menu, DW_CHOICE_DELETE);
    assert_int_equal(menu.page, DW_PAGE_REPLAYS);
    assert_false(exists("20260101T000000Z-m001-r002.dwr"));
    assert_true(exists("20260101T000000Z-m001-r001.dwr"));
    assert_string_equal(dw_replay_rows_chosen(&menu.replays)->file,
                        "20260101T000000Z-m001-r001.dwr");
}

static void an_empty_list_says_how_replays_come_to_be(void **state)
{
    (void)state;
    while (replays.list->count > 0) {
        dw_replays_choose(&replays, &menu, DW_CHOICE_DELETE);
    }
    assert_null(dw_replay_rows_chosen(&menu.replays));
    dw_replays_choose(&replays, &menu, DW_CHOICE_PLAY_REPLAY);
    dw_replays_choose(&replays, &menu, DW_CHOICE_ASK_DELETE);
    assert_int_equal(menu.page, DW_PAGE_REPLAYS);
    assert_non_null(menu.replays.folder); /* Named on the page. */
}

static void a_server_that_ends_at_once_is_reported_with_its_reason(void **state)
{
    (void)state;
    dw_error why = {""};
    replays.server.state = DW_HOSTING_STARTS; /* Its process has ended. */
    (void)snprintf(replays.server.line, sizeof replays.server.line,
                   "duskwatch-server: x.dwr: not a replay");
    assert_int_equal(dw_replays_update(&replays, &menu, &why), DW_REPLAYS_FAILED);
    char expected[DW_ERROR_TEXT_MAX];
    dw_say_into(expected, sizeof expected, DW_SAY_REPLAY_START_FAILED, DW_S("x.dwr: not a replay"));
    assert_string_equal(why.text, expected);
    assert_false(dw_replays_playing(&replays));
}

static void the_last_round_of_a_hosted_game_is_shown_after_a_second_press(void **state)
{
    (void)state;
    char path[DW_PATH_MAX] = "";
    dw_feed feed = {0};
    dw_hosting hosting = {.state = DW_HOSTING_NONE, .started_s = 1767225600}; /* 2026-01-01 */
    assert_false(dw_replays_last(&replays, &hosting, NULL, &feed, 10.0, path));
    assert_string_equal(feed.notice, "");
    hosting.state = DW_HOSTING_READY;
    assert_false(dw_replays_last(&replays, &hosting, NULL, &feed, 10.0, path));
    assert_non_null(strstr(feed.notice, "F8 again"));
    assert_false(dw_replays_last(&replays, &hosting, NULL, &feed, 20.0, path)); /* Too late. */
    assert_true(dw_replays_last(&replays, &hosting, NULL, &feed, 21.0, path));
    assert_non_null(strstr(path, "20260101T000000Z-m001-r002.dwr"));
    assert_false(dw_replays_last(&replays, &hosting, NULL, &feed, 22.0, path)); /* Answered. */
    hosting.started_s++; /* Both files are of a game before. */
    assert_false(dw_replays_last(&replays, &hosting, NULL, &feed, 23.0, path));
    assert_string_equal(feed.notice, dw_say(DW_SAY_REPLAY_NEWEST_MISSING));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define ON_PAGE(name) cmocka_unit_test_setup_teardown(name, open_page, close_page)
        ON_PAGE(the_newest_file_is_chosen_and_rows_have_ends),
        ON_PAGE(a_file_that_cannot_be_played_says_why_and_starts_nothing),
        ON_PAGE(deleting_asks_first),
        ON_PAGE(an_empty_list_says_how_replays_come_to_be),
        ON_PAGE(a_server_that_ends_at_once_is_reported_with_its_reason),
        ON_PAGE(the_last_round_of_a_hosted_game_is_shown_after_a_second_press),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
