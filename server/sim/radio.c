#include "server/sim/radio.h"

#include "common/base/check.h"
#include "common/base/hash.h"

/* A guard speaks seldom: some words when he comes upon somebody, then one every few seconds. */
enum { MESSAGES_A_GUARD = 4, MESSAGES_MIN = 16 };

dw_status dw_radio_create(dw_radio *radio, dw_arena *arena, uint32_t guard_count)
{
    const uint32_t wanted = guard_count * MESSAGES_A_GUARD;
    const uint32_t capacity = wanted > MESSAGES_MIN ? wanted : MESSAGES_MIN;
    dw_radio_message *messages = DW_ARENA_ARRAY(arena, dw_radio_message, capacity);
    if (messages == NULL) {
        return DW_MEMORY;
    }
    *radio = (dw_radio){.capacity = capacity, .messages = messages};
    return DW_OK;
}

void dw_radio_reset(dw_radio *radio)
{
    radio->first = 0;
    radio->count = 0;
    radio->next_id = 1;
    radio->dropped = 0;
}

void dw_radio_send(dw_radio *radio, const dw_radio_message *said, uint8_t sender, uint32_t tick,
                   uint32_t delay_ticks)
{
    DW_CHECK(said->kind > DW_RADIO_NONE && said->kind < DW_RADIO_KIND_COUNT);
    DW_CHECK(said->door_count <= DW_RADIO_DOORS_MAX);
    if (radio->count == radio->capacity) {
        radio->first = (radio->first + 1) % radio->capacity;
        radio->count--;
        radio->dropped++;
    }
    dw_radio_message *message = &radio->messages[(radio->first + radio->count) % radio->capacity];
    *message = *said;
    message->id = radio->next_id++;
    message->sender = sender;
    message->sent = tick;
    message->due = tick + delay_ticks;
    radio->count++;
}

uint8_t dw_radio_take_due(dw_radio *radio, uint32_t tick,
                          dw_radio_message heard[DW_RADIO_HEARD_MAX])
{
    uint8_t count = 0;
    while (radio->count > 0 && count < DW_RADIO_HEARD_MAX &&
           radio->messages[radio->first].due <= tick) {
        heard[count++] = radio->messages[radio->first];
        radio->first = (radio->first + 1) % radio->capacity;
        radio->count--;
    }
    return count;
}

const dw_radio_message *dw_radio_recent(const dw_radio *radio, uint32_t back)
{
    /* Message i of the round lies in row i - 1: those that were taken stay until one goes over
     * them. */
    const uint32_t said = radio->next_id - 1;
    return back < said && back < radio->capacity
               ? &radio->messages[(said - 1 - back) % radio->capacity]
               : NULL;
}

uint64_t dw_radio_hash(const dw_radio *radio, uint64_t hash)
{
    for (uint32_t i = 0; i < radio->count; i++) {
        const dw_radio_message *message = &radio->messages[(radio->first + i) % radio->capacity];
        hash = dw_hash_u64(hash, (uint64_t)message->id | (uint64_t)message->due << 32);
        hash = dw_hash_u64(hash,
                           (uint64_t)message->kind | (uint64_t)message->sender << 8 |
                               (uint64_t)message->slot << 16 | (uint64_t)message->agitation << 24 |
                               (uint64_t)message->room << 32 | (uint64_t)message->door_count << 48);
        hash = dw_hash_pair(hash, message->place.x, message->place.y);
        hash = dw_hash_u64(hash, (uint64_t)(uint32_t)message->bid_mm);
        for (uint8_t d = 0; d < message->door_count; d++) {
            hash = dw_hash_u64(hash, message->doors[d]);
        }
    }
    return hash;
}
