/* message_fields.h - makes the encoder and the decoder of a message from one list of its fields;
 * private to the layer. A field is X(kind, access, low, high), where `access` follows a pointer to
 * the struct:
 *   NUMBER  low .. high
 *   SLOT    a slot, or DW_SLOT_NONE
 *   TEXT    low .. high bytes
 *   BIN     exactly `high` bytes
 *   OPTION  `high` bytes, or none when the flag that `low` accesses is not set
 * The encoder checks what it is given (DW_CHECK), the decoder fails the reader. */
#ifndef DW_PROTOCOL_MESSAGE_FIELDS_H
#define DW_PROTOCOL_MESSAGE_FIELDS_H

#include "common/base/check.h"
#include "protocol/message_codec.h"

static inline bool dw_field_in_range(int64_t value, int64_t low, int64_t high)
{
    return value >= low && value <= high;
}

static inline bool dw_field_is_slot(unsigned slot)
{
    return slot < DW_INTRUDERS_MAX || slot == DW_SLOT_NONE;
}

static inline void dw_field_put(dw_writer *writer, int64_t value, bool valid)
{
    DW_CHECK(valid);
    dw_writer_int(writer, value);
}

static inline uint8_t dw_field_get_slot(dw_reader *reader)
{
    const uint8_t slot = dw_reader_u8(reader, UINT8_MAX);
    if (!dw_field_is_slot(slot)) {
        dw_reader_fail(reader);
    }
    return slot;
}

/* A binary that is there as a whole or not at all. */
static inline bool dw_field_get_option(dw_reader *reader, uint8_t *out, size_t whole)
{
    const size_t size = dw_reader_bin(reader, out, 0, whole);
    if (size != 0 && size != whole) {
        dw_reader_fail(reader);
    }
    return size == whole;
}

#define DW_PUT_NUMBER(value, low, high)                                                            \
    dw_field_put(writer, (int64_t)(value), dw_field_in_range((int64_t)(value), low, high))
#define DW_PUT_SLOT(value, low, high)   dw_field_put(writer, value, dw_field_is_slot(value))
#define DW_PUT_TEXT(value, low, high)   dw_writer_text(writer, value, low, high)
#define DW_PUT_BIN(value, low, high)    dw_writer_bin(writer, value, high)
#define DW_PUT_OPTION(value, low, high) dw_writer_bin(writer, value, row low ? (high) : 0)

#define DW_GET_NUMBER(value, low, high) value = (__typeof__(value))dw_reader_int(reader, low, high)
#define DW_GET_SLOT(value, low, high)   value = dw_field_get_slot(reader)
#define DW_GET_TEXT(value, low, high)   dw_reader_text(reader, value, low, high)
#define DW_GET_BIN(value, low, high)    (void)dw_reader_bin(reader, value, high, high)
#define DW_GET_OPTION(value, low, high) row low = dw_field_get_option(reader, value, high)

/* For lists: each writes or reads a field of `row`, or counts it; a term of a sum cannot stand in
 * parentheses. NOLINTBEGIN(bugprone-macro-parentheses) */
#define DW_FIELD_PUT(kind, access, low, high)   DW_PUT_##kind(row access, low, high);
#define DW_FIELD_GET(kind, access, low, high)   DW_GET_##kind(row access, low, high);
#define DW_FIELD_COUNT(kind, access, low, high) +1
/* NOLINTEND(bugprone-macro-parentheses) */

/* encode_NAME and decode_NAME of the message that is `as.NAME`. `valid` judges what the ranges of
 * single fields leave open. */
#define DW_MESSAGE_FUNCTIONS(name, type, fields, valid)                                            \
    static void encode_##name(dw_writer *writer, const dw_message *message)                        \
    {                                                                                              \
        const __typeof__(message->as.name) *row = &message->as.name;                               \
        DW_CHECK(valid(row));                                                                      \
        dw_writer_array(writer, 1 fields(DW_FIELD_COUNT));                                         \
        dw_writer_int(writer, type);                                                               \
        fields(DW_FIELD_PUT)                                                                       \
    }                                                                                              \
    static void decode_##name(dw_reader *reader, dw_message *message)                              \
    {                                                                                              \
        __typeof__(message->as.name) *row = &message->as.name;                                     \
        fields(DW_FIELD_GET) if (!valid(row))                                                      \
        {                                                                                          \
            dw_reader_fail(reader);                                                                \
        }                                                                                          \
    }

/* Encoder and decoder of a message that ends in rows: its own `fields`, then `row_fields` for each
 * of the first `count` of `rows`. `encoder` and `decoder` are the beginnings of the two functions,
 * such as `static void encode_round`. The number of rows follows from the number of elements. */
#define DW_LIST_FUNCTIONS(encoder, decoder, name, type, fields, rows, count, row_fields, valid)    \
    encoder(dw_writer *writer, const dw_message *message)                                          \
    {                                                                                              \
        const __typeof__(message->as.name) *list = &message->as.name;                              \
        DW_CHECK(list->count <= DW_COUNT_OF(list->rows) && valid(list));                           \
        dw_writer_array(writer, 1 fields(DW_FIELD_COUNT) +                                         \
                                    (0 row_fields(DW_FIELD_COUNT)) * (uint32_t)list->count);       \
        dw_writer_int(writer, type);                                                               \
        {                                                                                          \
            const __typeof__(*list) *row = list;                                                   \
            fields(DW_FIELD_PUT)                                                                   \
        }                                                                                          \
        for (uint32_t i = 0; i < list->count; i++) {                                               \
            const __typeof__(list->rows[0]) *row = &list->rows[i];                                 \
            row_fields(DW_FIELD_PUT)                                                               \
        }                                                                                          \
    }                                                                                              \
    decoder(dw_reader *reader, dw_message *message)                                                \
    {                                                                                              \
        __typeof__(message->as.name) *list = &message->as.name;                                    \
        {                                                                                          \
            __typeof__(*list) *row = list;                                                         \
            fields(DW_FIELD_GET)                                                                   \
        }                                                                                          \
        while (reader->left > 0 && list->count < DW_COUNT_OF(list->rows)) {                        \
            __typeof__(list->rows[0]) *row = &list->rows[list->count++];                           \
            row_fields(DW_FIELD_GET)                                                               \
        }                                                                                          \
        if (!valid(list)) {                                                                        \
            dw_reader_fail(reader);                                                                \
        }                                                                                          \
    }

#define DW_ALWAYS_VALID(row) true

#endif
