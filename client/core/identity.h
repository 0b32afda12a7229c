/* identity.h - the lasting key pair by which servers recognise a client.
 * Owns: nothing; the caller holds the keys and keeps them secret. Reads and writes one file. Every
 * server sees the same identity; a player who does not want that uses another file.
 * Cost: 30 us per pair. */
#ifndef DW_CLIENT_CORE_IDENTITY_H
#define DW_CLIENT_CORE_IDENTITY_H

#include "protocol/seal/seal_keys.h"

typedef struct dw_client_identity {
    uint8_t public_key[DW_SEAL_KEY_SIZE];
    uint8_t secret_key[DW_IDENTITY_SECRET_SIZE];
} dw_client_identity;

/* Loads `folder`/identity.key; creates it, and the folder, when it does not exist. Refuses a file
 * that others can read (secret_file.h); the error says what to do. */
DW_MUST_USE dw_status dw_client_identity_load(dw_client_identity *out, const char *folder,
                                              dw_error *error);

/* A throw-away identity for bot `number`: the same seed and number give the same identity. */
void dw_client_identity_derive(dw_client_identity *out, uint64_t seed, uint32_t number);

#endif
