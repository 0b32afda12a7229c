/* join_proof.h - what a client shows to prove that it knows the server's password, without sending
 * it. BLAKE2b keyed by the password's own hash over the server's nonce (libsodium,
 * crypto_generichash). */
#ifndef DW_PROTOCOL_JOIN_PROOF_H
#define DW_PROTOCOL_JOIN_PROOF_H

#include "protocol/protocol.h"

#include <stdbool.h>

void dw_join_proof(const char *password, const uint8_t nonce[DW_NONCE_SIZE],
                   uint8_t proof[DW_PROOF_SIZE]);

/* Compares in constant time. */
bool dw_join_proof_valid(const char *password, const uint8_t nonce[DW_NONCE_SIZE],
                         const uint8_t proof[DW_PROOF_SIZE]);

#endif
