/* link.h - connects clients to one server over ENet: one socket for one or many connections.
 * Owns: the ENet host, its peers, and their joiner (joiner.h). No other file of client/ includes
 * enet.h. Samples the clock. Not thread-safe. */
#ifndef DW_CLIENT_CORE_LINK_H
#define DW_CLIENT_CORE_LINK_H

#include "client/core/client.h"
#include "client/core/joiner.h"
#include "protocol/transport/fault_line.h"

typedef struct dw_link dw_link;

typedef struct dw_link_config {
    const char *host; /* A name or an IPv4 address. */
    uint16_t port;
    uint32_t connections;        /* 1 .. 4095. */
    bool unsealed;               /* Connects in the clear, by the person's explicit choice. */
    const char *password;        /* NULL or empty: none. */
    dw_joiner_judge *judge;      /* Of servers' identities; NULL: accepts every identity. */
    void *context;               /* Of `judge`. */
    const dw_net_faults *faults; /* Simulates a bad network; NULL: none. */
    uint64_t faults_seed;
} dw_link_config;

/* The error names what the system refused; DW_NOT_FOUND: no such host. */
DW_MUST_USE dw_status dw_link_create(dw_link **out, const dw_link_config *config, dw_error *error);
void dw_link_destroy(dw_link *link); /* Disconnects all connections that are up. */

/* Starts the client's connection, which reports to it from now on. The client must have been
 * configured with dw_link_send and a context of this link. */
void dw_link_connect(dw_link *link, dw_client *client);

/* For dw_client_config: the send function and its context. `index` is 0 .. connections - 1 and
 * names the connection from now on. */
void *dw_link_context(dw_link *link, uint32_t index);
void dw_link_send(void *context, dw_channel channel, bool reliable, const uint8_t *bytes,
                  size_t size);

/* Receives and sends everything that is due, and calls dw_client_receive and its like. */
void dw_link_service(dw_link *link);

/* Sleeps until something arrives, at most `wait_ms`. */
void dw_link_wait(const dw_link *link, uint32_t wait_ms);

void dw_link_disconnect(dw_link *link, uint32_t index);
bool dw_link_is_open(const dw_link *link, uint32_t index); /* Up, coming up or disconnecting. */
bool dw_link_busy(const dw_link *link); /* A connection is up or still disconnecting. */

/* Round trip of one connection as ENet measures it, 0 = not known. */
uint32_t dw_link_rtt_ms(const dw_link *link, uint32_t index);

/* Bytes since creation, including all headers. */
void dw_link_traffic(const dw_link *link, uint64_t *bytes_in, uint64_t *bytes_out);

/* For dw_client_config, with the context of dw_link_send: the transcript that the client's identity
 * signs to prove that this connection is its own; NULL when the connection is not sealed or not up.
 */
const uint8_t *dw_link_own_transcript(void *context);

/* The identity of the server that this sealed connection has reached, else NULL. */
const uint8_t *dw_link_identity(const dw_link *link, uint32_t index);

#endif
