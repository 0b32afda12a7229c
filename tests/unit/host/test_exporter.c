/* The figures of a whole server: what the exporter gathers, and when. */
#include "common/platform/clock.h"
#include "server/host/exporter.h"
#include "server/host/metrics.h"
#include "server/host/server.h"
#include "server/host/server_maps.h"
#include "server/host/server_state.h"
#include "tests/support/http.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

enum { MATCHES = 3 };

#define MS_NS     UINT64_C(1000000)
#define SECOND_NS UINT64_C(1000000000)

static dw_server *server;
static uint64_t begin_ns;
static char answer[DW_METRICS_TEXT_MAX + 1024];

static int open_server(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    (void)snprintf(config.map, sizeof config.map, "training");
    config.port = 0;
    config.matches = MATCHES;
    config.clients_max = 17;
    config.spectators_max = 5;
    config.metrics_port = http_free_port();
    if (dw_server_create(&server, &config, &error) != DW_OK) {
        print_error("%s\n", error.text);
        return -1;
    }
    begin_ns = dw_clock_ns() + SECOND_NS; /* The first figures are older than a second then. */
    return 0;
}

static int close_server(void **state)
{
    (void)state;
    dw_server_destroy(server);
    return 0;
}

static void ask(const char *path)
{
    assert_true(
        http_ask((uint16_t)server->config.metrics_port, "GET", path, answer, sizeof answer) > 0);
}

/* The line of a figure, which has its labels with it, and its value. */
static void expect(const char *name, double value)
{
    char begin[160];
    (void)snprintf(begin, sizeof begin, "\n%s ", name);
    const char *at = strstr(answer, begin);
    if (at == NULL) {
        fail_msg("no %s in:\n%s", name, answer);
        return;
    }
    const double told = strtod(at + strlen(begin), NULL);
    if (told - value > 1e-9 || value - told > 1e-9) {
        fail_msg("%s: %g, not %g", name, told, value);
    }
}

static void gather_at(uint64_t ns)
{
    dw_exporter_look(server->exporter, server, ns);
    ask("/metrics");
    assert_int_equal(http_status(answer), 200);
}

static void the_time_of_ticks_is_summed_by_part_and_counted(void **state)
{
    (void)state;
    dw_server_note_tick(server, 2 * MS_NS, 5 * MS_NS);
    dw_server_note_tick(server, 1 * MS_NS, 500 * MS_NS);
    gather_at(begin_ns);
    expect("duskwatch_loop_seconds_total{part=\"receive\"}", 0.003);
    expect("duskwatch_loop_seconds_total{part=\"tick\"}", 0.505);
    expect("duskwatch_tick_duration_seconds_count", 2);
    expect("duskwatch_tick_duration_seconds_sum", 0.508);
}

static void figures_are_gathered_once_a_second(void **state)
{
    (void)state;
    server->stats.ticks = 11;
    gather_at(begin_ns);
    expect("duskwatch_ticks_total", 11);
    server->stats.ticks = 22;
    gather_at(begin_ns + SECOND_NS - 1);
    expect("duskwatch_ticks_total", 11);
    gather_at(begin_ns + SECOND_NS);
    expect("duskwatch_ticks_total", 22);
    server->stats.ticks = 33;
    gather_at(begin_ns + 2 * SECOND_NS - 1);
    expect("duskwatch_ticks_total", 22);
}

static void limits_queue_and_drain_are_those_of_the_server(void **state)
{
    (void)state;
    server->queued = 4;
    server->draining = true;
    gather_at(begin_ns);
    expect("duskwatch_clients_queued", 4);
    expect("duskwatch_clients_limit", 17);
    expect("duskwatch_spectators_limit", 5);
    expect("duskwatch_draining", 1);
    server->draining = false;
    gather_at(begin_ns + SECOND_NS);
    expect("duskwatch_draining", 0);
}

/* Two players and a spectator of the first match, one player of the second; the third is empty. */
static void matches_are_summed_and_counted_by_phase(void **state)
{
    (void)state;
    static const struct {
        uint32_t match;
        bool spectate;
    } joins[] = {{0, false}, {0, false}, {0, true}, {1, false}};
    dw_client_handle first = 0;
    for (uint32_t i = 0; i < sizeof joins / sizeof joins[0]; i++) {
        const dw_hello hello = {.name = "player", .spectate = joins[i].spectate};
        const dw_newcomer newcomer = {.tag = i};
        dw_client_handle client = 0;
        dw_welcome welcome;
        assert_int_equal(
            dw_match_join(server->matches[joins[i].match], 0, &hello, &newcomer, &client, &welcome),
            DW_OK);
        first = i == 0 ? client : first;
    }
    dw_match_drop(server->matches[0], first);
    gather_at(begin_ns);
    expect("duskwatch_clients{role=\"player\"}", 2);
    expect("duskwatch_clients{role=\"spectator\"}", 1);
    expect("duskwatch_bodies_waiting", 1);
    expect("duskwatch_matches{phase=\"lobby\"}", 2);
    expect("duskwatch_matches{phase=\"empty\"}", 1);
}

/* Another strategy of guards makes another row of the table, not another series. */
static void matches_on_one_map_are_one_figure_whatever_their_strategies(void **state)
{
    (void)state;
    dw_error error = {""};
    assert_int_equal(dw_server_want_map(server, 0, 0, NULL, "cutoff", &error), DW_OK);
    assert_ptr_not_equal(dw_server_map_of(server, 0), dw_server_map_of(server, 1));
    dw_map_table_count_round(&server->maps, server->played_maps[0], DW_OUTCOME_WON);
    dw_map_table_count_round(&server->maps, server->played_maps[1], DW_OUTCOME_WON);
    gather_at(begin_ns);
    expect("duskwatch_map_matches{map=\"training\",mission=\"\"}", MATCHES);
    expect("duskwatch_map_rounds_total{map=\"training\",mission=\"\",outcome=\"won\"}", 2);
    const char *first = strstr(answer, "\nduskwatch_map_matches{");
    assert_null(strstr(first + 1, "\nduskwatch_map_matches{"));
}

static void health_follows_the_drain(void **state)
{
    (void)state;
    dw_exporter_look(server->exporter, server, dw_clock_ns());
    ask("/healthz");
    assert_int_equal(http_status(answer), 200);
    server->draining = true;
    dw_exporter_look(server->exporter, server, dw_clock_ns());
    ask("/healthz");
    assert_int_equal(http_status(answer), 503);
    assert_string_equal(http_body(answer), "draining: no client is let in any more\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, open_server, close_server)
        WITH_SERVER(the_time_of_ticks_is_summed_by_part_and_counted),
        WITH_SERVER(figures_are_gathered_once_a_second),
        WITH_SERVER(limits_queue_and_drain_are_those_of_the_server),
        WITH_SERVER(matches_are_summed_and_counted_by_phase),
        WITH_SERVER(matches_on_one_map_are_one_figure_whatever_their_strategies),
        WITH_SERVER(health_follows_the_drain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
