/* peers.c - attacks by clients that can be answered: real connections that misbehave. */
#include "attack.h"

#include "common/platform/clock.h"
#include "tests/support/raw_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GANGS_MAX = 2,
    GANG_PEERS = 4, /* A server lets one address join 5 times in 20 s. */
    JOINS = 6,
    WAIT_MS = 1000,
    EXCHANGE_MS = 250,
    RECONNECT_NS = 200000000, /* From one gang that comes back to the next. */
    OVERSIZED = 3000
};

/* Some peers behind one socket. */
typedef struct gang {
    raw_client client;
    bool open;
    uint32_t count;         /* Of the places that are in use. */
    ENetPeer *peers[JOINS]; /* NULL: the server has sent that one away. */
} gang;

/* 127.n.x.y, n by the process: no two gangs have the same address, and none that of an earlier run,
 * whose joins the server still counts. */
static void own_address(uint32_t number, char text[32])
{
    (void)snprintf(text, 32, "127.%u.%u.%u", (unsigned)(getpid() % 200 + 10),
                   (unsigned)(number / 250 % 250), (unsigned)(number % 250 + 1));
}

static void open_gang(gang *of, uint32_t number, bool sealed)
{
    char own[32];
    own_address(number, own);
    *of = (gang){.open = true};
    raw_client_open(&of->client,
                    &(raw_client_config){.bind = own, .peers = JOINS, .sealed = sealed});
}

static void close_gang(gang *of)
{
    if (of->open) {
        raw_client_close(&of->client);
        of->open = false;
    }
}

/* One turn. Gives how many peers were sent away. */
static uint32_t serve(gang *of)
{
    ENetEvent event;
    uint32_t gone = 0;
    while (raw_client_service(&of->client, &event) > 0) {
        if (event.type == ENET_EVENT_TYPE_RECEIVE) {
            enet_packet_destroy(event.packet);
        }
        for (uint32_t i = 0; event.type == ENET_EVENT_TYPE_DISCONNECT && i < of->count; i++) {
            if (of->peers[i] == event.peer) {
                of->peers[i] = NULL;
                gone++;
            }
        }
    }
    return gone;
}

/* False when the server does not take it. */
static bool connect_peer(gang *of, uint16_t port)
{
    ENetPeer *peer = raw_client_begin(&of->client, port);
    bool refused = false;
    const uint64_t until_ns = dw_clock_ns() + UINT64_C(1000000) * WAIT_MS;
    while (!refused && peer->state != ENET_PEER_STATE_CONNECTED && dw_clock_ns() < until_ns) {
        dw_joiner_result result;
        (void)serve(of);
        while (dw_joiner_next_result(of->client.joiner, &result)) {
            refused = refused || (result.peer == peer->incomingPeerID && !result.answered);
        }
        enet_uint32 condition = ENET_SOCKET_WAIT_RECEIVE;
        (void)enet_socket_wait(of->client.host->socket, &condition, 1);
    }
    if (refused || peer->state != ENET_PEER_STATE_CONNECTED) {
        return false;
    }
    of->peers[of->count++] = peer;
    return true;
}

static size_t encode(const dw_message *message, uint8_t bytes[DW_MESSAGE_MAX])
{
    size_t size = 0;
    if (dw_message_encode(message, bytes, DW_MESSAGE_MAX, &size) != DW_OK) {
        exit(2);
    }
    return size;
}

static void send_message(ENetPeer *peer, const dw_message *message, bool reliable)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    const size_t size = encode(message, bytes);
    (void)raw_client_put(peer, (uint8_t)dw_message_channel(message->type), reliable, bytes, size);
}

static void say_hello(ENetPeer *peer, bool reliable)
{
    dw_message message = {.type = DW_MESSAGE_HELLO};
    message.as.hello = (dw_hello){.version = DW_PROTOCOL_VERSION, .name = "mallory"};
    send_message(peer, &message, reliable);
    enet_host_flush(peer->host); /* The layer sends it with the next turn. */
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
        (void)raw_client_put(peer, DW_CHANNEL_INPUT, false, bytes, 1 + index / 4 % (size - 1));
        break;
    case 1:
        bytes[size] = 0;
        (void)raw_client_put(peer, DW_CHANNEL_INPUT, false, bytes, size + 1);
        break;
    case 2:
        memset(bytes, 0x98, sizeof bytes);
        (void)raw_client_put(peer, (uint8_t)(index % DW_CHANNEL_COUNT), false, bytes, 1100);
        break;
    default:
        memset(bytes, 0x98, sizeof bytes); /* ENet cuts it into fragments. */
        (void)raw_client_put(peer, DW_CHANNEL_MAP, true, bytes, sizeof bytes);
        break;
    }
}

/* A datagram of at most `most` reliable messages of `size` bytes, none of which is the next: each
 * would wait in ENet, and each that comes would have it go through all that wait. */
static void send_waiting(ENetPeer *peer, uint32_t number, uint32_t most, uint16_t size)
{
    enum { COMMAND_BYTES = 6 };
    uint8_t bytes[DW_ENET_MTU] = {0};
    size_t used = raw_client_head(peer, bytes);
    for (uint32_t i = 0; i < most && used + COMMAND_BYTES + size <= sizeof bytes; i++) {
        const uint32_t at = 28000 - (number + i) % 20000;
        const uint8_t command[COMMAND_BYTES] = {
            0x86,        DW_CHANNEL_CONTROL,   (uint8_t)(at >> 8),
            (uint8_t)at, (uint8_t)(size >> 8), (uint8_t)size};
        memcpy(bytes + used, command, sizeof command);
        used += COMMAND_BYTES + size;
    }
    const ENetBuffer out = {.data = bytes, .dataLength = used};
    (void)enet_socket_send(peer->host->socket, &peer->address, &out, 1); /* The joiner seals it. */
}

/* Of one of three sizes for a second: memory that was cut for one of them once served no other. */
static void send_burst(ENetPeer *peer, uint64_t index)
{
    static const uint16_t sizes[] = {385, 769, 193};
    send_waiting(peer, (uint32_t)index * 8, 32,
                 sizes[dw_clock_ns() / 1000000000 % (sizeof sizes / sizeof sizes[0])]);
}

/* One thing that a peer sends too often, or should not send at all. */
static void misbehave(ENetPeer *peer, const char *kind, uint64_t index)
{
    dw_message message;
    memset(&message, 0, sizeof message);
    if (strcmp(kind, "inputs") == 0) {
        message.type = DW_MESSAGE_INPUT;
        message.as.input = (dw_input){.newest_tick = (uint32_t)index + 1, .count = 1};
        send_message(peer, &message, false);
    } else if (strcmp(kind, "maps") == 0) {
        message.type = DW_MESSAGE_MAP_REQUEST;
        send_message(peer, &message, true);
    } else if (strcmp(kind, "hellos") == 0) {
        say_hello(peer, false);
    } else if (strcmp(kind, "chats") == 0) {
        message.type = DW_MESSAGE_CHAT;
        (void)snprintf(message.as.chat.text, sizeof message.as.chat.text, "again and again");
        send_message(peer, &message, false);
    } else if (strcmp(kind, "messages") == 0) {
        send_no_message(peer, index);
    } else if (strcmp(kind, "queues") == 0) {
        send_waiting(peer, (uint32_t)index * 32, 32, 0);
    } else if (strcmp(kind, "bursts") == 0) {
        send_burst(peer, index);
    } else if (strcmp(kind, "pings") == 0) {
        enet_peer_ping(peer);
        enet_host_flush(peer->host);
    } else { /* joining: anything but a hello. */
        message.type = DW_MESSAGE_QUIT;
        send_message(peer, &message, false);
    }
}

/* False when one of them is not let in. */
static bool come_in(gang *of, const attack *plan, const char *kind, uint32_t number, uint32_t count)
{
    close_gang(of);
    open_gang(of, number, plan->sealed);
    const bool joins = strcmp(kind, "joining") == 0 || strcmp(kind, "pings") == 0 ||
                       strcmp(kind, "queues") == 0 || strcmp(kind, "bursts") == 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!connect_peer(of, plan->port)) {
            return false;
        }
        if (!joins) {
            say_hello(of->peers[i], true);
        }
    }
    return true;
}

static bool is_gone(const gang *of)
{
    for (uint32_t i = 0; i < of->count; i++) {
        if (of->peers[i] != NULL) {
            return false;
        }
    }
    return true;
}

/* Two gangs of `each` peers make the same kind of trouble. When all of a gang were sent away it
 * comes back from another address. */
static int flood(const attack *plan, const char *kind, uint32_t each, uint32_t addresses)
{
    static gang all[GANGS_MAX];
    const uint32_t count = GANGS_MAX * each;
    uint32_t number = addresses;
    for (uint32_t i = 0; i < GANGS_MAX; i++) {
        if (!come_in(&all[i], plan, kind, number++, each)) {
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
            const uint32_t at = (uint32_t)(tried % count);
            ENetPeer *peer = all[at / each].peers[at % each];
            if (peer != NULL) {
                misbehave(peer, kind, sent++);
            }
        }
        if (strcmp(kind, "bursts") == 0 && passed >= back_ns) { /* The server tells it nothing. */
            memset(all[number % GANGS_MAX].peers, 0, sizeof all[0].peers);
        }
        for (uint32_t i = 0; i < GANGS_MAX; i++) {
            gone += serve(&all[i]);
            if (is_gone(&all[i]) && passed >= back_ns) {
                (void)come_in(&all[i], plan, kind, number++, each);
                back_ns = passed + RECONNECT_NS;
            }
        }
        dw_clock_sleep_until(dw_clock_ns() + 2000000);
    }
    printf("sent=%llu gone=%u\n", (unsigned long long)sent, (unsigned)gone);
    for (uint32_t i = 0; i < GANGS_MAX; i++) {
        close_gang(&all[i]);
    }
    return 0;
}

/* A socket that no ENet uses. */
static ENetSocket open_socket(uint32_t number)
{
    char text[32];
    ENetAddress own = {.port = 0};
    const ENetSocket made = enet_socket_create(ENET_SOCKET_TYPE_DATAGRAM);
    own_address(number, text);
    if (made == ENET_SOCKET_NULL || enet_address_set_host_ip(&own, text) != 0 ||
        enet_socket_bind(made, &own) != 0 ||
        enet_socket_set_option(made, ENET_SOCKOPT_NONBLOCK, 1) != 0) {
        exit(2);
    }
    return made;
}

static void send_raw(ENetSocket from, const ENetAddress *to, uint8_t *bytes, size_t size)
{
    const ENetBuffer out = {.data = bytes, .dataLength = size};
    (void)enet_socket_send(from, to, &out, 1);
}

/* The answer to one datagram; 0 when none comes. */
static size_t exchange(ENetSocket from, const ENetAddress *to, uint8_t *bytes, size_t size,
                       uint8_t answer[ATTACK_DATAGRAM_MAX])
{
    send_raw(from, to, bytes, size);
    enet_uint32 condition = ENET_SOCKET_WAIT_RECEIVE;
    (void)enet_socket_wait(from, &condition, EXCHANGE_MS);
    const ENetBuffer room = {.data = answer, .dataLength = ATTACK_DATAGRAM_MAX};
    ENetBuffer in = room;
    ENetAddress sender;
    const int got = enet_socket_receive(from, &sender, &in, 1);
    return got > 0 ? (size_t)got : 0;
}

static void fetch_cookie(ENetSocket from, const ENetAddress *to, dw_challenge *connect)
{
    uint8_t bytes[DW_CHALLENGE_ASK_SIZE];
    uint8_t answer[ATTACK_DATAGRAM_MAX];
    dw_challenge said = {.kind = DW_CHALLENGE_ASK};
    memcpy(said.number, connect->number, sizeof said.number);
    const size_t ask_size = dw_challenge_encode(&said, bytes);
    const size_t size = exchange(from, to, bytes, ask_size, answer);
    if (dw_challenge_decode(&said, answer, size) != DW_OK ||
        said.kind != DW_CHALLENGE_ANSWER_CLEAR) {
        (void)fprintf(stderr, "no cookie\n");
        exit(1);
    }
    memcpy(connect->cookie, said.cookie, sizeof connect->cookie);
}

static size_t make_connect(const dw_challenge *connect, uint8_t bytes[ATTACK_DATAGRAM_MAX])
{
    const size_t head = dw_challenge_encode(connect, bytes);
    attack_make_connect(bytes + head, connect->number);
    return head + ATTACK_CONNECT_BYTES;
}

/* One good connect in the clear takes a place; the same again, from elsewhere, or the cookie with
 * another number does not. */
static int replay(const attack *plan)
{
    const ENetSocket here = open_socket(2000);
    const ENetSocket elsewhere = open_socket(2000);
    ENetAddress to = {.port = plan->port};
    (void)enet_address_set_host_ip(&to, "127.0.0.1");
    uint8_t bytes[ATTACK_DATAGRAM_MAX];
    uint8_t answer[ATTACK_DATAGRAM_MAX];
    dw_challenge good = {.kind = DW_CHALLENGE_CONNECT_CLEAR, .number = {1, 2, 3, 4}};
    fetch_cookie(here, &to, &good);
    dw_challenge bad = good;
    bad.cookie[15] ^= 1;
    size_t size = make_connect(&bad, bytes);
    const bool wrong = exchange(here, &to, bytes, size, answer) > 0;
    size = make_connect(&good, bytes);
    const bool stolen = exchange(elsewhere, &to, bytes, size, answer) > 0;
    const bool right = exchange(here, &to, bytes, size, answer) > 0;
    for (uint64_t i = 0; i < plan->rate; i++) {
        send_raw(here, &to, bytes, size);
    }
    good.number[0] = 9;
    size = make_connect(&good, bytes);
    for (uint64_t i = 0; i < plan->rate; i++) {
        send_raw(here, &to, bytes, size);
    }
    printf("wrong=%d stolen=%d right=%d sent=%llu\n", wrong, stolen, right,
           2 * (unsigned long long)plan->rate);
    enet_socket_destroy(elsewhere);
    enet_socket_destroy(here);
    return right && !wrong && !stolen ? 0 : 1;
}

/* Six joins at once: an address may do five. */
static int join_often(const attack *plan)
{
    static gang crowd;
    open_gang(&crowd, 2001, plan->sealed);
    uint32_t connected = 0;
    for (uint32_t i = 0; i < JOINS; i++) {
        connected += connect_peer(&crowd, plan->port) ? 1 : 0;
    }
    printf("connected=%u\n", (unsigned)connected);
    close_gang(&crowd);
    return 0;
}

int attack_by_peers(const attack *plan, const char *kind)
{
    static const struct {
        const char *kind;
        uint32_t peers; /* Of each gang. */
    } floods[] = {
        {"joining", GANG_PEERS}, {"pings", GANG_PEERS}, {"inputs", 1},   {"maps", 1},
        {"hellos", 1},           {"chats", 1},          {"messages", 1}, {"queues", GANG_PEERS},
        {"bursts", GANG_PEERS}};
    if (enet_initialize() != 0) {
        return 2;
    }
    if (strcmp(kind, "replay") == 0) {
        return replay(plan);
    }
    if (strcmp(kind, "joins") == 0) {
        return join_often(plan);
    }
    for (size_t i = 0; i < sizeof floods / sizeof floods[0]; i++) {
        if (strcmp(kind, floods[i].kind) == 0) {
            return flood(plan, kind, floods[i].peers, 2100 + 2000 * (uint32_t)i);
        }
    }
    return 2;
}
