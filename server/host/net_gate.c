/* net_gate.c - who gets in: each datagram is judged before ENet sees it, and nobody has a byte of
 * memory before he has shown that his address is his. */
#include "common/base/check.h"
#include "server/host/net_state.h"

#include <arpa/inet.h>
#include <string.h>

enum {
    ADDRESS_PEERS = 8, /* Connections an address. */
    PEER_DATAGRAMS_PER_SECOND = 300,
    HALF_OPEN_MIN = 64
};

static dw_net *gate_of;

void dw_net_gate_open(dw_net *net)
{
    DW_CHECK(net == NULL || gate_of == NULL);
    gate_of = net;
}

static bool is_loopback(uint32_t host)
{
    return ntohl(host) == UINT32_C(0x7f000001);
}

bool dw_net_floods(dw_net *net, uint16_t index, const ENetAddress *from)
{
    if (index >= net->peers_max) {
        return false; /* ENet refuses that number. */
    }
    const ENetPeer *peer = &net->host->peers[index];
    if (peer->state == ENET_PEER_STATE_DISCONNECTED || peer->address.host != from->host ||
        peer->address.port != from->port) {
        return false; /* Not his: ENet refuses it, and his budget is not spent by others. */
    }
    dw_net_row *row = &net->rows[index];
    if (net->now_ms - row->window_ms >= 1000) {
        const bool again = row->datagrams > PEER_DATAGRAMS_PER_SECOND;
        row->flood_seconds = again ? row->flood_seconds + 1 : 0;
        row->window_ms = net->now_ms;
        row->datagrams = 0;
    }
    return ++row->datagrams > PEER_DATAGRAMS_PER_SECOND;
}

static uint32_t half_open_max(const dw_net *net)
{
    return net->peers_max / 4 > HALF_OPEN_MIN ? net->peers_max / 4 : HALF_OPEN_MIN;
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

/* Who else is connected from there. True when this very connect has its peer already. */
static bool count_neighbours(const dw_net *net, const uint8_t number[4], uint32_t *neighbours)
{
    const ENetAddress *from = &net->host->receivedAddress;
    *neighbours = 0;
    for (uint32_t i = 0; i < net->peers_max; i++) {
        const ENetPeer *peer = &net->host->peers[i];
        if (peer->state == ENET_PEER_STATE_DISCONNECTED || peer->address.host != from->host) {
            continue;
        }
        (*neighbours)++;
        if (peer->address.port == from->port && memcmp(&peer->connectID, number, 4) == 0) {
            return true;
        }
    }
    return false;
}

/* Who gets in here and is not one of ENet's peers yet. */
static uint32_t count_joining(const dw_net *net, uint32_t host)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < net->joining_count; i++) {
        count += net->joining[i] == host ? 1 : 0;
    }
    return count;
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
    uint32_t neighbours = 0;
    if (count_neighbours(net, connect.number, &neighbours)) {
        return DW_DATAGRAM_REPLAY; /* ENet answers the first one until it is heard. */
    }
    if (net->stats.half_open >= half_open_max(net)) {
        return DW_DATAGRAM_HALF_OPEN;
    }
    if (is_loopback(from->host)) {
        return DW_DATAGRAM_CONNECT;
    }
    if (neighbours + count_joining(net, from->host) >= ADDRESS_PEERS) {
        return DW_DATAGRAM_ADDRESS;
    }
    return dw_address_rate_pass(&net->joins, from->host, net->now_ms) ? DW_DATAGRAM_CONNECT
                                                                      : DW_DATAGRAM_JOIN_RATE;
}

/* He has shown that the address is his, so he may be told. */
static void tell_refused(dw_net *net)
{
    dw_knock refusal = {.kind = DW_KNOCK_REFUSED, .value = DW_REASON_ADDRESS};
    const dw_datagram_connect connect = dw_datagram_read_connect(net->host->receivedData);
    memcpy(refusal.number, connect.number, sizeof refusal.number);
    answer_knock(net, &refusal);
}

/* Where the gate is asked ahead of ENet, some connects have got in before it makes peers of them.
 */
static void note_joining(dw_net *net)
{
    if (net->batch != NULL) {
        DW_CHECK(net->joining_count < DW_NET_JOINING_MAX);
        net->joining[net->joining_count++] = net->host->receivedAddress.host;
    }
}

int dw_net_gate(ENetHost *host, ENetEvent *event)
{
    (void)event;
    dw_net *net = gate_of;
    uint16_t peer = 0;
    dw_datagram_verdict verdict =
        dw_datagram_judge(host->receivedData, host->receivedDataLength, host->receivedAddress.host,
                          host->receivedAddress.port, &peer);
    if (verdict == DW_DATAGRAM_KNOCK) {
        hand_out_cookie(net);
        return 1;
    }
    if (verdict == DW_DATAGRAM_CONNECT) {
        verdict = judge_connect(net);
    } else if (verdict == DW_DATAGRAM_FINE && dw_net_floods(net, peer, &host->receivedAddress)) {
        verdict = DW_DATAGRAM_FLOOD;
    }
    if (verdict == DW_DATAGRAM_CONNECT) {
        note_joining(net);
    }
    if (verdict == DW_DATAGRAM_FINE || verdict == DW_DATAGRAM_CONNECT) {
        return 0;
    }
    if (verdict == DW_DATAGRAM_ADDRESS || verdict == DW_DATAGRAM_JOIN_RATE) {
        tell_refused(net);
    }
    net->stats.refused[verdict]++;
    return 1;
}

void dw_net_spend_cookie(dw_net *net, const ENetPeer *peer)
{
    uint8_t number[DW_KNOCK_NUMBER_SIZE];
    memcpy(number, &peer->connectID, sizeof number);
    const dw_cookie_holder holder = holder_of(&peer->address, number);
    dw_cookie_spend(&net->cookies, &holder);
}
