#include "server/host/record_queue.h"

#include "common/base/check.h"
#include "common/platform/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ALIGN = 8, KIND_SKIP = 0 /* Nothing lies behind it in the block: continue at the start. */ };

_Static_assert(sizeof(dw_record_message) % ALIGN == 0, "bytes begin aligned");

/* The lock is held for a few assignments; bytes are copied and read outside of it. The popping
 * thread owns what lies between tail and head, the pushing thread the rest. */
struct dw_record_queue {
    uint8_t *block;
    size_t capacity;
    pthread_mutex_t lock;
    pthread_cond_t filled;
    size_t head, tail; /* Offset of the next message; offset of the oldest one. */
    size_t used;       /* Skipped bytes at the end included. */
    bool closed;
};

dw_status dw_record_queue_create(dw_record_queue **out, size_t capacity)
{
    dw_record_queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL) {
        return DW_MEMORY;
    }
    queue->capacity = capacity / ALIGN * ALIGN;
    queue->block = dw_memory_map(queue->capacity);
    if (queue->block == NULL) {
        free(queue);
        return DW_MEMORY;
    }
    pthread_condattr_t monotonic;
    int failed = pthread_condattr_init(&monotonic);
    failed |= pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    failed |= pthread_mutex_init(&queue->lock, NULL);
    failed |= pthread_cond_init(&queue->filled, &monotonic);
    failed |= pthread_condattr_destroy(&monotonic);
    DW_CHECK(failed == 0);
    *out = queue;
    return DW_OK;
}

void dw_record_queue_destroy(dw_record_queue *queue)
{
    if (queue != NULL) {
        (void)pthread_cond_destroy(&queue->filled);
        (void)pthread_mutex_destroy(&queue->lock);
        dw_memory_unmap(queue->block, queue->capacity);
        free(queue);
    }
}

static void lock(dw_record_queue *queue)
{
    const int failed = pthread_mutex_lock(&queue->lock);
    DW_CHECK(failed == 0);
}

static void unlock(dw_record_queue *queue)
{
    const int failed = pthread_mutex_unlock(&queue->lock);
    DW_CHECK(failed == 0);
}

static size_t room_of(size_t size)
{
    return sizeof(dw_record_message) + (size + ALIGN - 1) / ALIGN * ALIGN;
}

/* Offset for a message of that size, and how much of the block's end is skipped for it. */
typedef struct place {
    size_t at, skipped;
} place;

static bool find_place(const dw_record_queue *queue, size_t room, uint32_t reserve, place *out)
{
    const size_t total = queue->capacity - queue->used;
    const size_t to_end = queue->used > 0 && queue->head <= queue->tail
                              ? total /* The free part lies in one piece. */
                              : queue->capacity - queue->head;
    *out = (place){queue->head, 0};
    if (room > to_end) {
        *out = (place){0, to_end};
    }
    /* The reserve may lie in two pieces; less than a message is lost between them. */
    const size_t kept = reserve > 0 ? (reserve + (size_t)1) * sizeof(dw_record_message) : 0;
    return out->skipped + room + kept <= total;
}

static void skip_end(dw_record_queue *queue, const place *where)
{
    if (where->skipped >= sizeof(dw_record_message)) {
        const dw_record_message skip = {.kind = KIND_SKIP};
        memcpy(queue->block + queue->head, &skip, sizeof skip);
    }
}

bool dw_record_queue_push(dw_record_queue *queue, const dw_record_message *message,
                          const uint8_t *bytes, uint32_t reserve)
{
    DW_CHECK(message->kind != KIND_SKIP);
    const size_t room = room_of(message->size);
    lock(queue);
    DW_CHECK(!queue->closed);
    if (queue->used == 0) {
        queue->head = 0;
        queue->tail = 0;
    }
    place where;
    const bool fits = find_place(queue, room, reserve, &where);
    unlock(queue);
    if (!fits) {
        return false;
    }
    skip_end(queue, &where);
    memcpy(queue->block + where.at, message, sizeof *message);
    if (message->size > 0) {
        memcpy(queue->block + where.at + sizeof *message, bytes, message->size);
    }
    lock(queue);
    queue->head = where.at + room;
    queue->used += where.skipped + room;
    (void)pthread_cond_signal(&queue->filled);
    unlock(queue);
    return true;
}

void dw_record_queue_close(dw_record_queue *queue)
{
    lock(queue);
    queue->closed = true;
    (void)pthread_cond_signal(&queue->filled);
    unlock(queue);
}

/* Skips the block's end where no message fits, or where the mark says so. */
static bool is_skip(const dw_record_queue *queue)
{
    if (queue->capacity - queue->tail < sizeof(dw_record_message)) {
        return true;
    }
    const void *at = queue->block + queue->tail;
    const dw_record_message *message = at;
    return message->kind == KIND_SKIP;
}

const dw_record_message *dw_record_queue_peek(dw_record_queue *queue, const uint8_t **bytes)
{
    lock(queue);
    while (queue->used == 0 && !queue->closed) {
        (void)pthread_cond_wait(&queue->filled, &queue->lock);
    }
    const dw_record_message *message = NULL;
    if (queue->used > 0) {
        if (is_skip(queue)) {
            queue->used -= queue->capacity - queue->tail;
            queue->tail = 0;
        }
        const void *at = queue->block + queue->tail;
        message = at;
        *bytes = queue->block + queue->tail + sizeof *message;
    }
    unlock(queue);
    return message;
}

void dw_record_queue_drop(dw_record_queue *queue)
{
    const void *at = queue->block + queue->tail; /* Only this thread moves the tail. */
    const dw_record_message *message = at;
    const size_t room = room_of(message->size);
    lock(queue);
    DW_CHECK(queue->used >= room);
    queue->tail += room;
    queue->used -= room;
    unlock(queue);
}

bool dw_record_queue_rest(dw_record_queue *queue, uint32_t ms)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    const uint64_t ns = (uint64_t)until.tv_nsec + ms * UINT64_C(1000000);
    until.tv_sec += (time_t)(ns / 1000000000);
    until.tv_nsec = (long)(ns % 1000000000);
    lock(queue);
    int failed = 0; /* More messages wake it too. */
    while (!queue->closed && failed == 0) {
        failed = pthread_cond_timedwait(&queue->filled, &queue->lock, &until);
    }
    const bool closed = queue->closed;
    unlock(queue);
    return closed;
}

size_t dw_record_queue_used(dw_record_queue *queue)
{
    lock(queue);
    const size_t used = queue->used;
    unlock(queue);
    return used;
}
