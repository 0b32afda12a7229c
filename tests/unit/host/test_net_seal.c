/* Sealed connections with an attacker on the wire that changes, repeats, reorders and makes up
 * datagrams. All of it is counted and changes nothing else. On a clock of its own; loopback. */
#include "fake_clock.h"
#include "protocol/transport/enet_wire.h"
#include "server/host/net_state.h"
#include "tapped_wire.h"
#include "tests/support/test.h"

enum {
    MESSAGES = 5000,
    BUDGET = 300, /* Datagrams a second. */
    HELD_MAX = 64
};

#define MS_NS UINT64_C(1000000)

static tapped_wire wire;

/* Datagrams that the tap keeps for later, of one direction. */
typedef struct holder {
    bool on, up;
    uint32_t count;
    wire_tap_datagram held[HELD_MAX];
} holder;

static holder box;

static bool hold_back(void *context, wire_tap_datagram *datagram)
{
    holder *of = context;
    if (!of->on || datagram->up != of->up || of->count == HELD_MAX) {
        return true;
    }
    of->held[of->count++] = *datagram;
    return false;
}

static ENetPeer *peer;
static dw_peer server_side;

static void open_wire(const tapped_wire_config *config)
{
    tapped_wire_open(&wire, config);
    memset(&box, 0, sizeof box);
    wire.tap.filter = hold_back;
    wire.tap.context = &box;
    peer = tapped_wire_join(&wire);
    server_side = wire.newest;
    tapped_wire_pass(&wire, 500); /* Both ends have said all that they say at first. */
}

/* One datagram with an input in it, which the tap keeps. */
static const wire_tap_datagram *hold_input(void)
{
    box = (holder){.on = true, .up = true};
    tapped_wire_say_up(&wire, peer, DW_CHANNEL_INPUT, false);
    raw_client_flush(&wire.client);
    wire_tap_run(&wire.tap);
    box.on = false;
    assert_int_equal(box.count, 1);
    return &box.held[0];
}

static void check_words(bool sealed)
{
    open_wire(&(tapped_wire_config){.clear_server = !sealed, .clear_client = !sealed});
    tapped_wire_talk(&wire, peer, server_side, 100);
    const uint32_t readable =
        wire_tap_count(&wire.tap, TAPPED_WIRE_WORDS, strlen(TAPPED_WIRE_WORDS));
    assert_true(sealed ? readable == 0 : readable >= 100);
    tapped_wire_close(&wire);
}

static void nobody_on_the_way_reads_a_sealed_message(void **state)
{
    (void)state;
    check_words(true);
    check_words(false);
}

static void thousands_of_messages_pass_both_ways(void **state)
{
    (void)state;
    open_wire(&(tapped_wire_config){.clear_server = false});
    tapped_wire_talk(&wire, peer, server_side, MESSAGES);
    for (uint32_t i = 0; i < MESSAGES; i++) {
        tapped_wire_say_up(&wire, peer, DW_CHANNEL_INPUT, false);
        tapped_wire_say_down(&wire, server_side, DW_CHANNEL_SNAPSHOT, false);
        tapped_wire_turn(&wire);
    }
    assert_int_equal(wire.up_heard, 2 * MESSAGES);
    assert_int_equal(wire.down_heard, 2 * MESSAGES);
    assert_int_equal(tapped_wire_unopened(&wire), 0);
    assert_int_equal(dw_joiner_get_stats(wire.client.joiner).unopened, 0);
    tapped_wire_close(&wire);
}

static void both_ends_sign_the_same_connection(void **state)
{
    (void)state;
    open_wire(
        &(tapped_wire_config){.server_password = "night owl", .client_password = "night owl"});
    const uint8_t *mine = dw_joiner_transcript(wire.client.joiner, peer->incomingPeerID);
    const uint8_t *theirs = dw_net_transcript(wire.net, server_side);
    assert_non_null(mine);
    assert_non_null(theirs);
    assert_memory_equal(mine, theirs, DW_SEAL_TRANSCRIPT_SIZE);
    raw_client_reset(&wire.client, peer);
    assert_null(dw_joiner_transcript(wire.client.joiner, 0));
    tapped_wire_pass(&wire, 30000);
    assert_int_equal(wire.disconnected, 1);
    assert_null(dw_net_transcript(wire.net, server_side));
    tapped_wire_close(&wire);
}

/* Each bit of a datagram, one by one. */
static void a_changed_bit_is_counted_and_changes_nothing(void **state)
{
    (void)state;
    open_wire(&(tapped_wire_config){.clear_server = false});
    const wire_tap_datagram *input = hold_input();
    const uint32_t heard = wire.up_heard;
    const uint32_t bits = 8 * input->size;
    for (uint32_t bit = 0; bit < bits; bit++) {
        wire_tap_datagram changed = *input;
        changed.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        wire_tap_to_server(&wire.tap, changed.bytes, changed.size);
        tapped_wire_poll(&wire);
        assert_int_equal(tapped_wire_unopened(&wire), bit + 1);
    }
    assert_int_equal(wire.up_heard, heard);
    assert_int_equal(tapped_wire_refused(&wire, DW_DATAGRAM_FLOOD), 0);
    wire_tap_to_server(&wire.tap, input->bytes, input->size);
    tapped_wire_poll(&wire);
    assert_int_equal(wire.up_heard, heard + 1);
    tapped_wire_talk(&wire, peer, server_side, 100);
    tapped_wire_close(&wire);
}

static void a_datagram_that_is_cut_or_longer_is_counted_and_changes_nothing(void **state)
{
    (void)state;
    open_wire(&(tapped_wire_config){.clear_server = false});
    const wire_tap_datagram *input = hold_input();
    const uint32_t heard = wire.up_heard;
    for (uint32_t size = 1; size < input->size; size++) {
        wire_tap_to_server(&wire.tap, input->bytes, size);
        tapped_wire_poll(&wire);
        assert_int_equal(tapped_wire_unopened(&wire), size);
    }
    const uint64_t cut = tapped_wire_unopened(&wire);
    wire_tap_datagram longer = *input;
    for (uint32_t more = 1; more <= 20; more++) {
        wire_tap_to_server(&wire.tap, longer.bytes, longer.size + more);
        tapped_wire_poll(&wire);
        assert_int_equal(tapped_wire_unopened(&wire), cut + more);
    }
    const dw_net_stats *stats = dw_net_get_stats(wire.net);
    assert_in_range(stats->unopened[DW_SEAL_BAD_SIZE], 17, UINT32_MAX);
    assert_in_range(stats->unopened[DW_SEAL_FORGED], 21, UINT32_MAX);
    assert_int_equal(wire.up_heard, heard);
    wire_tap_to_server(&wire.tap, input->bytes, input->size);
    tapped_wire_poll(&wire);
    assert_int_equal(wire.up_heard, heard + 1);
    tapped_wire_close(&wire);
}

/* Within the window they are known, behind it they are too old. */
static void what_is_sent_again_is_not_heard_again(void **state)
{
    (void)state;
    open_wire(&(tapped_wire_config){.clear_server = false});
    const dw_net_stats *stats = dw_net_get_stats(wire.net);
    const wire_tap_datagram first = *hold_input();
    wire_tap_to_server(&wire.tap, first.bytes, first.size);
    tapped_wire_poll(&wire);
    const uint32_t heard = wire.up_heard;
    for (uint32_t i = 0; i < 100; i++) {
        wire_tap_to_server(&wire.tap, first.bytes, first.size);
    }
    tapped_wire_poll(&wire);
    assert_int_equal(stats->unopened[DW_SEAL_REPLAYED], 100);
    assert_int_equal(wire.up_heard, heard);
    tapped_wire_talk(&wire, peer, server_side, 600);
    for (uint32_t i = 0; i < 50; i++) {
        wire_tap_to_server(&wire.tap, first.bytes, first.size);
    }
    tapped_wire_poll(&wire);
    assert_int_equal(stats->unopened[DW_SEAL_OLD], 50);
    assert_int_equal(tapped_wire_unopened(&wire), 150);
    assert_int_equal(wire.up_heard, heard + 600);
    tapped_wire_talk(&wire, peer, server_side, 10);
    tapped_wire_close(&wire);
}

static void what_comes_in_another_order_opens(void **state)
{
    (void)state;
    open_wire(&(tapped_wire_config){.clear_server = false});
    box = (holder){.on = true, .up = true};
    for (uint32_t i = 0; i < 40; i++) {
        tapped_wire_say_up(&wire, peer, DW_CHANNEL_CONTROL, true);
        raw_client_flush(&wire.client);
        wire_tap_run(&wire.tap);
    }
    box.on = false;
    assert_int_equal(box.count, 40);
    const uint32_t heard = wire.up_heard;
    for (uint32_t i = box.count; i > 0; i--) {
        wire_tap_to_server(&wire.tap, box.held[i - 1].bytes, box.held[i - 1].size);
    }
    tapped_wire_poll(&wire);
    assert_int_equal(wire.up_heard, heard + 40);
    assert_int_equal(tapped_wire_unopened(&wire), 0);
    tapped_wire_close(&wire);
}

/* Far over the budget, and from the client's own address. */
static void forged_datagrams_spend_no_budget(void **state)
{
    (void)state;
    open_wire(&(tapped_wire_config){.clear_server = false});
    wire_tap_datagram forged = *hold_input();
    forged.bytes[forged.size - 1] ^= 1;
    fake_clock_advance(1000 * MS_NS);
    tapped_wire_poll(&wire);
    for (uint32_t i = 0; i < 4 * BUDGET; i++) {
        wire_tap_to_server(&wire.tap, forged.bytes, forged.size);
        if (i % 50 == 49) {
            tapped_wire_poll(&wire);
        }
    }
    assert_int_equal(dw_net_get_stats(wire.net)->unopened[DW_SEAL_FORGED], 4 * BUDGET);
    wire.unordered = true; /* One input is held back for good. */
    const uint32_t heard = wire.up_heard;
    for (uint32_t i = 0; i < BUDGET - 20; i++) {
        tapped_wire_say_up(&wire, peer, DW_CHANNEL_INPUT, false);
        raw_client_flush(&wire.client);
        wire_tap_run(&wire.tap);
        if (i % 50 == 49) {
            tapped_wire_poll(&wire);
        }
    }
    tapped_wire_poll(&wire);
    assert_int_equal(wire.up_heard - heard, BUDGET - 20);
    assert_int_equal(tapped_wire_refused(&wire, DW_DATAGRAM_FLOOD), 0);
    tapped_wire_close(&wire);
}

/* The same attacks on the client, which hears the server's datagrams and nothing else. */
static void a_client_opens_what_its_server_sealed_and_nothing_else(void **state)
{
    (void)state;
    open_wire(&(tapped_wire_config){.clear_server = false});
    box = (holder){.on = true, .up = false};
    tapped_wire_say_down(&wire, server_side, DW_CHANNEL_SNAPSHOT, false);
    dw_net_flush(wire.net);
    wire_tap_run(&wire.tap);
    box.on = false;
    assert_int_equal(box.count, 1);
    const wire_tap_datagram *right = &box.held[0];
    const uint32_t heard = wire.down_heard;
    uint64_t wrong = 0;
    for (uint32_t bit = 0; bit < 8 * right->size; bit++, wrong++) {
        wire_tap_datagram changed = *right;
        changed.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        wire_tap_to_client(&wire.tap, changed.bytes, changed.size);
        tapped_wire_turn(&wire);
    }
    for (uint32_t size = 1; size < right->size; size++, wrong++) {
        wire_tap_to_client(&wire.tap, right->bytes, size);
        tapped_wire_turn(&wire);
    }
    const wire_tap_datagram *own = wire_tap_newest(&wire.tap, true, 0); /* Back to its sender. */
    wire_tap_to_client(&wire.tap, own->bytes, own->size);
    tapped_wire_turn(&wire);
    wrong++;
    assert_int_equal(dw_joiner_get_stats(wire.client.joiner).unopened, wrong);
    assert_int_equal(wire.down_heard, heard);
    wire_tap_to_client(&wire.tap, right->bytes, right->size);
    wire_tap_to_client(&wire.tap, right->bytes, right->size);
    tapped_wire_turn(&wire);
    assert_int_equal(wire.down_heard, heard + 1);
    assert_int_equal(dw_joiner_get_stats(wire.client.joiner).unopened, wrong + 1);
    tapped_wire_talk(&wire, peer, server_side, 10);
    tapped_wire_close(&wire);
}

static void a_datagram_under_the_key_of_another_connection_does_not_open(void **state)
{
    (void)state;
    open_wire(&(tapped_wire_config){.peers = 2});
    ENetPeer *other = tapped_wire_join(&wire);
    const dw_peer other_side = wire.newest;
    tapped_wire_talk(&wire, other, other_side, 10);
    tapped_wire_talk(&wire, peer, server_side, 100); /* Counters that the other end has not used. */
    wire_tap_datagram moved = *hold_input();
    const uint32_t heard = wire.up_heard;
    const uint32_t head =
        (uint32_t)(moved.bytes[0] << 8 | moved.bytes[1]) & ~(uint32_t)DW_ENET_PEER_NONE;
    const uint32_t claimed = head | other->outgoingPeerID;
    moved.bytes[0] = (uint8_t)(claimed >> 8);
    moved.bytes[1] = (uint8_t)claimed;
    wire_tap_to_server(&wire.tap, moved.bytes, moved.size);
    tapped_wire_poll(&wire);
    assert_int_equal(dw_net_get_stats(wire.net)->unopened[DW_SEAL_FORGED], 1);
    assert_int_equal(wire.up_heard, heard);
    wire.unordered = true;
    tapped_wire_talk(&wire, peer, server_side, 10);
    tapped_wire_talk(&wire, other, other_side, 10);
    tapped_wire_close(&wire);
}

/* ENet's goodbye, correct but for the seal, to both ends. */
static void say_forged_goodbyes(void)
{
    uint8_t goodbye[64] = {0};
    const size_t head = raw_client_head(peer, goodbye);
    const uint8_t command[] = {0x84, 0xff, 0, 2, 0, 0, 0, 0};
    memcpy(goodbye + head, command, sizeof command);
    wire_tap_to_server(&wire.tap, goodbye, head + sizeof command);
    wire_tap_to_server(&wire.tap, goodbye, sizeof goodbye);
    const ENetPeer *far_end = &wire.net->host->peers[dw_net_peer_index(server_side)];
    (void)raw_client_head(far_end, goodbye);
    wire_tap_to_client(&wire.tap, goodbye, head + sizeof command);
    wire_tap_to_client(&wire.tap, goodbye, sizeof goodbye);
}

static void a_forged_goodbye_ends_nothing(void **state)
{
    (void)state;
    open_wire(&(tapped_wire_config){.clear_server = false});
    say_forged_goodbyes();
    tapped_wire_pass(&wire, 1000);
    assert_int_equal(wire.disconnected, 0);
    assert_int_equal(peer->state, ENET_PEER_STATE_CONNECTED);
    assert_int_equal(tapped_wire_unopened(&wire), 2);
    assert_int_equal(dw_joiner_get_stats(wire.client.joiner).unopened, 2);
    tapped_wire_talk(&wire, peer, server_side, 100);
    tapped_wire_close(&wire);
}

/* Without a seal the same bytes are good. */
static void in_the_clear_the_same_goodbye_ends_the_connection(void **state)
{
    (void)state;
    open_wire(&(tapped_wire_config){.clear_server = true, .clear_client = true});
    say_forged_goodbyes();
    tapped_wire_pass(&wire, 1000);
    assert_int_equal(wire.disconnected, 1);
    assert_int_not_equal(peer->state, ENET_PEER_STATE_CONNECTED);
    tapped_wire_close(&wire);
}

static void a_goodbye_under_the_key_ends_the_connection_and_its_key(void **state)
{
    (void)state;
    open_wire(&(tapped_wire_config){.clear_server = false});
    const wire_tap_datagram input = *hold_input();
    const dw_net_sealed *row = &wire.net->seals->rows[dw_net_peer_index(server_side)];
    assert_true(row->used);
    enet_peer_disconnect(peer, 0);
    tapped_wire_pass(&wire, 500);
    assert_int_equal(wire.disconnected, 1);
    assert_int_equal(wire.why, DW_NET_LOST_CONNECTION);
    const dw_net_sealed wiped = {.used = false};
    assert_memory_equal(row, &wiped, sizeof wiped);
    const uint64_t before = tapped_wire_unopened(&wire);
    wire_tap_to_server(&wire.tap, input.bytes, input.size);
    tapped_wire_poll(&wire);
    assert_int_equal(tapped_wire_unopened(&wire), before + 1);
    tapped_wire_close(&wire);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_on_the_way_reads_a_sealed_message),
        cmocka_unit_test(thousands_of_messages_pass_both_ways),
        cmocka_unit_test(both_ends_sign_the_same_connection),
        cmocka_unit_test(a_changed_bit_is_counted_and_changes_nothing),
        cmocka_unit_test(a_datagram_that_is_cut_or_longer_is_counted_and_changes_nothing),
        cmocka_unit_test(what_is_sent_again_is_not_heard_again),
        cmocka_unit_test(what_comes_in_another_order_opens),
        cmocka_unit_test(forged_datagrams_spend_no_budget),
        cmocka_unit_test(a_client_opens_what_its_server_sealed_and_nothing_else),
        cmocka_unit_test(a_datagram_under_the_key_of_another_connection_does_not_open),
        cmocka_unit_test(a_forged_goodbye_ends_nothing),
        cmocka_unit_test(in_the_clear_the_same_goodbye_ends_the_connection),
        cmocka_unit_test(a_goodbye_under_the_key_ends_the_connection_and_its_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
