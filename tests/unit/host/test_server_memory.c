/* A whole server whose ENet is out of memory: no player is dropped for it, reliable messages arrive
 * later, and monitoring says that no client can join. And what else monitoring is told. Real
 * clients, loopback. */
#include "client/bot/swarm.h"
#include "client/core/link.h"
#include "common/platform/clock.h"
#include "server/host/net_slab.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server_pace.h"
#include "tests/support/http.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 8, PIECES_MAX = 1 << 18, ANSWER_BYTES = 4096 };

#define WAIT_NS UINT64_C(10000000000)
#define RULES   "test_server_memory.rules.json"

typedef struct house {
    dw_server *server;
    dw_swarm *swarm;
    dw_bots_options options;
    uint64_t due_ns;
    uint16_t metrics_port;
    uint32_t round; /* Of the first match, to see it change. */
} house;

static void *pieces[PIECES_MAX];
static uint32_t piece_count;

/* All that is left of the block, to the last byte. */
static void take_all(void)
{
    for (size_t size = 1 << 20; size > 0; size /= 2) {
        while (piece_count < PIECES_MAX && (pieces[piece_count] = dw_net_slab_take(size)) != NULL) {
            piece_count++;
        }
    }
    assert_true(piece_count < PIECES_MAX);
}

static void give_all(void)
{
    while (piece_count > 0) {
        dw_net_slab_give(pieces[--piece_count]);
    }
}

/* Rounds of half a second: all clients are told of each phase, reliably. */
static void write_rules(void)
{
    FILE *file = fopen(RULES, "w");
    assert_non_null(file);
    (void)fputs("{\"vision\": \"sight\", \"time_limit_ticks\": 30, \"lobby_ticks\": 1, "
                "\"countdown_ticks\": 1, \"result_ticks\": 20}\n",
                file);
    assert_int_equal(fclose(file), 0);
}

static void turn(house *at)
{
    dw_error error = {""};
    const uint64_t now = dw_clock_ns();
    server_pace_run(at->server, now, &at->due_ns);
    assert_int_equal(dw_swarm_run(at->swarm, now, &error), DW_OK);
    dw_clock_sleep_until(now + 1000000);
}

static void run_until(house *at, bool (*done)(house *at))
{
    const uint64_t until = dw_clock_ns() + WAIT_NS;
    while (!done(at)) {
        assert_true(dw_clock_ns() < until);
        turn(at);
    }
}

static void run_for(house *at, uint64_t ns)
{
    for (const uint64_t until = dw_clock_ns() + ns; dw_clock_ns() < until;) {
        turn(at);
    }
}

static bool all_play(house *at)
{
    return dw_swarm_count(at->swarm).playing == PLAYERS;
}

static void open_house(house *at)
{
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    *at = (house){.due_ns = dw_clock_ns(), .metrics_port = http_free_port()};
    write_rules();
    (void)strcpy(config.bind, "127.0.0.1");
    (void)strcpy(config.ruleset, "./" RULES);
    config.port = 0;
    config.metrics_port = at->metrics_port;
    config.matches = 2;
    assert_int_equal(dw_server_create(&at->server, &config, &error), DW_OK);
    at->options = (dw_bots_options){.host = "127.0.0.1",
                                    .port = dw_server_port(at->server),
                                    .clients = PLAYERS,
                                    .join_rate = 200,
                                    .policy = dw_policy_find("idle"),
                                    .match = "1",
                                    .seed = 1,
                                    .input_hz = 20,
                                    .name_prefix = "bot"};
    assert_int_equal(dw_swarm_create(&at->swarm, &at->options, at->due_ns, &error), DW_OK);
    run_until(at, all_play);
}

static void close_house(house *at)
{
    dw_swarm_destroy(at->swarm);
    dw_server_destroy(at->server);
    (void)remove(RULES);
}

/* Returns the status; `body` points to the body. */
static int ask_health(const house *at, char answer[ANSWER_BYTES])
{
    assert_true(http_ask(at->metrics_port, "GET", "/healthz", answer, ANSWER_BYTES) > 0);
    return http_status(answer);
}

static void players_stay_when_the_memory_is_used_up(void **state)
{
    (void)state;
    house at;
    char answer[ANSWER_BYTES];
    open_house(&at);
    assert_int_equal(ask_health(&at, answer), 200);
    take_all();
    run_for(&at, UINT64_C(1500000000)); /* Several phases, told to all. */
    assert_int_equal(ask_health(&at, answer), 503);
    assert_string_equal(http_body(answer), "no memory for joins\n");
    give_all();
    run_for(&at, UINT64_C(1500000000));
    assert_int_equal(ask_health(&at, answer), 200);
    const dw_server_stats *stats = dw_server_get_stats(at.server);
    assert_int_equal(stats->lost + stats->left + stats->sent_away, 0);
    assert_int_equal(stats->joined, PLAYERS);
    assert_int_equal(dw_match_count(at.server->matches[0]).players, PLAYERS);
    assert_in_range(stats->messages_delayed, 1, UINT32_MAX);
    assert_int_equal(stats->messages_lost, 0);
    run_until(&at, all_play); /* Each client knows of the round that is on. */
    close_house(&at);
}

static void monitoring_counts_the_paths_of_all_guards(void **state)
{
    (void)state;
    static char answer[64 * 1024];
    house at;
    open_house(&at);
    run_for(&at, UINT64_C(1500000000)); /* Figures are a second old at most. */
    dw_brain_counters sum = {0};
    dw_sim_count(dw_match_sim(at.server->matches[0]), &sum);
    assert_true(http_ask(at.metrics_port, "GET", "/metrics", answer, sizeof answer) > 0);
    static const char series[] = "\nduskwatch_guard_path_requests_total ";
    const char *line = strstr(answer, series);
    assert_non_null(line);
    assert_in_range(strtoull(line + sizeof series - 1, NULL, 10), 1, sum.path_requests);
    close_house(&at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_stay_when_the_memory_is_used_up),
        cmocka_unit_test(monitoring_counts_the_paths_of_all_guards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
