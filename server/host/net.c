#include "server/host/net.h"

#include "common/base/check.h"
#include "common/base/prefetch.h"
#include "common/platform/clock.h"
#include "protocol/transport/enet_line.h"
#include "protocol/transport/enet_straight.h"
#include "server/host/net_slab.h"
#include "server/host/net_state.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    SPARE_PEERS = 128, /* For joins, those that are told that the server is full, and goodbyes. */
    SLAB_BASE_BYTES = 4 << 20,
    SLAB_PEER_BYTES = 48 * 1024, /* Map chunks and events under way; untouched pages are free. */
    PACKET_BYTES_MAX = 4096,
    SOCKET_BUFFER_BYTES = 4 << 20,
    HALF_OPEN_MS = 8000, /* Long enough for a round trip of 2 s with losses. */
    SWEEP_MS = 250,
    LEAVING_MS = 25000,      /* ENet itself gives up after 20 s without any answer. */
    LEAVING_SHORT_MS = 3000, /* While places for newcomers run short. */
    MESSAGE_BYTES = 256,     /* What each message costs in the slab, however short. */
    CLIENTS_A_LOOK_MS = 500, /* So many more, and the socket is left alone a millisecond longer. */
    LOOK_MS_MAX = 8
};

static void ignore_no_memory(void)
{
    /* The slab counts it, and the call that asked fails: ENet must not end the process. */
}

static uint32_t monotonic_ms(void)
{
    return (uint32_t)(dw_clock_ns() / 1000000);
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
    (void)enet_socket_set_option(host->socket, ENET_SOCKOPT_RCVBUF, SOCKET_BUFFER_BYTES);
    (void)enet_socket_set_option(host->socket, ENET_SOCKOPT_SNDBUF, SOCKET_BUFFER_BYTES);
    return host;
}

dw_status dw_net_open(dw_net **out, dw_arena *arena, const dw_net_config *config, dw_error *error)
{
    ENetAddress address;
    dw_status status = parse_address(config, &address, error);
    if (status == DW_OK) {
        status = dw_enet_check_version(error);
    }
    if (status == DW_OK) {
        status = try_address(&address, config->bind, error);
    }
    if (status != DW_OK) {
        return status;
    }
    DW_CHECK(config->members_max <= DW_NET_PEERS_MAX - DW_NET_SPARE_MIN);
    DW_CHECK(config->exempt_count <= DW_NET_EXEMPT_MAX);
    const uint32_t wanted = config->members_max + SPARE_PEERS;
    const uint32_t peers = wanted < DW_NET_PEERS_MAX ? wanted : DW_NET_PEERS_MAX;
    dw_net *net = DW_ARENA_NEW(arena, dw_net);
    dw_net_row *rows = DW_ARENA_ARRAY(arena, dw_net_row, peers);
    uint16_t *unsent = DW_ARENA_ARRAY(arena, uint16_t, peers);
    if (net == NULL || rows == NULL || unsent == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for %u clients", (unsigned)peers);
    }
    status = dw_net_slab_open(SLAB_BASE_BYTES + (size_t)peers * SLAB_PEER_BYTES,
                              dw_net_owners(peers), error);
    if (status != DW_OK) {
        return status;
    }
    const ENetCallbacks callbacks = {dw_net_slab_take, dw_net_slab_give, ignore_no_memory};
    if (enet_initialize_with_callbacks(ENET_VERSION, &callbacks) != 0) {
        dw_net_slab_close();
        return dw_fail(error, DW_IO, "ENet cannot be used");
    }
    *net = (dw_net){.handler = config->handler,
                    .peers_max = peers,
                    .spare = peers - config->members_max,
                    .exempt_count = config->exempt_count,
                    .rows = rows,
                    .unsent = unsent};
    for (uint32_t i = 0; i < config->exempt_count; i++) {
        net->exempt[i] = config->exempt[i];
    }
    net->host = create_host(&address, peers);
    if (net->host == NULL) {
        enet_deinitialize();
        dw_net_slab_close();
        return dw_fail(error, DW_IO, "cannot listen on %s port %u", config->bind,
                       (unsigned)config->port);
    }
    net->batch = dw_socket_batch_open(net->host->socket);
    net->host->intercept = net->batch != NULL ? dw_net_note_sender : dw_net_gate;
    net->now_ms = monotonic_ms();
    dw_cookie_jar_init(&net->cookies, net->now_ms);
    dw_net_gate_open(net);
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
    dw_net_gate_open(NULL);
}

uint16_t dw_net_port(const dw_net *net)
{
    return net->host->address.port;
}

uint32_t dw_net_flood_seconds(const dw_net *net, dw_peer peer)
{
    const dw_net_row *row = &net->rows[dw_net_peer_index(peer)];
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

static ENetPeer *find_peer(const dw_net *net, dw_peer peer)
{
    const uint32_t index = dw_net_peer_index(peer);
    if (peer == 0 || index >= net->peers_max || !net->rows[index].open || net->rows[index].gone ||
        dw_net_handle_of(net, index) != peer) {
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

/* Somebody asked for a place and has not confirmed it. True while he may. */
static bool is_half_open(dw_net *net, ENetPeer *peer, dw_net_row *row)
{
    if (peer->state != ENET_PEER_STATE_ACKNOWLEDGING_CONNECT) {
        row->half_open_ms = 0;
        return false;
    }
    row->half_open_ms = row->half_open_ms == 0 ? net->now_ms | 1 : row->half_open_ms;
    /* Signed: the bit that keeps the time from being 0 may put it into the future. */
    if ((int32_t)(net->now_ms - row->half_open_ms) <= HALF_OPEN_MS) {
        dw_enet_hold_resend(peer); /* Doubled waits leave a lossy line four tries. */
        return true;
    }
    dw_net_spend_cookie(net, peer);
    enet_peer_reset(peer);
    row->half_open_ms = 0;
    net->stats.half_open_reset++;
    return false;
}

/* ENet waits for the last answers of a peer that goes, and takes any answer for a reason to wait
 * on. */
static bool lingers(const dw_net *net, const ENetPeer *peer, dw_net_row *row)
{
    const int32_t limit_ms = net->is_short ? LEAVING_SHORT_MS : LEAVING_MS;
    if (peer->state <= ENET_PEER_STATE_CONNECTED) {
        row->leaving_ms = 0;
        return false;
    }
    row->leaving_ms = row->leaving_ms == 0 ? net->now_ms | 1 : row->leaving_ms;
    return (int32_t)(net->now_ms - row->leaving_ms) > limit_ms;
}

static void reset_peer(dw_net *net, uint32_t index, uint64_t *counter)
{
    (*counter)++;
    enet_peer_reset(&net->host->peers[index]);
    dw_net_lost(net, index);
}

/* Peers that hold what is everybody's for longer, or more of it, than a client needs. */
static void sweep(dw_net *net)
{
    uint32_t half_open = 0;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < net->peers_max; i++) {
        ENetPeer *peer = &net->host->peers[i];
        dw_net_row *row = &net->rows[i];
        taken += peer->state != ENET_PEER_STATE_DISCONNECTED ? 1 : 0;
        if (row->gone) {
            continue; /* ENet's peer in its place is another one, if there is one. */
        }
        if (is_half_open(net, peer, row)) {
            half_open++;
        } else if (row->open && lingers(net, peer, row)) {
            reset_peer(net, i, &net->stats.lingerers_reset);
        } else if (row->open && row->over_share) {
            reset_peer(net, i, &net->stats.hoarders_reset);
        } else if (row->open) {
            dw_enet_hold_resend(peer);
        }
    }
    net->stats.half_open = half_open;
    net->is_short = net->peers_max - taken < net->spare / 2;
}

static void count_traffic(dw_net *net)
{
    ENetHost *host = net->host; /* ENet's own counters have 32 bits. */
    if (net->batch == NULL) {   /* Else they were counted as they were read. */
        net->stats.datagrams_in += host->totalReceivedPackets;
        net->stats.bytes_in += host->totalReceivedData;
    }
    net->stats.datagrams_out += host->totalSentPackets;
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

/* ENet sends for all peers of its host at a time, and looks at each. For the moment this host has
 * one peer: what he was just given goes on into the batch, and the pieces of memory that it took
 * serve the next one, still in the cache. */
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

static void note_unsent(dw_net *net, uint32_t index)
{
    if (!net->rows[index].unsent) {
        net->rows[index].unsent = true;
        net->unsent[net->unsent_count++] = (uint16_t)index;
    }
}

static void flush(dw_net *net)
{
    for (uint32_t i = 0; i < net->unsent_count; i++) {
        net->rows[net->unsent[i]].unsent = false;
        flush_peer(net->host, &net->host->peers[net->unsent[i]]);
    }
    net->unsent_count = 0;
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
    dw_net_receive(net, deadline);
    flush(net); /* Answers do not wait for the tick. */
}

uint64_t dw_net_look_ns(const dw_net *net)
{
    const uint32_t ms = 1 + net->stats.connected / CLIENTS_A_LOOK_MS;
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
    dw_net_receive(net, now + look / 4);
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
    *backlog -= (uint32_t)packet->dataLength + MESSAGE_BYTES;
}

/* False when there was no memory. */
static bool queue(ENetPeer *to, dw_net_row *row, uint8_t channel, bool reliable,
                  const uint8_t *bytes, size_t size)
{
    ENetPacket *packet = enet_packet_create(bytes, size, reliable ? ENET_PACKET_FLAG_RELIABLE : 0);
    if (packet == NULL) {
        return false;
    }
    if (reliable) {
        row->backlog += (uint32_t)size + MESSAGE_BYTES;
        packet->userData = &row->backlog;
        packet->freeCallback = on_packet_freed;
    }
    if (enet_peer_send(to, channel, packet) != 0) {
        enet_packet_destroy(packet); /* ENet left it to us. */
        return false;
    }
    return true;
}

dw_status dw_net_send(dw_net *net, dw_peer peer, uint8_t channel, bool reliable,
                      const uint8_t *bytes, size_t size)
{
    ENetPeer *to = find_peer(net, peer);
    if (to == NULL || to->state != ENET_PEER_STATE_CONNECTED) {
        return DW_LOST;
    }
    if (size > DW_NET_PAYLOAD_MAX || channel >= to->channelCount) {
        net->stats.sends_failed++;
        return DW_RANGE;
    }
    const uint32_t index = dw_net_peer_index(peer);
    dw_net_row *row = &net->rows[index];
    if (reliable && row->backlog + size + MESSAGE_BYTES > DW_NET_BACKLOG_BYTES_MAX) {
        net->stats.sends_failed++;
        return DW_FULL;
    }
    if (!reliable && dw_enet_send_straight(net->host, to, channel, bytes, size)) {
        return DW_OK;
    }
    hold_throttle(to);
    dw_net_charge_sent(index);
    bool queued = queue(to, row, channel, reliable, bytes, size);
    while (!queued && dw_net_evict(net, index)) {
        queued = queue(to, row, channel, reliable, bytes, size);
    }
    dw_net_charge_nobody();
    if (!queued) {
        net->stats.sends_failed++;
        return DW_MEMORY;
    }
    if (reliable) {
        note_unsent(net, index);
    } else {
        flush_peer(net->host, to);
    }
    return DW_OK;
}

void dw_net_fetch(const dw_net *net, dw_peer peer, dw_fetch_stage stage)
{
    const uint32_t index = dw_net_peer_index(peer);
    if (index >= net->peers_max) {
        return;
    }
    if (stage == DW_FETCH_NEXT) {
        const ENetChannel *channels = net->host->peers[index].channels;
        if (channels != NULL) { /* Gone since. */
            dw_prefetch(&channels[DW_CHANNEL_SNAPSHOT], sizeof channels[0]);
        }
    } else {
        dw_prefetch(&net->rows[index], sizeof net->rows[0]);
        dw_prefetch(&net->host->peers[index], offsetof(ENetPeer, unsequencedWindow));
    }
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
        net->rows[dw_net_peer_index(peer)].member = false;
        note_unsent(net, dw_net_peer_index(peer));
    }
}

void dw_net_make_member(dw_net *net, dw_peer peer)
{
    if (find_peer(net, peer) != NULL) {
        net->rows[dw_net_peer_index(peer)].member = true;
    }
}

bool dw_net_is_short(const dw_net *net)
{
    return net->is_short;
}

uint32_t dw_net_limited_address(const dw_net *net, dw_peer peer)
{
    const ENetPeer *at = find_peer(net, peer);
    return at != NULL && !dw_net_is_exempt(net, at->address.host) ? at->address.host : 0;
}

void dw_net_drop(dw_net *net, dw_peer peer)
{
    ENetPeer *to = find_peer(net, peer);
    if (to != NULL) {
        net->rows[dw_net_peer_index(peer)].open = false;
        net->stats.connected--;
        enet_peer_reset(to);
        return;
    }
    dw_net_row *row = &net->rows[dw_net_peer_index(peer)];
    if (row->gone && dw_net_handle_of(net, dw_net_peer_index(peer)) == peer) {
        row->gone = false; /* ENet has dropped it already. */
        row->open = false;
        net->gone_count--;
        net->stats.connected--;
    }
}

void dw_net_address_text(const dw_net *net, dw_peer peer, char text[32])
{
    const uint32_t index = dw_net_peer_index(peer);
    if (index >= net->peers_max || dw_net_handle_of(net, index) != peer) {
        (void)snprintf(text, 32, "?");
        return;
    }
    const ENetAddress *from = &net->host->peers[index].address;
    char host[INET_ADDRSTRLEN] = "";
    (void)inet_ntop(AF_INET, &from->host, host, sizeof host);
    (void)snprintf(text, 32, "%s:%u", host, (unsigned)from->port);
}

const dw_net_stats *dw_net_get_stats(const dw_net *net)
{
    return &net->stats;
}
