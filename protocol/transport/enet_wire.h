/* enet_wire.h - the few bytes of ENet's wire format that lie outside of its own business: whose
 * datagram it is, and how a connection begins. Pure; the bytes are hostile. */
#ifndef DW_PROTOCOL_TRANSPORT_ENET_WIRE_H
#define DW_PROTOCOL_TRANSPORT_ENET_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DW_ENET_PEER_NONE = 0xfff, DW_ENET_NUMBER_SIZE = 4 };

/* What CONNECT and VERIFY_CONNECT say. */
typedef struct dw_enet_opening {
    uint16_t peer;                       /* The sender's index for this connection. */
    uint8_t number[DW_ENET_NUMBER_SIZE]; /* connectID, as its bytes stand there. */
} dw_enet_opening;

/* The receiver's index of the connection. DW_ENET_PEER_NONE if it has no index yet, or if the
 * datagram is too short to hold one. */
uint16_t dw_enet_peer_of(const uint8_t *bytes, size_t size);

/* Whether the datagram is one CONNECT and nothing else, from a peer with an index of its own. */
bool dw_enet_read_connect(const uint8_t *bytes, size_t size, dw_enet_opening *out);

/* Whether the datagram begins with VERIFY_CONNECT, as a server's answer to CONNECT does. */
bool dw_enet_read_verify_connect(const uint8_t *bytes, size_t size, dw_enet_opening *out);

#endif
