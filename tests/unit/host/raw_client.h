/* raw_client.h - bare ENet clients of a dw_net, and the small dw_net that they talk to. Both ends
 * use the real joiner and the real gate: connections are sealed when the test gives keys, and in
 * the clear when it gives none. Beyond that, the test decides what ENet sends. Owns: one ENet host
 * with one socket, for one client or many. */
#ifndef DW_TESTS_HOST_RAW_CLIENT_H
#define DW_TESTS_HOST_RAW_CLIENT_H

#include "client/core/joiner.h"
#include "protocol/message.h"
#include "server/host/net.h"

#include <enet/enet.h>

/* Makes an identity, and the key of `password` unless that is NULL. */
void raw_client_make_keys(dw_net_keys *keys, const char *password);

/* Parts of a dw_net_handler: `context` is the dw_peer that holds the newest one; or nothing. */
void raw_client_note_peer(void *context, dw_peer peer);
void raw_client_ignore_message(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                               size_t size);
void raw_client_ignore_loss(void *context, dw_peer peer, dw_net_loss why);

/* Opens a net on any port of 127.0.0.1, for four clients, and creates `arena` for it. NULL keys:
 * not sealed. */
dw_net *raw_client_open_net(dw_arena *arena, const dw_net_handler *handler,
                            const dw_net_keys *keys);

typedef struct raw_client_config {
    const char *bind; /* NULL: any address. */
    uint32_t peers;   /* 0: one. */
    bool sealed;
    const char *password;
    dw_joiner_judge *judge;
    void (*heard)(
        void *context,
        const dw_datagram *datagram); /* Gets each datagram as it came; NULL: no one does. */
    void *context;                    /* Of both. */
} raw_client_config;

typedef struct raw_client {
    raw_client_config config;
    ENetHost *host;
    dw_joiner *joiner;
    dw_datagram_layer *layer;
    dw_datagram_filter joining;
    bool deaf; /* Everything that comes is lost. */
} raw_client;

/* `client` stays where it is until it is closed. */
void raw_client_open(raw_client *client, const raw_client_config *config);
void raw_client_close(raw_client *client); /* Without a goodbye. */

/* As enet_host_service without waiting; what it sends leaves at once. */
int raw_client_service(raw_client *client, ENetEvent *event);
void raw_client_flush(raw_client *client);

/* The client's end of the connection is gone; the server is not told. */
void raw_client_reset(raw_client *client, ENetPeer *peer);

/* Sends bytes that no ENet made, past the joiner, to the server of `peer`. */
void raw_client_say(raw_client *client, const ENetPeer *peer, const uint8_t *bytes, size_t size);

/* Begins a datagram of `peer` to its server: ENet's header with a time of 0. Returns its size. */
size_t raw_client_head(const ENetPeer *peer, uint8_t *bytes);

/* Lets a little time pass for the other end. */
typedef void raw_client_pump(void *context);

/* ENet's CONNECT, to 127.0.0.1; the ask leaves with the next service or flush. */
ENetPeer *raw_client_begin(raw_client *client, uint16_t port);

/* The server has answered the ask; the connect leaves with the next service or flush. */
ENetPeer *raw_client_ask(raw_client *client, uint16_t port, raw_client_pump *pump, void *context);

/* Fails the test when the server does not let it in. */
ENetPeer *raw_client_connect(raw_client *client, uint16_t port, raw_client_pump *pump,
                             void *context);

/* Names the identity of that number in the hello, with its proof for the sealed connection of
 * `peer`. */
void raw_client_sign(const raw_client *client, const ENetPeer *peer, uint8_t number,
                     dw_hello *hello);

/* Sends a message in its channel. */
void raw_client_send(ENetPeer *peer, const dw_message *message);

/* Takes the next message of the server; false when nothing has come. A goodbye of the server sets
 * `*peer` to NULL; for a client of one connection, which may be NULL already. */
bool raw_client_next(raw_client *client, ENetPeer **peer, dw_message *message);

#endif
