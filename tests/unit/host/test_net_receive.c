/* Inputs on their way in: alone or with other messages in their datagram, the next poll handles
 * them all, they count against their sender's budget, and no other address can forge them. In the
 * clear, so the test can make the bytes; on a clock of its own (fake_clock.h). Loopback. */
#include "paced_net.h"
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

typedef struct wire {
    raw_net at;
    dw_peer server_side; /* The connection, as the server knows it. */
    raw_client client;
    ENetPeer *client_side;
    uint32_t said, heard, next; /* Inputs, by their number; none may come after a later one. */
    uint32_t controls;          /* Heard. */
} wire;

static wire line;

static void on_received(raw_net *at, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                        size_t size)
{
    (void)at;
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

static void serve(void)
{
    dw_net_poll(line.at.net, MS_NS);
}

/* Both sides have nothing left to say: each datagram from here on is the test's. */
static void settle(void)
{
    ENetEvent event;
    enet_peer_ping_interval(line.client_side, NEVER_MS);
    for (uint32_t i = 0; i < 100; i++) {
        paced_net_turn(&line.at);
        assert_int_equal(raw_client_service(&line.client, &event), 0);
    }
    serve(); /* The server's own pings are answered too. */
}

static int open_wire(void **state)
{
    (void)state;
    memset(&line, 0, sizeof line);
    line.at.received = on_received;
    line.at.turn_ms = TURN_MS;
    raw_net_open(&line.at, false, NULL);
    raw_client_open(&line.client, &(raw_client_config){.sealed = false});
    line.client_side = paced_net_join(&line.at, &line.client);
    line.server_side = line.at.newest;
    settle();
    return 0;
}

static int close_wire(void **state)
{
    (void)state;
    raw_client_close(&line.client);
    raw_net_close(&line.at);
    return 0;
}

static void put(dw_channel channel, bool reliable, uint32_t number)
{
    assert_true(raw_client_put(line.client_side, (uint8_t)channel, reliable,
                               (const uint8_t *)&number, sizeof number));
}

/* In a datagram of its own. */
static void say_input(void)
{
    put(DW_CHANNEL_INPUT, false, line.said++);
    raw_client_flush(&line.client);
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

static void inputs_that_come_alone_are_heard_in_the_next_poll(void **state)
{
    (void)state;
    const uint64_t come = dw_net_get_stats(line.at.net)->datagrams.received;
    for (uint32_t i = 0; i < 20; i++) {
        say_inputs(10);
        assert_int_equal(line.heard, line.said);
        fake_clock_advance(TURN_MS * MS_NS);
    }
    assert_int_equal(line.heard, 200);
    assert_int_equal(dw_net_get_stats(line.at.net)->datagrams.received - come, 200);
}

static void so_are_those_that_share_their_datagram_with_something_else(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 100; i++) {
        const uint64_t come = dw_net_get_stats(line.at.net)->datagrams.received;
        put(DW_CHANNEL_CONTROL, true, i);
        put(DW_CHANNEL_INPUT, false, line.said++);
        raw_client_flush(&line.client);
        serve();
        assert_int_equal(dw_net_get_stats(line.at.net)->datagrams.received - come, 1);
        assert_int_equal(line.heard, line.said);
        assert_int_equal(line.controls, i + 1);
        say_inputs(1); /* And alone behind it. */
        assert_int_equal(line.heard, line.said);
        settle();
    }
}

static void a_flood_of_inputs_is_cut_off_and_counted(void **state)
{
    (void)state;
    const dw_net_stats *stats = dw_net_get_stats(line.at.net);
    for (uint32_t second = 0; second < 3; second++) {
        const uint32_t heard = line.heard;
        fake_clock_advance(1000 * MS_NS);
        say_inputs(FLOOD);
        assert_int_equal(line.heard - heard, BUDGET);
        assert_int_equal(stats->refused[DW_DATAGRAM_FLOOD], (second + 1) * (FLOOD - BUDGET));
        assert_int_equal(dw_net_flood_seconds(line.at.net, line.server_side), second);
    }
    fake_clock_advance(1000 * MS_NS);
    say_inputs(BUDGET);
    assert_int_equal(dw_net_flood_seconds(line.at.net, line.server_side), 3);
    assert_int_equal(line.next, line.said);
    fake_clock_advance(1000 * MS_NS);
    say_inputs(1);
    assert_int_equal(dw_net_flood_seconds(line.at.net, line.server_side), 0);
    assert_int_equal(line.next, line.said);
    assert_int_equal(line.heard, 4 * BUDGET + 1);
}

static void pings_count_against_the_same_budget(void **state)
{
    (void)state;
    const dw_net_stats *stats = dw_net_get_stats(line.at.net);
    fake_clock_advance(1000 * MS_NS);
    say_inputs(BUDGET - 20);
    for (uint32_t i = 0; i < 10; i++) {
        enet_peer_ping(line.client_side);
        raw_client_flush(&line.client);
        say_inputs(1);
    }
    assert_int_equal(line.heard, BUDGET - 10);
    assert_int_equal(stats->refused[DW_DATAGRAM_FLOOD], 0);
    say_inputs(7);
    assert_int_equal(line.heard, BUDGET - 10);
    assert_int_equal(stats->refused[DW_DATAGRAM_FLOOD], 7);
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

/* A correct input from the wrong address; ENET_SOCKET_NULL is the client's own socket. */
static void send_forged(int from, uint32_t peer, uint32_t sequence)
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
    if (from == ENET_SOCKET_NULL) {
        raw_client_say(&line.client, line.client_side, bytes, sizeof bytes);
        return;
    }
    assert_int_equal(enet_socket_send(from, &line.client_side->address, &buffer, 1),
                     (int)sizeof bytes);
}

static void a_claim_of_anothers_number_is_not_heard_and_spends_no_budget(void **state)
{
    (void)state;
    const dw_net_stats *stats = dw_net_get_stats(line.at.net);
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
    assert_int_equal(stats->refused[DW_DATAGRAM_STRANGER], FLOOD);
    /* The same bytes from the client's own address are heard. */
    line.next = 0;
    fake_clock_advance(1000 * MS_NS);
    send_forged(ENET_SOCKET_NULL, line.client_side->outgoingPeerID, BUDGET + 1);
    serve();
    assert_int_equal(line.heard, BUDGET + 1);
    enet_socket_destroy(foreign);
}

static void an_input_is_heard_once_and_none_behind_a_later_one(void **state)
{
    (void)state;
    static const uint8_t sequences[] = {5, 3, 5, 1, 6, 6, 9, 8, 10};
    static const uint8_t heard[] = {1, 1, 1, 1, 2, 2, 3, 3, 4};
    for (uint32_t i = 0; i < sizeof sequences; i++) {
        line.next = 0; /* All of them have the same bytes. */
        send_forged(ENET_SOCKET_NULL, line.client_side->outgoingPeerID, sequences[i]);
        serve();
        assert_int_equal(line.heard, heard[i]);
    }
}

enum { ALL_NEIGHBOURS = 12, ADDRESS_MAX = 8, JOINS_AT_ONCE = 5 };

/* 25 s: the address may make as many joins as at first. */
static void let_pass(raw_client *neighbours)
{
    for (uint32_t t = 0; t < 250; t++) {
        ENetEvent event;
        fake_clock_advance(100 * MS_NS);
        serve();
        (void)raw_client_service(&line.client, &event);
        while (raw_client_service(neighbours, &event) > 0) {
            assert_int_not_equal(event.type, ENET_EVENT_TYPE_DISCONNECT);
        }
    }
}

/* Their connects are read in one turn of ENet. */
static void connect_at_once(raw_client *neighbours, uint32_t count)
{
    dw_joiner_result result;
    uint32_t answered = 0;
    while (dw_joiner_next_result(neighbours->joiner, &result)) {
        /* Of those that are in. */
    }
    for (uint32_t i = 0; i < count; i++) {
        (void)raw_client_begin(neighbours, dw_net_port(line.at.net));
    }
    raw_client_flush(neighbours);
    for (uint32_t i = 0; i < 50 && answered < count; i++) {
        ENetEvent event;
        paced_net_turn(&line.at);
        (void)enet_host_service(neighbours->host, &event, 0);
        while (dw_joiner_next_result(neighbours->joiner, &result)) {
            answered += result.answered ? 1 : 0;
        }
    }
    assert_int_equal(answered, count);
    raw_client_flush(neighbours);
    serve();
}

static void of_connects_that_come_at_once_no_more_get_in_than_an_address_may_have(void **state)
{
    (void)state;
    static raw_client neighbours;
    const uint32_t first = ALL_NEIGHBOURS - JOINS_AT_ONCE;
    raw_client_open(&neighbours, &(raw_client_config){.bind = "127.0.0.2", /* 127.0.0.1 has no
                                                                              such limits. */
                                                      .peers = ALL_NEIGHBOURS});
    for (uint32_t i = 0; i < first; i++) {
        if (i % 3 == 0) {
            let_pass(&neighbours);
        }
        (void)paced_net_join(&line.at, &neighbours);
    }
    let_pass(&neighbours);
    assert_int_equal(dw_net_get_stats(line.at.net)->connected, 1 + first);
    connect_at_once(&neighbours, JOINS_AT_ONCE);
    const uint32_t turned_away = ALL_NEIGHBOURS - ADDRESS_MAX;
    assert_int_equal(dw_net_get_stats(line.at.net)->refused[DW_DATAGRAM_ADDRESS], turned_away);
    ENetEvent event;
    dw_joiner_result result;
    uint32_t told = 0;
    (void)raw_client_service(&neighbours, &event);
    while (dw_joiner_next_result(neighbours.joiner, &result)) {
        assert_false(result.answered);
        assert_int_equal(result.reason, DW_REASON_ADDRESS);
        told++;
    }
    assert_int_equal(told, turned_away);
    raw_client_close(&neighbours);
}

static void the_number_of_a_peer_that_is_not_there_leads_nowhere(void **state)
{
    (void)state;
    const ENetSocket foreign = open_foreign();
    for (uint32_t peer = 0; peer <= ENET_PROTOCOL_MAXIMUM_PEER_ID; peer++) {
        if (peer != line.client_side->outgoingPeerID) {
            send_forged(peer % 2 == 0 ? foreign : ENET_SOCKET_NULL, peer, 1);
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
}

static void inputs_of_a_connection_that_was_given_up_are_heard_no_more(void **state)
{
    (void)state;
    say_inputs(3);
    dw_net_lose(line.at.net, dw_net_peer_index(line.server_side), DW_NET_LOST_MEMORY);
    say_inputs(3);
    assert_int_equal(line.heard, 3);
    assert_int_equal(line.at.lost, line.server_side);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define ON_WIRE(test) cmocka_unit_test_setup_teardown(test, open_wire, close_wire)
        ON_WIRE(inputs_that_come_alone_are_heard_in_the_next_poll),
        ON_WIRE(so_are_those_that_share_their_datagram_with_something_else),
        ON_WIRE(a_flood_of_inputs_is_cut_off_and_counted),
        ON_WIRE(pings_count_against_the_same_budget),
        ON_WIRE(a_claim_of_anothers_number_is_not_heard_and_spends_no_budget),
        ON_WIRE(an_input_is_heard_once_and_none_behind_a_later_one),
        ON_WIRE(of_connects_that_come_at_once_no_more_get_in_than_an_address_may_have),
        ON_WIRE(the_number_of_a_peer_that_is_not_there_leads_nowhere),
        ON_WIRE(inputs_of_a_connection_that_was_given_up_are_heard_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
