/* A client that wants to play in a full match watches it, knows its place in the queue, and gets a
 * seat on the same connection: what it had goes on, and what was under way does no harm. */
#include "tests/support/test.h"

#include "tests/unit/client/fake_server.h"

#include <string.h>

static fake_server *connected_to_a_full_match(const dw_client_config *config)
{
    fake_server *server = fake_server_create(config);
    server->full = true;
    fake_server_connect(server);
    return server;
}

static void queued_client_knows_its_place_as_often_as_it_changes(void **state)
{
    (void)state;
    fake_server *server = connected_to_a_full_match(NULL);
    assert_int_equal(dw_client_queue_position(server->client), 0);
    fake_server_run(server, 300);
    assert_int_equal(dw_client_queue_position(server->client), 2);
    fake_server_queue(server, 1);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_queue_position(server->client), 1);
    fake_server_seat(server);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_queue_position(server->client), 0);
    assert_int_equal(dw_client_welcome(server->client)->slot, FAKE_SLOT);
    fake_server_destroy(server);
}

/* The picture of a spectator is 10 s late, and its clock with it. */
static void seat_takes_the_client_from_a_spectators_time_to_its_own(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->full = true;
    server->spectator_delay = 600;
    fake_server_connect(server);
    fake_server_run(server, 2000);
    assert_true(dw_client_latest(server->client)->tick + 590 < server->tick);
    const dw_client_stats *stats = dw_client_get_stats(server->client);
    server->held = (dw_intent){.direction = DW_EAST};
    fake_server_seat(server);
    dw_drawn_world world;
    for (uint32_t i = 0; i < 500; i++) {            /* The picture never goes away. */
        server->late = i == 100 ? 0 : server->late; /* What was under way has come too late. */
        fake_server_run(server, 1);
        assert_true(dw_client_draw(server->client, server->now_ns, &world));
    }
    assert_int_equal(world.own_slot, FAKE_SLOT);
    assert_true(world.has_own);
    fake_server_run(server, 2000);
    assert_true(dw_client_latest(server->client)->tick + 20 > server->tick);
    assert_true(stats->predictions > 30);
    assert_int_equal(stats->prediction_misses, 0);
    assert_int_equal(server->late, 0);
    fake_server_destroy(server);
}

/* Its ticks are still those of a spectator. */
static void seated_client_sends_no_input_before_its_first_own_snapshot(void **state)
{
    (void)state;
    fake_server *server = connected_to_a_full_match(NULL);
    fake_server_run(server, 1000);
    server->held = (dw_intent){.direction = DW_EAST};
    server->sends_snapshots = false;
    fake_server_seat(server);
    fake_server_run(server, 100); /* What was under way has come. */
    const uint32_t inputs = server->inputs;
    assert_true(inputs > 0);
    fake_server_run(server, 500);
    assert_int_equal(server->inputs, inputs);
    server->sends_snapshots = true;
    fake_server_run(server, 500);
    assert_true(server->inputs > inputs + 5);
    fake_server_destroy(server);
}

static void seat_of_a_client_that_does_not_wait_breaks_the_protocol(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    fake_server_seat(server);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);

    server = fake_server_create(NULL);
    fake_server_join(server);
    fake_server_queue(server, 1);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);

    const dw_client_config spectator = {.input_hz = 30, .spectate = true};
    server = fake_server_create(&spectator);
    fake_server_join(server);
    fake_server_queue(server, 1);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

static void second_welcome_of_a_queued_client_breaks_the_protocol(void **state)
{
    (void)state;
    fake_server *server = connected_to_a_full_match(NULL);
    fake_server_run(server, 1000);
    dw_message again = {.type = DW_MESSAGE_WELCOME,
                        .as.welcome = *dw_client_welcome(server->client)};
    again.as.welcome.slot = FAKE_SLOT;
    fake_server_send(server, &again);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

static void cut(fake_server *server)
{
    server->silent = true;
    server->queued = 0;
    fake_server_run(server, 6000);
    server->queued = 0;
    server->silent = false;
    server->acked_tick = 0;
    server->newest_intent = 0;
    fake_server_connect(server);
    fake_server_run(server, 300);
}

/* Asked for any match at first: after a broken connection any will do again. */
static void queued_client_that_was_cut_off_asks_as_at_first(void **state)
{
    (void)state;
    fake_server *server = connected_to_a_full_match(NULL);
    fake_server_run(server, 1000);
    assert_int_equal(dw_client_queue_position(server->client), 2);
    cut(server);
    assert_int_equal(server->hellos, 2);
    assert_false(server->hello.has_token);
    assert_string_equal(server->hello.match, "");
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(dw_client_queue_position(server->client), 2);
    fake_server_destroy(server);
}

static void seated_client_that_was_cut_off_has_the_token_of_its_seat(void **state)
{
    (void)state;
    fake_server *server = connected_to_a_full_match(NULL);
    fake_server_run(server, 1000);
    fake_server_seat(server);
    fake_server_run(server, 500);
    cut(server);
    uint8_t token[DW_TOKEN_SIZE];
    memset(token, 0x77, sizeof token);
    assert_true(server->hello.has_token);
    assert_memory_equal(server->hello.token, token, sizeof token);
    assert_string_equal(server->hello.match, "1");
    fake_server_destroy(server);
}

static void watcher_plays_on_when_there_is_a_body(void **state)
{
    (void)state;
    fake_server *server = connected_to_a_full_match(NULL);
    fake_server_run(server, 2000);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(dw_client_welcome(server->client)->slot, DW_SLOT_NONE);
    const uint32_t requests = server->map_requests;
    server->held = (dw_intent){.direction = DW_EAST};
    fake_server_seat(server);
    fake_server_run(server, 2000);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(dw_client_welcome(server->client)->slot, FAKE_SLOT);
    assert_int_equal(server->hellos, 1);
    assert_int_equal(server->map_requests, requests);
    assert_int_equal(server->late, 0);
    assert_true(server->body.position.x > DW_MM(2000));
    const dw_client_stats *stats = dw_client_get_stats(server->client);
    assert_true(stats->predictions > 30);
    assert_int_equal(stats->prediction_misses, 0);
    fake_server_destroy(server);
}

static void expect_all_chunks_to_make_the_map(fake_server *server)
{
    const uint32_t chunks = (uint32_t)(server->map_size + DW_MAP_CHUNK_MAX - 1) / DW_MAP_CHUNK_MAX;
    assert_int_equal(server->map_requests, chunks);
    for (uint16_t i = 0; i < chunks; i++) {
        fake_server_send_chunk(server, i);
    }
    fake_server_run(server, 300);
    assert_string_equal(dw_client_end_text(server->client), "");
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(dw_client_welcome(server->client)->slot, FAKE_SLOT);
    assert_int_equal(dw_client_latest(server->client)->own.slot, FAKE_SLOT);
}

static void body_that_comes_during_the_download_lets_it_go_on(void **state)
{
    (void)state;
    fake_server *server = connected_to_a_full_match(NULL);
    server->holds_chunks = true;
    fake_server_run(server, 100);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_MAP);
    fake_server_seat(server);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_MAP);
    expect_all_chunks_to_make_the_map(server);
    fake_server_destroy(server);
}

/* Their ids are those of a spectator; what was said stays. */
static void events_of_before_are_forgotten(void **state)
{
    (void)state;
    fake_server *server = connected_to_a_full_match(NULL);
    fake_server_run(server, 1000);
    dw_message event = {.type = DW_MESSAGE_EVENT};
    event.as.event = (dw_client_event){.tick = 5, .kind = DW_CLIENT_EVENT_DETECTED, .a = 1};
    const dw_message line = {.type = DW_MESSAGE_CHAT_LINE,
                             .as.chat_line = {.slot = 2, .name = "Bo", .text = "west"}};
    fake_server_send(server, &event);
    fake_server_send(server, &event);
    fake_server_send(server, &line);
    fake_server_seat(server);
    event.as.event.tick = 6;
    fake_server_send(server, &event);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_welcome(server->client)->slot, FAKE_SLOT);
    dw_client_event got;
    assert_true(dw_client_pop_event(server->client, &got));
    assert_int_equal(got.tick, 6);
    assert_false(dw_client_pop_event(server->client, &got));
    dw_chat_line said;
    assert_true(dw_client_pop_chat(server->client, &said));
    assert_string_equal(said.text, "west");
    fake_server_destroy(server);
}

/* In full, of the server's tick, to be sent by hand. */
static size_t encode_snapshot(const fake_server *server, uint8_t slot, uint8_t *bytes)
{
    dw_snapshot snapshot = {.tick = server->tick, .doors = server->doors, .own = {.slot = slot}};
    if (slot != DW_SLOT_NONE) {
        snapshot.own.state = DW_SLOT_ALIVE;
        snapshot.own.x = server->body.position.x;
        snapshot.own.y = server->body.position.y;
    }
    size_t size = 0;
    assert_int_equal(dw_snapshot_encode(&snapshot, NULL, server->map->door_count, NULL, bytes,
                                        DW_MESSAGE_MAX, &size, NULL),
                     DW_OK);
    return size;
}

static fake_server *watching_a_full_match(const dw_client_config *config)
{
    fake_server *server = connected_to_a_full_match(config);
    fake_server_run(server, 1000);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(dw_client_latest(server->client)->own.slot, DW_SLOT_NONE);
    server->sends_snapshots = false;
    fake_server_run(server, 100); /* What is under way arrives. */
    return server;
}

static void snapshot_of_a_spectator_that_the_seat_overtook_is_left(void **state)
{
    (void)state;
    fake_server *server = watching_a_full_match(NULL);
    uint8_t bytes[DW_MESSAGE_MAX];
    const size_t size = encode_snapshot(server, DW_SLOT_NONE, bytes);
    fake_server_seat(server);
    fake_server_run(server, 30);
    assert_int_equal(dw_client_welcome(server->client)->slot, FAKE_SLOT);
    const dw_client_stats *stats = dw_client_get_stats(server->client);
    const uint64_t stale = stats->snapshots_stale;
    const uint64_t decoded = stats->snapshots;
    fake_server_send_bytes(server, DW_CHANNEL_SNAPSHOT, bytes, size);
    fake_server_run(server, 30);
    assert_string_equal(dw_client_end_text(server->client), "");
    assert_int_equal(dw_client_latest(server->client)->own.slot, DW_SLOT_NONE); /* As it was. */
    assert_int_equal(stats->snapshots_stale, stale + 1);
    assert_int_equal(stats->snapshots, decoded);
    server->sends_snapshots = true;
    fake_server_run(server, 500);
    assert_int_equal(dw_client_latest(server->client)->own.slot, FAKE_SLOT);
    /* Behind its own ones nothing of the time before may come. */
    fake_server_send_bytes(server, DW_CHANNEL_SNAPSHOT, bytes, size);
    fake_server_run(server, 30);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

/* The seat was lost and is sent again, and the body's first snapshot does not wait. */
static void own_snapshot_that_overtook_the_seat_is_left(void **state)
{
    (void)state;
    fake_server *server = watching_a_full_match(NULL);
    uint8_t bytes[DW_MESSAGE_MAX];
    const size_t size = encode_snapshot(server, FAKE_SLOT, bytes);
    const dw_client_stats *stats = dw_client_get_stats(server->client);
    const uint64_t decoded = stats->snapshots;
    fake_server_send_bytes(server, DW_CHANNEL_SNAPSHOT, bytes, size);
    fake_server_run(server, 30);
    assert_string_equal(dw_client_end_text(server->client), "");
    assert_int_equal(stats->snapshots_refused, 1);
    assert_int_equal(stats->snapshots, decoded);
    fake_server_seat(server);
    server->sends_snapshots = true;
    fake_server_run(server, 500);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(dw_client_latest(server->client)->own.slot, FAKE_SLOT);
    fake_server_destroy(server);
}

static void snapshot_of_a_body_for_a_spectator_breaks_the_protocol(void **state)
{
    (void)state;
    const dw_client_config config = {.input_hz = 30, .spectate = true};
    fake_server *server = watching_a_full_match(&config);
    uint8_t bytes[DW_MESSAGE_MAX];
    const size_t size = encode_snapshot(server, FAKE_SLOT, bytes);
    fake_server_send_bytes(server, DW_CHANNEL_SNAPSHOT, bytes, size);
    fake_server_run(server, 30);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queued_client_knows_its_place_as_often_as_it_changes),
        cmocka_unit_test(seat_takes_the_client_from_a_spectators_time_to_its_own),
        cmocka_unit_test(seated_client_sends_no_input_before_its_first_own_snapshot),
        cmocka_unit_test(seat_of_a_client_that_does_not_wait_breaks_the_protocol),
        cmocka_unit_test(second_welcome_of_a_queued_client_breaks_the_protocol),
        cmocka_unit_test(queued_client_that_was_cut_off_asks_as_at_first),
        cmocka_unit_test(seated_client_that_was_cut_off_has_the_token_of_its_seat),
        cmocka_unit_test(watcher_plays_on_when_there_is_a_body),
        cmocka_unit_test(body_that_comes_during_the_download_lets_it_go_on),
        cmocka_unit_test(events_of_before_are_forgotten),
        cmocka_unit_test(snapshot_of_a_spectator_that_the_seat_overtook_is_left),
        cmocka_unit_test(own_snapshot_that_overtook_the_seat_is_left),
        cmocka_unit_test(snapshot_of_a_body_for_a_spectator_breaks_the_protocol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
