/* The match changes its map between two rounds, and the client follows on the same connection: it
 * forgets the old map's picture, loads the other map, says so, and plays on. */
#include "fake_server.h"
#include "tests/support/test.h"

#include <string.h>

static fake_server *server;

static int open_game(void **state)
{
    (void)state;
    server = fake_server_create(NULL);
    fake_server_join(server);
    return 0;
}

static int close_game(void **state)
{
    (void)state;
    fake_server_destroy(server);
    return 0;
}

static dw_client_state client_state(void)
{
    return dw_client_get_state(server->client);
}

static void player_stands_at_the_spawn_of_the_other_map(void **state)
{
    (void)state;
    server->held = (dw_intent){.direction = 1};
    fake_server_run(server, 500);
    const uint32_t requests = server->map_requests;
    fake_server_change_map(server);
    fake_server_run(server, 25); /* The line takes 20 ms. */
    assert_int_equal(client_state(), DW_CLIENT_MAP);
    assert_null(dw_client_map(server->client));
    assert_null(dw_client_latest(server->client));
    assert_string_equal(dw_client_welcome(server->client)->map_name, "attic");
    dw_drawn_world world;
    assert_false(dw_client_draw(server->client, server->now_ns, &world));
    fake_server_run(server, 500);
    assert_int_equal(client_state(), DW_CLIENT_PLAYING);
    assert_int_equal(server->readies, 1);
    assert_true(server->map_requests > requests);
    assert_int_equal(server->hellos, 1);
    assert_int_equal(dw_client_get_stats(server->client)->reconnects, 0);
    assert_int_equal(dw_client_map(server->client)->door_count, 2);
    const dw_snapshot *latest = dw_client_latest(server->client);
    assert_int_equal(latest->own.x, server->map->spawns[0].x);
    assert_int_equal(latest->own.y, server->map->spawns[0].y);
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    assert_true(world.has_own);
}

/* The old clock goes on: intents arrive in time, deltas begin, predictions hold. */
static void player_moves_on_the_other_map_without_a_miss(void **state)
{
    (void)state;
    fake_server_change_map(server);
    fake_server_run(server, 500);
    fake_server_set_phase(server, DW_PHASE_PLAY, DW_OUTCOME_NONE);
    fake_server_run(server, 500);
    const dw_client_stats before = *dw_client_get_stats(server->client);
    const uint32_t late = server->late;
    server->held = (dw_intent){.direction = 3};
    fake_server_run(server, 2000);
    const dw_client_stats *after = dw_client_get_stats(server->client);
    assert_int_equal(server->late, late);
    assert_true(after->predictions > before.predictions + 20);
    assert_int_equal(after->prediction_misses, before.prediction_misses);
    assert_int_equal(after->snapshots_full, before.snapshots_full);
    assert_true(dw_client_latest(server->client)->own.x != server->map->spawns[0].x ||
                dw_client_latest(server->client)->own.y != server->map->spawns[0].y);
}

/* Sent before the change, it comes behind it: the other map has a door more, so that its bytes
 * could not even be read. */
static void snapshot_of_the_old_map_is_dropped(void **state)
{
    (void)state;
    dw_snapshot old = {.tick = server->tick, .own.slot = FAKE_SLOT, .own.state = DW_SLOT_ALIVE};
    old.own.x = server->body.position.x;
    old.own.y = server->body.position.y;
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    dw_snapshot sent;
    assert_int_equal(dw_snapshot_encode(&old, NULL, server->map->door_count, NULL, bytes,
                                        sizeof bytes, &size, &sent),
                     DW_OK);
    fake_server_change_map(server);
    fake_server_run(server, 500);
    const uint64_t stale = dw_client_get_stats(server->client)->snapshots_stale;
    fake_server_send_bytes(server, DW_CHANNEL_SNAPSHOT, bytes, size);
    fake_server_run(server, 100);
    assert_int_equal(client_state(), DW_CLIENT_PLAYING);
    assert_int_equal(dw_client_get_stats(server->client)->snapshots_stale, stale + 1);
}

static void change_during_a_download_drops_the_old_chunks(void **state)
{
    (void)state;
    server->holds_chunks = true;
    fake_server_change_map(server);
    fake_server_run(server, 100);
    assert_int_equal(client_state(), DW_CLIENT_MAP);
    const uint32_t held = server->open_requests;
    assert_true(held > 0);
    dw_message old = {.type = DW_MESSAGE_MAP_CHUNK};
    old.as.map_chunk = (dw_map_chunk){.chunk_count = 1, .change = 1, .size = 3};
    server->holds_chunks = false;
    fake_server_change_map(server);
    fake_server_send(server, &old); /* The answer of before, on another channel. */
    fake_server_run(server, 1000);
    assert_int_equal(client_state(), DW_CLIENT_PLAYING);
    assert_int_equal(server->readies, 1);
    fake_server_send(server, &old); /* And even behind the end of the download. */
    fake_server_run(server, 100);
    assert_int_equal(client_state(), DW_CLIENT_PLAYING);
}

static void chunk_that_nobody_asked_for_still_breaks_the_protocol(void **state)
{
    (void)state;
    fake_server_change_map(server);
    fake_server_run(server, 500);
    fake_server_send_chunk(server, 0);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
}

static void change_out_of_order_breaks_the_protocol(void **state)
{
    (void)state;
    server->map_change = 1;
    fake_server_change_map(server);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
}

static void connection_lost_during_the_change_returns_to_the_other_map(void **state)
{
    (void)state;
    server->holds_chunks = true;
    fake_server_change_map(server);
    fake_server_run(server, 100);
    server->holds_chunks = false;
    dw_client_disconnected(server->client, DW_REASON_NONE, server->now_ns);
    assert_int_equal(client_state(), DW_CLIENT_RECONNECTING);
    fake_server_connect(server);
    fake_server_run(server, 500);
    assert_int_equal(client_state(), DW_CLIENT_PLAYING);
    assert_true(server->hello.has_token);
    assert_int_equal(dw_client_map(server->client)->door_count, 2);
    assert_int_equal(server->readies, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(player_stands_at_the_spawn_of_the_other_map, open_game,
                                        close_game),
        cmocka_unit_test_setup_teardown(player_moves_on_the_other_map_without_a_miss, open_game,
                                        close_game),
        cmocka_unit_test_setup_teardown(snapshot_of_the_old_map_is_dropped, open_game, close_game),
        cmocka_unit_test_setup_teardown(change_during_a_download_drops_the_old_chunks, open_game,
                                        close_game),
        cmocka_unit_test_setup_teardown(chunk_that_nobody_asked_for_still_breaks_the_protocol,
                                        open_game, close_game),
        cmocka_unit_test_setup_teardown(change_out_of_order_breaks_the_protocol, open_game,
                                        close_game),
        cmocka_unit_test_setup_teardown(connection_lost_during_the_change_returns_to_the_other_map,
                                        open_game, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
