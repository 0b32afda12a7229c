/* A match without a free body: the client watches it, is told its place in the queue, and is given
 * a body between two rounds, on the same connection. Real clients, a real server, loopback. */
#include "client/core/link.h"
#include "common/platform/clock.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server_pace.h"
#include "source_dir.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

enum { CLIENTS_MAX = 64 };

#define WAIT_NS UINT64_C(20000000000)
#define RULES   "test_server_queue.rules.json"

typedef struct visitor {
    dw_client *client;
    dw_arena arena;
} visitor;

typedef struct house {
    dw_server *server;
    dw_link *link;
    visitor visitors[CLIENTS_MAX];
    uint32_t count;
    uint32_t bodies; /* Of each match. */
    uint64_t due_ns;
} house;

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

static void run_once(house *at)
{
    const uint64_t now = dw_clock_ns();
    server_pace_run(at->server, now, &at->due_ns);
    dw_link_service(at->link);
    for (uint32_t i = 0; i < at->count; i++) {
        dw_client_update(at->visitors[i].client, (dw_intent){.direction = DW_STAND}, now);
    }
    dw_clock_sleep_until(now + 1000000);
}

/* Until `done` says so of that visitor. */
static void run(house *at, uint32_t index, bool (*done)(const dw_client *client))
{
    const uint64_t until = dw_clock_ns() + WAIT_NS;
    while (!done(at->visitors[index].client)) {
        assert_true(dw_clock_ns() < until);
        run_once(at);
    }
}

static void run_ms(house *at, uint32_t milliseconds)
{
    const uint64_t until = dw_clock_ns() + (uint64_t)milliseconds * 1000000;
    while (dw_clock_ns() < until) {
        run_once(at);
    }
}

static void open_house(house *at, int64_t matches, dw_spectators spectators, const char *map)
{
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    *at = (house){.due_ns = dw_clock_ns()};
    write_rules();
    (void)strcpy(config.bind, "127.0.0.1");
    (void)strcpy(config.ruleset, "./" RULES);
    (void)snprintf(config.map, sizeof config.map, "%s", map);
    config.port = 0;
    config.matches = matches;
    config.spectators = spectators;
    config.spectator_delay_s = 0;
    assert_int_equal(dw_server_create(&at->server, &config, &error), DW_OK);
    const dw_link_config link = {
        .host = "127.0.0.1", .port = dw_server_port(at->server), .connections = CLIENTS_MAX};
    assert_int_equal(dw_link_create(&at->link, &link, &error), DW_OK);
    at->bodies = dw_match_count(at->server->matches[0]).slots_free;
}

static void close_house(house *at)
{
    dw_link_destroy(at->link);
    for (uint32_t i = 0; i < at->count; i++) {
        dw_client_destroy(at->visitors[i].client);
        dw_arena_destroy(&at->visitors[i].arena);
    }
    dw_server_destroy(at->server);
    (void)remove(RULES);
}

static bool is_settled(const dw_client *client)
{
    const bool waits =
        dw_client_welcome(client) != NULL && dw_client_welcome(client)->slot == DW_SLOT_NONE;
    return dw_client_get_state(client) == DW_CLIENT_ENDED ||
           (dw_client_latest(client) != NULL && (!waits || dw_client_queue_position(client) > 0));
}

/* Joins and waits for the result; gives the visitor's index. */
static uint32_t visit(house *at, const char *match)
{
    const uint32_t index = at->count++;
    visitor *row = &at->visitors[index];
    assert_true(at->count <= CLIENTS_MAX);
    assert_int_equal(dw_arena_create(&row->arena, DW_CLIENT_ARENA_BYTES), DW_OK);
    dw_client_config config = {
        .send = dw_link_send, .send_context = dw_link_context(at->link, index), .input_hz = 30};
    (void)snprintf(config.name, sizeof config.name, "p%u", index);
    (void)snprintf(config.match, sizeof config.match, "%s", match);
    assert_int_equal(dw_client_create(&row->client, &row->arena, &config), DW_OK);
    dw_link_connect(at->link, row->client);
    run(at, index, is_settled);
    return index;
}

static void fill(house *at, const char *match)
{
    for (uint32_t i = 0; i < at->bodies; i++) {
        const uint32_t index = visit(at, match);
        assert_int_not_equal(dw_client_welcome(at->visitors[index].client)->slot, DW_SLOT_NONE);
    }
}

static void leave(house *at, uint32_t index)
{
    dw_client_quit(at->visitors[index].client);
    run_ms(at, 100);
    dw_link_disconnect(at->link, index);
}

static uint32_t place_of(const house *at, uint32_t index)
{
    return dw_client_queue_position(at->visitors[index].client);
}

static bool is_in_play(const dw_client *client)
{
    const dw_round *round = dw_client_round(client);
    return round != NULL && round->phase == DW_PHASE_PLAY;
}

static bool plays(const dw_client *client)
{
    const dw_snapshot *latest = dw_client_latest(client);
    return latest != NULL && latest->own.slot != DW_SLOT_NONE &&
           latest->own.state == DW_SLOT_ALIVE && is_in_play(client);
}

static void clients_of_a_full_match_wait_in_order_and_get_the_bodies_that_come_free(void **state)
{
    (void)state;
    house at;
    open_house(&at, 2, DW_SPECTATORS_ALL, "training");
    fill(&at, "1");
    const uint32_t first = visit(&at, "1");
    const uint32_t second = visit(&at, "1");
    assert_int_equal(place_of(&at, first), 1);
    assert_int_equal(place_of(&at, second), 2);
    assert_int_equal(dw_client_welcome(at.visitors[first].client)->match, 1);
    assert_int_equal(dw_client_latest(at.visitors[first].client)->own.slot, DW_SLOT_NONE);
    run(&at, 0, is_in_play);
    leave(&at, 3);
    run(&at, first, plays);
    assert_int_equal(dw_client_welcome(at.visitors[first].client)->match, 1);
    assert_int_equal(dw_client_welcome(at.visitors[first].client)->slot, 3);
    assert_int_equal(place_of(&at, first), 0);
    assert_int_equal(place_of(&at, second), 1);
    const dw_server_stats *stats = dw_server_get_stats(at.server);
    assert_int_equal(stats->seated, 1);
    assert_int_equal(stats->joined, at.bodies + 2); /* On the same connections. */
    assert_int_equal(stats->left, 1);
    assert_int_equal(stats->lost, 0);
    assert_int_equal(dw_match_count(at.server->matches[1]).players, 0);
    close_house(&at);
}

/* A seat comes with the next round; until then the body that is free is kept. */
static void newcomer_does_not_overtake_the_queue(void **state)
{
    (void)state;
    house at;
    open_house(&at, 1, DW_SPECTATORS_ALL, "training");
    fill(&at, "");
    const uint32_t first = visit(&at, "");
    run(&at, 0, is_in_play);
    leave(&at, 0);
    assert_int_equal(place_of(&at, first), 1); /* The round is on. */
    const uint32_t second = visit(&at, "");
    assert_int_equal(dw_client_welcome(at.visitors[second].client)->slot, DW_SLOT_NONE);
    run(&at, first, plays);
    assert_int_equal(place_of(&at, second), 1);
    close_house(&at);
}

static void queue_closes_up_when_a_client_leaves_it(void **state)
{
    (void)state;
    house at;
    open_house(&at, 1, DW_SPECTATORS_ALL, "training");
    fill(&at, "");
    uint32_t waiting[4];
    for (uint32_t i = 0; i < 4; i++) {
        waiting[i] = visit(&at, "1");
        assert_int_equal(place_of(&at, waiting[i]), i + 1);
    }
    leave(&at, waiting[1]);
    run_ms(&at, 100);
    assert_int_equal(place_of(&at, waiting[0]), 1);
    assert_int_equal(place_of(&at, waiting[2]), 2);
    assert_int_equal(place_of(&at, waiting[3]), 3);
    dw_link_disconnect(at.link, waiting[0]); /* Without a word. */
    run_ms(&at, 200);
    assert_int_equal(place_of(&at, waiting[2]), 1);
    assert_int_equal(place_of(&at, waiting[3]), 2);
    close_house(&at);
}

static void expect_full(const house *at, uint32_t index)
{
    assert_int_equal(dw_client_get_end(at->visitors[index].client), DW_CLIENT_END_REFUSED);
    assert_int_equal(dw_client_reason(at->visitors[index].client), DW_REASON_FULL);
}

static void ninth_client_in_the_queue_of_a_match_is_refused(void **state)
{
    (void)state;
    house at;
    open_house(&at, 2, DW_SPECTATORS_ALL, "training");
    fill(&at, "1");
    for (uint32_t i = 0; i < DW_QUEUE_MATCH_MAX; i++) {
        assert_int_equal(place_of(&at, visit(&at, "1")), i + 1);
    }
    expect_full(&at, visit(&at, "1"));
    const uint32_t elsewhere = visit(&at, ""); /* The other match is free. */
    assert_int_equal(dw_client_welcome(at.visitors[elsewhere].client)->match, 2);
    assert_int_not_equal(dw_client_welcome(at.visitors[elsewhere].client)->slot, DW_SLOT_NONE);
    close_house(&at);
}

/* Five matches of few bodies have forty places, and the server keeps to 32. */
static void queues_of_a_server_hold_thirty_two_clients(void **state)
{
    (void)state;
    house at;
    open_house(&at, 5, DW_SPECTATORS_ALL, DW_SOURCE_DIR "/tests/fuzz/house.tmj");
    assert_true(5 * at.bodies + DW_QUEUE_SERVER_MAX < CLIENTS_MAX);
    for (uint32_t i = 0; i < 5; i++) {
        fill(&at, "");
    }
    uint32_t of_match[6] = {0};
    for (uint32_t i = 0; i < DW_QUEUE_SERVER_MAX; i++) {
        const uint32_t index = visit(&at, "");
        const uint32_t match = dw_client_welcome(at.visitors[index].client)->match;
        assert_int_equal(place_of(&at, index), ++of_match[match]); /* The shortest queue. */
        assert_true(of_match[match] <= (i + 5) / 5);
    }
    expect_full(&at, visit(&at, ""));
    expect_full(&at, visit(&at, "5"));
    close_house(&at);
}

static void expect_in(const house *at, uint32_t index, uint32_t match, const char *code)
{
    const dw_welcome *welcome = dw_client_welcome(at->visitors[index].client);
    assert_non_null(welcome);
    assert_int_equal(welcome->match, match);
    assert_string_equal(welcome->code, code);
}

static void code_leads_to_its_match_or_its_queue_and_never_elsewhere(void **state)
{
    (void)state;
    house at;
    open_house(&at, 3, DW_SPECTATORS_ALL, "training");
    char code[DW_MATCH_CODE_SIZE];
    char small[DW_MATCH_CODE_SIZE];
    const uint32_t by_number = visit(&at, "2");
    memcpy(code, dw_client_welcome(at.visitors[by_number].client)->code, sizeof code);
    for (uint32_t i = 0; i < DW_MATCH_CODE_SIZE; i++) {
        small[i] = code[i] >= 'A' && code[i] <= 'Z' ? (char)(code[i] - 'A' + 'a') : code[i];
    }
    /* The other matches have no clients. */
    for (uint32_t i = 1; i < at.bodies; i++) {
        expect_in(&at, visit(&at, i % 2 == 0 ? code : small), 2, code);
    }
    const uint32_t queued = visit(&at, small);
    expect_in(&at, queued, 2, code);
    assert_int_equal(place_of(&at, queued), 1);
    const uint32_t any = visit(&at, "");
    assert_int_equal(dw_client_welcome(at.visitors[any].client)->match, 1);
    assert_string_not_equal(dw_client_welcome(at.visitors[any].client)->code, code);
    close_house(&at);
}

static void unknown_match_is_refused_as_such(void **state)
{
    (void)state;
    house at;
    open_house(&at, 2, DW_SPECTATORS_ALL, "training");
    const uint32_t any = visit(&at, "");
    char code[DW_MATCH_CODE_SIZE];
    memcpy(code, dw_client_welcome(at.visitors[any].client)->code, sizeof code);
    code[0] = code[0] == 'Z' ? 'Y' : 'Z';
    code[1] = code[1] == 'Z' ? 'Y' : 'Z';
    const char *const unknown[] = {"3", "0", "999", "0002", "2 ", "K7", "K7QDX", code};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        const uint32_t index = visit(&at, unknown[i]);
        assert_int_equal(dw_client_get_end(at.visitors[index].client), DW_CLIENT_END_REFUSED);
        assert_int_equal(dw_client_reason(at.visitors[index].client), DW_REASON_MATCH);
    }
    assert_int_equal(dw_server_get_stats(at.server)->joined, 1);
    close_house(&at);
}

static void without_spectators_a_full_match_refuses(void **state)
{
    (void)state;
    house at;
    open_house(&at, 2, DW_SPECTATORS_OFF, "training");
    fill(&at, "1");
    expect_full(&at, visit(&at, "1"));
    assert_int_equal(dw_server_get_stats(at.server)->joined, at.bodies);
    close_house(&at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clients_of_a_full_match_wait_in_order_and_get_the_bodies_that_come_free),
        cmocka_unit_test(newcomer_does_not_overtake_the_queue),
        cmocka_unit_test(queue_closes_up_when_a_client_leaves_it),
        cmocka_unit_test(ninth_client_in_the_queue_of_a_match_is_refused),
        cmocka_unit_test(queues_of_a_server_hold_thirty_two_clients),
        cmocka_unit_test(code_leads_to_its_match_or_its_queue_and_never_elsewhere),
        cmocka_unit_test(unknown_match_is_refused_as_such),
        cmocka_unit_test(without_spectators_a_full_match_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
