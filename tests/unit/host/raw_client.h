/* raw_client.h - a bare ENet client of a dw_net: it asks for its cookie and connects, and the rest
 * is the test's; and the small dw_net that it talks to. Owns nothing; one at a time. */
#ifndef DW_TESTS_HOST_RAW_CLIENT_H
#define DW_TESTS_HOST_RAW_CLIENT_H

#include "server/host/net.h"

#include <enet/enet.h>

/* On any port of 127.0.0.1, for four clients; `arena` is created for it. */
dw_net *raw_client_open_net(dw_arena *arena, const dw_net_handler *handler);

/* What lets time pass for the other end, and a little of it. */
typedef void raw_client_pump(void *context);

/* The cookie is there, and ENet's connect is on its way with the next service or flush. */
ENetPeer *raw_client_ask(ENetHost *host, uint16_t port, raw_client_pump *pump, void *context);

/* On 127.0.0.1; fails the test when the server does not let it in. */
ENetPeer *raw_client_connect(ENetHost *host, uint16_t port, raw_client_pump *pump, void *context);

#endif
