#include "server/session/round_seed.h"

#include "common/base/check.h"

#include <sodium.h>

enum { HASH_SIZE = crypto_generichash_BYTES_MIN, SEED_SIZE = 8 };

_Static_assert((int)DW_ROUND_KEY_SIZE == (int)crypto_generichash_KEYBYTES, "a key of BLAKE2b");

/* The two hashes of this file must never be the same function. */
static const uint8_t key_label[] = "duskwatch key of all rounds";
static const uint8_t round_label[] = "duskwatch round";

static void put_number(uint8_t *bytes, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
}

dw_round_key dw_round_key_from_number(uint64_t number)
{
    dw_round_key key;
    uint8_t bytes[8];
    put_number(bytes, number, sizeof bytes);
    const int failed = crypto_generichash(key.bytes, sizeof key.bytes, bytes, sizeof bytes,
                                          key_label, sizeof key_label);
    DW_CHECK(failed == 0);
    return key;
}

uint64_t dw_round_seed(const dw_round_key *key, uint16_t match, uint32_t round)
{
    uint8_t bytes[sizeof round_label + 2 + 4];
    for (size_t i = 0; i < sizeof round_label; i++) {
        bytes[i] = round_label[i];
    }
    put_number(bytes + sizeof round_label, match, 2);
    put_number(bytes + sizeof round_label + 2, round, 4);
    uint8_t hash[HASH_SIZE];
    const int failed =
        crypto_generichash(hash, sizeof hash, bytes, sizeof bytes, key->bytes, sizeof key->bytes);
    DW_CHECK(failed == 0);
    uint64_t seed = 0;
    for (size_t i = 0; i < SEED_SIZE; i++) {
        seed |= (uint64_t)hash[i] << (8 * i);
    }
    return seed;
}
