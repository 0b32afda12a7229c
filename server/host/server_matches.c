#include "server/host/server_matches.h"

#include "common/platform/memory.h"
#include "server/host/clients.h"
#include "server/host/match_codes.h"
#include "server/host/playback/playback_desk.h"
#include "server/host/recorder.h"
#include "server/host/server_results.h"
#include "server/host/server_state.h"
#include "server/host/state_folder.h"
#include "server/mind/brains/brains.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MATCH_TRIAL_BYTES = 64 << 20,
    CACHE_LINE = 64,
    ABORTED_TICKS_MIN = 10 * DW_TICKS_PER_SECOND /* Shorter aborted rounds are not worth a file. */
};

static void draw_bytes(void *context, uint8_t *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

/* Seals the seeds of rounds in progress, so that a crash leaves none in the clear. */
static dw_status prepare_seal(dw_server *server, dw_error *error)
{
    char folder[DW_PATH_MAX];
    dw_status status = dw_state_folder_open(server->config.state, folder, error);
    if (status == DW_OK) {
        status = dw_state_folder_secret(folder, DW_STATE_REPLAY_KEY, server->replay_key.bytes,
                                        sizeof server->replay_key.bytes, error);
    }
    if (status == DW_OK) {
        server->recording.key = &server->replay_key;
        server->recording.random = draw_bytes;
    }
    return status;
}

dw_status dw_server_prepare_recording(dw_server *server, dw_error *error)
{
    if (server->config.record[0] == '\0') {
        return DW_OK;
    }
    const dw_recorder_config config = {
        .folder = server->config.record,
        .matches = server->match_count,
        .bytes_max = (uint64_t)server->config.record_max_mb << 20,
        .files_max = (uint32_t)server->config.record_keep,
    };
    dw_status status = dw_recorder_create(&server->recorder, &config, error);
    if (status != DW_OK) {
        dw_error_prefix(error, "record");
        return status;
    }
    server->recording.output = dw_recorder_output(server->recorder);
    server->recording.aborted_ticks_min = ABORTED_TICKS_MIN;
    status = prepare_seal(server, error);
    if (status != DW_OK) {
        return status;
    }
    status = dw_replay_packer_create(&server->recording.packer, &server->arena);
    return status == DW_OK ? DW_OK : dw_fail(error, status, "out of memory for recording");
}

static dw_match_config match_config(dw_server *server, uint32_t index, const dw_match_map *map)
{
    dw_match_config config = {
        .number = (uint16_t)(index + 1),
        .snapshot_hz = (uint8_t)server->config.snapshot_hz,
        .map = map->map,
        .nav = map->nav,
        .sizes = map->sizes,
        .rules = map->rules,
        .mission = map->mission,
        .brains = map->brains,
        .strategy = map->strategy,
        .round_key = server->round_key,
        .map_hash = map->hash,
        .map_size = map->size,
        .spectators_max = server->config.spectators == DW_SPECTATORS_OFF
                              ? 0
                              : DW_SPECTATORS_A_MATCH + DW_QUEUE_MATCH_MAX,
        .spectator_delay_ticks = (uint32_t)server->config.spectator_delay_s * DW_TICKS_PER_SECOND,
        .minds_always = server->config.spectator_minds == DW_MINDS_ALWAYS,
        .choices = &server->choices,
        .send = dw_clients_send,
        .send_context = server,
        .random = draw_bytes,
        .recording = map->recording,
        .rounds = dw_server_results_output(server),
        .without_hash = server->recorder == NULL && server->playback == NULL,
    };
    if (server->playback != NULL) {
        config.playback = server->playback->round;
        config.round_seed = &config.playback->header->seed;
    }
    memcpy(config.code, server->codes[index], sizeof config.code);
    return config;
}

/* All brains out of files share one memory: any of them takes it. */
static const char file_brain[] =
    "{\"form\": \"fsm\", \"start\": \"stand\", \"states\": {\"stand\": {\"skill\": \"wait\"}}}";

/* Gives each guard each brain once, which takes the memory for it. */
static dw_status try_all_brains(dw_match *match, uint16_t guard_count)
{
    dw_data_brain *file = NULL;
    dw_status status = dw_data_brain_load(&file, "measured", (const uint8_t *)file_brain,
                                          sizeof file_brain - 1, NULL);
    for (uint16_t g = 0; g < guard_count && status == DW_OK; g++) {
        status = dw_match_set_brain(match, g, dw_data_brain_kind(file));
        for (const char *const *name = dw_brain_names(); *name != NULL && status == DW_OK; name++) {
            status = dw_match_set_brain(match, g, dw_brain_find(*name));
        }
    }
    dw_data_brain_destroy(file);
    return status;
}

dw_status dw_server_measure_match(dw_server *server, const dw_match_map *map, size_t *bytes,
                                  dw_error *error)
{
    dw_arena trial;
    if (dw_arena_create(&trial, MATCH_TRIAL_BYTES) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const dw_match_config config = match_config(server, 0, map);
    dw_match *match = NULL;
    dw_status status = dw_match_create(&match, &trial, &config, error);
    if (status == DW_OK) {
        status = try_all_brains(match, map->map->guard_count);
        status = status == DW_OK ? DW_OK : dw_fail(error, status, "out of memory for brains");
    }
    *bytes = trial.used;
    dw_arena_destroy(&trial);
    return status;
}

/* The rows of the matches, before the maps are loaded. */
dw_status dw_server_make_match_rows(dw_server *server, dw_error *error)
{
    server->match_arenas = calloc(server->match_count, sizeof *server->match_arenas);
    server->matches = calloc(server->match_count, sizeof(dw_match *));
    server->phases = calloc(server->match_count, 1);
    server->queues = calloc(server->match_count, sizeof *server->queues);
    server->codes = calloc(server->match_count, sizeof *server->codes);
    server->played_maps = calloc(server->match_count, sizeof *server->played_maps);
    server->wanted_maps = calloc(server->match_count, sizeof *server->wanted_maps);
    server->rounds_here = calloc(server->match_count, sizeof *server->rounds_here);
    if (server->match_arenas == NULL || server->matches == NULL || server->phases == NULL ||
        server->queues == NULL || server->codes == NULL || server->played_maps == NULL ||
        server->wanted_maps == NULL || server->rounds_here == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    dw_match_codes_draw(server->codes, server->match_count, &server->round_key);
    return DW_OK;
}

dw_status dw_server_make_matches(dw_server *server, dw_error *error)
{
    /* The matches lie one behind the other, at different offsets of a page, so they do not compete
     * for the same sets of a cache. */
    const size_t most = dw_map_table_match_bytes_max(&server->maps);
    const size_t bytes = (most + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    server->match_bytes = bytes;
    server->match_block_bytes = bytes * server->match_count;
    server->match_block = dw_memory_map(server->match_block_bytes);
    dw_status status = server->match_block != NULL
                           ? DW_OK
                           : dw_fail(error, DW_MEMORY, "out of memory for %u matches",
                                     (unsigned)server->match_count);
    for (uint32_t i = 0; i < server->match_count && status == DW_OK; i++) {
        dw_arena_init(&server->match_arenas[i], (uint8_t *)server->match_block + i * bytes, bytes);
        const dw_match_config config = match_config(server, i, &dw_server_map_of(server, i)->match);
        status = dw_match_create(&server->matches[i], &server->match_arenas[i], &config, error);
    }
    if (status == DW_OK) {
        dw_log(DW_LOG_INFO, "matches_made", "count=%u bytes_each=%zu",
               (unsigned)server->match_count, bytes);
    }
    return status;
}
