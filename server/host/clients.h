/* clients.h - what clients say, from their hello to their goodbye: identity, map transfer, input,
 * chat, votes. Every byte is hostile: what is not right changes a counter and nothing else.
 * Owns: nothing; guests are rows of the dw_server. Does not know: which match a client goes to
 * (seating.h), how connections end (parting.h). No allocation. */
#ifndef DW_HOST_CLIENTS_H
#define DW_HOST_CLIENTS_H

#include "server/host/guest.h"

/* The network's handler; `context` is the dw_server. */
void dw_clients_connected(void *context, dw_peer peer);
void dw_clients_received(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                         size_t size);
void dw_clients_disconnected(void *context, dw_peer peer, dw_net_loss why);

/* The matches' sink: a tag is the index of a guest. */
void dw_clients_send(void *context, const uint32_t *tags, uint32_t count,
                     const dw_message *message);

/* From now on the guest may ask for the chunks of its match's map, each a few times. */
void dw_clients_allow_map(dw_server *server, struct dw_guest *guest);

/* Sends away guests that never say hello, fell silent, are idle, flood, or were voted out. A few
 * times a second. */
void dw_clients_sweep(dw_server *server);

#endif
