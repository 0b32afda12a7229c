/* datagram.h - what a raw datagram must look like before ENet may see it. Pure: bytes in, verdict
 * out; the bytes are hostile. ENet 1.3.17 trusts more than it should (reference of pitfalls:
 * server/host/README.md): fragments reserve memory by a number in the datagram, compressed ones
 * are unpacked before anybody is known, and commands that no client of ours sends are obeyed. */
#ifndef DW_HOST_DATAGRAM_H
#define DW_HOST_DATAGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DW_DATAGRAM_VERDICTS(X)                                                                    \
    X(FINE, "fine")                                                                                \
    X(CONNECT, "connect")       /* Fine, and asks for a connection. */                             \
    X(SOURCE, "bad_source")     /* Port 0, 0.0.0.0, multicast or broadcast. */                     \
    X(SIZE, "bad_size")         /* Larger than the MTU, or no header. */                           \
    X(COMPRESSED, "compressed") /* Nobody compresses here. */                                      \
    X(FRAGMENT, "fragment")     /* No client message is that long. */                              \
    X(COMMAND, "bad_command")   /* Unknown, not to be acknowledged, or only a server sends it. */  \
    X(TRUNCATED, "truncated")   /* Its commands do not end where it ends. */                       \
    X(STRANGER, "stranger")     /* Without a connection, and no clean request for one. */          \
    X(FLOOD, "flood")           /* More than a peer may send (net.c counts). */                    \
    X(HALF_OPEN, "half_open")   /* Too many connections are being opened (net.c counts). */        \
    X(KNOCK, "knock")           /* Fine, asks for a join cookie; never reaches ENet. */            \
    X(BAD_KNOCK, "bad_knock")   /* Looks like that, but is not. */                                 \
    X(COOKIE, "bad_cookie")     /* A connect without the cookie of its address and time. */        \
    X(REPLAY, "replayed")       /* A connect that was taken already. */                            \
    X(ADDRESS, "address_full")  /* More connections than an address may hold. */                   \
    X(JOIN_RATE, "join_rate")   /* More connects than an address may make. */                      \
    X(SHARE, "over_share")      /* ENet would keep more of this peer's than its share. */          \
    X(MEMORY, "no_memory")      /* A connect, and ENet has no memory for a join. */                \
    X(PLACE, "no_place")        /* A connect, and no peer is free or gives way. */

typedef enum dw_datagram_verdict {
#define DW_DATAGRAM_ENUM(name, word) DW_DATAGRAM_##name,
    DW_DATAGRAM_VERDICTS(DW_DATAGRAM_ENUM)
#undef DW_DATAGRAM_ENUM
        DW_DATAGRAM_VERDICT_COUNT
} dw_datagram_verdict;

/* A word for logs and metrics. */
const char *dw_datagram_word(dw_datagram_verdict verdict);

/* What a connect carries. */
typedef struct dw_datagram_connect {
    uint8_t number[4]; /* connectID, as its bytes stand there. */
    uint32_t cookie;   /* The number that ENet lets travel along. */
} dw_datagram_connect;

/* Of a datagram that was judged CONNECT. */
dw_datagram_connect dw_datagram_read_connect(const uint8_t *bytes);

/* What it says of itself; `messages` of one that is judged FINE. */
typedef struct dw_datagram_facts {
    uint16_t peer;     /* 0xfff: none yet. */
    uint32_t messages; /* That ENet keeps until their turn comes, empty ones too: 0 .. 32. */
} dw_datagram_facts;

/* `host` is an IPv4 address in network order, `port` in host order. */
dw_datagram_verdict dw_datagram_judge(const uint8_t *bytes, size_t size, uint32_t host,
                                      uint16_t port, dw_datagram_facts *facts);

#endif
