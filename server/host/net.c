#include "server/host/net.h"

#include "common/base/check.h"
#include "common/platform/clock.h"
#include "protocol/transport/enet_line.h"
#include "protocol/transport/socket_batch.h"
#include "server/host/address_rate.h"
#include "server/host/join_cookie.h"
#include "server/host/net_slab.h"

#include <arpa/inet.h>
#include <enet/enet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    SPARE_PEERS = 16, /* For those who are told that the server is full, and for goodbyes. */
    SLAB_BASE_BYTES = 4 << 20,
    SLAB_PEER_BYTES = 48 * 1024, /* Map chunks and events under way; untouched pages are free. */
    PACKET_BYTES_MAX = 4096,
    SOCKET_BUFFER_BYTES = 4 << 20,
    ADDRESS_PEERS = 8, /* Connections an address. */
    PEER_DATAGRAMS_PER_SECOND = 300,
    HALF_OPEN_MS = 8000, /* Long enough for a round trip of 2 s with losses. */
    HALF_OPEN_MIN = 64,
    SWEEP_MS = 250,
    WAITING_BYTES_MAX = 64 * 1024, /* Of out-of-order messages that a peer may pile up. */
    TIMEOUT_FACTOR = 32,
    TIMEOUT_LOW_MS = 10000,
    TIMEOUT_HIGH_MS = 20000,
    PING_MS = 2000, /* Inputs say that he is there; pings find out the round trip. */
    EVENTS_BEFORE_CLOCK = 64,
    READ_AT_ONCE = 256, /* Datagrams in one call of ENet's; then it looks after all its peers. */
    CLIENTS_A_MS = 500,
    LOOK_MS_MAX = 8
};

typedef struct peer_row {
    uint32_t generation; /* Of the connection, 0 = none yet. */
    bool open;           /* The handler knows of it. */
    uint32_t window_ms;  /* Start of the second in which datagrams are counted. */
    uint32_t datagrams;
    uint32_t flood_seconds; /* In a row, in which there were too many. */
    uint32_t half_open_ms;  /* Since when, 0 = it is not. */
    uint32_t backlog;       /* Reliable bytes without acknowledgement. */
} peer_row;

struct dw_net {
    ENetHost *host;
    dw_net_handler handler;
    uint32_t peers_max;
    uint32_t generation;
    uint32_t now_ms; /* Of the last service. */
    uint32_t sweep_ms;
    uint64_t looked_ns; /* When the socket was last read. */
    bool queued;        /* Something waits in ENet to be sent. */
    dw_socket_batch *batch;
    dw_net_stats stats;
    peer_row *rows;
    dw_cookie_jar cookies;
    dw_address_rate joins;
};

/* ENet's callbacks carry no context; there is one server in a process. */
static dw_net *the_net;

static void ignore_no_memory(void)
{
    /* The slab counts it, and the call that asked fails: ENet must not end the process. */
}

static uint32_t monotonic_ms(void)
{
    return (uint32_t)(dw_clock_ns() / 1000000);
}

static bool is_loopback(uint32_t host)
{
    return ntohl(host) == UINT32_C(0x7f000001);
}

/* A peer that sends more than any client needs is not listened to for the rest of the second. */
static bool peer_floods(dw_net *net, uint16_t index)
{
    if (index >= net->peers_max) {
        return false; /* ENet refuses that number. */
    }
    const ENetPeer *peer = &net->host->peers[index];
    const ENetAddress *from = &net->host->receivedAddress;
    if (peer->state == ENET_PEER_STATE_DISCONNECTED || peer->address.host != from->host ||
        peer->address.port != from->port) {
        return false; /* Not his: ENet refuses it, and his budget is not spent by others. */
    }
    peer_row *row = &net->rows[index];
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
    if (neighbours >= ADDRESS_PEERS) {
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

/* Sees every datagram before ENet does. 1 = swallowed. */
static int intercept(ENetHost *host, ENetEvent *event)
{
    (void)event;
    dw_net *net = the_net;
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
    } else if (verdict == DW_DATAGRAM_FINE && peer_floods(net, peer)) {
        verdict = DW_DATAGRAM_FLOOD;
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

/* The kernel's own error is lost inside of ENet, so the address is tried first. */
static dw_status try_address(const ENetAddress *address, const char *bind_text, dw_error *error)
{
    const int probe = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (probe < 0) {
        return dw_fail(error, DW_IO, "no socket: %s", strerror(errno));
    }
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(address->port)};
    name.sin_addr.s_addr = address->host;
    const int failed = bind(probe, (const struct sockaddr *)&name, sizeof name);
    const int why = errno;
    (void)close(probe);
    return failed == 0 ? DW_OK
                       : dw_fail(error, DW_IO, "cannot listen on %s port %u: %s", bind_text,
                                 (unsigned)address->port, strerror(why));
}

static dw_status parse_address(const dw_net_config *config, ENetAddress *address, dw_error *error)
{
    address->host = ENET_HOST_ANY;
    address->port = config->port;
    struct in_addr parsed;
    if (strcmp(config->bind, "*") == 0) {
        return DW_OK;
    }
    if (inet_pton(AF_INET, config->bind, &parsed) != 1) {
        return dw_fail(error, DW_INVALID, "cannot listen on %.64s: not a numeric IPv4 address",
                       config->bind);
    }
    address->host = parsed.s_addr;
    return DW_OK;
}

static ENetHost *create_host(const ENetAddress *address, uint32_t peers)
{
    ENetHost *host = enet_host_create(address, peers, DW_CHANNEL_COUNT, 0, 0);
    if (host == NULL) {
        return NULL;
    }
    dw_enet_limit_datagrams(host);
    host->maximumPacketSize = PACKET_BYTES_MAX;
    host->intercept = intercept;
    (void)enet_socket_set_option(host->socket, ENET_SOCKOPT_RCVBUF, SOCKET_BUFFER_BYTES);
    (void)enet_socket_set_option(host->socket, ENET_SOCKOPT_SNDBUF, SOCKET_BUFFER_BYTES);
    return host;
}

dw_status dw_net_open(dw_net **out, dw_arena *arena, const dw_net_config *config, dw_error *error)
{
    DW_CHECK(the_net == NULL);
    ENetAddress address;
    dw_status status = parse_address(config, &address, error);
    if (status == DW_OK) {
        status = try_address(&address, config->bind, error);
    }
    if (status != DW_OK) {
        return status;
    }
    const uint32_t wanted = config->clients_max + SPARE_PEERS;
    const uint32_t peers = wanted < DW_NET_PEERS_MAX ? wanted : DW_NET_PEERS_MAX;
    dw_net *net = DW_ARENA_NEW(arena, dw_net);
    peer_row *rows = DW_ARENA_ARRAY(arena, peer_row, peers);
    if (net == NULL || rows == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for %u clients", (unsigned)peers);
    }
    status = dw_net_slab_open(SLAB_BASE_BYTES + (size_t)peers * SLAB_PEER_BYTES, error);
    if (status != DW_OK) {
        return status;
    }
    const ENetCallbacks callbacks = {dw_net_slab_take, dw_net_slab_give, ignore_no_memory};
    if (enet_initialize_with_callbacks(ENET_VERSION, &callbacks) != 0) {
        dw_net_slab_close();
        return dw_fail(error, DW_IO, "ENet cannot be used");
    }
    *net = (dw_net){.handler = config->handler, .peers_max = peers, .rows = rows};
    net->host = create_host(&address, peers);
    if (net->host == NULL) {
        enet_deinitialize();
        dw_net_slab_close();
        return dw_fail(error, DW_IO, "cannot listen on %s port %u", config->bind,
                       (unsigned)config->port);
    }
    net->batch = dw_socket_batch_open(net->host->socket);
    net->now_ms = monotonic_ms();
    dw_cookie_jar_init(&net->cookies, net->now_ms);
    the_net = net;
    *out = net;
    return DW_OK;
}

void dw_net_close(dw_net *net)
{
    if (net == NULL) {
        return;
    }
    dw_socket_batch_close(net->batch);
    enet_host_destroy(net->host);
    enet_deinitialize();
    dw_net_slab_close();
    the_net = NULL;
}

uint16_t dw_net_port(const dw_net *net)
{
    return net->host->address.port;
}

uint32_t dw_net_flood_seconds(const dw_net *net, dw_peer peer)
{
    const peer_row *row = &net->rows[dw_net_peer_index(peer)];
    return net->now_ms - row->window_ms < 2000 ? row->flood_seconds : 0;
}

uint32_t dw_net_peer_index(dw_peer peer)
{
    return (peer & 0xfff) - 1;
}

uint32_t dw_net_peers_max(const dw_net *net)
{
    return net->peers_max;
}

/* index + 1 in the low 12 bits; ENet's 4095 peers just fit. */
static dw_peer handle_of(const dw_net *net, uint32_t index)
{
    return net->rows[index].generation << 12 | (index + 1);
}

static ENetPeer *find_peer(const dw_net *net, dw_peer peer)
{
    const uint32_t index = dw_net_peer_index(peer);
    if (peer == 0 || index >= net->peers_max || !net->rows[index].open ||
        handle_of(net, index) != peer) {
        return NULL;
    }
    return &net->host->peers[index];
}

/* No acceleration is lost and nothing decelerates: ENet never drops a snapshot on purpose. The
 * other side may have asked for another throttle in its connect or later, so this is said again. */
static void hold_throttle(ENetPeer *peer)
{
    peer->packetThrottle = ENET_PEER_PACKET_THROTTLE_SCALE;
    peer->packetThrottleLimit = ENET_PEER_PACKET_THROTTLE_SCALE;
    peer->packetThrottleAcceleration = ENET_PEER_PACKET_THROTTLE_SCALE;
    peer->packetThrottleDeceleration = 0;
}

/* The connect of this peer must not make another one. */
static void spend_cookie(dw_net *net, const ENetPeer *peer)
{
    uint8_t number[DW_KNOCK_NUMBER_SIZE];
    memcpy(number, &peer->connectID, sizeof number);
    const dw_cookie_holder holder = holder_of(&peer->address, number);
    dw_cookie_spend(&net->cookies, &holder);
}

static void on_connect(dw_net *net, ENetPeer *peer, uint32_t index)
{
    peer_row *row = &net->rows[index];
    spend_cookie(net, peer);
    net->generation = net->generation % 0xfffff + 1;
    *row = (peer_row){.generation = net->generation, .open = true, .window_ms = net->now_ms};
    peer->mtu = peer->mtu < DW_DATAGRAM_MAX ? peer->mtu : DW_DATAGRAM_MAX;
    enet_peer_timeout(peer, TIMEOUT_FACTOR, TIMEOUT_LOW_MS, TIMEOUT_HIGH_MS);
    enet_peer_ping_interval(peer, PING_MS);
    dw_enet_never_throttle(peer);
    net->stats.connected++;
    net->handler.connected(net->handler.context, handle_of(net, index));
}

static void on_disconnect(dw_net *net, uint32_t index)
{
    peer_row *row = &net->rows[index];
    if (!row->open) {
        return;
    }
    const dw_peer peer = handle_of(net, index);
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
        on_disconnect(net, index);
        break;
    case ENET_EVENT_TYPE_RECEIVE:
        if (net->rows[index].open) {
            net->handler.received(net->handler.context, handle_of(net, index), event->channelID,
                                  event->packet->data, event->packet->dataLength);
        }
        enet_packet_destroy(event->packet);
        break;
    case ENET_EVENT_TYPE_NONE:
        break;
    }
}

/* Slots that somebody asked for and never confirmed, and peers that pile up messages out of order:
 * both cost memory that is everybody's. */
static void sweep(dw_net *net)
{
    uint32_t half_open = 0;
    for (uint32_t i = 0; i < net->peers_max; i++) {
        ENetPeer *peer = &net->host->peers[i];
        peer_row *row = &net->rows[i];
        if (peer->state == ENET_PEER_STATE_ACKNOWLEDGING_CONNECT) {
            row->half_open_ms = row->half_open_ms == 0 ? net->now_ms | 1 : row->half_open_ms;
            /* Signed: the bit that keeps the time from being 0 may put it into the future. */
            if ((int32_t)(net->now_ms - row->half_open_ms) > HALF_OPEN_MS) {
                spend_cookie(net, peer);
                enet_peer_reset(peer);
                row->half_open_ms = 0;
                net->stats.half_open_reset++;
            } else {
                half_open++;
                dw_enet_hold_resend(peer); /* Doubled waits leave a lossy line four tries. */
            }
            continue;
        }
        row->half_open_ms = 0;
        if (row->open) {
            dw_enet_hold_resend(peer);
        }
        if (row->open && peer->totalWaitingData > WAITING_BYTES_MAX) {
            net->stats.hoarders_reset++;
            enet_peer_reset(peer);
            on_disconnect(net, i);
        }
    }
    net->stats.half_open = half_open;
}

static void count_traffic(dw_net *net)
{
    ENetHost *host = net->host; /* ENet's own counters have 32 bits. */
    net->stats.datagrams_in += host->totalReceivedPackets;
    net->stats.datagrams_out += host->totalSentPackets;
    net->stats.bytes_in += host->totalReceivedData;
    net->stats.bytes_out += host->totalSentData;
    host->totalReceivedPackets = 0;
    host->totalSentPackets = 0;
    host->totalReceivedData = 0;
    host->totalSentData = 0;
    if (net->batch != NULL) {
        const dw_socket_batch_stats batch = dw_socket_batch_get_stats(net->batch);
        net->stats.unsendable = batch.refused;
        net->stats.out_lost = batch.dropped;
    }
}

/* ENet counts by the wall clock; setting its time from the monotonic one before each use leaves a
 * step of the wall clock without effect. */
static void set_time(dw_net *net)
{
    net->now_ms = monotonic_ms();
    enet_time_set(net->now_ms);
    dw_cookie_jar_advance(&net->cookies, net->now_ms);
}

/* What one call of ENet's brought. False when there was no time for all of it. */
static bool handle_events(dw_net *net, ENetEvent *event, int result, uint64_t deadline)
{
    for (uint32_t events = 1; result > 0; events++) {
        handle(net, event);
        if (events % EVENTS_BEFORE_CLOCK == 0 && dw_clock_ns() >= deadline) {
            return false;
        }
        result = enet_host_check_events(net->host, event);
    }
    return true;
}

static void receive(dw_net *net, uint64_t deadline)
{
    for (bool more = true; more;) {
        ENetEvent event;
        const enet_uint32 before = net->host->totalReceivedPackets;
        const int result = enet_host_service(net->host, &event, 0);
        const enet_uint32 come = net->host->totalReceivedPackets - before;
        /* One peer that cannot be sent to makes the whole call fail; the others go on. */
        net->stats.service_failures += result < 0 ? 1 : 0;
        /* ENet stops reading after so many, at a connect or its like, and has not begun while
         * events of an earlier call were left. */
        more = come >= READ_AT_ONCE ||
               (result > 0 && (come == 0 || event.type != ENET_EVENT_TYPE_RECEIVE));
        const bool in_time = handle_events(net, &event, result, deadline);
        if (!in_time || (more && dw_clock_ns() >= deadline)) {
            net->stats.services_cut++;
            break;
        }
    }
    net->looked_ns = dw_clock_ns();
}

static void flush(dw_net *net)
{
    if (net->queued) {
        net->queued = false;
        enet_host_flush(net->host);
    }
    dw_socket_batch_flush(net->batch);
    count_traffic(net);
}

void dw_net_service(dw_net *net, uint64_t budget_ns)
{
    const uint64_t deadline = dw_clock_ns() + budget_ns;
    set_time(net);
    if (net->now_ms - net->sweep_ms >= SWEEP_MS) {
        net->sweep_ms = net->now_ms;
        sweep(net);
    }
    receive(net, deadline);
    flush(net); /* Answers do not wait for the tick. */
}

uint64_t dw_net_look_ns(const dw_net *net)
{
    const uint32_t ms = 1 + net->stats.connected / CLIENTS_A_MS;
    return (uint64_t)(ms < LOOK_MS_MAX ? ms : LOOK_MS_MAX) * 1000000;
}

void dw_net_keep_up(dw_net *net)
{
    const uint64_t now = dw_clock_ns();
    const uint64_t look = dw_net_look_ns(net);
    if (now - net->looked_ns < look) {
        return;
    }
    set_time(net);
    receive(net, now + look / 4);
    flush(net);
}

void dw_net_wait(const dw_net *net, uint64_t deadline_ns)
{
    const uint64_t now = dw_clock_ns();
    if (now >= deadline_ns) {
        return;
    }
    const uint64_t left = deadline_ns - now;
    const struct timespec time = {(time_t)(left / 1000000000), (long)(left % 1000000000)};
    struct pollfd watched = {.fd = net->host->socket, .events = POLLIN};
    (void)ppoll(&watched, 1, &time, NULL);
}

static void on_packet_freed(ENetPacket *packet)
{
    uint32_t *backlog = packet->userData;
    *backlog -= (uint32_t)packet->dataLength;
}

/* ENet sends for all peers of its host at a time. For the moment this host has one peer: what he
 * was just given goes on into the batch, and the pieces of memory that it took serve the next one,
 * still in the cache, where a tick's worth of them would not fit. */
static void flush_peer(ENetHost *host, ENetPeer *peer)
{
    ENetPeer *const peers = host->peers;
    const size_t count = host->peerCount;
    host->peers = peer;
    host->peerCount = 1;
    enet_host_flush(host);
    host->peers = peers;
    host->peerCount = count;
}

dw_status dw_net_send(dw_net *net, dw_peer peer, uint8_t channel, bool reliable,
                      const uint8_t *bytes, size_t size)
{
    ENetPeer *to = find_peer(net, peer);
    if (to == NULL || to->state != ENET_PEER_STATE_CONNECTED) {
        return DW_LOST;
    }
    if (size > DW_NET_PAYLOAD_MAX) {
        net->stats.sends_failed++;
        return DW_RANGE;
    }
    peer_row *row = &net->rows[dw_net_peer_index(peer)];
    if (reliable && row->backlog + size > DW_NET_BACKLOG_BYTES_MAX) {
        net->stats.sends_failed++;
        return DW_FULL;
    }
    hold_throttle(to);
    ENetPacket *packet = enet_packet_create(bytes, size, reliable ? ENET_PACKET_FLAG_RELIABLE : 0);
    if (packet == NULL) {
        net->stats.sends_failed++;
        return DW_FULL;
    }
    if (reliable) {
        row->backlog += (uint32_t)size;
        packet->userData = &row->backlog;
        packet->freeCallback = on_packet_freed;
    }
    if (enet_peer_send(to, channel, packet) != 0) {
        enet_packet_destroy(packet); /* ENet left it to us. */
        net->stats.sends_failed++;
        return DW_FULL;
    }
    if (reliable) {
        net->queued = true;
    } else {
        flush_peer(net->host, to);
    }
    return DW_OK;
}

void dw_net_flush(dw_net *net)
{
    set_time(net);
    flush(net);
}

void dw_net_disconnect(dw_net *net, dw_peer peer, uint32_t reason)
{
    ENetPeer *to = find_peer(net, peer);
    if (to != NULL) {
        enet_peer_disconnect_later(to, reason);
        net->queued = true;
    }
}

void dw_net_drop(dw_net *net, dw_peer peer)
{
    ENetPeer *to = find_peer(net, peer);
    if (to != NULL) {
        net->rows[dw_net_peer_index(peer)].open = false;
        net->stats.connected--;
        enet_peer_reset(to);
    }
}

void dw_net_address_text(const dw_net *net, dw_peer peer, char text[32])
{
    const ENetPeer *from = find_peer(net, peer);
    char host[INET_ADDRSTRLEN] = "?";
    if (from != NULL) {
        (void)inet_ntop(AF_INET, &from->address.host, host, sizeof host);
    }
    (void)snprintf(text, 32, "%s:%u", host, from != NULL ? (unsigned)from->address.port : 0u);
}

const dw_net_stats *dw_net_get_stats(const dw_net *net)
{
    return &net->stats;
}
