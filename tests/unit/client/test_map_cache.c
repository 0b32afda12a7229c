/* A cached map is taken by hash, size and server together: what one server sent is never drawn on
 * another. */
#include "tests/support/test.h"

#include "client/core/map_cache.h"
#include "common/platform/file.h"
#include "protocol/public_map.h"
#include "tests/unit/client/fake_server.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "test_map_cache.XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

/* The only file of the cache. */
static void cached_file(char path[DW_PATH_MAX])
{
    char maps[64];
    (void)snprintf(maps, sizeof maps, "%s/maps", folder);
    DIR *directory = opendir(maps);
    assert_non_null(directory);
    const struct dirent *entry = NULL;
    path[0] = '\0';
    while ((entry = readdir(directory)) != NULL) {
        if (entry->d_name[0] != '.') {
            assert_string_equal(path, "");
            (void)snprintf(path, DW_PATH_MAX, "%s/%s", maps, entry->d_name);
        }
    }
    (void)closedir(directory);
    assert_string_not_equal(path, "");
}

static int remove_folder(void **state)
{
    (void)state;
    char maps[64];
    (void)snprintf(maps, sizeof maps, "rm -r %s", folder);
    return system(maps);
}

/* How many chunks a client of a fresh process asks for to play on the server of that address. */
static uint32_t chunks_asked(const char *address, size_t size_told)
{
    dw_map_cache *cache = NULL;
    assert_int_equal(dw_map_cache_create(&cache, folder), DW_OK);
    const dw_client_config config = {
        .input_hz = 30, .maps = dw_map_cache_store(cache), .server = address};
    fake_server *server = fake_server_create(&config);
    const size_t size = server->map_size;
    server->map_size = size_told != 0 ? size_told : size;
    fake_server_connect(server);
    fake_server_run(server, 300);
    if (size_told == 0) {
        assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    } else { /* Downloaded, and it is not what the server has named. */
        assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    }
    const uint32_t asked = server->map_requests;
    fake_server_destroy(server);
    dw_map_cache_destroy(cache);
    return asked;
}

static void map_of_the_same_server_is_taken_from_the_cache(void **state)
{
    (void)state;
    assert_true(chunks_asked("play.example:27967", 0) > 0);
    assert_int_equal(chunks_asked("play.example:27967", 0), 0);
}

static void map_planted_by_another_server_is_not_taken(void **state)
{
    (void)state;
    assert_true(chunks_asked("play.example:27968", 0) > 0);
    assert_true(chunks_asked("other.example:27967", 0) > 0);
    assert_true(chunks_asked("", 0) > 0);
}

static void map_of_another_size_is_not_taken(void **state)
{
    (void)state;
    char path[DW_PATH_MAX];
    (void)remove_folder(NULL);
    assert_true(chunks_asked("play.example:27967", 0) > 0);
    cached_file(path);
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error = {""};
    assert_int_equal(dw_file_read(path, DW_MAP_BYTES_MAX, &bytes, &size, &error), DW_OK);
    free(bytes);
    assert_true(chunks_asked("play.example:27967", size - 1) > 0);
    assert_int_equal(chunks_asked("play.example:27967", 0), 0);
}

static void file_of_other_bytes_under_the_right_name_is_not_taken(void **state)
{
    (void)state;
    char path[DW_PATH_MAX];
    cached_file(path);
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error = {""};
    assert_int_equal(dw_file_read(path, DW_MAP_BYTES_MAX, &bytes, &size, &error), DW_OK);
    bytes[size / 2] ^= 1;
    assert_int_equal(dw_file_write(path, bytes, size, &error), DW_OK);
    assert_true(chunks_asked("play.example:27967", 0) > 0);
    bytes[size / 2] ^= 1;
    assert_int_equal(dw_file_write(path, bytes, size - 1, &error), DW_OK);
    assert_true(chunks_asked("play.example:27967", 0) > 0);
    free(bytes);
}

static void maps_of_two_servers_are_two_maps_in_one_process(void **state)
{
    (void)state;
    dw_map_cache *cache = NULL;
    assert_int_equal(dw_map_cache_create(&cache, NULL), DW_OK);
    const dw_map_store store = dw_map_cache_store(cache);
    fake_server *server = fake_server_create(NULL);
    dw_error error = {""};
    dw_map_key key = {.hash = server->map_hash, .size = (uint32_t)server->map_size, .server = "a"};
    const dw_map *map =
        store.keep(store.context, &key, server->map_bytes, server->map_size, &error);
    assert_non_null(map);
    assert_ptr_equal(store.share(store.context, &key), map);
    key.server = "b";
    assert_null(store.share(store.context, &key));
    key.server = "a";
    key.size++;
    assert_null(store.share(store.context, &key));
    key.size--;
    key.hash.bytes[DW_MAP_HASH_SIZE - 1] ^= 1;
    assert_null(store.share(store.context, &key));
    fake_server_destroy(server);
    dw_map_cache_destroy(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_of_the_same_server_is_taken_from_the_cache),
        cmocka_unit_test(map_planted_by_another_server_is_not_taken),
        cmocka_unit_test(map_of_another_size_is_not_taken),
        cmocka_unit_test(file_of_other_bytes_under_the_right_name_is_not_taken),
        cmocka_unit_test(maps_of_two_servers_are_two_maps_in_one_process),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
