/* places.c - 32 addresses that do their worst to keep everybody else out, and the newcomers that
 * want in meanwhile. Nothing here waits for an answer: each address goes on by what has come. */
#include "attack.h"

#include "common/platform/clock.h"
#include "protocol/knock.h"
#include "protocol/message.h"

#include <enet/enet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ADDRESSES = 32,
    PEERS = 8, /* A server takes no more from one address. */
    ASK_MS = 100,
    PATIENCE_MS = 2000, /* Then a connect that nobody answered is given up. */
    WAITING_BYTES = 1100,
    NEWCOMER_MS = 1000, /* An answer must come within. */
    NEWCOMER_EVERY_MS = 200
};

/* What the peers of an address do once they have a cookie. */
typedef enum worst { HALF_OPEN, NO_HELLO, PLAYS, WATCHES, WORSTS } worst;

typedef struct address {
    ENetHost *host;
    ENetAddress server;
    worst does;
    uint32_t number; /* Of the connection that is asked for, 0 = none. */
    uint32_t asked_ms;
    uint32_t asked_at_ms[PEERS];
    uint32_t cookies, connected, said;
    uint16_t waiting; /* The number of its last message that waits. */
} address;

static address all[ADDRESSES];

static uint32_t now_ms(void)
{
    return (uint32_t)(dw_clock_ns() / 1000000);
}

static ENetHost *open_at(uint32_t network, uint32_t number, size_t peers)
{
    char text[32];
    ENetAddress own = {.port = 0};
    (void)snprintf(text, sizeof text, "127.%u.%u.%u", (unsigned)network, (unsigned)(number / 250),
                   (unsigned)(number % 250 + 1));
    (void)enet_address_set_host_ip(&own, text);
    ENetHost *host = enet_initialize() == 0 ? enet_host_create(&own, peers, 4, 0, 0) : NULL;
    if (host == NULL) {
        (void)fprintf(stderr, "no host at %s\n", text);
        exit(2);
    }
    return host;
}

static ENetAddress server_at(uint16_t port)
{
    ENetAddress server = {.port = port};
    (void)enet_address_set_host_ip(&server, "127.0.0.1");
    return server;
}

static void send_raw(ENetHost *host, const ENetAddress *to, const uint8_t *bytes, size_t size)
{
    uint8_t copy[ATTACK_DATAGRAM_MAX];
    memcpy(copy, bytes, size);
    const ENetBuffer out = {.data = copy, .dataLength = size};
    (void)enet_socket_send(host->socket, to, &out, 1);
}

static void ask(ENetHost *host, const ENetAddress *to, uint32_t number)
{
    dw_knock knock = {.kind = DW_KNOCK_ASK};
    uint8_t bytes[DW_KNOCK_ASK_SIZE];
    memcpy(knock.number, &number, sizeof knock.number);
    send_raw(host, to, bytes, dw_knock_encode(&knock, bytes));
}

static void say_hello(ENetPeer *peer, bool spectate)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    dw_message message = {.type = DW_MESSAGE_HELLO};
    message.as.hello =
        (dw_hello){.version = DW_PROTOCOL_VERSION, .name = "crowd", .spectate = spectate};
    if (dw_message_encode(&message, bytes, sizeof bytes, &size) != DW_OK) {
        exit(2);
    }
    ENetPacket *packet = enet_packet_create(bytes, size, ENET_PACKET_FLAG_RELIABLE);
    if (packet != NULL && enet_peer_send(peer, DW_CHANNEL_CONTROL, packet) != 0) {
        enet_packet_destroy(packet);
    }
}

/* With its cookie: a connect of which nothing more is heard, or a real one. */
static void use_cookie(address *of, uint32_t cookie)
{
    uint8_t bytes[ATTACK_CONNECT_BYTES];
    uint8_t number[4];
    of->cookies++;
    memcpy(number, &of->number, sizeof number);
    of->number = 0;
    if (of->does == HALF_OPEN) {
        attack_make_connect(bytes, number, cookie);
        send_raw(of->host, &of->server, bytes, sizeof bytes);
        of->host->randomSeed++;
        return;
    }
    ENetPeer *peer = enet_host_connect(of->host, &of->server, DW_CHANNEL_COUNT, cookie);
    if (peer != NULL) {
        of->asked_at_ms[peer - of->host->peers] = now_ms();
    }
}

/* ENet's hook: it carries no context, so the host is looked for. */
static int hear_knocks(ENetHost *host, ENetEvent *event)
{
    (void)event;
    dw_knock knock;
    if (!dw_knock_is(host->receivedData, host->receivedDataLength)) {
        return 0;
    }
    for (uint32_t i = 0; i < ADDRESSES; i++) {
        if (all[i].host == host && all[i].number != 0 &&
            dw_knock_decode(&knock, host->receivedData, host->receivedDataLength) == DW_OK &&
            knock.kind == DW_KNOCK_COOKIE &&
            memcmp(knock.number, &all[i].number, sizeof knock.number) == 0) {
            use_cookie(&all[i], knock.value);
        }
    }
    return 1;
}

static void ask_again(address *of)
{
    const uint32_t now = now_ms();
    for (uint32_t i = 0; i < PEERS; i++) {
        if (of->host->peers[i].state == ENET_PEER_STATE_CONNECTING &&
            now - of->asked_at_ms[i] > PATIENCE_MS) {
            enet_peer_reset(&of->host->peers[i]);
        }
    }
    if (now - of->asked_ms >= ASK_MS) {
        of->asked_ms = now;
        of->number = of->host->randomSeed + 1; /* What ENet calls its next connection. */
        ask(of->host, &of->server, of->number);
    }
}

static void listen_to_server(address *of)
{
    ENetEvent event;
    while (enet_host_service(of->host, &event, 0) > 0) {
        if (event.type == ENET_EVENT_TYPE_CONNECT) {
            of->connected++;
            if (of->does == PLAYS || of->does == WATCHES) {
                say_hello(event.peer, of->does == WATCHES);
                of->said++;
            }
        } else if (event.type == ENET_EVENT_TYPE_RECEIVE) {
            enet_packet_destroy(event.packet);
        }
    }
}

/* A long message that waits for one that never comes; from an address without a connection a
 * request for a cookie. Gives back its size. */
static size_t send_load(address *of)
{
    const ENetPeer *peer = NULL;
    for (uint32_t i = 0; i < PEERS && peer == NULL; i++) {
        peer = of->host->peers[i].state == ENET_PEER_STATE_CONNECTED ? &of->host->peers[i] : NULL;
    }
    if (peer == NULL || ++of->waiting % 2 == 0) {
        ask(of->host, &of->server, of->waiting);
        return DW_KNOCK_ASK_SIZE;
    }
    const uint32_t head = peer->outgoingPeerID | (uint32_t)peer->outgoingSessionID << 12 | 0x8000U;
    const uint16_t number = (uint16_t)(100 + of->waiting % 4000);
    uint8_t bytes[10 + WAITING_BYTES] = {(uint8_t)(head >> 8),
                                         (uint8_t)head,
                                         0,
                                         0,
                                         0x86,
                                         DW_CHANNEL_MAP,
                                         (uint8_t)(number >> 8),
                                         (uint8_t)number,
                                         (uint8_t)(WAITING_BYTES >> 8),
                                         (uint8_t)(WAITING_BYTES & 255)};
    send_raw(of->host, &of->server, bytes, sizeof bytes);
    return sizeof bytes;
}

int attack_places(const attack *plan)
{
    for (uint32_t i = 0; i < ADDRESSES; i++) {
        all[i] = (address){.host = open_at(3, i, PEERS),
                           .server = server_at(plan->port),
                           .does = (worst)(i % WORSTS)};
        all[i].host->intercept = hear_knocks;
    }
    uint64_t sent_bits = 0;
    uint32_t turn = 0;
    const uint64_t began = dw_clock_ns();
    for (uint64_t passed = 0; passed < plan->duration_ns; passed = dw_clock_ns() - began) {
        for (uint32_t i = 0; i < ADDRESSES; i++) {
            ask_again(&all[i]);
            listen_to_server(&all[i]);
        }
        const double due = (double)plan->rate * (double)passed / 1e9;
        for (uint32_t n = 0; n < 1000 && (double)sent_bits < due; n++) {
            sent_bits += 8 * send_load(&all[turn++ % ADDRESSES]);
        }
        dw_clock_sleep_until(dw_clock_ns() + 1000000);
    }
    uint32_t cookies = 0;
    uint32_t connected = 0;
    uint32_t said = 0;
    for (uint32_t i = 0; i < ADDRESSES; i++) {
        cookies += all[i].cookies;
        connected += all[i].connected;
        said += all[i].said;
        enet_host_destroy(all[i].host);
    }
    printf("sent_mbit=%.0f cookies=%u connected=%u hellos=%u\n", (double)sent_bits / 1e6,
           (unsigned)cookies, (unsigned)connected, (unsigned)said);
    return connected > 0 && said > 0 ? 0 : 1;
}

static uint32_t newcomer_cookie;
static bool newcomer_refused;

static int hear_as_newcomer(ENetHost *host, ENetEvent *event)
{
    (void)event;
    dw_knock knock;
    if (!dw_knock_is(host->receivedData, host->receivedDataLength)) {
        return 0;
    }
    if (dw_knock_decode(&knock, host->receivedData, host->receivedDataLength) == DW_OK) {
        newcomer_cookie = knock.kind == DW_KNOCK_COOKIE ? knock.value : newcomer_cookie;
        newcomer_refused = newcomer_refused || knock.kind == DW_KNOCK_REFUSED;
    }
    return 1;
}

/* Until the server has said yes or no; as a client does it, a second at most. Gives back how long
 * it took, or twice that when there was no answer. */
static uint32_t come(uint16_t port, uint32_t index, bool *welcome)
{
    ENetHost *host = open_at(4, index, 1);
    const ENetAddress server = server_at(port);
    ENetPeer *peer = NULL;
    const uint32_t began = now_ms();
    uint32_t asked = began - ASK_MS;
    bool answered = false;
    newcomer_cookie = 0;
    newcomer_refused = false;
    host->intercept = hear_as_newcomer;
    *welcome = false;
    while (!answered && !newcomer_refused && now_ms() - began <= NEWCOMER_MS) {
        ENetEvent event;
        if (peer == NULL && newcomer_cookie != 0) {
            peer = enet_host_connect(host, &server, DW_CHANNEL_COUNT, newcomer_cookie);
        } else if (peer == NULL && now_ms() - asked >= ASK_MS) {
            asked = now_ms();
            ask(host, &server, host->randomSeed + 1);
        }
        const int result = enet_host_service(host, &event, 1);
        if (result > 0 && event.type == ENET_EVENT_TYPE_CONNECT) {
            say_hello(event.peer, false);
        } else if (result > 0 && event.type == ENET_EVENT_TYPE_RECEIVE) {
            dw_message message;
            answered = true;
            *welcome = dw_message_decode_from_server(&message, event.packet->data,
                                                     event.packet->dataLength) == DW_OK &&
                       message.type == DW_MESSAGE_WELCOME;
            enet_packet_destroy(event.packet);
        }
    }
    const uint32_t took = now_ms() - began;
    if (peer != NULL) {
        enet_peer_disconnect_now(peer, 0);
    }
    enet_host_destroy(host);
    return answered || newcomer_refused ? took : 2 * NEWCOMER_MS;
}

int attack_newcomers(const attack *plan)
{
    uint32_t count = 0;
    uint32_t answered = 0;
    uint32_t welcomes = 0;
    uint32_t slowest = 0;
    const uint64_t began = dw_clock_ns();
    for (uint64_t passed = 0; passed < plan->duration_ns; passed = dw_clock_ns() - began) {
        bool welcome = false;
        const uint32_t took = come(plan->port, count++, &welcome);
        answered += took <= NEWCOMER_MS ? 1 : 0;
        welcomes += welcome ? 1 : 0;
        slowest = took > slowest ? took : slowest;
        dw_clock_sleep_until(began + passed + NEWCOMER_EVERY_MS * UINT64_C(1000000));
    }
    printf("newcomers=%u answered=%u welcome=%u slowest_ms=%u\n", (unsigned)count,
           (unsigned)answered, (unsigned)welcomes, (unsigned)slowest);
    return 0;
}
