/* live_watch.h: how often a table is written. Time is the test's own; the server that it is
 * pointed at, a port of this machine, never answers. */
#include "client/bot/live_watch.h"

#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define START_NS UINT64_C(1000000000000)
#define MS_NS    UINT64_C(1000000)

/* What one call at that time writes to standard output, in bytes. */
static long written(dw_live_watch *watch, uint64_t now_ns)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    (void)fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    assert_true(kept >= 0);
    assert_true(dup2(fileno(file), STDOUT_FILENO) >= 0);
    dw_live_watch_run(watch, now_ns);
    (void)fflush(stdout);
    assert_true(dup2(kept, STDOUT_FILENO) >= 0);
    (void)close(kept);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long bytes = ftell(file);
    assert_int_equal(fclose(file), 0);
    return bytes;
}

static dw_live_watch *open_watch(bool redraw)
{
    dw_bots_options options = {.port = 9, .input_hz = 30, .unsealed = true};
    (void)snprintf(options.host, sizeof options.host, "127.0.0.1");
    dw_live_watch *watch = NULL;
    dw_error error = {""};
    assert_int_equal(dw_live_watch_create(&watch, &options, redraw, START_NS, &error), DW_OK);
    return watch;
}

static void a_terminal_gets_a_table_five_times_a_second(void **state)
{
    (void)state;
    dw_live_watch *watch = open_watch(true);
    assert_int_equal(written(watch, START_NS - MS_NS), 0);
    for (uint64_t ms = 0; ms <= 1000; ms += 50) {
        assert_int_equal(written(watch, START_NS + ms * MS_NS) > 0, ms % 200 == 0);
    }
    dw_live_watch_destroy(watch);
}

/* A file is not filled with "Joining ...". */
static void a_file_gets_no_table_before_there_is_a_match(void **state)
{
    (void)state;
    dw_live_watch *watch = open_watch(false);
    for (uint64_t ms = 0; ms <= 11000; ms += 500) {
        assert_int_equal(written(watch, START_NS + ms * MS_NS), 0);
    }
    dw_live_watch_destroy(watch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_terminal_gets_a_table_five_times_a_second),
        cmocka_unit_test(a_file_gets_no_table_before_there_is_a_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
