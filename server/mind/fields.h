/* fields.h - what a mind remembers, listed once.
 * A struct that steers later ticks has one list of its fields, LIST(X, A, M):
 *
 *     X(kind, name)              one value
 *     A(kind, name, max, used)   an array of `max`, of which the first `used` count
 *     M(kind, name, max, mask)   an array of `max`, of which those with a bit in `mask` count
 *
 * The list makes the members of the struct and its digest; tests/unit/mind/test_fields.c makes
 * the test that each field counts. A kind is a number, a flag, a vector, a random stream, or
 * another struct with a list. `used` and `mask` read `it`, the struct itself: what does not count
 * is never read again before it is written.
 *
 * Struct members outside of a list are not state: memory taken at creation, counters, texts of
 * this tick. DW_FIELDS_AND states their size, so that a new member has to be put on a list.
 *
 * Cost: fields are packed 8 bytes a step, without a branch for those that are no arrays. */
#ifndef DW_MIND_FIELDS_H
#define DW_MIND_FIELDS_H

#include "common/base/hash.h"
#include "common/base/rng.h"
#include "common/world/geometry.h"

#include <stdbool.h>
#include <string.h>

typedef bool dw_field_flag;
typedef uint8_t dw_field_u8;
typedef uint16_t dw_field_u16;
typedef uint32_t dw_field_u32;
typedef uint64_t dw_field_u64;
typedef int32_t dw_field_i32;
typedef int64_t dw_field_i64;
typedef double dw_field_real;
typedef dw_vec dw_field_vec;
typedef dw_rect dw_field_rect;
typedef dw_rng dw_field_rng;

#define DW_FIELD_MEMBER(kind, name)           dw_field_##kind name;
#define DW_FIELD_ARRAY(kind, name, max, used) dw_field_##kind name[max];

/* The members of a list. */
#define DW_FIELDS_MEMBERS(LIST) LIST(DW_FIELD_MEMBER, DW_FIELD_ARRAY, DW_FIELD_ARRAY)

/* The struct `type` holds the members of the list and `others` more bytes. */
#define DW_FIELDS_AND(type, LIST, others)                                                          \
    _Static_assert(sizeof(type) == sizeof(struct {DW_FIELDS_MEMBERS(LIST)}) + (others),            \
                   "each member is on the list, or known not to be state")

/* A hash under way: `bits` of `word` are filled. */
typedef struct dw_digest {
    uint64_t hash, word;
    uint32_t bits;
} dw_digest;

static inline void dw_digest_flush(dw_digest *digest)
{
    if (digest->bits > 0) {
        digest->hash = dw_hash_u64(digest->hash, digest->word);
        digest->word = 0;
        digest->bits = 0;
    }
}

static inline void dw_digest_bits(dw_digest *digest, uint64_t value, uint32_t bits)
{
    if (digest->bits + bits > 64) {
        dw_digest_flush(digest);
    }
    digest->word |= value << digest->bits;
    digest->bits += bits;
}

static inline void dw_digest_flag(dw_digest *digest, const bool *value)
{
    dw_digest_bits(digest, *value ? 1 : 0, 1);
}

static inline void dw_digest_u8(dw_digest *digest, const uint8_t *value)
{
    dw_digest_bits(digest, *value, 8);
}

static inline void dw_digest_u16(dw_digest *digest, const uint16_t *value)
{
    dw_digest_bits(digest, *value, 16);
}

static inline void dw_digest_u32(dw_digest *digest, const uint32_t *value)
{
    dw_digest_bits(digest, *value, 32);
}

static inline void dw_digest_u64(dw_digest *digest, const uint64_t *value)
{
    dw_digest_bits(digest, *value, 64);
}

static inline void dw_digest_i32(dw_digest *digest, const int32_t *value)
{
    dw_digest_bits(digest, (uint32_t)*value, 32);
}

static inline void dw_digest_i64(dw_digest *digest, const int64_t *value)
{
    dw_digest_bits(digest, (uint64_t)*value, 64);
}

static inline void dw_digest_real(dw_digest *digest, const double *value)
{
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    dw_digest_bits(digest, bits, 64);
}

static inline void dw_digest_vec(dw_digest *digest, const dw_vec *value)
{
    dw_digest_bits(digest, (uint64_t)(uint32_t)value->x << 32 | (uint32_t)value->y, 64);
}

static inline void dw_digest_rect(dw_digest *digest, const dw_rect *value)
{
    dw_digest_vec(digest, &value->min);
    dw_digest_vec(digest, &value->max);
}

/* The increment says which stream it is, and stays. */
static inline void dw_digest_rng(dw_digest *digest, const dw_rng *value)
{
    dw_digest_u64(digest, &value->state);
}

#define DW_DIGEST_ONE(kind, name) dw_digest_##kind(&own, &it->name);
#define DW_DIGEST_ARRAY(kind, name, max, used)                                                     \
    for (uint32_t i = 0; i < (used); i++) {                                                        \
        dw_digest_##kind(&own, &it->name[i]);                                                      \
    }
#define DW_DIGEST_MASKED(kind, name, max, mask)                                                    \
    for (uint32_t left = (mask); left != 0; left &= left - 1) {                                    \
        dw_digest_##kind(&own, &it->name[__builtin_ctz(left)]);                                    \
    }

/* Defines dw_digest_KIND for the struct of a list. It works on a copy, which stays in registers. */
#define DW_FIELDS_DIGEST(kind, LIST)                                                               \
    void dw_digest_##kind(dw_digest *digest, const dw_field_##kind *it)                            \
    {                                                                                              \
        dw_digest_flush(digest);                                                                   \
        dw_digest own = *digest;                                                                   \
        LIST(DW_DIGEST_ONE, DW_DIGEST_ARRAY, DW_DIGEST_MASKED)                                     \
        *digest = own;                                                                             \
    }

static inline uint64_t dw_digest_end(dw_digest *digest)
{
    dw_digest_flush(digest);
    return digest->hash;
}

#endif
