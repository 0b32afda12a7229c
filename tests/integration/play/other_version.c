/* other_version PORT [PASSWORD]: joins a sealed server on 127.0.0.1 as a client of the next version
 * of the protocol and prints how it is refused. Ends by itself within seconds. */
#include "client/core/joiner.h"
#include "common/platform/clock.h"
#include "protocol/message.h"
#include "protocol/transport/enet_fields.h"

#include <enet/enet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_MS = 10, WAITS = 500 };

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

/* One turn, and a short wait for what comes next. */
static int serve(ENetHost *host, dw_joiner *joiner, dw_datagram_layer *layer, ENetEvent *event)
{
    dw_joiner_service(joiner, dw_clock_ns());
    const int result = enet_host_service(host, event, 0);
    dw_datagram_layer_flush(layer);
    if (result == 0) {
        enet_uint32 condition = ENET_SOCKET_WAIT_RECEIVE;
        (void)enet_socket_wait(host->socket, &condition, WAIT_MS);
    }
    return result;
}

static int join(ENetHost *host, dw_joiner *joiner, const ENetAddress *server)
{
    const dw_datagram_filter filter = dw_joiner_filter(joiner);
    dw_datagram_layer *layer = dw_datagram_layer_open(host->socket, &filter);
    int refused = 0;
    if (layer == NULL) {
        return 0;
    }
    dw_enet_limit_datagrams(host);
    dw_joiner_use_layer(joiner, layer, host);
    if (enet_host_connect(host, server, DW_CHANNEL_COUNT, 0) == NULL) {
        exit(2);
    }
    for (int i = 0; i < WAITS && !refused; i++) {
        ENetEvent event;
        dw_joiner_result result;
        const int happened = serve(host, joiner, layer, &event);
        while (dw_joiner_next_result(joiner, &result)) {
            if (!result.answered) {
                printf("not let in: %s %s\n", dw_reason_word(result.reason), result.error.text);
                i = WAITS;
            }
        }
        if (happened <= 0) {
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
    dw_datagram_layer_close(layer);
    return refused;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3 || enet_initialize() != 0) {
        return 2;
    }
    ENetHost *host = enet_host_create(NULL, 1, DW_CHANNEL_COUNT, 0, 0);
    ENetAddress address = {.port = (enet_uint16)strtoul(argv[1], NULL, 10)};
    dw_joiner *joiner = NULL;
    const dw_joiner_config joining = {
        .peers = 1, .sealed = true, .password = argc == 3 ? argv[2] : NULL};
    if (host == NULL || enet_address_set_host_ip(&address, "127.0.0.1") != 0 ||
        dw_joiner_create(&joiner, &joining) != DW_OK) {
        return 2;
    }
    const int refused = join(host, joiner, &address);
    enet_host_destroy(host);
    dw_joiner_destroy(joiner);
    enet_deinitialize();
    return refused ? 0 : 1;
}
