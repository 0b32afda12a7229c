/* The ask and the answer of clients that look for servers: each byte has its place, and nothing
 * but what could have been written is read. */
#include "common/base/rng.h"
#include "protocol/seal/discovery.h"
#include "tests/support/test.h"

static const uint8_t number[DW_DISCOVERY_NUMBER_SIZE] = {1, 2, 3, 4, 5, 6, 7, 8};

static dw_discovery_answer sample(void)
{
    dw_discovery_answer answer = {.version = 0x0102,
                                  .sealed = true,
                                  .password = true,
                                  .watchable = true,
                                  .players = 0x0304,
                                  .places = 0x0506,
                                  .spectators = 0x0708,
                                  .matches = 0x090a,
                                  .name = "Manor",
                                  .map = "museum",
                                  .release = "1.2.3"};
    memcpy(answer.number, number, sizeof number);
    memset(answer.identity_key, 0x5a, sizeof answer.identity_key);
    return answer;
}

static bool is_read(const uint8_t *bytes, size_t size)
{
    const dw_discovery_answer before = sample();
    dw_discovery_answer out = before;
    const bool good = dw_discovery_answer_decode(&out, bytes, size) == DW_OK;
    if (!good) {
        assert_memory_equal(&out, &before, sizeof out);
    }
    return good;
}

static void an_ask_comes_back_and_every_bit_of_its_padding_counts(void **state)
{
    (void)state;
    uint8_t bytes[DW_DISCOVERY_ASK_SIZE + 1] = {0};
    uint8_t out[DW_DISCOVERY_NUMBER_SIZE] = {0};
    dw_discovery_ask_encode(number, bytes);
    assert_int_equal(dw_discovery_ask_decode(out, bytes, DW_DISCOVERY_ASK_SIZE), DW_OK);
    assert_memory_equal(out, number, sizeof number);
    assert_int_equal(dw_discovery_ask_decode(out, bytes, DW_DISCOVERY_ASK_SIZE - 1), DW_INVALID);
    assert_int_equal(dw_discovery_ask_decode(out, bytes, DW_DISCOVERY_ASK_SIZE + 1), DW_INVALID);
    for (size_t i = 0; i < DW_DISCOVERY_ASK_SIZE; i++) {
        const bool free_byte = i >= 5 && i < 5 + sizeof number;
        for (uint8_t bit = 1; bit != 0; bit = (uint8_t)(bit << 1)) {
            bytes[i] ^= bit;
            const dw_status status = dw_discovery_ask_decode(out, bytes, DW_DISCOVERY_ASK_SIZE);
            assert_int_equal(status, free_byte ? DW_OK : DW_INVALID);
            bytes[i] ^= bit;
        }
    }
}

static void an_answer_comes_back_whole(void **state)
{
    (void)state;
    const dw_discovery_answer in = sample();
    uint8_t bytes[DW_DISCOVERY_ANSWER_MAX];
    dw_discovery_answer out;
    const size_t size = dw_discovery_answer_encode(&in, bytes);
    assert_int_equal(size, 56 + 3 + 5 + 6 + 5);
    assert_int_equal(dw_discovery_answer_decode(&out, bytes, size), DW_OK);
    assert_int_equal(out.version, in.version);
    assert_true(out.sealed && out.password && out.watchable);
    assert_int_equal(out.players, in.players);
    assert_int_equal(out.places, in.places);
    assert_int_equal(out.spectators, in.spectators);
    assert_int_equal(out.matches, in.matches);
    assert_memory_equal(out.number, in.number, sizeof in.number);
    assert_memory_equal(out.identity_key, in.identity_key, sizeof in.identity_key);
    assert_string_equal(out.name, in.name);
    assert_string_equal(out.map, in.map);
    assert_string_equal(out.release, in.release);
}

static void the_longest_answer_is_smaller_than_the_ask(void **state)
{
    (void)state;
    dw_discovery_answer in = sample();
    uint8_t bytes[DW_DISCOVERY_ANSWER_MAX];
    memset(in.name, 'n', DW_DISCOVERY_NAME_MAX);
    memset(in.map, 'm', DW_DISCOVERY_MAP_MAX);
    memset(in.release, '1', DW_DISCOVERY_RELEASE_MAX);
    const size_t size = dw_discovery_answer_encode(&in, bytes);
    assert_int_equal(size, DW_DISCOVERY_ANSWER_MAX);
    assert_true(size < DW_DISCOVERY_ASK_SIZE / 2);
    assert_true(is_read(bytes, size));
}

static void each_truncation_and_each_byte_more_is_refused(void **state)
{
    (void)state;
    const dw_discovery_answer in = sample();
    uint8_t bytes[DW_DISCOVERY_ANSWER_MAX + 1] = {0};
    const size_t size = dw_discovery_answer_encode(&in, bytes);
    for (size_t i = 0; i < size; i++) {
        assert_false(is_read(bytes, i));
    }
    assert_false(is_read(bytes, size + 1));
    assert_true(is_read(bytes, size));
}

static void what_contradicts_itself_is_refused(void **state)
{
    (void)state;
    enum { FLAGS_AT = 15, MATCHES_AT = 22, KEY_AT = 24, NAME_AT = 57 };
    const dw_discovery_answer in = sample();
    uint8_t bytes[DW_DISCOVERY_ANSWER_MAX];
    uint8_t changed[DW_DISCOVERY_ANSWER_MAX];
    const size_t size = dw_discovery_answer_encode(&in, bytes);
    const struct {
        size_t at, size;
        uint8_t value;
    } wrong[] = {{FLAGS_AT, 1, 6},   /* A password, and no seal. */
                 {FLAGS_AT, 1, 4},   /* A key, and no seal. */
                 {FLAGS_AT, 1, 8},   /* A flag that does not exist. */
                 {KEY_AT, 32, 0},    /* A seal, and no key. */
                 {MATCHES_AT, 2, 0}, /* No match. */
                 {NAME_AT, 1, '\n'}, /* A text that is not clean. */
                 {NAME_AT, 1, 0}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        memcpy(changed, bytes, size);
        memset(changed + wrong[i].at, wrong[i].value, wrong[i].size);
        assert_false(is_read(changed, size));
    }
}

static void random_bytes_encode_to_themselves_or_are_refused(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 7, 1);
    const dw_discovery_answer in = sample();
    uint8_t bytes[DW_DISCOVERY_ANSWER_MAX];
    uint8_t again[DW_DISCOVERY_ANSWER_MAX];
    uint32_t taken = 0;
    for (uint32_t round = 0; round < 20000; round++) {
        const size_t size = dw_discovery_answer_encode(&in, bytes);
        bytes[5 + dw_rng_next(&rng) % (size - 5)] = (uint8_t)dw_rng_next(&rng);
        dw_discovery_answer out;
        if (dw_discovery_answer_decode(&out, bytes, size) == DW_OK) {
            assert_int_equal(dw_discovery_answer_encode(&out, again), size);
            assert_memory_equal(again, bytes, size);
            taken++;
        }
    }
    assert_in_range(taken, 5000, 19500);
}

static void a_name_is_cut_between_two_characters(void **state)
{
    (void)state;
    char out[9];
    dw_discovery_cut("Welcome", 8, out);
    assert_string_equal(out, "Welcome");
    dw_discovery_cut("Welcome to", 8, out);
    assert_string_equal(out, "Welcome ");
    dw_discovery_cut("1234567\xc4\x8d", 8, out);
    assert_string_equal(out, "1234567");
    dw_discovery_cut("", 8, out);
    assert_string_equal(out, "?");
}

static void an_older_server_takes_neither_for_a_challenge(void **state)
{
    (void)state;
    uint8_t bytes[DW_DISCOVERY_ASK_SIZE];
    dw_challenge challenge;
    dw_discovery_ask_encode(number, bytes);
    assert_true(dw_challenge_is(bytes, sizeof bytes));
    assert_int_equal(dw_challenge_decode(&challenge, bytes, sizeof bytes), DW_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ask_comes_back_and_every_bit_of_its_padding_counts),
        cmocka_unit_test(an_answer_comes_back_whole),
        cmocka_unit_test(the_longest_answer_is_smaller_than_the_ask),
        cmocka_unit_test(each_truncation_and_each_byte_more_is_refused),
        cmocka_unit_test(what_contradicts_itself_is_refused),
        cmocka_unit_test(random_bytes_encode_to_themselves_or_are_refused),
        cmocka_unit_test(a_name_is_cut_between_two_characters),
        cmocka_unit_test(an_older_server_takes_neither_for_a_challenge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
