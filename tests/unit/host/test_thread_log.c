/* Lines of another thread for the log: in order, once, and the ones without room are counted. */
#include "server/host/thread_log.h"
#include "tests/support/test.h"

#include <string.h>

static char logged[2 * DW_THREAD_LOG_MAX][DW_LOG_LINE_MAX];
static uint32_t logged_count;

static void take_line(void *context, dw_log_level level, const char *line)
{
    (void)context;
    (void)level;
    (void)snprintf(logged[logged_count++], sizeof logged[0], "%s", line);
}

static void say(dw_thread_log *log, const char *format, ...) DW_PRINTF(2, 3);

static void say(dw_thread_log *log, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    dw_thread_log_add(log, DW_LOG_INFO, "told", format, arguments);
    va_end(arguments);
}

static void lines_come_once_and_in_order_and_lost_ones_are_counted(void **state)
{
    (void)state;
    static dw_thread_log log;
    dw_log_open(take_line, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    dw_thread_log_create(&log, "told_too_much");
    for (uint32_t i = 0; i < DW_THREAD_LOG_MAX + 3; i++) {
        say(&log, "number=%u", (unsigned)i);
    }
    assert_int_equal(logged_count, 0);
    dw_thread_log_look(&log);
    assert_int_equal(logged_count, DW_THREAD_LOG_MAX + 1);
    assert_non_null(strstr(logged[0], "told number=0"));
    assert_non_null(strstr(logged[DW_THREAD_LOG_MAX - 1], "told number=15"));
    assert_non_null(strstr(logged[DW_THREAD_LOG_MAX], "told_too_much count=3"));
    dw_thread_log_look(&log);
    assert_int_equal(logged_count, DW_THREAD_LOG_MAX + 1);
    say(&log, "number=%u", 99u); /* Room again, and nothing more is lost. */
    dw_thread_log_look(&log);
    assert_int_equal(logged_count, DW_THREAD_LOG_MAX + 2);
    assert_non_null(strstr(logged[DW_THREAD_LOG_MAX + 1], "told number=99"));
    dw_thread_log_destroy(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_once_and_in_order_and_lost_ones_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
