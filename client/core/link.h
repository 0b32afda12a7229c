/* link.h - clients on ENet: one host (socket) that carries one or many connections to servers.
 * Owns: the ENet host and its peers. The only file of client/ that includes enet.h is link.c.
 * Throttling is off and the MTU is DW_DATAGRAM_MAX (reference: ENet drops unreliable packets
 * silently otherwise). Not thread-safe. */
#ifndef DW_CLIENT_CORE_LINK_H
#define DW_CLIENT_CORE_LINK_H

#include "client/core/client.h"

typedef struct dw_link dw_link;

/* For up to `connections` (1 .. 4095) connections. The error says what the system refused. */
DW_MUST_USE dw_status dw_link_create(dw_link **out, uint32_t connections, dw_error *error);
void dw_link_destroy(dw_link *link); /* Says goodbye to whoever is still connected. */

/* Starts a connection that reports to `client` from now on. `host` is a name or an IPv4 address. */
DW_MUST_USE dw_status dw_link_connect(dw_link *link, dw_client *client, const char *host,
                                      uint16_t port, dw_error *error);

/* The send function for dw_client_config; its context is made by dw_link_context before the client
 * exists: index is 0 .. connections - 1 and names the connection for good. */
void *dw_link_context(dw_link *link, uint32_t index);
void dw_link_send(void *context, dw_channel channel, bool reliable, const uint8_t *bytes,
                  size_t size);

/* Moves everything that is due, for at most `wait_ms` if nothing is. Calls dw_client_receive and so
 * on. */
void dw_link_service(dw_link *link, uint32_t wait_ms);
void dw_link_disconnect(dw_link *link, uint32_t index);
bool dw_link_busy(const dw_link *link); /* Some connection is up, or not yet parted. */

/* Of one connection: round trip as ENet measures it, 0 = not known; bytes with all headers. */
uint32_t dw_link_rtt_ms(const dw_link *link, uint32_t index);
void dw_link_traffic(const dw_link *link, uint64_t *bytes_in, uint64_t *bytes_out);

#endif
