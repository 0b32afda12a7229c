/* Which match a newcomer gets, which guests wait for a body, and which of them gets it. A whole
 * server; its guests have no connection, so no address either. */
#include "server/host/guest.h"
#include "server/host/seating.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server/session/match_state.h"
#include "tests/support/test.h"

#include <string.h>

enum { MATCHES = 3, SEATS = 8 };

static dw_server *server;

static void open_server(int64_t clients_max, int64_t spectators_max, int spectators)
{
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    (void)snprintf(config.map, sizeof config.map, "training");
    config.port = 0;
    config.matches = MATCHES;
    config.clients_max = clients_max;
    config.spectators_max = spectators_max;
    config.spectators = spectators;
    assert_int_equal(dw_server_create(&server, &config, &error), DW_OK);
}

static int close_server(void **state)
{
    (void)state;
    dw_server_destroy(server);
    return 0;
}

static dw_guest *guest_at(uint32_t index)
{
    return &server->guests[index];
}

/* As clients.c lets a guest in. */
static dw_reason enter(uint32_t index, const dw_hello *hello, dw_welcome *welcome, bool *resumed)
{
    dw_guest *guest = guest_at(index);
    *guest = (dw_guest){.peer = index + 1, .state = DW_GUEST_HELLO};
    const dw_reason reason = dw_seating_enter(server, guest, hello, welcome, resumed);
    if (reason == DW_REASON_NONE) {
        guest->state = DW_GUEST_IN;
        server->clients_in++;
        server->watchers_in += guest->watches ? 1 : 0;
    }
    return reason;
}

static dw_reason enter_as(uint32_t index, const char *match, bool spectate)
{
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .spectate = spectate};
    dw_welcome welcome;
    bool resumed = true;
    (void)snprintf(hello.name, sizeof hello.name, "p%u", (unsigned)index);
    (void)snprintf(hello.match, sizeof hello.match, "%s", match);
    const dw_reason reason = enter(index, &hello, &welcome, &resumed);
    assert_false(resumed);
    return reason;
}

static void leave(uint32_t index)
{
    dw_guest *guest = guest_at(index);
    dw_match_leave(server->matches[guest->match], guest->client);
    dw_seating_forget(server, guest);
    server->clients_in--;
    server->watchers_in -= guest->watches ? 1 : 0;
    guest->state = DW_GUEST_NONE;
}

static void expect_player(uint32_t index, const char *match, uint32_t expected)
{
    assert_int_equal(enter_as(index, match, false), DW_REASON_NONE);
    assert_false(guest_at(index)->queued);
    assert_false(guest_at(index)->watches);
    assert_int_equal(guest_at(index)->match, expected);
}

static void expect_queued(uint32_t index, const char *match, uint32_t expected)
{
    assert_int_equal(enter_as(index, match, false), DW_REASON_NONE);
    assert_true(guest_at(index)->queued);
    assert_false(guest_at(index)->watches);
    assert_int_equal(guest_at(index)->match, expected);
}

static void newcomers_go_where_the_fewest_players_are(void **state)
{
    (void)state;
    open_server(0, 0, DW_SPECTATORS_ALL);
    expect_player(0, "", 0); /* Of equals the first. */
    expect_player(1, "", 1);
    expect_player(2, "", 2);
    expect_player(3, "", 0);
    leave(2);
    expect_player(4, "", 2);
    dw_match_drop(server->matches[1], guest_at(1)->client); /* Its body counts. */
    expect_player(5, "", 1);
    expect_player(6, "", 2);
}

static void a_match_that_is_asked_for_is_the_only_one(void **state)
{
    (void)state;
    open_server(0, 0, DW_SPECTATORS_ALL);
    for (uint32_t i = 0; i < SEATS; i++) {
        expect_player(i, "3", 2);
    }
    expect_queued(SEATS, "3", 2);
    expect_queued(SEATS + 1, server->codes[2], 2);
    expect_player(SEATS + 2, server->codes[1], 1);
    expect_player(SEATS + 3, "", 0);
    assert_int_equal(dw_seating_find_match(server, "0"), MATCHES);
    assert_int_equal(dw_seating_find_match(server, "1"), 0);
    assert_int_equal(dw_seating_find_match(server, "3"), 2);
    assert_int_equal(dw_seating_find_match(server, "4"), MATCHES);
    assert_int_equal(dw_seating_find_match(server, "????"), MATCHES);
}

static void seats_that_others_wait_for_are_not_free(void **state)
{
    (void)state;
    open_server(0, 0, DW_SPECTATORS_ALL);
    for (uint32_t i = 0; i < SEATS; i++) {
        expect_player(i, "1", 0);
    }
    expect_queued(20, "1", 0);
    leave(3); /* One seat, and one waits for it. */
    expect_queued(21, "1", 0);
    leave(4);
    expect_queued(22, "1", 0);
    leave(5);
    leave(6);
    expect_player(23, "1", 0);
}

static void queues_are_filled_evenly_up_to_their_limit(void **state)
{
    (void)state;
    open_server(1, 0, DW_SPECTATORS_ALL);
    expect_player(0, "2", 1);
    const uint32_t most = dw_seating_queue_max(&server->config);
    assert_int_equal(most, MATCHES * DW_QUEUE_MATCH_MAX);
    for (uint32_t i = 0; i < most; i++) {
        expect_queued(1 + i, "", i % MATCHES);
        assert_int_equal(server->queued, i + 1);
    }
    assert_int_equal(enter_as(1 + most, "", false), DW_REASON_FULL);
    assert_int_equal(server->queued, most);
    leave(1 + MATCHES); /* Waits for the first match. */
    assert_int_equal(enter_as(1 + most, "2", false), DW_REASON_FULL);
    expect_queued(1 + most, "", 0);
    dw_server_config config = server->config;
    config.matches = DW_QUEUE_SERVER_MAX;
    assert_int_equal(dw_seating_queue_max(&config), DW_QUEUE_SERVER_MAX);
    config.spectators = DW_SPECTATORS_OFF;
    assert_int_equal(dw_seating_queue_max(&config), 0);
}

static void guests_behind_one_that_leaves_the_queue_move_up(void **state)
{
    (void)state;
    open_server(1, 0, DW_SPECTATORS_ALL);
    expect_player(0, "1", 0);
    for (uint32_t i = 1; i <= 4; i++) {
        expect_queued(i, "1", 0);
    }
    leave(2);
    static const uint32_t left[] = {1, 3, 4};
    const dw_queue *queue = &server->queues[0];
    assert_int_equal(queue->count, 3);
    assert_memory_equal(queue->guests, left, sizeof left);
    assert_int_equal(server->queued, 3);
    leave(4);
    assert_int_equal(queue->count, 2);
    assert_memory_equal(queue->guests, left, 2 * sizeof left[0]);
}

static void the_first_in_the_queue_gets_the_body_that_becomes_free(void **state)
{
    (void)state;
    open_server(2, 0, DW_SPECTATORS_ALL);
    expect_player(0, "1", 0);
    expect_player(1, "1", 0);
    expect_queued(2, "1", 0);
    expect_queued(3, "1", 0);
    dw_seating_advance(server);
    assert_int_equal(server->stats.seated, 0); /* No place on the server. */
    leave(0);
    server->draining = true;
    dw_seating_advance(server);
    assert_true(guest_at(2)->queued);
    server->draining = false;
    server->matches[0]->round.phase = DW_PHASE_PLAY;
    dw_seating_advance(server);
    assert_true(guest_at(2)->queued); /* It could only watch. */
    server->matches[0]->round.phase = DW_PHASE_LOBBY;
    dw_seating_advance(server);
    assert_false(guest_at(2)->queued);
    assert_false(guest_at(2)->watches);
    assert_true(guest_at(3)->queued);
    assert_int_equal(server->stats.seated, 1);
    assert_int_equal(server->queued, 1);
    uint8_t slot = DW_SLOT_NONE;
    assert_string_equal(dw_match_name_of(server->matches[0], guest_at(2)->client, &slot), "p2");
    assert_int_not_equal(slot, DW_SLOT_NONE);
    assert_int_equal(dw_match_count(server->matches[0]).players, 2);
}

static void spectators_have_places_of_their_own_and_never_wait(void **state)
{
    (void)state;
    open_server(1, 2, DW_SPECTATORS_ALL);
    expect_player(0, "", 0);
    expect_queued(1, "1", 0); /* Takes no spectator's place. */
    for (uint32_t i = 2; i < 4; i++) {
        assert_int_equal(enter_as(i, "1", true), DW_REASON_NONE);
        assert_true(guest_at(i)->watches);
        assert_false(guest_at(i)->queued);
    }
    assert_int_equal(server->watchers_in, 2);
    assert_int_equal(enter_as(4, "", true), DW_REASON_FULL);
    leave(2);
    assert_int_equal(enter_as(4, "", true), DW_REASON_NONE);
}

static void a_match_has_room_for_sixteen_spectators_beside_its_queue(void **state)
{
    (void)state;
    open_server(1, 40, DW_SPECTATORS_ALL);
    expect_player(0, "1", 0);
    expect_queued(1, "1", 0);
    for (uint32_t i = 0; i < DW_SPECTATORS_A_MATCH; i++) {
        assert_int_equal(enter_as(10 + i, "1", true), DW_REASON_NONE);
    }
    assert_int_equal(enter_as(50, "1", true), DW_REASON_FULL);
    assert_int_equal(enter_as(50, "2", true), DW_REASON_NONE);
}

static void a_token_leads_back_to_the_body_in_whatever_match(void **state)
{
    (void)state;
    open_server(1, 0, DW_SPECTATORS_ALL);
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "Ada", .match = "2"};
    dw_welcome welcome;
    bool resumed = true;
    assert_int_equal(enter(0, &hello, &welcome, &resumed), DW_REASON_NONE);
    assert_false(resumed);
    dw_match_drop(server->matches[1], guest_at(0)->client);
    server->clients_in--;
    hello.match[0] = '\0';
    hello.has_token = true;
    memcpy(hello.token, welcome.token, sizeof hello.token);
    hello.spectate = true; /* A spectator has no body to come back to. */
    assert_int_equal(enter(1, &hello, &welcome, &resumed), DW_REASON_NONE);
    assert_false(resumed);
    hello.spectate = false;
    assert_int_equal(enter(2, &hello, &welcome, &resumed), DW_REASON_NONE);
    assert_true(resumed);
    assert_int_equal(guest_at(2)->match, 1);
    assert_int_equal(dw_match_count(server->matches[1]).players, 1);
}

static void a_newcomer_that_names_a_map_is_asked_for_it(void **state)
{
    (void)state;
    open_server(0, 0, DW_SPECTATORS_ALL);
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "Ada", .has_map_hash = true};
    assert_false(dw_seating_has_map(server, &hello));
    hello.map_hash = dw_server_map_of(server, 2)->match.hash;
    assert_true(dw_seating_has_map(server, &hello));
    (void)snprintf(hello.match, sizeof hello.match, "9");
    assert_false(dw_seating_has_map(server, &hello));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define CLOSED(test) cmocka_unit_test_teardown(test, close_server)
        CLOSED(newcomers_go_where_the_fewest_players_are),
        CLOSED(a_match_that_is_asked_for_is_the_only_one),
        CLOSED(seats_that_others_wait_for_are_not_free),
        CLOSED(queues_are_filled_evenly_up_to_their_limit),
        CLOSED(guests_behind_one_that_leaves_the_queue_move_up),
        CLOSED(the_first_in_the_queue_gets_the_body_that_becomes_free),
        CLOSED(spectators_have_places_of_their_own_and_never_wait),
        CLOSED(a_match_has_room_for_sixteen_spectators_beside_its_queue),
        CLOSED(a_token_leads_back_to_the_body_in_whatever_match),
        CLOSED(a_newcomer_that_names_a_map_is_asked_for_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
