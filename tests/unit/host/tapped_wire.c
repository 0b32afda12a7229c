#include "tapped_wire.h"

#include "fake_clock.h"
#include "tests/support/test.h"

#include <arpa/inet.h>

enum { ARENA_BYTES = 32 << 20, CLIENTS = 4, TRY_MS = 4000, A_TURN = 2 };

#define MS_NS UINT64_C(1000000)

typedef struct tapped_message {
    uint32_t number;
    char words[sizeof TAPPED_WIRE_WORDS];
} tapped_message;

static void hear(const tapped_wire *wire, uint32_t *next, const uint8_t *bytes, size_t size)
{
    tapped_message message;
    assert_int_equal(size, sizeof message);
    memcpy(&message, bytes, sizeof message);
    assert_string_equal(message.words, TAPPED_WIRE_WORDS);
    if (wire->unordered) {
        assert_true(message.number >= *next);
    } else {
        assert_int_equal(message.number, *next);
    }
    *next = message.number + 1;
}

static void on_connected(void *context, dw_peer peer)
{
    tapped_wire *wire = context;
    const uint32_t index = dw_net_peer_index(peer);
    assert_true(wire->polling && index < TAPPED_WIRE_PLACES);
    wire->connected++;
    wire->newest = peer;
    wire->up_next[index] = wire->down_said[index] = 0;
}

static void on_received(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                        size_t size)
{
    tapped_wire *wire = context;
    (void)channel;
    assert_true(wire->polling);
    hear(wire, &wire->up_next[dw_net_peer_index(peer)], bytes, size);
    wire->up_heard++;
}

static void on_disconnected(void *context, dw_peer peer, dw_net_loss why)
{
    tapped_wire *wire = context;
    (void)peer;
    assert_true(wire->polling);
    wire->disconnected++;
    wire->why = why;
}

void tapped_wire_open(tapped_wire *wire, const tapped_wire_config *config)
{
    dw_error error = {""};
    memset(wire, 0, sizeof *wire);
    const uint32_t own = htonl(INADDR_LOOPBACK);
    raw_net_make_keys(&wire->keys, config->server_password);
    const dw_net_config net = {.bind = "127.0.0.1",
                               .members_max =
                                   config->members_max != 0 ? config->members_max : CLIENTS,
                               .exempt = &own,
                               .exempt_count = 1,
                               .keys = config->clear_server ? NULL : &wire->keys,
                               .handler = {wire, on_connected, on_received, on_disconnected}};
    assert_int_equal(dw_arena_create(&wire->arena, ARENA_BYTES), DW_OK);
    assert_int_equal(dw_net_open(&wire->net, &wire->arena, &net, &error), DW_OK);
    wire_tap_open(&wire->tap, config->bind != NULL ? config->bind : "127.0.0.1",
                  dw_net_port(wire->net));
    raw_client_open(&wire->client, &(raw_client_config){.bind = "127.0.0.1",
                                                        .peers = config->peers,
                                                        .sealed = !config->clear_client,
                                                        .password = config->client_password,
                                                        .judge = config->judge,
                                                        .context = config->context});
    assert_true(wire->client.host->peerCount <= TAPPED_WIRE_PEERS);
}

void tapped_wire_close(tapped_wire *wire)
{
    raw_client_close(&wire->client);
    wire_tap_close(&wire->tap);
    dw_net_close(wire->net);
    dw_arena_destroy(&wire->arena);
}

void tapped_wire_poll(tapped_wire *wire)
{
    wire->polling = true;
    dw_net_poll(wire->net, MS_NS);
    wire->polling = false;
}

static void serve_client(tapped_wire *wire)
{
    ENetEvent event;
    while (raw_client_service(&wire->client, &event) > 0) {
        const uint32_t index = event.peer->incomingPeerID;
        if (event.type == ENET_EVENT_TYPE_CONNECT) {
            wire->down_next[index] = wire->up_said[index] = 0;
        } else if (event.type == ENET_EVENT_TYPE_RECEIVE) {
            hear(wire, &wire->down_next[index], event.packet->data, event.packet->dataLength);
            wire->down_heard++;
            enet_packet_destroy(event.packet);
        }
    }
}

void tapped_wire_turn(tapped_wire *wire)
{
    fake_clock_advance(TAPPED_WIRE_TURN_MS * MS_NS);
    serve_client(wire);
    wire_tap_run(&wire->tap);
    tapped_wire_poll(wire);
    wire_tap_run(&wire->tap);
    serve_client(wire);
}

void tapped_wire_pass(tapped_wire *wire, uint32_t milliseconds)
{
    for (uint32_t ms = 0; ms < milliseconds; ms += TAPPED_WIRE_TURN_MS) {
        tapped_wire_turn(wire);
    }
}

ENetPeer *tapped_wire_join(tapped_wire *wire)
{
    const uint32_t before = wire->connected;
    ENetPeer *peer = raw_client_begin(&wire->client, wire->tap.port);
    for (uint32_t ms = 0;
         ms < TRY_MS && (peer->state != ENET_PEER_STATE_CONNECTED || wire->connected == before);
         ms += TAPPED_WIRE_TURN_MS) {
        tapped_wire_turn(wire);
    }
    assert_int_equal(peer->state, ENET_PEER_STATE_CONNECTED);
    assert_int_equal(wire->connected, before + 1);
    return peer;
}

bool tapped_wire_try(tapped_wire *wire, dw_joiner_result *result)
{
    dw_joiner_result next;
    bool told = false;
    while (dw_joiner_next_result(wire->client.joiner, &next)) {
        /* Left over from earlier attempts. */
    }
    (void)raw_client_begin(&wire->client, wire->tap.port);
    for (uint32_t ms = 0; ms < TRY_MS; ms += TAPPED_WIRE_TURN_MS) {
        tapped_wire_turn(wire);
        while (dw_joiner_next_result(wire->client.joiner, &next)) {
            *result = next;
            told = true;
        }
        if (told && !result->answered) {
            return true;
        }
    }
    return told;
}

void tapped_wire_say_up(tapped_wire *wire, ENetPeer *peer, uint8_t channel, bool reliable)
{
    const tapped_message message = {wire->up_said[peer->incomingPeerID]++, TAPPED_WIRE_WORDS};
    ENetPacket *packet = enet_packet_create(&message, sizeof message,
                                            reliable ? (enet_uint32)ENET_PACKET_FLAG_RELIABLE : 0);
    assert_int_equal(enet_peer_send(peer, channel, packet), 0);
}

void tapped_wire_say_down(tapped_wire *wire, dw_peer peer, uint8_t channel, bool reliable)
{
    const tapped_message message = {wire->down_said[dw_net_peer_index(peer)]++, TAPPED_WIRE_WORDS};
    uint8_t bytes[sizeof message];
    memcpy(bytes, &message, sizeof bytes);
    assert_int_equal(dw_net_send(wire->net, peer, channel, reliable, bytes, sizeof bytes), DW_OK);
}

void tapped_wire_talk(tapped_wire *wire, ENetPeer *peer, dw_peer server_side, uint32_t count)
{
    const uint32_t up = wire->up_heard;
    const uint32_t down = wire->down_heard;
    for (uint32_t sent = 0; sent < count; sent += A_TURN) {
        for (uint32_t i = 0; i < A_TURN && sent + i < count; i++) {
            tapped_wire_say_up(wire, peer, DW_CHANNEL_CONTROL, true);
            tapped_wire_say_down(wire, server_side, DW_CHANNEL_CONTROL, true);
        }
        tapped_wire_turn(wire);
    }
    tapped_wire_pass(wire, 200);
    assert_int_equal(wire->up_heard - up, count);
    assert_int_equal(wire->down_heard - down, count);
}

uint64_t tapped_wire_refused(const tapped_wire *wire, dw_datagram_verdict verdict)
{
    return dw_net_get_stats(wire->net)->refused[verdict];
}

uint64_t tapped_wire_unopened(const tapped_wire *wire)
{
    const dw_net_stats *stats = dw_net_get_stats(wire->net);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < DW_SEAL_VERDICT_COUNT; i++) {
        sum += stats->unopened[i];
    }
    assert_int_equal(sum, stats->refused[DW_DATAGRAM_UNOPENED]);
    return sum;
}
