/* net_gate.c - decides which datagrams reach ENet and seals those that leave. Each incoming one is
 * opened and judged before ENet sees it, the cheapest test first. */
#include "protocol/transport/enet_fields.h"
#include "server/host/datagram.h"
#include "server/host/net_state.h"

enum {
    PEER_DATAGRAMS_PER_SECOND = 300,
    PEER_MESSAGES_PER_SECOND = 600 /* 32 fit into a datagram, and each costs ENet a search. */
};

static bool is_over(const dw_net_sealed *row)
{
    return row->datagrams > PEER_DATAGRAMS_PER_SECOND || row->messages > PEER_MESSAGES_PER_SECOND;
}

/* Counts one more datagram with that many messages. True: the peer has sent more than any client
 * needs and is ignored for the rest of the second. */
static bool floods(const dw_net *net, dw_net_sealed *row, uint32_t messages)
{
    if (net->now_ms - row->window_ms >= 1000) {
        row->flood_seconds = is_over(row) ? row->flood_seconds + 1 : 0;
        row->window_ms = net->now_ms;
        row->datagrams = 0;
        row->messages = 0;
    }
    row->datagrams++;
    row->messages += messages;
    return is_over(row);
}

/* Judges a datagram of a connection. What ENet keeps for it is charged to its peer. */
static dw_datagram_verdict judge(dw_net *net, dw_datagram *datagram)
{
    dw_datagram_facts facts;
    if (net->seals->sealed) {
        const dw_seal_verdict opened = dw_net_seals_open(net->seals, datagram);
        if (opened != DW_SEAL_OPENED) {
            net->stats.unopened[opened]++;
            return DW_DATAGRAM_UNOPENED;
        }
    }
    const dw_datagram_verdict verdict = dw_datagram_judge(datagram->bytes, datagram->size, &facts);
    if (verdict != DW_DATAGRAM_FINE) {
        /* ENet's own CONNECT must come with a challenge's cookie. */
        return verdict == DW_DATAGRAM_CONNECT ? DW_DATAGRAM_COOKIE : verdict;
    }
    dw_net_sealed *row = dw_net_seals_at(net->seals, facts.peer, datagram);
    const ENetPeer *peer = row != NULL ? &net->host->peers[facts.peer] : NULL;
    if (peer == NULL || peer->state == ENET_PEER_STATE_DISCONNECTED ||
        facts.session != peer->incomingSessionID) {
        return DW_DATAGRAM_STRANGER;
    }
    if (floods(net, row, facts.messages)) {
        return DW_DATAGRAM_FLOOD;
    }
    if (facts.messages > 0 && !dw_net_may_wait(net, facts.peer, facts.messages, datagram->size)) {
        return DW_DATAGRAM_SHARE;
    }
    dw_net_slab_charge(dw_net_received_by(facts.peer));
    return DW_DATAGRAM_FINE;
}

static dw_datagram_verdict judge_any(dw_net *net, dw_datagram *datagram)
{
    if (dw_datagram_source_is_bad(datagram->host, datagram->port)) {
        return DW_DATAGRAM_SOURCE;
    }
    if (datagram->size > DW_DATAGRAM_MAX) {
        return DW_DATAGRAM_SIZE;
    }
    if (dw_discovery_is_ask(datagram->bytes, datagram->size)) {
        return dw_net_discovery_take(net, datagram);
    }
    return dw_challenge_is(datagram->bytes, datagram->size) ? dw_net_join_take(net, datagram)
                                                            : judge(net, datagram);
}

/* In its turn ENet sends, receives and sends again. The first send makes pings, which take memory
 * as well: they are charged to no peer. */
bool dw_net_gate_in(void *context, dw_datagram *datagram)
{
    dw_net *net = context;
    dw_net_slab_charge(DW_NET_SLAB_NOBODY);
    const dw_datagram_verdict verdict = judge_any(net, datagram);
    if (verdict > DW_DATAGRAM_CONNECT) {
        net->stats.refused[verdict]++;
    }
    return verdict == DW_DATAGRAM_FINE;
}

bool dw_net_gate_out(void *context, dw_datagram *datagram)
{
    dw_net *net = context;
    dw_net_slab_charge(DW_NET_SLAB_NOBODY); /* ENet has finished with what it received. */
    return dw_net_seals_close(net->seals, dw_enet_peer_at(net->host, datagram->enet_address),
                              datagram);
}
