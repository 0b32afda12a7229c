/* link.h - clients on ENet: one host (socket) that carries one or many connections to servers.
 * Owns: the ENet host, its peers, and how they are joined and sealed (joiner.h). No other file of
 * client/ includes enet.h. Samples the clock. Not thread-safe. */
#ifndef DW_CLIENT_CORE_LINK_H
#define DW_CLIENT_CORE_LINK_H

#include "client/core/client.h"
#include "client/core/joiner.h"
#include "protocol/transport/fault_line.h"

typedef struct dw_link dw_link;

typedef struct dw_link_config {
    uint32_t connections;        /* 1 .. 4095. */
    bool unsealed;               /* By the person's explicit choice. */
    const char *password;        /* NULL or empty: none. */
    dw_joiner_judge *judge;      /* Of servers' identities; NULL: every one will do. */
    void *context;               /* Of `judge`. */
    const dw_net_faults *faults; /* Of a simulated bad network; NULL: none. */
    uint64_t faults_seed;
} dw_link_config;

/* The error says what the system refused. */
DW_MUST_USE dw_status dw_link_create(dw_link **out, const dw_link_config *config, dw_error *error);
void dw_link_destroy(dw_link *link); /* Says goodbye on all connections that are up. */

/* Starts a connection that reports to `client` from now on. `host` is a name or an IPv4 address. */
DW_MUST_USE dw_status dw_link_connect(dw_link *link, dw_client *client, const char *host,
                                      uint16_t port, dw_error *error);

/* The send function for dw_client_config; its context is made by dw_link_context before the client
 * exists: index is 0 .. connections - 1 and names the connection for good. */
void *dw_link_context(dw_link *link, uint32_t index);
void dw_link_send(void *context, dw_channel channel, bool reliable, const uint8_t *bytes,
                  size_t size);

/* Moves everything that is due, and calls dw_client_receive and its like. */
void dw_link_service(dw_link *link);

/* Sleeps until something arrives, at most `wait_ms`. */
void dw_link_wait(const dw_link *link, uint32_t wait_ms);

void dw_link_disconnect(dw_link *link, uint32_t index);
bool dw_link_busy(const dw_link *link); /* Some connection is up, or not yet parted. */

/* Of one connection: round trip as ENet measures it, 0 = not known. */
uint32_t dw_link_rtt_ms(const dw_link *link, uint32_t index);

/* Bytes since creation, with all headers. */
void dw_link_traffic(const dw_link *link, uint64_t *bytes_in, uint64_t *bytes_out);

/* What the client's identity signs to show that this sealed connection is its own; NULL when the
 * connection is not sealed or not up. */
const uint8_t *dw_link_transcript(const dw_link *link, uint32_t index);

/* The same for dw_client_config; the context is the one of dw_link_send. */
const uint8_t *dw_link_own_transcript(void *context);

/* The identity of the server that this sealed connection has reached, else NULL. */
const uint8_t *dw_link_identity(const dw_link *link, uint32_t index);

#endif
