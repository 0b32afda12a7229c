#include "client/core/identity.h"

#include "common/platform/file.h"
#include "common/platform/secret_file.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

dw_status dw_client_identity_load(dw_client_identity *out, const char *folder, dw_error *error)
{
    char path[DW_PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/identity.key", folder);
    if (length < 0 || (size_t)length >= sizeof path) {
        return dw_fail(error, DW_RANGE, "%.200s: the path is too long", folder);
    }
    uint8_t seed[DW_SEAL_KEY_SIZE];
    dw_status status = dw_seal_start();
    if (status != DW_OK) {
        return dw_fail(error, status, "no source of random numbers");
    }
    status = dw_file_make_folder(folder, error);
    if (status == DW_OK) {
        status = dw_secret_file_load_or_create(path, seed, sizeof seed, error);
    }
    if (status == DW_OK) {
        dw_identity_from(seed, out->public_key, out->secret_key);
    }
    dw_seal_wipe(seed, sizeof seed);
    return status;
}

void dw_client_identity_derive(dw_client_identity *out, uint64_t seed, uint32_t number)
{
    static const char purpose[] = "Duskwatch bot identity";
    uint8_t said[sizeof purpose + sizeof seed + sizeof number];
    uint8_t key[DW_SEAL_KEY_SIZE];
    memcpy(said, purpose, sizeof purpose);
    for (uint32_t i = 0; i < sizeof seed; i++) { /* Big-endian: the same on every machine. */
        said[sizeof purpose + i] = (uint8_t)(seed >> (56 - 8 * i));
    }
    for (uint32_t i = 0; i < sizeof number; i++) {
        said[sizeof purpose + sizeof seed + i] = (uint8_t)(number >> (24 - 8 * i));
    }
    (void)crypto_generichash(key, sizeof key, said, sizeof said, NULL, 0);
    dw_identity_from(key, out->public_key, out->secret_key);
}
