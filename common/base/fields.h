/* fields.h - one list of a struct's fields makes its hash, its save and its load.
 *
 *     #define DW_LEAF_FIELDS(ONE, MANY)                                                       \
 *         ONE(u16, door)                                                                      \
 *         MANY(bool, open, DW_COUNT_OF(value->open))
 *     DW_FIELD_FUNCTIONS(leaf, dw_leaf, DW_LEAF_FIELDS)
 *
 * defines the static functions
 *     dw_fields_hash_leaf(dw_field_hash *, const dw_leaf *)
 *     dw_fields_save_leaf(dw_state_writer *, const dw_leaf *)
 *     dw_fields_load_leaf(dw_state_reader *, dw_leaf *)
 * so that `leaf` is a kind of field in other lists. The functions take pointers: the compiler
 * refuses a kind that is not the field's type. MANY counts elements of an array by an expression
 * over `value`; fields that it names stand earlier in the list. Load checks that the count fits
 * the array. Whether a number is a valid index is for the caller to require after the load.
 * tests/support/field_cover.h holds that a list leaves out no byte of its struct.
 * The hash packs fields into words of 64 bits; the compiler folds the positions. */
#ifndef DW_BASE_FIELDS_H
#define DW_BASE_FIELDS_H

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "common/base/state_io.h"

#include <string.h>

typedef struct dw_field_hash {
    uint64_t hash;
    uint64_t word; /* Fields that are not in `hash` yet, */
    uint32_t bits; /* and their width. */
} dw_field_hash;

static inline dw_field_hash dw_field_hash_begin(uint64_t hash)
{
    return (dw_field_hash){.hash = hash, .word = 0, .bits = 0};
}

static inline uint64_t dw_field_hash_end(dw_field_hash *fields)
{
    if (fields->bits > 0) {
        fields->hash = dw_hash_u64(fields->hash, fields->word);
        fields->word = 0;
        fields->bits = 0;
    }
    return fields->hash;
}

static inline void dw_field_hash_bits(dw_field_hash *fields, uint64_t value, uint32_t bits)
{
    if (fields->bits + bits > 64) {
        (void)dw_field_hash_end(fields);
    }
    fields->word |= value << fields->bits;
    fields->bits += bits;
}

/* Types and lists cannot stand in parentheses: NOLINTBEGIN(bugprone-macro-parentheses) */

/* The kinds of plain numbers: as they stand in memory, and how wide they are in the hash. */
#define DW_FIELD_KIND(kind, type, wide, width)                                                     \
    static inline void dw_fields_hash_##kind(dw_field_hash *fields, const type *value)             \
    {                                                                                              \
        dw_field_hash_bits(fields, (wide)*value, width);                                           \
    }                                                                                              \
    static inline void dw_fields_save_##kind(dw_state_writer *writer, const type *value)           \
    {                                                                                              \
        dw_state_put_##kind(writer, *value);                                                       \
    }                                                                                              \
    static inline void dw_fields_load_##kind(dw_state_reader *reader, type *value)                 \
    {                                                                                              \
        *value = dw_state_take_##kind(reader);                                                     \
    }

DW_FIELD_KIND(u8, uint8_t, uint64_t, 8)
DW_FIELD_KIND(u16, uint16_t, uint64_t, 16)
DW_FIELD_KIND(u32, uint32_t, uint64_t, 32)
DW_FIELD_KIND(u64, uint64_t, uint64_t, 64)
DW_FIELD_KIND(i32, int32_t, uint32_t, 32)
DW_FIELD_KIND(i64, int64_t, uint64_t, 64)
DW_FIELD_KIND(bool, bool, uint64_t, 8)
#undef DW_FIELD_KIND

static inline void dw_fields_hash_double(dw_field_hash *fields, const double *value)
{
    uint64_t bits = 0;
    memcpy(&bits, value, sizeof bits);
    dw_field_hash_bits(fields, bits, 64);
}

static inline void dw_fields_save_double(dw_state_writer *writer, const double *value)
{
    dw_state_put_double(writer, *value);
}

static inline void dw_fields_load_double(dw_state_reader *reader, double *value)
{
    *value = dw_state_take_double(reader);
}

/* `count` elements if that many fit, else none. */
static inline size_t dw_fields_fit(dw_state_reader *reader, size_t count, size_t room)
{
    return dw_state_require(reader, count <= room) ? count : 0;
}

#define DW_FIELD_HASH_ONE(kind, name) dw_fields_hash_##kind(fields, &value->name);
#define DW_FIELD_HASH_MANY(kind, name, count)                                                      \
    for (size_t i = 0; i < (count); i++) {                                                         \
        dw_fields_hash_##kind(fields, &value->name[i]);                                            \
    }
#define DW_FIELD_SAVE_ONE(kind, name) dw_fields_save_##kind(writer, &value->name);
#define DW_FIELD_SAVE_MANY(kind, name, count)                                                      \
    for (size_t i = 0; i < (count); i++) {                                                         \
        dw_fields_save_##kind(writer, &value->name[i]);                                            \
    }
#define DW_FIELD_LOAD_ONE(kind, name) dw_fields_load_##kind(reader, &value->name);
#define DW_FIELD_LOAD_MANY(kind, name, count)                                                      \
    for (size_t i = 0, end = dw_fields_fit(reader, (count), DW_COUNT_OF(value->name)); i < end;    \
         i++) {                                                                                    \
        dw_fields_load_##kind(reader, &value->name[i]);                                            \
    }

#define DW_FIELD_FUNCTIONS(kind, type, LIST)                                                       \
    DW_FIELD_FUNCTIONS_OF(static inline __attribute__((unused)), kind, type, LIST)

#define DW_FIELD_FUNCTIONS_OF(linkage, kind, type, LIST)                                           \
    linkage void dw_fields_hash_##kind(dw_field_hash *fields, const type *value){                  \
        LIST(DW_FIELD_HASH_ONE,                                                                    \
             DW_FIELD_HASH_MANY)} linkage void dw_fields_save_##kind(dw_state_writer *writer,      \
                                                                     const type *value){           \
        LIST(DW_FIELD_SAVE_ONE,                                                                    \
             DW_FIELD_SAVE_MANY)} linkage void dw_fields_load_##kind(dw_state_reader *reader,      \
                                                                     type *value)                  \
    {                                                                                              \
        LIST(DW_FIELD_LOAD_ONE, DW_FIELD_LOAD_MANY)                                                \
    }

/* NOLINTEND(bugprone-macro-parentheses) */

#define DW_RNG_FIELDS(ONE, MANY)                                                                   \
    ONE(u64, state)                                                                                \
    ONE(u64, increment)
DW_FIELD_FUNCTIONS(rng, dw_rng, DW_RNG_FIELDS)

#endif
