/* net_receive.c - what comes in. Inputs, which are most of it, go straight to the handler; of all
 * else ENet gets what passes the gate (net_gate.c). */
#include "common/base/check.h"
#include "common/base/prefetch.h"
#include "common/platform/clock.h"
#include "protocol/transport/enet_line.h"
#include "protocol/transport/enet_straight.h"
#include "server/host/net_state.h"

enum {
    TIMEOUT_FACTOR = 32,
    TIMEOUT_LOW_MS = 10000,
    TIMEOUT_HIGH_MS = 20000,
    PING_MS = 2000, /* Inputs say that he is there; pings find out the round trip. */
    EVENTS_BEFORE_CLOCK = 64,
    READ_AT_ONCE = 256, /* Datagrams in one call of ENet's; then it looks after all its peers. */
    CLIENTS_AN_ENET_MS = 250, /* So many more, and ENet has its turn a millisecond later. */
    ENET_MS_MAX = 16,
    MANY = DW_SOCKET_BATCH_DATAGRAMS
};

static void on_connect(dw_net *net, ENetPeer *peer, uint32_t index)
{
    dw_net_row *row = &net->rows[index];
    if (row->gone) {
        dw_net_lost(net, index); /* The one before in this place. */
    }
    dw_net_spend_cookie(net, peer);
    net->generation = net->generation % 0xfffff + 1;
    *row = (dw_net_row){.generation = net->generation,
                        .open = true,
                        .unsent = row->unsent,
                        .queued = row->queued,
                        .number = peer->connectID,
                        .connected_ms = net->now_ms,
                        .window_ms = net->now_ms};
    peer->mtu = DW_DATAGRAM_MAX; /* A smaller one makes fragments, and these are sent reliably. */
    enet_peer_timeout(peer, TIMEOUT_FACTOR, TIMEOUT_LOW_MS, TIMEOUT_HIGH_MS);
    dw_enet_spread_pings(peer, index, PING_MS);
    dw_enet_never_throttle(peer);
    net->stats.connected++;
    net->handler.connected(net->handler.context, dw_net_handle_of(net, index));
}

void dw_net_lost(dw_net *net, uint32_t index)
{
    dw_net_row *row = &net->rows[index];
    if (!row->open) {
        return;
    }
    const dw_peer peer = dw_net_handle_of(net, index);
    net->gone_count -= row->gone ? 1 : 0;
    row->gone = false;
    row->open = false;
    net->stats.connected--;
    net->handler.disconnected(net->handler.context, peer);
}

static void handle(dw_net *net, ENetEvent *event)
{
    const uint32_t index = (uint32_t)(event->peer - net->host->peers);
    switch (event->type) {
    case ENET_EVENT_TYPE_CONNECT:
        on_connect(net, event->peer, index);
        break;
    case ENET_EVENT_TYPE_DISCONNECT:
        dw_net_lost(net, index);
        break;
    case ENET_EVENT_TYPE_RECEIVE:
        if (net->rows[index].open && !net->rows[index].gone) {
            net->handler.received(net->handler.context, dw_net_handle_of(net, index),
                                  event->channelID, event->packet->data, event->packet->dataLength);
        }
        enet_packet_destroy(event->packet);
        break;
    case ENET_EVENT_TYPE_NONE:
        break;
    }
}

/* What one call of ENet's brought. False when there was no time for all of it. */
static bool handle_events(dw_net *net, ENetEvent *event, int result, uint64_t deadline_ns)
{
    for (uint32_t events = 1; result > 0; events++) {
        handle(net, event);
        if (events % EVENTS_BEFORE_CLOCK == 0 && dw_clock_ns() >= deadline_ns) {
            return false;
        }
        result = enet_host_check_events(net->host, event);
    }
    return true;
}

/* ENet's turn. False when there was no time for all of it. */
static bool serve_enet(dw_net *net, uint64_t deadline_ns)
{
    for (bool more = true; more;) {
        ENetEvent event;
        const enet_uint32 before = net->host->totalReceivedPackets;
        const int result = enet_host_service(net->host, &event, 0);
        dw_net_charge_nobody();
        const enet_uint32 come = net->host->totalReceivedPackets - before;
        /* One peer that cannot be sent to makes the whole call fail; the others go on. */
        net->stats.service_failures += result < 0 ? 1 : 0;
        /* ENet stops reading after so many, at a connect or its like, and has not begun while
         * events of an earlier call were left. */
        more = come >= READ_AT_ONCE ||
               (result > 0 && (come == 0 || event.type != ENET_EVENT_TYPE_RECEIVE));
        if (!handle_events(net, &event, result, deadline_ns) ||
            (more && dw_clock_ns() >= deadline_ns)) {
            return false;
        }
    }
    return true;
}

/* An input from a peer that is in: nothing of it is ENet's business. False for all else. */
static bool take_straight(dw_net *net, const dw_socket_datagram *datagram)
{
    dw_enet_message message;
    if (datagram->size > DW_DATAGRAM_MAX ||
        !dw_enet_read_message(datagram->bytes, datagram->size, &message) ||
        message.channel != DW_CHANNEL_INPUT || message.peer >= net->peers_max ||
        !net->rows[message.peer].open || net->rows[message.peer].gone) {
        return false;
    }
    const ENetAddress from = {datagram->host, datagram->port};
    dw_net_row *row = dw_net_row_of(net, message.peer, &from);
    if (row == NULL) {
        return false;
    }
    const dw_enet_turn turn = dw_enet_take_turn(&net->host->peers[message.peer], &message);
    if (turn == DW_ENET_NOT_HERE) {
        return false;
    }
    if (dw_net_floods(net, row, 1)) {
        net->stats.refused[DW_DATAGRAM_FLOOD]++;
    } else if (turn == DW_ENET_NEXT) {
        net->handler.received(net->handler.context, dw_net_handle_of(net, message.peer),
                              DW_CHANNEL_INPUT, message.bytes, message.size);
    }
    return true;
}

/* Thousands of peers are in no cache. All that have sent something are asked for at once, step by
 * step from what their datagrams say to what the handler knows of them. */
static void announce(dw_net *net, const dw_socket_datagram *rows, uint32_t count)
{
    dw_peer peers[MANY];
    uint32_t found = 0;
    dw_enet_message message;
    for (uint32_t i = 0; i < count; i++) {
        if (dw_enet_read_message(rows[i].bytes, rows[i].size, &message) &&
            message.peer < net->peers_max) {
            dw_prefetch(&net->rows[message.peer], sizeof net->rows[0]);
            const ENetPeer *peer = &net->host->peers[message.peer];
            dw_prefetch(peer, offsetof(ENetPeer, channelCount));
            dw_prefetch(&peer->dispatchedCommands, sizeof peer->dispatchedCommands);
            peers[found++] = message.peer;
        }
    }
    for (uint32_t i = 0; i < found; i++) {
        const uint32_t index = peers[i];
        const ENetChannel *channels = net->host->peers[index].channels;
        if (channels != NULL) { /* Whoever names this number need not be there. */
            dw_prefetch(&channels[DW_CHANNEL_INPUT], sizeof channels[0]);
        }
        peers[i] = dw_net_handle_of(net, index);
    }
    if (net->handler.announced != NULL) {
        net->handler.announced(net->handler.context, peers, found);
    }
}

/* The gate is asked here, so that of what is refused ENet sees nothing: a flood of it costs no walk
 * over the peers. */
static bool gets_in(dw_net *net, const dw_socket_datagram *datagram)
{
    ENetHost *host = net->host;
    host->receivedAddress = (ENetAddress){datagram->host, datagram->port};
    host->receivedData = (enet_uint8 *)datagram->bytes;
    host->receivedDataLength = datagram->size;
    return dw_net_gate(host, NULL) == 0;
}

/* One system call. True when there may be more. */
static bool read_some(dw_net *net)
{
    dw_socket_datagram rows[MANY];
    bool more = false;
    const uint32_t count = dw_socket_batch_read(net->batch, rows, &more);
    announce(net, rows, count);
    net->stats.datagrams_in += count;
    for (uint32_t i = 0; i < count; i++) {
        net->stats.bytes_in += rows[i].size;
        if (!take_straight(net, &rows[i]) && gets_in(net, &rows[i])) {
            const bool kept = dw_socket_batch_keep(net->batch, &rows[i]);
            DW_CHECK(kept); /* There was room for all of them. */
            net->kept++;
        }
    }
    return more;
}

/* ENet takes what was kept for it. One whose calls cannot be replaced (socket_batch.h) does not:
 * from there on it reads by itself, and the gate is its hook. What such a one has read until then
 * nobody has judged. */
static bool serve_kept(dw_net *net, uint64_t deadline_ns)
{
    const uint32_t kept = net->batch != NULL ? dw_socket_batch_kept(net->batch) : 0;
    const bool in_time = serve_enet(net, deadline_ns);
    net->served_ns = dw_clock_ns();
    if (kept > 0 && in_time && dw_socket_batch_kept(net->batch) == kept) {
        dw_socket_batch_close(net->batch);
        net->batch = NULL;
        net->host->intercept = dw_net_gate;
    }
    net->turn += net->batch == NULL || dw_socket_batch_kept(net->batch) == 0 ? 1 : 0;
    dw_net_forget_joined(net);
    return in_time;
}

/* Each turn costs ENet two walks over all peers. What is kept for it can wait a little. */
static bool enet_is_due(const dw_net *net, bool more)
{
    const uint32_t ms = net->stats.connected / CLIENTS_AN_ENET_MS;
    const uint64_t waited_ns = dw_clock_ns() - net->served_ns;
    /* What comes without end must not keep it from its turn. */
    return waited_ns >= (uint64_t)(ms < ENET_MS_MAX && !more ? ms : ENET_MS_MAX) * 1000000;
}

void dw_net_receive(dw_net *net, uint64_t deadline_ns)
{
    bool in_time = true;
    dw_net_tell_gone(net);
    for (bool more = true; more && in_time;) {
        more = net->batch != NULL && (!dw_socket_batch_has_room(net->batch) || read_some(net));
        if (net->batch == NULL || !dw_socket_batch_has_room(net->batch) || enet_is_due(net, more)) {
            in_time = serve_kept(net, deadline_ns);
        }
        in_time = in_time && (!more || dw_clock_ns() < deadline_ns);
    }
    net->stats.services_cut += in_time ? 0 : 1;
    net->looked_ns = dw_clock_ns();
}
