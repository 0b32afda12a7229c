/* The bounded cursor: what it takes, and all that it refuses. */
#include "common/base/check.h"
#include "common/base/rng.h"
#include "protocol/reader.h"
#include "protocol/writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <msgpack.h>

#define BYTES(...) ((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})

/* Reads [number]. */
static dw_status read_int(const uint8_t *bytes, size_t size, int64_t *out)
{
    dw_reader reader;
    dw_reader_init(&reader, bytes, size);
    (void)dw_reader_array(&reader, 1, 1);
    *out = dw_reader_int(&reader, INT64_MIN, INT64_MAX);
    return dw_reader_finish(&reader);
}

static void five_bytes_that_promise_eight_gigabytes_are_refused(void **state)
{
    (void)state;
    dw_reader reader;
    dw_reader_init(&reader, BYTES(0xdd, 0x0f, 0xff, 0xff, 0xff));
    assert_int_equal(dw_reader_array(&reader, 0, UINT32_MAX), 0);
    assert_true(reader.failed);
    assert_int_equal(dw_reader_finish(&reader), DW_INVALID);
}

static void each_number_at_the_edge_of_a_form_is_read_as_msgpack_writes_it(void **state)
{
    (void)state;
    for (int shift = 0; shift < 64; shift++) {
        for (int64_t offset = -130; offset <= 130; offset++) {
            const int64_t value = (int64_t)((UINT64_C(1) << shift) + (uint64_t)offset);
            uint8_t bytes[16];
            size_t size = 0;
            dw_writer writer;
            dw_writer_init(&writer, bytes, sizeof(bytes));
            dw_writer_array(&writer, 1);
            dw_writer_int(&writer, value);
            assert_int_equal(dw_writer_finish(&writer, &size), DW_OK);
            int64_t back = 0;
            assert_int_equal(read_int(bytes, size, &back), DW_OK);
            assert_true(back == value);

            msgpack_unpacked unpacked;
            msgpack_unpacked_init(&unpacked);
            size_t at = 0;
            assert_int_equal(msgpack_unpack_next(&unpacked, (const char *)bytes, size, &at),
                             MSGPACK_UNPACK_SUCCESS);
            assert_int_equal(at, size);
            assert_true(unpacked.data.via.array.ptr[0].via.i64 == value);
            msgpack_unpacked_destroy(&unpacked);
        }
    }
}

static void a_number_beyond_63_bits_is_refused(void **state)
{
    (void)state;
    int64_t narrow = 0;
    assert_int_equal(
        read_int(BYTES(0x91, 0xcf, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), &narrow),
        DW_OK);
    assert_true(narrow == INT64_MAX);
    assert_int_equal(
        read_int(BYTES(0x91, 0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), &narrow),
        DW_INVALID);
}

static void a_number_in_a_longer_form_than_it_needs_is_refused(void **state)
{
    (void)state;
    int64_t value = 0;
    assert_int_equal(read_int(BYTES(0x91, 0xcc, 0x7f), &value), DW_INVALID);
    assert_int_equal(read_int(BYTES(0x91, 0xcc, 0x80), &value), DW_OK);
    assert_int_equal(read_int(BYTES(0x91, 0xcd, 0x00, 0xff), &value), DW_INVALID);
    assert_int_equal(read_int(BYTES(0x91, 0xcd, 0x01, 0x00), &value), DW_OK);
    assert_int_equal(read_int(BYTES(0x91, 0xce, 0, 0, 0xff, 0xff), &value), DW_INVALID);
    assert_int_equal(read_int(BYTES(0x91, 0xce, 0, 1, 0, 0), &value), DW_OK);
    assert_int_equal(read_int(BYTES(0x91, 0xcf, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff), &value),
                     DW_INVALID);
    assert_int_equal(read_int(BYTES(0x91, 0xcf, 0, 0, 0, 1, 0, 0, 0, 0), &value), DW_OK);
    assert_int_equal(read_int(BYTES(0x91, 0xd0, 0xe0), &value), DW_INVALID);
    assert_int_equal(read_int(BYTES(0x91, 0xd0, 0xdf), &value), DW_OK);
    assert_int_equal(read_int(BYTES(0x91, 0xd1, 0xff, 0x80), &value), DW_INVALID);
    assert_int_equal(read_int(BYTES(0x91, 0xd1, 0xff, 0x7f), &value), DW_OK);
    assert_int_equal(read_int(BYTES(0x91, 0xd2, 0xff, 0xff, 0x80, 0x00), &value), DW_INVALID);
    assert_int_equal(read_int(BYTES(0x91, 0xd2, 0xff, 0xff, 0x7f, 0xff), &value), DW_OK);
    assert_int_equal(read_int(BYTES(0x91, 0xd3, 0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0), &value),
                     DW_INVALID);
    assert_int_equal(
        read_int(BYTES(0x91, 0xd3, 0xff, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff), &value), DW_OK);
}

static void a_positive_number_in_a_signed_form_is_refused(void **state)
{
    (void)state;
    int64_t value = 0;
    assert_int_equal(read_int(BYTES(0x91, 0xd0, 0x7f), &value), DW_INVALID);
    assert_int_equal(read_int(BYTES(0x91, 0xd1, 0x7f, 0xff), &value), DW_INVALID);
    assert_int_equal(read_int(BYTES(0x91, 0xd2, 0x7f, 0xff, 0xff, 0xff), &value), DW_INVALID);
    assert_int_equal(
        read_int(BYTES(0x91, 0xd3, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), &value),
        DW_INVALID);
}

/* Of each first byte and each size, what the cursor takes is what msgpack-c would have written. */
static void only_the_form_that_msgpack_writes_is_taken(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    uint32_t taken = 0;
    for (uint32_t round = 0; round < 200000; round++) {
        uint8_t bytes[10] = {0x91, (uint8_t)dw_rng_below(&rng, 256)};
        for (size_t i = 2; i < sizeof(bytes); i++) {
            bytes[i] = (uint8_t)(dw_rng_below(&rng, 2) == 0 ? 0 : dw_rng_below(&rng, 256));
        }
        const size_t size = 2 + dw_rng_below(&rng, 9);
        int64_t value = 0;
        if (read_int(bytes, size, &value) == DW_OK) {
            uint8_t again[10];
            size_t again_size = 0;
            dw_writer writer;
            dw_writer_init(&writer, again, sizeof(again));
            dw_writer_array(&writer, 1);
            dw_writer_int(&writer, value);
            assert_int_equal(dw_writer_finish(&writer, &again_size), DW_OK);
            assert_int_equal(again_size, size);
            assert_memory_equal(again, bytes, size);
            taken++;
        }
    }
    assert_true(taken > 1000);
}

static void what_is_no_integer_is_refused_as_one(void **state)
{
    (void)state;
    int64_t value = 0;
    assert_int_equal(read_int(BYTES(0x91, 0xc0), &value), DW_INVALID);                   /* nil */
    assert_int_equal(read_int(BYTES(0x91, 0xc2), &value), DW_INVALID);                   /* false */
    assert_int_equal(read_int(BYTES(0x91, 0xca, 0x3f, 0x80, 0, 0), &value), DW_INVALID); /* 1.0 */
    assert_int_equal(read_int(BYTES(0x91, 0xa1, 0x31), &value), DW_INVALID);             /* "1" */
    assert_int_equal(read_int(BYTES(0x91, 0x91, 0x01), &value), DW_INVALID);             /* [1] */
    assert_int_equal(read_int(BYTES(0x91, 0x80), &value), DW_INVALID);                   /* {} */
    assert_int_equal(read_int(BYTES(0x91, 0xd4, 0, 0), &value), DW_INVALID);             /* ext */
}

static void what_is_no_array_is_refused(void **state)
{
    (void)state;
    int64_t value = 0;
    assert_int_equal(read_int(NULL, 0, &value), DW_INVALID);
    assert_int_equal(read_int(BYTES(0x01), &value), DW_INVALID);
    assert_int_equal(read_int(BYTES(0x81, 0x01), &value), DW_INVALID);
    assert_int_equal(read_int(BYTES(0xdc, 0x00, 0x01, 0x01), &value), DW_INVALID);
    assert_int_equal(read_int(BYTES(0xdd, 0, 0, 0, 1, 0x01), &value), DW_INVALID);
}

static void elements_left_over_and_bytes_behind_are_refused(void **state)
{
    (void)state;
    int64_t value = 0;
    assert_int_equal(read_int(BYTES(0x91, 0x01, 0x00), &value), DW_INVALID);
    dw_reader reader;
    dw_reader_init(&reader, BYTES(0x92, 0x01, 0x02));
    assert_int_equal(dw_reader_array(&reader, 1, 2), 2);
    assert_int_equal(dw_reader_u8(&reader, 9), 1);
    assert_int_equal(dw_reader_finish(&reader), DW_INVALID);
}

static void reading_past_the_last_element_fails_even_when_bytes_follow(void **state)
{
    (void)state;
    dw_reader reader;
    dw_reader_init(&reader, BYTES(0x91, 0x01, 0x02));
    (void)dw_reader_array(&reader, 1, 1);
    assert_int_equal(dw_reader_u8(&reader, 9), 1);
    assert_int_equal(dw_reader_u8(&reader, 9), 0);
    assert_true(reader.failed);
}

static void an_error_sticks_and_every_later_call_gives_the_lowest_value(void **state)
{
    (void)state;
    dw_reader reader;
    dw_reader_init(&reader, BYTES(0x94, 0x0a, 0x01, 0xa1, 0x41, 0x02));
    (void)dw_reader_array(&reader, 4, 4);
    assert_int_equal(dw_reader_int(&reader, 3, 9), 3);
    char text[9] = "before";
    uint8_t bin[4] = {7};
    assert_int_equal(dw_reader_int(&reader, -5, 9), -5);
    dw_reader_text(&reader, text, 1, 8);
    assert_string_equal(text, "");
    assert_int_equal(dw_reader_bin(&reader, bin, 0, 4), 0);
    assert_int_equal(bin[0], 7);
    assert_int_equal(dw_reader_finish(&reader), DW_INVALID);
}

/* Reads [text] of 1 .. 40 bytes. */
static dw_status read_text(const uint8_t *bytes, size_t size, char out[41])
{
    dw_reader reader;
    dw_reader_init(&reader, bytes, size);
    (void)dw_reader_array(&reader, 1, 1);
    dw_reader_text(&reader, out, 1, 40);
    return dw_reader_finish(&reader);
}

static void a_text_is_taken_clean_within_its_length_in_its_shortest_form(void **state)
{
    (void)state;
    char text[41];
    assert_int_equal(read_text(BYTES(0x91, 0xa2, 0xc3, 0xa4), text), DW_OK);
    assert_string_equal(text, "\xc3\xa4");
    assert_int_equal(read_text(BYTES(0x91, 0xa0), text), DW_INVALID);
    assert_int_equal(read_text(BYTES(0x91, 0xa1, 0x0a), text), DW_INVALID);
    assert_int_equal(read_text(BYTES(0x91, 0xa1, 0x00), text), DW_INVALID);
    assert_int_equal(read_text(BYTES(0x91, 0xa1, 0xff), text), DW_INVALID);
    assert_int_equal(read_text(BYTES(0x91, 0xa2, 0xc0, 0x80), text), DW_INVALID);
    assert_int_equal(read_text(BYTES(0x91, 0xd9, 0x01, 0x41), text), DW_INVALID);
    assert_int_equal(read_text(BYTES(0x91, 0xda, 0x00, 0x01, 0x41), text), DW_INVALID);
    assert_int_equal(read_text(BYTES(0x91, 0xc4, 0x01, 0x41), text), DW_INVALID);
    assert_int_equal(read_text(BYTES(0x91, 0xa3, 0x41, 0x41), text), DW_INVALID);
    uint8_t longer[44] = {0x91, 0xd9, 40};
    memset(longer + 3, 'x', 41);
    assert_int_equal(read_text(longer, 43, text), DW_OK);
    assert_int_equal(strlen(text), 40);
    longer[2] = 41;
    assert_int_equal(read_text(longer, 44, text), DW_INVALID);
}

static void a_binary_is_taken_within_its_length_in_its_shortest_form(void **state)
{
    (void)state;
    static const uint8_t whole[] = {0x91, 0xc4, 0x02, 0x00, 0xff};
    static const uint8_t wide[] = {0x91, 0xc5, 0x00, 0x02, 0x00, 0xff};
    static const uint8_t text[] = {0x91, 0xa2, 0x41, 0x41};
    uint8_t out[8];
    dw_reader reader;
    dw_reader_init(&reader, whole, sizeof(whole));
    (void)dw_reader_array(&reader, 1, 1);
    assert_int_equal(dw_reader_bin(&reader, out, 0, 2), 2);
    assert_memory_equal(out, whole + 3, 2);
    assert_int_equal(dw_reader_finish(&reader), DW_OK);
    dw_reader_init(&reader, whole, sizeof(whole));
    (void)dw_reader_array(&reader, 1, 1);
    assert_int_equal(dw_reader_bin(&reader, out, 0, 1), 0);
    assert_int_equal(dw_reader_finish(&reader), DW_INVALID);
    dw_reader_init(&reader, wide, sizeof(wide));
    (void)dw_reader_array(&reader, 1, 1);
    assert_int_equal(dw_reader_bin(&reader, out, 0, 8), 0);
    assert_int_equal(dw_reader_finish(&reader), DW_INVALID);
    dw_reader_init(&reader, text, sizeof(text));
    (void)dw_reader_array(&reader, 1, 1);
    assert_int_equal(dw_reader_bin(&reader, out, 0, 8), 0);
    assert_int_equal(dw_reader_finish(&reader), DW_INVALID);
}

static void a_full_writer_says_so_once_and_never_writes_past_its_end(void **state)
{
    (void)state;
    for (size_t capacity = 0; capacity < 12; capacity++) {
        uint8_t bytes[16];
        memset(bytes, 0xee, sizeof(bytes));
        dw_writer writer;
        dw_writer_init(&writer, bytes, capacity);
        dw_writer_array(&writer, 3);
        dw_writer_int(&writer, 70000);
        dw_writer_text(&writer, "abc", 1, 3);
        dw_writer_int(&writer, 1);
        size_t size = 99;
        assert_int_equal(dw_writer_finish(&writer, &size), capacity < 11 ? DW_FULL : DW_OK);
        assert_int_equal(size, capacity < 11 ? 99 : 11);
        for (size_t i = capacity; i < sizeof(bytes); i++) {
            assert_int_equal(bytes[i], 0xee);
        }
    }
}

static void an_array_has_as_many_elements_as_its_bounds_allow(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x93, 1, 2, 3};
    static const struct {
        uint32_t low, high;
        bool taken;
    } rows[] = {{3, 3, true},  {0, 3, true},  {3, 4, true},  {0, UINT32_MAX, true},
                {4, 4, false}, {4, 9, false}, {0, 2, false}, {2, 2, false}};
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        dw_reader reader;
        dw_reader_init(&reader, bytes, sizeof bytes);
        assert_int_equal(dw_reader_array(&reader, rows[i].low, rows[i].high),
                         rows[i].taken ? 3 : 0);
        assert_int_equal(reader.failed, !rows[i].taken);
        for (int64_t value = 1; value <= 3; value++) {
            assert_int_equal(dw_reader_int(&reader, 0, 9), rows[i].taken ? value : 0);
        }
        assert_int_equal(dw_reader_finish(&reader), rows[i].taken ? DW_OK : DW_INVALID);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_bytes_that_promise_eight_gigabytes_are_refused),
        cmocka_unit_test(each_number_at_the_edge_of_a_form_is_read_as_msgpack_writes_it),
        cmocka_unit_test(a_number_beyond_63_bits_is_refused),
        cmocka_unit_test(a_number_in_a_longer_form_than_it_needs_is_refused),
        cmocka_unit_test(a_positive_number_in_a_signed_form_is_refused),
        cmocka_unit_test(only_the_form_that_msgpack_writes_is_taken),
        cmocka_unit_test(what_is_no_integer_is_refused_as_one),
        cmocka_unit_test(what_is_no_array_is_refused),
        cmocka_unit_test(an_array_has_as_many_elements_as_its_bounds_allow),
        cmocka_unit_test(elements_left_over_and_bytes_behind_are_refused),
        cmocka_unit_test(reading_past_the_last_element_fails_even_when_bytes_follow),
        cmocka_unit_test(an_error_sticks_and_every_later_call_gives_the_lowest_value),
        cmocka_unit_test(a_text_is_taken_clean_within_its_length_in_its_shortest_form),
        cmocka_unit_test(a_binary_is_taken_within_its_length_in_its_shortest_form),
        cmocka_unit_test(a_full_writer_says_so_once_and_never_writes_past_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
