/* save_file.h - what a saved server is as the bytes of a file. It holds secrets, such as the seeds
 * of rounds that are on and the tokens of players, so that it is sealed under a key of the server's
 * state folder: without the key nobody reads it, and nobody makes another one that is taken.
 *
 *     "DWSERVER", u16 version | nonce (24 random bytes), tag (16), the sealed bytes
 *
 * Method: crypto_secretbox of libsodium (XSalsa20, Poly1305). Owns: nothing. Pure but for the
 * random nonce. Numbers are little-endian. */
#ifndef DW_HOST_SAVE_FILE_H
#define DW_HOST_SAVE_FILE_H

#include "common/base/status.h"

#include <stdint.h>

#define DW_SAVE_FILE_MAGIC "DWSERVER"

enum {
    DW_SAVE_FILE_MAGIC_SIZE = 8,
    DW_SAVE_FILE_VERSION = 1,
    DW_SAVE_KEY_SIZE = 32,
    DW_SAVE_FILE_EXTRA = DW_SAVE_FILE_MAGIC_SIZE + 2 + 24 + 16 /* More than what is sealed. */
};

typedef struct dw_save_key {
    uint8_t bytes[DW_SAVE_KEY_SIZE];
} dw_save_key;

/* `out` has room for size + DW_SAVE_FILE_EXTRA bytes. */
void dw_save_file_seal(const dw_save_key *key, const uint8_t *plain, size_t size, uint8_t *out);

/* Opens the file's bytes where they lie. DW_INVALID: not such a file, another version, changed,
 * cut, or sealed under another key; the text says which, and does not name the file. */
DW_MUST_USE dw_status dw_save_file_open(const dw_save_key *key, uint8_t *bytes, size_t size,
                                        uint8_t **plain, size_t *plain_size, dw_error *error);

#endif
