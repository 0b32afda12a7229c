/* The HTTP listener, over loopback: what it answers, which peers it refuses, and what it
 * withstands. */
#include "common/base/check.h"
#include "common/platform/clock.h"
#include "server/host/metrics_http.h"
#include "tests/support/http.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define SECOND_NS   UINT64_C(1000000000)
#define DEADLINE_NS (DW_METRICS_DEADLINE_S * SECOND_NS)

/* Except where a test says so, time stands, however long a busy machine takes: the listener's
 * deadlines pass when a test moves the clock, and it does not rest. 0: the system's clock. */
static _Atomic uint64_t standing_ns;

uint64_t __real_dw_clock_ns(void);
uint64_t __wrap_dw_clock_ns(void);

uint64_t __wrap_dw_clock_ns(void)
{
    const uint64_t ns = standing_ns;
    return ns != 0 ? ns : __real_dw_clock_ns();
}

void __real_dw_clock_sleep_until(uint64_t deadline_ns);
void __wrap_dw_clock_sleep_until(uint64_t deadline_ns);

void __wrap_dw_clock_sleep_until(uint64_t deadline_ns)
{
    if (standing_ns == 0) {
        __real_dw_clock_sleep_until(deadline_ns);
    }
}

static char answer[DW_METRICS_TEXT_MAX];
static dw_metrics_board board;
static dw_metrics_http *http;
static uint16_t port;

static int open_listener(void **state)
{
    (void)state;
    dw_error error = {""};
    standing_ns = __real_dw_clock_ns();
    dw_metrics_board_init(&board, dw_clock_ns());
    if (dw_metrics_http_open(&http, &board, "127.0.0.1", 0, &error) != DW_OK) {
        print_error("%s\n", error.text);
        return -1;
    }
    port = dw_metrics_http_port(http);
    return 0;
}

static int close_listener(void **state)
{
    (void)state;
    dw_metrics_http_close(http);
    http = NULL;
    return 0;
}

static int ask(const char *method, const char *path)
{
    assert_true(http_ask(port, method, path, answer, sizeof answer) > 0);
    return http_status(answer);
}

static void publish(uint64_t ticks)
{
    dw_metrics *draft = dw_metrics_board_draft(&board);
    *draft = (dw_metrics){.server.ticks = ticks, .start_s = 77};
    dw_metrics_board_publish(&board);
}

static void what_was_published_last_is_told(void **state)
{
    (void)state;
    for (uint64_t ticks = 1; ticks < 5; ticks++) {
        char line[64];
        publish(10 * ticks);
        publish(ticks);
        assert_int_equal(ask("GET", "/metrics"), 200);
        assert_non_null(strstr(answer, "\r\nContent-Type: text/plain; version=0.0.4"));
        (void)snprintf(line, sizeof line, "\nduskwatch_ticks_total %u\n", (unsigned)ticks);
        assert_non_null(strstr(http_body(answer), line));
    }
    assert_non_null(strstr(answer, "\nprocess_start_time_seconds 77\n"));
    assert_int_equal(ask("GET", "/metrics?name=x"), 200);
}

static double value_of(const char *name)
{
    const char *at = strstr(http_body(answer), name);
    assert_non_null(at);
    return strtod(at + strlen(name), NULL);
}

/* What this process spends while it sleeps, as a share of the time that really passes. */
static double share_spent_asleep(void)
{
    standing_ns = 0; /* The listener's rests count. */
    const uint64_t began_ns = dw_clock_ns();
    const uint64_t before_ns = dw_clock_process_ns();
    (void)usleep(100000);
    const double share =
        (double)(dw_clock_process_ns() - before_ns) / (double)(dw_clock_ns() - began_ns);
    standing_ns = dw_clock_ns();
    return share;
}

static void a_listener_that_nothing_is_asked_of_only_waits(void **state)
{
    (void)state;
    publish(1);
    assert_int_equal(ask("GET", "/metrics"), 200);
    assert_true(share_spent_asleep() < 0.2);
}

/* As in a process whose replays, results and sockets have used up what it may open. */
static void a_listener_without_descriptors_left_waits_and_answers_later(void **state)
{
    (void)state;
    publish(1);
    struct rlimit before;
    const int late = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(late >= 0 && getrlimit(RLIMIT_NOFILE, &before) == 0);
    const struct rlimit none = {.rlim_cur = 3, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    const struct sockaddr_in name = {.sin_family = AF_INET,
                                     .sin_port = htons(port),
                                     .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    assert_int_equal(connect(late, (const struct sockaddr *)&name, sizeof name), 0);
    const double share = share_spent_asleep();
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_true(share < 0.3);
    static const char request[] = "GET /healthz HTTP/1.0\r\n\r\n";
    assert_true(http_say(late, request, sizeof request - 1));
    assert_true(http_hear(late, 0, answer, sizeof answer) > 0);
    assert_int_equal(http_status(answer), 200);
    (void)close(late);
}

static void the_process_tells_its_memory_and_time(void **state)
{
    (void)state;
    publish(1);
    assert_int_equal(ask("GET", "/metrics"), 200);
    const double seconds = value_of("\nprocess_cpu_seconds_total ");
    const double bytes = value_of("\nprocess_resident_memory_bytes ");
    assert_true(bytes > 1e6 && bytes < 1e11);
    const uint64_t until_ns = dw_clock_process_ns() + 20000000;
    while (dw_clock_process_ns() < until_ns) {
    }
    assert_int_equal(ask("GET", "/metrics"), 200);
    assert_true(value_of("\nprocess_cpu_seconds_total ") >= seconds + 0.02);
}

static void head_is_the_same_without_a_body(void **state)
{
    (void)state;
    assert_int_equal(ask("HEAD", "/metrics"), 200);
    assert_string_equal(http_body(answer), "");
    assert_null(strstr(answer, "\r\nContent-Length: 0\r\n"));
    assert_int_equal(ask("HEAD", "/healthz"), 200);
    assert_int_equal(ask("HEAD", "/nothing"), 404);
}

static void other_paths_are_not_found_and_other_methods_not_allowed(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "/",         "/metrics/",          "/metric", "/healthz2", "/../metrics",
        "//metrics", "/%2e%2e/%00/metrics"};
    static const char *const methods[] = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        assert_int_equal(ask("GET", paths[i]), 404);
    }
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        assert_int_equal(ask(methods[i], "/metrics"), 405);
        assert_non_null(strstr(answer, "\r\nAllow: GET, HEAD\r\n"));
        assert_int_equal(ask(methods[i], "/healthz"), 405);
    }
    assert_int_equal(ask("POST", "/nothing"), 404);
}

static void health_is_200_and_503_with_the_reason(void **state)
{
    (void)state;
    dw_metrics_board_look(&board, dw_clock_ns(), false);
    assert_int_equal(ask("GET", "/healthz"), 200);
    assert_string_equal(http_body(answer), "ok\n");
    dw_metrics_board_look(&board, dw_clock_ns(), true);
    assert_int_equal(ask("GET", "/healthz"), 503);
    assert_int_equal(strncmp(http_body(answer), "draining: ", 10), 0);
    dw_metrics_board_look(&board, dw_clock_ns() - DW_METRICS_STALLED_NS - 500000000, false);
    assert_int_equal(ask("GET", "/healthz"), 503);
    assert_int_equal(strncmp(http_body(answer), "stalled: the loop has not run for 2", 35), 0);
    dw_metrics_board_look(&board, dw_clock_ns(), false);
    assert_int_equal(ask("GET", "/healthz"), 200);
}

static void a_connection_serves_again(void **state)
{
    (void)state;
    static const char request[] = "GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n";
    const int connection = http_connect(port);
    assert_true(connection >= 0);
    for (uint32_t i = 0; i < 3; i++) {
        dw_metrics_board_look(&board, dw_clock_ns(), false);
        assert_true(http_say(connection, request, sizeof request - 1));
        assert_true(http_hear(connection, 60, answer, sizeof answer) > 0);
        assert_int_equal(http_status(answer), 200);
        assert_string_equal(http_body(answer), "ok\n");
    }
    (void)close(connection);
}

static void junk_and_endless_heads_and_bodies_are_survived(void **state)
{
    (void)state;
    static char much[256 * 1024];
    memset(much, 'x', sizeof much);
    static const char *const begins[] = {
        "",
        "GET ",
        "GET /metrics",
        "GET /metrics HTTP/1.1\r\nHost: ",
        "POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\n",
        "GET /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 262144\r\n\r\n",
        "POST /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n"};
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        const int connection = http_connect_from((uint8_t)(2 + i), port); /* 4 from each. */
        assert_true(connection >= 0);
        /* The peer may be cut off before all is sent. */
        (void)http_say(connection, begins[i], strlen(begins[i]));
        (void)http_say(connection, much, sizeof much);
        (void)close(connection);
    }
    assert_int_equal(ask("GET", "/metrics"), 200);
}

/* From 127.0.0.`host`, with the beginning of a request. */
static int begin_from(uint8_t host)
{
    const int connection = http_connect_from(host, port);
    assert_true(connection >= 0 && http_say(connection, "GET /met", 8));
    return connection;
}

/* Answered although no deadline passes. */
static void expect_prompt_health(void)
{
    dw_metrics_board_look(&board, dw_clock_ns(), false);
    assert_int_equal(ask("GET", "/healthz"), 200);
}

/* The attacker alone keeps this connection open, as alive as it can be. */
static void expect_alive(int connection)
{
    static const char rest[] = "rics HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
    assert_true(http_say(connection, rest, sizeof rest - 1));
    assert_true(http_hear(connection, 0, answer, sizeof answer) > 0);
    assert_int_equal(http_status(answer), 200);
}

/* Sends a byte, as a peer does that only wants to keep its connection. False: it was cut off. */
static bool trickle(int connection)
{
    char byte = 0;
    return http_say(connection, "x", 1) && recv(connection, &byte, 1, MSG_DONTWAIT) != 0;
}

static void four_trickling_connections_do_not_keep_their_own_address_out(void **state)
{
    (void)state;
    int slow[DW_METRICS_CONNECTIONS_EACH];
    for (uint32_t i = 0; i < DW_METRICS_CONNECTIONS_EACH; i++) {
        slow[i] = begin_from(1);
    }
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t k = 0; k < DW_METRICS_CONNECTIONS_EACH; k++) {
            (void)trickle(slow[k]);
        }
        expect_prompt_health();
    }
    for (uint32_t i = 0; i < DW_METRICS_CONNECTIONS_EACH; i++) {
        (void)close(slow[i]);
    }
}

static void the_fifth_of_an_address_costs_its_oldest_and_nobody_else(void **state)
{
    (void)state;
    const int other = begin_from(3);
    int slow[3 * DW_METRICS_CONNECTIONS_MAX];
    for (uint32_t i = 0; i < DW_COUNT_OF(slow); i++) {
        slow[i] = begin_from(2);
    }
    const uint32_t cut = DW_COUNT_OF(slow) - DW_METRICS_CONNECTIONS_EACH;
    for (uint32_t i = 0; i < cut; i++) {
        assert_true(http_hear(slow[i], 0, answer, sizeof answer) <= 0); /* Hung up on. */
        (void)close(slow[i]);
    }
    expect_prompt_health();
    expect_alive(other);
    (void)close(other);
    for (uint32_t i = cut; i < DW_COUNT_OF(slow); i++) {
        expect_alive(slow[i]);
        (void)close(slow[i]);
    }
}

static void the_connection_in_the_last_free_slot_closes_the_oldest(void **state)
{
    (void)state;
    int slow[2 * DW_METRICS_CONNECTIONS_MAX];
    for (uint32_t i = 0; i < 2 * DW_METRICS_CONNECTIONS_MAX; i++) {
        slow[i] = begin_from((uint8_t)(2 + i / DW_METRICS_CONNECTIONS_EACH));
        expect_prompt_health();
    }
    for (uint32_t i = 0; i < DW_METRICS_CONNECTIONS_MAX; i++) {
        assert_int_equal(http_hear(slow[i], 0, answer, sizeof answer),
                         0); /* The peer is cut off. */
        (void)close(slow[i]);
    }
    for (uint32_t i = DW_METRICS_CONNECTIONS_MAX + 2; i < DW_COUNT_OF(slow); i++) {
        expect_alive(slow[i]);
    }
    for (uint32_t i = DW_METRICS_CONNECTIONS_MAX; i < DW_COUNT_OF(slow); i++) {
        (void)close(slow[i]);
    }
}

/* Asks from another address, so that the listener's thread reads the clock. */
static void look_at_the_clock(void)
{
    dw_metrics_board_look(&board, dw_clock_ns(), false);
    assert_int_equal(ask("GET", "/healthz"), 200);
}

static void a_connection_ends_at_its_deadline_however_busy_it_is(void **state)
{
    (void)state;
    const int busy = begin_from(2);
    look_at_the_clock(); /* The busy one has come by then. */
    for (uint32_t i = 1; i < 10; i++) {
        standing_ns += DEADLINE_NS / 10;
        assert_true(trickle(busy));
        look_at_the_clock();
    }
    standing_ns += DEADLINE_NS / 10 - 1;
    look_at_the_clock();
    assert_true(trickle(busy));
    standing_ns += 1;
    look_at_the_clock();
    assert_true(http_hear(busy, 0, answer, sizeof answer) <= 0);
    (void)close(busy);
}

/* Nothing else wakes the listener. */
static void a_silent_connection_ends_at_its_deadline(void **state)
{
    (void)state;
    const int silent = begin_from(2);
    look_at_the_clock();
    standing_ns += DEADLINE_NS - SECOND_NS / 5;
    look_at_the_clock(); /* It has read how much is left: a fifth of a second. */
    standing_ns += SECOND_NS / 5;
    assert_true(http_hear(silent, 0, answer, sizeof answer) >= 0);
    (void)close(silent);
}

static void a_taken_port_and_a_wrong_address_are_named(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_metrics_http *second = NULL;
    char expected[128];
    assert_int_equal(dw_metrics_http_open(&second, &board, "127.0.0.1", port, &error), DW_IO);
    (void)snprintf(expected, sizeof expected,
                   "metrics: cannot listen on 127.0.0.1 port %u: Address already in use",
                   (unsigned)port);
    assert_string_equal(error.text, expected);
    assert_int_equal(dw_metrics_http_open(&second, &board, "localhost", 0, &error), DW_INVALID);
    assert_string_equal(error.text,
                        "metrics: cannot listen on localhost: not a numeric IPv4 address");
    assert_int_equal(dw_metrics_http_open(&second, &board, "192.0.2.1", 0, &error), DW_IO);
    assert_non_null(strstr(error.text, "192.0.2.1"));
    assert_null(second);
    assert_int_equal(dw_metrics_http_open(&second, &board, "*", 0, &error), DW_OK);
    dw_metrics_http_close(second);
}

static void note(int number)
{
    (void)number;
}

/* SIGTERM has to wake the loop out of its sleep, so no other thread may take it. */
static void no_signal_is_taken_by_its_thread(void **state)
{
    (void)state;
    struct sigaction before;
    const struct sigaction handler = {.sa_handler = note};
    sigset_t one;
    sigset_t pending;
    (void)sigemptyset(&one);
    (void)sigaddset(&one, SIGUSR1);
    assert_int_equal(sigaction(SIGUSR1, &handler, &before), 0);
    assert_int_equal(pthread_sigmask(SIG_BLOCK, &one, NULL), 0);
    assert_int_equal(kill(getpid(), SIGUSR1), 0);
    assert_int_equal(ask("GET", "/healthz") != 0, 1);
    (void)sigpending(&pending);
    assert_int_equal(sigismember(&pending, SIGUSR1), 1); /* It waits for this thread. */
    assert_int_equal(pthread_sigmask(SIG_UNBLOCK, &one, NULL), 0);
    (void)sigaction(SIGUSR1, &before, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_published_last_is_told),
        cmocka_unit_test(a_listener_that_nothing_is_asked_of_only_waits),
        cmocka_unit_test(a_listener_without_descriptors_left_waits_and_answers_later),
        cmocka_unit_test(the_process_tells_its_memory_and_time),
        cmocka_unit_test(head_is_the_same_without_a_body),
        cmocka_unit_test(other_paths_are_not_found_and_other_methods_not_allowed),
        cmocka_unit_test(health_is_200_and_503_with_the_reason),
        cmocka_unit_test(a_connection_serves_again),
        cmocka_unit_test(junk_and_endless_heads_and_bodies_are_survived),
        cmocka_unit_test(four_trickling_connections_do_not_keep_their_own_address_out),
        cmocka_unit_test(the_fifth_of_an_address_costs_its_oldest_and_nobody_else),
        cmocka_unit_test(the_connection_in_the_last_free_slot_closes_the_oldest),
        cmocka_unit_test(a_connection_ends_at_its_deadline_however_busy_it_is),
        cmocka_unit_test(a_silent_connection_ends_at_its_deadline),
        cmocka_unit_test(a_taken_port_and_a_wrong_address_are_named),
        cmocka_unit_test(no_signal_is_taken_by_its_thread),
    };
    return cmocka_run_group_tests(tests, open_listener, close_listener);
}
