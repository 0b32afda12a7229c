/* Which datagrams go on to ENet: each refusal counts once, under its own reason and no other. */
#include "raw_net.h"
#include "server/host/net_state.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
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
        WITH_GATE(what_belongs_to_no_connection_goes_no_further),
        WITH_GATE(a_connect_of_enet_itself_lacks_the_cookie),
        WITH_GATE(looking_at_the_socket_becomes_rarer_with_more_clients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
