/* enet_straight.c against stock ENet 1.3.17: what goes out past ENet's queues is, byte for byte and
 * at the same moment, what enet_peer_send would have sent, whatever the network does, and what a
 * datagram says is read within its bytes. How messages come in: test_enet_turn. */
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "enet_air.h"
#include "protocol/protocol.h"
#include "protocol/transport/enet_line.h"
#include "protocol/transport/enet_straight.h"
#include "tests/support/test.h"

#include <stdlib.h>

enum {
    SERVER_PORT = 1,
    CLIENT_PORT = 2,
    CHANNELS = 3,
    HEAD = 5, /* Of a message: its number on its channel, whether it is a reliable one. */
    PAYLOAD_MAX = DW_DATAGRAM_MAX - 28,
    TURNS_MAX = 20000,
    HEAD_SIZE = 10 /* Of a datagram with one unreliable message. */
};

static const air_weather fine = {.delay_min_ms = 3, .delay_max_ms = 3};
static const air_weather stormy = {
    .lost_percent = 15, .twice_percent = 10, .delay_min_ms = 1, .delay_max_ms = 40};

typedef struct script {
    uint64_t seed;
    uint32_t turns; /* Of a millisecond. */
    uint32_t messages_a_turn;
    uint32_t reliable_percent, silent_percent;
    uint32_t channels;
    uint32_t connections;    /* One after the other, in the same place. */
    uint32_t stormy_at_turn; /* Until there the weather is fine. */
} script;

typedef struct talker {
    ENetHost *host;
    ENetPeer *peer;
    bool straight, in;
    uint32_t said[CHANNELS], said_reliable[CHANNELS];
    uint32_t heard[CHANNELS], heard_reliable[CHANNELS];
    uint32_t next[CHANNELS]; /* No message of a lower number may come any more. */
    uint64_t heard_hash;
    uint32_t went_straight, went_by_enet; /* Unreliable ones. */
} talker;

typedef struct run {
    talker server, client;
    dw_rng chance;
    const script *what; /* NULL: nobody says anything. */
    uint32_t turn;
    bool compares;
} run;

/* What each turn of the first run came to; the second one is held against it. */
static uint64_t marks[TURNS_MAX];
static uint32_t mark_count;

static void hear(talker *at, const ENetEvent *event)
{
    const uint8_t *bytes = event->packet->data;
    const uint32_t channel = event->channelID;
    uint32_t number;
    assert_true(event->packet->dataLength >= HEAD && channel < CHANNELS);
    memcpy(&number, bytes, sizeof number);
    assert_true(number >= at->next[channel]); /* Neither twice nor out of order. */
    at->next[channel] = number + 1;
    at->heard[channel]++;
    at->heard_reliable[channel] += bytes[HEAD - 1];
    at->heard_hash = dw_hash_bytes(dw_hash_u64(at->heard_hash, channel), bytes, //
                                   event->packet->dataLength);
}

static void say_by_enet(talker *who, uint8_t channel, bool reliable, const uint8_t *bytes,
                        size_t size)
{
    who->peer->packetThrottle = ENET_PEER_PACKET_THROTTLE_SCALE;
    ENetPacket *packet = enet_packet_create(bytes, size, reliable ? ENET_PACKET_FLAG_RELIABLE : 0);
    assert_int_equal(enet_peer_send(who->peer, channel, packet), 0);
    if (!reliable) {
        enet_host_flush(who->host); /* A reliable one waits and goes along with something. */
    }
}

static void say(run *at, talker *who, const script *what)
{
    const uint8_t channel = (uint8_t)dw_rng_below(&at->chance, what->channels);
    const bool reliable = dw_rng_below(&at->chance, 100) < what->reliable_percent;
    const bool large = dw_rng_below(&at->chance, 20) == 0;
    const size_t size = HEAD + dw_rng_below(&at->chance, large ? PAYLOAD_MAX - HEAD + 1 : 30);
    uint8_t bytes[PAYLOAD_MAX];
    memset(bytes, (int)(who->said[channel] & 0xff), size);
    memcpy(bytes, &who->said[channel], sizeof who->said[channel]);
    bytes[HEAD - 1] = reliable;
    who->said[channel]++;
    who->said_reliable[channel] += reliable;
    if (!reliable && who->straight &&
        dw_enet_send_straight(who->host, who->peer, channel, bytes, size)) {
        who->went_straight++;
        return;
    }
    who->went_by_enet += !reliable;
    say_by_enet(who, channel, reliable, bytes, size);
}

/* Whoever is let in says so on the spot, while ENet's acknowledgement still waits; now and then
 * there is an answer, too. */
static void serve(run *at, talker *who, bool talks)
{
    ENetEvent event;
    while (enet_host_service(who->host, &event, 0) > 0) {
        if (event.type == ENET_EVENT_TYPE_CONNECT) {
            who->peer = event.peer;
            who->in = true;
            enet_peer_timeout(who->peer, 64, 60000, 120000);
            if (at->what != NULL) {
                say(at, who, at->what);
            }
            dw_enet_never_throttle(who->peer);
        } else if (event.type == ENET_EVENT_TYPE_DISCONNECT) {
            who->in = false;
        } else {
            hear(who, &event);
            enet_packet_destroy(event.packet);
            if (talks && dw_rng_below(&at->chance, 8) == 0) {
                say(at, who, at->what);
            }
        }
    }
}

static void talk(run *at, talker *who, const script *what)
{
    if (dw_rng_below(&at->chance, 100) < what->silent_percent) {
        return;
    }
    if (dw_rng_below(&at->chance, 100) == 0) {
        enet_peer_ping(who->peer);
    }
    for (uint32_t i = 0; i < what->messages_a_turn; i++) {
        say(at, who, what);
    }
}

/* A millisecond. */
static void take_turn(run *at, bool talks)
{
    serve(at, &at->server, talks);
    serve(at, &at->client, talks);
    if (talks) {
        talk(at, &at->server, at->what);
        talk(at, &at->client, at->what);
    }
    uint64_t mark = dw_hash_u64(air_sent_hash(at->server.host), air_sent_hash(at->client.host));
    mark = dw_hash_u64(mark, at->server.heard_hash);
    mark = dw_hash_u64(mark, at->client.heard_hash);
    assert_true(at->turn < TURNS_MAX);
    if (at->compares && (at->turn >= mark_count || marks[at->turn] != mark)) {
        fail_msg("in turn %u something else was sent, or heard, than by ENet alone",
                 (unsigned)at->turn);
    }
    marks[at->turn++] = mark;
    air_wait(1);
}

static bool all_reliable_came(const talker *from, const talker *to)
{
    return memcmp(from->said_reliable, to->heard_reliable, sizeof from->said_reliable) == 0;
}

static void forget(talker *who)
{
    memset(who->said, 0, sizeof who->said);
    memset(who->said_reliable, 0, sizeof who->said_reliable);
    memset(who->heard, 0, sizeof who->heard);
    memset(who->heard_reliable, 0, sizeof who->heard_reliable);
    memset(who->next, 0, sizeof who->next);
}

static void connect_them(run *at)
{
    const ENetAddress server = air_address(SERVER_PORT);
    air_set_weather(&fine);
    forget(&at->server);
    forget(&at->client);
    assert_non_null(enet_host_connect(at->client.host, &server, CHANNELS, 0));
    for (uint32_t i = 0; i < 100 && !(at->client.in && at->server.in); i++) {
        take_turn(at, false);
    }
    assert_true(at->client.in && at->server.in);
}

static void disconnect_them(run *at)
{
    enet_peer_disconnect(at->client.peer, 0);
    for (uint32_t i = 0; i < 100 && (at->client.in || at->server.in); i++) {
        take_turn(at, false);
    }
    assert_false(at->client.in || at->server.in);
}

static void converse(run *at, const script *what)
{
    for (uint32_t i = 0; i < what->turns; i++) {
        if (i == what->stormy_at_turn) {
            air_set_weather(&stormy);
        }
        take_turn(at, true);
    }
    air_set_weather(&fine);
    for (uint32_t i = 0; i < 100 || (i < 8000 && !(all_reliable_came(&at->server, &at->client) &&
                                                   all_reliable_came(&at->client, &at->server)));
         i++) {
        take_turn(at, false);
    }
    assert_true(all_reliable_came(&at->server, &at->client));
    assert_true(all_reliable_came(&at->client, &at->server));
    if (what->stormy_at_turn >= what->turns) {
        assert_memory_equal(at->server.said, at->client.heard, sizeof at->server.said);
        assert_memory_equal(at->client.said, at->server.heard, sizeof at->client.said);
    }
}

static void play(run *at, const script *what, bool straight)
{
    memset(at, 0, sizeof *at);
    at->compares = straight;
    at->what = what;
    air_start(what->seed, &fine);
    dw_rng_init(&at->chance, what->seed, 1);
    at->server.host = air_host(SERVER_PORT, 1, CHANNELS);
    at->client.host = air_host(CLIENT_PORT, 1, CHANNELS);
    at->server.straight = at->client.straight = straight;
    at->client.host->peers[0].incomingSessionID = what->seed & 3; /* Of an earlier life. */
    at->client.host->peers[0].outgoingSessionID = (what->seed + 1) & 3;
    dw_enet_limit_datagrams(at->server.host);
    dw_enet_limit_datagrams(at->client.host);
    for (uint32_t i = 0; i < what->connections; i++) {
        connect_them(at);
        converse(at, what);
        disconnect_them(at);
    }
    enet_host_destroy(at->server.host);
    enet_host_destroy(at->client.host);
}

/* By ENet alone, then straight where it can be. */
static run play_both(const script *what)
{
    static run at;
    play(&at, what, false);
    assert_int_equal(at.server.went_straight, 0);
    mark_count = at.turn;
    play(&at, what, true);
    assert_int_equal(at.turn, mark_count);
    return at;
}

static void on_a_fine_line_the_same_bytes_leave_and_all_arrive(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 10; seed++) {
        const script what = {.seed = seed,
                             .turns = 2500,
                             .messages_a_turn = 1,
                             .reliable_percent = seed,
                             .silent_percent = 50,
                             .channels = CHANNELS,
                             .connections = 1,
                             .stormy_at_turn = UINT32_MAX};
        const run at = play_both(&what);
        assert_true(at.server.went_straight > 500 && at.client.went_straight > 500);
        assert_true(at.server.went_by_enet > 0 && at.client.went_by_enet > 0);
    }
}

static void in_a_storm_the_same_bytes_leave_and_the_same_arrives(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 20; seed++) {
        const script what = {.seed = seed,
                             .turns = 2500,
                             .messages_a_turn = 1 + seed % 3,
                             .reliable_percent = seed % 4 * 5,
                             .silent_percent = 30,
                             .channels = CHANNELS,
                             .connections = 1};
        const run at = play_both(&what);
        assert_true(at.server.went_straight > 500);
    }
}

/* ENet tells connections in one place apart by two bits in each datagram. */
static void after_each_of_ten_connections_in_one_place_the_next_one_hears(void **state)
{
    (void)state;
    const script what = {.seed = 5,
                         .turns = 300,
                         .messages_a_turn = 1,
                         .reliable_percent = 5,
                         .channels = CHANNELS,
                         .connections = 10,
                         .stormy_at_turn = 200};
    const run at = play_both(&what);
    assert_true(at.server.went_straight > 1000 && at.client.went_straight > 1000);
}

/* One in 65536 is ENet's: it goes as a reliable one, and the numbers begin anew. */
static void the_numbers_begin_anew_after_65535_and_nothing_is_lost(void **state)
{
    (void)state;
    const script what = {.seed = 6,
                         .turns = 3500,
                         .messages_a_turn = 20,
                         .channels = 1,
                         .connections = 1,
                         .stormy_at_turn = UINT32_MAX};
    const run at = play_both(&what);
    assert_true(at.server.said[0] >= 70000);
    assert_true(at.server.went_straight > 60000);
    assert_true(at.server.went_by_enet > 0);
}

static void nor_does_a_storm_at_that_moment_change_a_byte(void **state)
{
    (void)state;
    const script what = {.seed = 7,
                         .turns = 3400,
                         .messages_a_turn = 20,
                         .channels = 1,
                         .connections = 1,
                         .stormy_at_turn = 3260};
    (void)play_both(&what);
}

static void expect_refused(const run *at, uint8_t channel)
{
    const uint8_t bytes[HEAD] = {0};
    const uint32_t sent = air_sent_count(at->client.host);
    assert_false(
        dw_enet_send_straight(at->client.host, at->client.peer, channel, bytes, sizeof bytes));
    assert_int_equal(air_sent_count(at->client.host), sent);
}

static void what_enet_has_to_decide_is_left_to_it(void **state)
{
    (void)state;
    static run at;
    memset(&at, 0, sizeof at);
    air_start(1, &fine);
    at.server.host = air_host(SERVER_PORT, 1, CHANNELS);
    at.client.host = air_host(CLIENT_PORT, 1, CHANNELS);
    connect_them(&at);
    take_turn(&at, false);
    uint8_t bytes[HEAD] = {0};
    assert_true(dw_enet_send_straight(at.client.host, at.client.peer, 0, bytes, sizeof bytes));
    expect_refused(&at, CHANNELS);
    expect_refused(&at, 0xff);
    ENetChannel *channel = &at.client.peer->channels[0];
    channel->outgoingUnreliableSequenceNumber = 0xffff;
    expect_refused(&at, 0);
    channel->outgoingUnreliableSequenceNumber = 1;
    enet_peer_ping(at.client.peer);
    expect_refused(&at, 0);
    assert_int_equal(channel->outgoingUnreliableSequenceNumber, 1);
    enet_host_flush(at.client.host);
    bytes[0] = 1;
    assert_true(dw_enet_send_straight(at.client.host, at.client.peer, 0, bytes, sizeof bytes));
    ENetPacket *last = enet_packet_create(bytes, sizeof bytes, ENET_PACKET_FLAG_RELIABLE);
    assert_int_equal(enet_peer_send(at.client.peer, 0, last), 0);
    enet_host_flush(at.client.host);
    enet_peer_disconnect_later(at.client.peer, 0);
    assert_int_equal(at.client.peer->state, ENET_PEER_STATE_DISCONNECT_LATER);
    expect_refused(&at, 0);
    enet_peer_disconnect(at.client.peer, 0);
    expect_refused(&at, 0);
    enet_host_destroy(at.server.host);
    enet_host_destroy(at.client.host);
}

/* In memory of just that size, so that a sanitizer sees each byte that is read beyond. */
static bool read_exactly(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    dw_enet_message message;
    const bool is_one = dw_enet_read_message(copy, size, &message);
    if (is_one) {
        assert_true(message.bytes == copy + HEAD_SIZE && message.size == size - HEAD_SIZE);
        assert_int_equal(message.peer, (bytes[0] & 0x0f) << 8 | bytes[1]);
        assert_int_equal(message.session, bytes[0] >> 4 & 3);
        assert_int_equal(bytes[0] & 0xc0, 0);
        assert_int_equal(bytes[2], ENET_PROTOCOL_COMMAND_SEND_UNRELIABLE);
        assert_int_equal(message.channel, bytes[3]);
        assert_int_equal(message.reliable_sequence, bytes[4] << 8 | bytes[5]);
        assert_int_equal(message.sequence, bytes[6] << 8 | bytes[7]);
        assert_int_equal(message.size, (uint32_t)bytes[8] << 8 | bytes[9]);
    }
    free(copy);
    return is_one;
}

static size_t make_message(dw_rng *rng, uint8_t bytes[DW_DATAGRAM_MAX])
{
    const uint32_t size =
        dw_rng_below(rng, 2) == 0 ? dw_rng_below(rng, 4) : dw_rng_below(rng, PAYLOAD_MAX + 1);
    for (uint32_t i = 0; i < HEAD_SIZE + size; i++) {
        bytes[i] = (uint8_t)dw_rng_next(rng);
    }
    bytes[0] &= 0x3f;
    bytes[2] = ENET_PROTOCOL_COMMAND_SEND_UNRELIABLE;
    bytes[8] = (uint8_t)(size >> 8);
    bytes[9] = (uint8_t)size;
    return HEAD_SIZE + size;
}

static void one_message_alone_is_read_and_nothing_that_differs_by_a_bit_of_its_frame(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 8, 1);
    for (uint32_t trial = 0; trial < 3000; trial++) {
        uint8_t bytes[DW_DATAGRAM_MAX + 1] = {0};
        const size_t size = make_message(&rng, bytes);
        assert_true(read_exactly(bytes, size));
        assert_false(read_exactly(bytes, size - 1)); /* Cut short. */
        bytes[size] = 0;
        assert_false(read_exactly(bytes, size + 1)); /* Something follows. */
        static const uint8_t frame[][2] = {{0, 0xc0}, {2, 0xff}, {8, 0xff}, {9, 0xff}};
        for (uint32_t i = 0; i < 4; i++) {
            for (uint32_t bit = 1; bit <= 0x80; bit <<= 1) {
                if ((frame[i][1] & bit) != 0) {
                    bytes[frame[i][0]] ^= (uint8_t)bit;
                    assert_false(read_exactly(bytes, size));
                    bytes[frame[i][0]] ^= (uint8_t)bit;
                }
            }
        }
    }
}

static void hostile_bytes_are_read_within_their_bounds(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 9, 1);
    uint32_t taken = 0;
    for (uint32_t trial = 0; trial < 100000; trial++) {
        uint8_t bytes[DW_DATAGRAM_MAX] = {0};
        size_t size = dw_rng_below(&rng, 24);
        for (size_t i = 0; i < size; i++) {
            bytes[i] = (uint8_t)(dw_rng_below(&rng, 3) == 0 ? dw_rng_next(&rng) : 7);
        }
        if (trial % 2 == 0) {
            size = make_message(&rng, bytes);
            bytes[dw_rng_below(&rng, HEAD_SIZE)] = (uint8_t)dw_rng_next(&rng);
            size -= dw_rng_below(&rng, 4) == 0 ? dw_rng_below(&rng, (uint32_t)size + 1) : 0;
        }
        taken += read_exactly(bytes, size);
    }
    assert_in_range(taken, 5000, 45000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_a_fine_line_the_same_bytes_leave_and_all_arrive),
        cmocka_unit_test(in_a_storm_the_same_bytes_leave_and_the_same_arrives),
        cmocka_unit_test(after_each_of_ten_connections_in_one_place_the_next_one_hears),
        cmocka_unit_test(the_numbers_begin_anew_after_65535_and_nothing_is_lost),
        cmocka_unit_test(nor_does_a_storm_at_that_moment_change_a_byte),
        cmocka_unit_test(what_enet_has_to_decide_is_left_to_it),
        cmocka_unit_test(one_message_alone_is_read_and_nothing_that_differs_by_a_bit_of_its_frame),
        cmocka_unit_test(hostile_bytes_are_read_within_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
