/* Looking for servers, in a network of the test's own: who is asked, and which answers count.
 * Sockets of the test stand in for the servers. */
#include "client/core/finder.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)

static dw_finder *finder;
static dw_server_list list;
static uint64_t now_ns;

/* A server: the newest ask, and the address that it came from. */
typedef struct server {
    int socket;
    uint8_t number[DW_DISCOVERY_NUMBER_SIZE];
    struct sockaddr_in from;
} server;

static server open_server(const char *address, uint16_t port)
{
    server s = {.socket = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0)};
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(port)};
    assert_int_equal(inet_pton(AF_INET, address, &name.sin_addr), 1);
    assert_int_equal(bind(s.socket, (const struct sockaddr *)&name, sizeof name), 0);
    return s;
}

/* How many asks have come; each is a right one. */
static uint32_t take_asks(server *s)
{
    uint8_t bytes[DW_DISCOVERY_ASK_SIZE + 1];
    uint32_t count = 0;
    for (;; count++) {
        socklen_t size = sizeof s->from;
        const ssize_t got =
            recvfrom(s->socket, bytes, sizeof bytes, 0, (struct sockaddr *)&s->from, &size);
        if (got < 0) {
            return count;
        }
        assert_int_equal(dw_discovery_ask_decode(s->number, bytes, (size_t)got), DW_OK);
    }
}

static void answer(const server *s, const uint8_t *number, size_t cut)
{
    uint8_t bytes[DW_DISCOVERY_ANSWER_MAX];
    dw_discovery_answer said = {.version = DW_PROTOCOL_VERSION,
                                .places = 8,
                                .matches = 1,
                                .name = "Manor",
                                .map = "museum",
                                .release = "1"};
    memcpy(said.number, number, sizeof said.number);
    const size_t size = dw_discovery_answer_encode(&said, bytes) - cut;
    assert_int_equal(
        sendto(s->socket, bytes, size, 0, (const struct sockaddr *)&s->from, sizeof s->from), size);
}

static void pass(uint64_t ns)
{
    now_ns += ns;
    dw_finder_update(finder, &list, now_ns);
}

static int open_finder(void **state)
{
    (void)state;
    dw_error error = {""};
    list.count = 0;
    now_ns = 100 * SECOND;
    return dw_finder_create(&finder, &error) == DW_OK ? 0 : -1;
}

static int close_finder(void **state)
{
    (void)state;
    dw_finder_destroy(finder);
    return 0;
}

static void a_server_that_answers_is_listed_until_it_is_silent(void **state)
{
    (void)state;
    server s = open_server("127.0.0.1", 27968);
    pass(0);
    assert_true(take_asks(&s) >= 1);
    answer(&s, s.number, 0);
    pass(SECOND / 100);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.rows[0].host, "127.0.0.1");
    assert_int_equal(list.rows[0].port, 27968);
    assert_string_equal(list.rows[0].answer.name, "Manor");
    assert_true(list.rows[0].ping_us <= 10000);
    pass(8 * SECOND);
    assert_int_equal(list.count, 0);
    (void)close(s.socket);
}

static void answers_that_are_broken_or_not_asked_for_are_dropped(void **state)
{
    (void)state;
    static const uint8_t wrong[DW_DISCOVERY_NUMBER_SIZE] = {9};
    uint8_t first[DW_DISCOVERY_NUMBER_SIZE];
    server s = open_server("127.0.0.1", 27967);
    pass(0);
    (void)take_asks(&s);
    memcpy(first, s.number, sizeof first);
    answer(&s, s.number, 1);
    answer(&s, wrong, 0);
    pass(1);
    assert_int_equal(list.count, 0);
    assert_int_equal(dw_finder_dropped(finder), 2);
    for (uint32_t i = 0; i < 5; i++) { /* Later rounds; then the first number counts no more. */
        pass(3 * SECOND);
    }
    assert_true(take_asks(&s) >= 5);
    assert_int_not_equal(memcmp(first, s.number, sizeof first), 0);
    answer(&s, first, 0);
    pass(1);
    assert_int_equal(dw_finder_dropped(finder), 3);
    answer(&s, s.number, 0);
    answer(&s, s.number, 0);
    pass(1);
    assert_int_equal(list.count, 1);
    (void)close(s.socket);
}

static void rounds_come_every_two_seconds_and_the_second_one_soon(void **state)
{
    (void)state;
    server s = open_server("127.0.0.1", 27970);
    pass(0);
    const uint32_t a_round = take_asks(&s);
    assert_in_range(a_round, 1, 3);
    pass(SECOND / 5);
    assert_int_equal(take_asks(&s), 0);
    pass(SECOND / 5);
    assert_int_equal(take_asks(&s), a_round);
    for (uint32_t frame = 0; frame < 600; frame++) { /* Ten seconds. */
        pass(SECOND / 60);
    }
    assert_in_range(take_asks(&s), 4 * a_round, 5 * a_round);
    (void)close(s.socket);
}

static void a_kept_server_is_asked_at_its_own_port(void **state)
{
    (void)state;
    server s = open_server("127.0.0.1", 4000);
    assert_int_equal(dw_server_list_keep(&list, "localhost", 4000, true, 0), DW_OK);
    assert_int_equal(dw_server_list_keep(&list, "manor.example", 4000, true, 0), DW_OK);
    pass(0);
    assert_int_equal(take_asks(&s), 1);
    (void)close(s.socket);
}

/* The finder broadcasts: it must not reach a network that is not the test's. */
static bool leave_the_network(void)
{
    struct ifreq loopback = {.ifr_name = "lo"};
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) {
        return false;
    }
    const int any = socket(AF_INET, SOCK_DGRAM, 0);
    bool up = any >= 0 && ioctl(any, SIOCGIFFLAGS, &loopback) == 0;
    loopback.ifr_flags = (short)(loopback.ifr_flags | IFF_UP);
    up = up && ioctl(any, SIOCSIFFLAGS, &loopback) == 0;
    (void)close(any);
    return up;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_FINDER(test) cmocka_unit_test_setup_teardown(test, open_finder, close_finder)
        WITH_FINDER(a_server_that_answers_is_listed_until_it_is_silent),
        WITH_FINDER(answers_that_are_broken_or_not_asked_for_are_dropped),
        WITH_FINDER(rounds_come_every_two_seconds_and_the_second_one_soon),
        WITH_FINDER(a_kept_server_is_asked_at_its_own_port),
    };
    if (!leave_the_network()) {
        (void)fprintf(stderr, "skipped: needs a network namespace\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
