#include "client/core/input_queue.h"

#include "common/base/check.h"

void dw_input_queue_reset(dw_input_queue *queue)
{
    queue->first = 0;
    queue->newest = 0;
    queue->use_down = false;
    queue->use_pending = false;
    queue->throw_down = false;
    queue->throw = (dw_intent){.direction = DW_STAND};
    queue->answer_down = 0;
    queue->answer = 0;
}

void dw_input_queue_watch(dw_input_queue *queue, dw_intent wanted)
{
    const bool throws = dw_intent_tool(wanted) != DW_TOOL_NONE;
    if (throws && !queue->throw_down) {
        queue->throw = wanted;
    }
    queue->throw_down = throws;
    if (wanted.answer != 0 && wanted.answer != queue->answer_down) {
        queue->answer = wanted.answer;
    }
    queue->answer_down = wanted.answer;
    const bool down = (wanted.buttons & DW_BUTTON_USE) != 0;
    if (down && !queue->use_down) {
        queue->use_pending = true;
    }
    queue->use_down = down;
}

dw_intent dw_input_queue_push(dw_input_queue *queue, uint32_t tick, dw_intent wanted)
{
    DW_CHECK(dw_intent_valid(wanted));
    dw_intent before = {.direction = DW_STAND};
    const bool follows =
        tick != 0 && dw_input_queue_get(queue, tick - 1, &before) && queue->newest == tick - 1;
    if (!follows) {
        queue->first = tick;
    } else if (tick - queue->first >= DW_INPUT_HISTORY) {
        queue->first = tick - DW_INPUT_HISTORY + 1;
    }
    dw_intent intent = dw_intent_held(wanted);
    const bool was_down = (before.buttons & DW_BUTTON_USE) != 0;
    const bool held_on = was_down && queue->use_down && !queue->use_pending;
    if (held_on || (queue->use_pending && !was_down)) {
        intent.buttons |= DW_BUTTON_USE;
        queue->use_pending = false;
    }
    intent.buttons |= queue->throw.buttons & DW_BUTTONS_TOOLS;
    intent.throw_heading = queue->throw.throw_heading;
    intent.throw_distance = queue->throw.throw_distance;
    queue->throw = (dw_intent){.direction = DW_STAND};
    intent.answer = queue->answer;
    queue->answer = 0;
    queue->intents[tick % DW_INPUT_HISTORY] = intent;
    queue->newest = tick;
    return intent;
}

bool dw_input_queue_get(const dw_input_queue *queue, uint32_t tick, dw_intent *intent)
{
    if (queue->newest == 0 || tick < queue->first || tick > queue->newest) {
        return false;
    }
    *intent = queue->intents[tick % DW_INPUT_HISTORY];
    return true;
}

dw_input dw_input_queue_message(const dw_input_queue *queue, uint32_t acked_tick,
                                uint32_t snapshot_tick)
{
    DW_CHECK(queue->newest != 0);
    uint32_t count = queue->newest - queue->first + 1;
    if (acked_tick < queue->newest && queue->newest - acked_tick < count) {
        count = queue->newest - acked_tick;
    } else if (acked_tick >= queue->newest) {
        count = 1;
    }
    count = count > DW_INPUT_TICKS_MAX ? DW_INPUT_TICKS_MAX : count;
    dw_input input = {
        .ack_tick = snapshot_tick, .newest_tick = queue->newest, .count = (uint8_t)count};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t tick = queue->newest - count + 1 + i;
        input.intents[i] = queue->intents[tick % DW_INPUT_HISTORY];
    }
    return input;
}
