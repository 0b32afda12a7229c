#include "common/base/check.h"
#include "common/base/state_io.h"
#include "common/world/world_fields.h"
#include "tests/support/test.h"

#include <math.h>

enum { ALL_SIZE = 1 + 2 + 4 + 8 + 4 + 8 + 1 + 8 };

static void put_all(dw_state_writer *writer)
{
    dw_state_put_u8(writer, 0x12);
    dw_state_put_u16(writer, 0x3456);
    dw_state_put_u32(writer, 0x789abcde);
    dw_state_put_u64(writer, UINT64_C(0xfedcba9876543210));
    dw_state_put_i32(writer, INT32_MIN);
    dw_state_put_i64(writer, -2);
    dw_state_put_bool(writer, true);
    dw_state_put_double(writer, -0.75);
}

static void values_come_back_and_lie_in_little_endian_order(void **state)
{
    (void)state;
    uint8_t bytes[ALL_SIZE];
    size_t size = 0;
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, sizeof bytes);
    put_all(&writer);
    assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
    assert_int_equal(size, ALL_SIZE);
    const uint8_t first[] = {0x12, 0x56, 0x34, 0xde, 0xbc, 0x9a, 0x78, 0x10, 0x32};
    assert_memory_equal(bytes, first, sizeof first);
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    assert_int_equal(dw_state_take_u8(&reader), 0x12);
    assert_int_equal(dw_state_take_u16(&reader), 0x3456);
    assert_int_equal(dw_state_take_u32(&reader), 0x789abcde);
    assert_true(dw_state_take_u64(&reader) == UINT64_C(0xfedcba9876543210));
    assert_int_equal(dw_state_take_i32(&reader), INT32_MIN);
    assert_true(dw_state_take_i64(&reader) == -2);
    assert_int_equal(dw_state_reader_finish(&reader), DW_INVALID); /* Nine bytes are left. */
    assert_true(dw_state_take_bool(&reader));
    assert_true(dw_state_take_double(&reader) == -0.75);
    assert_int_equal(dw_state_reader_finish(&reader), DW_OK);
}

static void a_writer_that_is_too_small_measures_and_writes_nothing_past_its_end(void **state)
{
    (void)state;
    dw_state_writer writer;
    dw_state_writer_init(&writer, NULL, 0);
    put_all(&writer);
    assert_int_equal(writer.size, ALL_SIZE);
    for (size_t capacity = 0; capacity < ALL_SIZE; capacity++) {
        uint8_t bytes[ALL_SIZE];
        memset(bytes, 0xa5, sizeof bytes);
        size_t size = 77;
        dw_state_writer_init(&writer, bytes, capacity);
        put_all(&writer);
        assert_int_equal(dw_state_writer_finish(&writer, &size), DW_FULL);
        assert_int_equal(size, 77);
        for (size_t i = capacity; i < sizeof bytes; i++) {
            assert_int_equal(bytes[i], 0xa5);
        }
    }
}

static void each_truncation_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[ALL_SIZE];
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, sizeof bytes);
    put_all(&writer);
    for (size_t size = 0; size < ALL_SIZE; size++) {
        dw_state_reader reader;
        dw_state_reader_init(&reader, bytes, size);
        (void)dw_state_take_u8(&reader);
        (void)dw_state_take_u16(&reader);
        (void)dw_state_take_u32(&reader);
        (void)dw_state_take_u64(&reader);
        (void)dw_state_take_i32(&reader);
        (void)dw_state_take_i64(&reader);
        (void)dw_state_take_bool(&reader);
        (void)dw_state_take_double(&reader);
        assert_int_equal(dw_state_reader_finish(&reader), DW_INVALID);
    }
}

static void after_an_error_a_reader_gives_zeros(void **state)
{
    (void)state;
    const uint8_t bytes[] = {2, 0xff, 0xff, 0xff, 0xff};
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, sizeof bytes);
    assert_false(dw_state_take_bool(&reader)); /* Neither 0 nor 1. */
    assert_int_equal(dw_state_take_u32(&reader), 0);
    assert_true(dw_state_require(&reader, true));
    assert_int_equal(dw_state_reader_finish(&reader), DW_INVALID);
}

static void infinities_and_nan_are_refused(void **state)
{
    (void)state;
    const double wrong[] = {INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < DW_COUNT_OF(wrong); i++) {
        uint8_t bytes[8];
        dw_state_writer writer;
        dw_state_writer_init(&writer, bytes, sizeof bytes);
        dw_state_put_double(&writer, wrong[i]);
        dw_state_reader reader;
        dw_state_reader_init(&reader, bytes, sizeof bytes);
        assert_true(dw_state_take_double(&reader) == 0.0);
        assert_int_equal(dw_state_reader_finish(&reader), DW_INVALID);
    }
}

/* A struct of every kind, with arrays in part and a struct inside. */
#define SAMPLE_FIELDS(X, A, M)                                                                     \
    X(u8, count)                                                                                   \
    X(flag, flag)                                                                                  \
    A(u16, list, 5, it->count)                                                                     \
    X(u64, wide)                                                                                   \
    X(vec, at)                                                                                     \
    X(i64, far)                                                                                    \
    X(real, length)                                                                                \
    X(rng, rng)                                                                                    \
    X(u8, mask)                                                                                    \
    M(i32, slots, 3, it->mask)                                                                     \
    X(u32, last)
typedef struct sample {
    DW_FIELDS_MEMBERS(SAMPLE_FIELDS)
} sample;
typedef sample dw_field_sample;
DW_FIELDS_STATE(static, sample, SAMPLE_FIELDS);

static const sample full = {.count = 4,
                            .flag = true,
                            .list = {1, 2, 3, 4, 5},
                            .wide = UINT64_MAX,
                            .at = {-1, 1},
                            .far = -9,
                            .length = 1.5,
                            .rng = {3, 5},
                            .mask = 5,
                            .slots = {-7, -8, -9},
                            .last = 11};

static uint64_t hash_of(const sample *value)
{
    dw_digest digest = {.hash = DW_HASH_START};
    dw_digest_sample(&digest, value);
    return dw_digest_end(&digest);
}

static void what_counts_changes_the_digest_and_what_does_not_count_leaves_it(void **state)
{
    (void)state;
    sample changed = full;
    const uint64_t hash = hash_of(&full);
    changed.list[3]++;
    assert_true(hash_of(&changed) != hash);
    changed = full;
    changed.slots[2]++;
    assert_true(hash_of(&changed) != hash);
    changed = full;
    changed.last++;
    assert_true(hash_of(&changed) != hash);
    changed = full;
    changed.list[4]++;
    changed.slots[1]++;
    assert_true(hash_of(&changed) == hash);
}

static size_t save_sample(const sample *value, uint8_t *bytes, size_t capacity)
{
    size_t size = 0;
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, capacity);
    dw_save_sample(&writer, value);
    assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
    return size;
}

static void a_list_saves_and_loads_what_counts(void **state)
{
    (void)state;
    uint8_t bytes[128];
    const size_t size = save_sample(&full, bytes, sizeof bytes);
    sample loaded = {.slots = {0, 77, 0}, .rng = {0, 5}};
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    dw_load_sample(&reader, &loaded);
    assert_int_equal(dw_state_reader_finish(&reader), DW_OK);
    assert_true(hash_of(&loaded) == hash_of(&full));
    assert_int_equal(loaded.slots[1], 77);
}

static void counts_and_masks_beyond_their_arrays_are_refused(void **state)
{
    (void)state;
    uint8_t bytes[128];
    const size_t size = save_sample(&full, bytes, sizeof bytes);
    const size_t mask_at = size - 4 - 2 * 4 - 1;
    static const uint8_t wrong[][2] = {{6, 5}, {4, 8}};
    for (size_t i = 0; i < DW_COUNT_OF(wrong); i++) {
        sample loaded = {0};
        bytes[0] = wrong[i][0];
        bytes[mask_at] = wrong[i][1];
        dw_state_reader reader;
        dw_state_reader_init(&reader, bytes, size);
        dw_load_sample(&reader, &loaded);
        assert_true(reader.failed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_come_back_and_lie_in_little_endian_order),
        cmocka_unit_test(a_writer_that_is_too_small_measures_and_writes_nothing_past_its_end),
        cmocka_unit_test(each_truncation_is_refused),
        cmocka_unit_test(after_an_error_a_reader_gives_zeros),
        cmocka_unit_test(infinities_and_nan_are_refused),
        cmocka_unit_test(what_counts_changes_the_digest_and_what_does_not_count_leaves_it),
        cmocka_unit_test(a_list_saves_and_loads_what_counts),
        cmocka_unit_test(counts_and_masks_beyond_their_arrays_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
