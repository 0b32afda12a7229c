/* message_mind.c - the bytes of message 40: what goes on in a guard, for spectators.
 *
 * [40, tick, body, goal, sentence, doing, cause, cause id, since, agitation, room, door, target,
 *  n, place, ...                       his way
 *  n, slot, meter, source, told by, confidence, room, age, place, ...
 *  n, room, ...                        to be searched
 *  n, piece, ...                       of the room at hand
 *  n, room, age, ...                   searched
 *  n, id, kind, sender, slot, room, door, age, ...]
 *
 * Ticks travel as ages, rooms and doors as index + 1 (0: none), places as x * 65536 + y. */
#include "common/base/check.h"
#include "protocol/message_codec.h"

enum {
    /* Bytes at most: a head of 3, numbers of 2 to 5, texts with their heads; then each list. */
    HEAD_BYTES = 3 + 2 + 5 + 2 + (1 + DW_MIND_WORD_MAX) * 2 + 2 + DW_MIND_SENTENCE_MAX + 1 + 5 + 5 +
                 1 + 3 + 3 + 5,
    LIST_BYTES = 1 + 5 * DW_MIND_PATH_MAX + 1 + 18 * DW_INTRUDERS_MAX + 1 + 3 * DW_MIND_ROOMS_MAX +
                 1 + 3 * DW_MIND_PIECES_MAX + 1 + 8 * DW_MIND_ROOMS_MAX + 1 +
                 19 * DW_MIND_CALLS_MAX,
    /* What is left of a datagram when ENet has written its own heads. */
    PAYLOAD_MAX = DW_DATAGRAM_MAX - 28
};
_Static_assert((int)HEAD_BYTES + (int)LIST_BYTES <= (int)PAYLOAD_MAX, "a mind fits a datagram");

static void write_index(dw_writer *writer, uint16_t index)
{
    dw_writer_int(writer, index == DW_NONE ? 0 : index + 1);
}

static uint16_t read_index(dw_reader *reader, uint16_t count)
{
    const uint16_t number = dw_reader_u16(reader, count);
    return number == 0 ? (uint16_t)DW_NONE : (uint16_t)(number - 1);
}

static void write_place(dw_writer *writer, dw_mind_place place)
{
    dw_writer_int(writer, (int64_t)place.x << 16 | place.y);
}

static dw_mind_place read_place(dw_reader *reader)
{
    const uint32_t packed = dw_reader_u32(reader);
    return (dw_mind_place){(uint16_t)(packed >> 16), (uint16_t)(packed & UINT16_MAX)};
}

/* A tick that lies so far back. */
static uint32_t read_age(dw_reader *reader, uint32_t tick)
{
    return tick - (uint32_t)dw_reader_int(reader, 0, tick);
}

static uint8_t read_count(dw_reader *reader, uint8_t most)
{
    return dw_reader_u8(reader, most);
}

static void encode_search(dw_writer *writer, const dw_guard_mind *mind)
{
    dw_writer_int(writer, mind->room_count);
    for (uint32_t i = 0; i < mind->room_count; i++) {
        dw_writer_int(writer, mind->rooms[i]);
    }
    dw_writer_int(writer, mind->piece_count);
    for (uint32_t i = 0; i < mind->piece_count; i++) {
        const uint16_t furniture = mind->pieces[i].furniture;
        dw_writer_int(writer, (furniture == DW_NONE ? 0 : furniture + 1) * 16 +
                                  (int64_t)mind->pieces[i].sides);
    }
    dw_writer_int(writer, mind->clear_count);
    for (uint32_t i = 0; i < mind->clear_count; i++) {
        dw_writer_int(writer, mind->clear[i].room);
        dw_writer_int(writer, mind->tick - mind->clear[i].tick);
    }
}

static void decode_search(dw_reader *reader, dw_guard_mind *mind)
{
    mind->room_count = read_count(reader, DW_MIND_ROOMS_MAX);
    for (uint32_t i = 0; i < mind->room_count; i++) {
        mind->rooms[i] = dw_reader_u16(reader, DW_ROOMS_MAX - 1);
    }
    mind->piece_count = read_count(reader, DW_MIND_PIECES_MAX);
    for (uint32_t i = 0; i < mind->piece_count; i++) {
        const uint16_t packed = dw_reader_u16(reader, DW_FURNITURE_MAX * 16 + DW_MIND_SIDES_ALL);
        mind->pieces[i].furniture =
            packed < 16 ? (uint16_t)DW_NONE : (uint16_t)((unsigned)packed / 16 - 1);
        mind->pieces[i].sides = packed % 16;
    }
    mind->clear_count = read_count(reader, DW_MIND_ROOMS_MAX);
    for (uint32_t i = 0; i < mind->clear_count; i++) {
        mind->clear[i].room = dw_reader_u16(reader, DW_ROOMS_MAX - 1);
        mind->clear[i].tick = read_age(reader, mind->tick);
    }
}

static void encode_intruders(dw_writer *writer, const dw_guard_mind *mind)
{
    dw_writer_int(writer, mind->intruder_count);
    for (uint32_t i = 0; i < mind->intruder_count; i++) {
        const dw_mind_intruder *row = &mind->intruders[i];
        dw_writer_int(writer, row->slot);
        dw_writer_int(writer, row->meter);
        dw_writer_int(writer, row->source);
        dw_writer_int(writer, row->told_by);
        dw_writer_int(writer, row->confidence);
        write_index(writer, row->room);
        dw_writer_int(writer, mind->tick - row->tick);
        write_place(writer, row->place);
    }
}

static void decode_intruders(dw_reader *reader, dw_guard_mind *mind)
{
    mind->intruder_count = read_count(reader, DW_INTRUDERS_MAX);
    for (uint32_t i = 0; i < mind->intruder_count; i++) {
        dw_mind_intruder *row = &mind->intruders[i];
        row->slot = dw_reader_u8(reader, DW_INTRUDERS_MAX - 1);
        row->meter = dw_reader_u8(reader, DW_MIND_METER_MAX);
        row->source = dw_reader_u8(reader, DW_BELIEF_SOURCE_COUNT - 1);
        row->told_by = dw_reader_u8(reader, DW_GUARDS_MAX);
        row->confidence = dw_reader_u8(reader, 100);
        row->room = read_index(reader, DW_ROOMS_MAX);
        row->tick = read_age(reader, mind->tick);
        row->place = read_place(reader);
    }
}

static void encode_calls(dw_writer *writer, const dw_guard_mind *mind)
{
    dw_writer_int(writer, mind->call_count);
    for (uint32_t i = 0; i < mind->call_count; i++) {
        const dw_mind_call *call = &mind->calls[i];
        dw_writer_int(writer, call->id);
        dw_writer_int(writer, call->kind);
        dw_writer_int(writer, call->sender);
        dw_writer_int(writer, call->slot);
        write_index(writer, call->room);
        write_index(writer, call->door);
        dw_writer_int(writer, mind->tick - call->tick);
    }
}

static void decode_calls(dw_reader *reader, dw_guard_mind *mind)
{
    mind->call_count = read_count(reader, DW_MIND_CALLS_MAX);
    for (uint32_t i = 0; i < mind->call_count; i++) {
        dw_mind_call *call = &mind->calls[i];
        call->id = dw_reader_u32(reader);
        call->kind = dw_reader_u8(reader, DW_RADIO_KIND_COUNT - 1);
        call->sender = dw_reader_u8(reader, DW_GUARDS_MAX);
        call->slot = dw_reader_u8(reader, DW_INTRUDERS_MAX - 1);
        call->room = read_index(reader, DW_ROOMS_MAX);
        call->door = read_index(reader, DW_DOORS_MAX);
        call->tick = read_age(reader, mind->tick);
    }
}

static uint32_t element_count(const dw_guard_mind *mind)
{
    return DW_MIND_ELEMENTS_MIN + (uint32_t)mind->path_count + 8u * mind->intruder_count +
           mind->room_count + mind->piece_count + 2u * mind->clear_count + 7u * mind->call_count;
}

void dw_codec_encode_mind(dw_writer *writer, const dw_message *message)
{
    const dw_guard_mind *mind = &message->as.mind;
    DW_CHECK(dw_guard_mind_valid(mind));
    const bool told = mind->cause == DW_CAUSE_MESSAGE;
    dw_writer_array(writer, element_count(mind));
    dw_writer_int(writer, DW_MESSAGE_MIND);
    dw_writer_int(writer, mind->tick);
    dw_writer_int(writer, mind->body);
    dw_writer_text(writer, mind->goal, 1, DW_MIND_WORD_MAX);
    dw_writer_text(writer, mind->sentence, 1, DW_MIND_SENTENCE_MAX);
    dw_writer_text(writer, mind->doing, 0, DW_MIND_WORD_MAX);
    dw_writer_int(writer, mind->cause);
    dw_writer_int(writer, told ? mind->cause_id : mind->tick - mind->cause_id);
    dw_writer_int(writer, mind->tick - mind->since);
    dw_writer_int(writer, mind->agitation);
    write_index(writer, mind->room);
    write_index(writer, mind->door);
    write_place(writer, mind->target);
    dw_writer_int(writer, mind->path_count);
    for (uint32_t i = 0; i < mind->path_count; i++) {
        write_place(writer, mind->path[i]);
    }
    encode_intruders(writer, mind);
    encode_search(writer, mind);
    encode_calls(writer, mind);
}

void dw_codec_decode_mind(dw_reader *reader, dw_message *message)
{
    dw_guard_mind *mind = &message->as.mind;
    mind->tick = dw_reader_u32(reader);
    mind->body = dw_reader_u8(reader, DW_GUARDS_MAX);
    dw_reader_text(reader, mind->goal, 1, DW_MIND_WORD_MAX);
    dw_reader_text(reader, mind->sentence, 1, DW_MIND_SENTENCE_MAX);
    dw_reader_text(reader, mind->doing, 0, DW_MIND_WORD_MAX);
    mind->cause = dw_reader_u8(reader, DW_CAUSE_COUNT - 1);
    mind->cause_id =
        mind->cause == DW_CAUSE_MESSAGE ? dw_reader_u32(reader) : read_age(reader, mind->tick);
    mind->since = read_age(reader, mind->tick);
    mind->agitation = dw_reader_u8(reader, 3);
    mind->room = read_index(reader, DW_ROOMS_MAX);
    mind->door = read_index(reader, DW_DOORS_MAX);
    mind->target = read_place(reader);
    mind->path_count = read_count(reader, DW_MIND_PATH_MAX);
    for (uint32_t i = 0; i < mind->path_count; i++) {
        mind->path[i] = read_place(reader);
    }
    decode_intruders(reader, mind);
    decode_search(reader, mind);
    decode_calls(reader, mind);
    if (!dw_guard_mind_valid(mind)) {
        dw_reader_fail(reader);
    }
}
