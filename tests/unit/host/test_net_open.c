/* Where a net listens, what it says when it cannot, and that it keeps to the time of a poll. */
#include "common/platform/clock.h"
#include "raw_net.h"
#include "server/host/net.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <string.h>
#include <unistd.h>

enum { ARENA_BYTES = 16 << 20 };

#define MS_NS UINT64_C(1000000)

/* Opens and closes a net there. */
static dw_status listen_on(const char *bind_text, uint16_t port, dw_error *error)
{
    dw_arena arena;
    dw_net *net = NULL;
    assert_int_equal(dw_arena_create(&arena, ARENA_BYTES), DW_OK);
    const dw_net_config config = {.bind = bind_text, .port = port, .members_max = 4};
    const dw_status status = dw_net_open(&net, &arena, &config, error);
    assert_true((net != NULL) == (status == DW_OK));
    if (net != NULL) {
        assert_true(port == 0 || dw_net_port(net) == port);
        assert_int_not_equal(dw_net_port(net), 0);
    }
    dw_net_close(net);
    dw_arena_destroy(&arena);
    return status;
}

static void refuses(const char *bind_text, uint16_t port, dw_status status, const char *expected)
{
    dw_error error = {""};
    assert_int_equal(listen_on(bind_text, port, &error), status);
    assert_string_equal(error.text, expected);
}

/* A socket of another program on that address; returns its port. */
static uint16_t occupy(const char *address, int *held)
{
    struct sockaddr_in name = {.sin_family = AF_INET};
    socklen_t size = sizeof name;
    assert_int_equal(inet_pton(AF_INET, address, &name.sin_addr), 1);
    *held = socket(AF_INET, SOCK_DGRAM, 0);
    assert_true(*held >= 0);
    assert_int_equal(bind(*held, (const struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(getsockname(*held, (struct sockaddr *)&name, &size), 0);
    return ntohs(name.sin_port);
}

static void an_address_that_cannot_be_had_is_refused_with_the_reason(void **state)
{
    (void)state;
    refuses("192.0.2.1", 0, DW_IO,
            "cannot listen on 192.0.2.1 port 0: Cannot assign requested address");
    refuses("manor", 0, DW_INVALID, "cannot listen on manor: not a numeric IPv4 address");
    refuses("127.0.0.256", 0, DW_INVALID,
            "cannot listen on 127.0.0.256: not a numeric IPv4 address");
    refuses("", 0, DW_INVALID, "cannot listen on : not a numeric IPv4 address");
}

static void a_port_is_taken_on_its_own_address_alone(void **state)
{
    (void)state;
    int held = -1;
    dw_error error = {""};
    char expected[80];
    const uint16_t port = occupy("127.0.0.2", &held);
    (void)snprintf(expected, sizeof expected,
                   "cannot listen on 127.0.0.2 port %u: Address already in use", (unsigned)port);
    refuses("127.0.0.2", port, DW_IO, expected);
    assert_int_equal(listen_on("127.0.0.1", port, &error), DW_OK);
    (void)close(held);
    assert_int_equal(listen_on("127.0.0.2", port, &error), DW_OK);
}

/* From too little for the rows of the peers to nearly enough; then one that is large enough. */
static void an_arena_that_is_too_small_is_refused_whatever_is_missing(void **state)
{
    (void)state;
    bool opened = false;
    uint32_t refused = 0;
    for (size_t bytes = 1024; !opened; bytes += bytes / 2) {
        dw_arena arena;
        dw_net *net = NULL;
        dw_net_keys keys;
        dw_error error = {""};
        raw_net_make_keys(&keys, NULL);
        assert_true(bytes <= ARENA_BYTES);
        assert_int_equal(dw_arena_create(&arena, bytes), DW_OK);
        const dw_net_config config = {.bind = "127.0.0.1", .members_max = 4, .keys = &keys};
        const dw_status status = dw_net_open(&net, &arena, &config, &error);
        opened = status == DW_OK;
        refused += opened ? 0 : 1;
        assert_true(opened == (net != NULL));
        assert_true(opened || (status == DW_MEMORY && error.text[0] != '\0'));
        dw_net_close(net);
        dw_arena_destroy(&arena);
    }
    assert_in_range(refused, 3, 30);
}

static void a_poll_that_has_to_leave_something_is_counted(void **state)
{
    (void)state;
    raw_client client;
    raw_net at = {.received = NULL};
    raw_net_open(&at, false, NULL);
    dw_net *net = at.net;
    const dw_net_stats *stats = dw_net_get_stats(net);
    dw_net_poll(net, 0); /* Nothing waits. */
    assert_int_equal(stats->polls_cut, 0);
    raw_client_open(&client, &(raw_client_config){.bind = NULL});
    (void)raw_client_begin(&client, dw_net_port(net));
    raw_client_flush(&client);
    for (uint64_t end = dw_clock_ns() + 2000 * MS_NS; at.connected == 0;) {
        ENetEvent event;
        assert_true(dw_clock_ns() < end);
        dw_net_poll(net, 100 * MS_NS); /* Time for all that waits. */
        (void)raw_client_service(&client, &event);
    }
    assert_int_equal(stats->polls_cut, 0);
    assert_int_equal(stats->connected, 1);
    assert_int_equal(stats->service_failures, 0);
    const dw_message quit = {.type = DW_MESSAGE_QUIT};
    ENetPeer *peer = &client.host->peers[0];
    ENetEvent event;
    (void)raw_client_service(&client, &event);
    raw_client_send(peer, &quit);
    raw_client_flush(&client);
    dw_net_poll(net, 0); /* The message is heard, and then there is no time to look for more. */
    assert_int_equal(stats->polls_cut, 1);
    raw_client_close(&client);
    raw_net_close(&at);
}

static void a_wait_ends_at_its_time_or_when_something_comes(void **state)
{
    (void)state;
    raw_client client;
    raw_net at = {.received = NULL};
    raw_net_open(&at, false, NULL);
    dw_net *net = at.net;
    const uint64_t begin = dw_clock_ns();
    dw_net_wait(net, begin); /* In the past. */
    dw_net_wait(net, begin + 5 * MS_NS);
    assert_true(dw_clock_ns() - begin >= 5 * MS_NS);
    raw_client_open(&client, &(raw_client_config){.bind = NULL});
    (void)raw_client_begin(&client, dw_net_port(net));
    raw_client_flush(&client);
    const uint64_t then = dw_clock_ns();
    dw_net_wait(net, then + 60 * 1000 * MS_NS);
    assert_true(dw_clock_ns() - then < 30 * 1000 * MS_NS);
    raw_client_close(&client);
    raw_net_close(&at);
}

static void a_loss_has_a_word_and_a_number_beyond_them_is_unknown(void **state)
{
    (void)state;
    assert_string_equal(dw_net_loss_word(DW_NET_LOST_NONE), "none");
    assert_string_equal(dw_net_loss_word(DW_NET_LOST_CONNECTION), "connection");
    assert_string_equal(dw_net_loss_word(DW_NET_LOST_GAVE_WAY), "gave_way");
    assert_string_equal(dw_net_loss_word(DW_NET_LOSS_COUNT), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_that_cannot_be_had_is_refused_with_the_reason),
        cmocka_unit_test(a_port_is_taken_on_its_own_address_alone),
        cmocka_unit_test(an_arena_that_is_too_small_is_refused_whatever_is_missing),
        cmocka_unit_test(a_poll_that_has_to_leave_something_is_counted),
        cmocka_unit_test(a_wait_ends_at_its_time_or_when_something_comes),
        cmocka_unit_test(a_loss_has_a_word_and_a_number_beyond_them_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
