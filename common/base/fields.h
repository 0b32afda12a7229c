/* fields.h - the fields of a struct, listed once.
 * A struct that steers later ticks has one list of its fields, LIST(X, A, M):
 *
 *     X(kind, name)              one value
 *     A(kind, name, max, used)   an array of `max`, of which the first `used` count
 *     M(kind, name, max, mask)   an array of `max`, of which those with a bit in `mask` count
 *
 * The list makes the members of the struct (DW_FIELDS_MEMBERS) and three functions over it
 * (DW_FIELDS_STATE): its digest for the state hash, its save and its load. Tests make theirs from
 * the same lists. A kind is a number, a flag, a random stream, or another struct with a list; its
 * type is dw_field_KIND. The functions take pointers: the compiler refuses a kind that is not the
 * field's type. `used` and `mask` read `it`, the struct itself, and in it only what stands earlier
 * in the list. What does not count is never read again before it is written.
 *
 * Struct members outside of a list are not state: memory taken at creation, counters, texts of
 * this tick. DW_FIELDS_AND states their size, so that a new member has to be put on a list.
 *
 * Load checks that counts and masks fit their arrays. Whether a number is a valid index or enum is
 * for the caller to require after it.
 * Cost: a digest packs fields 8 bytes a step, without a branch for those that are no arrays. */
#ifndef DW_BASE_FIELDS_H
#define DW_BASE_FIELDS_H

#include "common/base/hash.h"
#include "common/base/rng.h"
#include "common/base/state_io.h"

#include <string.h>

/* Types and lists cannot stand in parentheses: NOLINTBEGIN(bugprone-macro-parentheses) */

typedef bool dw_field_flag;
typedef uint8_t dw_field_u8;
typedef uint16_t dw_field_u16;
typedef uint32_t dw_field_u32;
typedef uint64_t dw_field_u64;
typedef int32_t dw_field_i32;
typedef int64_t dw_field_i64;
typedef double dw_field_real;
typedef dw_rng dw_field_rng;

#define DW_FIELD_MEMBER(kind, name)           dw_field_##kind name;
#define DW_FIELD_ARRAY(kind, name, max, used) dw_field_##kind name[max];

/* The members of a list. */
#define DW_FIELDS_MEMBERS(LIST) LIST(DW_FIELD_MEMBER, DW_FIELD_ARRAY, DW_FIELD_ARRAY)

/* The struct `type` holds the members of the list and `others` more bytes. */
#define DW_FIELDS_AND(type, LIST, others)                                                          \
    _Static_assert(sizeof(type) == sizeof(struct {DW_FIELDS_MEMBERS(LIST)}) + (others),            \
                   "each member is on the list, or known not to be state")

/* A hash under way: `bits` of `word` are filled. Words go to `hash` and three more lanes in turn:
 * a step waits for the step four words before it and not for the last one. */
typedef struct dw_digest {
    uint64_t hash, second, third, fourth, word;
    uint32_t bits;
} dw_digest;

/* Without a call the compiler knows `bits` and folds the packing. */
#define DW_DIGEST_INLINE static inline __attribute__((always_inline))

DW_DIGEST_INLINE void dw_digest_flush(dw_digest *digest)
{
    if (digest->bits > 0) {
        const uint64_t mixed = dw_hash_u64(digest->hash, digest->word);
        digest->hash = digest->second;
        digest->second = digest->third;
        digest->third = digest->fourth;
        digest->fourth = mixed;
        digest->word = 0;
        digest->bits = 0;
    }
}

DW_DIGEST_INLINE void dw_digest_bits(dw_digest *digest, uint64_t value, uint32_t bits)
{
    if (digest->bits + bits > 64) {
        dw_digest_flush(digest);
    }
    digest->word |= value << digest->bits;
    digest->bits += bits;
}

DW_DIGEST_INLINE void dw_digest_flag(dw_digest *digest, const bool *value)
{
    dw_digest_bits(digest, *value ? 1 : 0, 1);
}

DW_DIGEST_INLINE void dw_digest_u8(dw_digest *digest, const uint8_t *value)
{
    dw_digest_bits(digest, *value, 8);
}

DW_DIGEST_INLINE void dw_digest_u16(dw_digest *digest, const uint16_t *value)
{
    dw_digest_bits(digest, *value, 16);
}

DW_DIGEST_INLINE void dw_digest_u32(dw_digest *digest, const uint32_t *value)
{
    dw_digest_bits(digest, *value, 32);
}

DW_DIGEST_INLINE void dw_digest_u64(dw_digest *digest, const uint64_t *value)
{
    dw_digest_bits(digest, *value, 64);
}

DW_DIGEST_INLINE void dw_digest_i32(dw_digest *digest, const int32_t *value)
{
    dw_digest_bits(digest, (uint32_t)*value, 32);
}

DW_DIGEST_INLINE void dw_digest_i64(dw_digest *digest, const int64_t *value)
{
    dw_digest_bits(digest, (uint64_t)*value, 64);
}

DW_DIGEST_INLINE void dw_digest_real(dw_digest *digest, const double *value)
{
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    dw_digest_bits(digest, bits, 64);
}

/* The increment says which stream it is, and stays. */
DW_DIGEST_INLINE void dw_digest_rng(dw_digest *digest, const dw_rng *value)
{
    dw_digest_u64(digest, &value->state);
}

#define DW_DIGEST_ONE(kind, name) dw_digest_##kind(&own, &it->name);
#define DW_DIGEST_ARRAY(kind, name, max, used)                                                     \
    dw_digest_flush(&own);                                                                         \
    for (uint32_t i = 0; i < (used); i++) {                                                        \
        dw_digest_##kind(&own, &it->name[i]);                                                      \
    }                                                                                              \
    dw_digest_flush(&own);
#define DW_DIGEST_MASKED(kind, name, max, mask)                                                    \
    dw_digest_flush(&own);                                                                         \
    for (uint32_t left = (mask); left != 0; left &= left - 1) {                                    \
        dw_digest_##kind(&own, &it->name[__builtin_ctz(left)]);                                    \
    }                                                                                              \
    dw_digest_flush(&own);

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
    const uint64_t half = dw_hash_u64(digest->hash, digest->second);
    return dw_hash_u64(dw_hash_u64(half, digest->third), digest->fourth);
}

#define DW_FIELD_IO(kind, suffix)                                                                  \
    static inline void dw_save_##kind(dw_state_writer *writer, const dw_field_##kind *value)       \
    {                                                                                              \
        dw_state_put_##suffix(writer, *value);                                                     \
    }                                                                                              \
    static inline void dw_load_##kind(dw_state_reader *reader, dw_field_##kind *value)             \
    {                                                                                              \
        *value = dw_state_take_##suffix(reader);                                                   \
    }
DW_FIELD_IO(flag, bool)
DW_FIELD_IO(u8, u8)
DW_FIELD_IO(u16, u16)
DW_FIELD_IO(u32, u32)
DW_FIELD_IO(u64, u64)
DW_FIELD_IO(i32, i32)
DW_FIELD_IO(i64, i64)
DW_FIELD_IO(real, double)
#undef DW_FIELD_IO

static inline void dw_save_rng(dw_state_writer *writer, const dw_rng *value)
{
    dw_state_put_u64(writer, value->state);
}

/* Into a stream that was begun as the saved one was. */
static inline void dw_load_rng(dw_state_reader *reader, dw_rng *value)
{
    value->state = dw_state_take_u64(reader);
}

#define DW_SAVE_ONE(kind, name) dw_save_##kind(writer, &it->name);
#define DW_SAVE_ARRAY(kind, name, max, used)                                                       \
    for (uint32_t i = 0; i < (used); i++) {                                                        \
        dw_save_##kind(writer, &it->name[i]);                                                      \
    }
#define DW_SAVE_MASKED(kind, name, max, mask)                                                      \
    for (uint32_t left = (mask); left != 0; left &= left - 1) {                                    \
        dw_save_##kind(writer, &it->name[__builtin_ctz(left)]);                                    \
    }
#define DW_LOAD_ONE(kind, name) dw_load_##kind(reader, &it->name);
#define DW_LOAD_ARRAY(kind, name, max, used)                                                       \
    for (uint32_t i = 0, end = dw_load_count(reader, (used), (max)); i < end; i++) {               \
        dw_load_##kind(reader, &it->name[i]);                                                      \
    }
#define DW_LOAD_MASKED(kind, name, max, mask)                                                      \
    for (uint32_t left = dw_load_mask(reader, (mask), (max)); left != 0; left &= left - 1) {       \
        dw_load_##kind(reader, &it->name[__builtin_ctz(left)]);                                    \
    }

/* The count or mask when it fits an array of `max`, else none. */
static inline uint32_t dw_load_count(dw_state_reader *reader, uint32_t used, uint32_t max)
{
    return dw_state_require(reader, used <= max) ? used : 0;
}

static inline uint32_t dw_load_mask(dw_state_reader *reader, uint32_t mask, uint32_t max)
{
    return dw_state_require(reader, max >= 32 || mask >> max == 0) ? mask : 0;
}

/* Defines dw_save_KIND and dw_load_KIND for the struct of a list; `linkage` is `static` or
 * `extern`.
 */
#define DW_FIELDS_IO(linkage, kind, LIST)                                                          \
    linkage void dw_save_##kind(dw_state_writer *writer, const dw_field_##kind *it){LIST(          \
        DW_SAVE_ONE, DW_SAVE_ARRAY,                                                                \
        DW_SAVE_MASKED)} linkage void dw_load_##kind(dw_state_reader *reader, dw_field_##kind *it) \
    {                                                                                              \
        LIST(DW_LOAD_ONE, DW_LOAD_ARRAY, DW_LOAD_MASKED)                                           \
    }                                                                                              \
    struct dw_fields_of_##kind /* Takes the semicolon. */

/* And dw_digest_KIND. */
#define DW_FIELDS_STATE(linkage, kind, LIST)                                                       \
    linkage DW_FIELDS_DIGEST(kind, LIST) DW_FIELDS_IO(linkage, kind, LIST)

/* Declares the three. */
#define DW_FIELDS_DECLARE(kind)                                                                    \
    void dw_digest_##kind(dw_digest *digest, const dw_field_##kind *it);                           \
    void dw_save_##kind(dw_state_writer *writer, const dw_field_##kind *it);                       \
    void dw_load_##kind(dw_state_reader *reader, dw_field_##kind *it)

/* The same with the digest in the header: for structs that are hashed at each tick, where a call
 * for each of them would cost more than its few words. DW_FIELDS_IO(extern, ...) defines the rest.
 */
#define DW_FIELDS_INLINE(kind, LIST)                                                               \
    static inline DW_FIELDS_DIGEST(kind, LIST) void dw_save_##kind(dw_state_writer *writer,        \
                                                                   const dw_field_##kind *it);     \
    void dw_load_##kind(dw_state_reader *reader, dw_field_##kind *it)

/* The digest alone: for a struct within such a struct. DW_FIELDS_IO(static, ...) has the rest. */
#define DW_FIELDS_INNER(kind, LIST)                                                                \
    static inline DW_FIELDS_DIGEST(kind, LIST) struct dw_fields_of_##kind

/* A struct with a list of its own that not each owner has: kind KIND_part is a pointer to it, whose
 * memory is taken at creation, or NULL. It counts like an array of one or none. */
#define DW_FIELDS_PART(kind)                                                                       \
    typedef dw_field_##kind *dw_field_##kind##_part;                                               \
    DW_DIGEST_INLINE void dw_digest_##kind##_part(dw_digest *digest, dw_field_##kind *const *part) \
    {                                                                                              \
        dw_digest_flush(digest);                                                                   \
        if (*part != NULL) {                                                                       \
            dw_digest_##kind(digest, *part);                                                       \
            dw_digest_flush(digest);                                                               \
        }                                                                                          \
    }                                                                                              \
    static inline void dw_save_##kind##_part(dw_state_writer *writer,                              \
                                             dw_field_##kind *const *part)                         \
    {                                                                                              \
        if (*part != NULL) {                                                                       \
            dw_save_##kind(writer, *part);                                                         \
        }                                                                                          \
    }                                                                                              \
    static inline void dw_load_##kind##_part(dw_state_reader *reader, dw_field_##kind **part)      \
    {                                                                                              \
        if (*part != NULL) {                                                                       \
            dw_load_##kind(reader, *part);                                                         \
        }                                                                                          \
    }                                                                                              \
    struct dw_fields_of_##kind##_part

/* NOLINTEND(bugprone-macro-parentheses) */

#endif
