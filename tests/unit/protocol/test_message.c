/* Every message there and back: properties over random messages. */
#include "common/base/check.h"
#include "message_text.h"
#include "protocol/message.h"
#include "random_message.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 400 };

static void each_message_comes_back_as_it_was(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 11, 0);
    for (uint32_t round = 0; round < DW_TEST_MESSAGE_TYPES * ROUNDS; round++) {
        const dw_message_type type = dw_test_message_types[round % DW_TEST_MESSAGE_TYPES];
        dw_message message;
        dw_message back;
        uint8_t bytes[DW_MESSAGE_MAX];
        dw_test_random_message(&rng, type, &message);
        const size_t size = dw_test_encode(&message, bytes);
        assert_int_equal(dw_test_decode(&back, type, bytes, size), DW_OK);
        char sent[DW_TEST_TEXT_SIZE];
        char received[DW_TEST_TEXT_SIZE];
        assert_int_equal(back.type, type);
        dw_test_message_text(&message, sent);
        dw_test_message_text(&back, received);
        assert_string_equal(received, sent);
        assert_int_equal(dw_message_peek_type(bytes, size), (int)type);
    }
}

static void no_message_is_taken_from_the_wrong_side(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 12, 0);
    for (uint32_t i = 0; i < DW_TEST_MESSAGE_TYPES; i++) {
        dw_message message;
        dw_message back;
        uint8_t bytes[DW_MESSAGE_MAX];
        dw_test_random_message(&rng, dw_test_message_types[i], &message);
        const size_t size = dw_test_encode(&message, bytes);
        const bool from_client = message.type < DW_MESSAGE_WELCOME;
        assert_int_equal(from_client ? dw_message_decode_from_server(&back, bytes, size)
                                     : dw_message_decode_from_client(&back, bytes, size),
                         DW_INVALID);
    }
}

static void each_truncation_is_refused(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 13, 0);
    for (uint32_t round = 0; round < DW_TEST_MESSAGE_TYPES * 20; round++) {
        const dw_message_type type = dw_test_message_types[round % DW_TEST_MESSAGE_TYPES];
        dw_message message;
        dw_message back;
        uint8_t bytes[DW_MESSAGE_MAX];
        dw_test_random_message(&rng, type, &message);
        const size_t size = dw_test_encode(&message, bytes);
        for (size_t cut = 0; cut < size; cut++) {
            assert_int_not_equal(dw_test_decode(&back, type, bytes, cut), DW_OK);
        }
    }
}

static void each_trailing_byte_is_refused(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 14, 0);
    for (uint32_t round = 0; round < DW_TEST_MESSAGE_TYPES * 20; round++) {
        const dw_message_type type = dw_test_message_types[round % DW_TEST_MESSAGE_TYPES];
        dw_message message;
        dw_message back;
        uint8_t bytes[DW_MESSAGE_MAX + 1];
        dw_test_random_message(&rng, type, &message);
        const size_t size = dw_test_encode(&message, bytes);
        bytes[size] = (uint8_t)dw_rng_below(&rng, 256);
        assert_int_equal(dw_test_decode(&back, type, bytes, size + 1), DW_INVALID);
    }
}

static void each_changed_byte_is_refused_or_comes_back_as_it_is(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 15, 0);
    uint32_t taken = 0;
    uint32_t refused = 0;
    for (uint32_t round = 0; round < DW_TEST_MESSAGE_TYPES * 3; round++) {
        const dw_message_type type = dw_test_message_types[round % DW_TEST_MESSAGE_TYPES];
        dw_message message;
        uint8_t bytes[DW_MESSAGE_MAX];
        dw_test_random_message(&rng, type, &message);
        const size_t size = dw_test_encode(&message, bytes);
        for (size_t at = 0; at < size && at < 300; at++) {
            const uint8_t before = bytes[at];
            for (uint32_t change = 1; change < 256; change++) {
                dw_message back;
                bytes[at] = (uint8_t)(before ^ change);
                if (dw_message_decode_from_client(&back, bytes, size) == DW_OK ||
                    dw_message_decode_from_server(&back, bytes, size) == DW_OK) {
                    uint8_t again[DW_MESSAGE_MAX];
                    assert_int_equal(dw_test_encode(&back, again), size);
                    assert_memory_equal(again, bytes, size);
                    taken++;
                } else {
                    refused++;
                }
            }
            bytes[at] = before;
        }
    }
    assert_true(taken > 10000 && refused > 10000);
}

static void a_mind_is_the_same_until_something_in_it_changes(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 18, 0);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        dw_message message;
        dw_test_random_message(&rng, DW_MESSAGE_MIND, &message);
        dw_mind_view other = message.as.mind;
        assert_true(dw_mind_same(&message.as.mind, &other));
        other.since ^= 1;
        assert_false(dw_mind_same(&message.as.mind, &other));
        other = message.as.mind;
        other.target.y ^= 1;
        assert_false(dw_mind_same(&message.as.mind, &other));
        if (other.path_count > 0) {
            other = message.as.mind;
            other.path[other.path_count - 1].x ^= 1;
            assert_false(dw_mind_same(&message.as.mind, &other));
        }
        if (other.intruder_count > 0) {
            other = message.as.mind;
            other.intruders[other.intruder_count - 1].meter ^= 1;
            assert_false(dw_mind_same(&message.as.mind, &other));
        }
        if (other.piece_count > 0) {
            other = message.as.mind;
            other.pieces[other.piece_count - 1].sides ^= 1;
            assert_false(dw_mind_same(&message.as.mind, &other));
        }
        if (other.call_count > 0) {
            other = message.as.mind;
            other.calls[0].id ^= 1;
            assert_false(dw_mind_same(&message.as.mind, &other));
        }
    }
}

static void each_type_has_its_channel(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DW_TEST_MESSAGE_TYPES; i++) {
        const dw_message_type type = dw_test_message_types[i];
        const bool input = type == DW_MESSAGE_INPUT;
        const bool map = type == DW_MESSAGE_MAP_REQUEST || type == DW_MESSAGE_MAP_CHUNK;
        const bool shown = type == DW_MESSAGE_MIND || type == DW_MESSAGE_SOUNDS;
        assert_int_equal(dw_message_channel(type), input   ? DW_CHANNEL_INPUT
                                                   : map   ? DW_CHANNEL_MAP
                                                   : shown ? DW_CHANNEL_SNAPSHOT
                                                           : DW_CHANNEL_CONTROL);
        assert_int_equal(dw_message_reliable(type), !input && !shown);
    }
    assert_int_equal(dw_message_channel(DW_MESSAGE_SNAPSHOT), DW_CHANNEL_SNAPSHOT);
    assert_false(dw_message_reliable(DW_MESSAGE_SNAPSHOT));
}

static void peeking_gives_known_types_only(void **state)
{
    (void)state;
    uint32_t known = 0;
    for (uint32_t type = 0; type < 256; type++) {
        const uint8_t bytes[] = {0x91, (uint8_t)type};
        const int peeked = dw_message_peek_type(bytes, sizeof(bytes));
        assert_true(peeked == 0 || peeked == (int)type);
        known += peeked != 0 ? 1 : 0;
    }
    assert_int_equal(known, DW_TEST_MESSAGE_TYPES + 1);
    assert_int_equal(dw_message_peek_type(NULL, 0), 0);
    assert_int_equal(dw_message_peek_type((const uint8_t[]){0x90}, 1), 0);
}

static void a_message_that_does_not_fit_is_full_and_writes_nothing_behind(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 17, 0);
    for (uint32_t i = 0; i < DW_TEST_MESSAGE_TYPES; i++) {
        dw_message message;
        uint8_t bytes[DW_MESSAGE_MAX];
        dw_test_random_message(&rng, dw_test_message_types[i], &message);
        const size_t whole = dw_test_encode(&message, bytes);
        for (size_t capacity = 0; capacity < whole; capacity++) {
            size_t size = 77;
            bytes[capacity] = 0xee;
            assert_int_equal(dw_message_encode(&message, bytes, capacity, &size), DW_FULL);
            assert_int_equal(bytes[capacity], 0xee);
            assert_int_equal(size, 77);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_message_comes_back_as_it_was),
        cmocka_unit_test(no_message_is_taken_from_the_wrong_side),
        cmocka_unit_test(each_truncation_is_refused),
        cmocka_unit_test(each_trailing_byte_is_refused),
        cmocka_unit_test(each_changed_byte_is_refused_or_comes_back_as_it_is),
        cmocka_unit_test(a_mind_is_the_same_until_something_in_it_changes),
        cmocka_unit_test(each_type_has_its_channel),
        cmocka_unit_test(peeking_gives_known_types_only),
        cmocka_unit_test(a_message_that_does_not_fit_is_full_and_writes_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
