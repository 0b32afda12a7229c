/* datagram.h - checks a raw datagram before ENet may see it. Pure: bytes in, verdict out; the bytes
 * are hostile. ENet 1.3.17 trusts more than it should (tests/integration/NETWORK_CHECKLIST.md lists
 * it). Fragments reserve memory by a number in the datagram, compressed datagrams are unpacked
 * before the sender is known, and commands that no client of ours sends are obeyed. */
#ifndef DW_HOST_DATAGRAM_H
#define DW_HOST_DATAGRAM_H

#include "protocol/protocol.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Name, word, and the reason that is told to a client that has proved its address. */
#define DW_DATAGRAM_VERDICTS(X)                                                                    \
    X(FINE, "fine", NONE)                                                                          \
    X(CONNECT, "connect", NONE)       /* Fine, and asks for a connection. */                       \
    X(SOURCE, "bad_source", NONE)     /* Port 0, 0.0.0.0, multicast or broadcast. */               \
    X(SIZE, "bad_size", NONE)         /* Larger than the MTU, or no header. */                     \
    X(UNOPENED, "unopened", NONE)     /* Not sealed with the key of a connection (net_seal.h). */  \
    X(COMPRESSED, "compressed", NONE) /* Compressed; our clients never compress. */                \
    X(FRAGMENT, "fragment", NONE)     /* Fragmented; no client message is that long. */            \
    X(COMMAND, "bad_command", NONE)   /* Unknown, not to be acknowledged, or a server's. */        \
    X(TRUNCATED, "truncated", NONE)   /* Its commands do not end where the datagram ends. */       \
    X(STRANGER, "stranger", NONE)     /* Belongs to no connection, or to an earlier one. */        \
    X(FLOOD, "flood", NONE)           /* More than a peer may send (net_gate.c counts). */         \
    X(SHARE, "over_share", NONE)      /* ENet would keep more for this peer than its share. */     \
    X(CHALLENGE, "bad_challenge", NONE) /* Looks like a challenge, but is not a valid one. */      \
    X(COOKIE, "bad_cookie", NONE)     /* A connect without the cookie of its address and time. */  \
    X(REPLAY, "replayed", NONE)       /* A connect that was taken already. */                      \
    X(UNSEALED, "unsealed", NONE)     /* In the clear, where connections are sealed. */            \
    X(PASSWORD, "password", PASSWORD) /* Sealed with another password or key. */                   \
    X(BANNED, "banned", BANNED)       /* A connect from an address that the host has banned. */    \
    X(DISCOVERY, "discovery", NONE)   /* An ask for servers, over the rate or unwanted. */         \
    X(HALF_OPEN, "half_open", NONE)   /* Too many connections are being opened. */                 \
    X(ADDRESS, "address_full", ADDRESS) /* More connections than an address may hold. */           \
    X(JOIN_RATE, "join_rate", ADDRESS)  /* More connects than an address may make. */              \
    X(MEMORY, "no_memory", FULL)        /* A connect, and ENet has no memory for a join. */        \
    X(PLACE, "no_place", FULL)          /* A connect, and no peer is free or can give way. */

typedef enum dw_datagram_verdict {
#define DW_DATAGRAM_ENUM(name, word, reason) DW_DATAGRAM_##name,
    DW_DATAGRAM_VERDICTS(DW_DATAGRAM_ENUM)
#undef DW_DATAGRAM_ENUM
        DW_DATAGRAM_VERDICT_COUNT
} dw_datagram_verdict;

/* A word for logs and metrics. */
const char *dw_datagram_word(dw_datagram_verdict value);

dw_reason dw_datagram_reason(dw_datagram_verdict value);

/* What a datagram says about itself; `messages` only of a datagram that is judged FINE. */
typedef struct dw_datagram_facts {
    uint16_t peer; /* 0xfff: none yet. */
    uint8_t session;
    uint32_t
        messages; /* Messages that ENet keeps until their turn comes, empty ones too: 0 .. 32. */
} dw_datagram_facts;

/* Whether an answer to that source would hit a victim or make a send fail. `host` is an IPv4
 * address in network order, `port` in host order. */
bool dw_datagram_source_is_bad(uint32_t host, uint16_t port);

/* Judges a datagram as ENet would read it, after it was opened. */
dw_datagram_verdict dw_datagram_judge(const uint8_t *bytes, size_t size, dw_datagram_facts *facts);

#endif
