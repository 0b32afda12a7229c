#include "protocol/transport/enet_wire.h"

#include <enet/enet.h>
#include <string.h>

/* u16 peer index (12 bits), session (2), flags (2); u16 time when its flag is set; then commands.
 */
enum {
    HEAD_SIZE = 2,
    TIMED_HEAD_SIZE = 4,
    OPENING_PEER_AT = offsetof(ENetProtocolConnect, outgoingPeerID),
    CONNECT_NUMBER_AT = offsetof(ENetProtocolConnect, connectID),
    VERIFY_NUMBER_AT = offsetof(ENetProtocolVerifyConnect, connectID)
};

_Static_assert(offsetof(ENetProtocolVerifyConnect, outgoingPeerID) == OPENING_PEER_AT,
               "both say their peer at the same place");

static uint16_t get_u16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

uint16_t dw_enet_peer_of(const uint8_t *bytes, size_t size)
{
    return size < HEAD_SIZE ? DW_ENET_PEER_NONE : get_u16(bytes) & ENET_PROTOCOL_MAXIMUM_PEER_ID;
}

static size_t head_size(const uint8_t *bytes)
{
    return (get_u16(bytes) & ENET_PROTOCOL_HEADER_FLAG_SENT_TIME) != 0 ? TIMED_HEAD_SIZE
                                                                       : HEAD_SIZE;
}

/* Whether the first command is of that kind and whole. */
static bool read_opening(const uint8_t *bytes, size_t size, uint8_t kind, size_t number_at,
                         dw_enet_opening *out)
{
    if (size < TIMED_HEAD_SIZE || (get_u16(bytes) & ENET_PROTOCOL_HEADER_FLAG_COMPRESSED) != 0) {
        return false;
    }
    const uint8_t *command = bytes + head_size(bytes);
    if (size - head_size(bytes) < enet_protocol_command_size(kind) ||
        (*command & ENET_PROTOCOL_COMMAND_MASK) != kind) {
        return false;
    }
    out->peer = get_u16(command + OPENING_PEER_AT);
    memcpy(out->number, command + number_at, sizeof out->number);
    return out->peer < DW_ENET_PEER_NONE;
}

bool dw_enet_read_connect(const uint8_t *bytes, size_t size, dw_enet_opening *out)
{
    return read_opening(bytes, size, ENET_PROTOCOL_COMMAND_CONNECT, CONNECT_NUMBER_AT, out) &&
           size == head_size(bytes) + sizeof(ENetProtocolConnect) &&
           dw_enet_peer_of(bytes, size) == DW_ENET_PEER_NONE;
}

bool dw_enet_read_verify_connect(const uint8_t *bytes, size_t size, dw_enet_opening *out)
{
    return read_opening(bytes, size, ENET_PROTOCOL_COMMAND_VERIFY_CONNECT, VERIFY_NUMBER_AT, out);
}
