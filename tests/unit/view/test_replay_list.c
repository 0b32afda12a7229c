/* The person's replays: which files count, in which order, and what becomes of files that are no
 * replays. */
#include "client/view/replay_folder.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/dw_replays_XXXXXX";
static dw_replay_list list;

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL && setenv("XDG_DATA_HOME", folder, 1) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"/duskwatch/replays/.20260101T000000Z-m001-r009.dwr",
                                        "/duskwatch/replays/notes.txt", "/duskwatch/replays",
                                        "/duskwatch"};
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        char path[128];
        (void)snprintf(path, sizeof path, "%s%s", folder, names[i]);
        (void)remove(path);
    }
    return rmdir(folder);
}

static void write_replay(const char *name)
{
    char path[DW_PATH_MAX];
    assert_int_equal(dw_replay_folder_file(name, path, NULL), DW_OK);
    assert_int_equal(dw_file_write(path, "nothing", 7, NULL), DW_OK);
}

static void the_start_of_a_round_is_read_from_the_name_of_the_file(void **state)
{
    (void)state;
    int64_t started_s = 0;
    assert_true(dw_replay_name_start("19700102T000010Z-m001-r002.dwr", &started_s));
    assert_int_equal(started_s, 86410);
    assert_false(dw_replay_name_start("museum at night.dwr", &started_s));
    assert_false(dw_replay_name_start("20260101T0000Z-m001-r002.dwr", &started_s));
}

static void the_newest_replay_stands_first(void **state)
{
    (void)state;
    list.count = 0;
    dw_replay_list_add(&list, "b", 20);
    dw_replay_list_add(&list, "a", 10);
    dw_replay_list_add(&list, "c", 30);
    assert_int_equal(list.count, 3);
    assert_string_equal(list.rows[0].file, "c");
    assert_string_equal(list.rows[2].file, "a");
    assert_int_equal(dw_replay_list_find(&list, "b"), 1);
    dw_replay_list_remove(&list, 1);
    assert_int_equal(dw_replay_list_find(&list, "b"), list.count);
    assert_int_equal(list.count, 2);
}

static void a_full_list_leaves_out_the_oldest(void **state)
{
    (void)state;
    list.count = 0;
    for (int64_t i = 0; i < DW_REPLAY_LIST_MAX; i++) {
        dw_replay_list_add(&list, "x", 100 + i);
    }
    dw_replay_list_add(&list, "older", 1);
    assert_int_equal(dw_replay_list_find(&list, "older"), list.count);
    dw_replay_list_add(&list, "newest", 100000);
    assert_int_equal(list.count, DW_REPLAY_LIST_MAX);
    assert_string_equal(list.rows[0].file, "newest");
    assert_int_equal(list.rows[DW_REPLAY_LIST_MAX - 1].started_s, 101);
}

static void rounds_that_are_on_and_other_files_are_not_listed(void **state)
{
    (void)state;
    dw_error error = {""};
    write_replay(".20260101T000000Z-m001-r009.dwr");
    write_replay("notes.txt");
    assert_int_equal(dw_replay_folder_look(&list, &error), DW_OK);
    assert_int_equal(list.count, 0);
    assert_false(dw_replay_folder_read(&list));
}

static void a_file_that_is_no_replay_is_listed_with_the_reason_and_can_be_deleted(void **state)
{
    (void)state;
    dw_error error = {""};
    char path[DW_PATH_MAX];
    write_replay("20260101T000000Z-m001-r001.dwr");
    assert_int_equal(dw_replay_folder_look(&list, &error), DW_OK);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.rows[0].state, DW_LISTED_UNREAD);
    assert_true(dw_replay_folder_read(&list));
    assert_int_equal(list.rows[0].state, DW_LISTED_BAD);
    assert_string_not_equal(list.rows[0].why, "");
    assert_true(dw_replay_folder_newest(1767225600, path));
    assert_non_null(strstr(path, "/duskwatch/replays/20260101T000000Z-m001-r001.dwr"));
    assert_false(dw_replay_folder_newest(1767225601, path));
    assert_int_equal(dw_replay_folder_delete(&list, 0, &error), DW_OK);
    assert_int_equal(list.count, 0);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(dw_replay_folder_delete(&list, 0, &error), DW_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_of_a_round_is_read_from_the_name_of_the_file),
        cmocka_unit_test(the_newest_replay_stands_first),
        cmocka_unit_test(a_full_list_leaves_out_the_oldest),
        cmocka_unit_test(rounds_that_are_on_and_other_files_are_not_listed),
        cmocka_unit_test(a_file_that_is_no_replay_is_listed_with_the_reason_and_can_be_deleted),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
