#include "server/host/playback/playback_thread.h"

#include "common/platform/clock.h"
#include "common/platform/thread.h"

#include <stdlib.h>

enum { SEGMENTS_MAX = 64 };

struct dw_playback_thread {
    dw_playback_index *index; /* The thread's. */
    pthread_t id;
    bool started;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Under the lock. */
    bool stop;
    uint32_t first, count;
    dw_playback_segment *segments[SEGMENTS_MAX];
    uint64_t ticks, ns;
};

dw_status dw_playback_thread_create(dw_playback_thread **out, const dw_replay *replay,
                                    const dw_brain_library *brains, uint32_t length,
                                    dw_error *error)
{
    dw_playback_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const dw_status status =
        dw_playback_index_create(&thread->index, replay, brains, length, error);
    if (status != DW_OK) {
        free(thread);
        return status;
    }
    (void)pthread_mutex_init(&thread->lock, NULL);
    (void)pthread_cond_init(&thread->changed, NULL);
    *out = thread;
    return DW_OK;
}

/* Waits for a place. False: the server ends. */
static bool hand_over(dw_playback_thread *thread, dw_playback_segment *segment, uint64_t ticks,
                      uint64_t ns)
{
    (void)pthread_mutex_lock(&thread->lock);
    while (thread->count == SEGMENTS_MAX && !thread->stop) {
        (void)pthread_cond_wait(&thread->changed, &thread->lock);
    }
    const bool goes_on = !thread->stop;
    if (goes_on) {
        thread->segments[(thread->first + thread->count++) % SEGMENTS_MAX] = segment;
        thread->ticks += ticks;
        thread->ns += ns;
    }
    (void)pthread_mutex_unlock(&thread->lock);
    return goes_on;
}

static void *run(void *context)
{
    dw_playback_thread *thread = context;
    uint32_t ready = 0;
    for (bool more = true; more;) {
        const uint64_t began_ns = dw_clock_thread_ns();
        dw_playback_segment *segment = NULL;
        if (dw_playback_index_run(thread->index, &segment) != DW_OK) {
            break; /* Without memory seeks go the long way. */
        }
        const uint32_t ticks = segment->ready - ready;
        ready = segment->ready;
        more = !segment->ended;
        if (!hand_over(thread, segment, ticks, dw_clock_thread_ns() - began_ns)) {
            dw_playback_segment_free(segment);
            more = false;
        }
    }
    return NULL;
}

dw_status dw_playback_thread_start(dw_playback_thread *thread)
{
    thread->started = dw_thread_start(&thread->id, run, thread) == 0;
    return thread->started ? DW_OK : DW_MEMORY;
}

void dw_playback_thread_destroy(dw_playback_thread *thread)
{
    if (thread == NULL) {
        return;
    }
    if (thread->started) {
        (void)pthread_mutex_lock(&thread->lock);
        thread->stop = true;
        (void)pthread_cond_signal(&thread->changed);
        (void)pthread_mutex_unlock(&thread->lock);
        (void)pthread_join(thread->id, NULL);
    }
    while (thread->count > 0) {
        dw_playback_segment_free(dw_playback_thread_take(thread));
    }
    (void)pthread_cond_destroy(&thread->changed);
    (void)pthread_mutex_destroy(&thread->lock);
    dw_playback_index_destroy(thread->index);
    free(thread);
}

dw_playback_segment *dw_playback_thread_take(dw_playback_thread *thread)
{
    dw_playback_segment *segment = NULL;
    (void)pthread_mutex_lock(&thread->lock);
    if (thread->count > 0) {
        segment = thread->segments[thread->first];
        thread->first = (thread->first + 1) % SEGMENTS_MAX;
        thread->count--;
        (void)pthread_cond_signal(&thread->changed);
    }
    (void)pthread_mutex_unlock(&thread->lock);
    return segment;
}

uint64_t dw_playback_thread_tick_ns(dw_playback_thread *thread)
{
    (void)pthread_mutex_lock(&thread->lock);
    const uint64_t ns = thread->ticks > 0 ? thread->ns / thread->ticks : 0;
    (void)pthread_mutex_unlock(&thread->lock);
    return ns;
}
