/* writer_thread.h - a thread that brings to the disk what the ticking thread has queued.
 * Owns: the queue, the thread with its start and its end, and the lines that it wants logged. Does
 * not know what is written (recorder.h, results.h). The ticking thread never waits for it, but for
 * a second at most when the server ends. A disk that hangs longer keeps the thread: then it is left
 * to itself, and releases what it works with when the disk lets go.
 * Cost to the tick: dw_record_queue's, and an atomic read in dw_writer_thread_look. */
#ifndef DW_HOST_WRITER_THREAD_H
#define DW_HOST_WRITER_THREAD_H

#include "common/base/log.h"
#include "server/host/record_queue.h"

typedef struct dw_writer_thread dw_writer_thread;

/* `run` is the thread: it takes messages until the queue is closed and empty. `release` frees what
 * `context` is, with the dw_writer_thread; called by the thread when its owner has gone. */
typedef struct dw_writer_job {
    void *context;
    void (*run)(void *context);
    void (*release)(void *context);
    const char *lines_lost; /* Event of the log when there were too many lines at once. */
} dw_writer_job;

DW_MUST_USE dw_status dw_writer_thread_create(dw_writer_thread **out, size_t queue_bytes,
                                              const dw_writer_job *job);
DW_MUST_USE dw_status dw_writer_thread_start(dw_writer_thread *writer);

/* Closes the queue and waits for the thread, a second at most. True: it has ended, and the owner
 * releases everything. False: the thread will. */
DW_MUST_USE bool dw_writer_thread_end(dw_writer_thread *writer);

/* Of a thread that was never started, or has ended. */
void dw_writer_thread_destroy(dw_writer_thread *writer);

dw_record_queue *dw_writer_thread_queue(dw_writer_thread *writer);

/* From the thread: a line for the log. Only the ticking thread may log. */
void dw_writer_thread_say(dw_writer_thread *writer, dw_log_level level, const char *event,
                          const char *format, ...) DW_PRINTF(4, 5);

/* From the ticking thread: logs those lines. Call it often. */
void dw_writer_thread_look(dw_writer_thread *writer);

/* For the figures of the owner, for a few assignments. */
void dw_writer_thread_lock(dw_writer_thread *writer);
void dw_writer_thread_unlock(dw_writer_thread *writer);

#endif
