/* A slow reader must not stop the loop: a terminal after ^S, a pipe into a program that hangs. A
 * non-blocking standard error is no way out, since that flag belongs to the open file, which other
 * programs share. So a thread writes, and it alone waits. */
#include "common/platform/stderr_log.h"

#include "common/platform/clock.h"
#include "common/platform/thread.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct slot {
    uint64_t dropped; /* Lines that had been dropped when this one came. */
    size_t size;
    char text[DW_LOG_LINE_MAX + 1]; /* Ends in a newline, not in a zero. */
} slot;

/* One thread puts lines in, one takes them out: `in` and `out` count up and never wait. */
struct dw_stderr_log {
    dw_log_style style;
    pthread_t writer;
    sem_t work;     /* Posted once a line, and once to close. */
    sem_t finished; /* Posted by the writer when it ends. */
    _Atomic bool closing;
    _Atomic uint32_t in;
    _Atomic uint32_t out;
    uint64_t told; /* The writer's own: dropped lines that a line has told. */
    slot slots[DW_STDERR_LOG_LINES_MAX];
};

static void put_line(void *context, dw_log_level level, const char *line)
{
    (void)level;
    dw_stderr_log *log = context;
    const uint32_t in = atomic_load_explicit(&log->in, memory_order_relaxed);
    if (in - atomic_load_explicit(&log->out, memory_order_acquire) == DW_STDERR_LOG_LINES_MAX) {
        dw_log_note_dropped();
        return;
    }
    slot *to = &log->slots[in % DW_STDERR_LOG_LINES_MAX];
    to->dropped = dw_log_dropped();
    to->size = strnlen(line, DW_LOG_LINE_MAX - 1);
    memcpy(to->text, line, to->size);
    to->text[to->size++] = '\n';
    atomic_store_explicit(&log->in, in + 1, memory_order_release);
    (void)sem_post(&log->work);
}

/* May take for ever; dw_stderr_log_close ends the thread here and nowhere else. */
static bool write_whole(const char *bytes, size_t size)
{
    int before = 0;
    ssize_t put = 0;
    (void)pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
    while (size > 0 && (put >= 0 || errno == EINTR)) {
        put = write(STDERR_FILENO, bytes, size);
        bytes += put > 0 ? put : 0;
        size -= put > 0 ? (size_t)put : 0;
    }
    (void)pthread_setcancelstate(before, NULL);
    return size == 0;
}

static void tell_dropped(dw_stderr_log *log, uint64_t dropped)
{
    if (dropped <= log->told) {
        return;
    }
    char time[40] = "";
    char fields[40];
    char line[DW_LOG_LINE_MAX + 1];
    dw_clock_time_text(time, sizeof time);
    (void)snprintf(fields, sizeof fields, "count=%llu", (unsigned long long)(dropped - log->told));
    size_t size =
        dw_log_make_line(line, log->style, time, DW_LOG_WARNING, "log_lines_dropped", fields);
    line[size++] = '\n';
    if (write_whole(line, size)) {
        log->told = dropped;
    }
}

/* False: the ring is empty. The line stays in the ring until it is written. */
static bool write_next(dw_stderr_log *log)
{
    const uint32_t out = atomic_load_explicit(&log->out, memory_order_relaxed);
    if (atomic_load_explicit(&log->in, memory_order_acquire) == out) {
        return false;
    }
    const slot *from = &log->slots[out % DW_STDERR_LOG_LINES_MAX];
    tell_dropped(log, from->dropped);
    if (!write_whole(from->text, from->size)) {
        dw_log_note_dropped();
    }
    atomic_store_explicit(&log->out, out + 1, memory_order_release);
    return true;
}

static void *write_lines(void *context)
{
    dw_stderr_log *log = context;
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    bool closing = false;
    while (!closing) {
        while (sem_wait(&log->work) != 0) {
        }
        closing = atomic_load(&log->closing);
        while (write_next(log)) {
        }
        tell_dropped(log, dw_log_dropped()); /* Those that no later line tells of. */
    }
    (void)sem_post(&log->finished);
    return NULL;
}

static void give_back(dw_stderr_log *log)
{
    (void)sem_destroy(&log->work);
    (void)sem_destroy(&log->finished);
    free(log);
}

dw_status dw_stderr_log_open(dw_stderr_log **out, dw_log_style style, dw_log_level lowest,
                             dw_error *error)
{
    dw_stderr_log *log = calloc(1, sizeof *log);
    if (log == NULL) {
        return dw_fail(error, DW_MEMORY, "log: out of memory");
    }
    log->style = style;
    log->told = dw_log_dropped();
    (void)sem_init(&log->work, 0, 0);
    (void)sem_init(&log->finished, 0, 0);
    const int failure = dw_thread_start(&log->writer, write_lines, log);
    if (failure != 0) {
        give_back(log);
        return dw_fail(error, DW_IO, "log: cannot start its thread: %s", strerror(failure));
    }
    dw_log_set_clock(dw_clock_time_text);
    dw_log_open(put_line, log, style, lowest);
    *out = log;
    return DW_OK;
}

static bool finishes_within(dw_stderr_log *log, long milliseconds)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += milliseconds * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    int result = 0;
    do {
        result = sem_clockwait(&log->finished, CLOCK_MONOTONIC, &until);
    } while (result != 0 && errno == EINTR);
    return result == 0;
}

void dw_stderr_log_close(dw_stderr_log *log)
{
    if (log == NULL) {
        return;
    }
    dw_log_open(NULL, NULL, log->style, DW_LOG_ERROR);
    atomic_store(&log->closing, true);
    (void)sem_post(&log->work);
    if (!finishes_within(log, DW_STDERR_LOG_CLOSE_MS)) {
        (void)pthread_cancel(log->writer); /* It waits in write(). */
    }
    (void)pthread_join(log->writer, NULL);
    give_back(log);
}
