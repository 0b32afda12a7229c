#include "protocol/join_proof.h"

#include "common/base/check.h"

#include <sodium.h>
#include <string.h>

enum { KEY_SIZE = crypto_generichash_KEYBYTES };

_Static_assert(DW_PROOF_SIZE >= crypto_generichash_BYTES_MIN &&
                   DW_PROOF_SIZE <= crypto_generichash_BYTES_MAX,
               "a proof is one BLAKE2b hash");

void dw_join_proof(const char *password, const uint8_t nonce[DW_NONCE_SIZE],
                   uint8_t proof[DW_PROOF_SIZE])
{
    /* The password is hashed first because a key has a fixed size and a password has none. */
    uint8_t key[KEY_SIZE];
    int failed =
        crypto_generichash(key, sizeof(key), (const uint8_t *)password, strlen(password), NULL, 0);
    failed |= crypto_generichash(proof, DW_PROOF_SIZE, nonce, DW_NONCE_SIZE, key, sizeof(key));
    sodium_memzero(key, sizeof(key));
    DW_CHECK(failed == 0);
}

bool dw_join_proof_valid(const char *password, const uint8_t nonce[DW_NONCE_SIZE],
                         const uint8_t proof[DW_PROOF_SIZE])
{
    uint8_t expected[DW_PROOF_SIZE];
    dw_join_proof(password, nonce, expected);
    return sodium_memcmp(expected, proof, DW_PROOF_SIZE) == 0;
}
