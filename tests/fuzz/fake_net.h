/* fake_net.h - server/host/net.h without a network: linked in place of net.c, so that a whole
 * server runs in the hands of a script. Owns: who is connected, and what is under way to the
 * server. What happens on a connection is asked for here and heard by the server in its next poll,
 * as on a real one. */
#ifndef DW_TESTS_FUZZ_FAKE_NET_H
#define DW_TESTS_FUZZ_FAKE_NET_H

#include "server/host/net.h"

/* Hears each message that the server sends, before dw_net_send gives DW_OK. */
typedef void dw_fake_sent(void *context, uint32_t index, uint8_t channel, bool reliable,
                          const uint8_t *bytes, size_t size);
void dw_fake_net_watch(dw_net *net, dw_fake_sent *sent, void *context);

/* The connections of even peers are sealed, all with this transcript; NULL: none is. */
void dw_fake_net_seal(dw_net *net, const uint8_t *transcript);

/* `index` is that of a peer, 0 .. dw_net_peers_max - 1. What cannot be does nothing: a second
 * connection of the same peer, words of a peer that is not connected, more than fits under way. */
void dw_fake_net_connect(dw_net *net, uint32_t index);
void dw_fake_net_say(dw_net *net, uint32_t index, uint8_t channel, const uint8_t *bytes,
                     size_t size);
void dw_fake_net_cut(dw_net *net, uint32_t index);

void dw_fake_net_set_deaf(dw_net *net, uint32_t index, bool deaf); /* Takes nothing more. */
void dw_fake_net_set_flood(dw_net *net, uint32_t index, uint32_t seconds);

/* The network gives the peer up, as it does when memory is short: nothing goes to the peer from
 * here on, and the server hears of it at the next poll. */
void dw_fake_net_lose(dw_net *net, uint32_t index, dw_net_loss why);
bool dw_fake_net_connected(const dw_net *net, uint32_t index);

#endif
