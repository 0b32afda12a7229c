/* Who watched a full match is welcomed once more when there is a body for him: what he had goes on,
 * and what was under way meanwhile does no harm. */
#include "tests/support/test.h"

#include "tests/unit/client/fake_server.h"

static fake_server *connected_to_a_full_match(const dw_client_config *config)
{
    fake_server *server = fake_server_create(config);
    server->full = true;
    fake_server_connect(server);
    return server;
}

static void watcher_plays_on_when_there_is_a_body(void **state)
{
    (void)state;
    fake_server *server = connected_to_a_full_match(NULL);
    fake_server_run(server, 2000);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(dw_client_welcome(server->client)->slot, DW_SLOT_NONE);
    const uint32_t requests = server->map_requests;
    server->held = (dw_intent){DW_EAST, 0};
    fake_server_seat(server);
    fake_server_run(server, 2000);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(dw_client_welcome(server->client)->slot, FAKE_SLOT);
    assert_int_equal(server->hellos, 1);
    assert_int_equal(server->map_requests, requests);
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

static const dw_map *share(void *context, const dw_map_key *key)
{
    (void)key;
    return *(const dw_map **)context;
}

/* The pieces that he asked for still come, and belong to a download. */
static void map_that_another_client_has_meanwhile_does_not_cut_the_download(void **state)
{
    (void)state;
    const dw_map *shared = NULL;
    const dw_client_config config = {.input_hz = 30, .maps = {.context = &shared, .share = share}};
    fake_server *server = connected_to_a_full_match(&config);
    server->holds_chunks = true;
    fake_server_run(server, 100);
    shared = server->map;
    fake_server_seat(server);
    fake_server_run(server, 100);
    expect_all_chunks_to_make_the_map(server);
    fake_server_destroy(server);
}

/* No server of ours does it: the same hash, and another size. */
static void second_welcome_with_another_size_begins_the_download_anew(void **state)
{
    (void)state;
    fake_server *server = connected_to_a_full_match(NULL);
    server->map_size = 20 * DW_MAP_CHUNK_MAX;
    server->holds_chunks = true;
    fake_server_run(server, 100);
    fake_server_send_chunk(server, 0);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_map_percent(server->client), 5);
    assert_int_equal(server->map_requests, DW_MAP_REQUESTS_MAX + 1);
    server->map_size = 10 * DW_MAP_CHUNK_MAX;
    fake_server_seat(server);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_map_percent(server->client), 0);
    assert_int_equal(server->map_requests, 2 * DW_MAP_REQUESTS_MAX + 1);
    fake_server_send_chunk(server, 0);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_map_percent(server->client), 10);
    fake_server_destroy(server);
}

/* Their ids are those of his watching time; what was said stays. */
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

static void snapshot_of_a_watcher_that_the_welcome_overtook_is_left(void **state)
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
    assert_null(dw_client_latest(server->client));
    assert_int_equal(stats->snapshots_stale, stale + 1);
    assert_int_equal(stats->snapshots, decoded);
    server->sends_snapshots = true;
    fake_server_run(server, 500);
    assert_int_equal(dw_client_latest(server->client)->own.slot, FAKE_SLOT);
    /* Behind his own ones there is none of the time before. */
    fake_server_send_bytes(server, DW_CHANNEL_SNAPSHOT, bytes, size);
    fake_server_run(server, 30);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

/* The welcome was lost and comes a second time, and the body's first snapshot does not wait. */
static void own_snapshot_that_overtook_the_welcome_is_left(void **state)
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

static void snapshot_of_a_body_for_who_only_watches_breaks_the_protocol(void **state)
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
        cmocka_unit_test(watcher_plays_on_when_there_is_a_body),
        cmocka_unit_test(body_that_comes_during_the_download_lets_it_go_on),
        cmocka_unit_test(map_that_another_client_has_meanwhile_does_not_cut_the_download),
        cmocka_unit_test(second_welcome_with_another_size_begins_the_download_anew),
        cmocka_unit_test(events_of_before_are_forgotten),
        cmocka_unit_test(snapshot_of_a_watcher_that_the_welcome_overtook_is_left),
        cmocka_unit_test(own_snapshot_that_overtook_the_welcome_is_left),
        cmocka_unit_test(snapshot_of_a_body_for_who_only_watches_breaks_the_protocol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
