/* seal_session.h - datagrams of one connection, sealed and opened in place.
 *
 *     plain    header 2, rest n                                  as ENet makes and reads it
 *     sealed   header 2, counter 2, sealed rest n, tag 16        18 bytes more
 *
 * ChaCha20-Poly1305 (RFC 8439) under the session's key. Nonce: direction (0 client to server, 1
 * server to client) in 4 bytes and the 64-bit counter in 8, big-endian. Associated data: header and
 * counter, 4 bytes. The counter travels as its low 16 bits. The receiver takes the value nearest to
 * the newest counter that it accepted. Each counter is accepted once, within a window of 256 (RFC
 * 4303, appendix A2).
 *
 * Owns: one key, the next counter and the window. Knows no socket, no clock and no ENet.
 * Not thread-safe. Cost: 0.5 us for 100 bytes each way, no allocation, nothing copied but 2 bytes.
 */
#ifndef DW_PROTOCOL_SEAL_SEAL_SESSION_H
#define DW_PROTOCOL_SEAL_SEAL_SESSION_H

#include "protocol/seal/challenge.h"

enum {
    DW_SEAL_HEADER_SIZE = 2,                /* Of ENet, in the clear. */
    DW_SEAL_ROOM_BEFORE = 2,                /* Free bytes before a plain datagram. */
    DW_SEAL_ROOM_BEHIND = DW_SEAL_TAG_SIZE, /* Free bytes behind it. */
    DW_SEAL_SIZE = 2 + DW_SEAL_TAG_SIZE,    /* What a seal adds to a datagram. */
    DW_SEAL_WINDOW = 256,                   /* Counters a datagram may come late. */
    DW_SEALED_SIZE_MAX = DW_DATAGRAM_MAX + DW_SEAL_SIZE
};

/* A session sends no counter from here on: at 1000 datagrams a second after 8900 years. */
#define DW_SEAL_COUNTER_END (UINT64_C(1) << 48)

typedef enum dw_seal_role {
    DW_SEAL_CLIENT, /* Sends in direction 0. */
    DW_SEAL_SERVER  /* Sends in direction 1. */
} dw_seal_role;

typedef struct dw_seal_session {
    uint8_t key[DW_SEAL_KEY_SIZE];
    uint64_t next;                        /* Counter of the next datagram that is sent. */
    uint64_t end;                         /* Newest accepted counter + 1; 0: none yet. */
    uint64_t window[DW_SEAL_WINDOW / 64]; /* Bit c % 256: counter c was accepted. */
    dw_seal_role role;
} dw_seal_session;

#define DW_SEAL_VERDICTS(X)                                                                        \
    X(OPENED, "opened")                                                                            \
    X(BAD_SIZE, "bad_seal_size") /* Too short or too long to be sealed, or no connect. */          \
    X(OLD, "seal_too_old")       /* More than the window behind the newest one. */                 \
    X(REPLAYED, "seal_replayed") /* Accepted before. */                                            \
    X(USED_UP, "seal_used_up")   /* A counter that nobody may send. */                             \
    X(FORGED, "seal_forged")     /* Not made with this key, or changed on the way. */

typedef enum dw_seal_verdict {
#define DW_SEAL_VERDICT_ENUM(name, word) DW_SEAL_##name,
    DW_SEAL_VERDICTS(DW_SEAL_VERDICT_ENUM)
#undef DW_SEAL_VERDICT_ENUM
        DW_SEAL_VERDICT_COUNT
} dw_seal_verdict;

/* A word for logs and metrics. */
const char *dw_seal_word(dw_seal_verdict value);

/* A key is for one session of each role, ever: a second one would repeat counters. */
void dw_seal_session_begin(dw_seal_session *session, dw_seal_role role,
                           const uint8_t key[DW_SEAL_KEY_SIZE]);
void dw_seal_session_wipe(dw_seal_session *session);

/* The plain datagram stands at frame + DW_SEAL_ROOM_BEFORE, with DW_SEAL_ROOM_BEHIND free bytes
 * behind it; its size is 2 .. DW_DATAGRAM_MAX. The sealed one then stands at `frame`. Gives its
 * size, or 0 and changes nothing when all counters are used up: the connection has to end. */
size_t dw_seal_close(dw_seal_session *session, uint8_t *frame, size_t plain_size);

/* A sealed datagram at `frame`. OPENED: the plain one stands at frame + DW_SEAL_ROOM_BEFORE and has
 * DW_SEAL_SIZE bytes less. Any other verdict leaves the session as it was, whatever the bytes are;
 * FORGED overwrites the frame. */
dw_seal_verdict dw_seal_open(dw_seal_session *session, uint8_t *frame, size_t size);

/* The client's connect, kind 5, at each resending anew. ENet's CONNECT datagram stands at frame +
 * DW_CONNECT_SEALED_HEAD_SIZE, with DW_SEAL_ROOM_BEHIND free bytes behind it. Number, client key
 * and cookie come from `connect`; the counter is the session's. Gives the size, or 0 as
 * dw_seal_close does. */
size_t dw_seal_close_connect(dw_seal_session *session, const dw_challenge *connect, uint8_t *frame,
                             size_t plain_size);

/* The server's side, for the first connect as for each that is sent again. OPENED: CONNECT stands
 * at frame + DW_CONNECT_SEALED_HEAD_SIZE and ends DW_SEAL_TAG_SIZE bytes before the frame does.
 * Else as dw_seal_open. */
dw_seal_verdict dw_seal_open_connect(dw_seal_session *session, uint8_t *frame, size_t size);

#endif
