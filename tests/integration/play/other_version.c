/* other_version PORT: joins a server on 127.0.0.1 as a client of the next version of the protocol
 * and prints how it is refused. Ends by itself within seconds. */
#include "protocol/message.h"

#include <enet/enet.h>
#include <stdio.h>
#include <stdlib.h>

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
    ENetPeer *peer = enet_host_connect(host, &address, DW_CHANNEL_COUNT, 0);
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
