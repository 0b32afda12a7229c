/* field_cover.h - shows that a list of fields (common/base/fields.h) names each byte of its struct.
 * FIELD_COVER(kind, LIST) gives a kind the function that walks its fields; each plain field marks
 * its bytes. What is not marked in the end must be padding, which the compiler knows. */
#ifndef DW_TESTS_SUPPORT_FIELD_COVER_H
#define DW_TESTS_SUPPORT_FIELD_COVER_H

#include "common/base/fields.h"
#include "common/world/world_fields.h"
#include "tests/support/test.h"

enum { FIELD_COVER_MAX = 1 << 16 };

typedef struct field_cover {
    const uint8_t *base;
    size_t size, count;
    uint32_t offsets[FIELD_COVER_MAX]; /* Of each plain field, in the order of the list. */
    bool marked[FIELD_COVER_MAX];
} field_cover;

static inline void field_cover_mark(field_cover *cover, const void *field, size_t size)
{
    const size_t offset = (size_t)((const uint8_t *)field - cover->base);
    assert_true(offset + size <= cover->size);
    cover->offsets[cover->count++] = (uint32_t)offset;
    for (size_t i = offset; i < offset + size; i++) {
        assert_false(cover->marked[i]); /* The list names a field twice. */
        cover->marked[i] = true;
    }
}

#define FIELD_COVER_PLAIN(kind, type)                                                              \
    static inline void field_cover_##kind(field_cover *cover, const type *value)                   \
    {                                                                                              \
        field_cover_mark(cover, value, sizeof *value);                                             \
    }
FIELD_COVER_PLAIN(u8, uint8_t)
FIELD_COVER_PLAIN(u16, uint16_t)
FIELD_COVER_PLAIN(u32, uint32_t)
FIELD_COVER_PLAIN(u64, uint64_t)
FIELD_COVER_PLAIN(i32, int32_t)
FIELD_COVER_PLAIN(i64, int64_t)
FIELD_COVER_PLAIN(bool, bool)
FIELD_COVER_PLAIN(double, double)
#undef FIELD_COVER_PLAIN

/* All elements of an array count, however many are in use. */
#define FIELD_COVER_ONE(kind, name) field_cover_##kind(cover, &value->name);
#define FIELD_COVER_MANY(kind, name, count)                                                        \
    for (size_t i = 0; i < DW_COUNT_OF(value->name); i++) {                                        \
        field_cover_##kind(cover, &value->name[i]);                                                \
    }
#define FIELD_COVER(kind, type, LIST)                                                              \
    static inline void field_cover_##kind(field_cover *cover, const type *value)                   \
    {                                                                                              \
        LIST(FIELD_COVER_ONE, FIELD_COVER_MANY)                                                    \
    }
FIELD_COVER(vec, dw_vec, DW_VEC_FIELDS)
FIELD_COVER(rect, dw_rect, DW_RECT_FIELDS)
FIELD_COVER(door_set, dw_door_set, DW_DOOR_SET_FIELDS)
FIELD_COVER(rng, dw_rng, DW_RNG_FIELDS)

static inline void field_cover_begin(field_cover *cover, const void *value, size_t size)
{
    assert_true(size <= FIELD_COVER_MAX);
    memset(cover->marked, 0, sizeof cover->marked);
    cover->base = value;
    cover->size = size;
    cover->count = 0;
}

/* `image` is the struct filled with 0xff, its padding cleared. */
static inline void field_cover_end(const field_cover *cover, const uint8_t *image)
{
    for (size_t i = 0; i < cover->size; i++) {
        if (image[i] != 0 && !cover->marked[i]) {
            fail_msg("no field of the list covers byte %zu of %zu", i, cover->size);
        }
    }
}

/* GCC alone can clear padding; elsewhere the lists are walked and nothing is compared. */
#if defined(__GNUC__) && !defined(__clang__)
#define FIELD_COVER_IMAGE(image)                                                                   \
    do {                                                                                           \
        memset((image), 0xff, sizeof *(image));                                                    \
        __builtin_clear_padding(image);                                                            \
    } while (0)
#else
#define FIELD_COVER_IMAGE(image) memset((image), 0, sizeof *(image))
#endif

/* The list of `kind` names each byte of `type` once; `cover` then lists the plain fields. */
#define ASSERT_FIELDS_COVER(cover, kind, type)                                                     \
    do {                                                                                           \
        static type image_;                                                                        \
        FIELD_COVER_IMAGE(&image_);                                                                \
        field_cover_begin((cover), &image_, sizeof image_);                                        \
        field_cover_##kind((cover), &image_);                                                      \
        field_cover_end((cover), (const uint8_t *)&image_);                                        \
    } while (0)

#endif
