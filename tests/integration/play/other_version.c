/* other_version PORT [PASSWORD]: joins a sealed server on 127.0.0.1 as a client of the next version
 * of the protocol and prints how it is refused. Ends by itself within seconds. */
#include "tests/support/raw_client.h"

#include <stdio.h>
#include <stdlib.h>

enum { WAIT_MS = 10, WAITS = 500 };

static void send_hello(ENetPeer *peer)
{
    dw_message message = {.type = DW_MESSAGE_HELLO};
    message.as.hello = (dw_hello){.version = DW_PROTOCOL_VERSION + 1, .name = "from the future"};
    raw_client_send(peer, &message);
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

static int join(raw_client *client, uint16_t port)
{
    int refused = 0;
    (void)raw_client_begin(client, port);
    for (int i = 0; i < WAITS && !refused; i++) {
        ENetEvent event;
        dw_joiner_result result;
        const int happened = raw_client_service(client, &event);
        while (dw_joiner_next_result(client->joiner, &result)) {
            if (!result.answered) {
                printf("not let in: %s %s\n", dw_reason_word(result.reason), result.error.text);
                i = WAITS;
            }
        }
        if (happened <= 0) {
            enet_uint32 condition = ENET_SOCKET_WAIT_RECEIVE;
            (void)enet_socket_wait(client->host->socket, &condition, WAIT_MS);
        } else if (event.type == ENET_EVENT_TYPE_CONNECT) {
            send_hello(event.peer);
        } else if (event.type == ENET_EVENT_TYPE_RECEIVE) {
            refused = print_refusal(event.packet);
            enet_packet_destroy(event.packet);
        } else if (event.type == ENET_EVENT_TYPE_DISCONNECT) {
            break;
        }
    }
    return refused;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        return 2;
    }
    raw_client client;
    raw_client_open(&client,
                    &(raw_client_config){.sealed = true, .password = argc == 3 ? argv[2] : NULL});
    const int refused = join(&client, (uint16_t)strtoul(argv[1], NULL, 10));
    raw_client_close(&client);
    return refused ? 0 : 1;
}
