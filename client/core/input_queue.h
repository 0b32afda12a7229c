/* input_queue.h - the own intents of the last ticks, to send, to repeat and to predict from.
 * Owns: the ring of intents, the state of the use key, a throw and an answer to come. No
 * allocation.
 */
#ifndef DW_CLIENT_CORE_INPUT_QUEUE_H
#define DW_CLIENT_CORE_INPUT_QUEUE_H

#include "protocol/message.h"

enum { DW_INPUT_HISTORY = 256 };

typedef struct dw_input_queue {
    uint32_t first, newest; /* Ticks held, without a gap; newest 0: none. */
    bool use_down;          /* The key was down in the caller's last intent. */
    bool use_pending;       /* A press that is not yet part of a tick. */
    bool throw_down;        /* The caller's last intent threw something. */
    dw_intent throw;        /* A throw that is not yet part of a tick; without a tool: none. */
    uint8_t answer_down;    /* Of the caller's last intent. */
    uint8_t answer;         /* Likewise, not yet part of a tick; 0: none. */
    dw_intent intents[DW_INPUT_HISTORY];
} dw_input_queue;

void dw_input_queue_reset(dw_input_queue *queue);

/* Notes a new press of the use key, a new throw and a new answer, even when no tick is due. Call it
 * before the ticks. A throw is new when the intent before had none, an answer when it had another:
 * each travels in one tick alone. */
void dw_input_queue_watch(dw_input_queue *queue, dw_intent wanted);

/* Adds and returns the intent of `tick`. If `tick` does not follow the newest one, all before are
 * forgotten. The use key is down as long as the caller holds it, for what takes time. The server
 * counts a press when the tick before had none, so two presses are kept a tick apart. */
dw_intent dw_input_queue_push(dw_input_queue *queue, uint32_t tick, dw_intent wanted);

/* False for a tick that is not held. */
bool dw_input_queue_get(const dw_input_queue *queue, uint32_t tick, dw_intent *intent);

/* The message with all intents newer than `acked_tick`: at most DW_INPUT_TICKS_MAX, and at least
 * the newest, which must exist. */
dw_input dw_input_queue_message(const dw_input_queue *queue, uint32_t acked_tick,
                                uint32_t snapshot_tick);

#endif
