#include "client/core/link.h"

#include "client/core/client_state.h"
#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/platform/clock.h"
#include "protocol/knock.h"
#include "protocol/transport/enet_line.h"
#include "protocol/transport/socket_batch.h"

#include <enet/enet.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CONNECTIONS_MAX = ENET_PROTOCOL_MAXIMUM_PEER_ID,
    SPARE_PEERS = 8,        /* A peer that says goodbye keeps its place for a while. */
    EVENTS_AT_ONCE = 16384, /* Packets that one call hands on; a flood cannot hold it for longer. */
    READ_AT_ONCE = 256,     /* Datagrams that ENet reads before it looks at its peers again. */
    PASSES_AT_ONCE = 64,    /* So many such reads in one call. */
    CHECKED_AT_ONCE = 64,   /* Connections looked after in one call. */
    PACKET_MAX = 8192,      /* Of what a server may announce as fragments. */
    UDP_HEADER_BYTES = 28,  /* IPv4 and UDP, for each datagram. */
    COMMAND_BYTES = 28,     /* ENet's own in a datagram with one message, at most. */
    TIMEOUT_LIMIT = 32,     /* ENet's default. */
    TIMEOUT_LOW_MS = 10000, /* Unanswered for so long and often enough: gone. */
    TIMEOUT_HIGH_MS = 20000, /* Gone in any case. */
    PING_MS = 2000,          /* Each costs a server two datagrams; client_line.c sees silence. */
    HOST_NAME_SIZE = 256,
    INDEX_BITS = 12, /* The low ones of a connection's number say whose it is. */
    BUFFER_ONE = 1 << 20,
    BUFFER_MANY = 8 << 20
};

#define PARTING_NS UINT64_C(400000000) /* How long the server has to disconnect. */
#define ASK_NS     UINT64_C(250000000) /* From one request for a cookie to the next. */
#define ASK_MOST_NS                                                                                \
    UINT64_C(1000000000)             /* The same of a client whose line broke, after a while.      \
                                      */
#define UP_NS   UINT64_C(4000000000) /* Until his new connection is up, or another is tried. */
#define HOLD_NS UINT64_C(2000000000) /* Until he asks again after a refusal that passes. */

typedef struct connection {
    dw_link *link;
    uint32_t index;
    ENetPeer *peer; /* NULL while there is none. */
    dw_client *client;
    bool connected;
    bool closing;
    uint64_t part_ns; /* While closing: when to disconnect after all; 0: that was said. */
    bool asking;      /* For a join cookie; there is no peer yet. */
    bool answered;    /* While asking: the answer is there and waits for its turn. */
    bool returning;   /* The client's line broke: what was there was let go. */
    uint64_t asked_ns;
    uint64_t ask_every_ns;
    uint64_t try_ns;           /* While returning: when to give this attempt up. */
    enet_uint32 received_time; /* ENet's, of the last datagram that was noticed. */
    ENetAddress address;
    enet_uint32 number; /* Of the connection, for the cookie and for ENet. */
    dw_knock answer;
} connection;

struct dw_link {
    ENetHost *host;
    dw_socket_batch *batch;
    uint32_t count;
    uint32_t next_checked;
    uint64_t bytes_in, bytes_out;
    char host_name[HOST_NAME_SIZE]; /* Looked up last: many connections go to one server. */
    enet_uint32 host_address;
    enet_uint32 serial;    /* Makes the numbers of connections differ. */
    uint32_t answer_count; /* Answers that wait for their turn. */
    connection *connections;
};

static bool same_address(const ENetAddress *a, const ENetAddress *b)
{
    return a->host == b->host && a->port == b->port;
}

/* Sees every datagram before ENet does: the answers to requests for cookies are not ENet's. */
static int intercept(ENetHost *host, ENetEvent *event)
{
    (void)event;
    dw_link *link = host->compressor.context;
    if (!dw_knock_is(host->receivedData, host->receivedDataLength)) {
        return 0;
    }
    dw_knock knock;
    enet_uint32 number = 0;
    if (dw_knock_decode(&knock, host->receivedData, host->receivedDataLength) != DW_OK ||
        knock.kind == DW_KNOCK_ASK) {
        return 1;
    }
    memcpy(&number, knock.number, sizeof number);
    const uint32_t index = number & ((UINT32_C(1) << INDEX_BITS) - 1);
    if (index >= link->count) {
        return 1;
    }
    connection *row = &link->connections[index];
    const bool expected =
        knock.kind == DW_KNOCK_COOKIE ? row->asking : row->peer != NULL && !row->connected;
    if (expected && !row->answered && row->number == number &&
        same_address(&row->address, &host->receivedAddress)) {
        row->answer = knock;
        row->answered = true;
        link->answer_count++;
    }
    return 1;
}

static enet_uint32 first_serial(void)
{
    /* It need not be secret; two programs at one address must not begin alike. */
    return (enet_uint32)(dw_clock_ns() / 1000) ^ (enet_uint32)getpid() << 8;
}

dw_status dw_link_create(dw_link **out, uint32_t connections, dw_error *error)
{
    DW_CHECK(connections >= 1 && connections <= CONNECTIONS_MAX);
    const dw_status status = dw_enet_check_version(error);
    if (status != DW_OK) {
        return status;
    }
    if (enet_initialize() != 0) {
        return dw_fail(error, DW_IO, "the network cannot be used");
    }
    const uint32_t wanted = connections + SPARE_PEERS;
    const uint32_t peers = wanted < CONNECTIONS_MAX ? wanted : CONNECTIONS_MAX;
    dw_link *link = calloc(1, sizeof *link);
    connection *rows = calloc(connections, sizeof *rows);
    ENetHost *host = enet_host_create(NULL, peers, DW_CHANNEL_COUNT, 0, 0);
    if (link == NULL || rows == NULL || host == NULL) {
        free(rows);
        free(link);
        if (host != NULL) {
            enet_host_destroy(host);
        }
        return dw_fail(error, DW_IO, "no socket or memory for %u connections", connections);
    }
    dw_enet_limit_datagrams(host);
    host->maximumPacketSize = PACKET_MAX;
    /* The kernel cuts this to what it allows; the reserve is for bursts of many servers' ticks. */
    const int buffer = connections > 1 ? BUFFER_MANY : BUFFER_ONE;
    (void)enet_socket_set_option(host->socket, ENET_SOCKOPT_RCVBUF, buffer);
    (void)enet_socket_set_option(host->socket, ENET_SOCKOPT_SNDBUF, buffer);
    *link = (dw_link){
        .host = host, .count = connections, .serial = first_serial(), .connections = rows};
    if (connections > 1) {
        link->batch = dw_socket_batch_open(host->socket);
        dw_socket_batch_join_equal(link->batch);
    }
    host->intercept = intercept;
    /* The hook gets the host alone. No compressor is set, and so its context is free. */
    host->compressor.context = link;
    for (uint32_t i = 0; i < connections; i++) {
        rows[i] = (connection){.link = link, .index = i};
    }
    *out = link;
    return DW_OK;
}

void dw_link_destroy(dw_link *link)
{
    if (link == NULL) {
        return;
    }
    enet_host_flush(link->host); /* What was said last goes out before the goodbye. */
    for (uint32_t i = 0; i < link->count; i++) {
        if (link->connections[i].peer != NULL) {
            enet_peer_disconnect_now(link->connections[i].peer, 0);
        }
    }
    dw_socket_batch_close(link->batch);
    enet_host_destroy(link->host);
    free(link->connections);
    free(link);
    enet_deinitialize();
}

/* The place that enet_host_connect is going to take gets its MTU and its throttle before, since
 * both travel in the first datagram. */
static void prepare_next_peer(ENetHost *host)
{
    for (size_t i = 0; i < host->peerCount; i++) {
        ENetPeer *peer = &host->peers[i];
        if (peer->state == ENET_PEER_STATE_DISCONNECTED) {
            peer->mtu = DW_DATAGRAM_MAX;
            peer->packetThrottleInterval = DW_ENET_THROTTLE_INTERVAL_MS;
            peer->packetThrottleAcceleration = ENET_PEER_PACKET_THROTTLE_SCALE;
            peer->packetThrottleDeceleration = 0;
            return;
        }
    }
}

static void ask_for_cookie(connection *row, uint64_t now_ns)
{
    uint8_t bytes[DW_KNOCK_ASK_SIZE];
    dw_knock ask = {.kind = DW_KNOCK_ASK};
    memcpy(ask.number, &row->number, sizeof ask.number);
    const ENetBuffer buffer = {.data = bytes, .dataLength = dw_knock_encode(&ask, bytes)};
    /* What the kernel does not take is asked again, like what is lost. */
    (void)enet_socket_send(row->link->host->socket, &row->address, &buffer, 1);
    row->asked_ns = now_ns;
}

/* A new connection, under a number of its own. */
static void begin_to_ask(connection *row, uint64_t now_ns)
{
    row->number = ++row->link->serial << INDEX_BITS | row->index;
    row->connected = false;
    row->closing = false;
    row->answered = false;
    row->asking = true;
    row->ask_every_ns = ASK_NS;
    ask_for_cookie(row, now_ns);
}

static bool look_up(dw_link *link, const char *host, ENetAddress *address)
{
    if (strcmp(host, link->host_name) == 0) {
        address->host = link->host_address;
        return true;
    }
    if (enet_address_set_host(address, host) != 0) {
        return false;
    }
    if (dw_copy_text(link->host_name, sizeof link->host_name, host) == DW_OK) {
        link->host_address = address->host;
    }
    return true;
}

dw_status dw_link_connect(dw_link *link, dw_client *client, const char *host, uint16_t port,
                          dw_error *error)
{
    connection *row = client->config.send_context;
    DW_CHECK(client->config.send == dw_link_send && row != NULL && row->link == link);
    DW_CHECK(row->peer == NULL && !row->asking);
    ENetAddress address = {.host = 0, .port = port};
    if (!look_up(link, host, &address)) {
        return dw_fail(error, DW_NOT_FOUND, "%s: no such host (IPv4 only)", host);
    }
    row->address = address;
    row->client = client;
    row->returning = false;
    begin_to_ask(row, dw_clock_ns());
    return DW_OK;
}

/* The cookie is there: now ENet connects, with it and under the number that it was made for. */
static void connect_with(dw_link *link, connection *row, uint32_t cookie)
{
    ENetHost *host = link->host;
    row->asking = false;
    prepare_next_peer(host);
    host->randomSeed = row->number - 1; /* ENet 1.3.17 numbers a connection by counting this on. */
    ENetPeer *peer = enet_host_connect(host, &row->address, DW_CHANNEL_COUNT, cookie);
    if (peer == NULL) {
        dw_client_refused(row->client, DW_REASON_NONE); /* All places say goodbye still. */
        return;
    }
    DW_CHECK(peer->connectID == row->number);
    peer->data = row;
    enet_peer_timeout(peer, TIMEOUT_LIMIT, TIMEOUT_LOW_MS, TIMEOUT_HIGH_MS);
    row->peer = peer;
    row->try_ns = dw_clock_ns() + UP_NS;
    dw_client_answered(row->client, dw_clock_ns());
}

static void let_go(connection *row)
{
    if (row->peer == NULL) {
        return;
    }
    row->peer->data = NULL;
    if (row->connected) {
        /* One datagram in case that it gets through: the server need not wait for a timeout. */
        enet_peer_disconnect_now(row->peer, 0);
    } else {
        enet_peer_reset(row->peer);
    }
    row->peer = NULL;
    row->connected = false;
}

/* Refused for now: a client that wants back knocks again in a while. */
static void ask_later(connection *row, uint64_t now_ns)
{
    if (dw_client_get_state(row->client) == DW_CLIENT_RECONNECTING) {
        let_go(row);
        row->number = ++row->link->serial << INDEX_BITS | row->index;
        row->asking = true;
        row->asked_ns = now_ns;
        row->ask_every_ns = HOLD_NS;
    }
}

static void take_answers(dw_link *link)
{
    for (uint32_t i = 0; i < link->count && link->answer_count > 0; i++) {
        connection *row = &link->connections[i];
        if (!row->answered) {
            continue;
        }
        row->answered = false;
        link->answer_count--;
        if (row->answer.kind == DW_KNOCK_COOKIE && row->asking) {
            connect_with(link, row, row->answer.value);
        } else if (row->answer.kind == DW_KNOCK_REFUSED && row->peer != NULL && !row->connected) {
            dw_client_refused(row->client, (dw_reason)row->answer.value);
            ask_later(row, dw_clock_ns());
        }
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
    DW_CHECK(channel < DW_CHANNEL_COUNT && size <= DW_DATAGRAM_MAX - COMMAND_BYTES);
    if (row->peer == NULL || !row->connected) {
        return;
    }
    ENetPacket *packet = enet_packet_create(bytes, size, reliable ? ENET_PACKET_FLAG_RELIABLE : 0);
    if (packet != NULL && enet_peer_send(row->peer, (enet_uint8)channel, packet) != 0) {
        enet_packet_destroy(packet); /* Not connected any more: ENet left it to us. */
    }
}

/* After a quit, a refusal or a kick the server is the one who disconnects. Should both do it at a
 * time, ENet drops one side's goodbye unacknowledged, and the other holds the slot until it times
 * out; so this side waits a little. */
static void close_connection(connection *row, uint64_t now_ns)
{
    row->asking = false;
    if (row->peer == NULL || row->closing) {
        return;
    }
    row->closing = true;
    if (!row->connected) {
        row->peer->data = NULL;
        enet_peer_reset(row->peer);
        row->peer = NULL;
        return;
    }
    const dw_client_end end = dw_client_get_end(row->client);
    if (end == DW_CLIENT_END_QUIT || end == DW_CLIENT_END_REFUSED || end == DW_CLIENT_END_KICKED) {
        row->part_ns = now_ns + PARTING_NS;
    } else {
        row->part_ns = 0;
        enet_peer_disconnect_later(row->peer, 0);
    }
}

static void part(connection *row, uint64_t now_ns)
{
    if (row->part_ns != 0 && now_ns >= row->part_ns) {
        row->part_ns = 0;
        enet_peer_disconnect_later(row->peer, 0);
    }
}

void dw_link_disconnect(dw_link *link, uint32_t index)
{
    DW_CHECK(index < link->count);
    close_connection(&link->connections[index], dw_clock_ns());
}

bool dw_link_busy(const dw_link *link)
{
    for (uint32_t i = 0; i < link->count; i++) {
        if (link->connections[i].peer != NULL || link->connections[i].asking) {
            return true;
        }
    }
    return false;
}

static void handle(ENetEvent *event, uint64_t now_ns)
{
    connection *row = event->peer == NULL ? NULL : event->peer->data;
    switch (event->type) {
    case ENET_EVENT_TYPE_CONNECT:
        if (row != NULL) {
            row->connected = true;
            dw_enet_never_throttle(event->peer);
            dw_enet_spread_pings(event->peer, row->index, PING_MS);
            dw_client_connected(row->client, now_ns);
        }
        break;
    case ENET_EVENT_TYPE_DISCONNECT:
        if (row != NULL) {
            event->peer->data = NULL;
            row->peer = NULL;
            row->connected = false;
            dw_client_disconnected(row->client, event->data, now_ns);
        }
        break;
    case ENET_EVENT_TYPE_RECEIVE:
        if (row != NULL && event->channelID < DW_CHANNEL_COUNT) {
            dw_client_receive(row->client, (dw_channel)event->channelID, event->packet->data,
                              event->packet->dataLength, now_ns);
        }
        enet_packet_destroy(event->packet);
        break;
    case ENET_EVENT_TYPE_NONE:
        break;
    }
}

/* A client whose line broke: the old connection is let go, and new ones are tried until one is up
 * or the client gives up. Who has said hello on one waits for its answer, for the token serves
 * once.
 */
static void bring_back(connection *row, uint64_t now_ns)
{
    if (dw_client_get_state(row->client) != DW_CLIENT_RECONNECTING) {
        row->returning = false;
        return;
    }
    if (!row->returning) {
        row->returning = true;
        let_go(row);
        begin_to_ask(row, now_ns);
    } else if (row->peer == NULL && !row->asking) {
        begin_to_ask(row, now_ns);
    } else if (row->peer != NULL && !row->connected && now_ns >= row->try_ns) {
        let_go(row);
        begin_to_ask(row, now_ns);
    }
}

static void ask_again(connection *row, uint64_t now_ns)
{
    if (dw_client_get_state(row->client) == DW_CLIENT_ENDED) {
        row->asking = false;
    } else if (now_ns >= row->asked_ns + row->ask_every_ns) {
        /* Thousands whose server stopped must not all knock at its door four times a second. */
        if (row->returning && row->ask_every_ns < ASK_MOST_NS) {
            row->ask_every_ns *= 2;
        }
        ask_for_cookie(row, now_ns);
    }
}

/* Acknowledgements are no messages, but they show that somebody is there. */
static void note_sign_of_life(connection *row, uint64_t now_ns)
{
    if (row->connected && row->peer->lastReceiveTime != row->received_time) {
        row->received_time = row->peer->lastReceiveTime;
        dw_client_heard(row->client, now_ns);
    }
}

/* A few connections in turn: clients that ended let go, those whose line broke come back, and no
 * server may turn a throttle on. */
static void look_after(dw_link *link, uint64_t now_ns)
{
    const uint32_t many = link->count < CHECKED_AT_ONCE ? link->count : CHECKED_AT_ONCE;
    for (uint32_t i = 0; i < many; i++) {
        connection *row = &link->connections[link->next_checked];
        link->next_checked = (link->next_checked + 1) % link->count;
        if (row->client == NULL) {
            continue;
        }
        bring_back(row, now_ns);
        if (row->asking) {
            ask_again(row, now_ns);
        }
        if (row->peer == NULL) {
            continue;
        }
        dw_enet_hold_resend(row->peer);
        note_sign_of_life(row, now_ns);
        if (row->closing) {
            part(row, now_ns);
        } else if (dw_client_get_state(row->client) == DW_CLIENT_ENDED) {
            close_connection(row, now_ns);
        } else if (row->connected && (row->peer->packetThrottleDeceleration != 0 ||
                                      row->peer->packetThrottleAcceleration == 0)) {
            dw_enet_never_throttle(row->peer);
        }
    }
}

static void count_traffic(dw_link *link)
{
    ENetHost *host = link->host; /* ENet's own counters have 32 bits. */
    link->bytes_in +=
        host->totalReceivedData + (uint64_t)host->totalReceivedPackets * UDP_HEADER_BYTES;
    link->bytes_out += host->totalSentData + (uint64_t)host->totalSentPackets * UDP_HEADER_BYTES;
    host->totalReceivedData = 0;
    host->totalReceivedPackets = 0;
    host->totalSentData = 0;
    host->totalSentPackets = 0;
}

/* ENet counts by the wall clock; setting its time from the monotonic one before each use leaves a
 * step of the wall clock without effect. */
static void set_time(void)
{
    enet_time_set((enet_uint32)(dw_clock_ns() / 1000000));
}

void dw_link_service(dw_link *link, uint32_t wait_ms)
{
    DW_CHECK(wait_ms == 0 || link->batch == NULL); /* It would wait for answers to what it holds. */
    uint32_t events = 0;
    uint64_t now_ns = 0;
    bool more = true;
    set_time();
    for (uint32_t pass = 0; more && pass < PASSES_AT_ONCE && events < EVENTS_AT_ONCE; pass++) {
        ENetEvent event;
        const enet_uint32 before = link->host->totalReceivedPackets;
        /* Below 0 some peer's datagram could not be sent: no reason to stop for the others. */
        int result = enet_host_service(link->host, &event, pass == 0 ? wait_ms : 0);
        now_ns = dw_clock_ns();
        const enet_uint32 come = link->host->totalReceivedPackets - before;
        /* ENet reads so many at most, stops at what is no message, and reads nothing while
         * messages of an earlier call are left. */
        more = come >= READ_AT_ONCE ||
               (result > 0 && (come == 0 || event.type != ENET_EVENT_TYPE_RECEIVE));
        while (result > 0 && events < EVENTS_AT_ONCE) {
            handle(&event, now_ns);
            events++;
            result = enet_host_check_events(link->host, &event);
        }
    }
    take_answers(link);
    look_after(link, now_ns);
    dw_socket_batch_flush(link->batch);
    count_traffic(link);
}

uint32_t dw_link_rtt_ms(const dw_link *link, uint32_t index)
{
    DW_CHECK(index < link->count);
    const connection *row = &link->connections[index];
    /* ENet starts from a guess of 500 ms; its first measurement also starts the epoch. */
    return row->peer != NULL && row->connected && row->peer->packetThrottleEpoch != 0
               ? row->peer->roundTripTime
               : 0;
}

void dw_link_traffic(const dw_link *link, uint64_t *bytes_in, uint64_t *bytes_out)
{
    *bytes_in = link->bytes_in;
    *bytes_out = link->bytes_out;
}
