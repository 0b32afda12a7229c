/* knock.h - what client and server say before there is a connection: asking for a join cookie, the
 * cookie, or why there will be no connection. Raw datagrams beside ENet's own, which ENet takes for
 * compressed ones and drops. Pure: bytes in, values out; the bytes are hostile.
 *
 * The request is padded so that no answer is larger: whoever forges a sender's address makes the
 * server send less than he sent himself. */
#ifndef DW_PROTOCOL_KNOCK_H
#define DW_PROTOCOL_KNOCK_H

#include "common/base/status.h"
#include "protocol/protocol.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    DW_KNOCK_NUMBER_SIZE = 4,
    DW_KNOCK_ASK_SIZE = 512,
    DW_KNOCK_ANSWER_SIZE = 13,
    DW_COOKIE_LIFE_S = 8 /* A cookie is good for so long at least, and twice as long at most. */
};

typedef enum dw_knock_kind {
    DW_KNOCK_ASK = 1,    /* May I connect with this number? */
    DW_KNOCK_COOKIE = 2, /* Yes: value = the cookie that the connect must carry. */
    DW_KNOCK_REFUSED = 3 /* No: value = a dw_reason. Answers a connect, not an ask. */
} dw_knock_kind;

typedef struct dw_knock {
    uint8_t kind;
    uint8_t number[DW_KNOCK_NUMBER_SIZE]; /* connectID, as its bytes stand in ENet's connect. */
    uint32_t value;                       /* 0 in an ask. */
} dw_knock;

/* Whether the datagram is one of these and not ENet's. */
bool dw_knock_is(const uint8_t *bytes, size_t size);

/* Gives the size: DW_KNOCK_ASK_SIZE or DW_KNOCK_ANSWER_SIZE. */
size_t dw_knock_encode(const dw_knock *knock, uint8_t bytes[DW_KNOCK_ASK_SIZE]);

/* DW_INVALID for what dw_knock_encode could not have made. */
DW_MUST_USE dw_status dw_knock_decode(dw_knock *knock, const uint8_t *bytes, size_t size);

#endif
