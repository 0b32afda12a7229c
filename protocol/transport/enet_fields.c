#include "protocol/transport/enet_fields.h"

#include "protocol/protocol.h"
#include "protocol/transport/enet_wire.h"

#include <enet/enet.h>

enum { RESEND_SLACK_MS = 200, PING_SPREAD_MS = 1000, PING_STEP_MS = 617 };

dw_status dw_enet_check_version(dw_error *error)
{
    const ENetVersion linked = enet_linked_version();
    return linked == ENET_VERSION
               ? DW_OK
               : dw_fail(error, DW_IO, "built for ENet %d.%d.%d, but this is %d.%d.%d",
                         ENET_VERSION_MAJOR, ENET_VERSION_MINOR, ENET_VERSION_PATCH,
                         (int)ENET_VERSION_GET_MAJOR(linked), (int)ENET_VERSION_GET_MINOR(linked),
                         (int)ENET_VERSION_GET_PATCH(linked));
}

void dw_enet_limit_datagrams(ENetHost *host)
{
    host->mtu = DW_ENET_MTU; /* What a peer starts with when its place is used again. */
    for (size_t i = 0; i < host->peerCount; i++) {
        host->peers[i].mtu = DW_ENET_MTU;
    }
}

uint16_t dw_enet_peer_at(const ENetHost *host, const void *enet_address)
{
    const uintptr_t first = (uintptr_t)&host->peers[0].address;
    const uintptr_t offset = (uintptr_t)enet_address - first;
    if ((uintptr_t)enet_address < first || offset % sizeof host->peers[0] != 0 ||
        offset / sizeof host->peers[0] >= host->peerCount) {
        return DW_ENET_PEER_NONE;
    }
    return (uint16_t)(offset / sizeof host->peers[0]);
}

void dw_enet_never_throttle(ENetPeer *peer)
{
    enet_peer_throttle_configure(peer, DW_ENET_THROTTLE_INTERVAL_MS,
                                 ENET_PEER_PACKET_THROTTLE_SCALE, 0);
}

void dw_enet_hold_throttle(ENetPeer *peer)
{
    peer->packetThrottle = ENET_PEER_PACKET_THROTTLE_SCALE;
    peer->packetThrottleLimit = ENET_PEER_PACKET_THROTTLE_SCALE;
    peer->packetThrottleAcceleration = ENET_PEER_PACKET_THROTTLE_SCALE;
    peer->packetThrottleDeceleration = 0;
}

void dw_enet_spread_pings(ENetPeer *peer, uint32_t index, uint32_t ms)
{
    /* Neighbours connect one after the other; their pings are to be far apart. */
    enet_peer_ping_interval(peer, ms + index * PING_STEP_MS % PING_SPREAD_MS);
}

void dw_enet_hold_resend(ENetPeer *peer)
{
    const enet_uint32 most =
        peer->roundTripTime + 4 * peer->roundTripTimeVariance + RESEND_SLACK_MS;
    for (ENetListIterator at = enet_list_begin(&peer->sentReliableCommands);
         at != enet_list_end(&peer->sentReliableCommands); at = enet_list_next(at)) {
        ENetOutgoingCommand *command = (ENetOutgoingCommand *)(void *)at;
        if (command->roundTripTimeout > most) {
            command->roundTripTimeout = most;
        }
    }
    if (!enet_list_empty(&peer->sentReliableCommands)) {
        const ENetOutgoingCommand *first =
            (const ENetOutgoingCommand *)enet_list_front(&peer->sentReliableCommands);
        peer->nextTimeout = first->sentTime + first->roundTripTimeout;
    }
}
