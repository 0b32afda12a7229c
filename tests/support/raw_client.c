#include "tests/support/raw_client.h"

#include "common/base/check.h"
#include "common/platform/clock.h"
#include "protocol/transport/enet_fields.h"

#include <string.h>

enum { TURNS = 500 };

static bool filter_in(void *context, dw_datagram *datagram)
{
    raw_client *client = context;
    if (client->deaf ||
        (client->config.heard != NULL && !client->config.heard(client->config.context, datagram))) {
        return false;
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
    DW_CHECK(enet_address_set_host_ip(&own, config->bind != NULL ? config->bind : "0.0.0.0") == 0);
    client->host = dw_enet_open(&own, peers, ENET_HOST_RECEIVE_BUFFER_SIZE);
    DW_CHECK(client->host != NULL);
    const dw_joiner_config joining = {.peers = peers,
                                      .sealed = config->sealed,
                                      .password = config->password,
                                      .judge = config->judge,
                                      .context = config->context};
    DW_CHECK(dw_joiner_create(&client->joiner, &joining) == DW_OK);
    client->joining = dw_joiner_filter(client->joiner);
    const dw_datagram_filter filter = {client, filter_in, filter_out};
    client->layer = dw_datagram_layer_open(client->host->socket, &filter);
    DW_CHECK(client->layer != NULL);
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
    DW_CHECK(size <= sizeof copy);
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
    DW_CHECK(peer != NULL);
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
    DW_CHECK(answered);
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
    DW_CHECK(peer->state == ENET_PEER_STATE_CONNECTED);
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
    DW_CHECK(transcript != NULL);
    hello->has_identity = true;
    hello->has_proof = true;
    dw_identity_from(seed, hello->identity, secret);
    dw_identity_prove(secret, transcript, hello->proof);
}

bool raw_client_put(ENetPeer *peer, uint8_t channel, bool reliable, const uint8_t *bytes,
                    size_t size)
{
    ENetPacket *packet = enet_packet_create(bytes, size, reliable ? ENET_PACKET_FLAG_RELIABLE : 0);
    if (packet != NULL && enet_peer_send(peer, channel, packet) == 0) {
        return true;
    }
    enet_packet_destroy(packet); /* Accepts NULL. */
    return false;
}

void raw_client_send(ENetPeer *peer, const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    DW_CHECK(dw_message_encode(message, bytes, sizeof bytes, &size) == DW_OK);
    DW_CHECK(raw_client_put(peer, (uint8_t)dw_message_channel(message->type),
                            dw_message_reliable(message->type), bytes, size));
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
