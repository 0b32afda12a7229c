/* identity.h - the lasting key pair by which servers know a client again.
 * Owns: nothing; the keys are the caller's, who keeps them from others. Reads and writes a file
 * when asked to, else pure. It says the same to each server: a client that does not want that takes
 * another file. Cost: 30 us a pair. */
#ifndef DW_CLIENT_CORE_IDENTITY_H
#define DW_CLIENT_CORE_IDENTITY_H

#include "protocol/seal/seal_keys.h"

typedef struct dw_client_identity {
    uint8_t public_key[DW_SEAL_KEY_SIZE];
    uint8_t secret_key[DW_IDENTITY_SECRET_SIZE];
} dw_client_identity;

/* From `folder`/identity.key, which is made with its folder when it is not there yet. The file is
 * refused when others can read it (secret_file.h); the error says what to do. */
DW_MUST_USE dw_status dw_client_identity_load(dw_client_identity *out, const char *folder,
                                              dw_error *error);

/* The throw-away identity of bot `number` of a run: the same seed gives the same identities. */
void dw_client_identity_derive(dw_client_identity *out, uint64_t seed, uint32_t number);

#endif
