/* replay_tamper IN OUT TICK: copies a replay and changes one intent at that tick, or for tick 0 the
 * hash of the start. Written after REPLAY.md alone, so that the document and the reader check each
 * other. */
#include "common/platform/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { RAW_MAX = 64 << 20, SLOTS = 16 };

typedef struct cursor {
    uint8_t *bytes;
    size_t size, at;
} cursor;

static void give_up(const char *text)
{
    (void)fprintf(stderr, "replay_tamper: %s\n", text);
    exit(2);
}

static uint64_t take(cursor *c, size_t size)
{
    if (c->at + size > c->size) {
        give_up("the replay ends too early");
    }
    uint64_t value = 0;
    for (size_t i = 0; i < size && i < 8; i++) {
        value |= (uint64_t)c->bytes[c->at + i] << (8 * i);
    }
    c->at += size;
    return value;
}

static void skip_text(cursor *c)
{
    const size_t length = (size_t)take(c, 1);
    (void)take(c, length);
}

static void skip_bits_of_text(cursor *c, uint32_t slots)
{
    for (int s = 0; s < SLOTS; s++) {
        if ((slots >> s & 1) != 0) {
            skip_text(c);
        }
    }
}

/* Returns where the hash of the start stands. */
static size_t skip_header(cursor *c)
{
    if (c->size < 8 || memcmp(c->bytes, "DWREPLAY", 8) != 0) {
        give_up("no replay");
    }
    (void)take(c, 8 + 2);
    skip_text(c);
    skip_text(c);
    const size_t map_size = (size_t)take(c, 4);
    (void)take(c, map_size);
    const uint64_t fields = take(c, 2);
    for (uint64_t i = 0; i < fields; i++) {
        skip_text(c);
        (void)take(c, 4);
    }
    (void)take(c, 2 + 4);
    const size_t seed_size = take(c, 1) == 1 ? 48 : 8; /* Sealed, or in the clear. */
    (void)take(c, seed_size);
    const uint32_t slots = (uint32_t)take(c, 2);
    const size_t hash_at = c->at;
    (void)take(c, 8);
    const uint64_t guards = take(c, 1);
    for (uint64_t i = 0; i < guards; i++) {
        skip_text(c);
    }
    skip_bits_of_text(c, slots);
    return hash_at;
}

/* Finds the tick and gives slot 0 another direction there; gives back the new size. */
static size_t change(cursor *c, uint32_t wanted, uint8_t *out)
{
    uint32_t tick = 0;
    uint8_t first = 0; /* The intent of slot 0. */
    const size_t hash_at = skip_header(c);
    if (wanted == 0) {
        memcpy(out, c->bytes, c->size);
        out[hash_at] ^= 1;
        return c->size;
    }
    for (;;) {
        const size_t record = c->at;
        const uint64_t type = take(c, 1);
        if (type == 3) {
            (void)take(c, 2);
            skip_text(c);
        } else if (type == 4) {
            (void)take(c, 1);
            skip_text(c);
        } else if (type == 1 || type == 2) {
            uint32_t slots = type == 2 ? (uint32_t)take(c, 2) : 0;
            const size_t intents = c->at;
            for (int s = 0; s < SLOTS; s++) {
                if ((slots >> s & 1) != 0) {
                    const uint8_t intent = (uint8_t)take(c, 1);
                    first = s == 0 ? intent : first;
                }
            }
            const size_t tail = c->at;
            (void)take(c, 4 + 2);
            if (++tick != wanted) {
                continue;
            }
            const uint8_t other = (uint8_t)((first & 0xf0) | ((first & 0x0f) + 1) % 9);
            const size_t rest = (slots & 1) != 0 ? intents + 1 : intents;
            size_t size = record;
            memcpy(out, c->bytes, record);
            slots |= 1;
            out[size++] = 2;
            out[size++] = (uint8_t)slots;
            out[size++] = (uint8_t)(slots >> 8);
            out[size++] = other;
            memcpy(out + size, c->bytes + rest, tail - rest);
            size += tail - rest;
            memcpy(out + size, c->bytes + tail, c->size - tail);
            return size + c->size - tail;
        } else {
            give_up("the tick is not in the replay");
        }
    }
}

static size_t unpack(const uint8_t *packed, size_t packed_size, uint8_t *raw)
{
    ZSTD_DStream *stream = ZSTD_createDStream();
    ZSTD_inBuffer in = {packed, packed_size, 0};
    ZSTD_outBuffer out = {raw, RAW_MAX, 0};
    while (in.pos < in.size) {
        const size_t result = ZSTD_decompressStream(stream, &out, &in);
        if (ZSTD_isError(result) || out.pos == out.size) {
            give_up("not a zstd stream");
        }
    }
    (void)ZSTD_freeDStream(stream);
    return out.pos;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        give_up("usage: replay_tamper IN OUT TICK");
    }
    dw_error error;
    uint8_t *packed = NULL;
    size_t packed_size = 0;
    if (dw_file_read(argv[1], RAW_MAX, &packed, &packed_size, &error) != DW_OK) {
        give_up(error.text);
    }
    cursor c = {malloc(RAW_MAX), 0, 0};
    uint8_t *changed = malloc(RAW_MAX);
    if (c.bytes == NULL || changed == NULL) {
        give_up("out of memory");
    }
    c.size = unpack(packed, packed_size, c.bytes);
    const size_t size = change(&c, (uint32_t)strtoul(argv[3], NULL, 10), changed);
    const size_t bound = ZSTD_compressBound(size);
    uint8_t *out = malloc(bound);
    const size_t out_size = out != NULL ? ZSTD_compress(out, bound, changed, size, 3) : 0;
    if (out == NULL || ZSTD_isError(out_size) ||
        dw_file_write(argv[2], out, out_size, &error) != DW_OK) {
        give_up("could not be written");
    }
    free(packed);
    free(c.bytes);
    free(changed);
    free(out);
    return 0;
}
