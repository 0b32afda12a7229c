/* round_seed.h - the seed of each round: a keyed hash of match and round.
 * Owns: nothing. Does not know where the key comes from: the host draws it once per process. A
 * seed is published with its round's replay; without the key no other round's seed follows from
 * it. Method: keyed BLAKE2b (RFC 7693). Cost: under 1 us a call, no allocation. Pure. */
#ifndef DW_SESSION_ROUND_SEED_H
#define DW_SESSION_ROUND_SEED_H

#include <stdint.h>

enum { DW_ROUND_KEY_SIZE = 32 };

typedef struct dw_round_key {
    uint8_t bytes[DW_ROUND_KEY_SIZE];
} dw_round_key;

/* The key that stands for a chosen number, so that two servers with the same number play alike.
 * Such a key is as easy to guess as the number. */
dw_round_key dw_round_key_from_number(uint64_t number);

uint64_t dw_round_seed(const dw_round_key *key, uint16_t match, uint32_t round);

#endif
