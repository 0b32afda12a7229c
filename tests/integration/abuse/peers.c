/* peers.c - attacks by those who have a cookie: real connections that misbehave. */
#include "attack.h"

#include "common/platform/clock.h"
#include "protocol/knock.h"
#include "protocol/message.h"

#include <enet/enet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MALLORIES_MAX = 8,
    JOINS = 6,
    ASKS_MAX = 16,
    WAIT_MS = 1000,
    RECONNECT_NS = 50000000, /* Twenty a second of those who were sent away come back. */
    OVERSIZED = 3000
};

/* 127.1.x.y: a server lets one address join 5 times in 20 s, so each has one of his own. */
static ENetHost *open_host(uint32_t number)
{
    ENetAddress own = {.port = 0};
    char text[32];
    (void)snprintf(text, sizeof text, "127.1.%u.%u", (unsigned)(number / 250 % 250),
                   (unsigned)(number % 250 + 1));
    (void)enet_address_set_host_ip(&own, text);
    ENetHost *host = enet_initialize() == 0 ? enet_host_create(&own, JOINS, 4, 0, 0) : NULL;
    if (host == NULL) {
        (void)fprintf(stderr, "no host at %s\n", text);
        exit(2);
    }
    return host;
}

static ENetAddress server_at(uint16_t port)
{
    ENetAddress address = {.port = port};
    (void)enet_address_set_host_ip(&address, "127.0.0.1");
    return address;
}

/* The answer to one datagram from the host's socket; 0 when none comes. */
static size_t exchange(ENetHost *host, const ENetAddress *to, const uint8_t *bytes, size_t size,
                       uint8_t answer[DW_KNOCK_ASK_SIZE])
{
    uint8_t copy[DW_KNOCK_ASK_SIZE];
    memcpy(copy, bytes, size);
    const ENetBuffer out = {.data = copy, .dataLength = size};
    (void)enet_socket_send(host->socket, to, &out, 1);
    enet_uint32 condition = ENET_SOCKET_WAIT_RECEIVE;
    (void)enet_socket_wait(host->socket, &condition, WAIT_MS / 4);
    ENetBuffer in = {.data = answer, .dataLength = DW_KNOCK_ASK_SIZE};
    ENetAddress from;
    const int got = enet_socket_receive(host->socket, &from, &in, 1);
    return got > 0 ? (size_t)got : 0;
}

static uint32_t fetch_cookie(ENetHost *host, const ENetAddress *to, const uint8_t number[4])
{
    dw_knock knock = {.kind = DW_KNOCK_ASK};
    memcpy(knock.number, number, sizeof knock.number);
    uint8_t bytes[DW_KNOCK_ASK_SIZE];
    uint8_t answer[DW_KNOCK_ASK_SIZE];
    const size_t ask_size = dw_knock_encode(&knock, bytes);
    for (uint32_t i = 0; i < ASKS_MAX; i++) { /* What else comes in between does not matter. */
        const size_t size = exchange(host, to, bytes, ask_size, answer);
        if (size > 0 && dw_knock_decode(&knock, answer, size) == DW_OK) {
            return knock.value;
        }
    }
    (void)fprintf(stderr, "no cookie\n");
    exit(1);
}

/* NULL when the server does not take him. */
static ENetPeer *connect_peer(ENetHost *host, const ENetAddress *to)
{
    const enet_uint32 number = host->randomSeed + 1;
    uint8_t bytes[4];
    memcpy(bytes, &number, sizeof bytes);
    const uint32_t cookie = fetch_cookie(host, to, bytes);
    ENetPeer *peer = enet_host_connect(host, to, DW_CHANNEL_COUNT, cookie);
    ENetEvent event;
    for (int i = 0; i < 20; i++) {
        if (enet_host_service(host, &event, WAIT_MS / 20) > 0 &&
            event.type == ENET_EVENT_TYPE_CONNECT) {
            return peer;
        }
    }
    return NULL;
}

static size_t encode(const dw_message *message, uint8_t bytes[DW_MESSAGE_MAX])
{
    size_t size = 0;
    if (dw_message_encode(message, bytes, DW_MESSAGE_MAX, &size) != DW_OK) {
        exit(2);
    }
    return size;
}

static void send_bytes(ENetPeer *peer, uint8_t channel, bool reliable, const uint8_t *bytes,
                       size_t size)
{
    ENetPacket *packet = enet_packet_create(bytes, size, reliable ? ENET_PACKET_FLAG_RELIABLE : 0);
    if (packet != NULL && enet_peer_send(peer, channel, packet) != 0) {
        enet_packet_destroy(packet);
    }
}

static void say_hello(ENetPeer *peer, bool reliable)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    dw_message message = {.type = DW_MESSAGE_HELLO};
    message.as.hello = (dw_hello){.version = DW_PROTOCOL_VERSION, .name = "mallory"};
    send_bytes(peer, DW_CHANNEL_CONTROL, reliable, bytes, encode(&message, bytes));
    enet_host_flush(peer->host);
}

/* No message: cut, with a tail, of no type, larger than a datagram. */
static void send_no_message(ENetPeer *peer, uint64_t index)
{
    uint8_t bytes[OVERSIZED];
    dw_message message = {.type = DW_MESSAGE_INPUT};
    message.as.input = (dw_input){.newest_tick = (uint32_t)index + 16, .count = 16};
    const size_t size = encode(&message, bytes);
    switch (index % 4) {
    case 0:
        send_bytes(peer, DW_CHANNEL_INPUT, false, bytes, 1 + index / 4 % (size - 1));
        break;
    case 1:
        bytes[size] = 0;
        send_bytes(peer, DW_CHANNEL_INPUT, false, bytes, size + 1);
        break;
    case 2:
        memset(bytes, 0x98, sizeof bytes);
        send_bytes(peer, (uint8_t)(index % DW_CHANNEL_COUNT), false, bytes, 1100);
        break;
    default:
        memset(bytes, 0x98, sizeof bytes); /* ENet cuts it into fragments. */
        send_bytes(peer, DW_CHANNEL_MAP, true, bytes, sizeof bytes);
        break;
    }
}

/* Thirty-two empty reliable messages in one datagram, none of them the next: each would wait in
 * ENet, and each that comes would have it go through all that wait. */
static void send_queue(ENetPeer *peer, uint64_t index)
{
    enum { COMMANDS = 32, COMMAND_BYTES = 6 };
    const uint32_t head = peer->outgoingPeerID | (uint32_t)peer->outgoingSessionID << 12 | 0x8000U;
    uint8_t bytes[4 + COMMANDS * COMMAND_BYTES] = {(uint8_t)(head >> 8), (uint8_t)head};
    for (uint32_t i = 0; i < COMMANDS; i++) {
        const uint32_t number = 28000 - (uint32_t)((index * COMMANDS + i) % 20000);
        const uint8_t command[COMMAND_BYTES] = {0x86, DW_CHANNEL_CONTROL, (uint8_t)(number >> 8),
                                                (uint8_t)number};
        memcpy(bytes + 4 + (size_t)i * COMMAND_BYTES, command, COMMAND_BYTES);
    }
    const ENetBuffer out = {.data = bytes, .dataLength = sizeof bytes};
    (void)enet_socket_send(peer->host->socket, &peer->address, &out, 1);
}

/* A datagram of reliable messages none of which is the next, of one of three sizes for a second:
 * memory that was cut for one of them once served no other. */
static void send_burst(ENetPeer *peer, uint64_t index)
{
    enum { COMMAND_BYTES = 6 };
    static const uint16_t sizes[] = {385, 769, 193};
    const uint16_t size = sizes[dw_clock_ns() / 1000000000 % (sizeof sizes / sizeof sizes[0])];
    const uint32_t head = peer->outgoingPeerID | (uint32_t)peer->outgoingSessionID << 12 | 0x8000U;
    uint8_t bytes[DW_DATAGRAM_MAX] = {(uint8_t)(head >> 8), (uint8_t)head};
    size_t used = 4;
    for (uint32_t i = 0; used + COMMAND_BYTES + size <= sizeof bytes; i++) {
        const uint32_t number = 28000 - (uint32_t)((index * 8 + i) % 20000);
        const uint8_t command[COMMAND_BYTES] = {0x86,
                                                DW_CHANNEL_CONTROL,
                                                (uint8_t)(number >> 8),
                                                (uint8_t)number,
                                                (uint8_t)(size >> 8),
                                                (uint8_t)size};
        memcpy(bytes + used, command, sizeof command);
        used += COMMAND_BYTES + size;
    }
    const ENetBuffer out = {.data = bytes, .dataLength = used};
    (void)enet_socket_send(peer->host->socket, &peer->address, &out, 1);
}

/* One thing that a peer sends too often, or should not send at all. */
static void misbehave(ENetPeer *peer, const char *kind, uint64_t index)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    dw_message message;
    memset(&message, 0, sizeof message);
    if (strcmp(kind, "inputs") == 0) {
        message.type = DW_MESSAGE_INPUT;
        message.as.input = (dw_input){.newest_tick = (uint32_t)index + 1, .count = 1};
        send_bytes(peer, DW_CHANNEL_INPUT, false, bytes, encode(&message, bytes));
    } else if (strcmp(kind, "maps") == 0) {
        message.type = DW_MESSAGE_MAP_REQUEST;
        message.as.map_request.chunk = 0;
        send_bytes(peer, DW_CHANNEL_MAP, true, bytes, encode(&message, bytes));
    } else if (strcmp(kind, "hellos") == 0) {
        say_hello(peer, false);
    } else if (strcmp(kind, "chats") == 0) {
        message.type = DW_MESSAGE_CHAT;
        (void)snprintf(message.as.chat.text, sizeof message.as.chat.text, "again and again");
        send_bytes(peer, DW_CHANNEL_CONTROL, false, bytes, encode(&message, bytes));
    } else if (strcmp(kind, "messages") == 0) {
        send_no_message(peer, index);
    } else if (strcmp(kind, "queues") == 0) {
        send_queue(peer, index);
    } else if (strcmp(kind, "bursts") == 0) {
        send_burst(peer, index);
    } else if (strcmp(kind, "pings") == 0) {
        enet_peer_ping(peer);
        enet_host_flush(peer->host);
    } else { /* joining: anything but a hello. */
        message.type = DW_MESSAGE_QUIT;
        send_bytes(peer, DW_CHANNEL_CONTROL, false, bytes, encode(&message, bytes));
    }
}

typedef struct mallory {
    ENetHost *host;
    ENetPeer *peer; /* NULL: the server has sent him away. */
} mallory;

static void come_in(mallory *who, const attack *plan, const char *kind, uint32_t number)
{
    const ENetAddress to = server_at(plan->port);
    if (who->host != NULL) {
        enet_host_destroy(who->host);
    }
    who->host = open_host(number);
    who->peer = connect_peer(who->host, &to);
    const bool joins = strcmp(kind, "joining") == 0 || strcmp(kind, "pings") == 0 ||
                       strcmp(kind, "queues") == 0 || strcmp(kind, "bursts") == 0;
    if (who->peer != NULL && !joins) {
        say_hello(who->peer, true);
    }
}

/* Whether he was sent away. */
static bool listen_to_server(mallory *who)
{
    ENetEvent event;
    bool gone = false;
    while (enet_host_service(who->host, &event, 0) > 0) {
        if (event.type == ENET_EVENT_TYPE_DISCONNECT) {
            gone = true;
        } else if (event.type == ENET_EVENT_TYPE_RECEIVE) {
            enet_packet_destroy(event.packet);
        }
    }
    who->peer = gone ? NULL : who->peer;
    return gone;
}

/* `count` peers send the same kind of trouble; who is sent away comes back from another address. */
static int flood(const attack *plan, const char *kind, uint32_t count, uint32_t addresses)
{
    mallory all[MALLORIES_MAX] = {{NULL, NULL}};
    uint32_t number = addresses;
    for (uint32_t i = 0; i < count; i++) {
        come_in(&all[i], plan, kind, number++);
        if (all[i].peer == NULL) {
            (void)fprintf(stderr, "not connected\n");
            return 1;
        }
    }
    uint64_t sent = 0;
    uint64_t tried = 0;
    uint32_t gone = 0;
    uint64_t back_ns = 0;
    const uint64_t began = dw_clock_ns();
    for (uint64_t passed = 0; passed < plan->duration_ns; passed = dw_clock_ns() - began) {
        for (const uint64_t due = passed * plan->rate / 1000000000; tried < due; tried++) {
            ENetPeer *peer = all[tried % count].peer;
            if (peer != NULL) {
                misbehave(peer, kind, sent++);
            }
        }
        if (strcmp(kind, "bursts") == 0 && passed >= back_ns) { /* Its server does not tell it. */
            all[number % count].peer = NULL;
        }
        for (uint32_t i = 0; i < count; i++) {
            gone += listen_to_server(&all[i]) ? 1 : 0;
            if (all[i].peer == NULL && passed >= back_ns) {
                come_in(&all[i], plan, kind, number++);
                back_ns = passed + RECONNECT_NS;
            }
        }
        dw_clock_sleep_until(dw_clock_ns() + 2000000);
    }
    printf("sent=%llu gone=%u\n", (unsigned long long)sent, (unsigned)gone);
    for (uint32_t i = 0; i < count; i++) {
        enet_host_destroy(all[i].host);
    }
    return 0;
}

static void send_again(ENetHost *host, const ENetAddress *to, uint8_t *bytes, uint64_t count)
{
    const ENetBuffer out = {.data = bytes, .dataLength = ATTACK_CONNECT_BYTES};
    for (uint64_t i = 0; i < count; i++) {
        (void)enet_socket_send(host->socket, to, &out, 1);
    }
}

/* One good connect takes a slot; the same again, from elsewhere, or the cookie with another number
 * does not. */
static int replay(const attack *plan)
{
    ENetHost *host = open_host(2000);
    ENetHost *elsewhere = open_host(2000);
    const ENetAddress to = server_at(plan->port);
    uint8_t number[4] = {1, 2, 3, 4};
    uint8_t bytes[ATTACK_CONNECT_BYTES];
    uint8_t answer[DW_KNOCK_ASK_SIZE];
    const uint32_t cookie = fetch_cookie(host, &to, number);
    attack_make_connect(bytes, number, cookie ^ 1);
    const bool wrong = exchange(host, &to, bytes, sizeof bytes, answer) > 0;
    attack_make_connect(bytes, number, cookie);
    const bool stolen = exchange(elsewhere, &to, bytes, sizeof bytes, answer) > 0;
    const bool right = exchange(host, &to, bytes, sizeof bytes, answer) > 0;
    send_again(host, &to, bytes, plan->rate);
    number[0] = 9;
    attack_make_connect(bytes, number, cookie);
    send_again(host, &to, bytes, plan->rate);
    printf("wrong=%d stolen=%d right=%d sent=%llu\n", wrong, stolen, right,
           2 * (unsigned long long)plan->rate);
    enet_host_destroy(elsewhere);
    enet_host_destroy(host);
    return right && !wrong && !stolen ? 0 : 1;
}

/* Six joins at once: an address may do five. */
static int join_often(const attack *plan)
{
    ENetHost *host = open_host(2001);
    const ENetAddress to = server_at(plan->port);
    uint32_t connected = 0;
    for (uint32_t i = 0; i < JOINS; i++) {
        connected += connect_peer(host, &to) != NULL ? 1 : 0;
    }
    printf("connected=%u\n", (unsigned)connected);
    enet_host_destroy(host);
    return 0;
}

int attack_by_peers(const attack *plan, const char *kind)
{
    static const struct {
        const char *kind;
        uint32_t peers;
    } floods[] = {{"joining", 8}, {"pings", 8},    {"inputs", 2}, {"maps", 2},  {"hellos", 2},
                  {"chats", 2},   {"messages", 2}, {"queues", 8}, {"bursts", 8}};
    if (strcmp(kind, "replay") == 0) {
        return replay(plan);
    }
    if (strcmp(kind, "joins") == 0) {
        return join_often(plan);
    }
    for (uint32_t i = 0; i < sizeof floods / sizeof floods[0]; i++) {
        if (strcmp(kind, floods[i].kind) == 0) {
            return flood(plan, kind, floods[i].peers, 2100 + 2000 * i);
        }
    }
    return 2;
}
