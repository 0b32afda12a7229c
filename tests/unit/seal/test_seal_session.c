/* Sealed datagrams: what one end closes the other one opens, once, and nothing else opens. */
#include "common/base/check.h"
#include "common/base/rng.h"
#include "join.h"
#include "protocol/seal/seal_session.h"
#include "tests/support/test.h"

#include <sodium.h>
#include <stdlib.h>

enum { ROOM = DW_SEALED_SIZE_MAX + 64, HEADER = DW_SEAL_HEADER_SIZE };

typedef struct frame {
    uint8_t bytes[ROOM];
    size_t size;
} frame;

static dw_seal_session client;
static dw_seal_session server;

static int begin(void **state)
{
    (void)state;
    uint8_t key[DW_SEAL_KEY_SIZE];
    dw_test_join_bytes(key, sizeof key, 0x30);
    dw_seal_session_begin(&client, DW_SEAL_CLIENT, key);
    dw_seal_session_begin(&server, DW_SEAL_SERVER, key);
    return 0;
}

static int start(void **state)
{
    (void)state;
    return dw_seal_start() == DW_OK ? 0 : -1;
}

/* Bytes that depend on the counter, so that no two datagrams are alike. */
static void fill(uint8_t *plain, size_t size, uint64_t counter)
{
    for (size_t i = 0; i < size; i++) {
        plain[i] = (uint8_t)(counter * 31 + i * 7 + 1);
    }
}

static frame sealed(dw_seal_session *from, size_t plain_size)
{
    frame f;
    memset(f.bytes, 0xee, sizeof f.bytes);
    fill(f.bytes + DW_SEAL_ROOM_BEFORE, plain_size, from->next);
    f.size = dw_seal_close(from, f.bytes, plain_size);
    assert_int_equal(f.size, plain_size + DW_SEAL_SIZE);
    return f;
}

/* The datagram that `from` would send with that counter. */
static frame sealed_at(dw_seal_session *from, uint64_t counter, size_t plain_size)
{
    from->next = counter;
    return sealed(from, plain_size);
}

static dw_seal_verdict opened(dw_seal_session *to, const frame *f)
{
    frame copy = *f;
    return dw_seal_open(to, copy.bytes, copy.size);
}

static void refused(dw_seal_session *to, const frame *f, dw_seal_verdict expected)
{
    const dw_seal_session before = *to;
    assert_int_equal(opened(to, f), expected);
    assert_memory_equal(to, &before, sizeof before);
}

static void what_is_closed_opens_at_the_other_end_and_touches_nothing_else(void **state)
{
    (void)state;
    for (size_t size = HEADER; size <= DW_DATAGRAM_MAX; size += size < 70 ? 1 : 37) {
        dw_seal_session *const ends[2] = {&client, &server};
        for (uint32_t way = 0; way < 2; way++) {
            uint8_t plain[DW_DATAGRAM_MAX];
            fill(plain, size, ends[way]->next);
            frame f = sealed(ends[way], size);
            for (size_t i = f.size; i < ROOM; i++) {
                assert_int_equal(f.bytes[i], 0xee);
            }
            assert_memory_equal(f.bytes, plain, HEADER);
            const uint8_t behind = f.bytes[f.size];
            assert_int_equal(dw_seal_open(ends[1 - way], f.bytes, f.size), DW_SEAL_OPENED);
            assert_memory_equal(f.bytes + DW_SEAL_ROOM_BEFORE, plain, size);
            assert_int_equal(f.bytes[f.size], behind);
        }
    }
}

/* RFC 8439 section 2.8 put together by hand from the stream cipher and the authenticator. */
static void seal_by_hand(uint32_t direction, uint64_t counter, const uint8_t *head,
                         size_t head_size, const uint8_t *rest, size_t rest_size, uint8_t *out)
{
    uint8_t nonce[12] = {0, 0, 0, (uint8_t)direction};
    for (uint32_t i = 0; i < 8; i++) {
        nonce[11 - i] = (uint8_t)(counter >> 8 * i);
    }
    uint8_t block[64] = {0};
    crypto_stream_chacha20_ietf_xor_ic(block, block, sizeof block, nonce, 0, client.key);
    crypto_stream_chacha20_ietf_xor_ic(out, rest, rest_size, nonce, 1, client.key);
    static uint8_t text[2 * DW_SEALED_SIZE_MAX];
    memset(text, 0, sizeof text);
    size_t at = (head_size + 15) / 16 * 16;
    memcpy(text, head, head_size);
    memcpy(text + at, out, rest_size);
    at += (rest_size + 15) / 16 * 16;
    text[at] = (uint8_t)head_size;
    text[at + 8] = (uint8_t)rest_size;
    text[at + 9] = (uint8_t)(rest_size >> 8);
    crypto_onetimeauth_poly1305(out + rest_size, text, at + 16, block);
}

static void the_bytes_are_those_that_the_standard_names(void **state)
{
    (void)state;
    static const uint64_t counters[] = {0, 1, 255, 256, 65535, 65536, 0x123456789abc};
    for (size_t i = 0; i < DW_COUNT_OF(counters); i++) {
        for (uint32_t way = 0; way < 2; way++) {
            const size_t size = 3 + 97 * i;
            const frame f = sealed_at(way == 0 ? &client : &server, counters[i], size);
            uint8_t plain[DW_DATAGRAM_MAX];
            uint8_t expected[DW_SEALED_SIZE_MAX];
            fill(plain, size, counters[i]);
            memcpy(expected, plain, 2);
            expected[2] = (uint8_t)(counters[i] >> 8);
            expected[3] = (uint8_t)counters[i];
            seal_by_hand(way, counters[i], expected, 4, plain + 2, size - 2, expected + 4);
            assert_memory_equal(f.bytes, expected, f.size);
        }
    }
}

static void every_flipped_bit_is_found_and_changes_nothing(void **state)
{
    (void)state;
    /* Some were accepted before, so that changed counters hit old, used and new ones. */
    for (uint32_t i = 0; i < 400; i++) {
        const frame f = sealed(&client, 42);
        assert_int_equal(opened(&server, &f), DW_SEAL_OPENED);
    }
    const frame right = sealed(&client, 60 - DW_SEAL_SIZE);
    assert_int_equal(right.size, 60);
    uint32_t verdicts[DW_SEAL_VERDICT_COUNT] = {0};
    for (uint32_t bit = 0; bit < 8 * 60; bit++) {
        frame wrong = right;
        wrong.bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
        const dw_seal_session before = server;
        verdicts[opened(&server, &wrong)]++;
        assert_memory_equal(&server, &before, sizeof before);
    }
    assert_int_equal(verdicts[DW_SEAL_OPENED], 0);
    assert_true(verdicts[DW_SEAL_FORGED] > 460);
    assert_int_equal(opened(&server, &right), DW_SEAL_OPENED);
}

static void every_other_length_is_refused(void **state)
{
    (void)state;
    const frame right = sealed(&client, 60 - DW_SEAL_SIZE);
    for (size_t size = 0; size < ROOM; size++) {
        if (size != right.size) {
            frame wrong = right;
            wrong.size = size;
            const bool possible = size >= HEADER + DW_SEAL_SIZE && size <= DW_SEALED_SIZE_MAX;
            refused(&server, &wrong, possible ? DW_SEAL_FORGED : DW_SEAL_BAD_SIZE);
        }
    }
    assert_int_equal(opened(&server, &right), DW_SEAL_OPENED);
}

static void nothing_opens_where_it_was_made_or_under_another_key(void **state)
{
    (void)state;
    const frame f = sealed(&client, 40);
    refused(&client, &f, DW_SEAL_FORGED); /* Reflected. */
    dw_seal_session other = server;
    other.key[31] ^= 1;
    refused(&other, &f, DW_SEAL_FORGED);
    assert_int_equal(opened(&server, &f), DW_SEAL_OPENED);
}

static void each_datagram_opens_once(void **state)
{
    (void)state;
    static frame sent[600];
    for (uint32_t i = 0; i < 600; i++) {
        sent[i] = sealed(&client, 20);
        assert_int_equal(opened(&server, &sent[i]), DW_SEAL_OPENED);
    }
    for (uint32_t i = 0; i < 600; i++) {
        refused(&server, &sent[i], i < 600 - DW_SEAL_WINDOW ? DW_SEAL_OLD : DW_SEAL_REPLAYED);
    }
}

static void a_datagram_may_come_255_counters_late_and_not_256(void **state)
{
    (void)state;
    static const struct {
        uint64_t behind;
        dw_seal_verdict expected;
    } rows[] = {{1, DW_SEAL_OPENED},   {63, DW_SEAL_OPENED},  {64, DW_SEAL_OPENED},
                {254, DW_SEAL_OPENED}, {255, DW_SEAL_OPENED}, {256, DW_SEAL_OLD},
                {257, DW_SEAL_OLD},    {32768, DW_SEAL_OLD}};
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        (void)begin(NULL);
        const uint64_t newest = 40000;
        const frame late = sealed_at(&client, newest - rows[i].behind, 20);
        const frame first = sealed_at(&client, 32000, 20);
        const frame last = sealed_at(&client, newest, 20);
        assert_int_equal(opened(&server, &first), DW_SEAL_OPENED);
        assert_int_equal(opened(&server, &last), DW_SEAL_OPENED);
        if (rows[i].expected == DW_SEAL_OPENED) {
            assert_int_equal(opened(&server, &late), DW_SEAL_OPENED);
            refused(&server, &late, DW_SEAL_REPLAYED);
        } else {
            refused(&server, &late, rows[i].expected);
        }
    }
}

static void a_gap_of_32767_is_bridged_and_of_32768_is_not(void **state)
{
    (void)state;
    static const uint64_t starts[] = {0, 1, 300, 65535, 65536, 1000000};
    for (size_t i = 0; i < DW_COUNT_OF(starts); i++) {
        (void)begin(NULL);
        /* Come to the start in steps that are allowed. */
        for (uint64_t at = 0; at < starts[i]; at += 30000) {
            const frame f = sealed_at(&client, at, 20);
            assert_int_equal(opened(&server, &f), DW_SEAL_OPENED);
        }
        const frame newest = sealed_at(&client, starts[i], 20);
        assert_int_equal(opened(&server, &newest), DW_SEAL_OPENED);
        const frame too_far = sealed_at(&client, starts[i] + 32768, 20);
        refused(&server, &too_far, DW_SEAL_OLD);
        const frame far_ahead = sealed_at(&client, starts[i] + 32767, 20);
        assert_int_equal(opened(&server, &far_ahead), DW_SEAL_OPENED);
        refused(&server, &newest, DW_SEAL_OLD);
    }
    (void)begin(NULL); /* The very first one counts from -1. */
    const frame too_far = sealed_at(&client, 32767, 20);
    refused(&server, &too_far, DW_SEAL_OLD);
    const frame far_ahead = sealed_at(&client, 32766, 20);
    assert_int_equal(opened(&server, &far_ahead), DW_SEAL_OPENED);
}

static void a_forged_counter_does_not_move_the_window(void **state)
{
    (void)state;
    const frame early = sealed(&client, 20);
    frame forged = sealed_at(&client, 20000, 20);
    forged.bytes[10] ^= 1;
    refused(&server, &forged, DW_SEAL_FORGED);
    assert_int_equal(opened(&server, &early), DW_SEAL_OPENED);
}

/* A line that loses, doubles and swaps, against a list of everything that was ever accepted. */
static void on_a_bad_line_exactly_the_unseen_within_the_window_open(void **state)
{
    (void)state;
    enum { SENT = 150000, NEAR = 700 };
    static bool accepted[SENT];
    static frame sent[1024]; /* By counter mod 1024. */
    dw_rng rng;
    dw_rng_init(&rng, 11, 1);
    uint64_t newest = 0;
    bool any = false;
    uint32_t counts[DW_SEAL_VERDICT_COUNT] = {0};
    for (uint64_t c = 0; c < SENT; c++) {
        sent[c % 1024] = sealed(&client, 3 + c % 5);
        for (uint32_t delivery = dw_rng_below(&rng, 3); delivery > 0; delivery--) {
            const uint64_t back = dw_rng_below(&rng, dw_rng_below(&rng, 8) == 0 ? NEAR : 40);
            const uint64_t which = back > c ? c : c - back;
            const dw_seal_verdict expected = any && which + DW_SEAL_WINDOW <= newest ? DW_SEAL_OLD
                                             : accepted[which] ? DW_SEAL_REPLAYED
                                                               : DW_SEAL_OPENED;
            const dw_seal_verdict verdict = opened(&server, &sent[which % 1024]);
            assert_int_equal(verdict, expected);
            counts[verdict]++;
            if (verdict == DW_SEAL_OPENED) {
                accepted[which] = true;
                newest = any && which < newest ? newest : which;
                any = true;
            }
        }
    }
    assert_true(counts[DW_SEAL_OPENED] > SENT / 3);
    assert_true(counts[DW_SEAL_REPLAYED] > 1000 && counts[DW_SEAL_OLD] > 1000);
}

static void nothing_is_sent_or_taken_beyond_the_last_counter(void **state)
{
    (void)state;
    const uint64_t last = DW_SEAL_COUNTER_END - 1;
    server.end = last - 10;
    const frame f = sealed_at(&client, last, 20);
    assert_int_equal(opened(&server, &f), DW_SEAL_OPENED);

    uint8_t bytes[ROOM];
    memset(bytes, 0x77, sizeof bytes);
    const dw_seal_session before = client;
    assert_int_equal(dw_seal_close(&client, bytes, 20), 0);
    const dw_challenge connect = {.kind = DW_CHALLENGE_CONNECT_SEALED, .client_key = {1}};
    assert_int_equal(dw_seal_close_connect(&client, &connect, bytes, 52), 0);
    assert_memory_equal(&client, &before, sizeof before);
    for (size_t i = 0; i < sizeof bytes; i++) {
        assert_int_equal(bytes[i], 0x77);
    }
    /* The low 16 bits of 2^48 are 0. */
    frame beyond = f;
    beyond.bytes[2] = 0;
    beyond.bytes[3] = 0;
    refused(&server, &beyond, DW_SEAL_USED_UP);
}

static frame connect_of(dw_seal_session *from)
{
    frame f;
    memset(f.bytes, 0xee, sizeof f.bytes);
    dw_challenge connect = {.number = {1, 2, 3, 4}};
    dw_test_join_bytes(connect.client_key, sizeof connect.client_key, 0x10);
    dw_test_join_bytes(connect.cookie, sizeof connect.cookie, 0x80);
    fill(f.bytes + DW_CONNECT_SEALED_HEAD_SIZE, 52, from->next);
    f.size = dw_seal_close_connect(from, &connect, f.bytes, 52);
    assert_int_equal(f.size, DW_CONNECT_SIZE_MAX);
    return f;
}

static dw_seal_verdict opened_connect(dw_seal_session *to, const frame *f)
{
    frame copy = *f;
    return dw_seal_open_connect(to, copy.bytes, copy.size);
}

static void a_connect_opens_and_its_bytes_are_the_standards(void **state)
{
    (void)state;
    client.next = 5;
    frame f = connect_of(&client);
    uint8_t expected[DW_CONNECT_SIZE_MAX] = {0xff, 0xff, 0x44, 0x57, 5, 1, 2, 3, 4};
    uint8_t plain[52];
    dw_test_join_bytes(expected + 9, 32, 0x10);
    dw_test_join_bytes(expected + 41, 16, 0x80);
    expected[64] = 5;
    fill(plain, sizeof plain, 5);
    seal_by_hand(0, 5, expected, 65, plain, sizeof plain, expected + 65);
    assert_memory_equal(f.bytes, expected, f.size);
    assert_int_equal(dw_seal_open_connect(&server, f.bytes, f.size), DW_SEAL_OPENED);
    assert_memory_equal(f.bytes + DW_CONNECT_SEALED_HEAD_SIZE, plain, sizeof plain);
}

static void connects_and_datagrams_share_counters_and_window(void **state)
{
    (void)state;
    const frame first = connect_of(&client);
    const frame second = connect_of(&client);
    const frame datagram = sealed(&client, 30);
    assert_int_equal(client.next, 3);
    assert_int_equal(opened_connect(&server, &second), DW_SEAL_OPENED);
    assert_int_equal(opened_connect(&server, &first), DW_SEAL_OPENED);
    assert_int_equal(opened_connect(&server, &second), DW_SEAL_REPLAYED);
    assert_int_equal(opened(&server, &datagram), DW_SEAL_OPENED);
    for (uint32_t i = 0; i < DW_SEAL_WINDOW; i++) {
        const frame f = sealed(&client, 30);
        assert_int_equal(opened(&server, &f), DW_SEAL_OPENED);
    }
    assert_int_equal(opened_connect(&server, &first), DW_SEAL_OLD);
}

static void every_flipped_bit_and_length_of_a_connect_is_found(void **state)
{
    (void)state;
    const frame right = connect_of(&client);
    const dw_seal_session before = server;
    for (size_t bit = 0; bit < 8 * right.size; bit++) {
        frame wrong = right;
        wrong.bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_int_not_equal(opened_connect(&server, &wrong), DW_SEAL_OPENED);
        assert_memory_equal(&server, &before, sizeof before);
    }
    for (size_t size = 0; size < ROOM; size++) {
        frame wrong = right;
        wrong.size = size;
        if (size != right.size) {
            const bool possible = size == right.size - 2;
            assert_int_equal(opened_connect(&server, &wrong),
                             possible ? DW_SEAL_FORGED : DW_SEAL_BAD_SIZE);
        }
    }
    frame clear = right; /* Of kind 6 there is nothing to open. */
    clear.bytes[4] = DW_CHALLENGE_CONNECT_CLEAR;
    clear.size = DW_CONNECT_CLEAR_HEAD_SIZE + 52;
    assert_int_equal(opened_connect(&server, &clear), DW_SEAL_BAD_SIZE);
    assert_memory_equal(&server, &before, sizeof before);
    assert_int_equal(opened_connect(&server, &right), DW_SEAL_OPENED);
}

static void a_wiped_session_holds_no_key(void **state)
{
    (void)state;
    dw_seal_session_wipe(&client);
    assert_int_equal(sodium_is_zero((const uint8_t *)&client, sizeof client), 1);
}

static void each_verdict_has_a_word_of_its_own(void **state)
{
    (void)state;
    for (int a = 0; a < DW_SEAL_VERDICT_COUNT; a++) {
        for (int b = 0; b < a; b++) {
            assert_string_not_equal(dw_seal_word((dw_seal_verdict)a),
                                    dw_seal_word((dw_seal_verdict)b));
        }
    }
}

int main(void)
{
#define FRESH(test) cmocka_unit_test_setup(test, begin)
    const struct CMUnitTest tests[] = {
        FRESH(what_is_closed_opens_at_the_other_end_and_touches_nothing_else),
        FRESH(the_bytes_are_those_that_the_standard_names),
        FRESH(every_flipped_bit_is_found_and_changes_nothing),
        FRESH(every_other_length_is_refused),
        FRESH(nothing_opens_where_it_was_made_or_under_another_key),
        FRESH(each_datagram_opens_once),
        FRESH(a_datagram_may_come_255_counters_late_and_not_256),
        FRESH(a_gap_of_32767_is_bridged_and_of_32768_is_not),
        FRESH(a_forged_counter_does_not_move_the_window),
        FRESH(on_a_bad_line_exactly_the_unseen_within_the_window_open),
        FRESH(nothing_is_sent_or_taken_beyond_the_last_counter),
        FRESH(a_connect_opens_and_its_bytes_are_the_standards),
        FRESH(connects_and_datagrams_share_counters_and_window),
        FRESH(every_flipped_bit_and_length_of_a_connect_is_found),
        FRESH(a_wiped_session_holds_no_key),
        FRESH(each_verdict_has_a_word_of_its_own),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
