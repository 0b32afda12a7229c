/* enet_straight.c against stock ENet 1.3.17, on the way in: two hosts at one address are fed the
 * same datagrams at the same time, one of them by ENet alone, the other one past its queues where
 * dw_enet_take_turn says so. Both have to hear the same messages in the same order, and to send the
 * same bytes, whatever is fed to them: that of honest clients over a line that loses, repeats and
 * mixes up, and forgeries of it. */
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "enet_air.h"
#include "protocol/protocol.h"
#include "protocol/transport/enet_line.h"
#include "protocol/transport/enet_straight.h"
#include "tests/support/test.h"

enum {
    SERVER_PORT = 1,
    TWIN_INBOX,
    STOCK_INBOX,
    CLIENT_PORT, /* And the next one. */
    CLIENTS = 2,
    STRANGER_PORT = 9,
    CHANNELS = 3,
    TURNS = 1500,
    MESSAGE_MAX = 3000,   /* In three fragments. */
    SERVER_EVERY_MS = 40, /* The servers say something as well. */
    HEAD_SIZE = 10        /* Of a datagram with one unreliable message. */
};

static const air_weather fine = {.delay_min_ms = 2, .delay_max_ms = 2};
static const air_weather stormy = {
    .lost_percent = 8, .twice_percent = 8, .delay_min_ms = 1, .delay_max_ms = 15};

typedef struct receiver {
    ENetHost *host;
    bool straight;
    uint32_t heard, connected, disconnected;
    uint64_t order[CLIENTS][CHANNELS]; /* A chained hash of what came in, in its order, */
    uint64_t all;                      /* by sender and channel, and across them. */
    uint32_t turns[DW_ENET_NOT_HERE + 1];
    uint32_t stays_percent; /* So often what ENet holds ready is left there for now. */
} receiver;

typedef struct scene {
    receiver stock, twin;
    ENetHost *clients[CLIENTS];
    ENetPeer *servers[CLIENTS]; /* As the clients know them. */
    bool in[CLIENTS];
    uint32_t said;
    dw_rng chance;
    uint32_t forged_percent;
    uint32_t reconnected;
} scene;

static scene at;

static void hear(receiver *who, const ENetPeer *from, uint8_t channel, const uint8_t *bytes,
                 size_t size)
{
    const size_t sender = (size_t)(from - who->host->peers);
    const uint64_t hash = dw_hash_bytes(dw_hash_u64(sender, channel), bytes, size);
    assert_true(sender < CLIENTS && channel < CHANNELS);
    who->order[sender][channel] = dw_hash_u64(who->order[sender][channel], hash);
    who->all = dw_hash_u64(who->all, hash);
    who->heard++;
}

static void handle(receiver *who, ENetEvent *event)
{
    if (event->type == ENET_EVENT_TYPE_CONNECT) {
        who->connected++;
        event->peer->mtu = DW_DATAGRAM_MAX;
        enet_peer_timeout(event->peer, 64, 60000, 120000);
    } else if (event->type == ENET_EVENT_TYPE_DISCONNECT) {
        who->disconnected++;
    } else {
        hear(who, event->peer, event->channelID, event->packet->data, event->packet->dataLength);
        enet_packet_destroy(event->packet);
    }
}

/* One who leaves something there draws lots of his own: the twins need not be the same in that. */
static bool stays(const receiver *who)
{
    return who->stays_percent > 0 && dw_rng_below(&at.chance, 100) < who->stays_percent;
}

static void serve(receiver *who, bool all)
{
    ENetEvent event;
    while (enet_host_service(who->host, &event, 0) > 0) {
        handle(who, &event);
        if (!all && stays(who)) {
            return;
        }
    }
}

/* As net_receive.c does it, but that nothing overtakes what waits for ENet. */
static bool take_straight(receiver *who, const air_datagram *datagram, uint16_t inbox)
{
    dw_enet_message message;
    if (!who->straight || air_is_due(inbox) ||
        !dw_enet_read_message(datagram->bytes, datagram->size, &message) ||
        message.peer >= who->host->peerCount) {
        return false;
    }
    ENetPeer *peer = &who->host->peers[message.peer];
    if (peer->address.host != datagram->from.host || peer->address.port != datagram->from.port) {
        return false;
    }
    const dw_enet_turn turn = dw_enet_take_turn(peer, &message);
    who->turns[turn]++;
    if (turn == DW_ENET_NEXT) {
        hear(who, peer, message.channel, message.bytes, message.size);
    }
    return turn != DW_ENET_NOT_HERE;
}

static void feed_one(receiver *who, const air_datagram *datagram, uint16_t inbox)
{
    if (!take_straight(who, datagram, inbox)) {
        air_put(inbox, datagram);
        serve(who, false);
    }
}

static void feed(const air_datagram *datagram)
{
    feed_one(&at.stock, datagram, STOCK_INBOX);
    feed_one(&at.twin, datagram, TWIN_INBOX);
    if (at.twin.stays_percent == 0) {
        assert_true(at.stock.all == at.twin.all);
    }
}

static void put_u16(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)(value >> 8);
    bytes[1] = (uint8_t)value;
}

static uint32_t get_u16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 8 | bytes[1];
}

/* Of whatever kind it is. */
static void forge_frame(air_datagram *made, uint32_t kind)
{
    uint8_t *bytes = made->bytes;
    switch (kind) {
    case 0: /* Of another connection. */
        bytes[0] ^= (uint8_t)(0x10 << dw_rng_below(&at.chance, 2));
        break;
    case 1: /* Someone else's, or nobody's address. */
        made->from = air_address(dw_rng_below(&at.chance, 2) == 0
                                     ? (uint16_t)STRANGER_PORT
                                     : (uint16_t)(CLIENT_PORT + CLIENT_PORT + 1 - made->from.port));
        break;
    case 2: /* A peer that there is not, or another one. */
        put_u16(bytes, (get_u16(bytes) & 0xf000) | dw_rng_below(&at.chance, 6));
        break;
    case 3:
        made->size = 1 + dw_rng_below(&at.chance, made->size);
        break;
    case 4: /* Compressed, with a time, or both. */
        bytes[0] ^= (uint8_t)(0x40 * (1 + dw_rng_below(&at.chance, 3)));
        break;
    default: /* Something behind it: too little for a command, or one more. */
        memset(bytes + made->size, 0, 4);
        bytes[made->size] = ENET_PROTOCOL_COMMAND_PING;
        bytes[made->size + 1] = 0xff;
        made->size += 1 + dw_rng_below(&at.chance, 4);
        break;
    }
}

/* One unreliable message: but for one thing it is what it was. */
static void forge_message(air_datagram *made, uint32_t kind)
{
    uint8_t *bytes = made->bytes;
    switch (kind) {
    case 0:
        put_u16(bytes + 8, get_u16(bytes + 8) + 1 - 2 * dw_rng_below(&at.chance, 2));
        break;
    case 1: /* Without a byte. */
        put_u16(bytes + 6, get_u16(bytes + 6) + 1);
        put_u16(bytes + 8, 0);
        made->size = HEAD_SIZE;
        break;
    case 2: /* A channel that is not there, or another one. */
        bytes[3] = (uint8_t)dw_rng_below(&at.chance, dw_rng_below(&at.chance, 2) == 0 ? 5 : 256);
        break;
    case 3: /* Ahead of what is reliable, or behind it. */
        put_u16(bytes + 4, get_u16(bytes + 4) + dw_rng_below(&at.chance, 5) - 2);
        break;
    case 4:
        put_u16(bytes + 4, dw_rng_next(&at.chance));
        break;
    case 5: /* Ahead, behind, at the end of its numbers. */
        put_u16(bytes + 6, get_u16(bytes + 6) + dw_rng_below(&at.chance, 9) - 4);
        break;
    case 6:
        put_u16(bytes + 6, dw_rng_below(&at.chance, 50) == 0 ? 0xffff : 0);
        break;
    case 7: /* Wants an acknowledgement, or is unsequenced. */
        bytes[2] ^= (uint8_t)(0x40 << dw_rng_below(&at.chance, 2));
        break;
    case 8: /* Another command. */
        bytes[2] = (uint8_t)(bytes[2] + 1 + dw_rng_below(&at.chance, 3));
        break;
    default: /* Two in one. */
        if (made->size < 600) {
            memcpy(bytes + made->size, bytes + 2, made->size - 2);
            put_u16(bytes + made->size + 4, get_u16(bytes + 6) + 1);
            made->size += made->size - 2;
        }
        break;
    }
}

static void forge(air_datagram *made)
{
    enum { FRAME_KINDS = 6, MESSAGE_KINDS = 10 };
    const uint8_t *bytes = made->bytes;
    const bool is_message = made->size >= HEAD_SIZE && (bytes[0] & 0xc0) == 0 &&
                            bytes[2] == ENET_PROTOCOL_COMMAND_SEND_UNRELIABLE;
    const uint32_t kind =
        dw_rng_below(&at.chance, FRAME_KINDS + (is_message ? (uint32_t)MESSAGE_KINDS : 0));
    if (kind < FRAME_KINDS) {
        forge_frame(made, kind);
    } else {
        forge_message(made, kind - FRAME_KINDS);
    }
}

static void deliver(void)
{
    air_datagram datagram;
    while (air_take(SERVER_PORT, &datagram)) {
        const bool forged = dw_rng_below(&at.chance, 100) < at.forged_percent;
        const bool before = dw_rng_below(&at.chance, 2) == 0;
        air_datagram copy = datagram;
        if (forged) {
            forge(&copy);
        }
        if (forged && before) {
            feed(&copy);
        }
        feed(&datagram);
        if (forged && !before) {
            feed(&copy);
        }
    }
}

static void join(uint32_t index)
{
    const ENetAddress server = air_address(SERVER_PORT);
    at.servers[index] = enet_host_connect(at.clients[index], &server, CHANNELS, 0);
    assert_non_null(at.servers[index]);
    /* However often the line loses that, it is tried again soon. */
    enet_peer_timeout(at.servers[index], 64, 60000, 120000);
}

/* Who is sent away comes again. */
static void serve_client(uint32_t index)
{
    ENetEvent event;
    while (enet_host_service(at.clients[index], &event, 0) > 0) {
        if (event.type == ENET_EVENT_TYPE_CONNECT) {
            at.in[index] = true;
            dw_enet_never_throttle(event.peer);
        } else if (event.type == ENET_EVENT_TYPE_DISCONNECT) {
            at.in[index] = false;
            at.reconnected++;
            join(index);
        } else {
            enet_packet_destroy(event.packet);
        }
    }
}

static void say(ENetPeer *peer, uint8_t channel, bool reliable, size_t size)
{
    uint8_t bytes[MESSAGE_MAX] = {0};
    peer->packetThrottle = ENET_PEER_PACKET_THROTTLE_SCALE;
    at.said++;
    memcpy(bytes, &at.said, sizeof at.said);
    ENetPacket *packet = enet_packet_create(
        bytes, size, reliable ? ENET_PACKET_FLAG_RELIABLE : ENET_PACKET_FLAG_UNRELIABLE_FRAGMENT);
    if (enet_peer_send(peer, channel, packet) != 0) {
        enet_packet_destroy(packet);
    }
}

static void talk(uint32_t index, uint32_t reliable_percent)
{
    if (!at.in[index] || dw_rng_below(&at.chance, 3) == 0) {
        return;
    }
    const uint8_t channel = (uint8_t)dw_rng_below(&at.chance, CHANNELS);
    const bool large = dw_rng_below(&at.chance, 20) == 0;
    say(at.servers[index], channel, dw_rng_below(&at.chance, 100) < reliable_percent,
        dw_rng_below(&at.chance, large ? MESSAGE_MAX : 30));
    if (dw_rng_below(&at.chance, 4) > 0) {
        enet_host_flush(at.clients[index]);
    }
}

/* The same to both, so that they stay the same. */
static void answer(void)
{
    const uint32_t said = at.said;
    for (uint32_t i = 0; i < CLIENTS; i++) {
        at.said = said;
        say(&at.stock.host->peers[i], 0, i == 0, 8);
        at.said = said;
        say(&at.twin.host->peers[i], 0, i == 0, 8);
    }
}

/* A millisecond. */
static void take_turn(uint32_t number, uint32_t reliable_percent)
{
    serve(&at.stock, false);
    serve(&at.twin, false);
    deliver();
    for (uint32_t i = 0; i < CLIENTS; i++) {
        serve_client(i);
        talk(i, reliable_percent);
    }
    if (number % SERVER_EVERY_MS == SERVER_EVERY_MS - 1) {
        answer();
    }
    if (at.twin.stays_percent == 0) {
        assert_true(air_sent_hash(at.stock.host) == air_sent_hash(at.twin.host));
    }
    air_wait(1);
}

static void open_scene(uint64_t seed)
{
    memset(&at, 0, sizeof at);
    air_start(seed, &fine);
    dw_rng_init(&at.chance, seed, 3);
    at.stock.host = air_relay_host(SERVER_PORT, STOCK_INBOX, false, CLIENTS, CHANNELS);
    at.twin.host = air_relay_host(SERVER_PORT, TWIN_INBOX, true, CLIENTS, CHANNELS);
    at.twin.straight = true;
    for (uint32_t i = 0; i < CLIENTS; i++) {
        at.clients[i] = air_host((uint16_t)(CLIENT_PORT + i), 1, CHANNELS);
        at.clients[i]->mtu = DW_DATAGRAM_MAX;
        at.clients[i]->peers[0].mtu = DW_DATAGRAM_MAX;
        at.clients[i]->peers[0].incomingSessionID = seed & 3; /* Of an earlier life. */
        at.clients[i]->peers[0].outgoingSessionID = (seed + 1 + i) & 3;
        join(i);
    }
    for (uint32_t i = 0; i < 100; i++) {
        take_turn(0, 0);
    }
    assert_true(at.in[0] && at.in[1]);
    assert_int_equal(at.stock.connected, CLIENTS);
    assert_int_equal(at.twin.connected, CLIENTS);
}

static void close_scene(void)
{
    enet_host_destroy(at.stock.host);
    enet_host_destroy(at.twin.host);
    for (uint32_t i = 0; i < CLIENTS; i++) {
        enet_host_destroy(at.clients[i]);
    }
}

static void play(uint32_t reliable_percent)
{
    for (uint32_t i = 0; i < TURNS; i++) {
        take_turn(i, reliable_percent);
    }
}

/* Nothing is left anywhere. */
static void settle(void)
{
    at.stock.stays_percent = at.twin.stays_percent = 0;
    for (uint32_t i = 0; i < 50; i++) {
        serve(&at.stock, true);
        serve(&at.twin, true);
        air_wait(1);
    }
    assert_int_equal(at.stock.heard, at.twin.heard);
    assert_memory_equal(at.stock.order, at.twin.order, sizeof at.stock.order);
}

static void on_a_fine_line_all_that_is_alone_comes_in_straight(void **state)
{
    (void)state;
    open_scene(1);
    play(0);
    settle();
    assert_true(at.twin.turns[DW_ENET_NEXT] > 1000);
    assert_int_equal(at.twin.turns[DW_ENET_OVERTAKEN], 0);
    assert_int_equal(at.twin.turns[DW_ENET_NOT_HERE], 0);
    close_scene();
}

static void in_a_storm_the_same_is_heard_in_the_same_order(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 10; seed++) {
        open_scene(seed);
        air_set_weather(&stormy);
        play(seed * 2);
        settle();
        assert_true(at.twin.turns[DW_ENET_NEXT] > 100);
        assert_true(at.twin.turns[DW_ENET_OVERTAKEN] > 20);
        assert_true(at.twin.turns[DW_ENET_NOT_HERE] > 20);
        close_scene();
    }
}

/* On both sides something is still under way when they part, and when they meet again. */
static void so_it_is_when_peers_are_sent_away_and_come_again(void **state)
{
    (void)state;
    uint32_t reconnected = 0;
    for (uint32_t seed = 1; seed <= 10; seed++) {
        open_scene(seed);
        air_set_weather(&stormy);
        for (uint32_t i = 0; i < TURNS; i++) {
            if (i % 150 == 149) {
                answer();
                enet_host_flush(at.stock.host);
                enet_host_flush(at.twin.host);
                enet_peer_disconnect_later(&at.stock.host->peers[i / 150 % CLIENTS], 0);
                enet_peer_disconnect_later(&at.twin.host->peers[i / 150 % CLIENTS], 0);
            }
            take_turn(i, seed);
        }
        settle();
        assert_int_equal(at.stock.connected, at.twin.connected);
        assert_int_equal(at.stock.disconnected, at.twin.disconnected);
        reconnected += at.reconnected;
        close_scene();
    }
    assert_true(reconnected > 20);
}

static void forgeries_change_the_same_as_with_enet_alone(void **state)
{
    (void)state;
    uint32_t next = 0;
    for (uint32_t seed = 1; seed <= 20; seed++) {
        open_scene(seed);
        at.forged_percent = 40;
        air_set_weather(seed % 2 == 0 ? &stormy : &fine);
        play(seed % 5);
        settle();
        assert_int_equal(at.stock.disconnected, at.twin.disconnected);
        next += at.twin.turns[DW_ENET_NEXT];
        close_scene();
    }
    assert_true(next > 2000);
}

/* A host that runs out of time leaves messages where ENet has laid them ready: what comes behind
 * them may not pass. */
static void nothing_passes_what_enet_holds_ready(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 10; seed++) {
        open_scene(seed);
        at.stock.stays_percent = at.twin.stays_percent = 70;
        air_set_weather(&stormy);
        play(10);
        settle();
        assert_true(at.twin.turns[DW_ENET_NEXT] > 100);
        close_scene();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_a_fine_line_all_that_is_alone_comes_in_straight),
        cmocka_unit_test(in_a_storm_the_same_is_heard_in_the_same_order),
        cmocka_unit_test(so_it_is_when_peers_are_sent_away_and_come_again),
        cmocka_unit_test(forgeries_change_the_same_as_with_enet_alone),
        cmocka_unit_test(nothing_passes_what_enet_holds_ready),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
