/* hash.c - integer arithmetic alone, so that every machine gets the same value. */
#include "common/base/hash.h"

#include <stdio.h>

uint64_t dw_hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    size_t left = size;
    while (left > 0) {
        const size_t step = left < 8 ? left : 8;
        uint64_t word = 0;
        for (size_t i = 0; i < step; i++) {
            word |= (uint64_t)at[i] << (8 * i);
        }
        hash = dw_hash_u64(hash, word);
        at += step;
        left -= step;
    }
    return dw_hash_u64(hash, size);
}

uint64_t dw_mix64(uint64_t value)
{
    value += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

void dw_hash_text(uint64_t hash, char text[DW_HASH_TEXT_SIZE])
{
    (void)snprintf(text, DW_HASH_TEXT_SIZE, "%016llx", (unsigned long long)hash);
}
