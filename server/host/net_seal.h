/* net_seal.h - a server's connections by ENet's index of the peer: whose each is, its key, and what
 * it has sent. One that was let in gets its index when ENet answers CONNECT; until then it is
 * expected. A departed client's peer may share its address and the client's index with a newer one:
 * each keeps its own row. Owns: the sessions of all peers. Does not know: the rules of joining,
 * ENet's peers. Cost: O(1) beside the cipher. */
#ifndef DW_HOST_NET_SEAL_H
#define DW_HOST_NET_SEAL_H

#include "common/base/arena.h"
#include "protocol/seal/seal_keys.h"
#include "protocol/seal/seal_session.h"
#include "protocol/transport/datagram_layer.h"
#include "protocol/transport/enet_wire.h"

enum { DW_NET_EXPECTED_MAX = 256 }; /* ENet reads no more datagrams before it answers. */

typedef struct dw_net_sealed {
    bool used;
    uint32_t host; /* IPv4, in network order. */
    uint16_t port;
    uint8_t number[DW_ENET_NUMBER_SIZE]; /* ENet's, of the connection. */
    uint32_t since_ms;                   /* When it was let in. */
    uint32_t window_ms;                  /* Start of the second in which datagrams are counted. */
    uint32_t datagrams, messages;        /* In that second. */
    uint32_t flood_seconds;              /* In a row, with too many of them. */
    bool over_share;                     /* It was refused more than any peer may have wait. */
    dw_seal_session session;
    uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE];
} dw_net_sealed;

typedef struct dw_net_seals {
    bool sealed; /* Else the rows have no keys, and bytes stay as they are. */
    uint32_t peers;
    dw_net_sealed *rows; /* By ENet's index. */
    uint32_t expected_next;
    dw_net_sealed expected[DW_NET_EXPECTED_MAX];
} dw_net_seals;

DW_MUST_USE dw_status dw_net_seals_create(dw_net_seals **out, dw_arena *arena, uint32_t peers,
                                          bool sealed);
void dw_net_seals_wipe(dw_net_seals *seals);

/* Notes a connection that is about to be let in; sets `used`. */
void dw_net_seals_expect(dw_net_seals *seals, const dw_net_sealed *connection);

/* The connection of the peer at `index`, NULL when that peer isn't at this address: a forged
 * datagram spends nobody's budget. */
dw_net_sealed *dw_net_seals_at(dw_net_seals *seals, uint32_t index, const dw_datagram *datagram);

/* Seals in place, for the peer at `index`. False: there is no connection, or its counters are used
 * up. */
bool dw_net_seals_close(dw_net_seals *seals, uint32_t index, dw_datagram *datagram);

/* Opens in place; the bytes are changed only when OPENED. A peer without a connection, or at
 * another address: DW_SEAL_FORGED. For a sealed server alone. */
dw_seal_verdict dw_net_seals_open(dw_net_seals *seals, dw_datagram *datagram);

/* The peer is gone: wipes its row. */
void dw_net_seals_forget(dw_net_seals *seals, uint32_t index);

#endif
