/* net.c - the host of ENet: opens and closes it, gives it its turns, hands events to the handler,
 * and sends. */
#include "server/host/net.h"

#include "common/base/check.h"
#include "common/base/words.h"
#include "common/platform/clock.h"
#include "protocol/transport/enet_fields.h"
#include "server/host/net_state.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    SPARE_PEERS = 128, /* Peers for joins, for clients that are told that the server is full, and
                          for goodbyes. */
    SLAB_BASE_BYTES = 4 << 20,
    SLAB_PEER_BYTES = 48 * 1024, /* Map chunks and events under way; untouched pages are free. */
    SOCKET_BUFFER_BYTES = 4 << 20,
    SWEEP_MS = 250,
    EVENTS_BEFORE_CLOCK = 64,
    /* ENet walks over all its peers at each turn, so with more clients it gets fewer turns: */
    CLIENTS_A_TURN_MS = 250, /* one millisecond longer for each group of this many clients, */
    TURN_MS_MAX = 16
};

#define NS_PER_MS     UINT64_C(1000000)
#define READ_AHEAD_NS UINT64_C(2000000) /* The system's buffer holds some 500 datagrams. */

static void ignore_no_memory(void)
{
    /* The slab counts it, and the call that asked fails. ENet must not abort the process. */
}

static uint32_t monotonic_ms(void)
{
    return (uint32_t)(dw_clock_ns() / NS_PER_MS);
}

static dw_status make_net(dw_net **out, dw_arena *arena, const dw_net_config *config,
                          dw_error *error)
{
    const uint32_t wanted = config->members_max + SPARE_PEERS;
    const uint32_t peers = wanted < DW_NET_PEERS_MAX ? wanted : DW_NET_PEERS_MAX;
    dw_net *net = DW_ARENA_NEW(arena, dw_net);
    dw_net_row *rows = DW_ARENA_ARRAY(arena, dw_net_row, peers);
    dw_net_seals *seals = NULL;
    if (net == NULL || rows == NULL ||
        dw_net_seals_create(&seals, arena, peers, config->keys != NULL) != DW_OK ||
        dw_seal_start() != DW_OK) {
        return dw_fail(error, DW_MEMORY, "no memory for %u clients, or no source of random numbers",
                       (unsigned)peers);
    }
    net->handler = config->handler;
    net->banned = config->banned;
    net->describe = config->describe;
    net->peers_max = peers;
    net->spare = peers - config->members_max;
    net->rows = rows;
    net->seals = seals;
    net->now_ms = monotonic_ms();
    for (uint32_t i = 0; i < config->exempt_count; i++) {
        net->exempt[net->exempt_count++] = config->exempt[i];
    }
    dw_discovery_limit_init(&net->discovery, net->now_ms * NS_PER_MS);
    dw_net_join_open(net, config->keys);
    *out = net;
    return DW_OK;
}

/* What is open already is closed by dw_net_close. */
static dw_status open_enet(dw_net *net, const ENetAddress *address, const dw_net_config *config,
                           dw_error *error)
{
    const ENetCallbacks callbacks = {dw_net_slab_take, dw_net_slab_give, ignore_no_memory};
    const dw_status status =
        dw_net_slab_open(SLAB_BASE_BYTES + (size_t)net->peers_max * SLAB_PEER_BYTES, error);
    if (status != DW_OK) {
        return status;
    }
    if (enet_initialize_with_callbacks(ENET_VERSION, &callbacks) != 0) {
        return dw_fail(error, DW_IO, "ENet cannot be used (is it version 1.3.17?)");
    }
    errno = 0;
    net->host = dw_enet_open(address, net->peers_max, SOCKET_BUFFER_BYTES);
    if (net->host == NULL) {
        return dw_fail(error, DW_IO, "cannot listen on %s port %u: %s", config->bind,
                       (unsigned)config->port, errno != 0 ? strerror(errno) : "no memory");
    }
    const dw_datagram_filter filter = {net, dw_net_gate_in, dw_net_gate_out};
    net->layer = dw_datagram_layer_open(net->host->socket, &filter);
    return net->layer != NULL
               ? DW_OK
               : dw_fail(error, DW_MEMORY, "no memory for the network, or too many files are open");
}

dw_status dw_net_open(dw_net **out, dw_arena *arena, const dw_net_config *config, dw_error *error)
{
    ENetAddress address = {.host = ENET_HOST_ANY, .port = config->port};
    if (strcmp(config->bind, "*") != 0 && enet_address_set_host_ip(&address, config->bind) != 0) {
        return dw_fail(error, DW_INVALID, "cannot listen on %.64s: not a numeric IPv4 address",
                       config->bind);
    }
    DW_CHECK(config->members_max <= DW_NET_PEERS_MAX - DW_NET_SPARE_MIN);
    DW_CHECK(config->exempt_count <= DW_NET_EXEMPT_MAX);
    dw_net *net = NULL;
    dw_status status = make_net(&net, arena, config, error);
    if (status == DW_OK) {
        DW_CHECK(net != NULL);
        status = open_enet(net, &address, config, error);
    }
    if (status != DW_OK) {
        dw_net_close(net);
        return status;
    }
    *out = net;
    return DW_OK;
}

void dw_net_close(dw_net *net)
{
    if (net == NULL) {
        return;
    }
    dw_datagram_layer_close(net->layer);
    enet_host_destroy(net->host);
    enet_deinitialize();
    dw_net_slab_close();
    dw_server_secrets_wipe(&net->secrets);
    dw_net_seals_wipe(net->seals);
}

uint16_t dw_net_port(const dw_net *net)
{
    return net->host->address.port;
}

uint32_t dw_net_flood_seconds(const dw_net *net, dw_peer peer)
{
    const dw_net_sealed *row = &net->seals->rows[dw_net_peer_index(peer)];
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
    if (peer == 0 || index >= net->peers_max || !net->rows[index].open ||
        net->rows[index].lost != DW_NET_LOST_NONE || dw_net_handle_of(net, index) != peer) {
        return NULL;
    }
    return &net->host->peers[index];
}

/* ENet reads the wall clock. Setting its time from the monotonic clock before each use makes a step
 * of the wall clock harmless. */
static void set_time(dw_net *net)
{
    net->now_ms = monotonic_ms();
    enet_time_set(net->now_ms);
    dw_server_secrets_advance(&net->secrets, net->now_ms); /* Renews short-lived keys. */
}

static void on_connect(dw_net *net, ENetPeer *peer, uint32_t index)
{
    dw_net_row *row = &net->rows[index];
    dw_net_tell_lost(net, index); /* The previous peer at this index. */
    net->generation = net->generation % 0xfffff + 1;
    *row = (dw_net_row){.generation = net->generation,
                        .open = true,
                        .host = peer->address.host,
                        .port = peer->address.port};
    peer->mtu = DW_ENET_MTU; /* A smaller MTU makes fragments, which ENet sends reliably. */
    dw_enet_set_times(peer, index);
    dw_enet_never_throttle(peer);
    net->stats.connected++;
    net->handler.connected(net->handler.context, dw_net_handle_of(net, index));
}

static void handle(dw_net *net, const ENetEvent *event)
{
    const uint32_t index = (uint32_t)(event->peer - net->host->peers);
    if (event->type == ENET_EVENT_TYPE_CONNECT) {
        on_connect(net, event->peer, index);
    } else if (event->type == ENET_EVENT_TYPE_DISCONNECT) {
        dw_net_lose(net, index, DW_NET_LOST_CONNECTION);
        dw_net_release(net, index);
        dw_net_tell_lost(net, index);
    } else if (event->type == ENET_EVENT_TYPE_RECEIVE) {
        if (net->rows[index].open && net->rows[index].lost == DW_NET_LOST_NONE) {
            net->handler.received(net->handler.context, dw_net_handle_of(net, index),
                                  event->channelID, event->packet->data, event->packet->dataLength);
        }
        enet_packet_destroy(event->packet);
    }
}

/* One turn of ENet and all its events. False when the time ran out before the last event. */
static bool turn(dw_net *net, uint64_t deadline_ns, bool *more)
{
    ENetEvent event;
    int result = enet_host_service(net->host, &event, 0);
    dw_net_slab_charge(DW_NET_SLAB_NOBODY);
    /* One peer that can't be sent to makes the whole call fail; the others go on. */
    net->stats.service_failures += result < 0 ? 1 : 0;
    *more = result > 0 || dw_datagram_layer_has_more(net->layer);
    for (uint32_t events = 1; result > 0; events++) {
        handle(net, &event);
        if (events % EVENTS_BEFORE_CLOCK == 0 && dw_clock_ns() >= deadline_ns) {
            return false;
        }
        result = enet_host_check_events(net->host, &event);
    }
    return true;
}

void dw_net_poll(dw_net *net, uint64_t budget_ns)
{
    const uint64_t deadline_ns = dw_clock_ns() + budget_ns;
    set_time(net);
    dw_net_tell_all_lost(net);
    if (net->now_ms - net->sweep_ms >= SWEEP_MS) {
        net->sweep_ms = net->now_ms;
        dw_net_sweep(net);
    }
    bool more = true;
    while (more) {
        if (!turn(net, deadline_ns, &more) || (more && dw_clock_ns() >= deadline_ns)) {
            net->stats.polls_cut++;
            break;
        }
    }
    dw_net_tell_all_lost(net);
    net->read_ns = dw_clock_ns();
    dw_net_flush(net); /* Answers do not wait for the tick. */
}

uint64_t dw_net_turn_ns(const dw_net *net)
{
    const uint32_t ms = 1 + net->stats.connected / CLIENTS_A_TURN_MS;
    return (uint64_t)(ms < TURN_MS_MAX ? ms : TURN_MS_MAX) * NS_PER_MS;
}

void dw_net_read_ahead(dw_net *net)
{
    const uint64_t now_ns = dw_clock_ns();
    if (now_ns - net->read_ns >= READ_AHEAD_NS) {
        net->read_ns = now_ns;
        dw_datagram_layer_read_ahead(net->layer);
    }
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

dw_status dw_net_send(dw_net *net, dw_peer peer, uint8_t channel, bool reliable,
                      const uint8_t *bytes, size_t size)
{
    ENetPeer *to = find_peer(net, peer);
    if (to == NULL || to->state != ENET_PEER_STATE_CONNECTED) {
        return DW_LOST;
    }
    DW_CHECK(size <= DW_MESSAGE_MAX);
    const uint32_t index = dw_net_peer_index(peer);
    const uint32_t owner = dw_net_sent_to(index);
    const size_t held = dw_net_slab_owned(owner) + size + DW_NET_MESSAGE_BYTES;
    if (channel >= to->channelCount || /* The client chooses the number of channels. */
        (reliable && held > DW_NET_BACKLOG_BYTES_MAX)) {
        net->stats.sends_failed++;
        dw_net_lose(net, index, DW_NET_LOST_BACKLOG);
        return DW_LOST;
    }
    dw_net_slab_charge(owner);
    bool queued = false;
    do {
        queued = dw_enet_send(to, channel, reliable, bytes, size);
    } while (!queued && dw_net_evict(net, index));
    dw_net_slab_charge(DW_NET_SLAB_NOBODY);
    net->stats.sends_failed += queued ? 0 : 1;
    return queued ? DW_OK : DW_MEMORY;
}

void dw_net_flush(dw_net *net)
{
    set_time(net);
    enet_host_flush(net->host);
    dw_datagram_layer_flush(net->layer);
    net->stats.datagrams = dw_datagram_layer_get_stats(net->layer);
}

void dw_net_disconnect(dw_net *net, dw_peer peer, uint32_t reason)
{
    ENetPeer *to = find_peer(net, peer);
    if (to != NULL) {
        dw_net_row *row = &net->rows[dw_net_peer_index(peer)];
        enet_peer_disconnect_later(to, reason);
        row->member = false;
        row->leaving_ms = row->leaving_ms != 0 ? row->leaving_ms : net->now_ms | 1;
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

uint32_t dw_net_host(const dw_net *net, dw_peer peer)
{
    const ENetPeer *at = find_peer(net, peer);
    return at != NULL ? at->address.host : 0;
}

uint32_t dw_net_origin(const dw_net *net, dw_peer peer)
{
    const uint32_t host = dw_net_host(net, peer);
    return dw_net_is_exempt(net, host) ? 0 : host;
}

uint32_t dw_net_rtt_ms(const dw_net *net, dw_peer peer)
{
    const ENetPeer *at = find_peer(net, peer);
    return at != NULL ? at->roundTripTime : 0;
}

const uint8_t *dw_net_transcript(const dw_net *net, dw_peer peer)
{
    return net->seals->sealed && find_peer(net, peer) != NULL
               ? net->seals->rows[dw_net_peer_index(peer)].transcript
               : NULL;
}

DW_ENUM_WORDS_OR(dw_net_loss_word, dw_net_loss, DW_NET_LOSS_COUNT, DW_NET_LOSSES, DW_WORD_OF_2,
                 "unknown")

void dw_net_address_text(const dw_net *net, dw_peer peer, char text[32])
{
    const uint32_t index = dw_net_peer_index(peer);
    if (index >= net->peers_max || dw_net_handle_of(net, index) != peer) {
        (void)snprintf(text, 32, "?");
        return;
    }
    const dw_net_row *row = &net->rows[index];
    char host[INET_ADDRSTRLEN] = "";
    (void)inet_ntop(AF_INET, &row->host, host, sizeof host);
    (void)snprintf(text, 32, "%s:%u", host, (unsigned)row->port);
}

const dw_net_stats *dw_net_get_stats(const dw_net *net)
{
    return &net->stats;
}
