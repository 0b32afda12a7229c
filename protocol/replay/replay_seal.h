/* replay_seal.h - hides the seed of a round from readers of its replay while the round is on. Owns:
 * nothing. Does not know the source of the key or of random bytes. Method: crypto_secretbox of
 * libsodium (XSalsa20 and Poly1305) under a random nonce. Pure; about 1 us. */
#ifndef DW_PROTOCOL_REPLAY_SEAL_H
#define DW_PROTOCOL_REPLAY_SEAL_H

#include "common/base/status.h"

#include <stdint.h>

enum {
    DW_REPLAY_KEY_SIZE = 32,
    DW_REPLAY_NONCE_SIZE = 24,
    DW_REPLAY_SEALED_SIZE = DW_REPLAY_NONCE_SIZE + 16 + 8 /* The nonce, a tag, the seed. */
};

typedef struct dw_replay_key {
    uint8_t bytes[DW_REPLAY_KEY_SIZE];
} dw_replay_key;

/* No two seeds may share a nonce under one key: 24 random bytes never do. */
void dw_replay_seal(const dw_replay_key *key, const uint8_t nonce[DW_REPLAY_NONCE_SIZE],
                    uint64_t seed, uint8_t sealed[DW_REPLAY_SEALED_SIZE]);

/* False when it was sealed with another key, or changed since. */
DW_MUST_USE bool dw_replay_unseal(const dw_replay_key *key,
                                  const uint8_t sealed[DW_REPLAY_SEALED_SIZE], uint64_t *seed);

#endif
