#include "server/host/datagram.h"

#include "common/base/words.h"

#include <arpa/inet.h>
#include <enet/enet.h>

/* ENet's wire format, big-endian:
 *
 *   u16 peer number (12 bits), session (2 bits), 0x4000 compressed, 0x8000 time follows; [u16 time]
 *   then commands: u8 kind (4 bits) and flags, u8 channel, u16 sequence, fields, [u16 length, data]
 */
DW_ENUM_WORDS_OR(dw_datagram_word, dw_datagram_verdict, DW_DATAGRAM_VERDICT_COUNT,
                 DW_DATAGRAM_VERDICTS, DW_WORD_OF_3, "unknown")

dw_reason dw_datagram_reason(dw_datagram_verdict value)
{
#define REASON_OF(name, word, reason) DW_REASON_##reason,
    static const uint8_t reasons[] = {DW_DATAGRAM_VERDICTS(REASON_OF)};
#undef REASON_OF
    return (dw_reason)reasons[value];
}

static uint32_t get_u16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 8 | bytes[1];
}

bool dw_datagram_source_is_bad(uint32_t host, uint16_t port)
{
    const uint32_t address = ntohl(host);
    return port == 0 || address == 0 || address >= UINT32_C(0xe0000000);
}

/* ENet acknowledges nothing in a datagram without a time, and waits forever for a goodbye that it
 * can't acknowledge. */
static dw_datagram_verdict judge_commands(const uint8_t *bytes, size_t size, bool has_time,
                                          dw_datagram_facts *facts)
{
    uint32_t count = 0;
    uint32_t connects = 0;
    for (size_t at = 0, whole = 0; at < size; at += whole) {
        const uint8_t *command = bytes + at;
        whole = enet_protocol_command_size(*command);
        switch (*command & ENET_PROTOCOL_COMMAND_MASK) {
        case ENET_PROTOCOL_COMMAND_SEND_FRAGMENT:
        case ENET_PROTOCOL_COMMAND_SEND_UNRELIABLE_FRAGMENT:
            return DW_DATAGRAM_FRAGMENT;
        case ENET_PROTOCOL_COMMAND_SEND_RELIABLE:
        case ENET_PROTOCOL_COMMAND_SEND_UNRELIABLE: /* Their last field is the size of the data. */
            facts->messages++;
            whole += whole <= size - at ? get_u16(command + whole - 2) : 0;
            break;
        case ENET_PROTOCOL_COMMAND_CONNECT:
            connects++;
            break;
        case ENET_PROTOCOL_COMMAND_ACKNOWLEDGE:
        case ENET_PROTOCOL_COMMAND_DISCONNECT:
        case ENET_PROTOCOL_COMMAND_PING:
        case ENET_PROTOCOL_COMMAND_BANDWIDTH_LIMIT:
        case ENET_PROTOCOL_COMMAND_THROTTLE_CONFIGURE:
            break;
        default:
            return DW_DATAGRAM_COMMAND;
        }
        if ((*command & ENET_PROTOCOL_COMMAND_FLAG_ACKNOWLEDGE) != 0 && !has_time) {
            return DW_DATAGRAM_COMMAND;
        }
        if (whole > size - at || ++count > ENET_PROTOCOL_MAXIMUM_PACKET_COMMANDS) {
            return DW_DATAGRAM_TRUNCATED;
        }
    }
    /* A datagram of an unknown peer must be one request to connect, and such a request comes only
     * there. */
    if (facts->peer == ENET_PROTOCOL_MAXIMUM_PEER_ID) {
        return count == 1 && connects == 1 ? DW_DATAGRAM_CONNECT : DW_DATAGRAM_STRANGER;
    }
    return connects == 0 ? DW_DATAGRAM_FINE : DW_DATAGRAM_COMMAND;
}

dw_datagram_verdict dw_datagram_judge(const uint8_t *bytes, size_t size, dw_datagram_facts *facts)
{
    *facts = (dw_datagram_facts){.peer = ENET_PROTOCOL_MAXIMUM_PEER_ID};
    if (size < 2 || size > DW_ENET_MTU) {
        return DW_DATAGRAM_SIZE;
    }
    const uint32_t head = get_u16(bytes);
    facts->peer = (uint16_t)(head & ENET_PROTOCOL_MAXIMUM_PEER_ID);
    facts->session = (uint8_t)(head >> ENET_PROTOCOL_HEADER_SESSION_SHIFT & 3);
    if ((head & ENET_PROTOCOL_HEADER_FLAG_COMPRESSED) != 0) {
        return DW_DATAGRAM_COMPRESSED;
    }
    const bool has_time = (head & ENET_PROTOCOL_HEADER_FLAG_SENT_TIME) != 0;
    const size_t head_size = has_time ? 4 : 2;
    if (size <= head_size) {
        return DW_DATAGRAM_SIZE;
    }
    return judge_commands(bytes + head_size, size - head_size, has_time, facts);
}
