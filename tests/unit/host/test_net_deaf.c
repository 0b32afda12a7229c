/* ENet 1.3.17 never gives back what it set aside for overtaken messages, until it takes no more
 * from that peer (tests/integration/NETWORK_CHECKLIST.md, row 9). With our channels and without
 * fragments no peer goes deaf: the last of 100000 messages over a connection that reorders and
 * doubles them arrive as well as the first, past the wrap of ENet's 16-bit sequence. On a clock of
 * its own (fake_clock.h), since the server takes at most 600 a second. */
#include "common/platform/clock.h"
#include "fake_clock.h"
#include "raw_net.h"
#include "server/host/net.h"
#include "tests/support/test.h"

#include <string.h>

enum {
    BATCH = 2, /* Messages in one datagram. */
    BATCHES = 51000,
    SHARE = BATCHES / 10,
    STEP_MS = 5, /* From one to the next: some 260 a second, those that are doubled included. */
    MESSAGE_BYTES = 20
};

#define MS_NS UINT64_C(1000000)

typedef struct wire {
    raw_net at;
    raw_client client;
    uint64_t inputs[10]; /* Heard, by the tenth of the run in which they were sent. */
    uint64_t controls;
} wire;

static void hear(raw_net *at, dw_peer peer, uint8_t channel, const uint8_t *bytes, size_t size)
{
    wire *line = (wire *)at;
    (void)peer;
    assert_int_equal(size, MESSAGE_BYTES);
    line->controls += channel == DW_CHANNEL_CONTROL ? 1 : 0;
    line->inputs[bytes[0]] += channel == DW_CHANNEL_INPUT ? 1 : 0;
}

static void open_wire(wire *out)
{
    const dw_net_faults faults = {.delay_ms = 5, .jitter_ms = 3, .duplicate = 0.3, .reorder = 0.3};
    out->at.received = hear;
    raw_net_open(&out->at, false, NULL);
    raw_client_open(&out->client, &(raw_client_config){.sealed = false});
    assert_int_equal(dw_datagram_layer_use_faults(out->client.layer, &faults, 1, dw_clock_ns),
                     DW_OK);
}

/* A millisecond passes. */
static void pump(wire *line)
{
    fake_clock_advance(MS_NS);
    dw_datagram_layer_flush(line->client.layer);
    dw_net_poll(line->at.net, 1000000);
}

static void pump_context(void *line)
{
    pump(line);
}

static ENetPeer *connect_client(wire *line)
{
    ENetPeer *peer =
        raw_client_connect(&line->client, dw_net_port(line->at.net), pump_context, line);
    for (uint32_t i = 0; i < 500 && line->at.connected == 0; i++) {
        pump(line);
    }
    assert_int_equal(line->at.connected, 1);
    enet_peer_throttle_configure(peer, 5000, ENET_PEER_PACKET_THROTTLE_SCALE, 0);
    return peer;
}

static void send_one(ENetPeer *peer, enet_uint8 channel, uint32_t flags, uint8_t tenth)
{
    const uint8_t bytes[MESSAGE_BYTES] = {tenth};
    assert_true(raw_client_put(peer, channel, flags != 0, bytes, sizeof bytes));
}

static void the_last_of_many_overtaken_messages_arrive_like_the_first(void **state)
{
    (void)state;
    static wire line;
    open_wire(&line);
    ENetPeer *peer = connect_client(&line);
    uint64_t controls = 0;
    for (uint32_t batch = 0; batch < BATCHES; batch++) {
        const uint8_t tenth = (uint8_t)(batch / SHARE);
        for (uint32_t i = 0; i < BATCH; i++) {
            send_one(peer, DW_CHANNEL_INPUT, 0, tenth);
        }
        if (batch % 500 == 0) {
            send_one(peer, DW_CHANNEL_CONTROL, ENET_PACKET_FLAG_RELIABLE, tenth);
            controls++;
        }
        ENetEvent event;
        while (raw_client_service(&line.client, &event) > 0) {
            assert_int_not_equal(event.type, ENET_EVENT_TYPE_DISCONNECT);
        }
        for (uint32_t ms = 0; ms < STEP_MS; ms++) {
            pump(&line);
        }
    }
    for (uint32_t i = 0; i < 300; i++) {
        ENetEvent event;
        (void)raw_client_service(&line.client, &event);
        pump(&line);
    }
    print_message("arrived: first tenth %llu, last tenth %llu of %d\n",
                  (unsigned long long)line.inputs[0], (unsigned long long)line.inputs[9],
                  SHARE * BATCH);
    assert_int_equal(line.controls, controls);
    assert_true(line.inputs[0] > (uint64_t)SHARE * BATCH / 4);
    assert_true(line.inputs[0] < (uint64_t)SHARE * BATCH); /* Some were overtaken. */
    assert_true(line.inputs[9] * 10 > line.inputs[0] * 8);
    raw_client_close(&line.client);
    raw_net_close(&line.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_of_many_overtaken_messages_arrive_like_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
