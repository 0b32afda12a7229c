#include "fake_net.h"

#include "common/base/check.h"

#include <stdio.h>
#include <string.h>

enum { PEERS = 20, EVENTS_MAX = 64 };

typedef enum event_kind { EVENT_CONNECT, EVENT_SAY, EVENT_CUT } event_kind;

typedef struct line_event {
    uint8_t kind; /* event_kind */
    uint8_t channel;
    uint32_t index;
    size_t size;
    uint8_t bytes[DW_MESSAGE_MAX];
} line_event;

typedef struct fake_peer {
    uint32_t generation;
    bool open; /* The server knows of the peer. */
    bool closing;
    dw_net_loss lost; /* Given up; told at the next poll. */
    bool deaf;
    uint32_t flood_seconds;
} fake_peer;

struct dw_net {
    dw_net_handler handler;
    dw_net_stats stats;
    dw_fake_sent *sent;
    void *context;
    const uint8_t *transcript;
    uint32_t generation;
    fake_peer peers[PEERS];
    uint32_t first, count;
    line_event events[EVENTS_MAX];
};

dw_status dw_net_open(dw_net **out, dw_arena *arena, const dw_net_config *config, dw_error *error)
{
    dw_net *net = DW_ARENA_NEW(arena, dw_net);
    if (net == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for a net");
    }
    net->handler = config->handler;
    *out = net;
    return DW_OK;
}

void dw_net_close(dw_net *net)
{
    (void)net;
}

uint16_t dw_net_port(const dw_net *net)
{
    (void)net;
    return 1;
}

uint32_t dw_net_peer_index(dw_peer peer)
{
    return (peer & 0xfff) - 1;
}

uint32_t dw_net_peers_max(const dw_net *net)
{
    (void)net;
    return PEERS;
}

static dw_peer handle_of(const dw_net *net, uint32_t index)
{
    return net->peers[index].generation << 12 | (index + 1);
}

static fake_peer *find_peer(dw_net *net, dw_peer peer)
{
    const uint32_t index = dw_net_peer_index(peer);
    const bool there = index < PEERS && net->peers[index].open && handle_of(net, index) == peer;
    return there && net->peers[index].lost == DW_NET_LOST_NONE ? &net->peers[index] : NULL;
}

static void close_peer(dw_net *net, uint32_t index, dw_net_loss why)
{
    const dw_peer peer = handle_of(net, index);
    net->peers[index] = (fake_peer){.generation = net->peers[index].generation};
    net->stats.connected--;
    net->stats.lost[why]++;
    net->handler.disconnected(net->handler.context, peer, why);
}

static void deliver(dw_net *net, const line_event *event)
{
    fake_peer *peer = &net->peers[event->index];
    switch ((event_kind)event->kind) {
    case EVENT_CONNECT:
        if (!peer->open) {
            net->generation = net->generation % 0xfffff + 1;
            *peer = (fake_peer){.generation = net->generation, .open = true};
            net->stats.connected++;
            net->handler.connected(net->handler.context, handle_of(net, event->index));
        }
        break;
    case EVENT_SAY:
        if (peer->open && peer->lost == DW_NET_LOST_NONE) {
            net->handler.received(net->handler.context, handle_of(net, event->index),
                                  event->channel, event->bytes, event->size);
        }
        break;
    case EVENT_CUT:
        if (peer->open && peer->lost == DW_NET_LOST_NONE) {
            close_peer(net, event->index, DW_NET_LOST_CONNECTION);
        }
        break;
    }
}

static void tell_lost(dw_net *net)
{
    for (uint32_t i = 0; i < PEERS; i++) {
        if (net->peers[i].open && net->peers[i].lost != DW_NET_LOST_NONE) {
            close_peer(net, i, net->peers[i].lost);
        }
    }
}

void dw_net_poll(dw_net *net, uint64_t budget_ns)
{
    (void)budget_ns;
    tell_lost(net);
    while (net->count > 0) {
        const line_event *event = &net->events[net->first];
        net->first = (net->first + 1) % EVENTS_MAX;
        net->count--;
        deliver(net, event);
    }
    for (uint32_t i = 0; i < PEERS; i++) {
        if (net->peers[i].open && net->peers[i].closing) {
            close_peer(net, i, DW_NET_LOST_CONNECTION);
        }
    }
    tell_lost(net);
}

uint64_t dw_net_turn_ns(const dw_net *net)
{
    (void)net;
    return 1000000;
}

void dw_net_read_ahead(dw_net *net)
{
    (void)net; /* Nothing is handled before the next poll. */
}

void dw_net_wait(const dw_net *net, uint64_t deadline_ns)
{
    (void)net;
    (void)deadline_ns;
}

dw_status dw_net_send(dw_net *net, dw_peer peer, uint8_t channel, bool reliable,
                      const uint8_t *bytes, size_t size)
{
    fake_peer *to = find_peer(net, peer);
    DW_CHECK(size > 0 && size <= DW_MESSAGE_MAX && channel < DW_CHANNEL_COUNT);
    if (to == NULL || to->closing) {
        return DW_LOST;
    }
    if (to->deaf && reliable) {
        to->lost = DW_NET_LOST_BACKLOG;
        return DW_LOST;
    }
    net->sent(net->context, dw_net_peer_index(peer), channel, reliable, bytes, size);
    return DW_OK;
}

void dw_net_flush(dw_net *net)
{
    (void)net;
}

void dw_net_disconnect(dw_net *net, dw_peer peer, uint32_t reason)
{
    fake_peer *to = find_peer(net, peer);
    DW_CHECK(reason < DW_REASON_COUNT);
    if (to != NULL) {
        to->closing = true;
    }
}

void dw_net_make_member(dw_net *net, dw_peer peer)
{
    (void)net;
    (void)peer;
}

bool dw_net_is_short(const dw_net *net)
{
    return net->count > EVENTS_MAX / 2; /* Now and then. */
}

const uint8_t *dw_net_transcript(const dw_net *net, dw_peer peer)
{
    return dw_net_peer_index(peer) % 2 == 0 ? net->transcript : NULL;
}

uint32_t dw_net_flood_seconds(const dw_net *net, dw_peer peer)
{
    const uint32_t index = dw_net_peer_index(peer);
    DW_CHECK(index < PEERS);
    return net->peers[index].flood_seconds;
}

/* Few addresses, so that connections have them in common; one is exempt. */
uint32_t dw_net_origin(const dw_net *net, dw_peer peer)
{
    (void)net;
    return dw_net_peer_index(peer) % 3;
}

uint32_t dw_net_host(const dw_net *net, dw_peer peer)
{
    (void)net;
    return dw_net_peer_index(peer) % 3;
}

uint32_t dw_net_rtt_ms(const dw_net *net, dw_peer peer)
{
    (void)net;
    return 20 * dw_net_peer_index(peer);
}

const char *dw_net_loss_word(dw_net_loss why)
{
    DW_CHECK(why < DW_NET_LOSS_COUNT);
    return "lost";
}

void dw_net_address_text(const dw_net *net, dw_peer peer, char text[32])
{
    (void)net;
    (void)snprintf(text, 32, "peer:%u", (unsigned)dw_net_peer_index(peer));
}

bool dw_net_has_room(const dw_net *net)
{
    (void)net;
    return true;
}

const dw_net_stats *dw_net_get_stats(const dw_net *net)
{
    return &net->stats;
}

void dw_fake_net_watch(dw_net *net, dw_fake_sent *sent, void *context)
{
    net->sent = sent;
    net->context = context;
}

void dw_fake_net_seal(dw_net *net, const uint8_t *transcript)
{
    net->transcript = transcript;
}

static line_event *push(dw_net *net, event_kind kind, uint32_t index)
{
    DW_CHECK(index < PEERS);
    if (net->count == EVENTS_MAX) {
        return NULL;
    }
    line_event *event = &net->events[(net->first + net->count) % EVENTS_MAX];
    net->count++;
    event->kind = (uint8_t)kind;
    event->index = index;
    return event;
}

void dw_fake_net_connect(dw_net *net, uint32_t index)
{
    (void)push(net, EVENT_CONNECT, index);
}

void dw_fake_net_say(dw_net *net, uint32_t index, uint8_t channel, const uint8_t *bytes,
                     size_t size)
{
    DW_CHECK(size > 0 && size <= DW_MESSAGE_MAX);
    line_event *event = push(net, EVENT_SAY, index);
    if (event != NULL) {
        event->channel = channel;
        event->size = size;
        memcpy(event->bytes, bytes, size);
    }
}

void dw_fake_net_cut(dw_net *net, uint32_t index)
{
    (void)push(net, EVENT_CUT, index);
}

void dw_fake_net_set_deaf(dw_net *net, uint32_t index, bool deaf)
{
    net->peers[index].deaf = deaf;
}

void dw_fake_net_set_flood(dw_net *net, uint32_t index, uint32_t seconds)
{
    net->peers[index].flood_seconds = seconds;
}

void dw_fake_net_lose(dw_net *net, uint32_t index, dw_net_loss why)
{
    fake_peer *peer = &net->peers[index];
    if (peer->open && peer->lost == DW_NET_LOST_NONE) {
        peer->lost = why;
    }
}

bool dw_fake_net_connected(const dw_net *net, uint32_t index)
{
    return net->peers[index].open;
}
