/* One table says which fields a kind has and in what order; encoder and decoder both walk it. */
#include "protocol/seal/challenge.h"

#include "common/base/check.h"

#include <string.h>

enum { MARK_SIZE = 4, KIND_AT = 4, FIELDS_AT = 5, FIELDS_MAX = 5, KINDS = 7 };

/* Behind mark, kind, number, truth and key. */
enum { ASK_PADDING_SIZE = DW_CHALLENGE_ASK_SIZE - (FIELDS_AT + 4 + 1 + 32) };

/* ENet's header of a compressed datagram from a peer without an index, then "DW". */
static const uint8_t mark[MARK_SIZE] = {0xff, 0xff, 'D', 'W'};

typedef enum field_form { NO_FIELD, BYTES, TRUTH, WORD32, WORD64 } field_form;

typedef struct field {
    field_form form;
    uint8_t size;
    uint16_t at; /* In dw_challenge. */
} field;

#define FIELD(form, member)                                                                        \
    {                                                                                              \
        form, sizeof(((dw_challenge *)NULL)->member), offsetof(dw_challenge, member)               \
    }

static const field fields[KINDS][FIELDS_MAX] = {
    [DW_CHALLENGE_ASK] = {FIELD(BYTES, number), FIELD(TRUTH, sealed), FIELD(BYTES, client_key)},
    [DW_CHALLENGE_ANSWER] = {FIELD(BYTES, number), FIELD(BYTES, cookie), FIELD(BYTES, server_key),
                             FIELD(BYTES, identity_key), FIELD(BYTES, salt)},
    [DW_CHALLENGE_REFUSED] = {FIELD(BYTES, number), FIELD(WORD32, reason)},
    [DW_CHALLENGE_ANSWER_CLEAR] = {FIELD(BYTES, number), FIELD(BYTES, cookie)},
    [DW_CHALLENGE_CONNECT_SEALED] = {FIELD(BYTES, number), FIELD(BYTES, client_key),
                                     FIELD(BYTES, cookie), FIELD(WORD64, counter)},
    [DW_CHALLENGE_CONNECT_CLEAR] = {FIELD(BYTES, number), FIELD(BYTES, cookie)},
};

/* What stands behind the fields: zeros of an ask, a CONNECT datagram, nothing. */
static const struct {
    uint16_t least, most;
} behind[KINDS] = {
    [DW_CHALLENGE_ASK] = {ASK_PADDING_SIZE, ASK_PADDING_SIZE},
    [DW_CHALLENGE_CONNECT_SEALED] = {DW_CONNECT_PLAIN_SIZE_MIN + DW_SEAL_TAG_SIZE,
                                     DW_CONNECT_PLAIN_SIZE_MAX + DW_SEAL_TAG_SIZE},
    [DW_CHALLENGE_CONNECT_CLEAR] = {DW_CONNECT_PLAIN_SIZE_MIN, DW_CONNECT_PLAIN_SIZE_MAX},
};

static void put_word(uint8_t *bytes, uint32_t size, uint64_t value)
{
    for (uint32_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(value >> 8 * (size - 1 - i));
    }
}

static uint64_t take_word(const uint8_t *bytes, uint32_t size)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < size; i++) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static void put_field(const field *f, const dw_challenge *challenge, uint8_t *bytes)
{
    switch (f->form) {
    case WORD32:
        put_word(bytes, f->size, challenge->reason);
        break;
    case WORD64:
        put_word(bytes, f->size, challenge->counter);
        break;
    case TRUTH:
        bytes[0] = challenge->sealed ? 1 : 0;
        break;
    default:
        memcpy(bytes, (const uint8_t *)challenge + f->at, f->size);
    }
}

/* False for a truth that is neither 0 nor 1. */
static bool take_field(const field *f, dw_challenge *challenge, const uint8_t *bytes)
{
    switch (f->form) {
    case WORD32:
        challenge->reason = (uint32_t)take_word(bytes, f->size);
        return true;
    case WORD64:
        challenge->counter = take_word(bytes, f->size);
        return true;
    case TRUTH:
        challenge->sealed = bytes[0] == 1;
        return bytes[0] <= 1;
    default:
        memcpy((uint8_t *)challenge + f->at, bytes, f->size);
        return true;
    }
}

static size_t head_size(uint8_t kind)
{
    size_t size = FIELDS_AT;
    for (uint32_t i = 0; i < FIELDS_MAX; i++) {
        size += fields[kind][i].size;
    }
    return size;
}

static bool only_zeros(const uint8_t *bytes, size_t size)
{
    uint8_t any = 0;
    for (size_t i = 0; i < size; i++) {
        any |= bytes[i];
    }
    return any == 0;
}

/* What the layout alone does not say. */
static bool fits(const dw_challenge *challenge)
{
    switch (challenge->kind) {
    case DW_CHALLENGE_ASK:
        return challenge->sealed != only_zeros(challenge->client_key, DW_SEAL_KEY_SIZE);
    case DW_CHALLENGE_REFUSED:
        return challenge->reason > DW_REASON_NONE && challenge->reason < DW_REASON_COUNT;
    default:
        return true;
    }
}

bool dw_challenge_is(const uint8_t *bytes, size_t size)
{
    return size >= MARK_SIZE && memcmp(bytes, mark, MARK_SIZE) == 0;
}

size_t dw_challenge_encode(const dw_challenge *challenge, uint8_t *bytes)
{
    DW_CHECK(challenge->kind >= DW_CHALLENGE_ASK && challenge->kind < KINDS);
    DW_CHECK(fits(challenge));
    memcpy(bytes, mark, MARK_SIZE);
    bytes[KIND_AT] = challenge->kind;
    size_t at = FIELDS_AT;
    for (uint32_t i = 0; i < FIELDS_MAX && fields[challenge->kind][i].form != NO_FIELD; i++) {
        put_field(&fields[challenge->kind][i], challenge, bytes + at);
        at += fields[challenge->kind][i].size;
    }
    if (challenge->kind == DW_CHALLENGE_ASK) {
        memset(bytes + at, 0, ASK_PADDING_SIZE);
        at += ASK_PADDING_SIZE;
    }
    return at;
}

/* ENet sends the time of sending along or leaves it out: a CONNECT has one size or the other. */
static bool right_size(uint8_t kind, size_t size)
{
    const size_t rest = size - head_size(kind);
    return size >= head_size(kind) && (rest == behind[kind].least || rest == behind[kind].most);
}

dw_status dw_challenge_decode(dw_challenge *challenge, const uint8_t *bytes, size_t size)
{
    if (!dw_challenge_is(bytes, size) || size < FIELDS_AT) {
        return DW_INVALID;
    }
    const uint8_t kind = bytes[KIND_AT];
    if (kind < DW_CHALLENGE_ASK || kind >= KINDS || !right_size(kind, size)) {
        return DW_INVALID;
    }
    dw_challenge result = {.kind = kind};
    bool good = true;
    size_t at = FIELDS_AT;
    for (uint32_t i = 0; i < FIELDS_MAX && fields[kind][i].form != NO_FIELD; i++) {
        good &= take_field(&fields[kind][i], &result, bytes + at);
        at += fields[kind][i].size;
    }
    if (!good || !fits(&result) ||
        (kind == DW_CHALLENGE_ASK && !only_zeros(bytes + at, size - at))) {
        return DW_INVALID;
    }
    *challenge = result;
    return DW_OK;
}
