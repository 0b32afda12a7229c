/* joiner.h - opens and seals a client's connections, as its filter of the datagram layer. It holds
 * ENet's CONNECT back, asks the server for its cookie and key first, and then sends CONNECT in the
 * form of PROTOCOL.md section 1. From then on it seals what ENet sends and opens what arrives.
 *
 *     ENet CONNECT --> held back      ask --> server
 *                      sealed again <-- answer
 *                      connect -----------> server, again every 250 ms until it answers
 *
 * Owns: the keys of all connections of one ENet host, by ENet's index of the peer. Knows no
 * messages, clients or clocks: time is a parameter. Not thread-safe. */
#ifndef DW_CLIENT_CORE_JOINER_H
#define DW_CLIENT_CORE_JOINER_H

#include "protocol/protocol.h"
#include "protocol/seal/seal_keys.h"
#include "protocol/transport/datagram_layer.h"

typedef struct dw_joiner dw_joiner;

/* Judges the identity of a server before the client connects to it: DW_OK to go on. Any other
 * status ends the attempt; the error is one sentence for a person. */
typedef dw_status dw_joiner_judge(void *context, uint16_t peer,
                                  const uint8_t identity[DW_SEAL_KEY_SIZE], dw_error *error);

typedef struct dw_joiner_config {
    uint32_t peers;         /* Of the ENet host. */
    bool sealed;            /* False: connections in the clear, by the person's choice. */
    const char *password;   /* NULL or empty: none. Copied. */
    dw_joiner_judge *judge; /* NULL: accepts every identity. */
    void *context;          /* Of `judge`. */
} dw_joiner_config;

DW_MUST_USE dw_status dw_joiner_create(dw_joiner **out, const dw_joiner_config *config);
void dw_joiner_destroy(dw_joiner *joiner); /* Wipes all keys. Accepts NULL. */

/* For dw_datagram_layer_open; the joiner sends its own datagrams through `layer`. `host` is the
 * ENet host of that socket: a datagram is sealed with the key of the peer that sends it. */
dw_datagram_filter dw_joiner_filter(dw_joiner *joiner);
struct _ENetHost;
void dw_joiner_use_layer(dw_joiner *joiner, dw_datagram_layer *layer, const struct _ENetHost *host);

/* Sets the time and repeats what was not answered. Call it before enet_host_service. */
void dw_joiner_service(dw_joiner *joiner, uint64_t now_ns);

/* Ends the attempt to connect of this peer, which ENet has given up. */
void dw_joiner_forget(dw_joiner *joiner, uint16_t peer);

/* The result of an attempt, for the link. */
typedef struct dw_joiner_result {
    uint16_t peer;
    bool answered;    /* The server has answered; CONNECT is on its way. */
    dw_reason reason; /* Else: why the server refused. */
    dw_error error;   /* With reason NONE: why this side gave up, as a sentence. */
} dw_joiner_result;

/* Takes the oldest result out. False when nothing waits. */
bool dw_joiner_next_result(dw_joiner *joiner, dw_joiner_result *result);

/* The hash of ask and answer of a sealed connection, which a client's identity signs; NULL for a
 * connection in the clear. */
const uint8_t *dw_joiner_transcript(const dw_joiner *joiner, uint16_t peer);

/* The identity of the server at the other end of a sealed connection that is up, else NULL. */
const uint8_t *dw_joiner_identity(const dw_joiner *joiner, uint16_t peer);

typedef struct dw_joiner_stats {
    uint64_t unopened; /* Datagrams that did not open, or belong to no connection. */
} dw_joiner_stats;
dw_joiner_stats dw_joiner_get_stats(const dw_joiner *joiner);

#endif
