#include "server/host/disk_thread.h"

#include "common/base/check.h"

#include <stdlib.h>
#include <string.h>

enum { KIND_TASK = 1, QUEUE_BYTES = 4096 /* Some hundred tasks. */ };

struct dw_disk_thread {
    dw_writer_thread *writer;
};

static void run(void *context)
{
    dw_disk_thread *thread = context;
    dw_record_queue *queue = dw_writer_thread_queue(thread->writer);
    const uint8_t *bytes = NULL;
    while (dw_record_queue_peek(queue, &bytes) != NULL) {
        dw_disk_task task;
        memcpy(&task, bytes, sizeof task);
        task.run(task.context, thread->writer);
        dw_record_queue_drop(queue);
    }
}

static void free_all(void *context)
{
    dw_disk_thread *thread = context;
    dw_writer_thread_destroy(thread->writer);
    free(thread);
}

dw_status dw_disk_thread_create(dw_disk_thread **out, dw_error *error)
{
    dw_disk_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const dw_writer_job job = {thread, run, free_all, "disk_lines_lost"};
    dw_status status = dw_writer_thread_create(&thread->writer, QUEUE_BYTES, &job);
    if (status == DW_OK) {
        status = dw_writer_thread_start(thread->writer);
    }
    if (status != DW_OK) {
        free_all(thread);
        return dw_fail(error, status, "no thread for the disk");
    }
    *out = thread;
    return DW_OK;
}

void dw_disk_thread_destroy(dw_disk_thread *thread)
{
    if (thread == NULL) {
        return;
    }
    if (dw_writer_thread_end(thread->writer)) {
        dw_disk_thread_look(thread);
        free_all(thread);
        return;
    }
    dw_log(DW_LOG_ERROR, "state_undrained", "why=\"the disk is too slow\"");
}

bool dw_disk_thread_push(dw_disk_thread *thread, const dw_disk_task *task)
{
    const dw_record_message message = {.size = sizeof *task, .kind = KIND_TASK, .match = 1};
    uint8_t bytes[sizeof *task];
    memcpy(bytes, task, sizeof *task);
    return dw_record_queue_push(dw_writer_thread_queue(thread->writer), &message, bytes, 0);
}

void dw_disk_thread_look(dw_disk_thread *thread)
{
    dw_writer_thread_look(thread->writer);
}
