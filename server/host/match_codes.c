#include "server/host/match_codes.h"

#include "common/base/check.h"

#include <sodium.h>
#include <string.h>

#define SPREAD_MAX (UINT32_MAX / DW_MATCH_CODE_COUNT * (uint32_t)DW_MATCH_CODE_COUNT)

/* Must differ from the label of the hash that makes the seeds of rounds from this key. */
static const uint8_t label[] = "duskwatch match code";

/* The number of draw `index`: 32 bits of a keyed hash. */
static uint32_t draw(const dw_round_key *key, uint32_t index)
{
    uint8_t text[sizeof label + sizeof index];
    uint8_t hash[crypto_generichash_BYTES_MIN];
    memcpy(text, label, sizeof label);
    for (size_t i = 0; i < sizeof index; i++) {
        text[sizeof label + i] = (uint8_t)(index >> (8 * i));
    }
    const int failed =
        crypto_generichash(hash, sizeof hash, text, sizeof text, key->bytes, sizeof key->bytes);
    DW_CHECK(failed == 0);
    return (uint32_t)hash[0] | (uint32_t)hash[1] << 8 | (uint32_t)hash[2] << 16 |
           (uint32_t)hash[3] << 24;
}

void dw_match_codes_draw(char (*codes)[DW_MATCH_CODE_SIZE], uint32_t count, const dw_round_key *key)
{
    DW_CHECK(count < DW_MATCH_CODE_COUNT / 2);
    uint32_t made = 0;
    for (uint32_t index = 0; made < count; index++) {
        const uint32_t number = draw(key, index);
        if (number >= SPREAD_MAX) {
            continue; /* Rejection sampling, so that each code is equally likely. */
        }
        dw_match_code_make(number % DW_MATCH_CODE_COUNT, codes[made]);
        if (dw_match_codes_find(codes, made, codes[made]) == made) {
            made++;
        }
    }
}

uint32_t dw_match_codes_find(char (*codes)[DW_MATCH_CODE_SIZE], uint32_t count, const char *text)
{
    char code[DW_MATCH_CODE_SIZE];
    uint32_t index = dw_match_code_read(text, code) ? 0 : count;
    while (index < count && strcmp(codes[index], code) != 0) {
        index++;
    }
    return index;
}
