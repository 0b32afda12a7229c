/* What comes while a long tick runs is read ahead and handled in order by the next poll. Whatever
 * the tick sends, the handler is not called before. tapped_wire.c fails the test when a handler is
 * called outside of dw_net_poll. Loopback, on a clock of its own. */
#include "fake_clock.h"
#include "server/host/net_state.h"
#include "tapped_wire.h"
#include "tests/support/test.h"

enum { A_TICK = 250, READ_AHEAD_MS = 2, BATCH = 25 };

#define MS_NS UINT64_C(1000000)

static tapped_wire wire;

static ENetPeer *open_wire(bool sealed)
{
    tapped_wire_open(&wire,
                     &(tapped_wire_config){.clear_server = !sealed, .clear_client = !sealed});
    ENetPeer *peer = tapped_wire_join(&wire);
    tapped_wire_pass(&wire, 2000);
    return peer;
}

static void say_some(ENetPeer *peer, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        tapped_wire_say_up(&wire, peer, DW_CHANNEL_INPUT, false);
        raw_client_flush(&wire.client);
    }
    wire_tap_run(&wire.tap);
}

/* The tick reads ahead, sends and flushes, and the client goes on talking. */
static void run_tick(ENetPeer *peer, dw_peer side)
{
    for (uint32_t sent = 0; sent < A_TICK; sent += BATCH) {
        say_some(peer, BATCH);
        fake_clock_advance(READ_AHEAD_MS * MS_NS);
        dw_net_read_ahead(wire.net);
        tapped_wire_say_down(&wire, side, DW_CHANNEL_SNAPSHOT, false);
        tapped_wire_say_down(&wire, side, DW_CHANNEL_CONTROL, true);
        dw_net_flush(wire.net);
    }
}

static void check_tick(bool sealed)
{
    ENetPeer *peer = open_wire(sealed);
    const uint64_t come = dw_net_get_stats(wire.net)->datagrams.received;
    run_tick(peer, wire.newest);
    assert_int_equal(wire.up_heard, 0);
    assert_int_equal(dw_net_get_stats(wire.net)->datagrams.received - come,
                     A_TICK); /* All are read. */
    say_some(peer, BATCH);    /* Those come after the tick's last look. */
    tapped_wire_poll(&wire);
    tapped_wire_poll(&wire);
    assert_int_equal(wire.up_heard, A_TICK + BATCH); /* In order: each number is the next one. */
    tapped_wire_pass(&wire, 500);
    assert_int_equal(wire.down_heard, 2 * (A_TICK / BATCH));
    tapped_wire_close(&wire);
}

static void what_a_long_tick_reads_ahead_is_handled_after_it_in_order(void **state)
{
    (void)state;
    check_tick(true);
    check_tick(false);
}

static void a_look_within_two_ms_of_the_last_one_reads_nothing(void **state)
{
    (void)state;
    ENetPeer *peer = open_wire(true);
    const uint64_t come = dw_net_get_stats(wire.net)->datagrams.received;
    say_some(peer, 1);
    dw_net_read_ahead(wire.net); /* The poll has looked just now. */
    dw_net_flush(wire.net);
    assert_int_equal(dw_net_get_stats(wire.net)->datagrams.received, come);
    fake_clock_advance(READ_AHEAD_MS * MS_NS);
    dw_net_read_ahead(wire.net);
    dw_net_flush(wire.net);
    assert_int_equal(dw_net_get_stats(wire.net)->datagrams.received, come + 1);
    tapped_wire_close(&wire);
}

/* The goodbye itself waits in the layer, too. */
static void a_connection_that_ends_within_a_tick_is_heard_of_after_it(void **state)
{
    (void)state;
    ENetPeer *peer = open_wire(true);
    const dw_peer side = wire.newest;
    say_some(peer, 3);
    enet_peer_disconnect_now(peer, 0);
    raw_client_flush(&wire.client);
    wire_tap_run(&wire.tap);
    fake_clock_advance(READ_AHEAD_MS * MS_NS);
    dw_net_read_ahead(wire.net);
    tapped_wire_say_down(&wire, side, DW_CHANNEL_CONTROL,
                         true); /* As far as the net knows, the connection is up. */
    dw_net_flush(wire.net);
    assert_int_equal(wire.disconnected, 0);
    tapped_wire_pass(&wire, 100); /* ENet drops the inputs with the goodbye behind them. */
    assert_int_equal(wire.disconnected, 1);
    assert_int_equal(wire.why, DW_NET_LOST_CONNECTION);
    tapped_wire_close(&wire);
}

static void a_peer_that_owes_too_much_is_lost_at_the_next_poll(void **state)
{
    (void)state;
    ENetPeer *peer = open_wire(true);
    const dw_peer side = wire.newest;
    const uint8_t bytes[DW_MESSAGE_MAX] = {0};
    dw_status status = DW_OK;
    uint32_t sent = 0;
    while (status == DW_OK && sent < 10000) {
        status = dw_net_send(wire.net, side, DW_CHANNEL_CONTROL, true, bytes, sizeof bytes);
        sent++;
    }
    assert_int_equal(status, DW_LOST);
    assert_in_range(sent, DW_NET_BACKLOG_BYTES_MAX / (2 * DW_MESSAGE_MAX),
                    DW_NET_BACKLOG_BYTES_MAX / DW_MESSAGE_MAX);
    say_some(peer, 5); /* Nothing more is heard of it. */
    fake_clock_advance(READ_AHEAD_MS * MS_NS);
    dw_net_read_ahead(wire.net);
    dw_net_flush(wire.net);
    assert_int_equal(dw_net_send(wire.net, side, DW_CHANNEL_SNAPSHOT, false, bytes, 1), DW_LOST);
    dw_net_disconnect(wire.net, side, 1);
    assert_null(dw_net_transcript(wire.net, side));
    assert_int_equal(wire.disconnected, 0);
    tapped_wire_poll(&wire);
    assert_int_equal(wire.disconnected, 1);
    assert_int_equal(wire.why, DW_NET_LOST_BACKLOG);
    assert_int_equal(wire.up_heard, 0);
    assert_int_equal(dw_net_get_stats(wire.net)->lost[DW_NET_LOST_BACKLOG], 1);
    assert_int_equal(dw_net_get_stats(wire.net)->connected, 0);
    tapped_wire_close(&wire);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_long_tick_reads_ahead_is_handled_after_it_in_order),
        cmocka_unit_test(a_look_within_two_ms_of_the_last_one_reads_nothing),
        cmocka_unit_test(a_connection_that_ends_within_a_tick_is_heard_of_after_it),
        cmocka_unit_test(a_peer_that_owes_too_much_is_lost_at_the_next_poll),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
