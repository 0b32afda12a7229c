/* net_places.c - who may have one of ENet's peers. Members, the peers that were let into a match,
 * have theirs for good. All others share what is spare: peers that open their connection, that have
 * said no hello, or that take their leave. When these peers run short, the oldest of them gives way
 * to an address that has no such peer, so that few addresses cannot keep everybody else out.
 *
 *     | members: players and spectators | spare: half-open, at most a half | no hello | leaving |
 *       as long as members are missing, their peers count as spare
 */
#include "server/host/net_state.h"

enum { ADDRESS_PEERS = 8 /* Connections from one address. */ };

bool dw_net_is_exempt(const dw_net *net, uint32_t host)
{
    for (uint32_t i = 0; i < net->exempt_count; i++) {
        if (net->exempt[i] == host) {
            return true;
        }
    }
    return false;
}

/* For how long a peer has had its place; one that ENet has not answered yet is young. */
static uint32_t age_ms(const dw_net *net, uint32_t index)
{
    const dw_net_sealed *row = &net->seals->rows[index];
    return row->used ? net->now_ms - row->since_ms : 0;
}

/* The occupied places, as the sender of a connect finds them. */
typedef struct survey {
    uint32_t neighbours; /* Peers of its address, */
    uint32_t unproven;   /* and how many of them are not members. */
    uint32_t taken, half_open;
    uint32_t oldest;           /* The oldest peer that is not a member, */
    uint32_t oldest_half_open; /* and the oldest half-open one; peers_max = not found. */
} survey;

static uint32_t older_of(const dw_net *net, uint32_t a, uint32_t b)
{
    return a == net->peers_max || age_ms(net, b) > age_ms(net, a) ? b : a;
}

static survey look_around(const dw_net *net, uint32_t host)
{
    survey out = {.oldest = net->peers_max, .oldest_half_open = net->peers_max};
    for (uint32_t i = 0; i < net->peers_max; i++) {
        const ENetPeer *peer = &net->host->peers[i];
        if (peer->state == ENET_PEER_STATE_DISCONNECTED) {
            continue;
        }
        const bool half_open = dw_net_is_half_open(peer);
        const bool member = !half_open && net->rows[i].member;
        const bool here = peer->address.host == host;
        out.taken++;
        out.half_open += half_open ? 1 : 0;
        out.neighbours += here ? 1 : 0;
        out.unproven += here && !member ? 1 : 0;
        out.oldest = member ? out.oldest : older_of(net, out.oldest, i);
        out.oldest_half_open =
            half_open ? older_of(net, out.oldest_half_open, i) : out.oldest_half_open;
    }
    return out;
}

/* Half of the peers that are free or half-open. That is at least half of the spare ones, which is
 * all that is left when every member is there. */
static uint32_t half_open_max(const dw_net *net, const survey *seen)
{
    const uint32_t open_to_all = net->peers_max - (seen->taken - seen->half_open);
    return (open_to_all > net->spare ? open_to_all : net->spare) / 2;
}

/* A peer that is not a member is released at once. If the handler knows it, the next poll tells
 * it. */
void dw_net_give_way(dw_net *net, uint32_t index)
{
    if (index == net->peers_max) {
        return;
    }
    net->stats.gave_way++;
    if (net->rows[index].open && !dw_net_is_half_open(&net->host->peers[index])) {
        dw_net_lose(net, index, DW_NET_LOST_GAVE_WAY);
    } else {
        dw_net_release(net, index);
    }
}

dw_datagram_verdict dw_net_find_place(dw_net *net, uint32_t host, uint32_t *gives_way)
{
    const bool exempt = dw_net_is_exempt(net, host);
    if (!exempt && !dw_address_rate_has(&net->joins, host, net->now_ms)) {
        return DW_DATAGRAM_JOIN_RATE; /* First, since the same connect may come very often. */
    }
    const survey seen = look_around(net, host);
    if (!exempt && seen.neighbours >= ADDRESS_PEERS) {
        return DW_DATAGRAM_ADDRESS;
    }
    const bool crowd = seen.half_open >= half_open_max(net, &seen);
    const bool full = seen.taken >= net->peers_max;
    const uint32_t oldest = crowd ? seen.oldest_half_open : seen.oldest;
    if ((crowd || full) && (oldest == net->peers_max || (!exempt && seen.unproven > 0))) {
        return full ? DW_DATAGRAM_PLACE : DW_DATAGRAM_HALF_OPEN;
    }
    if (!exempt && !dw_address_rate_pass(&net->joins, host, net->now_ms)) {
        return DW_DATAGRAM_JOIN_RATE;
    }
    *gives_way = crowd || full ? oldest : net->peers_max;
    return DW_DATAGRAM_CONNECT;
}
