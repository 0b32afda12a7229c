/* net_seal.h - the keys of a server's connections, by ENet's index of the peer. A connection that
 * was let in gets its index when ENet answers CONNECT; until then it is expected. A peer whose
 * client has gone may share address and the client's index with a newer one: each keeps its own
 * key. Owns: the sessions of all peers. Does not know who gets in, or ENet's peers. Cost: O(1)
 * beside the cipher. */
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
    dw_seal_session session;
    uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE];
} dw_net_sealed;

typedef struct dw_net_seals {
    uint32_t peers;
    dw_net_sealed *rows; /* By ENet's index. */
    uint32_t expected_next;
    dw_net_sealed expected[DW_NET_EXPECTED_MAX];
} dw_net_seals;

DW_MUST_USE dw_status dw_net_seals_create(dw_net_seals **out, dw_arena *arena, uint32_t peers);
void dw_net_seals_wipe(dw_net_seals *seals); /* NULL is nothing. */

/* This connection is about to be let in; `used` is set here. */
void dw_net_seals_expect(dw_net_seals *seals, const dw_net_sealed *connection);

/* In place, for the peer at `index`. False: it has no connection there, or its counters are used
 * up.
 */
bool dw_net_seals_close(dw_net_seals *seals, uint32_t index, dw_datagram *datagram);

/* In place, when OPENED. A peer without a connection, or at another address: DW_SEAL_FORGED. */
dw_seal_verdict dw_net_seals_open(dw_net_seals *seals, dw_datagram *datagram);

/* The peer is gone: its key is wiped. */
void dw_net_seals_forget(dw_net_seals *seals, uint32_t index);

/* What the client's identity signs; NULL when the peer has no connection. */
const uint8_t *dw_net_seals_transcript(const dw_net_seals *seals, uint32_t index);

#endif
