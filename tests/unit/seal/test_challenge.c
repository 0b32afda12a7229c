/* What is said before a connection: sizes and offsets by hand, and every way to be wrong. */
#include "common/base/check.h"
#include "common/base/rng.h"
#include "protocol/seal/challenge.h"
#include "tests/support/test.h"

enum { ROOM = 600, KINDS = 6 };

/* Each byte of each field differs from its neighbours and from other fields' bytes. */
static dw_challenge sample(uint32_t kind)
{
    dw_challenge c = {.kind = (uint8_t)kind, .number = {1, 2, 3, 4}};
    for (uint8_t i = 0; i < 32; i++) {
        const bool has_client_key = kind == DW_CHALLENGE_ASK || kind == DW_CHALLENGE_CONNECT_SEALED;
        c.client_key[i] = has_client_key ? (uint8_t)(0x10 + i) : 0;
        c.server_key[i] = kind == DW_CHALLENGE_ANSWER ? (uint8_t)(0x40 + i) : 0;
        c.identity_key[i] = kind == DW_CHALLENGE_ANSWER ? (uint8_t)(0x60 + i) : 0;
    }
    for (uint8_t i = 0; i < 16; i++) {
        const bool has_cookie = kind != DW_CHALLENGE_ASK && kind != DW_CHALLENGE_REFUSED;
        c.cookie[i] = has_cookie ? (uint8_t)(0x80 + i) : 0;
        c.salt[i] = kind == DW_CHALLENGE_ANSWER ? (uint8_t)(0xa0 + i) : 0;
    }
    c.sealed = kind == DW_CHALLENGE_ASK;
    c.reason = kind == DW_CHALLENGE_REFUSED ? DW_REASON_COUNT - 1 : 0;
    c.counter = kind == DW_CHALLENGE_CONNECT_SEALED ? UINT64_C(0x0102030405060708) : 0;
    return c;
}

/* Bytes behind the head of a connect. */
static size_t connect_size(uint32_t kind)
{
    return kind == DW_CHALLENGE_CONNECT_SEALED  ? 52 + 16
           : kind == DW_CHALLENGE_CONNECT_CLEAR ? 52
                                                : 0;
}

static size_t whole(uint32_t kind, uint8_t bytes[ROOM])
{
    const dw_challenge c = sample(kind);
    memset(bytes, 0xee, ROOM);
    return dw_challenge_encode(&c, bytes) + connect_size(kind);
}

static void same(const dw_challenge *a, const dw_challenge *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_memory_equal(a->number, b->number, sizeof a->number);
    assert_int_equal(a->sealed, b->sealed);
    assert_memory_equal(a->client_key, b->client_key, sizeof a->client_key);
    assert_memory_equal(a->cookie, b->cookie, sizeof a->cookie);
    assert_memory_equal(a->server_key, b->server_key, sizeof a->server_key);
    assert_memory_equal(a->identity_key, b->identity_key, sizeof a->identity_key);
    assert_memory_equal(a->salt, b->salt, sizeof a->salt);
    assert_int_equal(a->reason, b->reason);
    assert_true(a->counter == b->counter);
}

/* A refusal writes nothing. */
static bool decodes(const uint8_t *bytes, size_t size)
{
    const dw_challenge before = sample(DW_CHALLENGE_ANSWER);
    dw_challenge c = before;
    const bool good = dw_challenge_decode(&c, bytes, size) == DW_OK;
    if (!good) {
        same(&c, &before);
    }
    return good;
}

static void each_kind_has_the_size_of_the_standard_and_comes_back(void **state)
{
    (void)state;
    static const size_t sizes[KINDS] = {512, 105, 13, 25, 65 + 68, 25 + 52};
    for (uint32_t kind = 1; kind <= KINDS; kind++) {
        uint8_t bytes[ROOM];
        assert_int_equal(whole(kind, bytes), sizes[kind - 1]);
        assert_int_equal(bytes[sizes[kind - 1] - connect_size(kind)], 0xee);
        assert_true(dw_challenge_is(bytes, sizes[kind - 1]));
        dw_challenge out;
        assert_int_equal(dw_challenge_decode(&out, bytes, sizes[kind - 1]), DW_OK);
        const dw_challenge in = sample(kind);
        same(&in, &out);
    }
}

static void each_field_stands_where_the_standard_has_it(void **state)
{
    (void)state;
    static const struct {
        uint8_t kind;
        uint16_t at;
        uint8_t first, size;
    } rows[] = {
        {1, 5, 0x01, 4},  {1, 9, 0x01, 1},   {1, 10, 0x10, 32}, {2, 5, 0x01, 4},
        {2, 9, 0x80, 16}, {2, 25, 0x40, 32}, {2, 57, 0x60, 32}, {2, 89, 0xa0, 16},
        {3, 5, 0x01, 4},  {4, 5, 0x01, 4},   {4, 9, 0x80, 16},  {5, 5, 0x01, 4},
        {5, 9, 0x10, 32}, {5, 41, 0x80, 16}, {5, 57, 0x01, 8},  {6, 5, 0x01, 4},
        {6, 9, 0x80, 16},
    };
    for (size_t row = 0; row < DW_COUNT_OF(rows); row++) {
        uint8_t bytes[ROOM];
        (void)whole(rows[row].kind, bytes);
        assert_memory_equal(bytes, "\xff\xff\x44\x57", 4);
        assert_int_equal(bytes[4], rows[row].kind);
        for (uint8_t i = 0; i < rows[row].size; i++) {
            assert_int_equal(bytes[rows[row].at + i], rows[row].first + i);
        }
    }
    uint8_t bytes[ROOM];
    (void)whole(DW_CHALLENGE_REFUSED, bytes);
    const uint8_t reason[] = {0, 0, 0, DW_REASON_COUNT - 1};
    assert_memory_equal(bytes + 9, reason, sizeof reason);
}

static void each_other_size_is_refused(void **state)
{
    (void)state;
    for (uint32_t kind = 1; kind <= KINDS; kind++) {
        uint8_t bytes[ROOM];
        const size_t right = whole(kind, bytes);
        memset(bytes + right, 0, ROOM - right);
        for (size_t size = 0; size <= ROOM; size++) {
            /* CONNECT without the time of sending is two bytes shorter. */
            const bool shorter = connect_size(kind) != 0 && size == right - 2;
            assert_int_equal(decodes(bytes, size), size == right || shorter);
        }
    }
}

static void every_bit_of_the_padding_and_of_the_mark_counts(void **state)
{
    (void)state;
    uint8_t bytes[ROOM];
    const size_t size = whole(DW_CHALLENGE_ASK, bytes);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
        const bool free_to_change = bit / 8 >= 5 && bit / 8 < 42 && bit / 8 != 9;
        assert_int_equal(decodes(bytes, size), free_to_change);
        bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
}

static void an_ask_carries_a_key_exactly_when_it_wants_a_seal(void **state)
{
    (void)state;
    uint8_t bytes[ROOM];
    const size_t size = whole(DW_CHALLENGE_ASK, bytes);
    bytes[9] = 0; /* In the clear, with a key. */
    assert_false(decodes(bytes, size));
    memset(bytes + 10, 0, DW_SEAL_KEY_SIZE);
    assert_true(decodes(bytes, size));
    for (uint32_t other = 1; other < 256; other++) { /* Sealed, without a key, and neither. */
        bytes[9] = (uint8_t)other;
        assert_false(decodes(bytes, size));
    }
}

static void only_reasons_that_exist_are_taken(void **state)
{
    (void)state;
    uint8_t bytes[ROOM];
    const size_t size = whole(DW_CHALLENGE_REFUSED, bytes);
    for (uint32_t reason = 0; reason < 256; reason++) {
        bytes[12] = (uint8_t)reason;
        assert_int_equal(decodes(bytes, size), reason > 0 && reason < DW_REASON_COUNT);
    }
    bytes[12] = 1;
    bytes[9] = 1;
    assert_false(decodes(bytes, size));
}

static void other_kinds_and_datagrams_of_enet_are_refused(void **state)
{
    (void)state;
    uint8_t bytes[ROOM];
    for (uint32_t kind = 1; kind <= KINDS; kind++) {
        const size_t size = whole(kind, bytes);
        for (uint32_t other = 0; other < 256; other++) {
            bytes[4] = (uint8_t)other;
            assert_int_equal(decodes(bytes, size), other == kind);
        }
    }
    const uint8_t enet[] = {0x8f, 0xff, 0x44, 0x57, 1};
    assert_false(dw_challenge_is(enet, sizeof enet));
    assert_false(dw_challenge_is((const uint8_t *)"\xff\xff\x44", 3));
}

/* Random bytes behind the mark and kind: whatever is taken encodes to the same bytes. */
static void what_decodes_encodes_to_the_same_bytes(void **state)
{
    (void)state;
    static const size_t sizes[KINDS] = {512, 105, 13, 25, 133, 75};
    dw_rng rng;
    dw_rng_init(&rng, 5, 1);
    uint32_t taken = 0;
    for (uint32_t round = 0; round < 20000; round++) {
        uint8_t bytes[ROOM] = {0xff, 0xff, 'D', 'W'};
        bytes[4] = (uint8_t)(1 + round % KINDS);
        const size_t size = sizes[round % KINDS];
        const size_t random_end = round % KINDS == 0 ? 42 : size;
        for (size_t i = 5; i < random_end; i++) {
            bytes[i] = (uint8_t)dw_rng_next(&rng);
        }
        if (round % KINDS == 0) {
            bytes[9] &= 1;
        } else if (round % KINDS == 2) {
            memset(bytes + 9, 0, 3);
            bytes[12] &= 15;
        }
        dw_challenge c;
        if (dw_challenge_decode(&c, bytes, size) == DW_OK) {
            uint8_t again[ROOM];
            const size_t head = dw_challenge_encode(&c, again);
            assert_int_equal(head, size - (round % KINDS == 4 ? 68 : round % KINDS == 5 ? 50 : 0));
            assert_memory_equal(again, bytes, head);
            taken++;
        }
    }
    assert_true(taken > 15000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_has_the_size_of_the_standard_and_comes_back),
        cmocka_unit_test(each_field_stands_where_the_standard_has_it),
        cmocka_unit_test(each_other_size_is_refused),
        cmocka_unit_test(every_bit_of_the_padding_and_of_the_mark_counts),
        cmocka_unit_test(an_ask_carries_a_key_exactly_when_it_wants_a_seal),
        cmocka_unit_test(only_reasons_that_exist_are_taken),
        cmocka_unit_test(other_kinds_and_datagrams_of_enet_are_refused),
        cmocka_unit_test(what_decodes_encodes_to_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
