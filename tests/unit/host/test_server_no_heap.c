/* The whole server, its ENet included, takes nothing from the heap once it is open: every malloc of
 * its thread is counted while it runs a call of the server. It is monitored, keeps results
 * and is in a fleet meanwhile, as hosts do; the threads for that may allocate. */
#include "client/bot/swarm.h"
#include "common/platform/clock.h"
#include "server/host/server.h"
#include "server/host/server_results.h"
#include "server_pace.h"
#include "tests/support/http.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RUN_NS UINT64_C(6000000000)

/* glibc's own names; what is defined here stands in for them in every library of the process. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *piece, size_t size);

static _Thread_local bool inside; /* Of a call of the server. */
static uint64_t taken;

void *malloc(size_t size)
{
    taken += inside ? 1 : 0;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    taken += inside ? 1 : 0;
    return __libc_calloc(count, size);
}

void *realloc(void *piece, size_t size)
{
    taken += inside ? 1 : 0;
    return __libc_realloc(piece, size);
}

static char results_path[] = "no-heap-results-XXXXXX";

static dw_server *open_server(uint16_t metrics_port)
{
    dw_server_config config = dw_server_config_default();
    (void)strcpy(config.bind, "127.0.0.1");
    config.port = 0;
    config.matches = 2;
    config.spectator_delay_s = 1;
    config.metrics_port = metrics_port;
    config.fleet = DW_FLEET_AGONES;
    char fleet_port[8]; /* Nobody answers there, which is a line of the log. */
    (void)snprintf(fleet_port, sizeof fleet_port, "%u", (unsigned)http_free_port());
    assert_int_equal(setenv("AGONES_SDK_HTTP_PORT", fleet_port, 1), 0);
    (void)strcpy(config.results, results_path);
    dw_server *server = NULL;
    dw_error error = {""};
    if (dw_server_create(&server, &config, &error) != DW_OK) {
        print_error("%s\n", error.text);
        fail();
    }
    return server;
}

static void run_server(dw_server *server, uint64_t now_ns, uint64_t *due_ns)
{
    inside = true;
    server_pace_run(server, now_ns, due_ns);
    inside = false;
}

static void the_count_sees_a_malloc(void **state)
{
    (void)state;
    inside = true;
    void *volatile piece = malloc(1);
    inside = false;
    free(piece);
    assert_int_equal(taken, 1);
    taken = 0;
}

static void joins_rounds_spectators_and_goodbyes_take_no_heap(void **state)
{
    (void)state;
    const uint16_t metrics_port = http_free_port();
    const int file = mkstemp(results_path); /* An empty file becomes a file of results. */
    assert_true(file >= 0);
    (void)close(file);
    dw_server *server = open_server(metrics_port);
    const dw_bots_options options = {.host = "127.0.0.1",
                                     .port = dw_server_port(server),
                                     .clients = 12,
                                     .join_rate = 50,
                                     .policy = dw_policy_find("random"),
                                     .seed = 1,
                                     .input_hz = 20,
                                     .spectate_share = 0.25,
                                     .name_prefix = "bot"};
    dw_error error = {""};
    dw_swarm *swarm = NULL;
    const uint64_t began = dw_clock_ns();
    uint64_t due_ns = began;
    assert_int_equal(dw_swarm_create(&swarm, &options, began, &error), DW_OK);
    for (uint64_t now = began; now < began + RUN_NS; now = dw_clock_ns()) {
        run_server(server, now, &due_ns);
        assert_int_equal(dw_swarm_run(swarm, now, &error), DW_OK);
        dw_clock_sleep_until(now + 1000000);
    }
    assert_int_equal(dw_swarm_count(swarm).playing, 12);
    static char answer[64 * 1024];
    assert_true(http_ask(metrics_port, "GET", "/metrics", answer, sizeof answer) > 0);
    assert_non_null(strstr(answer, "\nduskwatch_joins_total 12\n"));
    assert_non_null(strstr(answer, "\nduskwatch_clients{role=\"spectator\"} "));
    assert_in_range(dw_server_get_stats(server)->snapshots, 1001, UINT32_MAX);
    dw_swarm_quit(swarm, dw_clock_ns());
    for (uint32_t i = 0; i < 300; i++) {
        run_server(server, dw_clock_ns(), &due_ns);
        (void)dw_swarm_linger(swarm);
        dw_clock_sleep_until(dw_clock_ns() + 1000000);
    }
    assert_int_equal(dw_server_get_stats(server)->left, 12);
    assert_int_equal(taken, 0);
    dw_swarm_destroy(swarm);
    const dw_results_stats results = dw_results_get_stats(dw_server_results_file(server));
    assert_int_equal(results.kept + results.waiting,
                     2); /* Of each match the round that all left. */
    dw_server_destroy(server);
    assert_int_equal(unlink(results_path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_count_sees_a_malloc),
        cmocka_unit_test(joins_rounds_spectators_and_goodbyes_take_no_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
