/* joiner.h - how a client's connections begin and how they are sealed: the client's filter of the
 * datagram layer. ENet sends CONNECT as if nothing were there; the joiner holds it back, asks the
 * server for its cookie and key first, and sends CONNECT in the form that PROTOCOL.md section 1
 * describes. From then on it seals what ENet sends and opens what comes.
 *
 *     ENet CONNECT --> held back      ask --> server
 *                      sealed again <-- answer
 *                      connect -----------> server, again every 250 ms until it answers
 *
 * Owns: the keys of all connections of one ENet host, by ENet's index of the peer. Does not know
 * messages, clients or clocks: time is handed in. Not thread-safe. */
#ifndef DW_CLIENT_CORE_JOINER_H
#define DW_CLIENT_CORE_JOINER_H

#include "protocol/protocol.h"
#include "protocol/seal/seal_keys.h"
#include "protocol/transport/datagram_layer.h"

typedef struct dw_joiner dw_joiner;

/* What a client makes of the identity of a server that it is about to connect to: DW_OK to go on.
 * Any other status ends the attempt; the error is one sentence for a person. */
typedef dw_status dw_joiner_judge(void *context, uint16_t peer,
                                  const uint8_t identity[DW_SEAL_KEY_SIZE], dw_error *error);

typedef struct dw_joiner_config {
    uint32_t peers;         /* Of the ENet host. */
    bool sealed;            /* False: connections are in the clear, by the person's choice. */
    const char *password;   /* NULL or empty: none. Copied as a key, not kept. */
    dw_joiner_judge *judge; /* NULL: every identity will do. */
    void *context;          /* Of `judge`. */
} dw_joiner_config;

DW_MUST_USE dw_status dw_joiner_create(dw_joiner **out, const dw_joiner_config *config);
void dw_joiner_destroy(dw_joiner *joiner); /* NULL is nothing. Wipes all keys. */

/* For dw_datagram_layer_open; the joiner sends its own datagrams through `layer`. `host` is the
 * ENet host of that socket: a datagram is sealed with the key of the peer that sends it. */
dw_datagram_filter dw_joiner_filter(dw_joiner *joiner);
struct _ENetHost;
void dw_joiner_use_layer(dw_joiner *joiner, dw_datagram_layer *layer, const struct _ENetHost *host);

/* Sets the time and sends again what was not answered. Before each turn of ENet. */
void dw_joiner_service(dw_joiner *joiner, uint64_t now_ns);

/* Ends the attempt to connect of this peer, which ENet has given up. */
void dw_joiner_forget(dw_joiner *joiner, uint16_t peer);

/* What became of an attempt, for the link. */
typedef struct dw_joiner_result {
    uint16_t peer;
    bool answered;    /* The server has answered; CONNECT is on its way. */
    dw_reason reason; /* Else: refused, for this reason. */
    dw_error error;   /* Or given up here, with this sentence, when the reason is NONE. */
} dw_joiner_result;

/* The oldest result that was not handed out. False when all were. */
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
