/* message_mind.c - the bytes of message 40: what goes on in a guard, for spectators.
 *
 * [40, tick, body, goal, ..., strategy,    the head
 *  n, row, ...                             path, intruders, rooms, pieces, clear rooms, calls,
 *                                          noises]
 *
 * mind_fields.h lists the fields once. Everything below is made of that list: the two directions,
 * the checks, the number of elements, the bytes at most, and whether two minds are the same. */
#include "protocol/message_fields.h"
#include "protocol/mind_fields.h"

#include <string.h>

/* Terms of sums cannot stand in parentheses: NOLINTBEGIN(bugprone-macro-parentheses) */

/* Bytes of each kind at most. */
#define BYTES_TEXT(low, high) ((high) + ((high) < 32 ? 1 : 2))
#define BYTES_NUMBER(low, high)                                                                    \
    ((high) <= INT8_MAX ? 1 : (high) <= UINT8_MAX ? 2 : (high) <= UINT16_MAX ? 3 : 5)
#define BYTES_AGE(low, high)                           BYTES_NUMBER(low, high)
#define BYTES_INDEX(low, high)                         BYTES_NUMBER(low, high)
#define BYTES_POSITION(low, high)                      5
#define BYTES_CAUSE_ID(low, high)                      BYTES_NUMBER(low, high)
#define BYTES_PIECE(low, high)                         BYTES_NUMBER(low, (high)*16 + DW_MIND_SIDES_ALL)
#define FIELD_BYTES(kind, access, low, high, compared) +BYTES_##kind(low, high)
#define LIST_BYTES(rows, count, most, fields)          +1 + (most) * (0 fields(FIELD_BYTES))
_Static_assert(3 + 2 + 5 DW_MIND_HEAD(FIELD_BYTES) DW_MIND_LISTS(LIST_BYTES) <= DW_MESSAGE_MAX,
               "a mind fits a datagram");

/* The type and the tick, the head, and the numbers of rows; then each row. */
#define FIELD_ELEMENT(kind, access, low, high, compared) +1
#define LIST_ELEMENT(rows, count, most, fields)          +1
#define LIST_ELEMENTS_MAX(rows, count, most, fields)     +(most) * (0 fields(FIELD_ELEMENT))
enum {
    ELEMENTS_MIN = 2 DW_MIND_HEAD(FIELD_ELEMENT) DW_MIND_LISTS(LIST_ELEMENT),
    ELEMENTS_MAX = ELEMENTS_MIN DW_MIND_LISTS(LIST_ELEMENTS_MAX)
};
_Static_assert((int)ELEMENTS_MIN == (int)DW_MIND_ELEMENTS_MIN &&
                   (int)ELEMENTS_MAX == (int)DW_MIND_ELEMENTS_MAX,
               "the table of codecs knows these numbers");

static void put_index(dw_writer *writer, uint16_t index)
{
    dw_writer_int(writer, index == DW_NONE ? 0 : index + 1);
}

static uint16_t to_index(uint32_t number)
{
    return number == 0 ? (uint16_t)DW_NONE : (uint16_t)(number - 1);
}

static dw_vec get_position(dw_reader *reader)
{
    const uint32_t packed = dw_reader_u32(reader);
    return (dw_vec){(int32_t)(packed >> 16), (int32_t)(packed & UINT16_MAX)};
}

static dw_mind_piece get_piece(dw_reader *reader)
{
    const uint16_t packed = dw_reader_u16(reader, DW_FURNITURE_MAX * 16 + DW_MIND_SIDES_ALL);
    return (dw_mind_piece){to_index((uint32_t)packed / 16), packed % 16};
}

static uint32_t get_age(dw_reader *reader, uint32_t tick)
{
    return tick - (uint32_t)dw_reader_int(reader, 0, tick);
}

static bool is_told(const dw_mind_view *mind)
{
    return mind->cause == DW_CAUSE_MESSAGE;
}

#define PUT_TEXT(value, low, high)     DW_PUT_TEXT(value, low, high)
#define PUT_NUMBER(value, low, high)   DW_PUT_NUMBER(value, low, high)
#define PUT_AGE(value, low, high)      dw_writer_int(writer, mind->tick - (value))
#define PUT_INDEX(value, low, high)    put_index(writer, value)
#define PUT_POSITION(value, low, high) dw_writer_int(writer, (int64_t)(value).x << 16 | (value).y)
#define PUT_CAUSE_ID(value, low, high)                                                             \
    dw_writer_int(writer, is_told(mind) ? (value) : mind->tick - (value))
#define PUT_PIECE(value, low, high)                                                                \
    dw_writer_int(writer, ((value).furniture == DW_NONE ? 0 : (value).furniture + 1) * 16 +        \
                              (int64_t)(value).sides)
#define PUT(kind, access, low, high, compared) PUT_##kind(row access, low, high);
#define PUT_LIST(rows, count, most, fields)                                                        \
    dw_writer_int(writer, mind->count);                                                            \
    for (uint32_t i = 0; i < mind->count; i++) {                                                   \
        const __typeof__(mind->rows[0]) *row = &mind->rows[i];                                     \
        fields(PUT)                                                                                \
    }
#define COUNT_LIST(rows, count, most, fields) +(uint32_t)mind->count *(0 fields(FIELD_ELEMENT))

/* NOLINTEND(bugprone-macro-parentheses) */

void dw_codec_encode_mind(dw_writer *writer, const dw_message *message)
{
    const dw_mind_view *mind = &message->as.mind;
    DW_CHECK(dw_mind_valid(mind));
    dw_writer_array(writer, ELEMENTS_MIN DW_MIND_LISTS(COUNT_LIST));
    dw_writer_int(writer, DW_MESSAGE_MIND);
    dw_writer_int(writer, mind->tick);
    {
        const dw_mind_view *row = mind;
        DW_MIND_HEAD(PUT)
    }
    DW_MIND_LISTS(PUT_LIST)
}

#define GET_TEXT(value, low, high)     DW_GET_TEXT(value, low, high)
#define GET_NUMBER(value, low, high)   DW_GET_NUMBER(value, low, high)
#define GET_AGE(value, low, high)      value = get_age(reader, mind->tick)
#define GET_INDEX(value, low, high)    value = to_index(dw_reader_u16(reader, high))
#define GET_POSITION(value, low, high) value = get_position(reader)
#define GET_CAUSE_ID(value, low, high)                                                             \
    value = is_told(mind) ? dw_reader_u32(reader) : get_age(reader, mind->tick)
#define GET_PIECE(value, low, high)            value = get_piece(reader)
#define GET(kind, access, low, high, compared) GET_##kind(row access, low, high);
#define GET_LIST(rows, count, most, fields)                                                        \
    mind->count = dw_reader_u8(reader, most);                                                      \
    for (uint32_t i = 0; i < mind->count; i++) {                                                   \
        __typeof__(mind->rows[0]) *row = &mind->rows[i];                                           \
        fields(GET)                                                                                \
    }

void dw_codec_decode_mind(dw_reader *reader, dw_message *message)
{
    dw_mind_view *mind = &message->as.mind;
    mind->tick = dw_reader_u32(reader);
    {
        dw_mind_view *row = mind;
        DW_MIND_HEAD(GET)
    }
    DW_MIND_LISTS(GET_LIST)
    if (!dw_mind_valid(mind)) {
        dw_reader_fail(reader);
    }
}

#define VALID_TEXT(value, low, high)   true /* The writer and the reader judge texts. */
#define VALID_NUMBER(value, low, high) dw_field_in_range(value, low, high)
#define VALID_AGE(value, low, high)    ((value) <= mind->tick)
#define VALID_INDEX(value, low, high)  ((value) < (high) || (value) == DW_NONE)
#define VALID_POSITION(value, low, high)                                                           \
    (dw_field_in_range((value).x, low, high) && dw_field_in_range((value).y, low, high))
#define VALID_CAUSE_ID(value, low, high) (is_told(mind) || (value) <= mind->tick)
#define VALID_PIECE(value, low, high)                                                              \
    (VALID_INDEX((value).furniture, low, high) && (value).sides <= DW_MIND_SIDES_ALL)
#define VALID(kind, access, low, high, compared)                                                   \
    valid = valid && VALID_##kind(row access, low, high);
#define VALID_LIST(rows, count, most, fields)                                                      \
    valid = valid && mind->count <= (most);                                                        \
    for (uint32_t i = 0; valid && i < mind->count; i++) {                                          \
        const __typeof__(mind->rows[0]) *row = &mind->rows[i];                                     \
        fields(VALID)                                                                              \
    }

/* What the ranges of single fields leave open. */
static bool beliefs_valid(const dw_mind_view *mind)
{
    for (uint32_t i = 0; i < mind->intruder_count; i++) {
        const dw_mind_intruder *row = &mind->intruders[i];
        const bool told = row->source == DW_BELIEF_TOLD;
        const bool blank = row->confidence == 0 && row->room == DW_NONE &&
                           row->tick == mind->tick && row->place.x == 0 && row->place.y == 0;
        if (told != (row->told_by != 0) || (row->source == DW_BELIEF_NONE && !blank) ||
            (i > 0 && row->slot <= row[-1].slot)) {
            return false;
        }
    }
    return true;
}

bool dw_mind_valid(const dw_mind_view *mind)
{
    bool valid = mind->tick != 0;
    {
        const dw_mind_view *row = mind;
        DW_MIND_HEAD(VALID)
    }
    DW_MIND_LISTS(VALID_LIST)
    return valid && beliefs_valid(mind);
}

#define SAME_TEXT(a, b)        (strcmp(a, b) == 0)
#define SAME_NUMBER(a, b)      ((a) == (b))
#define SAME_AGE(a, b)         ((a) == (b))
#define SAME_INDEX(a, b)       ((a) == (b))
#define SAME_POSITION(a, b)    ((a).x == (b).x && (a).y == (b).y)
#define SAME_CAUSE_ID(a, b)    ((a) == (b))
#define SAME_PIECE(a, b)       ((a).furniture == (b).furniture && (a).sides == (b).sides)
#define SAME_IF_ALWAYS(same)   (same)
#define SAME_IF_NEVER(same)    true
#define SAME_IF_IF_KNOWN(same) (row->source == DW_BELIEF_NONE || (same))
#define SAME(kind, access, low, high, compared)                                                    \
    same = same && SAME_IF_##compared(SAME_##kind(row access, other access));
#define SAME_LIST(rows, count, most, fields)                                                       \
    same = same && a->count == b->count;                                                           \
    for (uint32_t i = 0; same && i < a->count; i++) {                                              \
        const __typeof__(a->rows[0]) *row = &a->rows[i];                                           \
        const __typeof__(a->rows[0]) *other = &b->rows[i];                                         \
        fields(SAME)                                                                               \
    }

bool dw_mind_same(const dw_mind_view *a, const dw_mind_view *b)
{
    bool same = true;
    {
        const dw_mind_view *row = a;
        const dw_mind_view *other = b;
        DW_MIND_HEAD(SAME)
    }
    DW_MIND_LISTS(SAME_LIST)
    return same;
}
