/* seal_keys.h - how both ends of a connection come to one key, and how a client proves who it is.
 *
 *     transcript   = BLAKE2b-256("Duskwatch transcript 2" || ask, 512 || answer, 105)
 *     session key  = BLAKE2b-256, keyed with the password key, of "Duskwatch seal 2"
 *                    || X25519(client ephemeral, server ephemeral)
 *                    || X25519(client ephemeral, server identity) || transcript
 *     password key = Argon2id (interactive limits) of password and salt; zeros without a password
 *     proof        = Ed25519 by the client's identity over "Duskwatch identity 2" || transcript
 *
 * The first product keeps a recorded connection closed once both ephemeral secrets are wiped. The
 * second one can be made only by the server whose identity key the client knows. The password key
 * makes both ends prove the password, and a proof is worth nothing at another server.
 *
 * Owns nothing, keeps nothing; wipes what it computes on the way. Knows no clock and no socket.
 * Cost: 25 us a pair, 60 us a session key, 64 MiB and 50 ms a password key. */
#ifndef DW_PROTOCOL_SEAL_SEAL_KEYS_H
#define DW_PROTOCOL_SEAL_SEAL_KEYS_H

#include "protocol/seal/challenge.h"

enum {
    DW_SEAL_TRANSCRIPT_SIZE = 32,
    DW_IDENTITY_SECRET_SIZE = 64, /* Ed25519 as libsodium keeps it: seed and public key. */
    DW_IDENTITY_PROOF_SIZE = 64
};

/* An X25519 pair: ephemeral, or the identity of a server. */
typedef struct dw_seal_pair {
    uint8_t public_key[DW_SEAL_KEY_SIZE];
    uint8_t secret_key[DW_SEAL_KEY_SIZE];
} dw_seal_pair;

/* What a join comes to. Secret; the owner wipes it with dw_seal_wipe. */
typedef struct dw_seal_agreement {
    uint8_t key[DW_SEAL_KEY_SIZE];
    uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE]; /* What a proof of identity signs. */
} dw_seal_agreement;

/* Picks the fastest code of this processor and opens the source of random numbers. Call it once
 * before anything else of this folder; again does no harm. DW_IO: no source of random numbers. */
DW_MUST_USE dw_status dw_seal_start(void);

void dw_seal_wipe(void *memory, size_t size);

/* A fresh random pair. A client makes one for every ask that differs from the last one, so that two
 * connections never share a key. */
void dw_seal_pair_make(dw_seal_pair *pair);

/* The pair of a secret that is known already, such as the identity out of a server's file. */
void dw_seal_pair_from(dw_seal_pair *pair, const uint8_t secret_key[DW_SEAL_KEY_SIZE]);

/* The only call of this folder that takes memory from the heap, 64 MiB while it runs: a process
 * makes it once, for a server or a join, never in a tick. DW_MEMORY when there is too little. */
DW_MUST_USE dw_status dw_seal_password_key(const char *password,
                                           const uint8_t salt[DW_SEAL_SALT_SIZE],
                                           uint8_t key[DW_SEAL_KEY_SIZE]);

/* A key as hexadecimal text. Reading takes all of its digits in either case, and nothing else; on
 * failure `key` is not usable. Writing takes the first `digits`, an even number, and a zero. */
enum { DW_SEAL_KEY_DIGITS = 2 * DW_SEAL_KEY_SIZE };
bool dw_seal_key_read(const char *text, size_t length, uint8_t key[DW_SEAL_KEY_SIZE]);
void dw_seal_key_text(const uint8_t *key, size_t digits, char *text);

/* Whether the answer asks for a password. */
bool dw_seal_wants_password(const dw_challenge *answer);

/* The client's half. `mine` is the pair of the ask, `password_key` NULL when the answer asks for
 * none. The caller compares answer->identity_key with the key it knows before it connects.
 * DW_INVALID when the server's key is one of the few that give everybody the same product. */
DW_MUST_USE dw_status dw_seal_agree_client(const dw_seal_pair *mine, const dw_challenge *answer,
                                           const uint8_t password_key[DW_SEAL_KEY_SIZE],
                                           dw_seal_agreement *out);

/* The server's half, for a connect whose cookie is good; `answer` is what the server sent for it.
 * DW_INVALID as above, for the client's key. */
DW_MUST_USE dw_status dw_seal_agree_server(const dw_seal_pair *ephemeral,
                                           const dw_seal_pair *identity, const dw_challenge *answer,
                                           const uint8_t client_key[DW_SEAL_KEY_SIZE],
                                           const uint8_t password_key[DW_SEAL_KEY_SIZE],
                                           dw_seal_agreement *out);

/* A client's lasting identity: an Ed25519 pair from a seed of 32 random bytes. */
void dw_identity_from(const uint8_t seed[DW_SEAL_KEY_SIZE], uint8_t public_key[DW_SEAL_KEY_SIZE],
                      uint8_t secret_key[DW_IDENTITY_SECRET_SIZE]);

void dw_identity_prove(const uint8_t secret_key[DW_IDENTITY_SECRET_SIZE],
                       const uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE],
                       uint8_t proof[DW_IDENTITY_PROOF_SIZE]);

/* Whether the holder of `public_key` made this very connection. */
bool dw_identity_holds(const uint8_t public_key[DW_SEAL_KEY_SIZE],
                       const uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE],
                       const uint8_t proof[DW_IDENTITY_PROOF_SIZE]);

#endif
