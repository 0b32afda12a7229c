/* The thread that looks for earlier rounds: what it has to say comes to the log by the thread that
 * asks it, for the log is of one thread. */
#include "server/host/playback/ghost_thread.h"

#include "common/base/log.h"
#include "tests/support/test.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_MS = 20000 };

static pthread_t asking;
static _Atomic uint32_t lines, foreign_lines;
static char newest[DW_LOG_LINE_MAX];

static void take_line(void *context, dw_log_level level, const char *line)
{
    (void)context;
    (void)level;
    lines++;
    foreign_lines += pthread_equal(pthread_self(), asking) ? 0 : 1;
    (void)snprintf(newest, sizeof newest, "%s", line);
}

static int open_log(void **state)
{
    (void)state;
    asking = pthread_self();
    lines = 0;
    foreign_lines = 0;
    dw_log_open(take_line, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    return 0;
}

static int close_log(void **state)
{
    (void)state;
    dw_log_open(NULL, NULL, DW_LOG_TEXT, DW_LOG_ERROR);
    return 0;
}

static const dw_replay_header shown = {.map = NULL}; /* No file fits that is not there. */

static dw_ghost_thread *start(const char *path)
{
    dw_ghost_thread *thread = NULL;
    assert_int_equal(dw_ghost_thread_start(&thread, &shown, path), DW_OK);
    return thread;
}

static void the_end_of_the_search_is_logged_by_the_thread_that_asks(void **state)
{
    (void)state;
    char folder[] = "ghost-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char path[64];
    (void)snprintf(path, sizeof path, "%s/a.dwr", folder);
    dw_ghost_thread *thread = start(path);
    dw_ghost_trails trails;
    uint32_t ms = 0;
    while (!dw_ghost_thread_look(thread, &trails)) {
        assert_true(++ms < WAIT_MS);
        (void)usleep(1000);
    }
    assert_int_equal(lines, 1);
    assert_string_equal(newest, "info ghosts files=0 tries=0 trails=0");
    (void)dw_ghost_thread_look(thread, &trails);
    dw_ghost_thread_destroy(thread);
    assert_int_equal(lines, 1);
    assert_int_equal(foreign_lines, 0);
    assert_int_equal(rmdir(folder), 0);
}

static void what_was_not_asked_for_is_logged_at_the_end(void **state)
{
    (void)state;
    dw_ghost_thread_destroy(start("no/such/folder/a.dwr"));
    assert_int_equal(lines, 2); /* The folder, and the end. */
    assert_string_equal(newest, "info ghosts files=0 tries=0 trails=0");
    assert_int_equal(foreign_lines, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_end_of_the_search_is_logged_by_the_thread_that_asks,
                                        open_log, close_log),
        cmocka_unit_test_setup_teardown(what_was_not_asked_for_is_logged_at_the_end, open_log,
                                        close_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
