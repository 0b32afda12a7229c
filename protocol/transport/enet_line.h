/* enet_line.h - what both ends of the wire ask of ENet 1.3.17 beyond its defaults: short datagrams,
 * no packet dropped on purpose, and no wait that doubles until the peer is given up.
 * Knows ENet's inside, owns nothing, keeps nothing. Cost: O(commands under way) for a peer. */
#ifndef DW_PROTOCOL_TRANSPORT_ENET_LINE_H
#define DW_PROTOCOL_TRANSPORT_ENET_LINE_H

#include "common/base/status.h"

#include <stdint.h>

struct _ENetHost;
struct _ENetPeer;

enum { DW_ENET_THROTTLE_INTERVAL_MS = 5000 };

/* DW_IO when the ENet that the program was linked with at its start is another one than it was
 * built for: its peers may lie differently in memory. The error names both. */
DW_MUST_USE dw_status dw_enet_check_version(dw_error *error);

/* No datagram of this host is longer than DW_DATAGRAM_MAX, whatever place a peer gets. */
void dw_enet_limit_datagrams(struct _ENetHost *host);

/* Full acceleration and no deceleration, here and at the other end: unreliable packets are never
 * dropped on purpose. For a peer that is connected. */
void dw_enet_never_throttle(struct _ENetPeer *peer);

/* How long without an answer until the peer in place `index` of a host is asked for one: `ms`, and
 * up to a second more, so that thousands to whom something was told at once do not all answer at
 * once ever after. For a peer that is connected. */
void dw_enet_spread_pings(struct _ENetPeer *peer, uint32_t index, uint32_t ms);

/* To be called a few times a second. ENet doubles the wait each time that a message is lost: on a
 * line that loses a quarter the fourth attempt comes after the peer is given up. From here on the
 * line's own round trip says when to try again. */
void dw_enet_hold_resend(struct _ENetPeer *peer);

#endif
