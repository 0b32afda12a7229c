/* net_state.h - the inside of a dw_net, for its files alone: net.c (opening, turns of ENet,
 * sending), net_peers.c (how connections end), net_gate.c (which datagrams go on), net_join.c (how
 * connections begin), net_discovery.c (clients that look for servers), net_places.c (who may have a
 * peer), net_seal.c (whose a datagram is, and its key) and net_memory.c (whose memory ENet takes).
 *
 *     socket -> layer -> net_gate: net_join, net_places  challenges and connects
 *                                  net_seal  opens
 *                                  datagram  judges --> ENet -> net.c -> handler
 *     socket <- layer <- net_gate: net_seal  seals  <-- ENet <- net.c <- dw_net_send */
#ifndef DW_HOST_NET_STATE_H
#define DW_HOST_NET_STATE_H

#include "protocol/seal/server_secrets.h"
#include "protocol/transport/datagram_layer.h"
#include "server/host/address_rate.h"
#include "server/host/discovery_limit.h"
#include "server/host/net.h"
#include "server/host/net_seal.h"
#include "server/host/net_slab.h"

#include <enet/enet.h>

/* What the handler was told of a peer; net_seal.h has what ENet's peer is now. */
typedef struct dw_net_row {
    uint32_t generation; /* Of the connection, 0 = none yet. */
    bool open;           /* The handler knows of this peer. */
    uint32_t host;       /* Its address, IPv4 in network order, */
    uint16_t port;       /* which ENet's peer forgets for the next one in its place. */
    dw_net_loss lost;    /* Given up; the handler is told before ENet's next turn. */
    bool member;         /* Let in: it keeps its place (net_places.c). */
    uint32_t leaving_ms; /* Since when it has been told to go; 0 = it has not. */
} dw_net_row;

struct dw_net {
    ENetHost *host;
    dw_net_handler handler;
    bool (*banned)(void *context, uint32_t host);                 /* NULL: no address is banned. */
    bool (*describe)(void *context, dw_discovery_answer *answer); /* NULL: cannot be found. */
    dw_discovery_limit discovery;
    uint32_t peers_max;
    uint32_t generation;
    uint32_t now_ms; /* Of the last poll or flush. */
    uint32_t sweep_ms;
    uint64_t read_ns;    /* When the socket was last read. */
    uint32_t lost_count; /* Rows whose loss the handler has not been told of. */
    dw_datagram_layer *layer;
    dw_net_stats stats;
    dw_net_row *rows;
    dw_net_seals *seals;
    dw_server_secrets secrets;
    dw_address_rate joins;
    uint32_t spare;                     /* Peers beyond those that members can have. */
    bool is_short;                      /* Of free peers, as of the last sweep. */
    uint32_t exempt[DW_NET_EXEMPT_MAX]; /* Addresses, in network order. */
    uint32_t exempt_count;
};

/* index + 1 in the low 12 bits; ENet's 4095 peers just fit. */
static inline dw_peer dw_net_handle_of(const dw_net *net, uint32_t index)
{
    return net->rows[index].generation << 12 | (index + 1);
}

static inline bool dw_net_is_half_open(const ENetPeer *peer)
{
    return peer->state == ENET_PEER_STATE_ACKNOWLEDGING_CONNECT;
}

/* net_gate.c */

bool dw_net_gate_in(void *net, dw_datagram *datagram);
bool dw_net_gate_out(void *net, dw_datagram *datagram);

/* net_join.c */

/* `keys` of the config, NULL: nothing is sealed. */
void dw_net_join_open(dw_net *net, const dw_net_keys *keys);

/* Handles a datagram of a challenge (protocol/seal/challenge.h). FINE for a connect that is let in:
 * the datagram is then ENet's own CONNECT. CONNECT for an ask that was answered. */
dw_datagram_verdict dw_net_join_take(dw_net *net, dw_datagram *datagram);

/* net_discovery.c */

/* Answers an ask (protocol/seal/discovery.h): CONNECT, or why not. */
dw_datagram_verdict dw_net_discovery_take(dw_net *net, const dw_datagram *datagram);

/* net_peers.c */

/* Gives up the connection of this peer: releases it now and tells the handler later. */
void dw_net_lose(dw_net *net, uint32_t index, dw_net_loss why);

/* Releases ENet's peer and its key at once, and tells the handler nothing. */
void dw_net_release(dw_net *net, uint32_t index);

/* Tells the handler of the loss of one row, if it was lost, or of all. Between ticks only. */
void dw_net_tell_lost(dw_net *net, uint32_t index);
void dw_net_tell_all_lost(dw_net *net);

/* Ends connections that hold a shared resource for longer, or more of it, than a client needs.
 * O(peers), a few times a second. */
void dw_net_sweep(dw_net *net);

/* net_places.c */

bool dw_net_is_exempt(const dw_net *net, uint32_t host);

/* Whether a connect from that address, with a good cookie, may have a peer: CONNECT, or why not.
 * `gives_way`: the peer that has to go for it, or peers_max. Counts as a join of the address.
 * O(peers); O(1) for an address that has used up its joins. */
dw_datagram_verdict dw_net_find_place(dw_net *net, uint32_t host, uint32_t *gives_way);
void dw_net_give_way(dw_net *net, uint32_t index);

/* net_memory.c */

/* What ENet keeps of a message that waits or is sent, beside its own bytes; rounded up. */
enum { DW_NET_MESSAGE_BYTES = 224 };

/* Each peer is two owners of memory: of what it made ENet keep, and of what it has not
 * acknowledged. */
static inline uint32_t dw_net_received_by(uint32_t index)
{
    return 1 + 2 * index;
}

static inline uint32_t dw_net_sent_to(uint32_t index)
{
    return 2 + 2 * index;
}

_Static_assert(2 * DW_NET_PEERS_MAX < DW_NET_SLAB_OWNERS_MAX, "each peer is two owners");

/* Whether ENet may keep `messages` more of that peer for a datagram of `size` bytes. */
bool dw_net_may_wait(dw_net *net, uint32_t index, uint32_t messages, size_t size);

/* Gives up the peer that holds the most memory, other than `except`, and frees it at once. False
 * when no peer holds much. O(peers). */
bool dw_net_evict(dw_net *net, uint32_t except);

#endif
