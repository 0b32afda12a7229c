/* Client and server differ only in which secrets they multiply; everything behind the two products
 * is one function. The transcript is hashed from the fields, not from kept datagrams: a challenge
 * has one encoding only, so that the bytes are those that were sent. */
#include "protocol/seal/seal_keys.h"

#include "common/base/check.h"

#include <sodium.h>
#include <string.h>

_Static_assert(DW_SEAL_KEY_SIZE == crypto_scalarmult_curve25519_BYTES, "one X25519 point");
_Static_assert(DW_SEAL_KEY_SIZE == crypto_scalarmult_curve25519_SCALARBYTES, "one X25519 secret");
_Static_assert(DW_SEAL_KEY_SIZE == crypto_sign_ed25519_PUBLICKEYBYTES, "one Ed25519 key");
_Static_assert(DW_SEAL_KEY_SIZE == crypto_sign_ed25519_SEEDBYTES, "one Ed25519 seed");
_Static_assert(DW_IDENTITY_SECRET_SIZE == crypto_sign_ed25519_SECRETKEYBYTES, "Ed25519");
_Static_assert(DW_IDENTITY_PROOF_SIZE == crypto_sign_ed25519_BYTES, "one Ed25519 signature");
_Static_assert(DW_SEAL_SALT_SIZE == crypto_pwhash_argon2id_SALTBYTES, "one salt of Argon2id");

static const char transcript_label[] = "Duskwatch transcript 2";
static const char seal_label[] = "Duskwatch seal 2";
static const char identity_label[] = "Duskwatch identity 2";

enum { IDENTITY_TEXT_SIZE = sizeof identity_label - 1 + DW_SEAL_TRANSCRIPT_SIZE };

/* The two products of a join. */
typedef struct products {
    uint8_t ephemeral[DW_SEAL_KEY_SIZE];
    uint8_t identity[DW_SEAL_KEY_SIZE];
} products;

dw_status dw_seal_start(void)
{
    return sodium_init() < 0 ? DW_IO : DW_OK;
}

void dw_seal_wipe(void *memory, size_t size)
{
    sodium_memzero(memory, size);
}

void dw_seal_pair_make(dw_seal_pair *pair)
{
    uint8_t secret[DW_SEAL_KEY_SIZE];
    randombytes_buf(secret, sizeof secret);
    dw_seal_pair_from(pair, secret);
    sodium_memzero(secret, sizeof secret);
}

void dw_seal_pair_from(dw_seal_pair *pair, const uint8_t secret_key[DW_SEAL_KEY_SIZE])
{
    memcpy(pair->secret_key, secret_key, DW_SEAL_KEY_SIZE);
    DW_CHECK(crypto_scalarmult_curve25519_base(pair->public_key, pair->secret_key) == 0);
}

dw_status dw_seal_password_key(const char *password, const uint8_t salt[DW_SEAL_SALT_SIZE],
                               uint8_t key[DW_SEAL_KEY_SIZE])
{
    const int failed = crypto_pwhash_argon2id(key, DW_SEAL_KEY_SIZE, password, strlen(password),
                                              salt, crypto_pwhash_argon2id_OPSLIMIT_INTERACTIVE,
                                              crypto_pwhash_argon2id_MEMLIMIT_INTERACTIVE,
                                              crypto_pwhash_argon2id_ALG_ARGON2ID13);
    return failed != 0 ? DW_MEMORY : DW_OK;
}

bool dw_seal_key_read(const char *text, size_t length, uint8_t key[DW_SEAL_KEY_SIZE])
{
    return length == DW_SEAL_KEY_DIGITS &&
           sodium_hex2bin(key, DW_SEAL_KEY_SIZE, text, length, NULL, NULL, NULL) == 0;
}

void dw_seal_key_text(const uint8_t *key, size_t digits, char *text)
{
    (void)sodium_bin2hex(text, digits + 1, key, digits / 2);
}

bool dw_seal_wants_password(const dw_challenge *answer)
{
    return sodium_is_zero(answer->salt, DW_SEAL_SALT_SIZE) == 0;
}

/* `answer` is a kind 2; the ask is the only one that it can answer. */
static void hash_transcript(const uint8_t client_key[DW_SEAL_KEY_SIZE], const dw_challenge *answer,
                            uint8_t out[DW_SEAL_TRANSCRIPT_SIZE])
{
    DW_CHECK(answer->kind == DW_CHALLENGE_ANSWER);
    dw_challenge ask = {.kind = DW_CHALLENGE_ASK, .sealed = true};
    memcpy(ask.number, answer->number, sizeof ask.number);
    memcpy(ask.client_key, client_key, sizeof ask.client_key);
    uint8_t bytes[DW_CHALLENGE_ASK_SIZE];
    crypto_generichash_state hash;
    int failed = crypto_generichash_init(&hash, NULL, 0, DW_SEAL_TRANSCRIPT_SIZE);
    failed |= crypto_generichash_update(&hash, (const uint8_t *)transcript_label,
                                        sizeof transcript_label - 1);
    failed |= crypto_generichash_update(&hash, bytes, dw_challenge_encode(&ask, bytes));
    failed |= crypto_generichash_update(&hash, bytes, dw_challenge_encode(answer, bytes));
    failed |= crypto_generichash_final(&hash, out, DW_SEAL_TRANSCRIPT_SIZE);
    DW_CHECK(failed == 0);
}

static void derive(const products *both, const uint8_t password_key[DW_SEAL_KEY_SIZE],
                   dw_seal_agreement *out)
{
    static const uint8_t no_password[DW_SEAL_KEY_SIZE];
    crypto_generichash_state hash;
    int failed = crypto_generichash_init(&hash, password_key != NULL ? password_key : no_password,
                                         DW_SEAL_KEY_SIZE, DW_SEAL_KEY_SIZE);
    failed |= crypto_generichash_update(&hash, (const uint8_t *)seal_label, sizeof seal_label - 1);
    failed |= crypto_generichash_update(&hash, both->ephemeral, sizeof both->ephemeral);
    failed |= crypto_generichash_update(&hash, both->identity, sizeof both->identity);
    failed |= crypto_generichash_update(&hash, out->transcript, sizeof out->transcript);
    failed |= crypto_generichash_final(&hash, out->key, sizeof out->key);
    sodium_memzero(&hash, sizeof hash);
    DW_CHECK(failed == 0);
}

/* A key of low order makes a product of zeros with every secret: libsodium says so, and a session
 * under it would be open to everybody. */
static bool multiply(uint8_t out[DW_SEAL_KEY_SIZE], const uint8_t secret_key[DW_SEAL_KEY_SIZE],
                     const uint8_t public_key[DW_SEAL_KEY_SIZE])
{
    return crypto_scalarmult_curve25519(out, secret_key, public_key) == 0;
}

dw_status dw_seal_agree_client(const dw_seal_pair *mine, const dw_challenge *answer,
                               const uint8_t password_key[DW_SEAL_KEY_SIZE], dw_seal_agreement *out)
{
    products both;
    const bool good = multiply(both.ephemeral, mine->secret_key, answer->server_key) &&
                      multiply(both.identity, mine->secret_key, answer->identity_key);
    if (good) {
        hash_transcript(mine->public_key, answer, out->transcript);
        derive(&both, password_key, out);
    }
    sodium_memzero(&both, sizeof both);
    return good ? DW_OK : DW_INVALID;
}

dw_status dw_seal_agree_server(const dw_seal_pair *ephemeral, const dw_seal_pair *identity,
                               const dw_challenge *answer,
                               const uint8_t client_key[DW_SEAL_KEY_SIZE],
                               const uint8_t password_key[DW_SEAL_KEY_SIZE], dw_seal_agreement *out)
{
    products both;
    const bool good = multiply(both.ephemeral, ephemeral->secret_key, client_key) &&
                      multiply(both.identity, identity->secret_key, client_key);
    if (good) {
        hash_transcript(client_key, answer, out->transcript);
        derive(&both, password_key, out);
    }
    sodium_memzero(&both, sizeof both);
    return good ? DW_OK : DW_INVALID;
}

void dw_identity_from(const uint8_t seed[DW_SEAL_KEY_SIZE], uint8_t public_key[DW_SEAL_KEY_SIZE],
                      uint8_t secret_key[DW_IDENTITY_SECRET_SIZE])
{
    DW_CHECK(crypto_sign_ed25519_seed_keypair(public_key, secret_key, seed) == 0);
}

/* What is signed begins with a label of its own, so that no other signature fits. */
static void identity_text(const uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE],
                          uint8_t text[IDENTITY_TEXT_SIZE])
{
    memcpy(text, identity_label, sizeof identity_label - 1);
    memcpy(text + sizeof identity_label - 1, transcript, DW_SEAL_TRANSCRIPT_SIZE);
}

void dw_identity_prove(const uint8_t secret_key[DW_IDENTITY_SECRET_SIZE],
                       const uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE],
                       uint8_t proof[DW_IDENTITY_PROOF_SIZE])
{
    uint8_t text[IDENTITY_TEXT_SIZE];
    identity_text(transcript, text);
    DW_CHECK(crypto_sign_ed25519_detached(proof, NULL, text, sizeof text, secret_key) == 0);
}

bool dw_identity_holds(const uint8_t public_key[DW_SEAL_KEY_SIZE],
                       const uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE],
                       const uint8_t proof[DW_IDENTITY_PROOF_SIZE])
{
    uint8_t text[IDENTITY_TEXT_SIZE];
    identity_text(transcript, text);
    return crypto_sign_ed25519_verify_detached(proof, text, sizeof text, public_key) == 0;
}
