#include "protocol/transport/enet_fields.h"

#include "protocol/protocol.h"
#include "protocol/transport/enet_wire.h"

#include <enet/enet.h>

enum {
    PACKET_BYTES_MAX = 4096,
    THROTTLE_INTERVAL_MS = 5000,
    RESEND_SLACK_MS = 200,
    TIMEOUT_LIMIT = 32,      /* ENet's default. */
    TIMEOUT_LOW_MS = 10000,  /* Unanswered this long and often enough: disconnected. */
    TIMEOUT_HIGH_MS = 20000, /* Disconnected in any case. */
    PING_MS = 2000, /* Messages show that the other end is there; pings measure the round trip. */
    PING_SPREAD_MS = 1000,
    PING_STEP_MS = 617
};

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

ENetHost *dw_enet_open(const ENetAddress *address, uint32_t peers, int buffer_bytes)
{
    ENetHost *host = enet_host_create(address, peers, DW_CHANNEL_COUNT, 0, 0);
    if (host == NULL) {
        return NULL;
    }
    (void)enet_socket_set_option(host->socket, ENET_SOCKOPT_RCVBUF, buffer_bytes);
    (void)enet_socket_set_option(host->socket, ENET_SOCKOPT_SNDBUF, buffer_bytes);
    host->maximumPacketSize = PACKET_BYTES_MAX;
    host->mtu = DW_ENET_MTU; /* What a peer starts with when its place is used again. */
    for (size_t i = 0; i < host->peerCount; i++) {
        host->peers[i].mtu = DW_ENET_MTU;
    }
    return host;
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
    enet_peer_throttle_configure(peer, THROTTLE_INTERVAL_MS, ENET_PEER_PACKET_THROTTLE_SCALE, 0);
}

bool dw_enet_send(ENetPeer *peer, uint8_t channel, bool reliable, const uint8_t *bytes, size_t size)
{
    peer->packetThrottle = ENET_PEER_PACKET_THROTTLE_SCALE;
    peer->packetThrottleLimit = ENET_PEER_PACKET_THROTTLE_SCALE;
    peer->packetThrottleAcceleration = ENET_PEER_PACKET_THROTTLE_SCALE;
    peer->packetThrottleDeceleration = 0;
    ENetPacket *packet = enet_packet_create(bytes, size, reliable ? ENET_PACKET_FLAG_RELIABLE : 0);
    if (packet == NULL || enet_peer_send(peer, channel, packet) == 0) {
        return packet != NULL;
    }
    enet_packet_destroy(packet); /* After a failure ENet leaves it to its caller. */
    return false;
}

void dw_enet_set_times(ENetPeer *peer, uint32_t index)
{
    enet_peer_timeout(peer, TIMEOUT_LIMIT, TIMEOUT_LOW_MS, TIMEOUT_HIGH_MS);
    /* Neighbours connect one after the other; their pings are to be far apart. */
    enet_peer_ping_interval(peer, PING_MS + index * PING_STEP_MS % PING_SPREAD_MS);
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
