#include "server/host/save_file.h"

#include "common/base/check.h"

#include <sodium.h>
#include <string.h>

enum {
    VERSION_AT = DW_SAVE_FILE_MAGIC_SIZE,
    NONCE_AT = VERSION_AT + 2,
    SEALED_AT = NONCE_AT + (int)crypto_secretbox_NONCEBYTES
};

_Static_assert((int)DW_SAVE_KEY_SIZE == (int)crypto_secretbox_KEYBYTES &&
                   (int)DW_SAVE_FILE_EXTRA == SEALED_AT + (int)crypto_secretbox_MACBYTES,
               "the sizes are those of crypto_secretbox");

void dw_save_file_seal(const dw_save_key *key, const uint8_t *plain, size_t size, uint8_t *out)
{
    memcpy(out, DW_SAVE_FILE_MAGIC, DW_SAVE_FILE_MAGIC_SIZE);
    out[VERSION_AT] = DW_SAVE_FILE_VERSION & 0xff;
    out[VERSION_AT + 1] = DW_SAVE_FILE_VERSION >> 8;
    randombytes_buf(out + NONCE_AT, crypto_secretbox_NONCEBYTES);
    const int failed =
        crypto_secretbox_easy(out + SEALED_AT, plain, size, out + NONCE_AT, key->bytes);
    DW_CHECK(failed == 0);
}

dw_status dw_save_file_open(const dw_save_key *key, uint8_t *bytes, size_t size, uint8_t **plain,
                            size_t *plain_size, dw_error *error)
{
    if (size < NONCE_AT || memcmp(bytes, DW_SAVE_FILE_MAGIC, DW_SAVE_FILE_MAGIC_SIZE) != 0) {
        return dw_fail(error, DW_INVALID, "not a file of the command save");
    }
    const uint32_t version = bytes[VERSION_AT] | (uint32_t)bytes[VERSION_AT + 1] << 8;
    if (version != DW_SAVE_FILE_VERSION) {
        return dw_fail(error, DW_INVALID, "has version %u, and this server reads version %d",
                       (unsigned)version, (int)DW_SAVE_FILE_VERSION);
    }
    if (size < DW_SAVE_FILE_EXTRA ||
        crypto_secretbox_open_easy(bytes + SEALED_AT, bytes + SEALED_AT, size - SEALED_AT,
                                   bytes + NONCE_AT, key->bytes) != 0) {
        return dw_fail(error, DW_INVALID,
                       "damaged, or saved by a server with another state folder (its save.key "
                       "opens the file)");
    }
    *plain = bytes + SEALED_AT;
    *plain_size = size - DW_SAVE_FILE_EXTRA;
    return DW_OK;
}
