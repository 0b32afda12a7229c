/* Which datagrams go on to ENet: each refusal counts once, under its own reason and no other. */
#include "raw_net.h"
#include "server/host/net_state.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <stddef.h>
#include <string.h>

enum { HERE = 0x7f000002, PORT = 4000, ROOM = DW_DATAGRAM_MAX + 64 };

static raw_net it;

static int open_gate(void **state)
{
    (void)state;
    raw_net_open(&it, false, NULL);
    return 0;
}

static int close_gate(void **state)
{
    (void)state;
    raw_net_close(&it);
    return 0;
}

static bool passes(uint32_t address, uint16_t port, const uint8_t *begin, uint32_t begin_size,
                   uint32_t size)
{
    static uint8_t bytes[ROOM];
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, begin, begin_size);
    dw_datagram datagram = {.bytes = bytes, .size = size, .host = htonl(address), .port = port};
    return dw_net_gate_in(it.net, &datagram);
}

static void refuses(dw_datagram_verdict why, uint32_t address, uint16_t port, const uint8_t *begin,
                    uint32_t begin_size, uint32_t size)
{
    uint64_t before[DW_DATAGRAM_VERDICT_COUNT];
    const dw_net_stats *stats = dw_net_get_stats(it.net);
    memcpy(before, stats->refused, sizeof before);
    assert_false(passes(address, port, begin, begin_size, size));
    before[why]++;
    for (uint32_t v = 0; v < DW_DATAGRAM_VERDICT_COUNT; v++) {
        if (stats->refused[v] != before[v]) {
            fail_msg("%s counts otherwise than %s", dw_datagram_word((dw_datagram_verdict)v),
                     dw_datagram_word(why));
        }
    }
}

static void sources_that_would_hit_a_victim_are_refused(void **state)
{
    (void)state;
    static const uint8_t ping[] = {0x80, 0x00, 0x00, 0x00, 0x85, 0xff, 0x00, 0x01};
    refuses(DW_DATAGRAM_SOURCE, HERE, 0, ping, sizeof ping, sizeof ping);
    refuses(DW_DATAGRAM_SOURCE, 0, PORT, ping, sizeof ping, sizeof ping);
    refuses(DW_DATAGRAM_SOURCE, 0xe0000000, PORT, ping, sizeof ping, sizeof ping);
    refuses(DW_DATAGRAM_SOURCE, 0xffffffff, PORT, ping, sizeof ping, sizeof ping);
}

static void a_datagram_is_at_most_as_long_as_its_limit(void **state)
{
    (void)state;
    static const uint8_t compressed[] = {0xc0, 0x00, 0x00, 0x00};
    refuses(DW_DATAGRAM_SIZE, HERE, PORT, compressed, sizeof compressed, DW_DATAGRAM_MAX + 1);
    refuses(DW_DATAGRAM_SIZE, HERE, PORT, compressed, sizeof compressed, DW_ENET_MTU + 1);
    refuses(DW_DATAGRAM_COMPRESSED, HERE, PORT, compressed, sizeof compressed, DW_ENET_MTU);
}

static void what_belongs_to_no_connection_goes_no_further(void **state)
{
    (void)state;
    static const uint8_t ping[] = {0x80, 0x00, 0x00, 0x00, 0x85, 0xff, 0x00, 0x01};
    refuses(DW_DATAGRAM_STRANGER, HERE, PORT, ping, sizeof ping, sizeof ping);
    static const uint8_t far[] = {0x8f, 0xfe, 0x00, 0x00, 0x85, 0xff, 0x00, 0x01};
    refuses(DW_DATAGRAM_STRANGER, HERE, PORT, far, sizeof far, sizeof far);
}

/* With CONNECT: 48 bytes behind the header. */
static void a_connect_of_enet_itself_lacks_the_cookie(void **state)
{
    (void)state;
    static const uint8_t connect[] = {0x8f, 0xff, 0x00, 0x00, 0x82, 0xff, 0x00, 0x01};
    refuses(DW_DATAGRAM_COOKIE, HERE, PORT, connect, sizeof connect, 4 + 48);
    refuses(DW_DATAGRAM_TRUNCATED, HERE, PORT, connect, sizeof connect, 4 + 47);
}

/* Kind 6 with the cookie of that address, and behind it ENet's datagram, whose command is `command`
 * and whose connection has the number `number`. Returns its size. */
static uint32_t make_connect(uint8_t bytes[ROOM], uint8_t command, uint8_t number)
{
    dw_challenge answer;
    const dw_challenge ask = {.kind = DW_CHALLENGE_ASK, .number = {7}};
    dw_challenge connect = {.kind = DW_CHALLENGE_CONNECT_CLEAR, .number = {7}};
    assert_int_equal(
        dw_server_secrets_answer(&it.net->secrets, htonl(HERE), PORT, &ask, false, &answer), DW_OK);
    memcpy(connect.cookie, answer.cookie, sizeof connect.cookie);
    memset(bytes, 0, ROOM);
    uint8_t *enet = bytes + dw_challenge_encode(&connect, bytes);
    const uint8_t head[] = {0x8f, 0xff, 0x00, 0x00, command, 0xff};
    memcpy(enet, head, sizeof head);
    enet[4 + offsetof(ENetProtocolConnect, connectID)] = number;
    return (uint32_t)(enet - bytes) + DW_CONNECT_PLAIN_SIZE_MAX;
}

static void a_cookie_is_good_for_the_connection_that_was_asked_for_alone(void **state)
{
    (void)state;
    uint8_t bytes[ROOM];
    uint32_t size = make_connect(bytes, 0x82, 8); /* Another number. */
    refuses(DW_DATAGRAM_CHALLENGE, HERE, PORT, bytes, size, size);
    size = make_connect(bytes, 0x84, 7); /* A goodbye. */
    refuses(DW_DATAGRAM_CHALLENGE, HERE, PORT, bytes, size, size);
    size = make_connect(bytes, 0x82, 7);
    refuses(DW_DATAGRAM_COOKIE, HERE, PORT + 1, bytes, size, size);
    assert_true(passes(HERE, PORT, bytes, size, size));
    refuses(DW_DATAGRAM_REPLAY, HERE, PORT, bytes, size, size);
}

/* Else a connect could come twice: it is not kept which ones came. */
static void when_no_more_cookies_can_be_noted_nobody_gets_in(void **state)
{
    (void)state;
    uint8_t bytes[ROOM];
    const uint32_t size = make_connect(bytes, 0x82, 7);
    dw_challenge connect;
    uint32_t period = 0;
    assert_int_equal(dw_challenge_decode(&connect, bytes, size), DW_OK);
    assert_int_equal(
        dw_server_secrets_check(&it.net->secrets, htonl(HERE), PORT, &connect, &period),
        DW_SECRETS_GOOD);
    for (uint32_t host = 1;
         dw_server_secrets_spend(&it.net->secrets, host, PORT, &connect, period) == DW_OK; host++) {
        assert_true(host < 1 << 20);
    }
    refuses(DW_DATAGRAM_JOIN_RATE, HERE, PORT, bytes, size, size);
}

static uint32_t described;

static bool describe(void *context, dw_discovery_answer *answer)
{
    (void)context;
    described++;
    answer->matches = 1;
    memcpy(answer->name, "Manor", 6);
    memcpy(answer->map, "museum", 7);
    memcpy(answer->release, "1", 2);
    return described != 2;
}

static void an_ask_for_servers_is_answered_and_goes_no_further(void **state)
{
    (void)state;
    static const uint8_t number[DW_DISCOVERY_NUMBER_SIZE] = {7};
    uint8_t ask[DW_DISCOVERY_ASK_SIZE];
    dw_discovery_ask_encode(number, ask);
    described = 0;
    refuses(DW_DATAGRAM_DISCOVERY, HERE, PORT, ask, sizeof ask, sizeof ask); /* Not to be found. */
    it.net->describe = describe;
    assert_false(passes(HERE, PORT, ask, sizeof ask, sizeof ask));
    assert_int_equal(dw_net_get_stats(it.net)->found, 1);
    refuses(DW_DATAGRAM_DISCOVERY, HERE, PORT, ask, sizeof ask, sizeof ask); /* It says no. */
    refuses(DW_DATAGRAM_CHALLENGE, HERE, PORT, ask, sizeof ask, sizeof ask - 1);
    for (uint32_t i = 2; i < DW_DISCOVERY_BURST; i++) {
        assert_false(passes(HERE, PORT, ask, sizeof ask, sizeof ask));
    }
    assert_int_equal(dw_net_get_stats(it.net)->found, DW_DISCOVERY_BURST - 1);
    refuses(DW_DATAGRAM_DISCOVERY, HERE, PORT, ask, sizeof ask, sizeof ask);
    assert_int_equal(described, DW_DISCOVERY_BURST);
}

static void looking_at_the_socket_becomes_rarer_with_more_clients(void **state)
{
    (void)state;
    static const struct {
        uint32_t connected, ms;
    } known[] = {{0, 1},   {1, 1},     {249, 1},   {250, 2},  {499, 2},
                 {500, 3}, {3749, 15}, {3750, 16}, {4031, 16}};
    const uint32_t kept = it.net->stats.connected;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        it.net->stats.connected = known[i].connected;
        assert_int_equal(dw_net_turn_ns(it.net), known[i].ms * UINT64_C(1000000));
    }
    it.net->stats.connected = kept;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_GATE(test) cmocka_unit_test_setup_teardown(test, open_gate, close_gate)
        WITH_GATE(sources_that_would_hit_a_victim_are_refused),
        WITH_GATE(an_ask_for_servers_is_answered_and_goes_no_further),
        WITH_GATE(a_datagram_is_at_most_as_long_as_its_limit),
        WITH_GATE(a_cookie_is_good_for_the_connection_that_was_asked_for_alone),
        WITH_GATE(when_no_more_cookies_can_be_noted_nobody_gets_in),
        WITH_GATE(what_belongs_to_no_connection_goes_no_further),
        WITH_GATE(a_connect_of_enet_itself_lacks_the_cookie),
        WITH_GATE(looking_at_the_socket_becomes_rarer_with_more_clients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
