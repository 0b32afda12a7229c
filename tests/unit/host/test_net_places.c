/* Which peers keep a place when few are left: members keep theirs, newcomers from another address
 * always find one, and a crowd does not keep them out. On a clock of its own (fake_clock.h);
 * loopback, each client at an address of its own. */
#include "paced_net.h"
#include "server/host/net_state.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <string.h>

enum {
    TURN_MS = 1,
    MEMBERS = 4,
    SPARE = 128,
    PEERS = MEMBERS + SPARE,
    HALF_OPEN_MAX = PEERS / 2, /* Nobody is a member yet. */
    CLIENTS = PEERS + 4,
    ADDRESS_PEERS = 8,
    EXEMPT = 200 /* The client address that is free of limits. */
};

typedef struct wire {
    raw_net at;
    dw_peer lost[CLIENTS];
    char lost_address[32]; /* Of the last of them. */
    raw_client clients[CLIENTS];
    dw_peer peers[CLIENTS]; /* As the server knows them. */
    uint32_t count;         /* Of clients. */
} wire;

static wire line;

static void on_left(raw_net *at, dw_peer peer, dw_net_loss why)
{
    assert_int_equal(why, DW_NET_LOST_GAVE_WAY);
    assert_true(at->ended <= CLIENTS);
    line.lost[at->ended - 1] = peer;
    dw_net_address_text(at->net, peer, line.lost_address);
}

static int open_wire(void **state)
{
    (void)state;
    memset(&line, 0, sizeof line);
    line.at.left = on_left;
    line.at.turn_ms = TURN_MS;
    line.at.exempt = htonl(UINT32_C(0x7f000100) + EXEMPT + 1);
    raw_net_open(&line.at, false, NULL);
    return 0;
}

static int close_wire(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < line.count; i++) {
        raw_client_close(&line.clients[i]);
    }
    raw_net_close(&line.at);
    return 0;
}

/* One more client, at 127.0.1.x or 127.0.2.x. */
static uint32_t open_client(uint32_t address)
{
    char text[32];
    (void)snprintf(text, sizeof text, "127.0.%u.%u", (unsigned)(1 + address / 250),
                   (unsigned)(1 + address % 250));
    assert_true(line.count < CLIENTS);
    raw_client_open(&line.clients[line.count], &(raw_client_config){.bind = text});
    return line.count++;
}

/* Asks to be let in and then falls silent. */
static uint32_t ask(uint32_t address)
{
    const uint32_t client = open_client(address);
    (void)paced_net_ask(&line.at, &line.clients[client]);
    raw_client_flush(&line.clients[client]);
    paced_net_turn(&line.at);
    paced_net_turn(&line.at);
    return client;
}

static uint32_t join(uint32_t address)
{
    const uint32_t client = open_client(address);
    (void)paced_net_join(&line.at, &line.clients[client]);
    line.peers[client] = line.at.newest;
    return client;
}

static void fill_all_places(void)
{
    for (uint32_t i = 0; i < PEERS; i++) {
        (void)join(i);
    }
}

static void a_crowd_that_only_asks_keeps_no_newcomer_out(void **state)
{
    (void)state;
    const dw_net_stats *stats = dw_net_get_stats(line.at.net);
    for (uint32_t i = 0; i < HALF_OPEN_MAX; i++) {
        (void)ask(i);
    }
    paced_net_pass(&line.at, 500); /* The net looks after its peers four times a second. */
    assert_int_equal(stats->half_open, HALF_OPEN_MAX);
    (void)ask(0); /* From an address that already has one. */
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_HALF_OPEN), 1);
    assert_int_equal(stats->gave_way, 0);
    (void)join(HALF_OPEN_MAX);
    assert_int_equal(stats->gave_way, 1);
    paced_net_pass(&line.at, 500);
    assert_int_equal(stats->connected, 1);
    assert_int_equal(stats->half_open, HALF_OPEN_MAX - 1);
    assert_int_equal(line.at.ended, 0); /* The server never knew of it. */
    ENetEvent event;
    const uint64_t before = raw_net_refused(&line.at, DW_DATAGRAM_REPLAY);
    (void)raw_client_service(&line.clients[0], &event); /* The first one asks again by itself. */
    paced_net_pass(&line.at, 2);
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_REPLAY),
                     before + 1); /* Its connect is used up. */
}

/* How many peers, in whatever state, the address of that number has. */
static uint32_t peers_of(uint32_t address)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < PEERS; i++) {
        const ENetPeer *peer = &line.at.net->host->peers[i];
        count += peer->state != ENET_PEER_STATE_DISCONNECTED &&
                 peer->address.host == htonl(UINT32_C(0x7f000101) + address);
    }
    return count;
}

/* Newcomers take the lowest free place, so that age does not go by place. */
static void of_peers_that_only_asked_the_oldest_gives_way(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < HALF_OPEN_MAX; i++) {
        (void)ask(i);
    }
    for (uint32_t i = 0; i < 4; i++) {
        paced_net_pass(&line.at, 500);
        (void)ask(HALF_OPEN_MAX + i);
        assert_int_equal(dw_net_get_stats(line.at.net)->gave_way, i + 1);
        assert_int_equal(peers_of(i), 0);
        assert_int_equal(peers_of(i + 1), 1);
        for (uint32_t k = 0; k <= i; k++) {
            assert_int_equal(peers_of(HALF_OPEN_MAX + k), 1);
        }
    }
}

static dw_status say_to(uint32_t client)
{
    const uint8_t byte = 1;
    return dw_net_send(line.at.net, line.peers[client], DW_CHANNEL_CONTROL, true, &byte, 1);
}

static void the_oldest_without_a_hello_gives_way_and_members_never_do(void **state)
{
    (void)state;
    const dw_net_stats *stats = dw_net_get_stats(line.at.net);
    for (uint32_t i = 0; i < PEERS; i++) {
        (void)join(i);
        if (i < MEMBERS) {
            dw_net_make_member(line.at.net, line.peers[i]);
        }
        assert_int_equal(stats->gave_way, 0);
    }
    assert_int_equal(stats->connected, PEERS);
    const uint32_t first = join(PEERS);
    const uint32_t second = join(PEERS + 1);
    paced_net_pass(&line.at, 10);
    assert_int_equal(stats->gave_way, 2);
    assert_int_equal(line.at.ended, 2);
    assert_int_equal(line.lost[0], line.peers[MEMBERS]);
    assert_int_equal(line.lost[1], line.peers[MEMBERS + 1]);
    assert_int_equal(stats->connected, PEERS);
    /* The places have new holders; what is said to the earlier ones reaches no peer. */
    assert_int_equal(say_to(first), DW_OK);
    assert_int_equal(say_to(second), DW_OK);
    assert_int_equal(say_to(MEMBERS), DW_LOST);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        assert_int_equal(say_to(i), DW_OK);
    }
}

static void
an_address_with_a_peer_that_said_no_hello_is_told_that_all_places_are_taken(void **state)
{
    (void)state;
    fill_all_places();
    const uint32_t client = open_client(7);
    (void)paced_net_ask(&line.at, &line.clients[client]);
    ENetEvent event;
    dw_joiner_result told = {.reason = DW_REASON_NONE};
    for (uint32_t i = 0; i < 10 && told.reason == DW_REASON_NONE; i++) {
        (void)raw_client_service(&line.clients[client], &event);
        paced_net_turn(&line.at);
        (void)dw_joiner_next_result(line.clients[client].joiner, &told);
    }
    assert_int_equal(told.reason, DW_REASON_FULL);
    assert_in_range(raw_net_refused(&line.at, DW_DATAGRAM_PLACE), 1, UINT32_MAX);
    assert_int_equal(dw_net_get_stats(line.at.net)->gave_way, 0);
    /* Once its peer is a member, that address may have another one. */
    dw_net_make_member(line.at.net, line.peers[7]);
    (void)join(7);
    assert_int_equal(dw_net_get_stats(line.at.net)->gave_way, 1);
}

/* A log that named the newcomer would get the wrong address banned. */
static void one_that_gave_way_is_told_of_by_its_own_address(void **state)
{
    (void)state;
    fill_all_places();
    char first[32];
    dw_net_address_text(line.at.net, line.peers[0], first);
    assert_memory_equal(first, "127.0.1.1:", strlen("127.0.1.1:"));
    (void)join(PEERS);
    paced_net_pass(&line.at, 10);
    assert_int_equal(line.at.ended, 1);
    assert_int_equal(line.lost[0], line.peers[0]);
    assert_string_equal(line.lost_address, first);
    dw_net_address_text(line.at.net, line.peers[0], first);
    assert_string_equal(first, "?"); /* Another peer has its place by now. */
}

/* Each look at all peers costs more than the rest of a refusal. */
static void
an_address_that_has_used_up_its_joins_is_refused_before_any_peer_is_looked_at(void **state)
{
    (void)state;
    const uint32_t host = htonl(UINT32_C(0x7f000101));
    for (uint32_t i = 0; i < ADDRESS_PEERS; i++) {
        memset(&line.at.net->joins, 0, sizeof line.at.net->joins); /* As if 20 s had passed. */
        (void)join(0);
    }
    (void)ask(0);
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_ADDRESS), 1);
    while (dw_address_rate_pass(&line.at.net->joins, host, line.at.net->now_ms)) {
    }
    (void)ask(0);
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_ADDRESS), 1);
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_JOIN_RATE), 1);
}

static void the_net_says_when_places_run_short(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < PEERS; i++) {
        (void)join(i);
        paced_net_pass(&line.at, 260);
        assert_int_equal(dw_net_is_short(line.at.net), PEERS - (i + 1) < SPARE / 2);
        assert_int_equal(dw_net_get_stats(line.at.net)->connected, i + 1);
        for (uint32_t c = 0; c <= i; c++) { /* They answer pings. */
            ENetEvent event;
            (void)raw_client_service(&line.clients[c], &event);
        }
    }
}

static void only_an_exempt_address_is_free_of_limits_by_address(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DW_ADDRESS_JOINS; i++) {
        assert_int_not_equal(dw_net_origin(line.at.net, line.peers[join(3)]), 0);
    }
    (void)ask(3);
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_JOIN_RATE), 1);
    for (uint32_t i = 0; i < 4 * DW_ADDRESS_JOINS; i++) {
        assert_int_equal(dw_net_origin(line.at.net, line.peers[join(EXEMPT)]), 0);
    }
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_JOIN_RATE) +
                         raw_net_refused(&line.at, DW_DATAGRAM_ADDRESS),
                     1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define ON_WIRE(test) cmocka_unit_test_setup_teardown(test, open_wire, close_wire)
        ON_WIRE(a_crowd_that_only_asks_keeps_no_newcomer_out),
        ON_WIRE(of_peers_that_only_asked_the_oldest_gives_way),
        ON_WIRE(the_oldest_without_a_hello_gives_way_and_members_never_do),
        ON_WIRE(an_address_with_a_peer_that_said_no_hello_is_told_that_all_places_are_taken),
        ON_WIRE(only_an_exempt_address_is_free_of_limits_by_address),
        ON_WIRE(one_that_gave_way_is_told_of_by_its_own_address),
        ON_WIRE(an_address_that_has_used_up_its_joins_is_refused_before_any_peer_is_looked_at),
        ON_WIRE(the_net_says_when_places_run_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
