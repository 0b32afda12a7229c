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

#include <stdint.h>

struct _ENetHost;
struct _ENetPeer;

enum { DW_ENET_THROTTLE_INTERVAL_MS = 5000 };

/* DW_IO when the ENet that the program was linked with at its start is another one than it was
 * built for: its peers may lie differently in memory. The error names both. */
DW_MUST_USE dw_status dw_enet_check_version(dw_error *error);

/* No datagram of this host is longer than DW_ENET_MTU, whichever place a peer gets. */
void dw_enet_limit_datagrams(struct _ENetHost *host);

/* Which of the host's peers a datagram is of that ENet sends, by where the address stands that ENet
 * hands to enet_socket_send; DW_ENET_PEER_NONE when it stands in no peer. */
uint16_t dw_enet_peer_at(const struct _ENetHost *host, const void *enet_address);

/* Full acceleration and no deceleration, here and at the other end: ENet then drops no unreliable
 * packet on purpose. For a peer that is connected. */
void dw_enet_never_throttle(struct _ENetPeer *peer);

/* The same for this end alone, whatever the other end has asked for since. Before each packet. */
void dw_enet_hold_throttle(struct _ENetPeer *peer);

/* After `ms` without an answer, and up to a second more, the peer at `index` of a host is asked for
 * one: thousands of peers that were told something at once must not all answer at once ever after.
 * For a peer that is connected. */
void dw_enet_spread_pings(struct _ENetPeer *peer, uint32_t index, uint32_t ms);

/* To be called a few times a second. ENet doubles its wait each time that a message is lost: on a
 * connection that loses a quarter, the fourth attempt comes after the peer is given up. With this
 * the round trip of the connection decides when to try again. Cost: O(commands under way). */
void dw_enet_hold_resend(struct _ENetPeer *peer);

#endif
