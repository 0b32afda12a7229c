#include "server/session/intent_queue.h"

#include <string.h>

_Static_assert((DW_INTENT_RING & (DW_INTENT_RING - 1)) == 0, "places are masked");
_Static_assert((int)DW_INTENT_RING > (int)DW_INTENT_AHEAD_MAX, "no two accepted ticks share one");

void dw_intent_queue_reset(dw_intent_queue *queue)
{
    memset(queue, 0, sizeof *queue);
}

dw_intent_verdict dw_intent_queue_put(dw_intent_queue *queue, uint32_t now, uint32_t tick,
                                      dw_intent intent)
{
    if (!dw_intent_valid(intent)) {
        return DW_INTENT_NOT_VALID;
    }
    if (tick <= now) {
        return DW_INTENT_LATE;
    }
    if (tick - now > DW_INTENT_AHEAD_MAX) {
        return DW_INTENT_EARLY;
    }
    dw_intent_place *place = &queue->places[tick % DW_INTENT_RING];
    if (place->tick == tick) {
        return DW_INTENT_DUPLICATE;
    }
    *place = (dw_intent_place){.tick = tick, .intent = intent};
    return DW_INTENT_ACCEPTED;
}

void dw_intent_queue_note_lead(dw_intent_queue *queue, uint32_t now, uint32_t newest)
{
    if (newest <= queue->lead_newest) {
        return;
    }
    const int64_t lead = (int64_t)newest - now;
    if (lead > DW_INTENT_AHEAD_MAX) {
        return; /* Nobody honest is that far ahead, and a forged one must not silence the rest. */
    }
    queue->lead_newest = newest;
    queue->lead = (int8_t)(lead < INT8_MIN ? INT8_MIN : lead);
}

dw_intent dw_intent_queue_take(dw_intent_queue *queue, uint32_t tick)
{
    dw_intent_place *place = &queue->places[tick % DW_INTENT_RING];
    if (place->tick == tick) {
        place->tick = 0;
        queue->last = dw_intent_held(place->intent);
        queue->repeats = 0;
        return place->intent;
    }
    if (queue->repeats < DW_INTENT_REPEAT_TICKS) {
        queue->repeats++;
        return queue->last;
    }
    queue->last = (dw_intent){0};
    return queue->last;
}
