/* client_map.c - finds the map that the welcome or a change of the map names: shared by another
 * client of this process, cached, or downloaded. Size and hash are always checked.
 *
 *     45 map change --> picture, inputs and map are forgotten --> the map is found --> 7 map ready
 */
#include "client/core/client_state.h"
#include "common/base/check.h"
#include "protocol/public_map.h"

#include <stdlib.h>
#include <string.h>

static void start_playing(dw_client *client, const dw_map *plan, uint64_t now_ns)
{
    const dw_map *map = NULL;
    const dw_status status = dw_found_items_begin(&client->found, plan, &map);
    if (status == DW_MEMORY) {
        dw_client_finish(client, DW_CLIENT_END_PROTOCOL, DW_REASON_NONE,
                         "no memory for the map \"%s\"", plan->name);
        return;
    }
    if (status != DW_OK) {
        dw_client_finish(client, DW_CLIENT_END_PROTOCOL, DW_REASON_MALFORMED,
                         "the server broke the protocol: an item was found that the map does not "
                         "have");
        return;
    }
    if (!dw_mission_fits(&client->mission, map)) {
        dw_client_finish(client, DW_CLIENT_END_PROTOCOL, DW_REASON_MALFORMED,
                         "the server broke the protocol: a part of the mission names something "
                         "that the map does not have");
        return;
    }
    client->plan = plan;
    client->map = map;
    client->map_hash = client->welcome.map_hash;
    client->state = DW_CLIENT_PLAYING;
    client->since_ns = now_ns;
    dw_map_download_end(&client->download);
    dw_client_set_moves(client);
    dw_tick_clock_advance(&client->clock, now_ns);
    dw_tick_clock_start_local(&client->clock, client->round_trip_ns);
    if (client->map_change > 0) { /* The server holds the snapshots back until then. */
        const dw_message ready = {.type = DW_MESSAGE_MAP_READY,
                                  .as.map_ready = {.change = client->map_change}};
        dw_client_post(client, &ready);
    }
    dw_client_watch_playback(client);
}

static void forget_map(dw_client *client)
{
    client->plan = client->map = NULL;
    dw_arena_destroy(&client->map_arena);
}

static dw_map_key key_of(const dw_client *client)
{
    const char *server = client->config.server;
    return (dw_map_key){.hash = client->welcome.map_hash,
                        .size = client->welcome.map_size,
                        .server = server == NULL ? "" : server};
}

/* Makes a map from bytes whose hash was checked. */
static const dw_map *parse(dw_client *client, const uint8_t *bytes, size_t size, dw_error *error)
{
    const dw_map_store *maps = &client->config.maps;
    if (maps->keep != NULL) {
        const dw_map_key key = key_of(client);
        return maps->keep(maps->context, &key, bytes, size, error);
    }
    const dw_map *map = NULL;
    if (dw_arena_create(&client->map_arena, DW_MAP_ARENA_BYTES) != DW_OK) {
        (void)dw_fail(error, DW_MEMORY, "no memory for the map");
        return NULL;
    }
    if (dw_public_map_decode(&map, &client->map_arena, bytes, size, error) != DW_OK) {
        dw_arena_destroy(&client->map_arena);
        return NULL;
    }
    return map;
}

/* False when the cache has no such map, or its content differs from its name. */
static bool load_cached(dw_client *client, uint64_t now_ns)
{
    const dw_map_store *maps = &client->config.maps;
    uint8_t *bytes = maps->load == NULL ? NULL : malloc(DW_MAP_BYTES_MAX);
    if (bytes == NULL) {
        return false;
    }
    const dw_map_key key = key_of(client);
    const size_t size = maps->load(maps->context, &key, bytes);
    DW_CHECK(size <= DW_MAP_BYTES_MAX);
    const dw_map *map = NULL;
    dw_error error = {""};
    if (size == key.size) {
        const dw_map_hash hash = dw_public_map_hash(bytes, size);
        map = dw_map_hash_equal(&hash, &key.hash) ? parse(client, bytes, size, &error) : NULL;
    }
    free(bytes);
    if (map != NULL) {
        start_playing(client, map, now_ns);
    }
    return map != NULL;
}

static void ask_for_chunks(dw_client *client)
{
    dw_message message = {.type = DW_MESSAGE_MAP_REQUEST};
    message.as.map_request.change = client->map_change;
    while (dw_map_download_next(&client->download, &message.as.map_request)) {
        dw_client_post(client, &message);
    }
}

void dw_client_find_map(dw_client *client, uint64_t now_ns)
{
    const dw_map_store *maps = &client->config.maps;
    const dw_map_key key = key_of(client);
    if (client->plan != NULL && dw_map_hash_equal(&client->map_hash, &key.hash)) {
        start_playing(client, client->plan, now_ns); /* Welcomed again after a loss. */
        return;
    }
    forget_map(client);
    dw_map_download_end(&client->download);
    const dw_map *shared = maps->share == NULL ? NULL : maps->share(maps->context, &key);
    if (shared != NULL) {
        start_playing(client, shared, now_ns);
        return;
    }
    if (load_cached(client, now_ns)) {
        return;
    }
    const dw_status status = dw_map_download_begin(&client->download, &key.hash, key.size);
    if (status != DW_OK) {
        dw_client_finish(client, DW_CLIENT_END_PROTOCOL, DW_REASON_NONE,
                         "cannot download a map of %u bytes: %s", client->welcome.map_size,
                         dw_status_text(status));
        return;
    }
    ask_for_chunks(client);
}

void dw_client_change_map(dw_client *client, const dw_map_change *change, uint64_t now_ns)
{
    dw_welcome *welcome = &client->welcome;
    client->map_change = change->change;
    client->map_tick = change->tick;
    welcome->intruders_max = change->intruders_max;
    welcome->map_hash = change->map_hash;
    welcome->map_size = change->map_size;
    memcpy(welcome->map_name, change->map_name, sizeof welcome->map_name);
    dw_client_forget_picture(client);
    dw_client_mission_reset(&client->mission);
    dw_found_items_reset(&client->found);
    dw_input_queue_reset(&client->inputs);
    client->sent_tick = 0;
    client->fresh = true;
    client->state = DW_CLIENT_MAP;
    client->since_ns = now_ns;
    dw_client_find_map(client, now_ns);
}

void dw_client_take_chunk(dw_client *client, const dw_map_chunk *chunk, uint64_t now_ns)
{
    dw_map_download *download = &client->download;
    if (chunk->change != client->map_change) {
        return; /* Of the map before, asked for then. */
    }
    if (dw_map_download_put(download, chunk) != DW_OK) {
        dw_client_finish(client, DW_CLIENT_END_PROTOCOL, DW_REASON_MALFORMED,
                         "the server broke the protocol: a map chunk that was not requested");
        return;
    }
    if (!dw_map_download_complete(download)) {
        ask_for_chunks(client);
        return;
    }
    if (dw_map_download_check(download) != DW_OK) {
        dw_client_finish(client, DW_CLIENT_END_PROTOCOL, DW_REASON_MALFORMED,
                         "the server sent a map other than the one it named (hash differs)");
        return;
    }
    dw_error error = {""};
    const dw_map *map = parse(client, download->bytes, download->size, &error);
    if (map == NULL) {
        dw_client_finish(client, DW_CLIENT_END_PROTOCOL, DW_REASON_MALFORMED,
                         "the server's map \"%s\" cannot be used: %.150s", client->welcome.map_name,
                         error.text);
        return;
    }
    const dw_map_store *maps = &client->config.maps;
    if (maps->save != NULL) {
        const dw_map_key key = key_of(client);
        maps->save(maps->context, &key, download->bytes, download->size);
    }
    start_playing(client, map, now_ns);
}
