/* bench_seal - what the seal costs: a datagram closed, opened and refused, a join.
 *
 *     bench_seal [ROUNDS]
 *
 * CSV rows `what,bytes,calls,ns,answers`: bytes of the plain datagram, the fastest of several
 * batches, and a hash of what came out, so that two builds are known to have done the same work. */
#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/platform/clock.h"
#include "protocol/seal/seal_keys.h"
#include "protocol/seal/seal_session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 16, FRAMES = 256, JOINS = 64 };

typedef struct bench {
    dw_seal_session client, server;
    uint8_t frames[FRAMES][DW_SEALED_SIZE_MAX];
    size_t bytes;
    dw_seal_pair pairs[3]; /* Client, ephemeral, identity. */
    dw_challenge answer;
} bench;

static void begin(bench *b)
{
    const uint8_t key[DW_SEAL_KEY_SIZE] = {1, 2, 3};
    dw_seal_session_begin(&b->client, DW_SEAL_CLIENT, key);
    dw_seal_session_begin(&b->server, DW_SEAL_SERVER, key);
    for (uint32_t i = 0; i < FRAMES; i++) {
        memset(b->frames[i], (int)i, sizeof b->frames[i]);
    }
}

static void close_all(bench *b)
{
    for (uint32_t i = 0; i < FRAMES; i++) {
        DW_CHECK(dw_seal_close(&b->client, b->frames[i], b->bytes) != 0);
    }
}

static void open_all(bench *b)
{
    for (uint32_t i = 0; i < FRAMES; i++) {
        DW_CHECK(dw_seal_open(&b->server, b->frames[i], b->bytes + DW_SEAL_SIZE) == DW_SEAL_OPENED);
    }
}

static void forge_all(bench *b)
{
    for (uint32_t i = 0; i < FRAMES; i++) {
        b->frames[i][b->bytes + DW_SEAL_SIZE - 1] ^= 1;
    }
}

static void refuse_all(bench *b)
{
    for (uint32_t i = 0; i < FRAMES; i++) {
        DW_CHECK(dw_seal_open(&b->server, b->frames[i], b->bytes + DW_SEAL_SIZE) == DW_SEAL_FORGED);
    }
}

static uint64_t timed(bench *b, void (*run)(bench *), uint64_t *fastest)
{
    const uint64_t begun = dw_clock_ns();
    run(b);
    const uint64_t took = dw_clock_ns() - begun;
    *fastest = took < *fastest ? took : *fastest;
    return dw_hash_bytes(DW_HASH_START, b->frames, sizeof b->frames);
}

/* `ns` is of one batch of `calls`. */
static void print_row(const char *what, size_t bytes, uint32_t calls, uint32_t batches, uint64_t ns,
                      uint64_t answers)
{
    (void)printf("%s,%zu,%" PRIu64 ",%.1f,%016" PRIx64 "\n", what, bytes, (uint64_t)calls * batches,
                 (double)ns / calls, answers);
}

static void measure_datagrams(bench *b, size_t bytes, uint32_t rounds)
{
    uint64_t fastest[3] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    uint64_t answers[3] = {0};
    b->bytes = bytes;
    begin(b);
    for (uint32_t round = 0; round < rounds * BATCHES; round++) {
        answers[0] = timed(b, close_all, &fastest[0]);
        answers[1] = timed(b, open_all, &fastest[1]);
        close_all(b);
        forge_all(b);
        answers[2] = timed(b, refuse_all, &fastest[2]);
    }
    static const char *const names[3] = {"close", "open", "refuse_forged"};
    for (uint32_t i = 0; i < 3; i++) {
        print_row(names[i], bytes, FRAMES, rounds * BATCHES, fastest[i], answers[i]);
    }
}

static void pairs(bench *b)
{
    for (uint32_t i = 0; i < JOINS; i++) {
        const uint8_t secret[DW_SEAL_KEY_SIZE] = {(uint8_t)i, 7};
        dw_seal_pair_from(&b->pairs[i % 3], secret);
    }
    b->answer = (dw_challenge){.kind = DW_CHALLENGE_ANSWER};
    memcpy(b->answer.server_key, b->pairs[1].public_key, DW_SEAL_KEY_SIZE);
    memcpy(b->answer.identity_key, b->pairs[2].public_key, DW_SEAL_KEY_SIZE);
    memcpy(b->frames, b->pairs, sizeof b->pairs);
}

static void joins(bench *b)
{
    dw_seal_agreement agreement;
    for (uint32_t i = 0; i < JOINS; i++) {
        DW_CHECK(dw_seal_agree_server(&b->pairs[1], &b->pairs[2], &b->answer,
                                      b->pairs[0].public_key, NULL, &agreement) == DW_OK);
    }
    memcpy(b->frames, &agreement, sizeof agreement);
}

static void password(bench *b)
{
    const uint8_t salt[DW_SEAL_SALT_SIZE] = {1};
    DW_CHECK(dw_seal_password_key("night owl", salt, b->frames[0]) == DW_OK);
}

static void measure_joins(bench *b)
{
    static const struct {
        const char *name;
        void (*run)(bench *);
        uint32_t calls;
    } rows[] = {{"pair", pairs, JOINS}, {"session_key", joins, JOINS}, {"password", password, 1}};
    begin(b);
    for (uint32_t i = 0; i < DW_COUNT_OF(rows); i++) {
        uint64_t fastest = UINT64_MAX;
        uint64_t answers = 0;
        for (uint32_t batch = 0; batch < BATCHES; batch++) {
            answers = timed(b, rows[i].run, &fastest);
        }
        print_row(rows[i].name, 0, rows[i].calls, BATCHES, fastest, answers);
    }
}

int main(int count, char **arguments)
{
    static bench b;
    const uint32_t rounds = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 64;
    if (dw_seal_start() != DW_OK) {
        (void)fprintf(stderr, "bench_seal: the system gives no random numbers\n");
        return 2;
    }
    (void)printf("what,bytes,calls,ns,answers\n");
    static const size_t sizes[] = {20, 100, 1000};
    for (uint32_t i = 0; i < DW_COUNT_OF(sizes); i++) {
        measure_datagrams(&b, sizes[i], rounds > 0 ? rounds : 1);
    }
    measure_joins(&b);
    return 0;
}
