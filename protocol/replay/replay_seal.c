#include "protocol/replay/replay_seal.h"

#include "common/base/check.h"

#include <sodium.h>
#include <string.h>

enum { SEED_SIZE = 8 };

_Static_assert((int)DW_REPLAY_KEY_SIZE == (int)crypto_secretbox_KEYBYTES &&
                   (int)DW_REPLAY_NONCE_SIZE == (int)crypto_secretbox_NONCEBYTES &&
                   (int)DW_REPLAY_SEALED_SIZE ==
                       (int)(crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES + SEED_SIZE),
               "the sizes are those of crypto_secretbox");

void dw_replay_seal(const dw_replay_key *key, const uint8_t nonce[DW_REPLAY_NONCE_SIZE],
                    uint64_t seed, uint8_t sealed[DW_REPLAY_SEALED_SIZE])
{
    uint8_t bytes[SEED_SIZE];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(seed >> (8 * i));
    }
    memcpy(sealed, nonce, DW_REPLAY_NONCE_SIZE);
    const int failed = crypto_secretbox_easy(sealed + DW_REPLAY_NONCE_SIZE, bytes, sizeof bytes,
                                             nonce, key->bytes);
    DW_CHECK(failed == 0);
}

bool dw_replay_unseal(const dw_replay_key *key, const uint8_t sealed[DW_REPLAY_SEALED_SIZE],
                      uint64_t *seed)
{
    uint8_t bytes[SEED_SIZE];
    if (crypto_secretbox_open_easy(bytes, sealed + DW_REPLAY_NONCE_SIZE,
                                   DW_REPLAY_SEALED_SIZE - DW_REPLAY_NONCE_SIZE, sealed,
                                   key->bytes) != 0) {
        return false;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < sizeof bytes; i++) {
        value |= (uint64_t)bytes[i] << (8 * i);
    }
    *seed = value;
    return true;
}
