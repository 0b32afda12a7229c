#include "raw_client.h"

#include "protocol/knock.h"
#include "protocol/protocol.h"
#include "tests/support/test.h"

#include <arpa/inet.h>

enum { TURNS = 500 };

dw_net *raw_client_open_net(dw_arena *arena, const dw_net_handler *handler)
{
    dw_error error = {""};
    dw_net *net = NULL;
    assert_int_equal(dw_arena_create(arena, 16 << 20), DW_OK);
    const uint32_t own = htonl(UINT32_C(0x7f000001));
    const dw_net_config config = {.bind = "127.0.0.1",
                                  .members_max = 4,
                                  .exempt = &own,
                                  .exempt_count = 1,
                                  .handler = *handler};
    assert_int_equal(dw_net_open(&net, arena, &config, &error), DW_OK);
    return net;
}

static uint32_t cookie;

static int catch_cookie(ENetHost *host, ENetEvent *event)
{
    (void)event;
    dw_knock knock;
    if (dw_knock_decode(&knock, host->receivedData, host->receivedDataLength) != DW_OK) {
        return 0;
    }
    cookie = knock.value;
    return 1;
}

static void fetch_cookie(ENetHost *host, const ENetAddress *server, raw_client_pump *pump,
                         void *context)
{
    dw_knock ask = {.kind = DW_KNOCK_ASK};
    const enet_uint32 number = host->randomSeed + 1; /* What ENet calls its next connection. */
    memcpy(ask.number, &number, sizeof ask.number);
    uint8_t bytes[DW_KNOCK_ASK_SIZE];
    const ENetBuffer out = {.data = bytes, .dataLength = dw_knock_encode(&ask, bytes)};
    host->intercept = catch_cookie;
    cookie = 0;
    assert_true(enet_socket_send(host->socket, server, &out, 1) > 0);
    ENetEvent event;
    for (uint32_t i = 0; i < TURNS && cookie == 0; i++) {
        pump(context);
        (void)enet_host_service(host, &event, 0);
    }
    assert_int_not_equal(cookie, 0);
}

ENetPeer *raw_client_ask(ENetHost *host, uint16_t port, raw_client_pump *pump, void *context)
{
    ENetAddress server = {.port = port};
    (void)enet_address_set_host_ip(&server, "127.0.0.1");
    fetch_cookie(host, &server, pump, context);
    ENetPeer *peer = enet_host_connect(host, &server, DW_CHANNEL_COUNT, cookie);
    assert_non_null(peer);
    return peer;
}

ENetPeer *raw_client_connect(ENetHost *host, uint16_t port, raw_client_pump *pump, void *context)
{
    ENetPeer *peer = raw_client_ask(host, port, pump, context);
    ENetEvent event = {.type = ENET_EVENT_TYPE_NONE};
    for (uint32_t i = 0; i < TURNS && event.type != ENET_EVENT_TYPE_CONNECT; i++) {
        pump(context);
        (void)enet_host_service(host, &event, 0);
    }
    assert_int_equal(event.type, ENET_EVENT_TYPE_CONNECT);
    enet_host_flush(host); /* That it has heard so. */
    pump(context);
    return peer;
}
