#include "client/core/link.h"

#include "client/core/joiner.h"
#include "common/base/check.h"
#include "common/platform/clock.h"
#include "protocol/transport/enet_fields.h"

#include <enet/enet.h>
#include <stdlib.h>

enum {
    CONNECTIONS_MAX = ENET_PROTOCOL_MAXIMUM_PEER_ID,
    SPARE_PEERS = 8,       /* A peer that disconnects keeps its slot for a while. */
    TURNS_AT_ONCE = 64,    /* Turns of ENet in one service call, each with 256 datagrams at most, so
                              that a flood cannot block it. */
    CHECKED_AT_ONCE = 64,  /* Connections maintained in one service call. */
    UDP_HEADER_BYTES = 28, /* IPv4 and UDP, for each datagram. */
    BUFFER_ONE = 1 << 20,
    BUFFER_MANY = 8 << 20
};

#define PARTING_NS UINT64_C(400000000)  /* Time for the server to disconnect first. */
#define UP_NS      UINT64_C(4000000000) /* Time for a connection to come up before a new attempt. */
#define HOLD_NS    UINT64_C(2000000000) /* Pause after a refusal that is not final. */

typedef struct connection {
    dw_link *link;
    uint32_t index;
    ENetPeer *peer; /* NULL while the connection has no peer. */
    dw_client *client;
    uint64_t part_ns;          /* When to disconnect, 0: not asked for, or done. */
    uint64_t try_ns;           /* When to try again after the connection broke; 0: it did not. */
    enet_uint32 received_time; /* ENet's time of the newest datagram that was reported. */
} connection;

struct dw_link {
    ENetHost *host;
    dw_joiner *joiner;
    dw_datagram_layer *layer;
    uint32_t count;
    uint32_t next_checked;
    ENetAddress server;
    connection connections[]; /* `count` of them. */
};

static dw_status open_host(dw_link *link, const dw_link_config *config, dw_error *error)
{
    const uint32_t wanted = config->connections + SPARE_PEERS;
    const uint32_t peers = wanted < CONNECTIONS_MAX ? wanted : CONNECTIONS_MAX;
    link->server.port = config->port;
    if (enet_address_set_host(&link->server, config->host) != 0) {
        return dw_fail(error, DW_NOT_FOUND, "%s: no such host (IPv4 only)", config->host);
    }
    const dw_joiner_config joining = {.peers = peers,
                                      .sealed = !config->unsealed,
                                      .password = config->password,
                                      .judge = config->judge,
                                      .context = config->context};
    /* The room is for bursts when many matches tick at once. */
    link->host = dw_enet_open(NULL, peers, config->connections > 1 ? BUFFER_MANY : BUFFER_ONE);
    if (link->host == NULL || dw_joiner_create(&link->joiner, &joining) != DW_OK) {
        return dw_fail(error, DW_IO, "no socket or memory for %u connections", config->connections);
    }
    const dw_datagram_filter filter = dw_joiner_filter(link->joiner);
    link->layer = dw_datagram_layer_open(link->host->socket, &filter);
    if (link->layer == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the network, or too many files are open");
    }
    dw_joiner_use_layer(link->joiner, link->layer, link->host);
    if (config->connections > 1) {
        dw_datagram_layer_join_equal(link->layer);
    }
    if (config->faults != NULL &&
        dw_datagram_layer_use_faults(link->layer, config->faults, config->faults_seed,
                                     dw_clock_ns) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "no memory for the network faults");
    }
    return DW_OK;
}

dw_status dw_link_create(dw_link **out, const dw_link_config *config, dw_error *error)
{
    DW_CHECK(config->connections >= 1 && config->connections <= CONNECTIONS_MAX);
    if (enet_initialize() != 0) {
        return dw_fail(error, DW_IO, "the network cannot be used");
    }
    dw_link *link = calloc(1, sizeof *link + config->connections * sizeof link->connections[0]);
    if (link == NULL) {
        enet_deinitialize();
        return dw_fail(error, DW_MEMORY, "no memory for %u connections", config->connections);
    }
    link->count = config->connections;
    for (uint32_t i = 0; i < link->count; i++) {
        link->connections[i] = (connection){.link = link, .index = i};
    }
    const dw_status status = open_host(link, config, error);
    if (status != DW_OK) {
        dw_link_destroy(link);
        return status;
    }
    *out = link;
    return DW_OK;
}

void dw_link_destroy(dw_link *link)
{
    if (link == NULL) {
        return;
    }
    if (link->layer != NULL) {
        enet_host_flush(link->host); /* The last messages go out before the disconnect. */
        for (uint32_t i = 0; i < link->count; i++) {
            if (link->connections[i].peer != NULL) {
                enet_peer_disconnect_now(link->connections[i].peer, 0);
            }
        }
        dw_datagram_layer_close(link->layer);
    }
    enet_host_destroy(link->host); /* Accepts NULL. */
    dw_joiner_destroy(link->joiner);
    free(link);
    enet_deinitialize();
}

static uint16_t index_of(const dw_link *link, const ENetPeer *peer)
{
    return (uint16_t)(peer - link->host->peers);
}

/* The client has been told that it is connected. It may be disconnecting. */
static bool is_up(const connection *row)
{
    return row->peer != NULL && row->peer->state >= ENET_PEER_STATE_CONNECTED;
}

/* The joiner holds ENet's CONNECT back until the server has answered its question. */
static void begin_connecting(connection *row, uint64_t now_ns)
{
    row->part_ns = 0;
    row->try_ns = now_ns + UP_NS;
    row->peer = enet_host_connect(row->link->host, &row->link->server, DW_CHANNEL_COUNT, 0);
    if (row->peer == NULL) { /* All peers are still disconnecting. */
        dw_client_refused(row->client, DW_REASON_NONE);
        return;
    }
    row->peer->data = row;
    dw_enet_set_times(row->peer, row->index);
}

void dw_link_connect(dw_link *link, dw_client *client)
{
    connection *row = dw_client_send_context(client);
    DW_CHECK(row != NULL && row->link == link);
    DW_CHECK(row->peer == NULL);
    row->client = client;
    begin_connecting(row, dw_clock_ns());
    row->try_ns = 0;
}

static void forget_peer(connection *row)
{
    row->peer->data = NULL;
    dw_joiner_forget(row->link->joiner, index_of(row->link, row->peer));
    row->peer = NULL;
}

static void drop_peer(connection *row)
{
    ENetPeer *peer = row->peer;
    if (is_up(row)) {
        /* One datagram. If it arrives, the server need not wait for a timeout. */
        enet_peer_disconnect_now(peer, 0);
    } else if (peer != NULL) {
        enet_peer_reset(peer);
    }
    if (peer != NULL) {
        forget_peer(row);
    }
}

/* Reports the results of attempts to connect. A client that returns tries again after a pause. */
static void take_results(dw_link *link, uint64_t now_ns)
{
    dw_joiner_result result;
    while (dw_joiner_next_result(link->joiner, &result)) {
        connection *row = link->host->peers[result.peer].data;
        if (row == NULL || is_up(row)) {
            continue;
        }
        if (result.answered) {
            dw_client_answered(row->client, now_ns);
            continue;
        }
        if (result.error.text[0] != '\0') {
            dw_client_gave_up(row->client, result.error.text);
        } else {
            dw_client_refused(row->client, result.reason);
        }
        drop_peer(row);
        row->try_ns = now_ns + HOLD_NS;
    }
}

void *dw_link_context(dw_link *link, uint32_t index)
{
    DW_CHECK(index < link->count);
    return &link->connections[index];
}

void dw_link_send(void *context, dw_channel channel, bool reliable, const uint8_t *bytes,
                  size_t size)
{
    const connection *row = context;
    DW_CHECK(channel < DW_CHANNEL_COUNT && size <= DW_MESSAGE_MAX);
    if (is_up(row)) {
        (void)dw_enet_send(row->peer, (uint8_t)channel, reliable, bytes, size);
    }
}

/* After a quit, a refusal or a kick the server disconnects. If both ends disconnect at once, ENet
 * drops one of the two unacknowledged, and that end keeps its slot until a timeout. So this end
 * waits a little. */
static void close_connection(connection *row, uint64_t now_ns)
{
    if (!is_up(row)) {
        drop_peer(row);
        return;
    }
    const dw_client_end end = dw_client_get_end(row->client);
    const bool waits =
        end == DW_CLIENT_END_QUIT || end == DW_CLIENT_END_REFUSED || end == DW_CLIENT_END_KICKED;
    if (waits && row->part_ns == 0) {
        row->part_ns = now_ns + PARTING_NS;
    } else if (row->peer->state == ENET_PEER_STATE_CONNECTED && now_ns >= row->part_ns) {
        enet_peer_disconnect_later(row->peer, 0);
    }
}

void dw_link_disconnect(dw_link *link, uint32_t index)
{
    DW_CHECK(index < link->count);
    close_connection(&link->connections[index], dw_clock_ns());
}

bool dw_link_is_open(const dw_link *link, uint32_t index)
{
    DW_CHECK(index < link->count);
    return link->connections[index].peer != NULL;
}

bool dw_link_busy(const dw_link *link)
{
    for (uint32_t i = 0; i < link->count; i++) {
        if (dw_link_is_open(link, i)) {
            return true;
        }
    }
    return false;
}

static void handle_event(ENetEvent *event, uint64_t now_ns)
{
    connection *row = event->peer == NULL ? NULL : event->peer->data;
    if (row != NULL && event->type == ENET_EVENT_TYPE_CONNECT) {
        dw_enet_never_throttle(event->peer);
        dw_client_connected(row->client, now_ns);
    } else if (row != NULL && event->type == ENET_EVENT_TYPE_DISCONNECT) {
        forget_peer(row);
        dw_client_disconnected(row->client, event->data, now_ns);
    } else if (event->type == ENET_EVENT_TYPE_RECEIVE) {
        if (row != NULL && event->channelID < DW_CHANNEL_COUNT) {
            dw_client_receive(row->client, (dw_channel)event->channelID, event->packet->data,
                              event->packet->dataLength, now_ns);
        }
        enet_packet_destroy(event->packet);
    }
}

/* For a client whose connection broke: drops the old one and tries new ones until one is up or the
 * client gives up. Once the hello is sent the client waits for the answer, since its token is valid
 * once. */
static void reconnect(connection *row, uint64_t now_ns)
{
    if (dw_client_get_state(row->client) != DW_CLIENT_RECONNECTING) {
        row->try_ns = 0;
    } else if (row->try_ns == 0 || (!is_up(row) && now_ns >= row->try_ns)) {
        drop_peer(row);
        begin_connecting(row, now_ns);
    }
}

/* Acknowledgements carry no message, but they show that the server is there. */
static void note_sign_of_life(connection *row, uint64_t now_ns)
{
    if (is_up(row) && row->peer->lastReceiveTime != row->received_time) {
        row->received_time = row->peer->lastReceiveTime;
        dw_client_heard(row->client, now_ns);
    }
}

/* Maintains a few connections per call, in turn: closes those of clients that ended, reconnects
 * those that broke. */
static void maintain(dw_link *link, uint64_t now_ns)
{
    const uint32_t many = link->count < CHECKED_AT_ONCE ? link->count : CHECKED_AT_ONCE;
    for (uint32_t i = 0; i < many; i++) {
        connection *row = &link->connections[link->next_checked];
        link->next_checked = (link->next_checked + 1) % link->count;
        if (row->client == NULL) {
            continue;
        }
        reconnect(row, now_ns);
        if (row->peer == NULL) {
            continue;
        }
        dw_enet_hold_resend(row->peer);
        note_sign_of_life(row, now_ns);
        if (row->part_ns != 0 || dw_client_get_state(row->client) == DW_CLIENT_ENDED) {
            close_connection(row, now_ns);
        }
    }
}

void dw_link_service(dw_link *link)
{
    uint64_t now_ns = dw_clock_ns();
    bool more = true;
    /* ENet uses the wall clock. Setting its time from the monotonic clock before each use makes it
     * immune to steps of the wall clock. */
    enet_time_set((enet_uint32)(now_ns / 1000000));
    dw_joiner_service(link->joiner, now_ns);
    for (uint32_t turn = 0; more && turn < TURNS_AT_ONCE; turn++) {
        ENetEvent event;
        /* Below 0: a datagram of one peer could not be sent. The others go on. */
        int result = enet_host_service(link->host, &event, 0);
        now_ns = dw_clock_ns();
        more = result > 0 || dw_datagram_layer_has_more(link->layer);
        for (; result > 0; result = enet_host_check_events(link->host, &event)) {
            handle_event(&event, now_ns);
        }
    }
    take_results(link, now_ns);
    maintain(link, now_ns);
    dw_datagram_layer_flush(link->layer);
}

void dw_link_wait(const dw_link *link, uint32_t wait_ms)
{
    enet_uint32 condition = ENET_SOCKET_WAIT_RECEIVE | ENET_SOCKET_WAIT_INTERRUPT;
    (void)enet_socket_wait(link->host->socket, &condition, wait_ms);
}

uint32_t dw_link_rtt_ms(const dw_link *link, uint32_t index)
{
    DW_CHECK(index < link->count);
    const connection *row = &link->connections[index];
    /* ENet starts from a guess of 500 ms. The first measurement also starts the throttle epoch. */
    return is_up(row) && row->peer->packetThrottleEpoch != 0 ? row->peer->roundTripTime : 0;
}

void dw_link_traffic(const dw_link *link, uint64_t *bytes_in, uint64_t *bytes_out)
{
    const dw_datagram_layer_stats stats = dw_datagram_layer_get_stats(link->layer);
    *bytes_in = stats.received_bytes + stats.received * UDP_HEADER_BYTES;
    *bytes_out = stats.sent_bytes + stats.sent * UDP_HEADER_BYTES;
}

const uint8_t *dw_link_own_transcript(void *context)
{
    const connection *row = context;
    return row->peer != NULL
               ? dw_joiner_transcript(row->link->joiner, index_of(row->link, row->peer))
               : NULL;
}

const uint8_t *dw_link_identity(const dw_link *link, uint32_t index)
{
    DW_CHECK(index < link->count);
    const connection *row = &link->connections[index];
    return row->peer != NULL ? dw_joiner_identity(link->joiner, index_of(link, row->peer)) : NULL;
}
