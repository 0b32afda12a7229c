#include "join.h"

#include <string.h>

void dw_test_join_bytes(uint8_t *bytes, size_t size, uint8_t seed)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(seed + i);
    }
}

static void make_pair(dw_seal_pair *pair, uint8_t seed)
{
    uint8_t secret[DW_SEAL_KEY_SIZE];
    dw_test_join_bytes(secret, sizeof secret, seed);
    dw_seal_pair_from(pair, secret);
}

dw_test_join dw_test_join_make(uint8_t seed)
{
    dw_test_join join = {.ask = {.kind = DW_CHALLENGE_ASK, .sealed = true},
                         .answer = {.kind = DW_CHALLENGE_ANSWER}};
    make_pair(&join.client, seed);
    make_pair(&join.ephemeral, (uint8_t)(seed + 64));
    make_pair(&join.identity, (uint8_t)(seed + 128));
    dw_test_join_bytes(join.ask.number, sizeof join.ask.number, seed);
    memcpy(join.ask.client_key, join.client.public_key, DW_SEAL_KEY_SIZE);
    memcpy(join.answer.number, join.ask.number, sizeof join.ask.number);
    dw_test_join_bytes(join.answer.cookie, sizeof join.answer.cookie, (uint8_t)(seed + 192));
    memcpy(join.answer.server_key, join.ephemeral.public_key, DW_SEAL_KEY_SIZE);
    memcpy(join.answer.identity_key, join.identity.public_key, DW_SEAL_KEY_SIZE);
    return join;
}
