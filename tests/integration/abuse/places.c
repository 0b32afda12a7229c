/* places.c - 32 addresses that do their worst to keep everybody else out, and the newcomers that
 * want in meanwhile. Nothing here waits for an answer: each address goes on by what has come. */
#include "attack.h"

#include "common/platform/clock.h"
#include "tests/support/raw_client.h"

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

/* One address with its socket. */
typedef struct address {
    raw_client client;
    ENetAddress server;
    worst does;
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

/* Half-open peers take the answer to their ask, and nothing after it. */
static bool hear(void *context, const dw_datagram *datagram)
{
    const address *of = context;
    return of->does != HALF_OPEN || dw_challenge_is(datagram->bytes, datagram->size);
}

static void open_at(address *of, uint32_t network, uint32_t number, uint32_t peers, bool sealed)
{
    char text[32];
    (void)snprintf(text, sizeof text, "127.%u.%u.%u", (unsigned)network, (unsigned)(number / 250),
                   (unsigned)(number % 250 + 1));
    raw_client_open(
        &of->client,
        &(raw_client_config){
            .bind = text, .peers = peers, .sealed = sealed, .heard = hear, .context = of});
}

static ENetAddress server_at(uint16_t port)
{
    ENetAddress server = {.port = port};
    (void)enet_address_set_host_ip(&server, "127.0.0.1");
    return server;
}

static size_t send_ask(address *of)
{
    uint8_t bytes[DW_CHALLENGE_ASK_SIZE];
    dw_challenge ask = {.kind = DW_CHALLENGE_ASK, .sealed = true};
    memset(ask.client_key, 7, sizeof ask.client_key);
    memcpy(ask.number, &of->waiting, sizeof of->waiting);
    const dw_datagram datagram = {bytes, (uint32_t)dw_challenge_encode(&ask, bytes),
                                  of->server.host, of->server.port, NULL};
    dw_datagram_layer_send(of->client.layer, &datagram);
    return datagram.size;
}

static void say_hello(ENetPeer *peer, bool spectate)
{
    dw_message message = {.type = DW_MESSAGE_HELLO};
    message.as.hello =
        (dw_hello){.version = DW_PROTOCOL_VERSION, .name = "crowd", .spectate = spectate};
    raw_client_send(peer, &message);
}

/* Another connection, and an end to attempts that nobody answers. */
static void ask_again(address *of)
{
    const uint32_t now = now_ms();
    for (uint32_t i = 0; i < PEERS; i++) {
        ENetPeer *peer = &of->client.host->peers[i];
        if (peer->state == ENET_PEER_STATE_CONNECTING && now - of->asked_at_ms[i] > PATIENCE_MS) {
            raw_client_reset(&of->client, peer);
        }
    }
    if (now - of->asked_ms < ASK_MS) {
        return;
    }
    of->asked_ms = now;
    const ENetPeer *peer = enet_host_connect(of->client.host, &of->server, DW_CHANNEL_COUNT, 0);
    if (peer != NULL) {
        of->asked_at_ms[peer - of->client.host->peers] = now;
    }
}

static void listen_to_server(address *of)
{
    ENetEvent event;
    dw_joiner_result result;
    while (dw_joiner_next_result(of->client.joiner, &result)) {
        of->cookies += result.answered ? 1 : 0;
    }
    while (raw_client_service(&of->client, &event) > 0) {
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
        peer = of->client.host->peers[i].state == ENET_PEER_STATE_CONNECTED
                   ? &of->client.host->peers[i]
                   : NULL;
    }
    if (peer == NULL || ++of->waiting % 2 == 0) {
        return send_ask(of);
    }
    const uint16_t number = (uint16_t)(100 + of->waiting % 4000);
    const uint8_t command[] = {0x86,
                               DW_CHANNEL_MAP,
                               (uint8_t)(number >> 8),
                               (uint8_t)number,
                               (uint8_t)(WAITING_BYTES >> 8),
                               (uint8_t)(WAITING_BYTES & 255)};
    uint8_t bytes[10 + WAITING_BYTES] = {0};
    memcpy(bytes + raw_client_head(peer, bytes), command, sizeof command);
    const ENetBuffer out = {.data = bytes, .dataLength = sizeof bytes};
    (void)enet_socket_send(of->client.host->socket, &peer->address, &out,
                           1); /* Sealed if need be. */
    return sizeof bytes;
}

int attack_places(const attack *plan)
{
    for (uint32_t i = 0; i < ADDRESSES; i++) {
        all[i] = (address){.server = server_at(plan->port), .does = (worst)(i % WORSTS)};
        open_at(&all[i], 3, i, PEERS, plan->sealed);
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
        raw_client_close(&all[i].client);
    }
    printf("sent_mbit=%.0f cookies=%u connected=%u hellos=%u\n", (double)sent_bits / 1e6,
           (unsigned)cookies, (unsigned)connected, (unsigned)said);
    return connected > 0 && said > 0 ? 0 : 1;
}

/* Until the server has said yes or no; as a client does it, a second at most. Gives back how long
 * it took, or twice that when there was no answer. */
static uint32_t come(const attack *plan, uint32_t index, bool *welcome)
{
    static address own;
    own = (address){.server = server_at(plan->port), .does = PLAYS};
    open_at(&own, 4, index, 1, plan->sealed);
    ENetPeer *peer = raw_client_begin(&own.client, plan->port);
    const uint32_t began = now_ms();
    bool answered = false;
    *welcome = false;
    while (!answered && now_ms() - began <= NEWCOMER_MS) {
        ENetEvent event;
        dw_joiner_result told;
        const int result = raw_client_service(&own.client, &event);
        while (dw_joiner_next_result(own.client.joiner, &told)) {
            answered = answered || !told.answered;
        }
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
        enet_uint32 condition = ENET_SOCKET_WAIT_RECEIVE;
        (void)enet_socket_wait(own.client.host->socket, &condition, 1);
    }
    const uint32_t took = now_ms() - began;
    enet_peer_disconnect_now(peer, 0);
    raw_client_close(&own.client);
    return answered ? took : 2 * NEWCOMER_MS;
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
        const uint32_t took = come(plan, count++, &welcome);
        answered += took <= NEWCOMER_MS ? 1 : 0;
        welcomes += welcome ? 1 : 0;
        slowest = took > slowest ? took : slowest;
        dw_clock_sleep_until(began + passed + NEWCOMER_EVERY_MS * UINT64_C(1000000));
    }
    printf("newcomers=%u answered=%u welcome=%u slowest_ms=%u\n", (unsigned)count,
           (unsigned)answered, (unsigned)welcomes, (unsigned)slowest);
    return 0;
}
