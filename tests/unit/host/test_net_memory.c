/* ENet's memory belongs to all peers. What hostile peers make ENet keep leaves room for others:
 * afterwards, meanwhile, and for clients that join meanwhile. On a clock of its own (fake_clock.h),
 * so that half a minute between two bursts takes a moment. Loopback. */
#include "paced_net.h"
#include "server/host/net_slab.h"
#include "server/host/net_state.h"
#include "tests/support/test.h"

#include <string.h>

enum {
    TURN_MS = 10,
    ATTACKERS = 40, /* Twice the block is what their bursts would take. */
    HONEST = 4,
    PEERS = ATTACKERS + HONEST + 1,
    MESSAGES = 600,  /* What a peer may send in a second, */
    DATAGRAMS = 290, /* in this number of datagrams: a burst. */
    SHARE_BYTES = 64 * 1024,
    PIECES_MAX = 1 << 16,
    AT_ONCE = 20, /* Datagrams that surely fit the socket's buffer. */
    TOLD = 20,
    WELCOME_BYTES = 180 /* A size that no burst has. */
};

typedef struct wire {
    raw_net at;
    void *pieces[PIECES_MAX];
    uint32_t piece_count;
    raw_client deaf, honest; /* The sockets of the attackers and of the others. */
    ENetPeer *ends[PEERS];   /* The client's end, */
    dw_peer peers[PEERS];    /* and the server's. */
    uint32_t told;           /* Datagrams with a message that reached honest clients. */
} wire;

static wire line;

static void on_left(raw_net *at, dw_peer peer, dw_net_loss why)
{
    (void)at;
    (void)why;
    for (uint32_t i = 0; i < PEERS; i++) {
        if (line.peers[i] == peer) {
            line.peers[i] = 0;
        }
    }
}

/* Counted before ENet needs memory for it: the clients' ENet works in the same block. */
static bool hear(void *context, const dw_datagram *datagram)
{
    (void)context;
    line.told += datagram->size >= WELCOME_BYTES ? 1 : 0;
    return true;
}

static int open_wire(void **state)
{
    (void)state;
    memset(&line, 0, sizeof line);
    line.at.left = on_left;
    line.at.turn_ms = TURN_MS;
    raw_net_open(&line.at, false, NULL);
    /* The clients use the same ENet, and so the same block. */
    raw_client_open(&line.deaf, &(raw_client_config){.peers = ATTACKERS});
    raw_client_open(&line.honest, &(raw_client_config){.peers = PEERS - ATTACKERS, .heard = hear});
    return 0;
}

static int open_sealed_wire(void **state)
{
    (void)state;
    memset(&line, 0, sizeof line);
    line.at.left = on_left;
    line.at.turn_ms = TURN_MS;
    raw_net_open(&line.at, true, "night owl");
    raw_client_open(&line.deaf, &(raw_client_config){.sealed = true, .password = "night owl"});
    raw_client_open(&line.honest, &(raw_client_config){.sealed = true, .password = "guess"});
    return 0;
}

static void give_all(void)
{
    while (line.piece_count > 0) {
        dw_net_slab_give(line.pieces[--line.piece_count]);
    }
}

static int close_wire(void **state)
{
    (void)state;
    give_all();
    raw_client_close(&line.deaf);
    raw_client_close(&line.honest);
    raw_net_close(&line.at);
    return 0;
}

static raw_client *client_of(uint32_t index)
{
    return index < ATTACKERS ? &line.deaf : &line.honest;
}

static void join(uint32_t index)
{
    line.ends[index] = paced_net_join(&line.at, client_of(index));
    line.peers[index] = line.at.newest;
}

/* Only the honest clients listen. */
static void pass(uint32_t milliseconds)
{
    for (uint32_t ms = 0; ms < milliseconds; ms += TURN_MS) {
        paced_net_turn(&line.at);
        ENetEvent event;
        while (raw_client_service(&line.honest, &event) > 0) {
            if (event.type == ENET_EVENT_TYPE_RECEIVE) {
                enet_packet_destroy(event.packet);
            }
        }
    }
}

/* One datagram of reliable messages of `size` bytes, from `number` on. None is the next one, since
 * number 1 never comes. Returns how many. */
static uint32_t send_waiting(uint32_t index, size_t size, uint32_t number)
{
    enum { COMMAND = 6, COMMANDS = 32 };
    uint8_t bytes[DW_ENET_MTU];
    size_t used = raw_client_head(line.ends[index], bytes);
    uint32_t count = 0;
    for (; count < COMMANDS && used + COMMAND + size <= sizeof bytes; count++) {
        const uint32_t at = number + count;
        const uint8_t command[COMMAND] = {0x86,        DW_CHANNEL_CONTROL,   (uint8_t)(at >> 8),
                                          (uint8_t)at, (uint8_t)(size >> 8), (uint8_t)size};
        memcpy(bytes + used, command, sizeof command);
        used += COMMAND + size;
    }
    raw_client_say(client_of(index), line.ends[index], bytes, used);
    return count;
}

/* Everything that the attackers may send in a second, at once. */
static void burst(size_t size)
{
    for (uint32_t i = 0; i < ATTACKERS; i++) {
        uint32_t sent = 0;
        for (uint32_t d = 1; d <= DATAGRAMS && sent + 32 <= MESSAGES; d++) {
            sent += send_waiting(i, size, 2 + sent);
            if (d % AT_ONCE == 0) {
                dw_net_poll(line.at.net, MS_NS);
            }
        }
        dw_net_poll(line.at.net, MS_NS);
    }
}

static void attack(const size_t *sizes, uint32_t count)
{
    for (uint32_t s = 0; s < count; s++) {
        for (uint32_t i = 0; i < ATTACKERS; i++) {
            join(i);
        }
        pass(1000);
        burst(sizes[s]);
        pass(30000); /* All of them are gone. */
        for (uint32_t i = 0; i < ATTACKERS; i++) {
            raw_client_reset(&line.deaf, line.ends[i]);
        }
    }
}

/* What a join takes and more, each message in a datagram of its own. */
static void tell(uint32_t index)
{
    const uint8_t welcome[WELCOME_BYTES] = {1};
    for (uint32_t i = 0; i < TOLD; i++) {
        assert_int_equal(dw_net_send(line.at.net, line.peers[index], DW_CHANNEL_CONTROL, true,
                                     welcome, sizeof welcome),
                         DW_OK);
        dw_net_flush(line.at.net);
    }
}

/* Pieces once cut for the bursts' sizes used to serve no other size for the rest of the process. */
static void bursts_of_waiting_messages_leave_room_for_later_players(void **state)
{
    (void)state;
    const size_t before = dw_net_slab_get_stats().in_use;
    const size_t sizes[] = {385, 769, 193};
    attack(sizes, sizeof sizes / sizeof sizes[0]);
    assert_int_equal(dw_net_slab_get_stats().in_use, before);
    join(ATTACKERS);
    tell(ATTACKERS);
    pass(1000);
    assert_true(line.told >= TOLD);
}

/* All clients are told something at the very moment of the burst. */
static void players_are_told_what_is_on_while_others_fill_the_memory(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ATTACKERS + HONEST; i++) {
        join(i);
    }
    pass(1000);
    burst(769);
    for (uint32_t i = ATTACKERS; i < ATTACKERS + HONEST; i++) {
        tell(i);
    }
    pass(1000);
    assert_true(line.told >= HONEST * TOLD);
    for (uint32_t i = ATTACKERS; i < ATTACKERS + HONEST; i++) {
        assert_int_not_equal(line.peers[i], 0);
    }
}

/* The rest of the block, to the last byte. */
static void take_all(void)
{
    for (size_t size = 1 << 20; size > 0; size /= 2) {
        while (line.piece_count < PIECES_MAX &&
               (line.pieces[line.piece_count] = dw_net_slab_take(size)) != NULL) {
            line.piece_count++;
        }
    }
    assert_true(line.piece_count < PIECES_MAX);
}

static uint32_t received_by(uint32_t index)
{
    return dw_net_slab_owned(dw_net_received_by(dw_net_peer_index(line.peers[index])));
}

static uint32_t sent_to(uint32_t index)
{
    return dw_net_slab_owned(dw_net_sent_to(dw_net_peer_index(line.peers[index])));
}

static void owe_100_kib(uint32_t index)
{
    const uint8_t bytes[1000] = {0};
    while (sent_to(index) < 100 * 1024) {
        assert_int_equal(
            dw_net_send(line.at.net, line.peers[index], DW_CHANNEL_MAP, true, bytes, sizeof bytes),
            DW_OK);
    }
}

/* Judged at the datagram: what is too much never gets to ENet. */
static void no_peer_has_more_than_its_share_for_a_moment(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 40, 193, 385, 769, 1170};
    for (uint32_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        join(0);
        pass(1000);
        const uint64_t before = raw_net_refused(&line.at, DW_DATAGRAM_SHARE);
        uint32_t sent = 0;
        for (uint32_t d = 0; d < DATAGRAMS && sent + 32 <= MESSAGES; d++) {
            sent += send_waiting(0, sizes[s], 2 + sent);
            if (d % 4 == 3) {
                dw_net_poll(line.at.net, MS_NS);
                assert_true(received_by(0) <= SHARE_BYTES);
            }
        }
        assert_true(raw_net_refused(&line.at, DW_DATAGRAM_SHARE) > before);
        assert_true(received_by(0) > SHARE_BYTES / 2);
        pass(1000);
        assert_int_equal(line.peers[0], 0);
        raw_client_reset(&line.deaf, line.ends[0]);
    }
    assert_int_equal(dw_net_get_stats(line.at.net)->lost[DW_NET_LOST_HOARDING],
                     sizeof sizes / sizeof sizes[0]);
}

/* A deaf peer owes 100 KiB; nothing is left for one that listens. */
static void the_largest_holder_goes_and_not_the_receiver(void **state)
{
    (void)state;
    const uint8_t byte = 0;
    join(0);
    join(1);
    join(ATTACKERS);
    owe_100_kib(0);
    take_all();
    tell(ATTACKERS);
    give_all();
    assert_int_equal(dw_net_send(line.at.net, line.peers[0], DW_CHANNEL_MAP, true, &byte, 1),
                     DW_LOST);
    assert_int_equal(line.at.ended, 0); /* A match may be in its tick now. */
    pass(1000);
    assert_int_equal(line.at.ended, 1);
    assert_int_equal(line.peers[0], 0);
    assert_int_not_equal(line.peers[1], 0);
    assert_int_not_equal(line.peers[ATTACKERS], 0);
    assert_true(line.told >= TOLD);
    assert_int_equal(dw_net_get_stats(line.at.net)->lost[DW_NET_LOST_MEMORY], 1);
    assert_int_equal(dw_net_get_stats(line.at.net)->connected, 2);
}

static void without_memory_sends_say_so_and_joins_are_refused_meanwhile(void **state)
{
    (void)state;
    const uint8_t bytes[100] = {0};
    join(0);
    join(ATTACKERS);
    assert_true(dw_net_has_room(line.at.net));
    ENetPeer *late = paced_net_ask(&line.at, client_of(1));
    raw_client_flush(client_of(1)); /* Its connect is under way. */
    take_all();
    assert_false(dw_net_has_room(line.at.net));
    assert_int_equal(
        dw_net_send(line.at.net, line.peers[ATTACKERS], DW_CHANNEL_MAP, true, bytes, sizeof bytes),
        DW_MEMORY);
    assert_int_equal(dw_net_get_stats(line.at.net)->sends_failed, 1);
    pass(1000);
    assert_in_range(raw_net_refused(&line.at, DW_DATAGRAM_MEMORY), 1, UINT32_MAX);
    assert_int_equal(dw_net_get_stats(line.at.net)->lost[DW_NET_LOST_MEMORY],
                     0); /* No peer holds much. */
    assert_int_equal(dw_net_get_stats(line.at.net)->connected, 2);
    give_all();
    assert_true(dw_net_has_room(line.at.net));
    raw_client_reset(client_of(1), late);
    join(2);
    assert_int_equal(dw_net_get_stats(line.at.net)->connected, 3);
}

/* A member holds the most of it, and would have to go for a join. */
static void a_client_with_a_wrong_password_costs_nobody_the_connection(void **state)
{
    (void)state;
    join(0);
    dw_net_make_member(line.at.net, line.peers[0]);
    owe_100_kib(0);
    (void)paced_net_ask(&line.at, client_of(ATTACKERS));
    raw_client_flush(client_of(ATTACKERS)); /* Its connect is under way. */
    take_all();
    assert_false(dw_net_has_room(line.at.net));
    paced_net_turn(&line.at);
    assert_int_equal(raw_net_refused(&line.at, DW_DATAGRAM_PASSWORD), 1);
    assert_int_equal(dw_net_get_stats(line.at.net)->lost[DW_NET_LOST_MEMORY], 0);
    assert_int_equal(dw_net_get_stats(line.at.net)->connected, 1);
}

/* ENet pings all peers in the same kind of turn in which it handles datagrams. */
static void pings_are_not_charged_to_the_sender_of_the_last_datagram(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ATTACKERS + HONEST; i++) {
        join(i);
    }
    uint32_t most = 0;
    for (uint32_t t = 0; t < 600; t++) { /* Two rounds of pings that no peer acknowledges. */
        const uint8_t acknowledge[] = {0x01, 0xff, 0x12, 0x34, 0, 0, 0, 0};
        uint8_t bytes[4 + sizeof acknowledge];
        const size_t head = raw_client_head(line.ends[0], bytes);
        memcpy(bytes + head, acknowledge, sizeof acknowledge);
        raw_client_say(&line.deaf, line.ends[0], bytes, sizeof bytes);
        paced_net_turn(&line.at);
        most = received_by(0) > most ? received_by(0) : most;
    }
    assert_int_equal(most, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define ON_WIRE(test) cmocka_unit_test_setup_teardown(test, open_wire, close_wire)
        ON_WIRE(no_peer_has_more_than_its_share_for_a_moment),
        ON_WIRE(the_largest_holder_goes_and_not_the_receiver),
        ON_WIRE(without_memory_sends_say_so_and_joins_are_refused_meanwhile),
        cmocka_unit_test_setup_teardown(a_client_with_a_wrong_password_costs_nobody_the_connection,
                                        open_sealed_wire, close_wire),
        ON_WIRE(pings_are_not_charged_to_the_sender_of_the_last_datagram),
        ON_WIRE(bursts_of_waiting_messages_leave_room_for_later_players),
        ON_WIRE(players_are_told_what_is_on_while_others_fill_the_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
