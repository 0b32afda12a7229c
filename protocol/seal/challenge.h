/* challenge.h - the datagrams that client and server exchange before there is a connection: asking
 * for a cookie, the answer, a refusal, and the two forms of a connect. They travel beside ENet's
 * own datagrams; ENet takes them for compressed ones of an unknown peer and drops them.
 *
 *     kind 1 ask             mark, 1, number 4, sealed 0|1, client key 32, zeros to 512 bytes
 *     kind 2 answer          mark, 2, number 4, cookie 16, server key 32, identity key 32, salt 16
 *     kind 3 refused         mark, 3, number 4, reason 4
 *     kind 4 answer, clear   mark, 4, number 4, cookie 16
 *     kind 5 connect         mark, 5, number 4, client key 32, cookie 16, counter 8, sealed CONNECT
 *     kind 6 connect, clear  mark, 6, number 4, cookie 16, CONNECT
 *
 * `mark` is ff ff 44 57, numbers are big-endian. Every answer is smaller than the ask, so that a
 * forged sender's address never makes the server send more than it received.
 *
 * Pure: bytes in, values out; the bytes are hostile. Knows no key and no cookie: seal_keys.h and
 * server_secrets.h do. Cost: one pass over the bytes, no allocation. */
#ifndef DW_PROTOCOL_SEAL_CHALLENGE_H
#define DW_PROTOCOL_SEAL_CHALLENGE_H

#include "common/base/status.h"
#include "protocol/protocol.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DW_CHALLENGE_NUMBER_SIZE = 4,
    DW_CHALLENGE_COOKIE_SIZE = 16,
    DW_SEAL_KEY_SIZE = 32, /* A public, secret or session key. */
    DW_SEAL_SALT_SIZE = 16,
    DW_SEAL_TAG_SIZE = 16,

    DW_CHALLENGE_ASK_SIZE = 512,
    DW_CHALLENGE_ANSWER_SIZE = 105,
    DW_CHALLENGE_REFUSED_SIZE = 13,
    DW_CHALLENGE_ANSWER_CLEAR_SIZE = 25,

    /* What stands before ENet's CONNECT datagram in kinds 5 and 6. */
    DW_CONNECT_SEALED_HEAD_SIZE = 65,
    DW_CONNECT_CLEAR_HEAD_SIZE = 25,

    /* ENet's CONNECT datagram without and with the time of sending. */
    DW_CONNECT_PLAIN_SIZE_MIN = 50,
    DW_CONNECT_PLAIN_SIZE_MAX = 52,
    DW_CONNECT_SIZE_MAX = DW_CONNECT_SEALED_HEAD_SIZE + DW_CONNECT_PLAIN_SIZE_MAX + DW_SEAL_TAG_SIZE
};

typedef enum dw_challenge_kind {
    DW_CHALLENGE_ASK = 1,
    DW_CHALLENGE_ANSWER = 2,
    DW_CHALLENGE_REFUSED = 3,
    DW_CHALLENGE_ANSWER_CLEAR = 4, /* Only from a server that seals nothing. */
    DW_CHALLENGE_CONNECT_SEALED = 5,
    DW_CHALLENGE_CONNECT_CLEAR = 6
} dw_challenge_kind;

/* Fields that a kind does not have are zero. */
typedef struct dw_challenge {
    uint8_t kind;
    uint8_t number[DW_CHALLENGE_NUMBER_SIZE]; /* connectID, as its bytes stand in ENet's CONNECT. */
    bool sealed;                              /* Of an ask: the client wants a sealed connection. */
    uint8_t client_key[DW_SEAL_KEY_SIZE];     /* Ephemeral; zeros in an ask that is not sealed. */
    uint8_t cookie[DW_CHALLENGE_COOKIE_SIZE];
    uint8_t server_key[DW_SEAL_KEY_SIZE]; /* Ephemeral, of the server's period. */
    uint8_t identity_key[DW_SEAL_KEY_SIZE];
    uint8_t salt[DW_SEAL_SALT_SIZE]; /* Of the password; zeros: the server asks for none. */
    uint32_t reason;                 /* A dw_reason, not DW_REASON_NONE. */
    uint64_t counter;                /* Of the sealed CONNECT. */
} dw_challenge;

/* Whether the datagram is one of these and not ENet's. */
bool dw_challenge_is(const uint8_t *bytes, size_t size);

/* The fields of any kind: a whole datagram of kinds 1 to 4, and of kinds 5 and 6 the head that
 * stands before ENet's CONNECT. Gives the size: at most DW_CHALLENGE_ASK_SIZE for an ask, at most
 * DW_CHALLENGE_ANSWER_SIZE for the others. */
size_t dw_challenge_encode(const dw_challenge *challenge, uint8_t *bytes);

/* Of kinds 5 and 6 the head is decoded, and what stands behind it has to have the size of a CONNECT
 * datagram. DW_INVALID for what could not have been encoded; `challenge` is untouched then. */
DW_MUST_USE dw_status dw_challenge_decode(dw_challenge *challenge, const uint8_t *bytes,
                                          size_t size);

#endif
