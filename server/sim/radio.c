#include "server/sim/radio.h"

#include "common/base/check.h"

#include <string.h>

/* A guard speaks seldom: a few messages when it finds somebody, then one every few seconds. When
 * tasks are called, it bids for each of them. */
enum { MESSAGES_A_GUARD = 12, MESSAGES_MIN = 16 };

/* The guards' own streams have their seeds, too: this number is for readers alone. */
enum { LUCK_STREAM = 0x726164 };

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

void dw_radio_reset(dw_radio *radio, uint64_t seed)
{
    radio->first = 0;
    radio->count = 0;
    radio->next_id = 1;
    radio->dropped = 0;
    radio->delivered = 0;
    radio->lost = 0;
    dw_rng_init(&radio->luck, seed, LUCK_STREAM);
}

void dw_radio_send(dw_radio *radio, const dw_radio_message *said, const dw_radio_sender *sender,
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
    message->sender = sender->guard;
    message->from = sender->room;
    message->sent = sender->tick;
    message->due = sender->tick + delay_ticks;
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

/* Marks the rooms that are at most `steps` doors from `from`; with 0 all. */
static dw_radio_cover within(const dw_map *map, uint16_t from, int32_t steps)
{
    dw_radio_cover near = {.rooms = {0}};
    if (steps == 0) {
        memset(&near, 0xff, sizeof near);
        return near;
    }
    uint16_t queue[DW_ROOMS_MAX] = {from};
    uint32_t end = 1;
    near.rooms[from / 64] = UINT64_C(1) << from % 64;
    for (uint32_t at = 0; steps > 0 && at < end; steps--) {
        for (const uint32_t ring_end = end; at < ring_end; at++) {
            const dw_room *room = &map->rooms[queue[at]];
            for (uint16_t i = 0; i < room->door_count; i++) {
                const uint16_t next = dw_door_other_room(&map->doors[room->doors[i]], queue[at]);
                const uint64_t bit = UINT64_C(1) << next % 64;
                if ((near.rooms[next / 64] & bit) == 0) {
                    near.rooms[next / 64] |= bit;
                    queue[end++] = next;
                }
            }
        }
    }
    return near;
}

dw_radio_cover dw_radio_cover_of(const dw_map *map, const dw_ruleset *rules, uint16_t from)
{
    if (map->rooms[from].jams) {
        return (dw_radio_cover){.rooms = {0}};
    }
    dw_radio_cover cover = within(map, from, rules->radio_range_rooms);
    for (uint16_t room = 0; room < map->room_count; room++) {
        if (map->rooms[room].jams) {
            cover.rooms[room / 64] &= ~(UINT64_C(1) << room % 64);
        }
    }
    return cover;
}

bool dw_radio_reaches(dw_radio *radio, const dw_ruleset *rules, const dw_radio_cover *cover,
                      uint16_t room)
{
    const uint32_t loss_percent = (uint32_t)rules->radio_loss_percent;
    const bool reaches = (cover->rooms[room / 64] >> room % 64 & 1) != 0 &&
                         (loss_percent == 0 || dw_rng_below(&radio->luck, 100) >= loss_percent);
    radio->delivered += reaches ? 1 : 0;
    radio->lost += reaches ? 0 : 1;
    return reaches;
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

DW_FIELDS_IO(extern, message, DW_RADIO_MESSAGE_FIELDS);

bool dw_message_is_sound(const dw_radio_message *message, const dw_map *map)
{
    const bool names_room = message->kind == DW_RADIO_REPORT || message->kind == DW_RADIO_CLEAR ||
                            message->kind == DW_RADIO_MISSING || message->kind == DW_RADIO_NOTICE;
    bool sound = message->kind < DW_RADIO_KIND_COUNT && message->slot < DW_INTRUDERS_MAX &&
                 message->task < DW_TASK_COUNT && message->sender < DW_GUARDS_MAX &&
                 message->receiver <= DW_GUARDS_MAX && message->door_count <= DW_RADIO_DOORS_MAX &&
                 dw_is_room_or_none(map, message->room) && dw_is_room_or_none(map, message->from) &&
                 (!names_room || message->room != DW_NONE) &&
                 (message->kind != DW_RADIO_HOLDS || message->task <= DW_TASK_OBJECTIVE);
    for (uint8_t i = 0; sound && i < message->door_count; i++) {
        sound = message->doors[i] < map->door_count;
    }
    return sound;
}

void dw_digest_radio(dw_digest *digest, const dw_radio *radio)
{
    dw_digest_u32(digest, &radio->next_id);
    dw_digest_u32(digest, &radio->count);
    dw_digest_rng(digest, &radio->luck);
    for (uint32_t i = 0; i < radio->count; i++) {
        dw_digest_message(digest, &radio->messages[(radio->first + i) % radio->capacity]);
    }
}

/* Rows that hold a message of this round. */
static uint32_t rows_said(const dw_radio *radio)
{
    const uint32_t said = radio->next_id - 1;
    return said < radio->capacity ? said : radio->capacity;
}

void dw_save_radio(dw_state_writer *writer, const dw_radio *radio)
{
    dw_state_put_u32(writer, radio->next_id);
    dw_state_put_u32(writer, radio->count);
    dw_state_put_u32(writer, radio->dropped);
    dw_state_put_u32(writer, radio->delivered);
    dw_state_put_u32(writer, radio->lost);
    dw_save_rng(writer, &radio->luck);
    for (uint32_t i = 0; i < rows_said(radio); i++) {
        dw_save_message(writer, &radio->messages[i]);
    }
}

void dw_load_radio(dw_state_reader *reader, dw_radio *radio)
{
    const uint32_t capacity = radio->capacity;
    DW_CHECK(capacity >= MESSAGES_MIN);
    dw_radio_reset(radio, 0);
    radio->next_id = dw_state_take_u32(reader);
    const uint32_t count = dw_state_take_u32(reader);
    radio->dropped = dw_state_take_u32(reader);
    radio->delivered = dw_state_take_u32(reader);
    radio->lost = dw_state_take_u32(reader);
    dw_load_rng(reader, &radio->luck);
    if (!dw_state_require(reader, radio->next_id >= 1) ||
        !dw_state_require(reader, count <= rows_said(radio))) {
        dw_radio_reset(radio, 0);
        return;
    }
    for (uint32_t i = 0; i < rows_said(radio); i++) {
        dw_radio_message *message = &radio->messages[i];
        dw_load_message(reader, message);
        (void)dw_state_require(reader, message->kind > DW_RADIO_NONE &&
                                           message->kind < DW_RADIO_KIND_COUNT &&
                                           message->door_count <= DW_RADIO_DOORS_MAX);
    }
    /* Message i of the round lies in row i - 1, so that the queue ends where the next one goes. */
    radio->count = count;
    radio->first = (radio->next_id - 1 - count) % capacity;
}
