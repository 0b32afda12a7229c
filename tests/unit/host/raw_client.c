#include "raw_client.h"

#include "common/platform/clock.h"
#include "protocol/transport/enet_fields.h"
#include "tests/support/test.h"

#include <arpa/inet.h>

enum { TURNS = 500, CLIENTS = 4 };

void raw_client_make_keys(dw_net_keys *keys, const char *password)
{
    assert_int_equal(dw_seal_start(), DW_OK);
    *keys = (dw_net_keys){.has_password = password != NULL};
    dw_seal_pair_make(&keys->identity);
    if (password != NULL) {
        memset(keys->salt, 0x5a, sizeof keys->salt);
        assert_int_equal(dw_seal_password_key(password, keys->salt, keys->password_key), DW_OK);
    }
}

void raw_client_note_peer(void *context, dw_peer peer)
{
    *(dw_peer *)context = peer;
}

void raw_client_ignore_message(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                               size_t size)
{
    (void)context;
    (void)peer;
    (void)channel;
    (void)bytes;
    (void)size;
}

void raw_client_ignore_loss(void *context, dw_peer peer, dw_net_loss why)
{
    (void)context;
    (void)peer;
    (void)why;
}

dw_net *raw_client_open_net(dw_arena *arena, const dw_net_handler *handler, const dw_net_keys *keys)
{
    dw_error error = {""};
    dw_net *net = NULL;
    assert_int_equal(dw_arena_create(arena, 16 << 20), DW_OK);
    const uint32_t own = htonl(UINT32_C(0x7f000001));
    const dw_net_config config = {.bind = "127.0.0.1",
                                  .members_max = CLIENTS,
                                  .exempt = &own,
                                  .exempt_count = 1,
                                  .keys = keys,
                                  .handler = *handler};
    assert_int_equal(dw_net_open(&net, arena, &config, &error), DW_OK);
    return net;
}

static bool filter_in(void *context, dw_datagram *datagram)
{
    raw_client *client = context;
    if (client->deaf) {
        return false;
    }
    if (client->config.heard != NULL) {
        client->config.heard(client->config.context, datagram);
    }
    return client->joining.in(client->joining.context, datagram);
}

static bool filter_out(void *context, dw_datagram *datagram)
{
    const raw_client *client = context;
    return client->joining.out(client->joining.context, datagram);
}

void raw_client_open(raw_client *client, const raw_client_config *config)
{
    *client = (raw_client){.config = *config};
    ENetAddress own = {.port = 0};
    const uint32_t peers = config->peers == 0 ? 1 : config->peers;
    assert_int_equal(
        enet_address_set_host_ip(&own, config->bind != NULL ? config->bind : "0.0.0.0"), 0);
    client->host = enet_host_create(&own, peers, DW_CHANNEL_COUNT, 0, 0);
    assert_non_null(client->host);
    dw_enet_limit_datagrams(client->host);
    const dw_joiner_config joining = {.peers = peers,
                                      .sealed = config->sealed,
                                      .password = config->password,
                                      .judge = config->judge,
                                      .context = config->context};
    assert_int_equal(dw_joiner_create(&client->joiner, &joining), DW_OK);
    client->joining = dw_joiner_filter(client->joiner);
    const dw_datagram_filter filter = {client, filter_in, filter_out};
    client->layer = dw_datagram_layer_open(client->host->socket, &filter);
    assert_non_null(client->layer);
    dw_joiner_use_layer(client->joiner, client->layer, client->host);
}

void raw_client_close(raw_client *client)
{
    dw_datagram_layer_close(client->layer);
    enet_host_destroy(client->host);
    dw_joiner_destroy(client->joiner);
}

int raw_client_service(raw_client *client, ENetEvent *event)
{
    dw_joiner_service(client->joiner, dw_clock_ns());
    const int result = enet_host_service(client->host, event, 0);
    dw_datagram_layer_flush(client->layer);
    return result;
}

void raw_client_flush(raw_client *client)
{
    enet_host_flush(client->host);
    dw_datagram_layer_flush(client->layer);
}

void raw_client_reset(raw_client *client, ENetPeer *peer)
{
    enet_peer_reset(peer);
    dw_joiner_forget(client->joiner, peer->incomingPeerID);
}

void raw_client_say(raw_client *client, const ENetPeer *peer, const uint8_t *bytes, size_t size)
{
    uint8_t copy[DW_DATAGRAM_MAX];
    assert_true(size <= sizeof copy);
    memcpy(copy, bytes, size);
    const dw_datagram datagram = {copy, (uint32_t)size, peer->address.host, peer->address.port,
                                  NULL};
    dw_datagram_layer_send(client->layer, &datagram);
    dw_datagram_layer_flush(client->layer);
}

size_t raw_client_head(const ENetPeer *peer, uint8_t *bytes)
{
    const uint32_t head = peer->outgoingPeerID | (uint32_t)peer->outgoingSessionID << 12 | 0x8000U;
    bytes[0] = (uint8_t)(head >> 8);
    bytes[1] = (uint8_t)head;
    bytes[2] = bytes[3] = 0;
    return 4;
}

ENetPeer *raw_client_begin(raw_client *client, uint16_t port)
{
    ENetAddress server = {.port = port};
    (void)enet_address_set_host_ip(&server, "127.0.0.1");
    ENetPeer *peer = enet_host_connect(client->host, &server, DW_CHANNEL_COUNT, 0);
    assert_non_null(peer);
    return peer;
}

ENetPeer *raw_client_ask(raw_client *client, uint16_t port, raw_client_pump *pump, void *context)
{
    ENetPeer *peer = raw_client_begin(client, port);
    dw_joiner_service(client->joiner, dw_clock_ns());
    raw_client_flush(client);
    bool answered = false;
    for (uint32_t i = 0; i < TURNS && !answered; i++) {
        ENetEvent event;
        dw_joiner_result result;
        pump(context);
        (void)enet_host_service(client->host, &event, 0);
        while (dw_joiner_next_result(client->joiner, &result)) {
            answered = answered || (result.answered && result.peer == peer->incomingPeerID);
        }
    }
    assert_true(answered);
    return peer;
}

ENetPeer *raw_client_connect(raw_client *client, uint16_t port, raw_client_pump *pump,
                             void *context)
{
    ENetPeer *peer = raw_client_begin(client, port);
    for (uint32_t i = 0; i < TURNS && peer->state != ENET_PEER_STATE_CONNECTED; i++) {
        ENetEvent event;
        (void)raw_client_service(client, &event);
        pump(context);
    }
    assert_int_equal(peer->state, ENET_PEER_STATE_CONNECTED);
    raw_client_flush(client); /* The server has heard that it got in. */
    pump(context);
    return peer;
}

void raw_client_sign(const raw_client *client, const ENetPeer *peer, uint8_t number,
                     dw_hello *hello)
{
    const uint8_t seed[DW_SEAL_KEY_SIZE] = {number};
    uint8_t secret[DW_IDENTITY_SECRET_SIZE];
    const uint8_t *transcript = dw_joiner_transcript(client->joiner, peer->incomingPeerID);
    assert_non_null(transcript);
    hello->has_identity = true;
    hello->has_proof = true;
    dw_identity_from(seed, hello->identity, secret);
    dw_identity_prove(secret, transcript, hello->proof);
}

void raw_client_send(ENetPeer *peer, const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_message_encode(message, bytes, sizeof bytes, &size), DW_OK);
    const enet_uint32 flags =
        dw_message_reliable(message->type) ? (enet_uint32)ENET_PACKET_FLAG_RELIABLE : 0;
    ENetPacket *packet = enet_packet_create(bytes, size, flags);
    assert_int_equal(enet_peer_send(peer, (uint8_t)dw_message_channel(message->type), packet), 0);
}

bool raw_client_next(raw_client *client, ENetPeer **peer, dw_message *message)
{
    ENetEvent event;
    while (*peer != NULL && raw_client_service(client, &event) > 0) {
        if (event.type == ENET_EVENT_TYPE_DISCONNECT) {
            *peer = NULL;
        } else if (event.type == ENET_EVENT_TYPE_RECEIVE) {
            const bool whole = dw_message_decode_from_server(message, event.packet->data,
                                                             event.packet->dataLength) == DW_OK;
            enet_packet_destroy(event.packet);
            if (whole) {
                return true;
            }
        }
    }
    return false;
}
