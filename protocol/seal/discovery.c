#include "protocol/seal/discovery.h"

#include "common/base/check.h"
#include "common/base/text.h"

#include <string.h>

enum {
    MARK_SIZE = 4,
    NUMBER_AT = 5,
    ASK_ZEROS_AT = NUMBER_AT + DW_DISCOVERY_NUMBER_SIZE,
    FLAGS_AT = ASK_ZEROS_AT + 2,
    COUNTS_AT = FLAGS_AT + 1,
    COUNTS = 4,
    KEY_AT = COUNTS_AT + 2 * COUNTS,
    TEXTS_AT = KEY_AT + DW_SEAL_KEY_SIZE,
    FLAG_SEALED = 1,
    FLAG_PASSWORD = 2,
    FLAG_WATCHABLE = 4,
    FLAGS = 7
};

_Static_assert((int)DW_DISCOVERY_ANSWER_MAX < (int)DW_DISCOVERY_ASK_SIZE,
               "nobody gets more than was sent in its name");
_Static_assert((int)TEXTS_AT == 56, "what stands before the texts");

static const uint8_t mark[MARK_SIZE] = {0xff, 0xff, 'D', 'W'};

static bool is_kind(const uint8_t *bytes, size_t size, uint8_t kind)
{
    return size > MARK_SIZE && memcmp(bytes, mark, MARK_SIZE) == 0 && bytes[MARK_SIZE] == kind;
}

static void begin(uint8_t *bytes, uint8_t kind, const uint8_t *number)
{
    memcpy(bytes, mark, MARK_SIZE);
    bytes[MARK_SIZE] = kind;
    memcpy(bytes + NUMBER_AT, number, DW_DISCOVERY_NUMBER_SIZE);
}

static bool only_zeros(const uint8_t *bytes, size_t size)
{
    uint8_t any = 0;
    for (size_t i = 0; i < size; i++) {
        any |= bytes[i];
    }
    return any == 0;
}

void dw_discovery_ask_encode(const uint8_t number[DW_DISCOVERY_NUMBER_SIZE],
                             uint8_t bytes[DW_DISCOVERY_ASK_SIZE])
{
    memset(bytes, 0, DW_DISCOVERY_ASK_SIZE);
    begin(bytes, DW_DISCOVERY_ASK_KIND, number);
}

bool dw_discovery_is_ask(const uint8_t *bytes, size_t size)
{
    return is_kind(bytes, size, DW_DISCOVERY_ASK_KIND);
}

dw_status dw_discovery_ask_decode(uint8_t number[DW_DISCOVERY_NUMBER_SIZE], const uint8_t *bytes,
                                  size_t size)
{
    if (size != DW_DISCOVERY_ASK_SIZE || !dw_discovery_is_ask(bytes, size) ||
        !only_zeros(bytes + ASK_ZEROS_AT, size - ASK_ZEROS_AT)) {
        return DW_INVALID;
    }
    memcpy(number, bytes + NUMBER_AT, DW_DISCOVERY_NUMBER_SIZE);
    return DW_OK;
}

static void put_u16(uint8_t *bytes, uint16_t value)
{
    bytes[0] = (uint8_t)(value >> 8);
    bytes[1] = (uint8_t)value;
}

static uint16_t take_u16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

static bool is_valid(const dw_discovery_answer *answer)
{
    return answer->matches >= 1 && (answer->sealed || !answer->password) &&
           answer->sealed != only_zeros(answer->identity_key, DW_SEAL_KEY_SIZE);
}

static size_t put_text(uint8_t *bytes, size_t at, const char *text, size_t max)
{
    const size_t size = strlen(text);
    DW_CHECK(size <= max && dw_text_is_clean(text, size));
    bytes[at] = (uint8_t)size;
    memcpy(bytes + at + 1, text, bytes[at]);
    return at + 1 + size;
}

size_t dw_discovery_answer_encode(const dw_discovery_answer *answer,
                                  uint8_t bytes[DW_DISCOVERY_ANSWER_MAX])
{
    DW_CHECK(is_valid(answer));
    begin(bytes, DW_DISCOVERY_ANSWER_KIND, answer->number);
    put_u16(bytes + ASK_ZEROS_AT, answer->version);
    bytes[FLAGS_AT] =
        (uint8_t)((answer->sealed ? FLAG_SEALED : 0) | (answer->password ? FLAG_PASSWORD : 0) |
                  (answer->watchable ? FLAG_WATCHABLE : 0));
    const uint16_t counts[COUNTS] = {answer->players, answer->places, answer->spectators,
                                     answer->matches};
    for (uint32_t i = 0; i < COUNTS; i++) {
        put_u16(bytes + COUNTS_AT + (size_t)2 * i, counts[i]);
    }
    memcpy(bytes + KEY_AT, answer->identity_key, DW_SEAL_KEY_SIZE);
    size_t at = put_text(bytes, TEXTS_AT, answer->name, DW_DISCOVERY_NAME_MAX);
    at = put_text(bytes, at, answer->map, DW_DISCOVERY_MAP_MAX);
    return put_text(bytes, at, answer->release, DW_DISCOVERY_RELEASE_MAX);
}

/* The next text of the `size` bytes; false when it does not lie within them or is not clean. */
static bool take_text(const uint8_t *bytes, size_t size, size_t *at, char *out, size_t max)
{
    if (*at >= size) {
        return false;
    }
    const size_t length = bytes[*at];
    const char *text = (const char *)bytes + *at + 1;
    if (length > max || length > size - *at - 1 || !dw_text_is_clean(text, length)) {
        return false;
    }
    memcpy(out, text, length);
    out[length] = '\0';
    *at += 1 + length;
    return true;
}

dw_status dw_discovery_answer_decode(dw_discovery_answer *answer, const uint8_t *bytes, size_t size)
{
    if (size < TEXTS_AT || !is_kind(bytes, size, DW_DISCOVERY_ANSWER_KIND) ||
        bytes[FLAGS_AT] > FLAGS) {
        return DW_INVALID;
    }
    dw_discovery_answer result = {.version = take_u16(bytes + ASK_ZEROS_AT),
                                  .sealed = (bytes[FLAGS_AT] & FLAG_SEALED) != 0,
                                  .password = (bytes[FLAGS_AT] & FLAG_PASSWORD) != 0,
                                  .watchable = (bytes[FLAGS_AT] & FLAG_WATCHABLE) != 0,
                                  .players = take_u16(bytes + COUNTS_AT),
                                  .places = take_u16(bytes + COUNTS_AT + 2),
                                  .spectators = take_u16(bytes + COUNTS_AT + 4),
                                  .matches = take_u16(bytes + COUNTS_AT + 6)};
    memcpy(result.number, bytes + NUMBER_AT, sizeof result.number);
    memcpy(result.identity_key, bytes + KEY_AT, sizeof result.identity_key);
    size_t at = TEXTS_AT;
    if (!take_text(bytes, size, &at, result.name, DW_DISCOVERY_NAME_MAX) ||
        !take_text(bytes, size, &at, result.map, DW_DISCOVERY_MAP_MAX) ||
        !take_text(bytes, size, &at, result.release, DW_DISCOVERY_RELEASE_MAX) || at != size ||
        !is_valid(&result)) {
        return DW_INVALID;
    }
    *answer = result;
    return DW_OK;
}

void dw_discovery_cut(const char *text, size_t max, char *out)
{
    size_t size = 0;
    for (size_t next = 1; next > 0;) {
        uint32_t code = 0;
        next = dw_text_character(text + size, strlen(text + size), &code);
        if (size + next > max) {
            break;
        }
        size += next;
    }
    memcpy(out, text, size);
    out[size] = '\0';
    if (size == 0) {
        memcpy(out, "?", 2);
    }
}
