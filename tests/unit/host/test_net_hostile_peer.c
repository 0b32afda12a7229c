/* What a connected peer can't do to a server, however it bends ENet's commands: keep its place
 * forever, fill memory with waiting messages, make ENet walk through a long queue for each of them,
 * or use up several joins for one. In the clear, so the test can make the bytes; on a clock of its
 * own (fake_clock.h). Loopback. */
#include "paced_net.h"
#include "server/host/net_slab.h"
#include "server/host/net_state.h"
#include "tests/support/test.h"

#include <string.h>

enum {
    TURN_MS = 20,
    A_TURN = 5, /* Datagrams: 250 a second. */
    COMMANDS = 32,
    MESSAGES_MAX = 600, /* A second. */
    WAITING_MAX = 256,
    DATAGRAM = 400
};

typedef struct wire {
    raw_net at;
    dw_peer peers[2]; /* As the server knows them: the hostile one, and another. */
    raw_client clients[2];
    bool here[2];          /* Which of them are open. */
    ENetPeer *client_side; /* Of the hostile one. */
} wire;

static wire line;

static void on_left(raw_net *at, dw_peer peer, dw_net_loss why)
{
    (void)at;
    (void)why;
    line.peers[peer == line.peers[0] ? 0 : 1] = 0;
}

static void open_net(void)
{
    memset(&line, 0, sizeof line);
    line.at.left = on_left;
    line.at.turn_ms = TURN_MS;
    raw_net_open(&line.at, false, NULL);
}

static void open_client(uint32_t index)
{
    raw_client_open(&line.clients[index], &(raw_client_config){.sealed = false});
    line.here[index] = true;
}

static ENetPeer *connect_client(uint32_t index, uint32_t mtu)
{
    ENetHost *host = line.clients[index].host;
    host->mtu = mtu;
    host->peers[0].mtu = mtu;
    ENetPeer *peer = paced_net_join(&line.at, &line.clients[index]);
    line.peers[index] = line.at.newest;
    return peer;
}

static ENetPeer *join(uint32_t index, uint32_t mtu)
{
    open_client(index);
    return connect_client(index, mtu);
}

/* From here on the hostile peer sends what the test says, and hears nothing. */
static void open_wire(void)
{
    open_net();
    line.client_side = join(0, DW_ENET_MTU);
    (void)join(1, DW_ENET_MTU);
}

static void close_wire(void)
{
    for (uint32_t i = 0; i < 2; i++) {
        if (line.here[i]) {
            raw_client_close(&line.clients[i]);
        }
    }
    raw_net_close(&line.at);
}

/* A datagram of `count` equal commands but for their number, which begins with `number` and grows
 * by `step`. */
static void send_commands(const uint8_t *command, size_t size, size_t number_at, uint32_t count,
                          uint16_t number, int step)
{
    uint8_t bytes[DATAGRAM];
    size_t used = raw_client_head(line.client_side, bytes);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(bytes + used, command, size);
        bytes[used + number_at] = (uint8_t)(number >> 8);
        bytes[used + number_at + 1] = (uint8_t)number;
        number = (uint16_t)(number + step);
        used += size;
    }
    raw_client_say(&line.clients[0], line.client_side, bytes, used);
}

static void pass(uint32_t milliseconds)
{
    for (uint32_t i = 0; i < milliseconds; i += TURN_MS) {
        ENetEvent event;
        paced_net_turn(&line.at);
        if (line.here[1]) {
            (void)raw_client_service(&line.clients[1], &event);
        }
    }
}

static void a_goodbye_that_cannot_be_acknowledged_takes_no_place(void **state)
{
    (void)state;
    open_wire();
    const uint32_t head =
        line.client_side->outgoingPeerID | (uint32_t)line.client_side->outgoingSessionID << 12;
    const uint8_t bytes[] = {
        (uint8_t)(head >> 8), (uint8_t)head, 0x84, 0xff, 0x7f, 0xff, 0, 0, 0, 0};
    raw_client_say(&line.clients[0], line.client_side, bytes, sizeof bytes);
    pass(60000);
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_COMMAND), 1);
    assert_int_equal(line.peers[0], 0); /* A silent peer is gone in time. */
    assert_int_not_equal(line.peers[1], 0);
    assert_int_equal(dw_net_get_stats(line.at.net)->connected, 1);
    close_wire();
}

static void a_peer_that_is_sent_away_is_gone_in_time_whatever_it_answers(void **state)
{
    (void)state;
    open_wire();
    const uint8_t kick[] = "go";
    assert_int_equal(dw_net_send(line.at.net, line.peers[0], DW_CHANNEL_CONTROL, true, kick, 2),
                     DW_OK);
    dw_net_disconnect(line.at.net, line.peers[0], 1);
    uint32_t ms = 0;
    for (; ms < 120000 && line.peers[0] != 0; ms += 5000) {
        /* Acknowledges a message that was never sent: to ENet the peer is alive. */
        const uint8_t acknowledge[8] = {0x01, 0x03, 0, 0, 0x7f, 0xff, 0, 0};
        send_commands(acknowledge, sizeof acknowledge, 2, 1, 0x7fff, 0);
        pass(5000);
    }
    assert_in_range(ms, 20000, 30000);
    assert_int_equal(line.at.why, DW_NET_LOST_LINGERING);
    assert_int_equal(dw_net_get_stats(line.at.net)->lost[DW_NET_LOST_LINGERING], 1);
    assert_int_equal(dw_net_get_stats(line.at.net)->connected, 1);
    close_wire();
}

/* Each waits for one that never comes. Empty messages do not count as bytes. */
static void pile_up(const uint8_t *command, size_t size, size_t number_at)
{
    open_wire();
    const uint64_t room = dw_net_slab_get_stats().in_use;
    uint64_t most = 0;
    uint16_t number = 2;
    uint32_t ms = 0;
    for (; ms < 10000 && line.peers[0] != 0; ms += TURN_MS) {
        for (uint32_t i = 0; i < A_TURN; i++) {
            send_commands(command, size, number_at, COMMANDS, number, 1);
            number = (uint16_t)(number + COMMANDS);
        }
        pass(TURN_MS);
        const uint64_t now = dw_net_slab_get_stats().in_use;
        most = now > room + most ? now - room : most;
    }
    assert_int_equal(line.peers[0], 0);
    assert_int_equal(line.at.why, DW_NET_LOST_HOARDING);
    assert_int_equal(dw_net_get_stats(line.at.net)->lost[DW_NET_LOST_HOARDING], 1);
    assert_true(ms < 1000);
    assert_in_range(most, 1, 256 * MESSAGES_MAX);
    assert_int_equal(
        dw_net_send(line.at.net, line.peers[1], DW_CHANNEL_CONTROL, true, (const uint8_t *)"a", 1),
        DW_OK);
    close_wire();
}

static void empty_messages_that_wait_do_not_pile_up(void **state)
{
    (void)state;
    const uint8_t reliable[6] = {0x86, 0};
    pile_up(reliable, sizeof reliable, 2);
    const uint8_t unreliable[8] = {0x07, 2, 0, 1}; /* Behind a reliable one. */
    pile_up(unreliable, sizeof unreliable, 4);
}

static void a_few_that_wait_for_seconds_are_no_hoard(void **state)
{
    (void)state;
    open_wire();
    const uint8_t reliable[6] = {0x86, 0};
    for (uint32_t number = 2; number < 2 + WAITING_MAX - 6; number += 5) {
        send_commands(reliable, sizeof reliable, 2, 5, (uint16_t)number, 1);
        pass(TURN_MS);
    }
    pass(2000);
    assert_int_not_equal(line.peers[0], 0);
    assert_int_equal(line.at.heard, 0);
    send_commands(reliable, sizeof reliable, 2, 1, 1, 1); /* The one that they wait for. */
    pass(1000);
    assert_int_equal(line.at.heard, 1 + WAITING_MAX - 6);
    assert_int_equal(dw_net_slab_owned(dw_net_received_by(dw_net_peer_index(line.peers[0]))), 0);
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_SHARE), 0);
    close_wire();
}

static void messages_count_against_the_budget_not_only_datagrams(void **state)
{
    (void)state;
    open_wire();
    pass(1000);
    const uint8_t reliable[6] = {0x86, 0};
    for (uint32_t i = 0; i < 40;
         i++) { /* The same number again: ENet has to search its queue to notice. */
        send_commands(reliable, sizeof reliable, 2, COMMANDS, 5, 0);
    }
    dw_net_poll(line.at.net, MS_NS);
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_FLOOD), 40 - MESSAGES_MAX / COMMANDS);
    close_wire();
}

/* The first peer floods and is dropped. The second one gets its place, and is heard. */
static void expect_place_without_past(bool same_number)
{
    open_net();
    line.client_side = join(0, DW_ENET_MTU);
    const enet_uint32 number = line.client_side->connectID;
    pass(1000);
    const uint8_t reliable[6] = {0x86, 0};
    for (uint32_t i = 0; i < 40; i++) {
        send_commands(reliable, sizeof reliable, 2, COMMANDS, 5, 0);
    }
    dw_net_poll(line.at.net, MS_NS);
    const uint64_t before = raw_net_refused(&line.at, DW_DATAGRAM_FLOOD);
    assert_true(before > 0);
    dw_net_lose(line.at.net, dw_net_peer_index(line.peers[0]), DW_NET_LOST_CONNECTION);
    const uint32_t place = dw_net_peer_index(line.peers[0]);
    open_client(1);
    if (same_number) {
        line.clients[1].host->randomSeed = number - 1; /* ENet counts up and takes it. */
    }
    const ENetPeer *peer = connect_client(1, DW_ENET_MTU);
    assert_int_equal(peer->connectID == number, same_number);
    assert_int_equal(dw_net_peer_index(line.peers[1]), place);
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_FLOOD), before);
    close_wire();
}

static void a_peer_in_the_place_of_one_that_flooded_is_heard_at_once(void **state)
{
    (void)state;
    expect_place_without_past(false);
}

/* Clients that start at the same time can draw the same number. */
static void so_is_one_that_has_the_same_number(void **state)
{
    (void)state;
    expect_place_without_past(true);
}

static void what_a_deaf_peer_is_sent_is_bounded_by_what_it_costs(void **state)
{
    (void)state;
    open_wire();
    const uint64_t before = dw_net_slab_get_stats().in_use;
    const uint8_t bytes[8] = {0};
    dw_status status = DW_OK;
    uint32_t sent = 0;
    for (; sent < 100000 && status == DW_OK; sent++) {
        status =
            dw_net_send(line.at.net, line.peers[0], DW_CHANNEL_CONTROL, true, bytes, sizeof bytes);
        assert_true(dw_net_slab_get_stats().in_use <= before + DW_NET_BACKLOG_BYTES_MAX);
    }
    assert_int_equal(status, DW_LOST);
    assert_true(sent > 300);
    assert_int_equal(dw_net_get_stats(line.at.net)->sends_failed, 1);
    assert_int_not_equal(line.peers[0], 0); /* A match may be in its tick now. */
    pass(TURN_MS);
    assert_int_equal(line.peers[0], 0);
    assert_int_equal(line.at.why, DW_NET_LOST_BACKLOG);
    assert_int_equal(dw_net_get_stats(line.at.net)->lost[DW_NET_LOST_BACKLOG], 1);
    assert_int_not_equal(line.peers[1], 0);
    close_wire();
}

/* Else what is larger would be cut into fragments, which ENet sends reliably. */
static void a_peer_with_a_small_mtu_is_sent_whole_datagrams(void **state)
{
    (void)state;
    open_net();
    (void)join(0, ENET_PROTOCOL_MINIMUM_MTU);
    const ENetPeer *peer = &line.at.net->host->peers[dw_net_peer_index(line.peers[0])];
    assert_int_equal(peer->mtu, DW_ENET_MTU);
    close_wire();
}

/* A connection that doubles it, or a client that sends it again before it is heard. */
static void a_connect_that_comes_twice_at_once_is_one_join(void **state)
{
    (void)state;
    open_net();
    ENetEvent event;
    open_client(0);
    const ENetPeer *peer = paced_net_ask(&line.at, &line.clients[0]);
    for (uint32_t i = 0; i < 60; i++) { /* The server does not read its socket meanwhile. */
        fake_clock_advance(100 * MS_NS);
        (void)raw_client_service(&line.clients[0], &event);
    }
    dw_net_poll(line.at.net, MS_NS);
    assert_in_range(raw_net_refused(&line.at, DW_DATAGRAM_REPLAY), 2, UINT32_MAX);
    for (uint32_t i = 0; i < 50; i++) {
        (void)raw_client_service(&line.clients[0], &event);
        paced_net_turn(&line.at);
    }
    assert_int_equal(peer->state, ENET_PEER_STATE_CONNECTED);
    assert_int_equal(line.at.connected, 1);
    assert_int_equal(dw_net_get_stats(line.at.net)->half_open, 0);
    close_wire();
}

/* As clients of ENet alone connect: what it lacks is the cookie, and nothing of it is kept. */
static void a_connect_past_the_challenge_is_counted_and_not_answered(void **state)
{
    (void)state;
    open_wire();
    const uint64_t sent = dw_net_get_stats(line.at.net)->datagrams.sent;
    uint8_t connect[52] = {0x8f, 0xff, 0, 0, 0x82, 0xff};
    connect[14] = 0x04;
    connect[18] = 0x80;
    connect[23] = DW_CHANNEL_COUNT;
    raw_client_say(&line.clients[0], line.client_side, connect, sizeof connect);
    dw_net_poll(line.at.net, MS_NS);
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_COOKIE), 1);
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_CONNECT), 0);
    assert_int_equal(dw_net_get_stats(line.at.net)->datagrams.sent, sent);
    close_wire();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_goodbye_that_cannot_be_acknowledged_takes_no_place),
        cmocka_unit_test(a_peer_that_is_sent_away_is_gone_in_time_whatever_it_answers),
        cmocka_unit_test(empty_messages_that_wait_do_not_pile_up),
        cmocka_unit_test(a_few_that_wait_for_seconds_are_no_hoard),
        cmocka_unit_test(messages_count_against_the_budget_not_only_datagrams),
        cmocka_unit_test(a_peer_in_the_place_of_one_that_flooded_is_heard_at_once),
        cmocka_unit_test(so_is_one_that_has_the_same_number),
        cmocka_unit_test(what_a_deaf_peer_is_sent_is_bounded_by_what_it_costs),
        cmocka_unit_test(a_peer_with_a_small_mtu_is_sent_whole_datagrams),
        cmocka_unit_test(a_connect_past_the_challenge_is_counted_and_not_answered),
        cmocka_unit_test(a_connect_that_comes_twice_at_once_is_one_join),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
