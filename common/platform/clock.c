/* clock.c - the monotonic clock for intervals, the calendar for log lines alone. */
#include "common/platform/clock.h"

#include <stdio.h>
#include <time.h>

static uint64_t read_clock(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

uint64_t dw_clock_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t dw_clock_process_ns(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t dw_clock_thread_ns(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

void dw_clock_sleep_until(uint64_t deadline_ns)
{
    const struct timespec deadline = {
        .tv_sec = (time_t)(deadline_ns / UINT64_C(1000000000)),
        .tv_nsec = (long)(deadline_ns % UINT64_C(1000000000)),
    };
    (void)clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, NULL);
}

void dw_clock_time_text(char *text, size_t size)
{
    struct timespec now;
    struct tm parts;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    (void)gmtime_r(&now.tv_sec, &parts);
    char seconds[32];
    (void)strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &parts);
    (void)snprintf(text, size, "%s.%03dZ", seconds, (int)(now.tv_nsec / 1000000));
}

void dw_clock_file_text(char *text, size_t size)
{
    const time_t now = time(NULL);
    struct tm parts;
    (void)gmtime_r(&now, &parts);
    (void)strftime(text, size, "%Y%m%dT%H%M%SZ", &parts);
}

uint64_t dw_clock_wall_s(void)
{
    const time_t now = time(NULL);
    return now > 0 ? (uint64_t)now : 0;
}
