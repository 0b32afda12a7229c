/* Places in a whole server: players and spectators do not take each other's, an address can have
 * two spectators, and a peer without a hello loses its place soon when places run short.
 * Loopback. */
#include "client/bot/swarm.h"
#include "client/core/link.h"
#include "common/platform/clock.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "tests/support/raw_client.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

enum {
    SEATS = 8, /* Of the map `reference`. */
    WATCHERS = 12,
    SPECTATORS_MAX = 16,
    SILENT = 100 /* Then less than half as many places are free as are spare. */
};

#define TICK_NS   UINT64_C(16666667)
#define SECOND_NS UINT64_C(1000000000)
#define WAIT_NS   (10 * SECOND_NS)

typedef struct house {
    dw_server *server;
    dw_swarm *swarms[2];
    dw_bots_options options[2];
    dw_link *link;
    dw_client *clients[3];
    dw_arena arenas[3];
    uint32_t client_count;
    uint64_t due_ns;
    uint64_t ahead_ns; /* The server's time is ahead of the clock by this. */
} house;

static void turn(house *at)
{
    dw_error error = {""};
    const uint64_t now = dw_clock_ns();
    dw_server_service(at->server, now + at->ahead_ns);
    while (now >= at->due_ns) {
        dw_server_tick(at->server, now + at->ahead_ns, 0);
        at->due_ns += TICK_NS;
    }
    dw_server_flush(at->server);
    for (uint32_t i = 0; i < 2; i++) {
        if (at->swarms[i] != NULL) {
            assert_int_equal(dw_swarm_run(at->swarms[i], now, &error), DW_OK);
        }
    }
    if (at->link != NULL) {
        dw_link_service(at->link);
    }
    for (uint32_t i = 0; i < at->client_count; i++) {
        dw_client_run(at->clients[i], NULL, NULL, now);
    }
}

static void run_until(house *at, bool (*done)(house *at))
{
    const uint64_t until = dw_clock_ns() + WAIT_NS;
    while (!done(at)) {
        assert_true(dw_clock_ns() < until);
        turn(at);
        dw_clock_sleep_until(dw_clock_ns() + 1000000);
    }
}

static dw_server_config make_config(void)
{
    dw_server_config config = dw_server_config_default();
    (void)strcpy(config.bind, "127.0.0.1");
    config.port = 0;
    config.spectator_delay_s = 0;
    return config;
}

static void open_house(house *at, const dw_server_config *config)
{
    dw_error error = {""};
    *at = (house){.due_ns = dw_clock_ns()};
    assert_int_equal(dw_server_create(&at->server, config, &error), DW_OK);
}

static void add_swarm(house *at, uint32_t index, uint32_t clients, double spectate_share)
{
    dw_error error = {""};
    at->options[index] = (dw_bots_options){.host = "127.0.0.1",
                                           .port = dw_server_port(at->server),
                                           .clients = clients,
                                           .join_rate = 200,
                                           .policy = dw_policy_find("idle"),
                                           .spectate_share = spectate_share,
                                           .seed = index + 1,
                                           .input_hz = 20,
                                           .name_prefix = "bot"};
    assert_int_equal(
        dw_swarm_create(&at->swarms[index], &at->options[index], dw_clock_ns(), &error), DW_OK);
}

static void close_house(house *at)
{
    for (uint32_t i = 0; i < 2; i++) {
        dw_swarm_destroy(at->swarms[i]);
    }
    dw_link_destroy(at->link);
    for (uint32_t i = 0; i < at->client_count; i++) {
        dw_client_destroy(at->clients[i]);
        dw_arena_destroy(&at->arenas[i]);
    }
    dw_server_destroy(at->server);
}

static dw_match_counts counts_of(const house *at)
{
    return dw_match_count(at->server->matches[0]);
}

static bool all_watch(house *at)
{
    return counts_of(at).spectators == WATCHERS;
}

static bool all_play(house *at)
{
    return counts_of(at).players == SEATS;
}

static void spectators_take_no_place_of_a_player(void **state)
{
    (void)state;
    house at;
    const dw_server_config config = make_config();
    open_house(&at, &config);
    add_swarm(&at, 0, WATCHERS, 1);
    run_until(&at, all_watch);
    add_swarm(&at, 1, SEATS, 0);
    run_until(&at, all_play);
    assert_int_equal(dw_server_get_stats(at.server)->refused[DW_REASON_FULL], 0);
    close_house(&at);
}

static bool all_places_are_taken(house *at)
{
    return counts_of(at).spectators == SPECTATORS_MAX && counts_of(at).players == SEATS;
}

static bool one_is_refused(house *at)
{
    return dw_client_get_state(at->clients[0]) == DW_CLIENT_ENDED;
}

static void add_watcher(house *at)
{
    dw_error error = {""};
    const uint32_t index = at->client_count;
    if (at->link == NULL) {
        const dw_link_config link = {
            .host = "127.0.0.1", .port = dw_server_port(at->server), .connections = 3};
        assert_int_equal(dw_link_create(&at->link, &link, &error), DW_OK);
    }
    assert_int_equal(dw_arena_create(&at->arenas[index], DW_CLIENT_ARENA_BYTES), DW_OK);
    const dw_client_config client = {.name = "late",
                                     .spectate = true,
                                     .send = dw_link_send,
                                     .send_context = dw_link_context(at->link, index),
                                     .input_hz = 30};
    assert_int_equal(dw_client_create(&at->clients[index], &at->arenas[index], &client), DW_OK);
    at->client_count++;
    dw_link_connect(at->link, at->clients[index]);
}

static void players_take_no_place_of_a_spectator_and_each_kind_has_its_bound(void **state)
{
    (void)state;
    house at;
    const dw_server_config config = make_config();
    open_house(&at, &config);
    add_swarm(&at, 0, SEATS, 0);
    run_until(&at, all_play);
    add_swarm(&at, 1, SPECTATORS_MAX, 1);
    run_until(&at, all_places_are_taken);
    assert_int_equal(dw_server_get_stats(at.server)->refused[DW_REASON_FULL], 0);
    add_watcher(&at);
    run_until(&at, one_is_refused);
    assert_int_equal(dw_client_reason(at.clients[0]), DW_REASON_FULL);
    close_house(&at);
}

static bool last_has_an_answer(house *at)
{
    const dw_client *last = at->clients[at->client_count - 1];
    return dw_client_get_state(last) == DW_CLIENT_ENDED || dw_client_latest(last) != NULL;
}

static void two_watch_from_one_address_and_the_third_is_told_so(void **state)
{
    (void)state;
    house at;
    dw_server_config config = make_config();
    config.exempt_count = 0;
    open_house(&at, &config);
    for (uint32_t i = 0; i < 3; i++) {
        add_watcher(&at);
        run_until(&at, last_has_an_answer);
    }
    assert_int_equal(counts_of(&at).spectators, 2);
    assert_int_equal(dw_client_get_end(at.clients[2]), DW_CLIENT_END_REFUSED);
    assert_int_equal(dw_client_reason(at.clients[2]), DW_REASON_ADDRESS);
    close_house(&at);
}

static void pump(void *context)
{
    turn(context);
}

/* Returns how many were sent away `seconds` after the last of `count` had come in silence. */
static uint64_t sent_away_after(uint32_t count, uint64_t seconds)
{
    static raw_client clients[SILENT];
    house at;
    const dw_server_config config = make_config();
    open_house(&at, &config);
    for (uint32_t i = 0; i < count; i++) {
        raw_client_open(&clients[i], &(raw_client_config){.sealed = true});
        (void)raw_client_connect(&clients[i], dw_server_port(at.server), pump, &at);
    }
    const dw_net_stats *net = dw_net_get_stats(at.server->net);
    const uint64_t end = dw_clock_ns() + WAIT_NS;
    for (uint32_t i = 0; net->connected < count; i++) { /* An answer may have to be sent again. */
        ENetEvent event;
        assert_true(dw_clock_ns() < end);
        (void)raw_client_service(&clients[i % count], &event);
        turn(&at);
    }
    for (const uint64_t until = dw_clock_ns() + SECOND_NS / 2; dw_clock_ns() < until;) {
        turn(&at); /* The net looks after its peers four times a second. */
    }
    assert_int_equal(dw_server_get_stats(at.server)->refused[DW_REASON_IDLE], 0);
    at.ahead_ns = seconds * SECOND_NS;
    for (const uint64_t until = dw_clock_ns() + SECOND_NS / 2; dw_clock_ns() < until;) {
        turn(&at);
    }
    const uint64_t gone = dw_server_get_stats(at.server)->refused[DW_REASON_IDLE];
    for (uint32_t i = 0; i < count; i++) {
        raw_client_close(&clients[i]);
    }
    close_house(&at);
    return gone;
}

static void a_hello_may_take_twelve_seconds_and_three_when_places_run_short(void **state)
{
    (void)state;
    assert_int_equal(sent_away_after(10, 4), 0);
    assert_int_equal(sent_away_after(10, 13), 10);
    assert_int_equal(sent_away_after(SILENT, 4), SILENT);
}

static uint32_t exempt_lines;

static void count_exempt(void *context, dw_log_level level, const char *line)
{
    (void)context;
    const bool here = strstr(line, "addresses_exempt") != NULL;
    assert_true(!here || (level == DW_LOG_WARNING && strstr(line, "127.0.0.1") != NULL));
    exempt_lines += here ? 1 : 0;
}

static uint32_t warnings_with(const char *bind, bool exempt)
{
    house at;
    dw_server_config config = make_config();
    (void)strcpy(config.bind, bind);
    config.exempt_count = exempt ? config.exempt_count : 0;
    exempt_lines = 0;
    dw_log_open(count_exempt, NULL, DW_LOG_TEXT, DW_LOG_DEBUG);
    open_house(&at, &config);
    dw_log_open(NULL, NULL, DW_LOG_TEXT, DW_LOG_DEBUG);
    close_house(&at);
    return exempt_lines;
}

/* Nothing is sent to the ports that are open for all. */
static void addresses_without_limits_are_warned_of_when_others_reach_the_server(void **state)
{
    (void)state;
    assert_int_equal(warnings_with("127.0.0.1", true), 0);
    assert_int_equal(warnings_with("0.0.0.0", false), 0);
    assert_int_equal(warnings_with("0.0.0.0", true), 1);
    assert_int_equal(warnings_with("*", true), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spectators_take_no_place_of_a_player),
        cmocka_unit_test(players_take_no_place_of_a_spectator_and_each_kind_has_its_bound),
        cmocka_unit_test(two_watch_from_one_address_and_the_third_is_told_so),
        cmocka_unit_test(addresses_without_limits_are_warned_of_when_others_reach_the_server),
        cmocka_unit_test(a_hello_may_take_twelve_seconds_and_three_when_places_run_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
