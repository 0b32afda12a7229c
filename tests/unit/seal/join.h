/* join.h - one join with fixed secrets, for the tests of the seal: what each end knows. Pure. */
#ifndef DW_TESTS_SEAL_JOIN_H
#define DW_TESTS_SEAL_JOIN_H

#include "protocol/seal/seal_keys.h"

typedef struct dw_test_join {
    dw_seal_pair client, ephemeral, identity;
    dw_challenge ask, answer;
} dw_test_join;

/* Secrets are the byte `seed` with the index of each byte added; cookie and number likewise. */
dw_test_join dw_test_join_make(uint8_t seed);

/* A key of `seed`, seed + 1, ... */
void dw_test_join_bytes(uint8_t *bytes, size_t size, uint8_t seed);

#endif
