/* Any bytes as what clients and servers say when clients look for servers: what decodes encodes to
 * the same bytes, an answer is always smaller than an ask, and nothing is both. */
#include "common/base/check.h"
#include "fuzz.h"
#include "protocol/seal/discovery.h"

#include <stdlib.h>
#include <string.h>

static bool try_ask(const uint8_t *bytes, size_t size)
{
    uint8_t number[DW_DISCOVERY_NUMBER_SIZE];
    if (dw_discovery_ask_decode(number, bytes, size) != DW_OK) {
        return false;
    }
    uint8_t again[DW_DISCOVERY_ASK_SIZE];
    dw_discovery_ask_encode(number, again);
    DW_CHECK(size == sizeof again && memcmp(again, bytes, size) == 0);
    DW_CHECK(dw_discovery_is_ask(bytes, size));
    return true;
}

static bool try_answer(const uint8_t *bytes, size_t size)
{
    dw_discovery_answer answer;
    if (dw_discovery_answer_decode(&answer, bytes, size) != DW_OK) {
        return false;
    }
    uint8_t again[DW_DISCOVERY_ANSWER_MAX];
    DW_CHECK(dw_discovery_answer_encode(&answer, again) == size);
    DW_CHECK(size < DW_DISCOVERY_ASK_SIZE && memcmp(again, bytes, size) == 0);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *bytes =
        calloc(size > 0 ? size : 1, 1); /* As large as that, so that one byte more shows. */
    DW_CHECK(bytes != NULL);
    if (size > 0) {
        memcpy(bytes, data, size);
    }
    dw_challenge challenge;
    const bool asks = try_ask(bytes, size);
    const bool answers = try_answer(bytes, size);
    DW_CHECK(!asks || !answers);
    DW_CHECK((!asks && !answers) || dw_challenge_decode(&challenge, bytes, size) == DW_INVALID);
    char cut[DW_DISCOVERY_NAME_MAX + 1];
    char text[256];
    const size_t length = size < sizeof text - 1 ? size : sizeof text - 1;
    memcpy(text, bytes, length);
    text[length] = '\0';
    dw_discovery_cut(text, DW_DISCOVERY_NAME_MAX, cut);
    DW_CHECK(strlen(cut) >= 1 && strlen(cut) <= DW_DISCOVERY_NAME_MAX);
    free(bytes);
    return 0;
}
