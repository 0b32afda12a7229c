/* net_seal.h - the keys of a server's connections: by ENet's index of the peer for what comes, by
 * address and the client's index for what goes. A connection that was let in gets its index when
 * ENet answers CONNECT; until then it is expected.
 * Owns: the sessions of all peers. Does not know who gets in, or ENet's peers. Cost: O(1) beside
 * the cipher. */
#ifndef DW_HOST_NET_SEAL_H
#define DW_HOST_NET_SEAL_H

#include "common/base/arena.h"
#include "protocol/seal/seal_keys.h"
#include "protocol/seal/seal_session.h"
#include "protocol/transport/datagram_layer.h"
#include "protocol/transport/peer_map.h"

enum { DW_NET_EXPECTED_MAX = 256 }; /* ENet reads no more datagrams before it answers. */

typedef struct dw_net_sealed {
    bool used;
    dw_peer_key key;
    dw_seal_session session;
    uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE];
} dw_net_sealed;

typedef struct dw_net_seals {
    uint32_t peers;
    dw_net_sealed *rows; /* By ENet's index. */
    dw_peer_map map;
    uint32_t expected_next;
    dw_net_sealed expected[DW_NET_EXPECTED_MAX];
} dw_net_seals;

DW_MUST_USE dw_status dw_net_seals_create(dw_net_seals **out, dw_arena *arena, uint32_t peers);
void dw_net_seals_wipe(dw_net_seals *seals); /* NULL is nothing. */

/* This connection is about to be let in; `used` is set here. */
void dw_net_seals_expect(dw_net_seals *seals, const dw_net_sealed *connection);

/* In place. False: the datagram belongs to no connection, or its counters are used up. */
bool dw_net_seals_close(dw_net_seals *seals, dw_datagram *datagram);

/* In place, when OPENED. A peer without a connection, or at another address: DW_SEAL_FORGED. */
dw_seal_verdict dw_net_seals_open(dw_net_seals *seals, dw_datagram *datagram);

/* The peer is gone: its key is wiped. */
void dw_net_seals_forget(dw_net_seals *seals, uint32_t index);

/* What the client's identity signs; NULL when the peer has no connection. */
const uint8_t *dw_net_seals_transcript(const dw_net_seals *seals, uint32_t index);

#endif
