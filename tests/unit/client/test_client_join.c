/* From connect to a map, and all the ways in which it ends otherwise. */
#include "tests/support/test.h"

#include "common/base/check.h"
#include "protocol/public_map.h"
#include "tests/unit/client/fake_server.h"

static void hello_names_version_player_and_match(void **state)
{
    (void)state;
    const dw_client_config config = {.input_hz = 30, .match = "7", .spectate = true};
    fake_server *server = fake_server_create(&config);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_CONNECTING);
    fake_server_connect(server);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_JOINING);
    fake_server_run(server, 30);
    assert_int_equal(server->hellos, 1);
    assert_int_equal(server->hello.version, DW_PROTOCOL_VERSION);
    assert_string_equal(server->hello.match, "7");
    assert_true(server->hello.spectate);
    assert_false(server->hello.has_identity || server->hello.has_proof);
    assert_string_equal(server->hello.name, "Ada");
    fake_server_destroy(server);
}

/* Of the sealed connection; NULL while it is in the clear. */
static const uint8_t *transcript_now;

static const uint8_t *give_transcript(void *send_context)
{
    (void)send_context;
    return transcript_now;
}

static void identity_is_named_and_proven_on_a_sealed_connection_alone(void **state)
{
    (void)state;
    static const uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE] = {1, 2, 3};
    dw_client_identity identity;
    dw_client_identity_derive(&identity, 7, 0);
    const dw_client_config config = {
        .input_hz = 30, .identity = &identity, .transcript = give_transcript};
    transcript_now = transcript;
    fake_server *server = fake_server_create(&config);
    fake_server_connect(server);
    fake_server_run(server, 30);
    assert_true(server->hello.has_identity && server->hello.has_proof);
    assert_memory_equal(server->hello.identity, identity.public_key, DW_SEAL_KEY_SIZE);
    assert_true(dw_identity_holds(server->hello.identity, transcript, server->hello.proof));
    fake_server_destroy(server);

    transcript_now = NULL;
    server = fake_server_create(&config);
    fake_server_connect(server);
    fake_server_run(server, 30);
    assert_int_equal(server->hellos, 1);
    assert_false(server->hello.has_identity || server->hello.has_proof);
    fake_server_destroy(server);
}

static void each_bot_of_a_run_has_an_identity_of_its_own(void **state)
{
    (void)state;
    dw_client_identity one;
    dw_client_identity again;
    dw_client_identity others[2];
    dw_client_identity_derive(&one, 7, 3);
    dw_client_identity_derive(&again, 7, 3);
    dw_client_identity_derive(&others[0], 7, 4);
    dw_client_identity_derive(&others[1], 8, 3);
    assert_memory_equal(one.public_key, again.public_key, DW_SEAL_KEY_SIZE);
    assert_memory_not_equal(one.public_key, others[0].public_key, DW_SEAL_KEY_SIZE);
    assert_memory_not_equal(one.public_key, others[1].public_key, DW_SEAL_KEY_SIZE);
}

static void map_is_downloaded_and_equals_the_servers(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_connect(server);
    fake_server_run(server, 300);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(server->map_requests,
                     (server->map_size + DW_MAP_CHUNK_MAX - 1) / DW_MAP_CHUNK_MAX);
    const dw_map *map = dw_client_map(server->client);
    assert_non_null(map);
    static uint8_t bytes[FAKE_MAP_BYTES];
    size_t size = 0;
    assert_int_equal(dw_public_map_encode(map, bytes, sizeof bytes, &size), DW_OK);
    assert_int_equal(size, server->map_size);
    assert_memory_equal(bytes, server->map_bytes, size);
    assert_int_equal(dw_client_map_percent(server->client), 100);
    fake_server_destroy(server);
}

static void map_of_many_chunks_is_put_together(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    dw_scene *scene = dw_scene_create();
    dw_rng rng;
    dw_rng_init(&rng, 9, 9);
    const dw_map *map = dw_scene_random(scene, &rng, 15, 15);
    assert_int_equal(
        dw_public_map_encode(map, server->map_bytes, sizeof server->map_bytes, &server->map_size),
        DW_OK);
    assert_true(server->map_size > 12 * DW_MAP_CHUNK_MAX);
    server->map_hash = dw_public_map_hash(server->map_bytes, server->map_size);
    server->sends_snapshots = false;
    fake_server_connect(server);
    fake_server_run(server, 1500);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_true(server->open_requests_most <= DW_MAP_REQUESTS_MAX);
    assert_int_equal(dw_client_map(server->client)->door_count, map->door_count);
    dw_scene_destroy(scene);
    fake_server_destroy(server);
}

/* 20 chunks of nothing that anybody reads: the requests alone are looked at. */
static void at_most_eight_chunks_are_asked_for_at_once(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->map_size = 20 * DW_MAP_CHUNK_MAX;
    server->holds_chunks = true;
    fake_server_connect(server);
    fake_server_run(server, 500);
    assert_int_equal(server->map_requests, DW_MAP_REQUESTS_MAX);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_MAP);
    dw_message chunk = {.type = DW_MESSAGE_MAP_CHUNK};
    chunk.as.map_chunk = (dw_map_chunk){.chunk = 3, .chunk_count = 20, .size = DW_MAP_CHUNK_MAX};
    fake_server_send(server, &chunk);
    fake_server_run(server, 100);
    assert_int_equal(server->map_requests, DW_MAP_REQUESTS_MAX + 1);
    assert_int_equal(dw_client_map_percent(server->client), 5);
    fake_server_destroy(server);
}

static void map_with_another_hash_is_refused(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->map_bytes[server->map_size - 1] ^= 1;
    fake_server_connect(server);
    fake_server_run(server, 300);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    assert_non_null(strstr(dw_client_end_text(server->client), "hash"));
    assert_null(dw_client_map(server->client));
    fake_server_destroy(server);
}

static void map_with_the_right_hash_that_is_no_map_is_refused(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->map_bytes[3] ^= 0x40; /* The version, behind the head of the array. */
    server->map_hash = dw_public_map_hash(server->map_bytes, server->map_size);
    fake_server_connect(server);
    fake_server_run(server, 300);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    assert_non_null(strstr(dw_client_end_text(server->client), "house"));
    fake_server_destroy(server);
}

/* A store whose parts can be looked at. */
typedef struct test_store {
    const uint8_t *bytes; /* What load gives. */
    size_t size;
    const dw_map *shared;
    uint32_t loads, saves;
    size_t saved_size;
} test_store;

static size_t load(void *context, const dw_map_key *key, uint8_t *bytes)
{
    test_store *store = context;
    (void)key;
    store->loads++;
    memcpy(bytes, store->bytes, store->size);
    return store->size;
}

static void save(void *context, const dw_map_key *key, const uint8_t *bytes, size_t size)
{
    test_store *store = context;
    (void)key;
    (void)bytes;
    store->saves++;
    store->saved_size = size;
}

static const dw_map *share(void *context, const dw_map_key *key)
{
    (void)key;
    return ((test_store *)context)->shared;
}

static void cached_map_needs_no_download(void **state)
{
    (void)state;
    test_store store = {0};
    const dw_client_config config = {
        .input_hz = 30, .maps = {.context = &store, .load = load, .save = save, .share = share}};
    fake_server *server = fake_server_create(&config);
    store.bytes = server->map_bytes;
    store.size = server->map_size;
    fake_server_connect(server);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(server->map_requests, 0);
    assert_int_equal(store.loads, 1);
    assert_int_equal(store.saves, 0);
    fake_server_destroy(server);
}

static void spoilt_cached_map_is_downloaded_and_saved(void **state)
{
    (void)state;
    static uint8_t spoilt[FAKE_MAP_BYTES];
    test_store store = {.bytes = spoilt};
    const dw_client_config config = {
        .input_hz = 30, .maps = {.context = &store, .load = load, .save = save, .share = share}};
    fake_server *server = fake_server_create(&config);
    memcpy(spoilt, server->map_bytes, server->map_size);
    spoilt[10] ^= 1;
    store.size = server->map_size;
    fake_server_connect(server);
    fake_server_run(server, 300);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_true(server->map_requests > 0);
    assert_int_equal(store.saves, 1);
    assert_int_equal(store.saved_size, server->map_size);
    fake_server_destroy(server);
}

static void shared_map_is_taken_as_it_is(void **state)
{
    (void)state;
    test_store store = {0};
    const dw_client_config config = {
        .input_hz = 30, .maps = {.context = &store, .load = load, .save = save, .share = share}};
    fake_server *server = fake_server_create(&config);
    store.shared = server->map;
    fake_server_connect(server);
    fake_server_run(server, 100);
    assert_ptr_equal(dw_client_map(server->client), server->map);
    assert_int_equal(store.loads, 0);
    fake_server_destroy(server);
}

static void each_refusal_ends_the_join_with_its_reason(void **state)
{
    (void)state;
    for (int reason = DW_REASON_VERSION; reason < DW_REASON_COUNT; reason++) {
        fake_server *server = fake_server_create(NULL);
        server->refuse_with = (dw_reason)reason;
        fake_server_connect(server);
        fake_server_run(server, 100);
        assert_int_equal(server->hellos, 1);
        assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_REFUSED);
        assert_int_equal(dw_client_reason(server->client), reason);
        assert_non_null(
            strstr(dw_client_end_text(server->client), dw_reason_text((dw_reason)reason)));
        fake_server_destroy(server);
    }
}

static void a_server_of_another_version_is_named_with_both_versions(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t version;
    } cases[] = {{"4000000000", 4000000000}, {"1", 1}, {"", 0}, {"0", 0}, {"four", 0}, {"-2", 0}};
    for (size_t i = 0; i < DW_COUNT_OF(cases); i++) {
        fake_server *server = fake_server_create(NULL);
        server->refuse_with = DW_REASON_VERSION;
        server->refuse_text = cases[i].text;
        fake_server_connect(server);
        fake_server_run(server, 100);
        assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_REFUSED);
        assert_int_equal(dw_client_reason(server->client), DW_REASON_VERSION);
        assert_int_equal(dw_client_other_version(server->client), cases[i].version);
        char both[120];
        (void)snprintf(both, sizeof both,
                       "refused: the server speaks version %u of the protocol, this client %d",
                       cases[i].version, DW_PROTOCOL_VERSION);
        assert_int_equal(strcmp(dw_client_end_text(server->client), both) == 0,
                         cases[i].version != 0);
        fake_server_destroy(server);
    }
}

static void connect_is_given_up_after_five_seconds(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_run(server, 4950);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_CONNECTING);
    fake_server_run(server, 200);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_LOST);
    fake_server_destroy(server);
}

static void an_answered_connect_and_a_join_have_fifteen_seconds_each(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_run(server, 4000);
    dw_client_answered(server->client, server->now_ns); /* A cookie came; the line is bad. */
    fake_server_run(server, 14900);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_CONNECTING);
    server->silent = true;
    fake_server_connect(server);
    fake_server_run(server, 14900);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_JOINING);
    fake_server_run(server, 200);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_LOST);
    assert_non_null(strstr(dw_client_end_text(server->client), "join"));
    fake_server_destroy(server);
}

static void a_refusal_before_the_connection_says_why(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_run(server, 100);
    dw_client_refused(server->client, DW_REASON_ADDRESS);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_REFUSED);
    assert_int_equal(dw_client_reason(server->client), DW_REASON_ADDRESS);
    fake_server_destroy(server);
}

static void broken_connections_are_told_apart(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    dw_client_disconnected(server->client, 0, server->now_ns);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_LOST);
    fake_server_destroy(server);

    server = fake_server_create(NULL);
    fake_server_join(server);
    dw_client_disconnected(server->client, DW_REASON_DRAINING, server->now_ns);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_KICKED);
    assert_int_equal(dw_client_reason(server->client), DW_REASON_DRAINING);
    fake_server_destroy(server);

    server = fake_server_create(NULL);
    fake_server_connect(server);
    dw_client_disconnected(server->client, DW_REASON_FULL, server->now_ns);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_REFUSED);
    fake_server_destroy(server);
}

static void kick_says_why(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    const dw_message kick = {.type = DW_MESSAGE_KICK,
                             .as.kick = {.reason = DW_REASON_ADMIN, .text = "noise"}};
    fake_server_send(server, &kick);
    fake_server_run(server, 50);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_KICKED);
    assert_string_equal(dw_client_end_text(server->client),
                        "sent away: removed by the host (noise)");
    fake_server_destroy(server);
}

static void quit_is_said_once(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    dw_client_quit(server->client);
    dw_client_quit(server->client);
    fake_server_run(server, 100);
    assert_int_equal(server->quits, 1);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_QUIT);
    fake_server_destroy(server);
}

static void chat_goes_both_ways_and_unclean_text_nowhere(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    dw_client_chat(server->client, "east door");
    dw_client_chat(server->client, "two\nlines");
    dw_client_chat(server->client, "");
    const dw_message line = {.type = DW_MESSAGE_CHAT_LINE,
                             .as.chat_line = {.slot = 2, .name = "Bo", .text = "west"}};
    fake_server_send(server, &line);
    fake_server_run(server, 100);
    assert_int_equal(server->chats, 1);
    dw_chat_line got;
    assert_true(dw_client_pop_chat(server->client, &got));
    assert_string_equal(got.text, "west");
    assert_false(dw_client_pop_chat(server->client, &got));
    fake_server_destroy(server);
}

static void expect_violation(fake_server *server)
{
    fake_server_run(server, 50);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

static void chunk_that_nobody_asked_for_breaks_the_protocol(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->map_size = 20 * DW_MAP_CHUNK_MAX;
    server->holds_chunks = true;
    fake_server_connect(server);
    fake_server_run(server, 100);
    dw_message chunk = {.type = DW_MESSAGE_MAP_CHUNK};
    chunk.as.map_chunk = (dw_map_chunk){.chunk = 15, .chunk_count = 20, .size = DW_MAP_CHUNK_MAX};
    fake_server_send(server, &chunk);
    expect_violation(server);
}

static void chunk_that_comes_twice_breaks_the_protocol(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->map_size = 20 * DW_MAP_CHUNK_MAX;
    server->holds_chunks = true;
    fake_server_connect(server);
    fake_server_run(server, 100);
    dw_message chunk = {.type = DW_MESSAGE_MAP_CHUNK};
    chunk.as.map_chunk = (dw_map_chunk){.chunk = 1, .chunk_count = 20, .size = DW_MAP_CHUNK_MAX};
    fake_server_send(server, &chunk);
    fake_server_send(server, &chunk);
    expect_violation(server);
}

static void event_about_a_door_that_is_not_there_breaks_the_protocol(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    dw_message event = {.type = DW_MESSAGE_EVENT};
    event.as.event = (dw_client_event){.tick = 5, .kind = DW_CLIENT_EVENT_DOOR, .a = 1, .b = 1};
    fake_server_send(server, &event);
    expect_violation(server);
}

static void event_about_an_item_that_is_not_there_breaks_the_protocol(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    dw_message event = {.type = DW_MESSAGE_EVENT};
    event.as.event = (dw_client_event){.tick = 5, .kind = DW_CLIENT_EVENT_ITEM_TAKEN, .b = 1};
    fake_server_send(server, &event);
    expect_violation(server);
}

static void snapshot_of_an_item_that_is_not_there_breaks_the_protocol(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        fake_server *server = fake_server_create(NULL);
        fake_server_join(server);
        dw_snapshot snapshot = server->sent[server->tick / 3 * 3 % FAKE_HISTORY];
        assert_int_equal(snapshot.tick, server->tick / 3 * 3);
        snapshot.tick++;
        snapshot.items[i].state = DW_ITEM_DELIVERED;
        uint8_t bytes[DW_MESSAGE_MAX];
        size_t size = 0;
        assert_int_equal(dw_snapshot_encode(&snapshot, NULL, server->map->door_count, NULL, bytes,
                                            sizeof bytes, &size, NULL),
                         DW_OK);
        if (i == 1) {
            fake_server_send_bytes(server, DW_CHANNEL_SNAPSHOT, bytes, size);
            expect_violation(server);
        } else {
            dw_client_receive(server->client, DW_CHANNEL_SNAPSHOT, bytes, size, server->now_ns);
            assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
            dw_drawn_world world;
            assert_true(dw_client_draw(server->client, server->now_ns, &world));
            assert_int_equal(world.items[0].state, DW_ITEM_DELIVERED);
            fake_server_destroy(server);
        }
    }
}

static void message_on_a_wrong_channel_breaks_the_protocol(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    const dw_message kick = {.type = DW_MESSAGE_KICK, .as.kick = {.reason = DW_REASON_ADMIN}};
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_message_encode(&kick, bytes, sizeof bytes, &size), DW_OK);
    fake_server_send_bytes(server, DW_CHANNEL_MAP, bytes, size);
    expect_violation(server);
}

static void second_welcome_breaks_the_protocol(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    fake_server_connect(server); /* Changes nothing: it is connected already. */
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    dw_message message = {.type = DW_MESSAGE_WELCOME,
                          .as.welcome = *dw_client_welcome(server->client)};
    fake_server_send(server, &message);
    expect_violation(server);
}

static void welcome_at_a_tick_that_no_server_comes_to_breaks_the_protocol(void **state)
{
    (void)state;
    static const uint32_t late[] = {DW_TICK_MAX + 1, UINT32_MAX - 60, UINT32_MAX};
    for (size_t i = 0; i < sizeof late / sizeof late[0]; i++) {
        fake_server *server = fake_server_create(NULL);
        server->next_tick_ns = UINT64_MAX; /* It stays there. */
        server->tick = late[i];
        fake_server_connect(server);
        fake_server_run(server, 50);
        assert_string_equal(dw_client_end_text(server->client),
                            "the server broke the protocol: its welcome names a tick out of range");
        expect_violation(server);
    }
}

static void snapshot_of_a_tick_that_no_server_comes_to_breaks_the_protocol(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->tick = DW_TICK_MAX - DW_TICKS_PER_SECOND;
    fake_server_join(server);
    while (server->tick < DW_TICK_MAX) {
        fake_server_run(server, 1);
    }
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    fake_server_run(server, 100); /* The next one is of a later tick. */
    expect_violation(server);
}

static void own_body_outside_of_the_map_breaks_the_protocol(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    server->body.position.x = server->map->bounds.max.x + 1;
    server->phase = DW_PHASE_LOBBY; /* Nothing moves it back. */
    fake_server_run(server, 100);
    expect_violation(server);
}

/* Whatever comes, in whichever state: no crash, and what is no message ends it. */
static void random_bytes_end_the_connection_and_nothing_else(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 42, 1);
    for (uint32_t round = 0; round < 300; round++) {
        fake_server *server = fake_server_create(NULL);
        if (round % 3 == 0) {
            fake_server_connect(server);
        } else {
            fake_server_join(server);
        }
        for (uint32_t i = 0; i < 20; i++) {
            uint8_t bytes[64];
            const size_t size = dw_rng_below(&rng, sizeof bytes - 1) + 2;
            for (size_t b = 0; b < size; b++) {
                bytes[b] = (uint8_t)dw_rng_next(&rng);
            }
            if (dw_rng_below(&rng, 2) == 0) {
                bytes[0] = (uint8_t)(0x90 + dw_rng_below(&rng, 16));
                bytes[1] = (uint8_t)dw_rng_between(&rng, 32, 39);
            }
            dw_client_receive(server->client, (dw_channel)dw_rng_below(&rng, DW_CHANNEL_COUNT),
                              bytes, size, server->now_ns);
        }
        fake_server_run(server, 50);
        assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
        assert_true(dw_client_end_text(server->client)[0] != '\0');
        fake_server_destroy(server);
    }
}

/* Snapshots with a bit changed decode to something else or end the connection; the client goes on
 * drawing and predicting either way. */
static void snapshots_with_changed_bits_do_no_harm(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 43, 1);
    uint32_t refused = 0;
    for (uint32_t round = 0; round < 300; round++) {
        fake_server *server = fake_server_create(NULL);
        server->delay_ns = 2000000;
        server->held = (dw_intent){.direction = DW_EAST, .buttons = DW_BUTTON_SPRINT};
        fake_server_join(server);
        for (uint32_t i = 0; i < 100 && server->queued < 2; i++) {
            fake_server_run(server, 1);
        }
        for (uint32_t i = 0; i < server->queued; i++) {
            fake_message *message = &server->queue[i];
            if (message->to_client) {
                const uint32_t bit = dw_rng_below(&rng, (uint32_t)message->size * 8);
                message->bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            }
        }
        fake_server_run(server, 60);
        dw_drawn_world world;
        (void)dw_client_draw(server->client, server->now_ns, &world);
        refused += dw_client_get_end(server->client) == DW_CLIENT_END_PROTOCOL;
        fake_server_destroy(server);
    }
    assert_true(refused > 0 && refused < 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hello_names_version_player_and_match),
        cmocka_unit_test(identity_is_named_and_proven_on_a_sealed_connection_alone),
        cmocka_unit_test(each_bot_of_a_run_has_an_identity_of_its_own),
        cmocka_unit_test(map_is_downloaded_and_equals_the_servers),
        cmocka_unit_test(map_of_many_chunks_is_put_together),
        cmocka_unit_test(at_most_eight_chunks_are_asked_for_at_once),
        cmocka_unit_test(map_with_another_hash_is_refused),
        cmocka_unit_test(map_with_the_right_hash_that_is_no_map_is_refused),
        cmocka_unit_test(cached_map_needs_no_download),
        cmocka_unit_test(spoilt_cached_map_is_downloaded_and_saved),
        cmocka_unit_test(shared_map_is_taken_as_it_is),
        cmocka_unit_test(each_refusal_ends_the_join_with_its_reason),
        cmocka_unit_test(a_server_of_another_version_is_named_with_both_versions),
        cmocka_unit_test(connect_is_given_up_after_five_seconds),
        cmocka_unit_test(an_answered_connect_and_a_join_have_fifteen_seconds_each),
        cmocka_unit_test(a_refusal_before_the_connection_says_why),
        cmocka_unit_test(broken_connections_are_told_apart),
        cmocka_unit_test(kick_says_why),
        cmocka_unit_test(quit_is_said_once),
        cmocka_unit_test(chat_goes_both_ways_and_unclean_text_nowhere),
        cmocka_unit_test(chunk_that_nobody_asked_for_breaks_the_protocol),
        cmocka_unit_test(chunk_that_comes_twice_breaks_the_protocol),
        cmocka_unit_test(event_about_a_door_that_is_not_there_breaks_the_protocol),
        cmocka_unit_test(event_about_an_item_that_is_not_there_breaks_the_protocol),
        cmocka_unit_test(snapshot_of_an_item_that_is_not_there_breaks_the_protocol),
        cmocka_unit_test(message_on_a_wrong_channel_breaks_the_protocol),
        cmocka_unit_test(second_welcome_breaks_the_protocol),
        cmocka_unit_test(welcome_at_a_tick_that_no_server_comes_to_breaks_the_protocol),
        cmocka_unit_test(snapshot_of_a_tick_that_no_server_comes_to_breaks_the_protocol),
        cmocka_unit_test(own_body_outside_of_the_map_breaks_the_protocol),
        cmocka_unit_test(random_bytes_end_the_connection_and_nothing_else),
        cmocka_unit_test(snapshots_with_changed_bits_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
