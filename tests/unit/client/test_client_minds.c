/* What goes on in the guards, on the spectator's side: kept, looked up by tick, and checked. */
#include "client/core/client_state.h"
#include "fake_server.h"
#include "tests/support/test.h"

#include <stdio.h>

static const dw_client_config watching = {.input_hz = 30, .spectate = true};

static dw_message mind_at(uint32_t tick, const char *goal, uint32_t since)
{
    dw_message message = {.type = DW_MESSAGE_MIND};
    dw_mind_view *mind = &message.as.mind;
    *mind = (dw_mind_view){.tick = tick,
                           .body = 2,
                           .sentence = "It has its reasons.",
                           .cause = DW_CAUSE_DONE,
                           .cause_id = since,
                           .since = since,
                           .room = DW_NONE,
                           .door = DW_NONE};
    (void)snprintf(mind->goal, sizeof mind->goal, "%s", goal);
    return message;
}

static void send(fake_server *server, const dw_message *message)
{
    fake_server_send(server, message);
    fake_server_run(server, 50);
}

static fake_server *watch(void)
{
    fake_server *server = fake_server_create(&watching);
    fake_server_join(server);
    return server;
}

static void the_mind_is_the_one_of_the_tick_that_is_drawn(void **state)
{
    (void)state;
    fake_server *server = watch();
    const dw_minds *minds = dw_client_minds(server->client);
    assert_non_null(minds);
    assert_null(dw_minds_at(minds, 2, 100));
    const dw_message first = mind_at(100, "patrol", 1);
    const dw_message second = mind_at(110, "chase", 104);
    send(server, &first);
    send(server, &second);
    assert_string_equal(dw_minds_at(minds, 2, 109)->goal, "patrol");
    assert_string_equal(dw_minds_at(minds, 2, 110)->goal, "chase");
    assert_string_equal(dw_minds_at(minds, 2, 50)->goal, "patrol"); /* The oldest there is. */
    assert_null(dw_minds_at(minds, 1, 110));
    assert_null(dw_minds_at(minds, 0, 110));
    assert_null(dw_minds_at(minds, DW_GUARDS_MAX + 1, 110));
    send(server, &first); /* Overtaken. */
    assert_string_equal(dw_minds_at(minds, 2, 110)->goal, "chase");
    fake_server_destroy(server);
}

static void changes_of_goal_are_kept_with_their_cause(void **state)
{
    (void)state;
    fake_server *server = watch();
    const dw_minds *minds = dw_client_minds(server->client);
    for (uint32_t i = 0; i < DW_MIND_CHANGES_MAX + 3; i++) {
        const uint32_t tick = 100 + 10 * i;
        const dw_message message = mind_at(tick, i % 2 == 0 ? "patrol" : "search", tick - 3);
        send(server, &message);
        const dw_message again = mind_at(tick + 5, i % 2 == 0 ? "patrol" : "search", tick - 3);
        send(server, &again); /* No change. */
    }
    assert_int_equal(minds->change_count, DW_MIND_CHANGES_MAX);
    const dw_goal_change *last = &minds->changes[DW_MIND_CHANGES_MAX - 1];
    assert_int_equal(last->tick, 100 + 10 * (DW_MIND_CHANGES_MAX + 2) - 3);
    assert_int_equal(last->body, 2);
    assert_int_equal(last->cause, DW_CAUSE_DONE);
    assert_string_equal(last->from, "search");
    assert_string_equal(last->to, "patrol");
    assert_true(minds->changes[0].tick < last->tick);
    fake_server_destroy(server);
}

static void a_new_round_begins_with_nothing_known(void **state)
{
    (void)state;
    fake_server *server = watch();
    const dw_message message = mind_at(100, "patrol", 1);
    send(server, &message);
    dw_message round = {.type = DW_MESSAGE_ROUND};
    round.as.round = *dw_client_round(server->client);
    send(server, &round);
    assert_non_null(dw_minds_at(dw_client_minds(server->client), 2, 100));
    round.as.round.round++;
    send(server, &round);
    assert_null(dw_minds_at(dw_client_minds(server->client), 2, 100));
    fake_server_destroy(server);
}

static void a_server_that_tells_a_player_is_left(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    assert_null(dw_client_minds(server->client));
    const dw_message message = mind_at(100, "patrol", 1);
    send(server, &message);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

static void expect_left(dw_message message)
{
    fake_server *server = watch();
    send(server, &message);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

/* The house of the fake server has two rooms, a door and some furniture. */
static void a_mind_names_only_what_the_map_has(void **state)
{
    (void)state;
    fake_server *server = watch();
    const dw_map *map = dw_client_map(server->client);
    const uint16_t rooms = map->room_count;
    const uint16_t doors = map->door_count;
    const uint16_t furniture = map->furniture_count;
    dw_message message = mind_at(100, "search", 1);
    dw_mind_view *mind = &message.as.mind;
    mind->room = (uint16_t)(rooms - 1);
    mind->door = (uint16_t)(doors - 1);
    mind->room_count = 1;
    mind->rooms[0] = (uint16_t)(rooms - 1);
    mind->piece_count = 1;
    mind->pieces[0].furniture = (uint16_t)(furniture - 1);
    mind->clear_count = 1;
    mind->clear[0].room = (uint16_t)(rooms - 1);
    mind->call_count = 1;
    mind->calls[0] =
        (dw_mind_call){.id = 1, .kind = DW_RADIO_CLEAR, .sender = 1, .room = 0, .door = DW_NONE};
    mind->intruder_count = 1;
    mind->intruders[0] = (dw_mind_intruder){.source = DW_BELIEF_SEEN, .room = DW_NONE};
    send(server, &message);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    fake_server_destroy(server);

    const dw_message good = message;
    mind->room = rooms;
    expect_left(message);
    message = good;
    mind->door = doors;
    expect_left(message);
    message = good;
    mind->rooms[0] = rooms;
    expect_left(message);
    message = good;
    mind->pieces[0].furniture = furniture;
    expect_left(message);
    message = good;
    mind->clear[0].room = rooms;
    expect_left(message);
    message = good;
    mind->calls[0].room = rooms;
    expect_left(message);
    message = good;
    mind->calls[0].door = doors;
    expect_left(message);
    message = good;
    mind->intruders[0].room = rooms;
    expect_left(message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mind_is_the_one_of_the_tick_that_is_drawn),
        cmocka_unit_test(changes_of_goal_are_kept_with_their_cause),
        cmocka_unit_test(a_new_round_begins_with_nothing_known),
        cmocka_unit_test(a_server_that_tells_a_player_is_left),
        cmocka_unit_test(a_mind_names_only_what_the_map_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
