/* Inputs on their way past ENet (net_receive.c): alone or with something else in their datagram all
 * of them arrive, they count against their sender's budget like any other, and nobody can send them
 * in another's name. On a clock of its own (fake_clock.h). Loopback. */
#include "fake_clock.h"
#include "raw_client.h"
#include "server/host/net_state.h"
#include "tests/support/test.h"

#include <string.h>

enum {
    BUDGET = 300, /* Datagrams a second. */
    FLOOD = 400,
    A_READ = 50, /* As many as wait in the socket at most. */
    TURN_MS = 20,
    NEVER_MS = 3600 * 1000
};

#define MS_NS UINT64_C(1000000)

typedef struct wire {
    dw_arena arena;
    dw_net *net;
    dw_peer server_side; /* The connection, as the server knows it. */
    ENetHost *host;
    ENetPeer *client_side;
    uint32_t said, heard, next; /* Inputs, by their number; none may come after a later one. */
    uint32_t controls;          /* Heard. */
    uint32_t announced;         /* Times that he was. */
} wire;

static wire line;

static void on_connected(void *context, dw_peer peer)
{
    (void)context;
    line.server_side = line.server_side == 0 ? peer : line.server_side; /* The first one. */
}

static void on_received(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                        size_t size)
{
    (void)context;
    assert_int_equal(peer, line.server_side);
    if (channel == DW_CHANNEL_CONTROL) {
        line.controls++;
        return;
    }
    uint32_t number;
    assert_int_equal(channel, DW_CHANNEL_INPUT);
    assert_int_equal(size, sizeof number);
    memcpy(&number, bytes, sizeof number);
    assert_true(number >= line.next);
    line.next = number + 1;
    line.heard++;
}

static void on_disconnected(void *context, dw_peer peer)
{
    (void)context;
    (void)peer;
    line.server_side = 0;
}

static void on_announced(void *context, const dw_peer *peers, uint32_t count)
{
    (void)context;
    for (uint32_t i = 0; i < count; i++) {
        assert_true(dw_net_peer_index(peers[i]) < dw_net_peers_max(line.net));
        line.announced += peers[i] == line.server_side ? 1 : 0;
    }
}

static void serve(void)
{
    dw_net_service(line.net, MS_NS);
}

static void pump_server(void *context)
{
    (void)context;
    fake_clock_advance(TURN_MS * MS_NS);
    serve();
}

/* Both sides have nothing left to say: each datagram from here on is the test's. */
static void settle(void)
{
    ENetEvent event;
    enet_peer_ping_interval(line.client_side, NEVER_MS);
    for (uint32_t i = 0; i < 100; i++) {
        pump_server(NULL);
        assert_int_equal(enet_host_service(line.host, &event, 0), 0);
    }
    serve(); /* The server's own pings are answered too. */
}

static void open_wire(void)
{
    memset(&line, 0, sizeof line);
    const dw_net_handler handler = {&line, on_connected, on_received, on_disconnected,
                                    on_announced};
    line.net = raw_client_open_net(&line.arena, &handler);
    line.host = enet_host_create(NULL, 1, DW_CHANNEL_COUNT, 0, 0);
    assert_non_null(line.host);
    line.client_side = raw_client_connect(line.host, dw_net_port(line.net), pump_server, NULL);
    assert_int_not_equal(line.server_side, 0);
    settle();
}

static void close_wire(void)
{
    enet_host_destroy(line.host);
    dw_net_close(line.net);
    dw_arena_destroy(&line.arena);
}

static void put(dw_channel channel, bool reliable, uint32_t number)
{
    ENetPacket *packet = enet_packet_create(&number, sizeof number,
                                            reliable ? (enet_uint32)ENET_PACKET_FLAG_RELIABLE : 0);
    assert_int_equal(enet_peer_send(line.client_side, (enet_uint8)channel, packet), 0);
}

/* In a datagram of its own. */
static void say_input(void)
{
    put(DW_CHANNEL_INPUT, false, line.said++);
    enet_host_flush(line.host);
}

static void say_inputs(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        say_input();
        if (i % A_READ == A_READ - 1) {
            serve();
        }
    }
    serve();
}

/* What ENet has seen of this peer's datagrams. */
static uint32_t bytes_at_enet(void)
{
    return line.net->host->peers[dw_net_peer_index(line.server_side)].incomingDataTotal;
}

static void inputs_that_come_alone_are_heard_without_enet(void **state)
{
    (void)state;
    open_wire();
    const uint32_t seen = bytes_at_enet();
    const uint64_t come = dw_net_get_stats(line.net)->datagrams_in;
    for (uint32_t i = 0; i < 20; i++) {
        say_inputs(10);
        assert_int_equal(line.heard, line.said);
        fake_clock_advance(TURN_MS * MS_NS);
    }
    assert_int_equal(line.heard, 200);
    assert_int_equal(line.announced, 200);
    assert_int_equal(bytes_at_enet(), seen);
    assert_int_equal(dw_net_get_stats(line.net)->datagrams_in - come, 200);
    close_wire();
}

static void so_are_those_that_share_their_datagram_with_something_else(void **state)
{
    (void)state;
    open_wire();
    const uint32_t seen = bytes_at_enet();
    for (uint32_t i = 0; i < 100; i++) {
        const uint64_t come = dw_net_get_stats(line.net)->datagrams_in;
        put(DW_CHANNEL_CONTROL, true, i);
        put(DW_CHANNEL_INPUT, false, line.said++);
        enet_host_flush(line.host);
        serve();
        assert_int_equal(dw_net_get_stats(line.net)->datagrams_in - come, 1);
        assert_int_equal(line.heard, line.said);
        assert_int_equal(line.controls, i + 1);
        say_inputs(1); /* And alone behind it. */
        assert_int_equal(line.heard, line.said);
        settle();
    }
    assert_true(bytes_at_enet() > seen);
    close_wire();
}

/* One behind the other in one read: the later input may be heard first, and then the other one is
 * out of date. What is reliable comes in any case. */
static void nothing_reliable_is_lost_when_inputs_pass_it(void **state)
{
    (void)state;
    open_wire();
    for (uint32_t i = 0; i < 20; i++) {
        put(DW_CHANNEL_CONTROL, true, i);
        say_input();
        say_input();
        serve();
        assert_int_equal(line.next, line.said);
        assert_int_equal(line.controls, i + 1);
        settle();
    }
    assert_in_range(line.heard, 20, 40);
    close_wire();
}

static void a_flood_of_inputs_is_cut_off_and_counted(void **state)
{
    (void)state;
    open_wire();
    const dw_net_stats *stats = dw_net_get_stats(line.net);
    for (uint32_t second = 0; second < 3; second++) {
        const uint32_t heard = line.heard;
        fake_clock_advance(1000 * MS_NS);
        say_inputs(FLOOD);
        assert_int_equal(line.heard - heard, BUDGET);
        assert_int_equal(stats->refused[DW_DATAGRAM_FLOOD], (second + 1) * (FLOOD - BUDGET));
        assert_int_equal(dw_net_flood_seconds(line.net, line.server_side), second);
    }
    fake_clock_advance(1000 * MS_NS);
    say_inputs(BUDGET);
    assert_int_equal(dw_net_flood_seconds(line.net, line.server_side), 3);
    assert_int_equal(line.next, line.said);
    fake_clock_advance(1000 * MS_NS);
    say_inputs(1);
    assert_int_equal(dw_net_flood_seconds(line.net, line.server_side), 0);
    assert_int_equal(line.next, line.said);
    assert_int_equal(line.heard, 4 * BUDGET + 1);
    close_wire();
}

/* The two ways in have one budget. */
static void a_flood_by_both_ways_is_cut_off_at_the_same_number(void **state)
{
    (void)state;
    open_wire();
    const dw_net_stats *stats = dw_net_get_stats(line.net);
    fake_clock_advance(1000 * MS_NS);
    say_inputs(BUDGET - 10);
    for (uint32_t i = 0; i < 10; i++) {
        enet_peer_ping(line.client_side);
        say_input();
        serve();
    }
    assert_int_equal(line.heard, BUDGET);
    assert_int_equal(stats->refused[DW_DATAGRAM_FLOOD], 0);
    say_inputs(7);
    enet_peer_ping(line.client_side);
    say_input();
    serve();
    assert_int_equal(line.heard, BUDGET);
    assert_int_equal(stats->refused[DW_DATAGRAM_FLOOD], 8);
    close_wire();
}

static ENetSocket open_foreign(void)
{
    ENetAddress address = {.port = 0};
    (void)enet_address_set_host_ip(&address, "127.0.0.1");
    const ENetSocket made = enet_socket_create(ENET_SOCKET_TYPE_DATAGRAM);
    assert_int_not_equal(made, ENET_SOCKET_NULL);
    assert_int_equal(enet_socket_bind(made, &address), 0);
    return made;
}

/* An input with nothing wrong about it but where it comes from. */
static void send_forged(ENetSocket from, uint32_t peer, uint32_t sequence)
{
    const uint32_t session = line.client_side->outgoingSessionID;
    uint8_t bytes[14] = {(uint8_t)(session << 4 | peer >> 8),
                         (uint8_t)peer,
                         ENET_PROTOCOL_COMMAND_SEND_UNRELIABLE,
                         DW_CHANNEL_INPUT,
                         0,
                         0,
                         (uint8_t)(sequence >> 8),
                         (uint8_t)sequence,
                         0,
                         4};
    memset(bytes + 10, 0xee, 4);
    const ENetBuffer buffer = {.data = bytes, .dataLength = sizeof bytes};
    assert_int_equal(enet_socket_send(from, &line.client_side->address, &buffer, 1),
                     (int)sizeof bytes);
}

static void who_claims_anothers_number_is_not_heard_and_spends_nothing_of_his(void **state)
{
    (void)state;
    open_wire();
    const dw_net_stats *stats = dw_net_get_stats(line.net);
    const ENetSocket foreign = open_foreign();
    fake_clock_advance(1000 * MS_NS);
    say_inputs(1);
    for (uint32_t i = 0; i < FLOOD; i++) {
        send_forged(foreign, line.client_side->outgoingPeerID, 2 + i * 100);
        if (i % A_READ == A_READ - 1) {
            serve();
        }
    }
    assert_int_equal(line.heard, 1);
    say_inputs(BUDGET - 1);
    assert_int_equal(line.heard, BUDGET);
    assert_int_equal(stats->refused[DW_DATAGRAM_FLOOD], 0);
    /* The very same bytes from his own place are heard. */
    line.next = 0;
    fake_clock_advance(1000 * MS_NS);
    send_forged(line.host->socket, line.client_side->outgoingPeerID, BUDGET + 1);
    serve();
    assert_int_equal(line.heard, BUDGET + 1);
    enet_socket_destroy(foreign);
    close_wire();
}

static void an_input_is_heard_once_and_none_behind_a_later_one(void **state)
{
    (void)state;
    open_wire();
    static const uint8_t sequences[] = {5, 3, 5, 1, 6, 6, 9, 8, 10};
    static const uint8_t heard[] = {1, 1, 1, 1, 2, 2, 3, 3, 4};
    for (uint32_t i = 0; i < sizeof sequences; i++) {
        line.next = 0; /* All of them have the same bytes. */
        send_forged(line.host->socket, line.client_side->outgoingPeerID, sequences[i]);
        serve();
        assert_int_equal(line.heard, heard[i]);
    }
    close_wire();
}

static ENetHost *open_neighbour(void)
{
    ENetAddress address = {.port = 0};
    (void)enet_address_set_host_ip(&address, "127.0.0.2"); /* 127.0.0.1 has no such limits. */
    ENetHost *host = enet_host_create(&address, 1, DW_CHANNEL_COUNT, 0, 0);
    assert_non_null(host);
    return host;
}

enum { ALL_NEIGHBOURS = 12, ADDRESS_MAX = 8, JOINS_AT_ONCE = 5 };

/* 25 s: the address may be asked from as often as at first. */
static void let_pass(ENetHost *const hosts[], uint32_t count)
{
    for (uint32_t t = 0; t < 250; t++) {
        ENetEvent event;
        fake_clock_advance(100 * MS_NS);
        serve();
        (void)enet_host_service(line.host, &event, 0);
        for (uint32_t i = 0; i < count; i++) {
            (void)enet_host_service(hosts[i], &event, 0);
        }
    }
}

/* All of the last ones are read before ENet has made a peer of the first of them. */
static void of_connects_that_come_at_once_no_more_get_in_than_an_address_may_have(void **state)
{
    (void)state;
    ENetHost *hosts[ALL_NEIGHBOURS];
    const uint32_t first = ALL_NEIGHBOURS - JOINS_AT_ONCE;
    open_wire();
    for (uint32_t i = 0; i < first; i++) {
        if (i % 3 == 0) {
            let_pass(hosts, i);
        }
        hosts[i] = open_neighbour();
        (void)raw_client_connect(hosts[i], dw_net_port(line.net), pump_server, NULL);
    }
    let_pass(hosts, first);
    assert_int_equal(dw_net_get_stats(line.net)->connected, 1 + first);
    for (uint32_t i = first; i < ALL_NEIGHBOURS; i++) {
        hosts[i] = open_neighbour();
        (void)raw_client_ask(hosts[i], dw_net_port(line.net), pump_server, NULL);
    }
    for (uint32_t i = first; i < ALL_NEIGHBOURS; i++) {
        enet_host_flush(hosts[i]);
    }
    serve();
    assert_int_equal(dw_net_get_stats(line.net)->refused[DW_DATAGRAM_ADDRESS],
                     ALL_NEIGHBOURS - ADDRESS_MAX);
    for (uint32_t i = 0; i < ALL_NEIGHBOURS; i++) {
        enet_host_destroy(hosts[i]);
    }
    close_wire();
}

static void the_number_of_a_peer_that_is_not_there_leads_nowhere(void **state)
{
    (void)state;
    open_wire();
    const ENetSocket foreign = open_foreign();
    for (uint32_t peer = 0; peer <= ENET_PROTOCOL_MAXIMUM_PEER_ID; peer++) {
        if (peer != line.client_side->outgoingPeerID) {
            send_forged(peer % 2 == 0 ? foreign : line.host->socket, peer, 1);
        }
        if (peer % A_READ == 0) {
            serve();
        }
    }
    serve();
    assert_int_equal(line.heard, 0);
    say_inputs(5);
    assert_int_equal(line.heard, 5);
    enet_socket_destroy(foreign);
    close_wire();
}

/* What was known of him does not open the way for the one behind him. */
static void after_the_goodbye_inputs_are_heard_no_more(void **state)
{
    (void)state;
    open_wire();
    say_inputs(3);
    dw_net_drop(line.net, line.server_side);
    say_inputs(3);
    assert_int_equal(line.heard, 3);
    close_wire();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_that_come_alone_are_heard_without_enet),
        cmocka_unit_test(so_are_those_that_share_their_datagram_with_something_else),
        cmocka_unit_test(nothing_reliable_is_lost_when_inputs_pass_it),
        cmocka_unit_test(a_flood_of_inputs_is_cut_off_and_counted),
        cmocka_unit_test(a_flood_by_both_ways_is_cut_off_at_the_same_number),
        cmocka_unit_test(who_claims_anothers_number_is_not_heard_and_spends_nothing_of_his),
        cmocka_unit_test(an_input_is_heard_once_and_none_behind_a_later_one),
        cmocka_unit_test(of_connects_that_come_at_once_no_more_get_in_than_an_address_may_have),
        cmocka_unit_test(the_number_of_a_peer_that_is_not_there_leads_nowhere),
        cmocka_unit_test(after_the_goodbye_inputs_are_heard_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
