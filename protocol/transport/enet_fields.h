/* enet_fields.h - what both ends of a connection ask of ENet 1.3 beyond its functions. ENet has no
 * function for these; its header shows the fields, and they are these alone:
 *
 *     set    host  mtu, maximumPacketSize
 *            peer  data, mtu, packetThrottle, packetThrottleLimit, packetThrottleAcceleration,
 *                  packetThrottleDeceleration, nextTimeout, and of the reliable commands that it
 *                  has sent roundTripTimeout
 *     read   host  peers, peerCount, socket, address
 *            peer  state, address, connectID, roundTripTime, roundTripTimeVariance,
 *                  packetThrottleEpoch, lastReceiveTime, sentReliableCommands
 *
 * A library whose struct lies differently does not compile or does not link as 1.3; nothing here
 * depends on its patch level.
 * Owns nothing, keeps nothing. */
#ifndef DW_PROTOCOL_TRANSPORT_ENET_FIELDS_H
#define DW_PROTOCOL_TRANSPORT_ENET_FIELDS_H

#include "common/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct _ENetAddress;
struct _ENetHost;
struct _ENetPeer;

/* DW_IO when the ENet that the program was linked with at its start is another one than it was
 * built for: its peers may lie differently in memory. The error names both. */
DW_MUST_USE dw_status dw_enet_check_version(dw_error *error);

/* A host for that many peers, at any free port without an address, with buffers of that size in the
 * system, which may cut it. No datagram of the host is longer than DW_ENET_MTU, whichever place a
 * peer gets. NULL when there is no memory, or errno says what the system refused. */
struct _ENetHost *dw_enet_open(const struct _ENetAddress *address, uint32_t peers,
                               int buffer_bytes);

/* Which of the host's peers a datagram is of that ENet sends, by where the address stands that ENet
 * hands to enet_socket_send; DW_ENET_PEER_NONE when it stands in no peer. */
uint16_t dw_enet_peer_at(const struct _ENetHost *host, const void *enet_address);

/* Full acceleration and no deceleration, here and at the other end: ENet then drops no unreliable
 * packet on purpose. For a peer that is connected. */
void dw_enet_never_throttle(struct _ENetPeer *peer);

/* Queues one message for a connected peer. ENet must not drop it on purpose, whatever the other end
 * has asked for since. False: there is no memory. */
bool dw_enet_send(struct _ENetPeer *peer, uint8_t channel, bool reliable, const uint8_t *bytes,
                  size_t size);

/* How often a peer is asked for an answer, and after which time without one it is given up. Each
 * `index` has another interval: thousands of peers that were told something at once must not all
 * answer at once ever after. */
void dw_enet_set_times(struct _ENetPeer *peer, uint32_t index);

/* To be called a few times a second. ENet doubles its wait each time that a message is lost: on a
 * connection that loses a quarter, the fourth attempt comes after the peer is given up. With this
 * the round trip of the connection decides when to try again. Cost: O(commands under way). */
void dw_enet_hold_resend(struct _ENetPeer *peer);

#endif
