/* net_gate.c - decides which datagrams reach ENet and seals those that leave. Each incoming one is
 * opened and judged before ENet sees it, the cheapest test first. */
#include "protocol/transport/enet_fields.h"
#include "server/host/datagram.h"
#include "server/host/net_state.h"

enum {
    PEER_DATAGRAMS_PER_SECOND = 300,
    PEER_MESSAGES_PER_SECOND = 600 /* 32 fit into a datagram, and each costs ENet a search. */
};

dw_net_row *dw_net_row_of(dw_net *net, uint16_t index, uint32_t host, uint16_t port)
{
    if (index >= net->peers_max) {
        return NULL;
    }
    const ENetPeer *peer = &net->host->peers[index];
    if (peer->state == ENET_PEER_STATE_DISCONNECTED || peer->address.host != host ||
        peer->address.port != port) {
        return NULL;
    }
    dw_net_row *row = &net->rows[index];
    if (row->number != peer->connectID || row->counted_host != host || row->counted_port != port) {
        row->number = peer->connectID; /* The counts were of an earlier connection. */
        row->counted_host = host;
        row->counted_port = port;
        row->window_ms = net->now_ms;
        row->datagrams = 0;
        row->messages = 0;
        row->flood_seconds = 0;
        row->queued = 0;
        row->over_share = false;
    }
    return row;
}

static bool is_over(const dw_net_row *row)
{
    return row->datagrams > PEER_DATAGRAMS_PER_SECOND || row->messages > PEER_MESSAGES_PER_SECOND;
}

/* Counts one more datagram with that many messages. True: the peer has sent more than any client
 * needs and is ignored for the rest of the second. */
static bool floods(const dw_net *net, dw_net_row *row, uint32_t messages)
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
    if (net->sealed) {
        const dw_seal_verdict opened = dw_net_seals_open(net->seals, datagram);
        if (opened != DW_SEAL_OPENED) {
            net->stats.unopened[opened]++;
            return DW_DATAGRAM_UNOPENED;
        }
    }
    const dw_datagram_verdict verdict = dw_datagram_judge(datagram->bytes, datagram->size, &facts);
    if (verdict == DW_DATAGRAM_CONNECT) {
        return DW_DATAGRAM_COOKIE; /* ENet's own CONNECT must come with a challenge's cookie. */
    }
    if (verdict != DW_DATAGRAM_FINE) {
        return verdict;
    }
    dw_net_row *row = dw_net_row_of(net, facts.peer, datagram->host, datagram->port);
    if (row == NULL || facts.session != net->host->peers[facts.peer].incomingSessionID) {
        return DW_DATAGRAM_STRANGER;
    }
    if (floods(net, row, facts.messages)) {
        return DW_DATAGRAM_FLOOD;
    }
    if (facts.messages > 0 && !dw_net_may_wait(net, facts.peer, facts.messages, datagram->size)) {
        return DW_DATAGRAM_SHARE;
    }
    dw_net_charge_received(facts.peer);
    return DW_DATAGRAM_FINE;
}

bool dw_net_gate_in(void *context, dw_datagram *datagram)
{
    dw_net *net = context;
    dw_net_charge_nobody();
    if (dw_datagram_source_is_bad(datagram->host, datagram->port)) {
        net->stats.refused[DW_DATAGRAM_SOURCE]++;
        return false;
    }
    if (datagram->size > DW_DATAGRAM_MAX) {
        net->stats.refused[DW_DATAGRAM_SIZE]++;
        return false;
    }
    if (dw_discovery_is_ask(datagram->bytes, datagram->size)) {
        dw_net_discovery_take(net, datagram);
        return false;
    }
    if (dw_challenge_is(datagram->bytes, datagram->size)) {
        return dw_net_join_take(net, datagram);
    }
    const dw_datagram_verdict verdict = judge(net, datagram);
    if (verdict != DW_DATAGRAM_FINE) {
        net->stats.refused[verdict]++;
        return false;
    }
    return true;
}

bool dw_net_gate_out(void *context, dw_datagram *datagram)
{
    dw_net *net = context;
    dw_net_charge_nobody(); /* ENet has finished with what it received. */
    return !net->sealed ||
           dw_net_seals_close(net->seals, dw_enet_peer_at(net->host, datagram->enet_address),
                              datagram);
}
