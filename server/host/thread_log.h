/* thread_log.h - lines for the log from a thread that may not log: only the ticking thread may.
 * Owns: up to DW_THREAD_LOG_MAX lines that wait, and their lock. One thread adds, the ticking one
 * empties; a line that finds no room is counted.
 * Cost to the tick: an atomic read while no line waits. */
#ifndef DW_HOST_THREAD_LOG_H
#define DW_HOST_THREAD_LOG_H

#include "common/base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>

enum { DW_THREAD_LOG_MAX = 16 };

typedef struct dw_thread_log {
    const char *lost_event; /* Logged, with a count, when lines found no room. */
    pthread_mutex_t lock;   /* Of all that follows. */
    struct {
        dw_log_level level;
        const char *event;
        char fields[DW_LOG_LINE_MAX / 4];
    } lines[DW_THREAD_LOG_MAX];
    uint32_t count;
    uint64_t lost;
    _Atomic bool waits;
} dw_thread_log;

/* `log` is zeroed memory; `lost_event` outlives it. */
void dw_thread_log_create(dw_thread_log *log, const char *lost_event);
void dw_thread_log_destroy(dw_thread_log *log);

/* From the other thread. */
void dw_thread_log_add(dw_thread_log *log, dw_log_level level, const char *event,
                       const char *format, va_list arguments);

/* From the ticking thread: logs the lines that wait. Call it often. */
void dw_thread_log_look(dw_thread_log *log);

#endif
