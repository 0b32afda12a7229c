#include "server/host/writer_thread.h"

#include "common/base/check.h"
#include "common/platform/thread.h"
#include "server/host/thread_log.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { DRAIN_S = 1 };

struct dw_writer_thread {
    dw_writer_job job;
    dw_record_queue *queue;
    pthread_t thread;
    pthread_mutex_t lock; /* Of all that follows, and of the owner's figures. */
    pthread_cond_t ended;
    bool has_ended, is_orphan;
    dw_thread_log log;
};

void dw_writer_thread_lock(dw_writer_thread *writer)
{
    const int failed = pthread_mutex_lock(&writer->lock);
    DW_CHECK(failed == 0);
}

void dw_writer_thread_unlock(dw_writer_thread *writer)
{
    const int failed = pthread_mutex_unlock(&writer->lock);
    DW_CHECK(failed == 0);
}

static bool make_locks(dw_writer_thread *writer)
{
    pthread_condattr_t monotonic;
    int failed = pthread_condattr_init(&monotonic);
    failed |= pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    failed |= pthread_mutex_init(&writer->lock, NULL);
    failed |= pthread_cond_init(&writer->ended, &monotonic);
    failed |= pthread_condattr_destroy(&monotonic);
    return failed == 0;
}

dw_status dw_writer_thread_create(dw_writer_thread **out, size_t queue_bytes,
                                  const dw_writer_job *job)
{
    dw_writer_thread *writer = calloc(1, sizeof *writer);
    if (writer == NULL || dw_record_queue_create(&writer->queue, queue_bytes) != DW_OK) {
        free(writer);
        return DW_MEMORY;
    }
    const bool made = make_locks(writer);
    DW_CHECK(made);
    dw_thread_log_create(&writer->log, job->lines_lost);
    writer->job = *job;
    *out = writer;
    return DW_OK;
}

void dw_writer_thread_destroy(dw_writer_thread *writer)
{
    if (writer != NULL) {
        dw_record_queue_destroy(writer->queue);
        dw_thread_log_destroy(&writer->log);
        (void)pthread_cond_destroy(&writer->ended);
        (void)pthread_mutex_destroy(&writer->lock);
        free(writer);
    }
}

dw_record_queue *dw_writer_thread_queue(dw_writer_thread *writer)
{
    return writer->queue;
}

static void *run(void *context)
{
    dw_writer_thread *writer = context;
    const dw_writer_job job = writer->job;
    job.run(job.context);
    dw_writer_thread_lock(writer);
    writer->has_ended = true;
    (void)pthread_cond_signal(&writer->ended);
    const bool orphan = writer->is_orphan;
    dw_writer_thread_unlock(writer);
    if (orphan) {
        job.release(job.context); /* No thread waits any more. */
    }
    return NULL;
}

dw_status dw_writer_thread_start(dw_writer_thread *writer)
{
    return dw_thread_start(&writer->thread, run, writer) == 0 ? DW_OK : DW_MEMORY;
}

bool dw_writer_thread_end(dw_writer_thread *writer)
{
    const pthread_t thread = writer->thread;
    struct timespec deadline;
    (void)clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += DRAIN_S;
    dw_record_queue_close(writer->queue);
    dw_writer_thread_lock(writer);
    int failed = 0;
    while (!writer->has_ended && failed == 0) {
        failed = pthread_cond_timedwait(&writer->ended, &writer->lock, &deadline);
    }
    const bool ended = writer->has_ended;
    writer->is_orphan = !ended;
    dw_writer_thread_unlock(writer);
    if (ended) {
        (void)pthread_join(thread, NULL);
    } else {
        (void)pthread_detach(thread);
    }
    return ended;
}

void dw_writer_thread_say(dw_writer_thread *writer, dw_log_level level, const char *event,
                          const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    dw_thread_log_add(&writer->log, level, event, format, arguments);
    va_end(arguments);
}

void dw_writer_thread_look(dw_writer_thread *writer)
{
    dw_thread_log_look(&writer->log);
}
