/* state_io.h - the state of a simulation as bytes, to continue it later or in another process.
 * A writer and a reader over the caller's bytes: fixed widths, little-endian, no tags. The order of
 * the calls is the format, so writer and reader must make the same calls.
 * Errors are sticky: after the first one a reader gives zeros and a writer writes nothing more, so
 * that the normal path stays flat. The finish call reports the error once.
 * Knows nothing of the meaning of a value. O(1) a call, no allocation. */
#ifndef DW_BASE_STATE_IO_H
#define DW_BASE_STATE_IO_H

#include "common/base/status.h"

#include <stdint.h>

typedef struct dw_state_writer {
    uint8_t *bytes;
    size_t capacity;
    size_t size; /* Bytes that the state needs so far, even beyond `capacity`. */
} dw_state_writer;

typedef struct dw_state_reader {
    const uint8_t *at, *end;
    bool failed;
} dw_state_reader;

/* With a capacity of 0 the writer only measures: `bytes` may be NULL then. */
void dw_state_writer_init(dw_state_writer *writer, uint8_t *bytes, size_t capacity);

/* A value that does not fit whole is not written in part, and nothing after it fits either. A
 * number has 1 to 8 bytes. */
void dw_state_put_bytes(dw_state_writer *writer, const void *bytes, size_t size);
void dw_state_put_number(dw_state_writer *writer, uint64_t value, size_t width);
void dw_state_put_double(dw_state_writer *writer, double value);

static inline void dw_state_put_u8(dw_state_writer *writer, uint8_t value)
{
    dw_state_put_number(writer, value, sizeof value);
}

static inline void dw_state_put_u16(dw_state_writer *writer, uint16_t value)
{
    dw_state_put_number(writer, value, sizeof value);
}

static inline void dw_state_put_u32(dw_state_writer *writer, uint32_t value)
{
    dw_state_put_number(writer, value, sizeof value);
}

static inline void dw_state_put_u64(dw_state_writer *writer, uint64_t value)
{
    dw_state_put_number(writer, value, sizeof value);
}

static inline void dw_state_put_i32(dw_state_writer *writer, int32_t value)
{
    dw_state_put_number(writer, (uint32_t)value, sizeof value);
}

static inline void dw_state_put_i64(dw_state_writer *writer, int64_t value)
{
    dw_state_put_number(writer, (uint64_t)value, sizeof value);
}

static inline void dw_state_put_bool(dw_state_writer *writer, bool value)
{
    dw_state_put_number(writer, value ? 1 : 0, 1);
}

/* The number of bytes written; DW_FULL when they did not all fit (`size` is untouched then). */
DW_MUST_USE dw_status dw_state_writer_finish(const dw_state_writer *writer, size_t *size);

void dw_state_reader_init(dw_state_reader *reader, const uint8_t *bytes, size_t size);

/* The next `size` bytes, where they lie; NULL when they are not all there. */
const uint8_t *dw_state_take_bytes(dw_state_reader *reader, size_t size);
uint64_t dw_state_take_number(dw_state_reader *reader, size_t width);
bool dw_state_take_bool(dw_state_reader *reader);     /* A byte other than 0 and 1 fails. */
double dw_state_take_double(dw_state_reader *reader); /* Infinities and NaN fail. */

static inline uint8_t dw_state_take_u8(dw_state_reader *reader)
{
    return (uint8_t)dw_state_take_number(reader, 1);
}

static inline uint16_t dw_state_take_u16(dw_state_reader *reader)
{
    return (uint16_t)dw_state_take_number(reader, 2);
}

static inline uint32_t dw_state_take_u32(dw_state_reader *reader)
{
    return (uint32_t)dw_state_take_number(reader, 4);
}

static inline uint64_t dw_state_take_u64(dw_state_reader *reader)
{
    return dw_state_take_number(reader, 8);
}

static inline int32_t dw_state_take_i32(dw_state_reader *reader)
{
    return (int32_t)(uint32_t)dw_state_take_number(reader, 4);
}

static inline int64_t dw_state_take_i64(dw_state_reader *reader)
{
    return (int64_t)dw_state_take_number(reader, 8);
}

/* The caller found a value that no state can have: an index out of range, an unknown enum. Gives
 * `holds` back, so that it can guard the use of the value. */
bool dw_state_require(dw_state_reader *reader, bool holds);

/* DW_OK when nothing failed and no byte is left; else DW_INVALID. */
DW_MUST_USE dw_status dw_state_reader_finish(const dw_state_reader *reader);

#endif
