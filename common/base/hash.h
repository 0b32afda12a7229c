/* hash.h - the 64-bit hash of states, maps and files: 8 bytes a step, the same on every machine.
 * Not for secrets: keyed hashes come from libsodium. No allocation, no state of its own. */
#ifndef DW_BASE_HASH_H
#define DW_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { DW_HASH_TEXT_SIZE = 17 };

#define DW_HASH_START UINT64_C(0x9e3779b97f4a7c15)

/* Murmur-style multiply and xor-shift (Appleby, MurmurHash2, 2008): one multiplication on the
 * critical path a step, which is what lets the state be hashed at each tick. */
static inline uint64_t dw_hash_u64(uint64_t hash, uint64_t value)
{
    value *= UINT64_C(0xc6a4a7935bd1e995);
    value ^= value >> 47;
    hash = (hash ^ value) * UINT64_C(0xff51afd7ed558ccd);
    return hash ^ (hash >> 29);
}

/* Two 32-bit fields in one step. */
static inline uint64_t dw_hash_pair(uint64_t hash, int32_t first, int32_t second)
{
    return dw_hash_u64(hash, (uint64_t)(uint32_t)first << 32 | (uint32_t)second);
}

/* Bytes in order, little-endian words, the length last: "a" and "a\0" differ. */
uint64_t dw_hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* A strong mix of one word (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", 2014); used to derive seeds. */
uint64_t dw_mix64(uint64_t value);

/* 16 hexadecimal digits and a zero into `text`. */
void dw_hash_text(uint64_t hash, char text[DW_HASH_TEXT_SIZE]);

#endif
