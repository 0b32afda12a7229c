#include "server/host/thread_log.h"

#include "common/base/check.h"

#include <stdio.h>

void dw_thread_log_create(dw_thread_log *log, const char *lost_event)
{
    const int failed = pthread_mutex_init(&log->lock, NULL);
    DW_CHECK(failed == 0);
    log->lost_event = lost_event;
}

void dw_thread_log_destroy(dw_thread_log *log)
{
    (void)pthread_mutex_destroy(&log->lock);
}

void dw_thread_log_add(dw_thread_log *log, dw_log_level level, const char *event,
                       const char *format, va_list arguments)
{
    (void)pthread_mutex_lock(&log->lock);
    if (log->count < DW_THREAD_LOG_MAX) {
        log->lines[log->count].level = level;
        log->lines[log->count].event = event;
        (void)vsnprintf(log->lines[log->count].fields, sizeof log->lines[0].fields, format,
                        arguments);
        log->count++;
    } else {
        log->lost++;
    }
    atomic_store(&log->waits, true);
    (void)pthread_mutex_unlock(&log->lock);
}

void dw_thread_log_look(dw_thread_log *log)
{
    if (!atomic_exchange(&log->waits, false)) {
        return;
    }
    (void)pthread_mutex_lock(&log->lock);
    for (uint32_t i = 0; i < log->count; i++) {
        dw_log(log->lines[i].level, log->lines[i].event, "%s", log->lines[i].fields);
    }
    if (log->lost > 0) {
        dw_log(DW_LOG_WARNING, log->lost_event, "count=%llu", (unsigned long long)log->lost);
    }
    log->count = 0;
    log->lost = 0;
    (void)pthread_mutex_unlock(&log->lock);
}
