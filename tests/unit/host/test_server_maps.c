/* The host changes the maps of matches while clients are there: what they load and how often, what
 * becomes of those who wait, come late or never load, and what the host may not ask for. A real
 * server and real clients, loopback. */
#include "client/core/link.h"
#include "client/core/map_cache.h"
#include "common/base/check.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "protocol/public_map.h"
#include "server/host/console.h"
#include "server/host/seating.h"
#include "server/host/server.h"
#include "server/host/server_maps.h"
#include "server/host/server_state.h"
#include "server/mind/brains/brains.h"
#include "server_pace.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLIENTS_MAX = 12, KICK_TICKS = 61 * DW_TICKS_PER_SECOND };

#define WAIT_NS UINT64_C(20000000000)
#define RULES   "test_server_maps.rules.json"

typedef struct visitor {
    dw_client *client;
    dw_arena arena;
    dw_map_cache *cache;
    dw_map_store store; /* Of that cache. */
    uint32_t downloads;
} visitor;

static const dw_console_caller by_host = {"test", DW_CONSOLE_HOST};
static dw_server *server;
static dw_link *link_to_server;
static visitor visitors[CLIENTS_MAX];
static uint32_t count;
static uint64_t due_ns;
static char answer[4096];

static void run_once(void)
{
    const uint64_t now = dw_clock_ns();
    server_pace_run(server, now, &due_ns);
    dw_link_service(link_to_server);
    for (uint32_t i = 0; i < count; i++) {
        dw_client_update(visitors[i].client, (dw_intent){.direction = DW_STAND}, now);
    }
    dw_clock_sleep_until(now + 1000000);
}

static void open_server(const char *map, const char *others, int64_t matches)
{
    dw_error error = {""};
    FILE *file = fopen(RULES, "w");
    assert_non_null(file);
    (void)fputs("{\"vision\": \"sight\", \"time_limit_ticks\": 60, \"lobby_ticks\": 2, "
                "\"countdown_ticks\": 2, \"result_ticks\": 10}\n",
                file);
    assert_int_equal(fclose(file), 0);
    dw_server_config config = dw_server_config_default();
    (void)strcpy(config.bind, "127.0.0.1");
    (void)strcpy(config.ruleset, "./" RULES);
    (void)snprintf(config.map, sizeof config.map, "%s", map);
    (void)snprintf(config.maps, sizeof config.maps, "%s", others);
    config.port = 0;
    config.matches = matches;
    config.spectator_delay_s = 0;
    count = 0;
    due_ns = dw_clock_ns();
    assert_int_equal(dw_server_create(&server, &config, &error), DW_OK);
    const dw_link_config link = {
        .host = "127.0.0.1", .port = dw_server_port(server), .connections = CLIENTS_MAX};
    assert_int_equal(dw_link_create(&link_to_server, &link, &error), DW_OK);
}

static int close_server(void **state)
{
    (void)state;
    dw_link_destroy(link_to_server);
    for (uint32_t i = 0; i < count; i++) {
        dw_client_destroy(visitors[i].client);
        dw_arena_destroy(&visitors[i].arena);
        dw_map_cache_destroy(visitors[i].cache);
    }
    dw_server_destroy(server);
    (void)remove(RULES);
    return 0;
}

static const dw_map *keep(void *context, const dw_map_key *key, const uint8_t *bytes, size_t size,
                          dw_error *error)
{
    visitor *row = context;
    row->downloads++;
    return row->store.keep(row->store.context, key, bytes, size, error);
}

static const dw_map *share(void *context, const dw_map_key *key)
{
    const visitor *row = context;
    return row->store.share(row->store.context, key);
}

static uint32_t visit(const char *match)
{
    const uint32_t index = count++;
    assert_true(count <= CLIENTS_MAX);
    visitor *row = &visitors[index];
    *row = (visitor){.downloads = 0};
    assert_int_equal(dw_map_cache_create(&row->cache, NULL), DW_OK);
    row->store = dw_map_cache_store(row->cache);
    assert_int_equal(dw_arena_create(&row->arena, DW_CLIENT_ARENA_BYTES), DW_OK);
    dw_client_config config = {.send = dw_link_send,
                               .send_context = dw_link_context(link_to_server, index),
                               .maps = {.context = row, .keep = keep, .share = share},
                               .input_hz = 30};
    (void)snprintf(config.name, sizeof config.name, "p%u", index);
    (void)snprintf(config.match, sizeof config.match, "%s", match);
    assert_int_equal(dw_client_create(&row->client, &row->arena, &config), DW_OK);
    dw_link_connect(link_to_server, row->client);
    return index;
}

static const char *map_of(uint32_t index)
{
    const dw_client *client = visitors[index].client;
    return dw_client_map(client) != NULL && dw_client_latest(client) != NULL
               ? dw_client_map(client)->name
               : "";
}

static void wait_for_map(uint32_t index, const char *name)
{
    for (const uint64_t end = dw_clock_ns() + WAIT_NS; strcmp(map_of(index), name) != 0;) {
        assert_true(dw_clock_ns() < end);
        assert_int_not_equal(dw_client_get_state(visitors[index].client), DW_CLIENT_ENDED);
        run_once();
    }
}

static void wait_for_phase(uint32_t match, dw_round_phase phase)
{
    for (const uint64_t end = dw_clock_ns() + WAIT_NS;
         dw_match_round_machine(server->matches[match])->phase != phase;) {
        assert_true(dw_clock_ns() < end);
        run_once();
    }
}

static const char *command(const char *line)
{
    FILE *file = fmemopen(answer, sizeof answer, "w");
    assert_non_null(file);
    assert_int_equal(dw_console_run(server, &by_host, line, file), DW_CONSOLE_GO_ON);
    assert_int_equal(fclose(file), 0);
    return answer;
}

static const char *played(uint32_t match)
{
    return dw_server_map_of(server, match)->match.map->name;
}

/* `training` for that many players, with `spaces` spaces behind it: another file each time. */
static void write_copy(uint32_t spaces, uint32_t seats, char path[64])
{
    static const char said[] = "\"name\":\"intruders\", \"type\":\"int\", \"value\":";
    char from[DW_PATH_MAX];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error = {""};
    assert_int_equal(dw_file_find_data("training", "maps", ".tmj", from, &error), DW_OK);
    assert_int_equal(dw_file_read(from, DW_MAP_FILE_BYTES_MAX, &bytes, &size, &error), DW_OK);
    char *at = memmem(bytes, size, said, sizeof said - 1);
    assert_non_null(at);
    at[sizeof said - 1] = (char)('0' + seats);
    (void)snprintf(path, 64, "./test_server_maps_%u.tmj", spaces);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    for (uint32_t i = 0; i < spaces; i++) {
        (void)fputc(' ', file);
    }
    assert_int_equal(fclose(file), 0);
    free(bytes);
}

static void match_changes_when_its_round_has_ended_and_clients_load_each_map_once(void **state)
{
    (void)state;
    open_server("training", "reference", 2);
    const uint32_t here = visit("1");
    const uint32_t there = visit("2");
    wait_for_map(here, "training");
    wait_for_map(there, "training");
    wait_for_phase(0, DW_PHASE_PLAY);
    assert_non_null(strstr(command("map 1 reference"), "match 1: plays on training, changes to "
                                                       "reference when round "));
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(played(0), i % 2 == 0 ? "training" : "reference");
        wait_for_map(here, i % 2 == 0 ? "reference" : "training");
        wait_for_phase(0, DW_PHASE_PLAY);
        (void)command(i % 2 == 0 ? "map 1 training" : "map 1 reference");
    }
    assert_int_equal(visitors[here].downloads, 2);
    assert_int_equal(visitors[there].downloads, 1);
    assert_string_equal(map_of(there), "training");
    assert_int_equal(dw_server_get_stats(server)->joined, 2);
    assert_int_equal(dw_server_get_stats(server)->lost, 0);
    assert_int_equal(dw_client_get_stats(visitors[here].client)->connection_losses, 0);
    assert_int_equal(dw_server_get_stats(server)->rate_dropped, 0);
}

static void wish_for_the_map_that_is_played_takes_another_wish_back(void **state)
{
    (void)state;
    open_server("training", "reference", 1);
    const uint32_t index = visit("");
    wait_for_map(index, "training");
    wait_for_phase(0, DW_PHASE_PLAY);
    (void)command("map 1 reference");
    assert_string_equal(command("map 1 training"), "match 1: plays on training\n");
    wait_for_phase(0, DW_PHASE_RESULT);
    wait_for_phase(0, DW_PHASE_PLAY);
    assert_string_equal(played(0), "training");
}

/* It watches the match while it waits: the change counts for it as well, and goes on counting. */
static void client_in_the_queue_gets_its_body_on_a_map_with_more_seats(void **state)
{
    (void)state;
    char small[64];
    char line[128];
    write_copy(1, 2, small);
    open_server(small, "training", 1);
    for (uint32_t i = 0; i < 3; i++) {
        (void)visit("");
        wait_for_map(i, "test_server_maps_1");
    }
    const dw_client *client = visitors[2].client;
    assert_int_equal(dw_client_queue_position(client), 1);
    (void)command("map 1 training");
    for (const uint64_t end = dw_clock_ns() + WAIT_NS;
         dw_client_latest(client) == NULL || dw_client_latest(client)->own.slot == DW_SLOT_NONE;) {
        assert_true(dw_clock_ns() < end);
        run_once();
    }
    assert_string_equal(map_of(2), "training");
    assert_int_equal(dw_client_welcome(client)->slot, 2);
    (void)snprintf(line, sizeof line, "map 1 %s", small);
    assert_string_equal(command(line), "map: match 1: test_server_maps_1 has 2 seats, and the "
                                       "player in slot 2 has none there\n");
    wait_for_phase(0, DW_PHASE_PLAY);
    (void)command("map 1 reference"); /* Its second change on this connection. */
    assert_non_null(strstr(answer, "map: reference: a match on it takes "));
    dw_client_quit(visitors[2].client);
    (void)command(line); /* Its slot is kept until the round has ended. */
    (void)remove(small);
}

/* The message of a change is on its way while the client still loads the map of its welcome. */
static void client_that_joins_during_the_change_plays_on_the_new_map(void **state)
{
    (void)state;
    open_server("reference", "training", 1);
    const uint32_t first = visit("");
    wait_for_map(first, "reference");
    const uint32_t late = visit("");
    for (const uint64_t end = dw_clock_ns() + WAIT_NS; dw_server_get_stats(server)->joined < 2;) {
        assert_true(dw_clock_ns() < end);
        run_once();
    }
    (void)command("map 1 training");
    wait_for_map(late, "training");
    wait_for_map(first, "training");
    assert_int_equal(dw_server_get_stats(server)->joined, 2);
    assert_int_equal(dw_server_get_stats(server)->lost, 0);
}

static void client_that_never_loads_the_map_is_sent_away(void **state)
{
    (void)state;
    open_server("training", "reference", 1);
    const uint32_t index = visit("");
    wait_for_map(index, "training");
    wait_for_phase(0, DW_PHASE_PLAY);
    (void)command("map 1 reference");
    for (const uint64_t end = dw_clock_ns() + WAIT_NS; strcmp(played(0), "reference") != 0;) {
        assert_true(dw_clock_ns() < end);
        run_once();
    }
    /* The client stands still from here on; the match goes on for 61 s at once. */
    uint32_t tag = 0;
    const dw_match *match = server->matches[0];
    const dw_client_handle handle = dw_match_next_client(match, 0, &tag);
    assert_true(dw_match_loading_ticks(match, handle) > 0);
    const uint64_t now = dw_clock_ns();
    for (uint32_t i = 0; i < KICK_TICKS; i++) {
        dw_server_tick(server, now, 0);
    }
    assert_int_equal(server->clients_in, 1);
    dw_clock_sleep_until(now + 300000000); /* Until the next sweep. */
    dw_server_service(server, dw_clock_ns());
    assert_int_equal(server->clients_in, 0);
    for (const uint64_t end = dw_clock_ns() + WAIT_NS;
         dw_client_get_state(visitors[index].client) != DW_CLIENT_ENDED;) {
        assert_true(dw_clock_ns() < end);
        dw_server_flush(server);
        run_once();
    }
    assert_int_equal(dw_client_reason(visitors[index].client), DW_REASON_MAP);
}

static void mistakes_are_named_and_change_nothing(void **state)
{
    (void)state;
    open_server("training", "", 2);
    (void)command("map all nowhere");
    assert_non_null(strstr(answer, "map: nowhere: no maps/nowhere.tmj"));
    (void)command("map 1 " RULES);
    assert_non_null(strstr(answer, "map: " RULES));
    (void)command("map 1 museum");
    assert_non_null(strstr(answer, "map: museum: a match on it takes "));
    assert_non_null(strstr(answer, "start the server with maps = museum"));
    assert_string_equal(command("map 3 training"), "match 3: must be 1 to 2, a code, or all\n");
    assert_string_equal(command("map 1"), "usage: map MATCH|all NAME-or-FILE\n");
    assert_string_equal(played(0), "training");
    assert_string_equal(played(1), "training");
    assert_int_equal(server->maps_wanted, 0);
}

/* Gives that match a map that no match has had. */
static void give_copy(uint32_t match, uint32_t spaces)
{
    char path[64];
    char line[128];
    write_copy(spaces, 8, path);
    (void)snprintf(line, sizeof line, "map %u %s", match + 1, path);
    (void)command(line);
    (void)remove(path);
}

static void map_that_no_match_plays_on_makes_way(void **state)
{
    (void)state;
    open_server("training", "", DW_SERVER_MAPS_MAX + 1);
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX - 1; i++) {
        give_copy(i, i + 1);
        assert_non_null(strstr(answer, ": plays on test_server_maps_"));
    }
    give_copy(DW_SERVER_MAPS_MAX - 1, 100);
    assert_non_null(strstr(answer, "the matches play on 8 maps already"));
    assert_string_equal(played(DW_SERVER_MAPS_MAX - 1), "training");
    (void)command("map all training");
    for (uint32_t i = 20; i < 40; i++) { /* The places go round: each is free again. */
        give_copy(0, i);
        assert_non_null(strstr(answer, ": plays on test_server_maps_"));
    }
    assert_string_equal(played(1), "training");
}

static void newcomer_that_names_a_map_goes_to_a_match_on_it(void **state)
{
    (void)state;
    open_server("training", "reference", 3);
    (void)command("map 2 reference");
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .has_map_hash = true, .name = "Ada"};
    hello.map_hash = dw_server_map_of(server, 1)->match.hash;
    assert_true(dw_seating_has_map(server, &hello));
    dw_guest *guest = &server->guests[0];
    dw_welcome welcome;
    bool resumed = false;
    assert_int_equal(dw_seating_enter(server, guest, &hello, &welcome, &resumed), DW_REASON_NONE);
    assert_int_equal(welcome.match, 2);
    assert_string_equal(welcome.map_name, "reference");
    (void)strcpy(hello.match, "3");
    assert_false(dw_seating_has_map(server, &hello));
    hello.match[0] = '\0';
    hello.map_hash.bytes[0] ^= 1;
    assert_false(dw_seating_has_map(server, &hello));
    dw_match_leave(server->matches[1], guest->client);
}

static void client_gets_the_chunks_of_its_map_four_times_over_and_no_more(void **state)
{
    (void)state;
    open_server("training", "", 1);
    const uint32_t here = visit("1");
    wait_for_map(here, "training");
    const uint32_t size = dw_server_map_of(server, 0)->match.size;
    assert_int_not_equal(size % DW_MAP_CHUNK_MAX, 0);
    const uint32_t chunks = size / DW_MAP_CHUNK_MAX + 1;
    const dw_message request = {.type = DW_MESSAGE_MAP_REQUEST};
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t written = 0;
    assert_int_equal(dw_message_encode(&request, bytes, sizeof bytes, &written), DW_OK);
    dw_guest *guest = &server->guests[0];
    assert_int_equal(guest->map_chunks_left, 3 * chunks); /* It has loaded the map once. */
    guest->map_chunks_left = 0;
    for (uint32_t i = 0; i < 2; i++) {
        dw_link_send(dw_link_context(link_to_server, here), DW_CHANNEL_MAP, true, bytes, written);
    }
    for (const uint64_t end = dw_clock_ns() + WAIT_NS;
         dw_server_get_stats(server)->rate_dropped < 2;) {
        assert_true(dw_clock_ns() < end);
        run_once();
    }
    assert_int_equal(dw_server_get_stats(server)->rate_dropped, 2);
    assert_int_equal(dw_client_get_state(visitors[here].client), DW_CLIENT_PLAYING);
}

static void match_has_the_memory_for_every_brain_in_every_guard(void **state)
{
    (void)state;
    open_server("reference", "", 2);
    for (const char *const *name = dw_brain_names(); *name != NULL; name++) {
        char line[64];
        char wanted[64];
        (void)snprintf(line, sizeof line, "brain all all %s", *name);
        (void)snprintf(wanted, sizeof wanted, "brain %s: guards changed 6\n", *name);
        assert_string_equal(command(line), wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(
            match_changes_when_its_round_has_ended_and_clients_load_each_map_once, close_server),
        cmocka_unit_test_teardown(wish_for_the_map_that_is_played_takes_another_wish_back,
                                  close_server),
        cmocka_unit_test_teardown(client_in_the_queue_gets_its_body_on_a_map_with_more_seats,
                                  close_server),
        cmocka_unit_test_teardown(client_that_joins_during_the_change_plays_on_the_new_map,
                                  close_server),
        cmocka_unit_test_teardown(client_that_never_loads_the_map_is_sent_away, close_server),
        cmocka_unit_test_teardown(mistakes_are_named_and_change_nothing, close_server),
        cmocka_unit_test_teardown(map_that_no_match_plays_on_makes_way, close_server),
        cmocka_unit_test_teardown(newcomer_that_names_a_map_goes_to_a_match_on_it, close_server),
        cmocka_unit_test_teardown(client_gets_the_chunks_of_its_map_four_times_over_and_no_more,
                                  close_server),
        cmocka_unit_test_teardown(match_has_the_memory_for_every_brain_in_every_guard,
                                  close_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
