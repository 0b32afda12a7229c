/* disk_thread.h - a thread that carries out, one after the other, what would have the tick wait for
 * the disk: saved matches, lists of the state folder. Owns: the thread and the queue to it
 * (writer_thread.h). Does not know what a task does. Cost to the tick: a copy of a few bytes; no
 * allocation. The functions are for the ticking thread. */
#ifndef DW_HOST_DISK_THREAD_H
#define DW_HOST_DISK_THREAD_H

#include "server/host/writer_thread.h"

typedef struct dw_disk_thread dw_disk_thread;

/* `run` works on the thread and may log through `writer`. `context` is its own from then on: the
 * ticking thread touches it no more, but for what both agree on. */
typedef struct dw_disk_task {
    void (*run)(void *context, dw_writer_thread *writer);
    void *context;
} dw_disk_task;

DW_MUST_USE dw_status dw_disk_thread_create(dw_disk_thread **out, dw_error *error);

/* Waits a second at most for the tasks that are left; a disk that hangs longer keeps the thread. */
void dw_disk_thread_destroy(dw_disk_thread *thread);

/* False: too many tasks wait, and `context` stays the caller's. */
DW_MUST_USE bool dw_disk_thread_push(dw_disk_thread *thread, const dw_disk_task *task);

/* Logs what the thread has said. Call it often. */
void dw_disk_thread_look(dw_disk_thread *thread);

#endif
