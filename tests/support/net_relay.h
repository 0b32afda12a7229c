/* net_relay.h - a bad network between programs that have no faults of their own: a client talks to
 * a port of this process, and every datagram goes through a fault_line on its way to the server,
 * and another one on its way back. Owns: two sockets and two fault lines. Serves one ENet host (one
 * socket). Not thread-safe; dw_net_relay_service must be called every few milliseconds. */
#ifndef DW_TESTS_NET_RELAY_H
#define DW_TESTS_NET_RELAY_H

#include "protocol/transport/fault_line.h"

typedef struct dw_net_relay dw_net_relay;

/* Listens on 127.0.0.1 and sends on to `host` (a name or an IPv4 address). */
DW_MUST_USE dw_status dw_net_relay_create(dw_net_relay **out, const dw_net_faults *faults,
                                          const char *host, uint16_t port, uint64_t seed,
                                          dw_error *error);
void dw_net_relay_destroy(dw_net_relay *relay);

uint16_t dw_net_relay_port(const dw_net_relay *relay); /* Where the client connects. */

/* Takes in what came and sends on what is due, at most some thousand datagrams a call. */
void dw_net_relay_service(dw_net_relay *relay, uint64_t now_ns);

const dw_fault_counts *dw_net_relay_up(const dw_net_relay *relay);   /* To the server. */
const dw_fault_counts *dw_net_relay_down(const dw_net_relay *relay); /* To the bots. */

#endif
