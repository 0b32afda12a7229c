#include "common/base/state_io.h"

#include <math.h>
#include <string.h>

void dw_state_writer_init(dw_state_writer *writer, uint8_t *bytes, size_t capacity)
{
    writer->bytes = bytes;
    writer->capacity = capacity;
    writer->size = 0;
}

/* A value that does not fit whole is not written in part: `size` passes the capacity, so that
 * nothing after it fits either. */
static void put_bytes(dw_state_writer *writer, uint64_t value, size_t width)
{
    if (writer->size <= writer->capacity && writer->capacity - writer->size >= width) {
        for (size_t i = 0; i < width; i++) {
            writer->bytes[writer->size + i] = (uint8_t)(value >> (8 * i));
        }
    }
    writer->size += width;
}

void dw_state_put_u8(dw_state_writer *writer, uint8_t value)
{
    put_bytes(writer, value, sizeof value);
}

void dw_state_put_u16(dw_state_writer *writer, uint16_t value)
{
    put_bytes(writer, value, sizeof value);
}

void dw_state_put_u32(dw_state_writer *writer, uint32_t value)
{
    put_bytes(writer, value, sizeof value);
}

void dw_state_put_u64(dw_state_writer *writer, uint64_t value)
{
    put_bytes(writer, value, sizeof value);
}

void dw_state_put_i32(dw_state_writer *writer, int32_t value)
{
    put_bytes(writer, (uint32_t)value, sizeof value);
}

void dw_state_put_i64(dw_state_writer *writer, int64_t value)
{
    put_bytes(writer, (uint64_t)value, sizeof value);
}

void dw_state_put_bool(dw_state_writer *writer, bool value)
{
    put_bytes(writer, value ? 1 : 0, 1);
}

void dw_state_put_double(dw_state_writer *writer, double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    put_bytes(writer, bits, sizeof bits);
}

dw_status dw_state_writer_finish(const dw_state_writer *writer, size_t *size)
{
    if (writer->size > writer->capacity) {
        return DW_FULL;
    }
    *size = writer->size;
    return DW_OK;
}

void dw_state_reader_init(dw_state_reader *reader, const uint8_t *bytes, size_t size)
{
    *reader = (dw_state_reader){.at = bytes, .end = bytes + size};
}

bool dw_state_require(dw_state_reader *reader, bool holds)
{
    reader->failed = reader->failed || !holds;
    return holds;
}

static uint64_t take_bytes(dw_state_reader *reader, size_t width)
{
    if (reader->failed || !dw_state_require(reader, (size_t)(reader->end - reader->at) >= width)) {
        return 0;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < width; i++) {
        value |= (uint64_t)reader->at[i] << (8 * i);
    }
    reader->at += width;
    return value;
}

uint8_t dw_state_take_u8(dw_state_reader *reader)
{
    return (uint8_t)take_bytes(reader, 1);
}

uint16_t dw_state_take_u16(dw_state_reader *reader)
{
    return (uint16_t)take_bytes(reader, 2);
}

uint32_t dw_state_take_u32(dw_state_reader *reader)
{
    return (uint32_t)take_bytes(reader, 4);
}

uint64_t dw_state_take_u64(dw_state_reader *reader)
{
    return take_bytes(reader, 8);
}

int32_t dw_state_take_i32(dw_state_reader *reader)
{
    return (int32_t)(uint32_t)take_bytes(reader, 4);
}

int64_t dw_state_take_i64(dw_state_reader *reader)
{
    return (int64_t)take_bytes(reader, 8);
}

bool dw_state_take_bool(dw_state_reader *reader)
{
    const uint64_t value = take_bytes(reader, 1);
    return dw_state_require(reader, value <= 1) && value == 1;
}

double dw_state_take_double(dw_state_reader *reader)
{
    const uint64_t bits = take_bytes(reader, sizeof bits);
    double value = 0.0;
    memcpy(&value, &bits, sizeof value);
    return dw_state_require(reader, isfinite(value)) ? value : 0.0;
}

dw_status dw_state_reader_finish(const dw_state_reader *reader)
{
    return reader->failed || reader->at != reader->end ? DW_INVALID : DW_OK;
}
