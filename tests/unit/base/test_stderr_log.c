/* The log's thread: what it writes, that nobody waits for it, and what it says of dropped lines.
 * Standard error is a pipe of 4 KiB here, which the test reads when it wants to. */
#include "common/platform/clock.h"
#include "common/platform/stderr_log.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { FLOOD = 2000, TEXT_MAX = 512 * 1024, HANG_S = 20 };

static dw_stderr_log *sink;
static int reader, real_stderr;
static char text[TEXT_MAX];
static size_t text_size;
static time_t calendar_offset_s;

/* Replaces libc's, so that the calendar can be set. The names that libc gives to parameters are its
 * own. */
/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int clock_gettime(clockid_t clock, struct timespec *out)
{
    const int result = (int)syscall(SYS_clock_gettime, clock, out);
    out->tv_sec += clock == CLOCK_REALTIME ? calendar_offset_s : 0;
    return result;
}

static void open_sink(dw_log_style style)
{
    int ends[2];
    dw_error error = {""};
    assert_int_equal(pipe(ends), 0);
    assert_true(fcntl(ends[0], F_SETPIPE_SZ, 4096) >= 0);
    real_stderr = dup(STDERR_FILENO);
    assert_int_equal(dup2(ends[1], STDERR_FILENO), STDERR_FILENO);
    (void)close(ends[1]);
    reader = ends[0];
    text_size = 0;
    text[0] = '\0';
    (void)alarm(HANG_S); /* A log that waits for its reader would hang the test. */
    assert_int_equal(dw_stderr_log_open(&sink, style, DW_LOG_INFO, &error), DW_OK);
}

static void *read_all(void *context)
{
    (void)context;
    ssize_t got = 0;
    while ((got = read(reader, text + text_size, sizeof text - 1 - text_size)) > 0) {
        text_size += (size_t)got;
    }
    text[text_size] = '\0';
    return NULL;
}

/* Everything until the sink is closed; read beside it, since the pipe is small. */
static void close_sink_and_read(void)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, read_all, NULL), 0);
    dw_stderr_log_close(sink);
    assert_int_equal(dup2(real_stderr, STDERR_FILENO), STDERR_FILENO);
    assert_int_equal(pthread_join(thread, NULL), 0);
    (void)close(real_stderr);
    (void)close(reader);
    (void)alarm(0);
}

static uint32_t count_of(const char *part)
{
    uint32_t count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) {
        count++;
    }
    return count;
}

/* Sums the numbers behind each `key`. */
static uint64_t sum_of(const char *key)
{
    uint64_t sum = 0;
    for (const char *at = text; (at = strstr(at, key)) != NULL; at++) {
        sum += strtoull(at + strlen(key), NULL, 10);
    }
    return sum;
}

static void read_more(void)
{
    const ssize_t got = read(reader, text + text_size, sizeof text - 1 - text_size);
    assert_true(got > 0);
    text_size += (size_t)got;
    text[text_size] = '\0';
}

/* Reads until the text has that many of both and its last line is whole: closing waits for a
 * bounded time alone, which on a busy machine can be too short for a full ring. */
static void read_until(const char *part, uint64_t parts, const char *key, uint64_t sum)
{
    while (count_of(part) < parts || sum_of(key) < sum || text[text_size - 1] != '\n') {
        read_more();
    }
}

static void flood(uint32_t lines)
{
    for (uint32_t i = 0; i < lines; i++) {
        dw_log(DW_LOG_INFO, "flood", "number=%u", i);
    }
}

static void lines_come_whole_and_in_order(void **state)
{
    (void)state;
    open_sink(DW_LOG_TEXT);
    for (uint32_t i = 0; i < 20; i++) {
        dw_log(DW_LOG_INFO, "one", "number=%u", i);
    }
    read_until(" info one ", 20, "dropped count=", 0);
    close_sink_and_read();
    const char *at = text;
    for (uint32_t i = 0; i < 20; i++) {
        char expected[40];
        const size_t size = (size_t)snprintf(expected, sizeof expected, " info one number=%u\n", i);
        at = strchr(at, 'Z'); /* Behind the time. */
        assert_non_null(at);
        assert_memory_equal(++at, expected, size);
        at += size;
    }
    assert_int_equal(*at, '\0');
}

static void a_pipe_that_nobody_reads_stops_nobody(void **state)
{
    (void)state;
    const uint64_t before = dw_log_dropped();
    open_sink(DW_LOG_TEXT);
    const uint64_t begin_ns = dw_clock_ns();
    flood(FLOOD);
    assert_true(dw_clock_ns() - begin_ns < UINT64_C(2000000000));
    /* The ring is full, the pipe holds some 60 lines, and the rest is counted. */
    const uint64_t dropped = dw_log_dropped() - before;
    assert_in_range(dropped, FLOOD - DW_STDERR_LOG_LINES_MAX - 4096 / 30, FLOOD);
    read_until(" info flood ", FLOOD - dropped, "log_lines_dropped count=", dropped);
    close_sink_and_read();
    assert_int_equal(dw_log_dropped() - before, dropped);
    assert_int_equal(count_of(" info flood "), FLOOD - dropped);
    assert_true(count_of(" warning log_lines_dropped ") > 0);
    assert_int_equal(sum_of("log_lines_dropped count="), dropped);
    assert_int_equal(text[text_size - 1], '\n');
}

static void dropped_lines_are_told_where_they_are_missing(void **state)
{
    (void)state;
    static const char told[] = "\"level\":\"warning\",\"event\":\"log_lines_dropped\",\"count\":";
    const uint64_t before = dw_log_dropped();
    open_sink(DW_LOG_JSON);
    flood(FLOOD);
    const uint64_t first = dw_log_dropped() - before;
    assert_true(first > 0);
    do { /* No later line is needed for it. */
        read_more();
    } while (text[text_size - 1] != '\n' || sum_of(told) != first);
    dw_log(DW_LOG_INFO, "back", "after=1");
    read_more();
    const char *back = strstr(text, "\"event\":\"back\"");
    assert_non_null(back);
    assert_int_equal(sum_of(told), first);
    flood(FLOOD);
    const uint64_t all = dw_log_dropped() - before;
    assert_true(all > first);
    read_until("\"event\":\"flood\"", 2 * FLOOD - all, told, all);
    close_sink_and_read();
    assert_int_equal(sum_of(told), all);
    assert_int_equal(count_of("\"event\":\"flood\""), 2 * FLOOD - all);
}

static void closing_does_not_wait_for_a_reader_that_hangs(void **state)
{
    (void)state;
    open_sink(DW_LOG_TEXT);
    flood(FLOOD);
    const uint64_t begin_ns = dw_clock_ns();
    dw_stderr_log_close(sink);
    const uint64_t took_ns = dw_clock_ns() - begin_ns;
    assert_int_equal(dup2(real_stderr, STDERR_FILENO), STDERR_FILENO);
    (void)close(real_stderr);
    (void)close(reader);
    (void)alarm(0);
    assert_in_range(took_ns, UINT64_C(1000000) * DW_STDERR_LOG_CLOSE_MS, UINT64_C(1500000000));
}

/* The calendar is set forward between the reading of the clock and the wait: what was read is an
 * hour ago for the system. */
static void closing_waits_as_long_while_the_calendar_is_set(void **state)
{
    calendar_offset_s = -3600;
    closing_does_not_wait_for_a_reader_that_hangs(state);
    calendar_offset_s = 0;
}

static void a_reader_that_is_gone_costs_lines_and_nothing_else(void **state)
{
    (void)state;
    const uint64_t before = dw_log_dropped();
    open_sink(DW_LOG_TEXT);
    (void)close(reader);
    flood(10);
    dw_stderr_log_close(sink);
    assert_int_equal(dup2(real_stderr, STDERR_FILENO), STDERR_FILENO);
    (void)close(real_stderr);
    (void)alarm(0);
    assert_int_equal(dw_log_dropped() - before, 10);
    dw_log(DW_LOG_INFO, "nobody_listens", "a=%d", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_whole_and_in_order),
        cmocka_unit_test(a_pipe_that_nobody_reads_stops_nobody),
        cmocka_unit_test(dropped_lines_are_told_where_they_are_missing),
        cmocka_unit_test(closing_does_not_wait_for_a_reader_that_hangs),
        cmocka_unit_test(closing_waits_as_long_while_the_calendar_is_set),
        cmocka_unit_test(a_reader_that_is_gone_costs_lines_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
