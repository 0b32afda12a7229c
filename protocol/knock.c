#include "protocol/knock.h"

#include "common/base/check.h"

#include <string.h>

/* ff ff "DW", kind, number, value (big-endian), in an ask zeros up to its size. The first two bytes
 * are ENet's header of a compressed datagram from nobody: without our hook it drops them. */
enum { MAGIC_SIZE = 4, KIND_AT = 4, NUMBER_AT = 5, VALUE_AT = 9 };

static const uint8_t magic[MAGIC_SIZE] = {0xff, 0xff, 'D', 'W'};

_Static_assert(VALUE_AT + 4 == DW_KNOCK_ANSWER_SIZE, "an answer ends with the value");

static bool fits(const dw_knock *knock)
{
    switch (knock->kind) {
    case DW_KNOCK_ASK:
        return knock->value == 0;
    case DW_KNOCK_COOKIE:
        return true;
    case DW_KNOCK_REFUSED:
        return knock->value > DW_REASON_NONE && knock->value < DW_REASON_COUNT;
    default:
        return false;
    }
}

static size_t size_of(uint8_t kind)
{
    return kind == DW_KNOCK_ASK ? DW_KNOCK_ASK_SIZE : DW_KNOCK_ANSWER_SIZE;
}

bool dw_knock_is(const uint8_t *bytes, size_t size)
{
    return size >= MAGIC_SIZE && memcmp(bytes, magic, MAGIC_SIZE) == 0;
}

size_t dw_knock_encode(const dw_knock *knock, uint8_t bytes[DW_KNOCK_ASK_SIZE])
{
    DW_CHECK(fits(knock));
    const size_t size = size_of(knock->kind);
    memset(bytes, 0, size);
    memcpy(bytes, magic, MAGIC_SIZE);
    bytes[KIND_AT] = knock->kind;
    memcpy(bytes + NUMBER_AT, knock->number, DW_KNOCK_NUMBER_SIZE);
    for (uint32_t i = 0; i < 4; i++) {
        bytes[VALUE_AT + i] = (uint8_t)(knock->value >> (24 - 8 * i));
    }
    return size;
}

dw_status dw_knock_decode(dw_knock *knock, const uint8_t *bytes, size_t size)
{
    *knock = (dw_knock){.kind = 0};
    if (!dw_knock_is(bytes, size) || size < DW_KNOCK_ANSWER_SIZE) {
        return DW_INVALID;
    }
    knock->kind = bytes[KIND_AT];
    memcpy(knock->number, bytes + NUMBER_AT, DW_KNOCK_NUMBER_SIZE);
    for (uint32_t i = 0; i < 4; i++) {
        knock->value = knock->value << 8 | bytes[VALUE_AT + i];
    }
    if (!fits(knock) || size != size_of(knock->kind)) {
        return DW_INVALID;
    }
    uint8_t padding = 0;
    for (size_t i = DW_KNOCK_ANSWER_SIZE; i < size; i++) {
        padding |= bytes[i];
    }
    return padding == 0 ? DW_OK : DW_INVALID;
}
