#include "common/base/state_io.h"

#include <math.h>
#include <string.h>

void dw_state_writer_init(dw_state_writer *writer, uint8_t *bytes, size_t capacity)
{
    writer->bytes = bytes;
    writer->capacity = capacity;
    writer->size = 0;
}

/* `size` passes the capacity with the first value that does not fit. */
void dw_state_put_bytes(dw_state_writer *writer, const void *bytes, size_t size)
{
    if (size > 0 && writer->size <= writer->capacity && writer->capacity - writer->size >= size) {
        memcpy(writer->bytes + writer->size, bytes, size);
    }
    writer->size += size;
}

void dw_state_put_number(dw_state_writer *writer, uint64_t value, size_t width)
{
    uint8_t bytes[sizeof value];
    const bool has_room =
        writer->size <= writer->capacity && writer->capacity - writer->size >= sizeof value;
    uint8_t *out = has_room ? writer->bytes + writer->size : bytes;
    for (size_t i = 0; i < sizeof value; i++) { /* One store; the next value overwrites the rest. */
        out[i] = (uint8_t)(value >> (8 * i));
    }
    if (has_room) {
        writer->size += width;
    } else {
        dw_state_put_bytes(writer, bytes, width);
    }
}

void dw_state_put_double(dw_state_writer *writer, double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    dw_state_put_number(writer, bits, sizeof bits);
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

const uint8_t *dw_state_take_bytes(dw_state_reader *reader, size_t size)
{
    if (reader->failed || !dw_state_require(reader, (size_t)(reader->end - reader->at) >= size)) {
        return NULL;
    }
    const uint8_t *bytes = reader->at;
    reader->at += size;
    return bytes;
}

uint64_t dw_state_take_number(dw_state_reader *reader, size_t width)
{
    const uint8_t *bytes = dw_state_take_bytes(reader, width);
    uint64_t value = 0;
    for (size_t i = 0; bytes != NULL && i < width; i++) {
        value |= (uint64_t)bytes[i] << (8 * i);
    }
    return value;
}

bool dw_state_take_bool(dw_state_reader *reader)
{
    const uint64_t value = dw_state_take_number(reader, 1);
    return dw_state_require(reader, value <= 1) && value == 1;
}

double dw_state_take_double(dw_state_reader *reader)
{
    const uint64_t bits = dw_state_take_number(reader, sizeof bits);
    double value = 0.0;
    memcpy(&value, &bits, sizeof value);
    return dw_state_require(reader, isfinite(value)) ? value : 0.0;
}

dw_status dw_state_reader_finish(const dw_state_reader *reader)
{
    return reader->failed || reader->at != reader->end ? DW_INVALID : DW_OK;
}
