/* paced_net.h - a raw_net whose turns move the clock of the test (fake_clock.h), and clients that
 * join it in such turns. */
#ifndef DW_TESTS_HOST_PACED_NET_H
#define DW_TESTS_HOST_PACED_NET_H

#include "fake_clock.h"
#include "raw_net.h"

#define MS_NS UINT64_C(1000000)

/* `turn_ms` of the raw_net pass, and it looks at its socket. For raw_client_pump. */
void paced_net_turn(void *raw_net);
void paced_net_pass(raw_net *at, uint32_t milliseconds);

/* The client is let in, and the handler hears of it. */
ENetPeer *paced_net_join(raw_net *at, raw_client *client);

/* The client's connect is ready to leave. */
ENetPeer *paced_net_ask(raw_net *at, raw_client *client);

#endif
