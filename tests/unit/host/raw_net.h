/* raw_net.h - the small dw_net that raw clients talk to (tests/support/raw_client.h), through the
 * real gate: connections are sealed when the test gives keys, and in the clear when it gives none.
 */
#ifndef DW_TESTS_HOST_RAW_NET_H
#define DW_TESTS_HOST_RAW_NET_H

#include "server/host/net.h"
#include "tests/support/raw_client.h"

/* Makes an identity, and the key of `password` unless that is NULL. */
void raw_net_make_keys(dw_net_keys *keys, const char *password);

/* Parts of a dw_net_handler: `context` is the dw_peer that holds the newest one; or nothing. */
void raw_net_note_peer(void *context, dw_peer peer);
void raw_net_ignore_message(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                            size_t size);
void raw_net_ignore_loss(void *context, dw_peer peer, dw_net_loss why);

/* Opens a net on any port of 127.0.0.1, for four clients, and creates `arena` for it. NULL keys:
 * not sealed. */
dw_net *raw_net_open(dw_arena *arena, const dw_net_handler *handler, const dw_net_keys *keys);

#endif
