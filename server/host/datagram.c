#include "server/host/datagram.h"

#include "common/base/words.h"
#include "protocol/protocol.h"

#include <arpa/inet.h>

/* ENet's wire format, big-endian:
 *
 *   u16 peer number (12 bits), session (2 bits), 0x4000 compressed, 0x8000 time follows; [u16 time]
 *   then commands: u8 kind (4 bits) and flags, u8 channel, u16 sequence, fields, [u16 length, data]
 */
enum {
    PEER_MASK = 0x0fff,
    FLAG_COMPRESSED = 0x4000,
    FLAG_TIME = 0x8000,
    KIND_MASK = 0x0f,
    FLAG_ACKNOWLEDGE = 0x80,
    KIND_CONNECT = 2,
    KIND_VERIFY_CONNECT = 3,
    KIND_SEND_RELIABLE = 6,
    KIND_SEND_UNRELIABLE = 7,
    KIND_SEND_FRAGMENT = 8,
    KIND_SEND_UNSEQUENCED = 9,
    KIND_SEND_UNRELIABLE_FRAGMENT = 12,
    KIND_COUNT = 13,
    COMMANDS_MAX = 32,
    SESSION_SHIFT = 12,
    SESSION_MASK = 3
};

typedef struct command_shape {
    uint8_t size;      /* With its header, without data. */
    uint8_t length_at; /* Where the length of the data stands, 0 = no data. */
} command_shape;

static const command_shape shapes[KIND_COUNT] = {
    {0, 0},  /* none */
    {8, 0},  /* acknowledge */
    {48, 0}, /* connect */
    {44, 0}, /* verify connect */
    {8, 0},  /* disconnect */
    {4, 0},  /* ping */
    {6, 4},  /* send reliable */
    {8, 6},  /* send unreliable */
    {24, 6}, /* send fragment */
    {8, 6},  /* send unsequenced */
    {12, 0}, /* bandwidth limit */
    {16, 0}, /* throttle configure */
    {24, 6}, /* send unreliable fragment */
};

DW_ENUM_WORDS_OR(dw_datagram_word, dw_datagram_verdict, DW_DATAGRAM_VERDICT_COUNT,
                 DW_DATAGRAM_VERDICTS, DW_WORD_OF_2, "unknown")

static uint32_t get_u16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 8 | bytes[1];
}

bool dw_datagram_source_is_bad(uint32_t host, uint16_t port)
{
    const uint32_t address = ntohl(host);
    return port == 0 || address == 0 || address >= UINT32_C(0xe0000000);
}

/* The rules of one command, by its first byte. ENet acknowledges nothing in a datagram without a
 * time, and waits forever for a goodbye that it can't acknowledge. */
static dw_datagram_verdict judge_kind(uint8_t first, bool has_time)
{
    const uint32_t kind = first & KIND_MASK;
    if (kind == KIND_SEND_FRAGMENT || kind == KIND_SEND_UNRELIABLE_FRAGMENT) {
        return DW_DATAGRAM_FRAGMENT;
    }
    if (kind == 0 || kind >= KIND_COUNT || kind == KIND_VERIFY_CONNECT ||
        kind == KIND_SEND_UNSEQUENCED || ((first & FLAG_ACKNOWLEDGE) != 0 && !has_time)) {
        return DW_DATAGRAM_COMMAND;
    }
    return kind == KIND_CONNECT ? DW_DATAGRAM_CONNECT : DW_DATAGRAM_FINE;
}

static dw_datagram_verdict judge_commands(const uint8_t *bytes, size_t size, bool has_time,
                                          dw_datagram_facts *facts)
{
    size_t at = 0;
    uint32_t count = 0;
    uint32_t connects = 0;
    while (at < size) {
        const uint32_t kind = bytes[at] & KIND_MASK;
        const dw_datagram_verdict verdict = judge_kind(bytes[at], has_time);
        if (verdict != DW_DATAGRAM_FINE && verdict != DW_DATAGRAM_CONNECT) {
            return verdict;
        }
        const command_shape shape = shapes[kind];
        if (shape.size > size - at || ++count > COMMANDS_MAX) {
            return DW_DATAGRAM_TRUNCATED;
        }
        const size_t data = shape.length_at != 0 ? get_u16(bytes + at + shape.length_at) : 0;
        if (data > size - at - shape.size) {
            return DW_DATAGRAM_TRUNCATED;
        }
        at += shape.size + data;
        connects += kind == KIND_CONNECT ? 1 : 0;
        facts->messages += kind == KIND_SEND_RELIABLE || kind == KIND_SEND_UNRELIABLE ? 1 : 0;
    }
    /* A datagram of an unknown peer must be one request to connect, and such a request comes only
     * there. */
    if (facts->peer == PEER_MASK) {
        return count == 1 && connects == 1 ? DW_DATAGRAM_CONNECT : DW_DATAGRAM_STRANGER;
    }
    return connects == 0 ? DW_DATAGRAM_FINE : DW_DATAGRAM_COMMAND;
}

dw_datagram_verdict dw_datagram_judge(const uint8_t *bytes, size_t size, dw_datagram_facts *facts)
{
    *facts = (dw_datagram_facts){.peer = PEER_MASK};
    if (size < 2 || size > DW_ENET_MTU) {
        return DW_DATAGRAM_SIZE;
    }
    const uint32_t head = get_u16(bytes);
    facts->peer = (uint16_t)(head & PEER_MASK);
    facts->session = (uint8_t)(head >> SESSION_SHIFT & SESSION_MASK);
    if ((head & FLAG_COMPRESSED) != 0) {
        return DW_DATAGRAM_COMPRESSED;
    }
    const bool has_time = (head & FLAG_TIME) != 0;
    const size_t head_size = has_time ? 4 : 2;
    if (size <= head_size) {
        return DW_DATAGRAM_SIZE;
    }
    return judge_commands(bytes + head_size, size - head_size, has_time, facts);
}
