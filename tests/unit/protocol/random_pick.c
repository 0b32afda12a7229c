#include "random_pick.h"

#include "common/base/check.h"
#include "common/world/map.h"

#include <string.h>

/* low .. high; an end of the range or a value near it half of the time. */
uint64_t dw_test_pick(dw_rng *rng, uint64_t low, uint64_t high)
{
    const uint64_t span = high - low;
    switch (dw_rng_below(rng, 4)) {
    case 0:
        return low + (span < 40 ? 0 : dw_rng_below(rng, 40));
    case 1:
        return high;
    case 2:
        /* A random width, so that every form of a number on the wire comes up. */
        return low +
               (((uint64_t)dw_rng_next(rng) << 32 | dw_rng_next(rng)) >> dw_rng_below(rng, 64)) %
                   (span == UINT64_MAX ? UINT64_MAX : span + 1);
    default:
        return low + dw_rng_below(rng, span < UINT32_MAX ? (uint32_t)span + 1 : UINT32_MAX);
    }
}

uint8_t dw_test_pick_u8(dw_rng *rng, uint8_t low, uint8_t high)
{
    return (uint8_t)dw_test_pick(rng, low, high);
}

uint16_t dw_test_pick_u16(dw_rng *rng, uint16_t low, uint16_t high)
{
    return (uint16_t)dw_test_pick(rng, low, high);
}

uint32_t dw_test_pick_u32(dw_rng *rng)
{
    return (uint32_t)dw_test_pick(rng, 0, UINT32_MAX);
}

void dw_test_fill_bytes(dw_rng *rng, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)dw_rng_below(rng, 256);
    }
}

/* Clean UTF-8 of low .. high bytes, of characters of one to four bytes. */
void dw_test_fill_text(dw_rng *rng, char *out, size_t low, size_t high)
{
    static const char *const characters[] = {
        "a", "Z", " ", "\"", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x95\xb5"};
    const size_t size = (size_t)dw_test_pick(rng, low, high);
    size_t at = 0;
    while (at < size) {
        const char *next = characters[dw_rng_below(rng, (uint32_t)DW_COUNT_OF(characters))];
        if (strlen(next) <= size - at) {
            memcpy(out + at, next, strlen(next));
            at += strlen(next);
        }
    }
    out[at] = '\0';
}

uint8_t dw_test_pick_slot(dw_rng *rng)
{
    return dw_rng_below(rng, 3) == 0 ? DW_SLOT_NONE : dw_test_pick_u8(rng, 0, DW_INTRUDERS_MAX - 1);
}
