#include "protocol/transport/enet_straight.h"

#include <enet/enet.h>

/* u16 peer number and session, u8 kind and flags, u8 channel, u16 reliable sequence, u16 sequence,
 * u16 length, data; big-endian. */
enum {
    HEAD_SIZE = 10,
    KIND_AT = 2,
    CHANNEL_AT = 3,
    RELIABLE_AT = 4,
    SEQUENCE_AT = 6,
    LENGTH_AT = 8,
    PEER_MASK = ENET_PROTOCOL_MAXIMUM_PEER_ID,
    SESSION_MASK = 3,
    SEQUENCE_MAX = 0xffff
};

static uint16_t get_u16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

static void put_u16(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)(value >> 8);
    bytes[1] = (uint8_t)value;
}

bool dw_enet_read_message(const uint8_t *datagram, size_t size, dw_enet_message *message)
{
    if (size < HEAD_SIZE || datagram[KIND_AT] != ENET_PROTOCOL_COMMAND_SEND_UNRELIABLE ||
        get_u16(datagram + LENGTH_AT) != size - HEAD_SIZE) {
        return false;
    }
    const uint32_t head = get_u16(datagram);
    *message = (dw_enet_message){
        .peer = (uint16_t)(head & PEER_MASK),
        .session = (uint8_t)(head >> ENET_PROTOCOL_HEADER_SESSION_SHIFT & SESSION_MASK),
        .channel = datagram[CHANNEL_AT],
        .reliable_sequence = get_u16(datagram + RELIABLE_AT),
        .sequence = get_u16(datagram + SEQUENCE_AT),
        .bytes = datagram + HEAD_SIZE,
        .size = size - HEAD_SIZE,
    };
    return (head & ENET_PROTOCOL_HEADER_FLAG_MASK) == 0;
}

dw_enet_turn dw_enet_take_turn(ENetPeer *peer, const dw_enet_message *message)
{
    if (peer->state != ENET_PEER_STATE_CONNECTED || message->channel >= peer->channelCount ||
        peer->outgoingPeerID >= ENET_PROTOCOL_MAXIMUM_PEER_ID ||
        message->session != peer->incomingSessionID) {
        return DW_ENET_NOT_HERE;
    }
    ENetChannel *channel = &peer->channels[message->channel];
    if (message->reliable_sequence != channel->incomingReliableSequenceNumber ||
        !enet_list_empty(&channel->incomingUnreliableCommands) ||
        !enet_list_empty(&peer->dispatchedCommands)) { /* Nothing passes what lies ready there. */
        return DW_ENET_NOT_HERE;
    }
    if (message->sequence <= channel->incomingUnreliableSequenceNumber) {
        return DW_ENET_OVERTAKEN;
    }
    channel->incomingUnreliableSequenceNumber = message->sequence;
    return DW_ENET_NEXT;
}

bool dw_enet_send_straight(ENetHost *host, ENetPeer *peer, uint8_t channel_index,
                           const uint8_t *bytes, size_t size)
{
    if (peer->state != ENET_PEER_STATE_CONNECTED || channel_index >= peer->channelCount ||
        peer->outgoingPeerID >= ENET_PROTOCOL_MAXIMUM_PEER_ID ||
        !enet_list_empty(&peer->acknowledgements) || !enet_list_empty(&peer->outgoingCommands)) {
        return false;
    }
    ENetChannel *channel = &peer->channels[channel_index];
    if (channel->outgoingUnreliableSequenceNumber == SEQUENCE_MAX) {
        return false;
    }
    channel->outgoingUnreliableSequenceNumber++;
    uint8_t head[HEAD_SIZE];
    put_u16(head, peer->outgoingPeerID | (uint32_t)peer->outgoingSessionID
                                             << ENET_PROTOCOL_HEADER_SESSION_SHIFT);
    head[KIND_AT] = ENET_PROTOCOL_COMMAND_SEND_UNRELIABLE;
    head[CHANNEL_AT] = channel_index;
    put_u16(head + RELIABLE_AT, channel->outgoingReliableSequenceNumber);
    put_u16(head + SEQUENCE_AT, channel->outgoingUnreliableSequenceNumber);
    put_u16(head + LENGTH_AT, (uint32_t)size);
    const ENetBuffer parts[] = {{.data = head, .dataLength = sizeof head},
                                {.data = (void *)bytes, .dataLength = size}};
    /* What the system does not take is lost, like any unreliable message. */
    const int sent = enet_socket_send(host->socket, &peer->address, parts, 2);
    host->totalSentData += sent > 0 ? (enet_uint32)sent : 0;
    host->totalSentPackets++;
    return true;
}
