/* net_gate.c - who gets in: each datagram is judged before ENet sees it, and nobody has a byte of
 * memory before he has shown that his address is his. */
#include "common/base/check.h"
#include "server/host/net_state.h"

#include <arpa/inet.h>
#include <string.h>

enum {
    PEER_DATAGRAMS_PER_SECOND = 300,
    PEER_MESSAGES_PER_SECOND = 600 /* 32 fit into a datagram, and ENet goes through its queue for
                                      each. */
};

static dw_net *gate_of;

void dw_net_gate_open(dw_net *net)
{
    DW_CHECK(net == NULL || gate_of == NULL);
    gate_of = net;
}

uint64_t dw_net_origin(const dw_net *net, dw_peer peer)
{
    const uint32_t host = net->host->peers[dw_net_peer_index(peer)].address.host;
    return dw_net_is_exempt(net, host) ? 0 : UINT64_C(1) << 32 | host;
}

dw_net_row *dw_net_row_of(dw_net *net, uint16_t index, const ENetAddress *from)
{
    if (index >= net->peers_max) {
        return NULL;
    }
    const ENetPeer *peer = &net->host->peers[index];
    if (peer->state == ENET_PEER_STATE_DISCONNECTED || peer->address.host != from->host ||
        peer->address.port != from->port) {
        return NULL;
    }
    dw_net_row *row = &net->rows[index];
    if (row->number != peer->connectID) { /* What was counted was of whoever had that place. */
        row->number = peer->connectID;
        row->window_ms = net->now_ms;
        row->datagrams = 0;
        row->messages = 0;
        row->flood_seconds = 0;
    }
    return row;
}

static bool is_over(const dw_net_row *row)
{
    return row->datagrams > PEER_DATAGRAMS_PER_SECOND || row->messages > PEER_MESSAGES_PER_SECOND;
}

bool dw_net_floods(const dw_net *net, dw_net_row *row, uint32_t messages)
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

static void answer_knock(dw_net *net, const dw_knock *answer)
{
    uint8_t bytes[DW_KNOCK_ASK_SIZE];
    const size_t size = dw_knock_encode(answer, bytes);
    const ENetBuffer buffer = {.data = bytes, .dataLength = size};
    /* What cannot be sent now is asked for again. */
    (void)enet_socket_send(net->host->socket, &net->host->receivedAddress, &buffer, 1);
}

static dw_cookie_holder holder_of(const ENetAddress *from, const uint8_t number[4])
{
    dw_cookie_holder holder = {.host = from->host, .port = from->port};
    memcpy(holder.number, number, sizeof holder.number);
    return holder;
}

/* No byte of memory for him yet: all that there is to know is in the cookie. */
static void hand_out_cookie(dw_net *net)
{
    dw_knock knock;
    const dw_status status =
        dw_knock_decode(&knock, net->host->receivedData, net->host->receivedDataLength);
    DW_CHECK(status == DW_OK); /* It was judged to be one. */
    const dw_cookie_holder holder = holder_of(&net->host->receivedAddress, knock.number);
    knock.kind = DW_KNOCK_COOKIE;
    knock.value = dw_cookie_make(&net->cookies, &holder);
    answer_knock(net, &knock);
    net->stats.knocks++;
}

/* Cheapest first; what needs memory for an address comes after the proof that it is his. */
static dw_datagram_verdict judge_connect(dw_net *net)
{
    const ENetAddress *from = &net->host->receivedAddress;
    const dw_datagram_connect connect = dw_datagram_read_connect(net->host->receivedData);
    const dw_cookie_holder holder = holder_of(from, connect.number);
    switch (dw_cookie_check(&net->cookies, &holder, connect.cookie)) {
    case DW_COOKIE_WRONG:
        return DW_DATAGRAM_COOKIE;
    case DW_COOKIE_SPENT:
        return DW_DATAGRAM_REPLAY;
    case DW_COOKIE_GOOD:
        break;
    }
    return dw_net_find_place(net, connect.number);
}

/* The sender has shown that the address is its own, so it may be told. */
static void tell_refused(dw_net *net, dw_reason reason)
{
    dw_knock refusal = {.kind = DW_KNOCK_REFUSED, .value = (uint32_t)reason};
    const dw_datagram_connect connect = dw_datagram_read_connect(net->host->receivedData);
    memcpy(refusal.number, connect.number, sizeof refusal.number);
    answer_knock(net, &refusal);
}

/* Where the gate is asked ahead of ENet, some connects have got in before it makes peers of them.
 */
static void note_joining(dw_net *net)
{
    if (net->batch == NULL) {
        return;
    }
    DW_CHECK(net->joining_count < DW_NET_JOINING_MAX);
    const ENetAddress *from = &net->host->receivedAddress;
    dw_net_joining *row = &net->joining[net->joining_count++];
    *row = (dw_net_joining){.order = net->kept, .host = from->host, .port = from->port};
    const dw_datagram_connect connect = dw_datagram_read_connect(net->host->receivedData);
    memcpy(row->number, connect.number, sizeof row->number);
}

void dw_net_forget_joined(dw_net *net)
{
    const uint32_t waiting = net->batch != NULL ? dw_socket_batch_kept(net->batch) : 0;
    uint32_t seen = 0;
    while (seen < net->joining_count && net->joining[seen].order + waiting < net->kept) {
        seen++;
    }
    net->joining_count -= seen;
    memmove(net->joining, net->joining + seen, net->joining_count * sizeof net->joining[0]);
}

/* What ENet gets of a peer's. */
static dw_datagram_verdict judge_peer(dw_net *net, const dw_datagram_facts *facts)
{
    dw_net_row *row = dw_net_row_of(net, facts->peer, &net->host->receivedAddress);
    if (row == NULL) {
        return DW_DATAGRAM_FINE; /* ENet refuses it. */
    }
    if (dw_net_floods(net, row, facts->messages)) {
        return DW_DATAGRAM_FLOOD;
    }
    net->turn += net->batch == NULL ? 1 : 0; /* Then ENet has had all that came before. */
    const bool keeps = facts->messages > 0;
    return !keeps ||
                   dw_net_may_wait(net, facts->peer, facts->messages, net->host->receivedDataLength)
               ? DW_DATAGRAM_FINE
               : DW_DATAGRAM_SHARE;
}

int dw_net_gate(ENetHost *host, ENetEvent *event)
{
    (void)event;
    dw_net *net = gate_of;
    dw_datagram_facts facts;
    dw_datagram_verdict verdict =
        dw_datagram_judge(host->receivedData, host->receivedDataLength, host->receivedAddress.host,
                          host->receivedAddress.port, &facts);
    if (verdict == DW_DATAGRAM_KNOCK) {
        hand_out_cookie(net);
        return 1;
    }
    if (verdict == DW_DATAGRAM_CONNECT) {
        verdict = judge_connect(net);
    } else if (verdict == DW_DATAGRAM_FINE) {
        verdict = judge_peer(net, &facts);
    }
    if (verdict == DW_DATAGRAM_CONNECT) {
        note_joining(net);
    }
    if (verdict == DW_DATAGRAM_FINE || verdict == DW_DATAGRAM_CONNECT) {
        if (net->batch == NULL) {
            dw_net_charge_received(net); /* ENet handles it now. */
        }
        return 0;
    }
    if (verdict == DW_DATAGRAM_ADDRESS || verdict == DW_DATAGRAM_JOIN_RATE) {
        tell_refused(net, DW_REASON_ADDRESS);
    } else if (verdict == DW_DATAGRAM_PLACE) {
        tell_refused(net, DW_REASON_FULL);
    }
    net->stats.refused[verdict]++;
    return 1;
}

int dw_net_note_sender(ENetHost *host, ENetEvent *event)
{
    (void)host;
    (void)event;
    dw_net_charge_received(gate_of);
    return 0;
}

void dw_net_spend_cookie(dw_net *net, const ENetPeer *peer)
{
    uint8_t number[DW_KNOCK_NUMBER_SIZE];
    memcpy(number, &peer->connectID, sizeof number);
    const dw_cookie_holder holder = holder_of(&peer->address, number);
    dw_cookie_spend(&net->cookies, &holder);
}
