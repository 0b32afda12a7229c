/* input_queue.h - the own intents of the last ticks: what is sent, sent again, and replayed.
 * Owns: the ring of intents and the use key's edge. No allocation. */
#ifndef DW_CLIENT_CORE_INPUT_QUEUE_H
#define DW_CLIENT_CORE_INPUT_QUEUE_H

#include "protocol/message.h"

enum { DW_INPUT_HISTORY = 256 };

typedef struct dw_input_queue {
    uint32_t first, newest; /* Ticks held without a gap; newest 0: none. */
    bool use_down;          /* The caller's last intent had the key down. */
    bool use_pending;       /* Pressed and not yet in a tick. */
    dw_intent intents[DW_INPUT_HISTORY];
} dw_input_queue;

void dw_input_queue_reset(dw_input_queue *queue);

/* Looks at the key before the ticks of this call: a new press counts, even when no tick is due. */
void dw_input_queue_watch_use(dw_input_queue *queue, dw_intent wanted);

/* The intent of `tick`, which follows the newest; after a skip everything before is forgotten. The
 * server counts a press when the tick before had none, so that two presses stay a tick apart. */
dw_intent dw_input_queue_push(dw_input_queue *queue, uint32_t tick, dw_intent wanted);

/* False for a tick that is not held. */
bool dw_input_queue_get(const dw_input_queue *queue, uint32_t tick, dw_intent *intent);

/* The message with all that is newer than `acked_tick`, at most DW_INPUT_TICKS_MAX and at least the
 * newest, which must exist. */
dw_input dw_input_queue_message(const dw_input_queue *queue, uint32_t acked_tick,
                                uint32_t snapshot_tick);

#endif
