#include "common/base/arena.h"
#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/parse.h"
#include "common/base/rng.h"
#include "common/base/status.h"
#include "tests/support/test.h"

static void every_status_has_a_text(void **state)
{
    (void)state;
    for (int i = 0; i < DW_STATUS_COUNT; i++) {
        assert_true(strlen(dw_status_text((dw_status)i)) > 2);
    }
    assert_string_equal(dw_status_text(DW_STATUS_COUNT), "unknown status");
}

static void an_error_is_prefixed_by_the_caller_that_knows_more_and_never_overflows(void **state)
{
    (void)state;
    dw_error error;
    assert_int_equal(dw_fail(&error, DW_RANGE, "door \"%s\": too small", "east"), DW_RANGE);
    dw_error_prefix(&error, "manor.tmj");
    assert_string_equal(error.text, "manor.tmj: door \"east\": too small");
    char flood[2000];
    memset(flood, 'x', sizeof flood - 1);
    flood[sizeof flood - 1] = '\0';
    (void)dw_fail(&error, DW_RANGE, "%s", flood);
    dw_error_prefix(&error, flood);
    assert_true(strlen(error.text) < sizeof error.text);
    assert_int_equal(dw_fail(NULL, DW_IO, "nobody listens"), DW_IO);
}

static void an_arena_gives_aligned_zeroed_memory_until_it_is_full(void **state)
{
    (void)state;
    dw_arena arena;
    assert_int_equal(dw_arena_create(&arena, 256), DW_OK);
    uint8_t *first = dw_arena_take(&arena, 5);
    uint8_t *second = dw_arena_take(&arena, 100);
    assert_non_null(first);
    assert_non_null(second);
    assert_int_equal((uintptr_t)second % 16, 0);
    memset(second, 0xff, 100);
    assert_null(dw_arena_take(&arena, 200));
    assert_null(dw_arena_take(&arena, SIZE_MAX));
    dw_arena_reset(&arena, 0);
    const uint8_t *again = dw_arena_take(&arena, 120);
    for (int i = 0; i < 120; i++) {
        assert_int_equal(again[i], 0);
    }
    assert_true(arena.high_water >= 116);
    dw_arena_destroy(&arena);
    assert_null(arena.bytes);
}

static void streams_of_one_seed_differ_and_repeat(void **state)
{
    (void)state;
    dw_rng a, b, again;
    dw_rng_init(&a, 42, 1);
    dw_rng_init(&b, 42, 2);
    dw_rng_init(&again, 42, 1);
    int equal = 0;
    for (int i = 0; i < 1000; i++) {
        const uint32_t value = dw_rng_next(&a);
        assert_int_equal(value, dw_rng_next(&again));
        equal += value == dw_rng_next(&b) ? 1 : 0;
    }
    assert_true(equal < 3);
}

static void bounded_draws_stay_in_bounds_and_reach_all_values(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 7, 7);
    uint32_t seen[10] = {0};
    for (int i = 0; i < 10000; i++) {
        seen[dw_rng_below(&rng, 10)]++;
        const int32_t value = dw_rng_between(&rng, -3, 3);
        assert_true(value >= -3 && value <= 3);
        assert_int_equal(dw_rng_below(&rng, 1), 0);
    }
    for (int i = 0; i < 10; i++) {
        assert_true(seen[i] > 850 && seen[i] < 1150);
    }
    assert_int_equal(dw_rng_between(&rng, 5, 5), 5);
    (void)dw_rng_between(&rng, INT32_MIN, INT32_MAX);
}

static void the_random_sequence_is_the_one_that_replays_were_made_with(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    uint64_t hash = DW_HASH_START;
    for (int i = 0; i < 100; i++) {
        hash = dw_hash_u64(hash, dw_rng_next(&rng));
    }
    char text[DW_HASH_TEXT_SIZE];
    dw_hash_text(hash, text);
    assert_string_equal(text, "120357014460490f");
}

static void the_hash_tells_order_length_and_single_bits_apart(void **state)
{
    (void)state;
    const uint64_t ab = dw_hash_u64(dw_hash_u64(DW_HASH_START, 1), 2);
    const uint64_t ba = dw_hash_u64(dw_hash_u64(DW_HASH_START, 2), 1);
    assert_true(ab != ba);
    assert_true(dw_hash_bytes(DW_HASH_START, "a", 1) != dw_hash_bytes(DW_HASH_START, "a\0", 2));
    for (int bit = 0; bit < 64; bit++) {
        const uint64_t one = dw_hash_u64(DW_HASH_START, UINT64_C(1) << bit);
        assert_true(one != dw_hash_u64(DW_HASH_START, 0));
    }
}

static void numbers_are_taken_whole_or_not_at_all(void **state)
{
    (void)state;
    int64_t value = -1;
    assert_int_equal(dw_parse_int("42", 0, 100, &value), DW_OK);
    assert_int_equal(value, 42);
    static const char *const bad[] = {"", "-", "4x", " 4", "4 ", "+4", "0x4", "4.0"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(dw_parse_int(bad[i], 0, 100, &value), DW_INVALID);
    }
    assert_int_equal(dw_parse_int("101", 0, 100, &value), DW_RANGE);
    assert_int_equal(dw_parse_int("99999999999999999999", 0, 100, &value), DW_RANGE);
    assert_int_equal(value, 42);

    uint64_t big = 0;
    assert_int_equal(dw_parse_u64("18446744073709551615", &big), DW_OK);
    assert_true(big == UINT64_MAX);
    assert_int_equal(dw_parse_u64("0xff", &big), DW_OK);
    assert_int_equal(big, 255);
    assert_int_equal(dw_parse_u64("18446744073709551616", &big), DW_RANGE);
    assert_int_equal(dw_parse_u64("-1", &big), DW_INVALID);
    assert_int_equal(dw_parse_u64("0x", &big), DW_INVALID);

    double real = 0.0;
    assert_int_equal(dw_parse_decimal("0.25", 0.0, 1.0, &real), DW_OK);
    assert_true(real == 0.25);
    assert_int_equal(dw_parse_decimal("1.5", 0.0, 1.0, &real), DW_RANGE);
    assert_int_equal(dw_parse_decimal("nan", 0.0, 1.0, &real), DW_INVALID);
    assert_int_equal(dw_parse_decimal("1e3", 0.0, 1.0, &real), DW_INVALID);
    assert_int_equal(dw_parse_decimal(".", 0.0, 1.0, &real), DW_INVALID);
}

static void a_text_is_copied_only_where_its_zero_fits_too(void **state)
{
    (void)state;
    char out[5] = "old";
    assert_int_equal(dw_copy_text(out, sizeof out, "rooms"), DW_RANGE);
    assert_string_equal(out, "old");
    assert_int_equal(dw_copy_text(out, sizeof out, "room"), DW_OK);
    assert_string_equal(out, "room");
    assert_int_equal(dw_copy_text(out, 0, ""), DW_RANGE);
    assert_string_equal(out, "room");
}

static void an_error_is_one_clean_line_whatever_it_quotes(void **state)
{
    (void)state;
    dw_error error = {""};
    (void)dw_fail(&error, DW_INVALID, "token near '%s'", "\x1b[2J\n\xff J\xc3\xa1n");
    assert_string_equal(error.text, "token near '?[2J?? J\xc3\xa1n'");
    dw_error_prefix(&error, "a\tb");
    assert_string_equal(error.text, "a?b: token near '?[2J?? J\xc3\xa1n'");
    /* Cut inside of a character. */
    char flood[DW_ERROR_TEXT_MAX + 1];
    for (size_t i = 0; i + 1 < sizeof flood; i += 2) {
        memcpy(flood + i, "\xc3\xa1", 2);
    }
    flood[DW_ERROR_TEXT_MAX] = '\0';
    (void)dw_fail(&error, DW_INVALID, "%s", flood);
    assert_true(dw_text_is_clean(error.text, strlen(error.text)));
}

static void names_are_clean_utf8_without_control_characters(void **state)
{
    (void)state;
    assert_true(dw_text_is_clean("Ada", 3));
    assert_true(dw_text_is_clean("J\xc3\xa1n \xe2\x98\x85 \xf0\x9f\x8c\x92", 13));
    static const struct {
        const char *text;
        size_t length;
    } bad[] = {{"", 0},
               {"a\nb", 3},
               {"a\0b", 3},
               {"\x7f", 1},
               {"\xc3", 1},
               {"\xc0\x80", 2},
               {"\xe0\x80\x80", 3},
               {"\xed\xa0\x80", 3},
               {"\xf4\x90\x80\x80", 4},
               {"\xff", 1},
               {"\xc2\x85", 2},
               {"a\xe2\x98", 3}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(dw_text_is_clean(bad[i].text, bad[i].length));
    }
}

/* The character at that code point between two letters. */
static bool is_clean_within(uint32_t code)
{
    char text[8] = "a";
    size_t size = 1;
    if (code < 0x800) {
        text[size++] = (char)(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        text[size++] = (char)(0xe0 | code >> 12);
        text[size++] = (char)(0x80 | (code >> 6 & 0x3f));
    } else {
        text[size++] = (char)(0xf0 | code >> 18);
        text[size++] = (char)(0x80 | (code >> 12 & 0x3f));
        text[size++] = (char)(0x80 | (code >> 6 & 0x3f));
    }
    text[size++] = (char)(0x80 | (code & 0x3f));
    text[size++] = 'b';
    return dw_text_is_clean(text, size);
}

/* The first and last of each row of category Cf, as Unicode 15 lists them, and of the separators.
 */
static void format_characters_are_not_clean_and_their_neighbours_are(void **state)
{
    (void)state;
    static const uint32_t rows[][2] = {{0x00ad, 0x00ad},   {0x0600, 0x0605},   {0x061c, 0x061c},
                                       {0x06dd, 0x06dd},   {0x070f, 0x070f},   {0x0890, 0x0891},
                                       {0x08e2, 0x08e2},   {0x180e, 0x180e},   {0x200b, 0x200f},
                                       {0x2028, 0x202e},   {0x2060, 0x2064},   {0x2066, 0x206f},
                                       {0xfeff, 0xfeff},   {0xfff9, 0xfffb},   {0x110bd, 0x110bd},
                                       {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3},
                                       {0x1d173, 0x1d17a}, {0xe0001, 0xe0001}, {0xe0020, 0xe007f}};
    uint32_t refused = 0;
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        for (uint32_t code = rows[i][0]; code <= rows[i][1]; code++) {
            if (is_clean_within(code)) {
                fail_msg("U+%04X is clean", (unsigned)code);
            }
        }
        assert_true(is_clean_within(rows[i][0] - 1) && is_clean_within(rows[i][1] + 1));
        refused += rows[i][1] - rows[i][0] + 1;
    }
    for (uint32_t code = 0xa0; code < 0x110000; code++) {
        const bool surrogate = code >= 0xd800 && code < 0xe000;
        refused -= !surrogate && !is_clean_within(code) ? 1 : 0;
    }
    assert_int_equal(refused, 0); /* And no others are. */
}

static void a_format_character_is_mended_byte_by_byte(void **state)
{
    (void)state;
    char text[] = "a\xe2\x80\xae"
                  "b";
    dw_text_mend(text);
    assert_string_equal(text, "a???b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_a_text),
        cmocka_unit_test(an_error_is_prefixed_by_the_caller_that_knows_more_and_never_overflows),
        cmocka_unit_test(an_arena_gives_aligned_zeroed_memory_until_it_is_full),
        cmocka_unit_test(streams_of_one_seed_differ_and_repeat),
        cmocka_unit_test(bounded_draws_stay_in_bounds_and_reach_all_values),
        cmocka_unit_test(the_random_sequence_is_the_one_that_replays_were_made_with),
        cmocka_unit_test(the_hash_tells_order_length_and_single_bits_apart),
        cmocka_unit_test(numbers_are_taken_whole_or_not_at_all),
        cmocka_unit_test(a_text_is_copied_only_where_its_zero_fits_too),
        cmocka_unit_test(an_error_is_one_clean_line_whatever_it_quotes),
        cmocka_unit_test(names_are_clean_utf8_without_control_characters),
        cmocka_unit_test(format_characters_are_not_clean_and_their_neighbours_are),
        cmocka_unit_test(a_format_character_is_mended_byte_by_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
