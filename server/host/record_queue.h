/* record_queue.h - messages from the thread that ticks to a thread that writes replays or results.
 * Owns: one block of memory, taken at creation; of it only what is used at once is ever touched.
 * Does not know: files, what the bytes are. Threading: one thread pushes, one pops. A push waits
 * for nobody: when the queue is full it says no. O(1) and a copy of the bytes; no allocation.
 *
 *      tail          head              Messages lie one behind the other, each in one piece. Where
 *   +---+------+------+-----------+    the next one does not fit before the end of the block, it
 *   |   | head | bytes|  free     |    lies at the start; an empty queue begins at the start again.
 *   +---+------+------+-----------+
 */
#ifndef DW_HOST_RECORD_QUEUE_H
#define DW_HOST_RECORD_QUEUE_H

#include "common/base/status.h"

#include <stdint.h>

typedef struct dw_record_queue dw_record_queue;

typedef struct dw_record_message {
    uint32_t size; /* Number of bytes. */
    uint16_t kind; /* Set by the user, not 0. */
    uint16_t match;
    uint32_t serial;
    uint32_t unused; /* Bytes begin at a multiple of 8. */
} dw_record_message;

DW_MUST_USE dw_status dw_record_queue_create(dw_record_queue **out, size_t capacity);
void dw_record_queue_destroy(dw_record_queue *queue);

/* False, and nothing has happened, when it does not fit, or when fewer than `reserve` empty
 * messages would still fit after it. */
DW_MUST_USE bool dw_record_queue_push(dw_record_queue *queue, const dw_record_message *message,
                                      const uint8_t *bytes, uint32_t reserve);

/* Nothing is pushed after it. */
void dw_record_queue_close(dw_record_queue *queue);

/* Waits for the oldest message, which stays until it is dropped. NULL once the queue is closed and
 * empty. */
const dw_record_message *dw_record_queue_peek(dw_record_queue *queue, const uint8_t **bytes);
void dw_record_queue_drop(dw_record_queue *queue);

/* For a thread that cannot take the oldest message now: waits for `ms`, or until the queue is
 * closed. True: it is closed. */
bool dw_record_queue_rest(dw_record_queue *queue, uint32_t ms);

/* Bytes in use now. */
size_t dw_record_queue_used(dw_record_queue *queue);

#endif
