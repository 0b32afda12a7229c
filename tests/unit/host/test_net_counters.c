/* ENet numbers what it sends in 16 bits, reliable messages and pings for good, unreliable ones
 * since the last reliable one; a connection outlives each of these counters by far. On a clock of
 * its own (fake_clock.h) a connection of a day takes a moment. Loopback. */
#include "paced_net.h"
#include "server/host/net.h"
#include "tests/support/test.h"

#include <string.h>

enum {
    MESSAGES = 70000, /* More than 65536. */
    A_TURN = 10,
    TURN_MS = 20, /* With A_TURN messages and as many acknowledgements: 150 datagrams/s. */
    PING_TURNS = 2 * MESSAGES /* In one a ping goes out, in the next its acknowledgement comes. */
};

typedef struct end {
    uint32_t heard; /* Messages, all of them in order. */
    bool gap;
} end;

typedef struct wire {
    raw_net at;
    raw_client host;
    ENetPeer *client_side;
    end server, client;
} wire;

static void hear(end *at, const uint8_t *bytes, size_t size)
{
    uint32_t number = 0;
    assert_int_equal(size, sizeof number);
    memcpy(&number, bytes, sizeof number);
    at->gap = at->gap || number != at->heard;
    at->heard++;
}

static void hear_up(raw_net *at, dw_peer peer, uint8_t channel, const uint8_t *bytes, size_t size)
{
    (void)peer;
    (void)channel;
    hear(&((wire *)at)->server, bytes, size);
}

static void turn(wire *line)
{
    paced_net_turn(&line->at);
    ENetEvent event;
    while (raw_client_service(&line->host, &event) > 0) {
        assert_int_equal(event.type, ENET_EVENT_TYPE_RECEIVE);
        hear(&line->client, event.packet->data, event.packet->dataLength);
        enet_packet_destroy(event.packet);
    }
}

static void open_wire(wire *line, bool sealed)
{
    memset(line, 0, sizeof *line);
    line->at.turn_ms = TURN_MS;
    line->at.received = hear_up;
    raw_net_open(&line->at, sealed, NULL);
    raw_client_open(&line->host, &(raw_client_config){.sealed = sealed});
    line->client_side = paced_net_join(&line->at, &line->host);
}

static void close_wire(wire *line)
{
    raw_client_close(&line->host);
    raw_net_close(&line->at);
}

static void send_up(wire *line, dw_channel channel, bool reliable, uint32_t number)
{
    assert_true(raw_client_put(line->client_side, (uint8_t)channel, reliable,
                               (const uint8_t *)&number, sizeof number));
}

static void send_down(wire *line, dw_channel channel, bool reliable, uint32_t number)
{
    uint8_t bytes[sizeof number];
    memcpy(bytes, &number, sizeof number);
    assert_int_equal(
        dw_net_send(line->at.net, line->at.newest, (uint8_t)channel, reliable, bytes, sizeof bytes),
        DW_OK);
}

/* MESSAGES each way; all arrive, in order. */
static void talk(wire *line, dw_channel up, dw_channel down, bool reliable)
{
    for (uint32_t sent = 0; sent < MESSAGES; sent += A_TURN) {
        for (uint32_t i = 0; i < A_TURN; i++) {
            send_up(line, up, reliable, sent + i);
            send_down(line, down, reliable, sent + i);
        }
        dw_net_flush(line->at.net);
        turn(line);
    }
    for (uint32_t i = 0; i < 100; i++) {
        turn(line);
    }
    assert_int_equal(line->server.heard, MESSAGES);
    assert_int_equal(line->client.heard, MESSAGES);
    assert_false(line->server.gap || line->client.gap);
    assert_int_equal(line->client_side->packetsLost, 0);
}

static void reliable_messages_arrive_in_order_past_65536(void **state)
{
    (void)state;
    static wire line;
    open_wire(&line, false);
    talk(&line, DW_CHANNEL_CONTROL, DW_CHANNEL_CONTROL, true);
    close_wire(&line);
}

/* One in 65536 of them travels as a reliable one, and arrives like any other. */
static void unreliable_messages_arrive_past_65536_without_a_reliable_one(void **state)
{
    (void)state;
    static wire line;
    open_wire(&line, false);
    talk(&line, DW_CHANNEL_INPUT, DW_CHANNEL_SNAPSHOT, false);
    close_wire(&line);
}

/* The low 16 bits of the seal's counters wrap as well, in both directions. */
static void sealed_messages_arrive_in_order_past_65536(void **state)
{
    (void)state;
    static wire line;
    open_wire(&line, true);
    talk(&line, DW_CHANNEL_CONTROL, DW_CHANNEL_CONTROL, true);
    const dw_net_stats *stats = dw_net_get_stats(line.at.net);
    print_message("sealed datagrams: %llu in, %llu out\n",
                  (unsigned long long)stats->datagrams.received,
                  (unsigned long long)stats->datagrams.sent);
    assert_int_equal(stats->refused[DW_DATAGRAM_UNOPENED], 0);
    assert_int_equal(dw_joiner_get_stats(line.host.joiner).unopened, 0);
    close_wire(&line);
}

static void expect_talk(wire *line)
{
    send_up(line, DW_CHANNEL_CONTROL, true, line->server.heard);
    send_down(line, DW_CHANNEL_CONTROL, true, line->client.heard);
    const uint32_t heard = line->server.heard;
    for (uint32_t i = 0; i < 10; i++) {
        turn(line);
    }
    assert_int_equal(line->server.heard, heard + 1);
    assert_int_equal(line->client.heard, heard + 1);
    assert_false(line->server.gap || line->client.gap);
}

/* Nobody says anything. */
static void keep_silent(wire *line, uint32_t turn_ms, uint32_t client_ping_ms)
{
    line->at.turn_ms = turn_ms;
    enet_peer_ping_interval(line->client_side, client_ping_ms);
    for (uint32_t i = 0; i < PING_TURNS; i++) {
        turn(line);
    }
}

/* First the client pings, then the server, which waits for longer. */
static void a_silent_connection_outlives_its_pings(void **state)
{
    (void)state;
    static wire line;
    open_wire(&line, false);
    const dw_net_stats *stats = dw_net_get_stats(line.at.net);
    const uint64_t before = stats->datagrams.received;
    keep_silent(&line, 500, 500);
    assert_in_range(stats->datagrams.received - before, MESSAGES - 1, UINT32_MAX);
    expect_talk(&line);
    const uint64_t middle = stats->datagrams.sent;
    keep_silent(&line, 2000, 9000);
    assert_in_range(stats->datagrams.sent - middle, MESSAGES - 1, UINT32_MAX);
    expect_talk(&line);
    assert_int_equal(line.at.ended, 0);
    assert_int_equal(line.client_side->state, ENET_PEER_STATE_CONNECTED);
    close_wire(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reliable_messages_arrive_in_order_past_65536),
        cmocka_unit_test(unreliable_messages_arrive_past_65536_without_a_reliable_one),
        cmocka_unit_test(sealed_messages_arrive_in_order_past_65536),
        cmocka_unit_test(a_silent_connection_outlives_its_pings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
