/* intent_queue.h - what one player asks for at which tick: phase 1 of the tick (ARCHITECTURE.md).
 * Owns: the intents of the ticks to come, and the rule for ticks without one. Does not know: the
 * player, or whether it has a body. Wire data: the caller counts what is refused, nothing else
 * happens. O(1) a call, no allocation. */
#ifndef DW_SESSION_INTENT_QUEUE_H
#define DW_SESSION_INTENT_QUEUE_H

#include "common/world/movement.h"
#include "protocol/protocol.h"

enum {
    DW_INTENT_RING = 128,       /* A power of two above DW_INTENT_AHEAD_MAX. */
    DW_INTENT_REPEAT_TICKS = 15 /* How long the last intent stands in for missing ones. */
};

typedef enum dw_intent_verdict {
    DW_INTENT_ACCEPTED,
    DW_INTENT_LATE,      /* Its tick has passed. */
    DW_INTENT_EARLY,     /* More than DW_INTENT_AHEAD_MAX ticks ahead. */
    DW_INTENT_DUPLICATE, /* There is one for that tick: the first wins. */
    DW_INTENT_NOT_VALID
} dw_intent_verdict;

typedef struct dw_intent_place {
    uint32_t tick; /* 0 = nothing there. */
    dw_intent intent;
} dw_intent_place;

typedef struct dw_intent_queue {
    dw_intent last;       /* The last one that came, without USE and tools. */
    uint8_t repeats;      /* How often `last` has stood in since. */
    int8_t lead;          /* See dw_snapshot.input_lead. */
    uint32_t lead_newest; /* The newest tick that any message named: older ones tell no lead. */
    dw_intent_place places[DW_INTENT_RING]; /* By tick. */
} dw_intent_queue;

void dw_intent_queue_reset(dw_intent_queue *queue);

/* An intent for `tick` while `now` is the last tick that was run. */
dw_intent_verdict dw_intent_queue_put(dw_intent_queue *queue, uint32_t now, uint32_t tick,
                                      dw_intent intent);

/* A message whose newest intent is for `newest` came: how early. Messages that were overtaken by a
 * newer one say nothing. */
void dw_intent_queue_note_lead(dw_intent_queue *queue, uint32_t now, uint32_t newest);

/* What the player does at `tick`, each tick asked for once, ascending. */
dw_intent dw_intent_queue_take(dw_intent_queue *queue, uint32_t tick);

#endif
