#include "protocol/reader.h"

#include "common/base/check.h"
#include "common/base/parse.h"

#include <string.h>

/* The first bytes of MessagePack's forms that the protocol uses. */
enum {
    FIXARRAY = 0x90, /* .. 0x9f */
    FIXSTR = 0xa0,   /* .. 0xbf */
    BIN8 = 0xc4,
    BIN16 = 0xc5,
    UINT8 = 0xcc,
    UINT64 = 0xcf,
    INT8 = 0xd0,
    INT64 = 0xd3,
    STR8 = 0xd9,
    STR16 = 0xda,
    ARRAY16 = 0xdc,
    ARRAY32 = 0xdd,
    NEGATIVE_FIXINT = 0xe0 /* .. 0xff */
};

void dw_reader_init(dw_reader *reader, const uint8_t *bytes, size_t size)
{
    DW_CHECK(bytes != NULL || size == 0);
    /* No bytes may come as NULL, to which not even 0 may be added. */
    const uint8_t *end = size == 0 ? bytes : bytes + size;
    *reader = (dw_reader){.at = bytes, .end = end, .left = 0, .failed = false};
}

void dw_reader_fail(dw_reader *reader)
{
    reader->failed = true;
    reader->at = reader->end;
    reader->left = 0;
}

static size_t bytes_left(const dw_reader *reader)
{
    return (size_t)(reader->end - reader->at);
}

/* `size` bytes, most significant first. */
static uint64_t take_big_endian(dw_reader *reader, size_t size)
{
    if (bytes_left(reader) < size) {
        dw_reader_fail(reader);
        return 0;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) {
        value = value << 8 | reader->at[i];
    }
    reader->at += size;
    return value;
}

/* The same, refused when a shorter form would have held the value: `shorter_max` is what that
 * form can hold. */
static uint64_t take_minimal(dw_reader *reader, size_t size, uint64_t shorter_max)
{
    const uint64_t value = take_big_endian(reader, size);
    if (!reader->failed && value <= shorter_max) {
        dw_reader_fail(reader);
        return 0;
    }
    return value;
}

uint32_t dw_reader_array(dw_reader *reader, uint32_t low, uint32_t high)
{
    const uint8_t first = (uint8_t)take_big_endian(reader, 1);
    uint64_t count = 0;
    if (first >= FIXARRAY && first < FIXSTR) {
        count = first - FIXARRAY;
    } else if (first == ARRAY16) {
        count = take_minimal(reader, 2, 15);
    } else if (first == ARRAY32) {
        count = take_minimal(reader, 4, UINT16_MAX);
    } else {
        dw_reader_fail(reader);
    }
    /* Each element takes a byte at least, so a count beyond the bytes is a lie. */
    if (reader->failed || count < low || count > high || count > bytes_left(reader)) {
        dw_reader_fail(reader);
        return 0;
    }
    reader->left = (uint32_t)count;
    return (uint32_t)count;
}

/* Starts the next element; gives its first byte. */
static uint8_t take_element(dw_reader *reader)
{
    if (reader->left == 0) {
        dw_reader_fail(reader);
        return 0;
    }
    reader->left--;
    return (uint8_t)take_big_endian(reader, 1);
}

/* A negative number of `size` bytes that is below `shorter_min`. */
static int64_t take_negative(dw_reader *reader, size_t size, int64_t shorter_min)
{
    DW_CHECK(size >= 1 && size <= 8);
    const uint64_t bits = take_big_endian(reader, size);
    const uint64_t sign = UINT64_C(1) << (8 * size - 1);
    const bool negative = (bits & sign) != 0;
    /* Two's complement, -1 - ~bits, by steps that are defined for every value. */
    const int64_t value = negative ? -1 - (int64_t)(~bits & (sign - 1)) : 0;
    if (reader->failed || !negative || value >= shorter_min) {
        dw_reader_fail(reader);
        return 0;
    }
    return value;
}

typedef struct number {
    bool negative;
    int64_t below_zero;
    uint64_t from_zero;
} number;

/* The forms of one sign stand in a row, each with twice the bytes of the one before: 1, 2, 4, 8. A
 * number takes the shortest form that holds it. */
static number take_number(dw_reader *reader)
{
    const uint8_t first = take_element(reader);
    number result = {false, 0, 0};
    if (first < 0x80) {
        result.from_zero = first;
    } else if (first >= NEGATIVE_FIXINT) {
        result = (number){true, (int64_t)first - 256, 0};
    } else if (first >= UINT8 && first <= UINT64) {
        const size_t size = (size_t)1 << (first - UINT8);
        result.from_zero =
            take_minimal(reader, size, size == 1 ? 127 : (UINT64_C(1) << 4 * size) - 1);
    } else if (first >= INT8 && first <= INT64) {
        const size_t size = (size_t)1 << (first - INT8);
        result.negative = true;
        result.below_zero =
            take_negative(reader, size, size == 1 ? -32 : -(INT64_C(1) << (4 * size - 1)));
    } else {
        dw_reader_fail(reader);
    }
    return result;
}

int64_t dw_reader_int(dw_reader *reader, int64_t low, int64_t high)
{
    DW_DCHECK(low <= high);
    const number taken = take_number(reader);
    if (!reader->failed && (taken.negative || taken.from_zero <= INT64_MAX)) {
        const int64_t value = taken.negative ? taken.below_zero : (int64_t)taken.from_zero;
        if (value >= low && value <= high) {
            return value;
        }
    }
    dw_reader_fail(reader);
    return low;
}

uint32_t dw_reader_u32(dw_reader *reader)
{
    return (uint32_t)dw_reader_int(reader, 0, UINT32_MAX);
}

uint16_t dw_reader_u16(dw_reader *reader, uint16_t high)
{
    return (uint16_t)dw_reader_int(reader, 0, high);
}

uint8_t dw_reader_u8(dw_reader *reader, uint8_t high)
{
    return (uint8_t)dw_reader_int(reader, 0, high);
}

bool dw_reader_bool(dw_reader *reader)
{
    return dw_reader_int(reader, 0, 1) == 1;
}

/* The `size` bytes of a text or binary, NULL when they are not all there or out of bounds. */
static const uint8_t *take_body(dw_reader *reader, uint64_t size, size_t low, size_t high)
{
    if (reader->failed || size < low || size > high || size > bytes_left(reader)) {
        dw_reader_fail(reader);
        return NULL;
    }
    const uint8_t *body = reader->at;
    reader->at += size;
    return body;
}

void dw_reader_text(dw_reader *reader, char *out, size_t low, size_t high)
{
    const uint8_t first = take_element(reader);
    uint64_t size = 0;
    if (first >= FIXSTR && first < 0xc0) {
        size = first - FIXSTR;
    } else if (first == STR8) {
        size = take_minimal(reader, 1, 31);
    } else if (first == STR16) {
        size = take_minimal(reader, 2, UINT8_MAX);
    } else {
        dw_reader_fail(reader);
    }
    out[0] = '\0';
    const uint8_t *body = take_body(reader, size, low, high);
    if (body == NULL) {
        return;
    }
    if (size > 0 && !dw_text_is_clean((const char *)body, (size_t)size)) {
        dw_reader_fail(reader);
        return;
    }
    memcpy(out, body, (size_t)size);
    out[size] = '\0';
}

size_t dw_reader_bin(dw_reader *reader, uint8_t *out, size_t low, size_t high)
{
    const uint8_t first = take_element(reader);
    uint64_t size = 0;
    if (first == BIN8) {
        size = take_big_endian(reader, 1);
    } else if (first == BIN16) {
        size = take_minimal(reader, 2, UINT8_MAX);
    } else {
        dw_reader_fail(reader);
    }
    const uint8_t *body = take_body(reader, size, low, high);
    if (body == NULL) {
        return 0;
    }
    memcpy(out, body, (size_t)size);
    return (size_t)size;
}

dw_status dw_reader_finish(dw_reader *reader)
{
    if (reader->left != 0 || reader->at != reader->end) {
        dw_reader_fail(reader);
    }
    return reader->failed ? DW_INVALID : DW_OK;
}
