/* raw_client.h - bare ENet clients: the real joiner seals and opens, and beyond that the caller
 * decides what ENet sends. For tests and for the programs of the attacks. Owns: one ENet host with
 * one socket, for one client or many. What cannot be had ends the program. */
#ifndef DW_TESTS_SUPPORT_RAW_CLIENT_H
#define DW_TESTS_SUPPORT_RAW_CLIENT_H

#include "client/core/joiner.h"
#include "protocol/message.h"

#include <enet/enet.h>

typedef struct raw_client_config {
    const char *bind; /* NULL: any address. */
    uint32_t peers;   /* 0: one. */
    bool sealed;
    const char *password;
    dw_joiner_judge *judge;
    /* Gets each datagram as it came; false: it is lost. NULL: none is. */
    bool (*heard)(void *context, const dw_datagram *datagram);
    void *context; /* Of both. */
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

/* Ends the program when the server does not let it in. */
ENetPeer *raw_client_connect(raw_client *client, uint16_t port, raw_client_pump *pump,
                             void *context);

/* Names the identity of that number in the hello, with its proof for the sealed connection of
 * `peer`. */
void raw_client_sign(const raw_client *client, const ENetPeer *peer, uint8_t number,
                     dw_hello *hello);

/* False when ENet takes nothing for that peer. */
bool raw_client_put(ENetPeer *peer, uint8_t channel, bool reliable, const uint8_t *bytes,
                    size_t size);

/* Sends a message in its channel; ENet must take it. */
void raw_client_send(ENetPeer *peer, const dw_message *message);

/* Takes the next message of the server; false when nothing has come. A goodbye of the server sets
 * `*peer` to NULL; for a client of one connection, which may be NULL already. */
bool raw_client_next(raw_client *client, ENetPeer **peer, dw_message *message);

#endif
