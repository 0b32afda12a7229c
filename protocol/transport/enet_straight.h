/* enet_straight.h - unreliable messages past ENet's queues.
 * ENet 1.3.17 makes of each message, in and out, a packet, a command and a place in a queue, and
 * looks through all its peers to find it again. For a datagram that holds one unreliable message
 * and nothing else, which is most of what a game sends, there is no need to: here such a message
 * goes into its datagram, or comes out of it, at once. The other end cannot tell: the bytes and the
 * sequence numbers, which stay in ENet's own channels, are those that ENet would have sent, and
 * what ENet would have discarded is discarded. Everything else is left to ENet.
 *
 * Knows ENet's wire format and inside, owns nothing, allocates nothing. O(1). */
#ifndef DW_PROTOCOL_TRANSPORT_ENET_STRAIGHT_H
#define DW_PROTOCOL_TRANSPORT_ENET_STRAIGHT_H

#include "common/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct _ENetHost;
struct _ENetPeer;

/* One unreliable message as it stands in a datagram of its own. */
typedef struct dw_enet_message {
    uint16_t peer;   /* The receiver's index of the sender. */
    uint8_t session; /* Of their connection, 0 .. 3. */
    uint8_t channel;
    uint16_t reliable_sequence, sequence;
    const uint8_t *bytes;
    size_t size;
} dw_enet_message;

/* Whether the datagram is such a one; every byte of it is hostile. */
bool dw_enet_read_message(const uint8_t *datagram, size_t size, dw_enet_message *message);

typedef enum dw_enet_turn {
    DW_ENET_NEXT,      /* The newest one of its channel: it counts as received. */
    DW_ENET_OVERTAKEN, /* A newer one was there before: ENet would discard it. */
    DW_ENET_NOT_HERE   /* ENet itself has to decide. */
} dw_enet_turn;

/* For a message of the peer that it names, from that peer's address. */
dw_enet_turn dw_enet_take_turn(struct _ENetPeer *peer, const dw_enet_message *message);

/* Sends at once, by enet_socket_send. False when ENet has to do it: something else of this peer's
 * waits to go along, or the channel's numbers begin anew. `size` has to fit a datagram. */
bool dw_enet_send_straight(struct _ENetHost *host, struct _ENetPeer *peer, uint8_t channel,
                           const uint8_t *bytes, size_t size);

#endif
