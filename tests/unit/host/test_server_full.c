/* A match without a body for who asks for it: he watches, and when its round is over he is moved to
 * where there is one, on the same connection. Real clients, a real server, loopback. */
#include "client/bot/swarm.h"
#include "client/core/link.h"
#include "common/platform/clock.h"
#include "server/host/server.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

enum { SEATS = 8 }; /* Of the map `reference`. */

#define TICK_NS UINT64_C(16666667)
#define WAIT_NS UINT64_C(10000000000)
#define RULES   "test_server_full.rules.json"

typedef struct house {
    dw_server *server;
    dw_swarm *swarm;
    dw_link *link;
    dw_client *client; /* The one too many. */
    dw_arena arena;
    dw_bots_options options;
    uint64_t due_ns;
} house;

static dw_intent stand(void *context, const dw_client *client, uint32_t tick)
{
    (void)context;
    (void)client;
    (void)tick;
    return (dw_intent){DW_STAND, 0};
}

/* Rounds of 2 s; nothing else takes time. */
static void write_rules(void)
{
    FILE *file = fopen(RULES, "w");
    assert_non_null(file);
    (void)fputs("{\"vision\": \"sight\", \"time_limit_ticks\": 120, \"lobby_ticks\": 1, "
                "\"countdown_ticks\": 1, \"result_ticks\": 20}\n",
                file);
    assert_int_equal(fclose(file), 0);
}

static void run(house *at, bool (*done)(const house *at))
{
    dw_error error = {""};
    const uint64_t until = dw_clock_ns() + WAIT_NS;
    for (uint64_t now = dw_clock_ns(); !done(at); now = dw_clock_ns()) {
        assert_true(now < until);
        dw_server_service(at->server, now);
        while (now >= at->due_ns) {
            dw_server_tick(at->server, now, 0);
            at->due_ns += TICK_NS;
        }
        dw_server_flush(at->server);
        assert_int_equal(dw_swarm_run(at->swarm, now, &error), DW_OK);
        if (at->client != NULL) {
            dw_link_service(at->link);
            dw_client_run(at->client, stand, NULL, now);
        }
        dw_clock_sleep_until(now + 1000000);
    }
}

static bool is_full(const house *at)
{
    return dw_swarm_count(at->swarm).playing == SEATS;
}

static bool watches(const house *at)
{
    const dw_snapshot *latest = dw_client_latest(at->client);
    return latest != NULL && latest->own.slot == DW_SLOT_NONE;
}

static bool plays(const house *at)
{
    const dw_snapshot *latest = dw_client_latest(at->client);
    return latest != NULL && latest->own.slot != DW_SLOT_NONE &&
           latest->own.state == DW_SLOT_ALIVE && dw_client_round(at->client) != NULL &&
           dw_client_round(at->client)->phase == DW_PHASE_PLAY;
}

static void open_house(house *at, dw_spectators spectators)
{
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    *at = (house){.due_ns = dw_clock_ns()};
    write_rules();
    (void)strcpy(config.bind, "127.0.0.1");
    (void)strcpy(config.ruleset, "./" RULES);
    config.port = 0;
    config.matches = 2;
    config.spectators = spectators;
    config.spectator_delay_s = 0;
    assert_int_equal(dw_server_create(&at->server, &config, &error), DW_OK);
    at->options = (dw_bots_options){.host = "127.0.0.1",
                                    .port = dw_server_port(at->server),
                                    .clients = SEATS,
                                    .join_rate = 200,
                                    .policy = dw_policy_find("idle"),
                                    .match = "1",
                                    .seed = 1,
                                    .input_hz = 20,
                                    .name_prefix = "bot"};
    assert_int_equal(dw_swarm_create(&at->swarm, &at->options, at->due_ns, &error), DW_OK);
    run(at, is_full);
    assert_int_equal(dw_arena_create(&at->arena, DW_CLIENT_ARENA_BYTES), DW_OK);
    assert_int_equal(dw_link_create(&at->link, &(dw_link_config){.connections = 1}, &error), DW_OK);
    const dw_client_config client = {.name = "late",
                                     .match = "1",
                                     .send = dw_link_send,
                                     .send_context = dw_link_context(at->link, 0),
                                     .input_hz = 30};
    assert_int_equal(dw_client_create(&at->client, &at->arena, &client), DW_OK);
    assert_int_equal(
        dw_link_connect(at->link, at->client, "127.0.0.1", dw_server_port(at->server), &error),
        DW_OK);
}

static void close_house(house *at)
{
    dw_link_destroy(at->link);
    dw_client_destroy(at->client);
    dw_arena_destroy(&at->arena);
    dw_swarm_destroy(at->swarm);
    dw_server_destroy(at->server);
    (void)remove(RULES);
}

static void who_finds_his_match_full_watches_it_and_is_moved_when_its_round_is_over(void **state)
{
    (void)state;
    house at;
    open_house(&at, DW_SPECTATORS_ALL);
    run(&at, watches);
    assert_int_equal(dw_client_welcome(at.client)->match, 1);
    assert_int_equal(dw_match_count(dw_server_match(at.server, 0)).spectators, 1);
    assert_int_equal(dw_match_count(dw_server_match(at.server, 1)).players, 0);
    run(&at, plays);
    assert_int_equal(dw_client_welcome(at.client)->match, 2);
    assert_int_equal(dw_match_count(dw_server_match(at.server, 0)).spectators, 0);
    assert_int_equal(dw_match_count(dw_server_match(at.server, 0)).players, SEATS);
    assert_int_equal(dw_match_count(dw_server_match(at.server, 1)).players, 1);
    const dw_server_stats *stats = dw_server_get_stats(at.server);
    assert_int_equal(stats->moved, 1);
    assert_int_equal(stats->joined, SEATS + 1); /* He never left. */
    assert_int_equal(stats->lost + stats->left, 0);
    close_house(&at);
}

static bool is_over(const house *at)
{
    return dw_client_get_state(at->client) == DW_CLIENT_ENDED;
}

static void without_spectators_a_full_match_refuses(void **state)
{
    (void)state;
    house at;
    open_house(&at, DW_SPECTATORS_OFF);
    run(&at, is_over);
    assert_int_equal(dw_client_get_end(at.client), DW_CLIENT_END_REFUSED);
    assert_int_equal(dw_client_reason(at.client), DW_REASON_FULL);
    assert_int_equal(dw_server_get_stats(at.server)->joined, SEATS);
    close_house(&at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_finds_his_match_full_watches_it_and_is_moved_when_its_round_is_over),
        cmocka_unit_test(without_spectators_a_full_match_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
