/* other_version PORT: joins a server on 127.0.0.1 as a client of the next version of the protocol
 * and prints how it is refused. Ends by itself within seconds. */
#include "protocol/knock.h"
#include "protocol/message.h"

#include <enet/enet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_MS = 100, WAITS = 50 };

static void send_hello(ENetPeer *peer)
{
    dw_message message = {.type = DW_MESSAGE_HELLO};
    message.as.hello = (dw_hello){.version = DW_PROTOCOL_VERSION + 1, .name = "from the future"};
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    if (dw_message_encode(&message, bytes, sizeof bytes, &size) != DW_OK) {
        exit(2);
    }
    ENetPacket *packet = enet_packet_create(bytes, size, ENET_PACKET_FLAG_RELIABLE);
    if (enet_peer_send(peer, DW_CHANNEL_CONTROL, packet) != 0) {
        exit(2);
    }
}

/* True once the refusal came. */
static int print_refusal(const ENetPacket *packet)
{
    dw_message message;
    if (dw_message_decode_from_server(&message, packet->data, packet->dataLength) != DW_OK ||
        message.type != DW_MESSAGE_REFUSE) {
        return 0;
    }
    printf("refused: %s\n", dw_reason_word(message.as.refuse.reason));
    return 1;
}

/* The cookie for the host's next connection, which ENet 1.3.17 numbers with the next seed. */
static uint32_t fetch_cookie(ENetHost *host, const ENetAddress *address)
{
    const enet_uint32 number = host->randomSeed + 1;
    dw_knock knock = {.kind = DW_KNOCK_ASK};
    memcpy(knock.number, &number, sizeof knock.number);
    uint8_t bytes[DW_KNOCK_ASK_SIZE];
    const ENetBuffer ask = {.data = bytes, .dataLength = dw_knock_encode(&knock, bytes)};
    if (enet_socket_send(host->socket, address, &ask, 1) != DW_KNOCK_ASK_SIZE) {
        exit(2);
    }
    enet_uint32 condition = ENET_SOCKET_WAIT_RECEIVE;
    (void)enet_socket_wait(host->socket, &condition, WAIT_MS * WAITS);
    ENetBuffer answer = {.data = bytes, .dataLength = sizeof bytes};
    ENetAddress from;
    const int size = enet_socket_receive(host->socket, &from, &answer, 1);
    if (size <= 0 || dw_knock_decode(&knock, bytes, (size_t)size) != DW_OK) {
        exit(2);
    }
    return knock.value;
}

int main(int argc, char **argv)
{
    if (argc != 2 || enet_initialize() != 0) {
        return 2;
    }
    ENetHost *host = enet_host_create(NULL, 1, DW_CHANNEL_COUNT, 0, 0);
    ENetAddress address = {.port = (enet_uint16)strtoul(argv[1], NULL, 10)};
    if (host == NULL || enet_address_set_host_ip(&address, "127.0.0.1") != 0) {
        return 2;
    }
    const uint32_t cookie = fetch_cookie(host, &address);
    ENetPeer *peer = enet_host_connect(host, &address, DW_CHANNEL_COUNT, cookie);
    int refused = 0;
    for (int i = 0; i < WAITS && peer != NULL && !refused; i++) {
        ENetEvent event;
        if (enet_host_service(host, &event, WAIT_MS) <= 0) {
            continue;
        }
        if (event.type == ENET_EVENT_TYPE_CONNECT) {
            send_hello(event.peer);
        } else if (event.type == ENET_EVENT_TYPE_RECEIVE) {
            refused = print_refusal(event.packet);
            enet_packet_destroy(event.packet);
        } else if (event.type == ENET_EVENT_TYPE_DISCONNECT) {
            break;
        }
    }
    enet_host_destroy(host);
    enet_deinitialize();
    return refused ? 0 : 1;
}
