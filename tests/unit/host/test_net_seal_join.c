/* How sealed connections begin with an attacker on the wire: passwords, refusals, attempts to make
 * a client do without the seal, repeated connects, many clients behind one address, and reused
 * places. On a clock of its own; loopback. */
#include "protocol/transport/enet_wire.h"
#include "server/host/net_state.h"
#include "tapped_wire.h"
#include "tests/support/test.h"

enum { CROWD = 50, JOINS_MAX = 5, TRIES = 10 };

static tapped_wire wire;

static uint32_t connections(void)
{
    return dw_net_get_stats(wire.net)->connected + dw_net_get_stats(wire.net)->half_open;
}

static void expect_refusal(dw_reason reason)
{
    dw_joiner_result result;
    assert_true(tapped_wire_try(&wire, &result));
    assert_false(result.answered);
    assert_int_equal(result.reason, reason);
    raw_client_reset(&wire.client, &wire.client.host->peers[result.peer]);
    assert_int_equal(connections(), 0);
    assert_int_equal(wire.connected, 0);
}

static void the_right_password_opens_and_a_wrong_one_is_refused_as_such(void **state)
{
    (void)state;
    tapped_wire_open(&wire, &(tapped_wire_config){.server_password = "night owl",
                                                  .client_password = "night owl"});
    ENetPeer *peer = tapped_wire_join(&wire);
    tapped_wire_talk(&wire, peer, wire.newest, 10);
    tapped_wire_close(&wire);
    tapped_wire_open(&wire, &(tapped_wire_config){.server_password = "night owl",
                                                  .client_password = "night Owl"});
    for (uint32_t i = 0; i < TRIES; i++) { /* 127.0.0.1 may try as often as it likes. */
        expect_refusal(DW_REASON_PASSWORD);
    }
    assert_int_equal(tapped_wire_refused(&wire, DW_DATAGRAM_PASSWORD), TRIES);
    tapped_wire_close(&wire);
}

static void wrong_passwords_count_against_the_joins_of_an_address(void **state)
{
    (void)state;
    tapped_wire_open(&wire, &(tapped_wire_config){.server_password = "night owl",
                                                  .client_password = "guess",
                                                  .bind = "127.0.0.2"});
    for (uint32_t i = 0; i < JOINS_MAX; i++) {
        expect_refusal(DW_REASON_PASSWORD);
    }
    expect_refusal(DW_REASON_ADDRESS);
    assert_in_range(tapped_wire_refused(&wire, DW_DATAGRAM_PASSWORD), JOINS_MAX, UINT32_MAX);
    assert_in_range(tapped_wire_refused(&wire, DW_DATAGRAM_JOIN_RATE), 1, UINT32_MAX);
    tapped_wire_close(&wire);
}

static void a_client_without_a_password_does_not_connect_at_all(void **state)
{
    (void)state;
    tapped_wire_open(&wire, &(tapped_wire_config){.server_password = "night owl"});
    expect_refusal(DW_REASON_PASSWORD);
    assert_non_null(wire_tap_challenge(&wire.tap, DW_CHALLENGE_ANSWER));
    assert_null(wire_tap_challenge(&wire.tap, DW_CHALLENGE_CONNECT_SEALED));
    assert_int_equal(tapped_wire_refused(&wire, DW_DATAGRAM_PASSWORD), 0);
    tapped_wire_close(&wire);
}

static void a_client_in_the_clear_is_told_that_the_server_seals(void **state)
{
    (void)state;
    tapped_wire_open(&wire, &(tapped_wire_config){.clear_client = true});
    expect_refusal(DW_REASON_UNSEALED);
    assert_int_equal(tapped_wire_refused(&wire, DW_DATAGRAM_UNSEALED), 1);
    assert_int_equal(dw_net_get_stats(wire.net)->cookies, 0);
    tapped_wire_close(&wire);
}

/* A connect of the other kind, with a cookie that nobody gave out. It is not answered. */
static void a_connect_of_the_other_kind_is_counted_as_unsealed(void **state)
{
    (void)state;
    for (uint32_t clear = 0; clear < 2; clear++) {
        tapped_wire_open(&wire,
                         &(tapped_wire_config){.clear_server = clear, .clear_client = clear});
        (void)tapped_wire_join(&wire);
        const uint8_t kind = clear ? DW_CHALLENGE_CONNECT_CLEAR : DW_CHALLENGE_CONNECT_SEALED;
        const wire_tap_datagram connect = *wire_tap_challenge(&wire.tap, kind);
        tapped_wire_close(&wire);
        tapped_wire_open(&wire,
                         &(tapped_wire_config){.clear_server = !clear, .clear_client = !clear});
        wire_tap_to_server(&wire.tap, connect.bytes, connect.size);
        tapped_wire_pass(&wire, 100);
        assert_int_equal(tapped_wire_refused(&wire, DW_DATAGRAM_UNSEALED), 1);
        assert_int_equal(wire.tap.down, 0);
        assert_int_equal(connections(), 0);
        tapped_wire_close(&wire);
    }
}

/* A client that does not go on without a seal has sent nothing but asks. */
static void expect_only_asks(void)
{
    static const uint8_t bare_connect[] = {0x8f, 0xff};
    assert_true(wire.tap.up >= 1);
    for (uint32_t i = 0; i < wire.tap.up; i++) {
        const wire_tap_datagram *said = wire_tap_newest(&wire.tap, true, i);
        assert_int_not_equal(memcmp(said->bytes, bare_connect, sizeof bare_connect), 0);
        assert_true(dw_challenge_is(said->bytes, said->size));
        assert_int_equal(said->bytes[4], DW_CHALLENGE_ASK);
    }
}

static void a_sealed_client_gives_up_at_a_server_that_does_not_seal(void **state)
{
    (void)state;
    dw_joiner_result result;
    tapped_wire_open(&wire, &(tapped_wire_config){.clear_server = true});
    assert_true(tapped_wire_try(&wire, &result));
    assert_false(result.answered);
    assert_int_equal(result.reason, DW_REASON_NONE);
    assert_non_null(strstr(result.error.text, "does not seal its connections"));
    expect_only_asks();
    assert_int_equal(connections(), 0);
    tapped_wire_close(&wire);
}

/* Turns each answer into one in the clear. */
static bool downgrade(void *context, wire_tap_datagram *datagram)
{
    dw_challenge said;
    (void)context;
    if (datagram->up || dw_challenge_decode(&said, datagram->bytes, datagram->size) != DW_OK) {
        return true;
    }
    said.kind = DW_CHALLENGE_ANSWER_CLEAR;
    datagram->size = (uint32_t)dw_challenge_encode(&said, datagram->bytes);
    return true;
}

static bool answer_with_refusal(void *context, wire_tap_datagram *datagram)
{
    dw_challenge said;
    (void)context;
    if (datagram->up || dw_challenge_decode(&said, datagram->bytes, datagram->size) != DW_OK) {
        return true;
    }
    said.kind = DW_CHALLENGE_REFUSED;
    said.reason = DW_REASON_UNSEALED;
    datagram->size = (uint32_t)dw_challenge_encode(&said, datagram->bytes);
    return true;
}

static void nobody_on_the_way_talks_a_client_out_of_the_seal(void **state)
{
    (void)state;
    dw_joiner_result result;
    tapped_wire_open(&wire, &(tapped_wire_config){.clear_server = false});
    wire.tap.filter = downgrade;
    assert_true(tapped_wire_try(&wire, &result));
    assert_false(result.answered);
    assert_non_null(strstr(result.error.text, "does not seal its connections"));
    expect_only_asks();
    raw_client_reset(&wire.client, &wire.client.host->peers[0]);
    wire.tap.filter = answer_with_refusal;
    assert_true(tapped_wire_try(&wire, &result));
    assert_false(result.answered);
    assert_int_equal(result.reason, DW_REASON_UNSEALED);
    expect_only_asks();
    tapped_wire_close(&wire);
}

/* Behind the true answer comes one in the clear: the first one counts. */
static bool answer_twice(void *context, wire_tap_datagram *datagram)
{
    tapped_wire *at = context;
    wire_tap_datagram clear = *datagram;
    dw_challenge said;
    if (!datagram->up && dw_challenge_decode(&said, datagram->bytes, datagram->size) == DW_OK) {
        wire_tap_to_client(&at->tap, datagram->bytes, datagram->size);
        said.kind = DW_CHALLENGE_ANSWER_CLEAR;
        clear.size = (uint32_t)dw_challenge_encode(&said, clear.bytes);
        wire_tap_to_client(&at->tap, clear.bytes, clear.size);
        return false;
    }
    return true;
}

static void a_second_answer_changes_nothing(void **state)
{
    (void)state;
    tapped_wire_open(&wire, &(tapped_wire_config){.clear_server = false});
    wire.tap.filter = answer_twice;
    wire.tap.context = &wire;
    ENetPeer *peer = tapped_wire_join(&wire);
    tapped_wire_talk(&wire, peer, wire.newest, 10);
    assert_null(wire_tap_challenge(&wire.tap, DW_CHALLENGE_CONNECT_CLEAR));
    tapped_wire_close(&wire);
}

/* Another identity, whose secret the attacker does not have. */
static bool swap_identity(void *context, wire_tap_datagram *datagram)
{
    dw_challenge said;
    const dw_seal_pair *other = context;
    if (!datagram->up && dw_challenge_decode(&said, datagram->bytes, datagram->size) == DW_OK &&
        said.kind == DW_CHALLENGE_ANSWER) {
        memcpy(said.identity_key, other->public_key, sizeof said.identity_key);
        (void)dw_challenge_encode(&said, datagram->bytes);
    }
    return true;
}

typedef struct known_server {
    uint8_t identity[DW_SEAL_KEY_SIZE];
    uint32_t asked;
} known_server;

static dw_status judge_identity(void *context, uint16_t peer,
                                const uint8_t identity[DW_SEAL_KEY_SIZE], dw_error *error)
{
    known_server *known = context;
    (void)peer;
    known->asked++;
    return memcmp(known->identity, identity, sizeof known->identity) == 0
               ? DW_OK
               : dw_fail(error, DW_DENIED, "this is another server");
}

static void an_answer_with_another_identity_leads_to_no_connection(void **state)
{
    (void)state;
    dw_seal_pair other;
    dw_joiner_result result;
    known_server known = {.asked = 0};
    tapped_wire_open(&wire, &(tapped_wire_config){.judge = judge_identity, .context = &known});
    dw_seal_pair_make(&other);
    memcpy(known.identity, wire.keys.identity.public_key, sizeof known.identity);
    wire.tap.filter = swap_identity;
    wire.tap.context = &other;
    assert_true(tapped_wire_try(&wire, &result)); /* A client that knows the server stops. */
    assert_false(result.answered);
    assert_string_equal(result.error.text, "this is another server");
    assert_int_equal(known.asked, 1);
    expect_only_asks();
    raw_client_reset(&wire.client, &wire.client.host->peers[0]);
    memcpy(known.identity, other.public_key, sizeof known.identity);
    expect_refusal(DW_REASON_PASSWORD); /* For a client that trusts that identity, no key opens the
                                           connection. */
    wire.tap.filter = NULL;
    memcpy(known.identity, wire.keys.identity.public_key, sizeof known.identity);
    (void)tapped_wire_join(&wire);
    tapped_wire_close(&wire);
}

static bool lose_verify(void *context, wire_tap_datagram *datagram)
{
    (void)context;
    return datagram->up || dw_challenge_is(datagram->bytes, datagram->size);
}

static void a_connect_is_good_once(void **state)
{
    (void)state;
    tapped_wire_open(&wire, &(tapped_wire_config){.clear_server = false});
    ENetPeer *peer = tapped_wire_join(&wire);
    const wire_tap_datagram connect = *wire_tap_challenge(&wire.tap, DW_CHALLENGE_CONNECT_SEALED);
    tapped_wire_talk(&wire, peer, wire.newest, 10);
    wire_tap_to_server(&wire.tap, connect.bytes, connect.size); /* While it is there, */
    tapped_wire_pass(&wire, 500);
    assert_int_equal(tapped_wire_refused(&wire, DW_DATAGRAM_REPLAY), 1);
    assert_int_equal(connections(), 1);
    tapped_wire_talk(&wire, peer, wire.newest, 10);
    enet_peer_disconnect(peer, 0);
    tapped_wire_pass(&wire, 500);
    assert_int_equal(wire.disconnected, 1);
    const uint64_t down = wire.tap.down;
    for (uint32_t i = 0; i < TRIES; i++) { /* when it has gone, */
        wire_tap_to_server(&wire.tap, connect.bytes, connect.size);
        tapped_wire_pass(&wire, 250);
    }
    assert_int_equal(tapped_wire_refused(&wire, DW_DATAGRAM_REPLAY), 1 + TRIES);
    for (uint32_t s = 0; s < 30; s++) { /* and when its secrets are wiped. */
        tapped_wire_pass(&wire, 1000);
        wire_tap_to_server(&wire.tap, connect.bytes, connect.size);
    }
    tapped_wire_pass(&wire, 1000);
    assert_in_range(tapped_wire_refused(&wire, DW_DATAGRAM_COOKIE), 10, UINT32_MAX);
    assert_int_equal(wire.connected, 1);
    assert_int_equal(connections(), 0);
    assert_int_equal(wire.tap.down, down); /* None of them was answered. */
    tapped_wire_close(&wire);
}

/* The same connect from another port, where the cookie is worth nothing. */
static void a_stolen_connect_is_not_answered(void **state)
{
    (void)state;
    static wire_tap elsewhere;
    tapped_wire_open(&wire, &(tapped_wire_config){.clear_server = false});
    wire.tap.filter = lose_verify;
    (void)raw_client_begin(&wire.client, wire.tap.port);
    tapped_wire_pass(&wire, 100);
    const wire_tap_datagram connect = *wire_tap_challenge(&wire.tap, DW_CHALLENGE_CONNECT_SEALED);
    wire_tap_open(&elsewhere, "127.0.0.1", dw_net_port(wire.net));
    wire_tap_to_server(&elsewhere, connect.bytes, connect.size);
    tapped_wire_pass(&wire, 100);
    wire_tap_run(&elsewhere);
    assert_int_equal(tapped_wire_refused(&wire, DW_DATAGRAM_COOKIE), 1);
    assert_int_equal(elsewhere.down, 0);
    wire_tap_close(&elsewhere);
    tapped_wire_close(&wire);
}

/* Changed connects go ahead of each right one. The refusals that they bring get lost: a client
 * would believe one, as nothing authenticates them. */
static bool change_connects(void *context, wire_tap_datagram *datagram)
{
    tapped_wire *at = context;
    if (!datagram->up) {
        return datagram->size != DW_CHALLENGE_REFUSED_SIZE;
    }
    if (!dw_challenge_is(datagram->bytes, datagram->size) ||
        datagram->bytes[4] != DW_CHALLENGE_CONNECT_SEALED) {
        return true;
    }
    for (uint32_t i = DW_CONNECT_SEALED_HEAD_SIZE; i < datagram->size; i++) {
        wire_tap_datagram changed = *datagram;
        changed.bytes[i] ^= 0x10;
        wire_tap_to_server(&at->tap, changed.bytes, changed.size);
        tapped_wire_poll(at);
    }
    return true;
}

static void changed_connects_use_up_no_cookie(void **state)
{
    (void)state;
    tapped_wire_open(&wire, &(tapped_wire_config){.clear_server = false});
    wire.tap.filter = change_connects;
    wire.tap.context = &wire;
    ENetPeer *peer = raw_client_begin(&wire.client, wire.tap.port);
    tapped_wire_pass(&wire, 200);
    assert_int_equal(peer->state, ENET_PEER_STATE_CONNECTED);
    assert_int_equal(wire.connected, 1);
    assert_in_range(tapped_wire_refused(&wire, DW_DATAGRAM_PASSWORD), 60, UINT32_MAX);
    tapped_wire_close(&wire);
}

static void many_clients_behind_one_port_have_a_key_each(void **state)
{
    (void)state;
    static ENetPeer *peers[CROWD];
    static dw_peer sides[CROWD];
    tapped_wire_open(&wire, &(tapped_wire_config){.peers = CROWD, .members_max = CROWD});
    for (uint32_t i = 0; i < CROWD; i++) {
        peers[i] = tapped_wire_join(&wire);
        sides[i] = wire.newest;
    }
    for (uint32_t i = 0; i < CROWD; i++) {
        tapped_wire_talk(&wire, peers[i], sides[i], 10);
        const uint8_t *mine = dw_joiner_transcript(wire.client.joiner, peers[i]->incomingPeerID);
        assert_memory_equal(mine, dw_net_transcript(wire.net, sides[i]), DW_SEAL_TRANSCRIPT_SIZE);
        for (uint32_t k = 0; k < i; k++) {
            const uint8_t *other = dw_net_transcript(wire.net, sides[k]);
            assert_int_not_equal(memcmp(mine, other, DW_SEAL_TRANSCRIPT_SIZE), 0);
            assert_int_not_equal(
                memcmp(wire.net->seals->rows[dw_net_peer_index(sides[i])].session.key,
                       wire.net->seals->rows[dw_net_peer_index(sides[k])].session.key,
                       DW_SEAL_KEY_SIZE),
                0);
        }
    }
    assert_int_equal(tapped_wire_unopened(&wire), 0);
    assert_int_equal(dw_joiner_get_stats(wire.client.joiner).unopened, 0);
    tapped_wire_close(&wire);
}

/* The server does not know yet that the earlier connection is gone, and goes on sending to it. */
static void a_place_of_the_client_that_is_used_again_has_a_new_key(void **state)
{
    (void)state;
    tapped_wire_open(&wire, &(tapped_wire_config){.clear_server = false});
    for (uint32_t i = 0; i < TRIES; i++) {
        ENetPeer *peer = tapped_wire_join(&wire);
        const dw_peer side = wire.newest;
        assert_int_equal(peer->incomingPeerID, 0);
        tapped_wire_talk(&wire, peer, side, 10);
        tapped_wire_say_down(&wire, side, DW_CHANNEL_CONTROL, true); /* It is never heard. */
        raw_client_reset(&wire.client, peer);
    }
    ENetPeer *last = tapped_wire_join(&wire);
    const dw_peer side = wire.newest;
    for (uint32_t s = 0; s < 30; s++) {
        tapped_wire_talk(&wire, last, side, 2);
        tapped_wire_pass(&wire, 1000);
    }
    assert_int_equal(wire.disconnected, TRIES);
    assert_int_equal(dw_net_get_stats(wire.net)->connected, 1);
    assert_int_equal(last->state, ENET_PEER_STATE_CONNECTED);
    tapped_wire_close(&wire);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_right_password_opens_and_a_wrong_one_is_refused_as_such),
        cmocka_unit_test(wrong_passwords_count_against_the_joins_of_an_address),
        cmocka_unit_test(a_client_without_a_password_does_not_connect_at_all),
        cmocka_unit_test(a_client_in_the_clear_is_told_that_the_server_seals),
        cmocka_unit_test(a_connect_of_the_other_kind_is_counted_as_unsealed),
        cmocka_unit_test(a_sealed_client_gives_up_at_a_server_that_does_not_seal),
        cmocka_unit_test(nobody_on_the_way_talks_a_client_out_of_the_seal),
        cmocka_unit_test(a_second_answer_changes_nothing),
        cmocka_unit_test(an_answer_with_another_identity_leads_to_no_connection),
        cmocka_unit_test(a_connect_is_good_once),
        cmocka_unit_test(a_stolen_connect_is_not_answered),
        cmocka_unit_test(changed_connects_use_up_no_cookie),
        cmocka_unit_test(many_clients_behind_one_port_have_a_key_each),
        cmocka_unit_test(a_place_of_the_client_that_is_used_again_has_a_new_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
