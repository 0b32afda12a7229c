#include "server/host/server_maps.h"

#include "common/base/check.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "common/world/light.h"
#include "common/world/map_load.h"
#include "protocol/public_map.h"
#include "server/host/clients.h"
#include "server/host/playback/playback_desk.h"
#include "server/host/rules_file.h"
#include "server/host/server_matches.h"
#include "server/host/server_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_ARENA_BYTES = DW_MAP_ARENA_BYTES + (128 << 20) /* Untouched pages cost nothing. */ };

/* The bytes of a map's file while it is loaded. */
typedef struct map_file {
    char path[DW_PATH_MAX];
    uint8_t *bytes;
    size_t size;
    dw_map_hash hash;
} map_file;

static dw_status make_public_map(dw_loaded_map *row, const dw_map *map, dw_error *error)
{
    size_t size = 0;
    row->public_bytes = malloc(DW_MAP_BYTES_MAX);
    if (row->public_bytes == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const dw_status status = dw_public_map_encode(map, row->public_bytes, DW_MAP_BYTES_MAX, &size);
    if (status != DW_OK) {
        return dw_fail(error, status, "%s: too large to be sent to clients", map->name);
    }
    row->match.hash = dw_public_map_hash(row->public_bytes, size);
    row->match.size = (uint32_t)size;
    return DW_OK;
}

static dw_status prepare_replays(dw_server *server, dw_loaded_map *row, const map_file *file,
                                 const dw_map *map, dw_error *error)
{
    if (server->recorder == NULL) {
        return DW_OK;
    }
    char name[DW_NAME_SIZE + 8];
    (void)snprintf(name, sizeof name, "%s.tmj", map->name);
    row->recording = server->recording;
    const dw_status status =
        dw_replay_prefix_create(&row->replay_prefix, &row->recording.prefix_size, name, file->bytes,
                                file->size, &row->rules);
    if (status != DW_OK) {
        return dw_fail(error, status, "out of memory for recording");
    }
    row->recording.prefix = row->replay_prefix;
    row->match.recording = &row->recording;
    return DW_OK;
}

/* Every map that a server plays has one ruleset: clients keep it when the map changes. Strategies
 * may differ, and clients don't know them. */
static dw_status check_same_rules(const dw_server *server, const dw_ruleset *rules,
                                  const char *path, dw_error *error)
{
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX; i++) {
        const dw_loaded_map *other = &server->maps.rows[i];
        for (uint32_t f = 0; other->match.map != NULL && f < DW_RULESET_FIELD_COUNT; f++) {
            if (!dw_ruleset_is_of_strategy(f) &&
                dw_ruleset_get(&other->rules, f) != dw_ruleset_get(rules, f)) {
                return dw_fail(error, DW_INVALID,
                               "%s: %s is another than when the server started: restart it", path,
                               dw_ruleset_field(f)->name);
            }
        }
    }
    return DW_OK;
}

/* The ruleset with the kinds of the map, and the brain of each guard. */
static dw_status read_rules(dw_server *server, dw_loaded_map *row, const char *map_path,
                            const dw_map *map, dw_error *error)
{
    const bool by_ruleset = strcmp(row->chosen_strategy, DW_CONFIG_AUTO) == 0;
    const dw_rules_choice choice = {.ruleset = server->config.ruleset,
                                    .strategy = by_ruleset ? NULL : row->chosen_strategy};
    dw_ruleset_brains said;
    char path[DW_PATH_MAX];
    dw_status status = dw_rules_file_read(&row->rules, &said, &choice, map, path, error);
    if (status == DW_OK && server->config.lobby_s > 0) {
        row->rules.lobby_ticks = (int32_t)(server->config.lobby_s * DW_TICKS_PER_SECOND);
    }
    if (status == DW_OK) {
        status = check_same_rules(server, &row->rules, path, error);
    }
    if (status != DW_OK) {
        return status;
    }
    status = dw_brain_files_load(&server->brains, map, &said, error);
    if (status != DW_OK) {
        return status;
    }
    const dw_brain_kind *all = NULL; /* Of `auto`. */
    if (strcmp(server->config.brain, DW_CONFIG_AUTO) != 0) {
        status = dw_brain_files_find(&server->brains, server->config.brain, &all, error);
    }
    if (status != DW_OK) {
        return status;
    }
    status = dw_brains_check_map(&server->brains, map, error);
    if (status != DW_OK) {
        dw_error_prefix(error, map_path);
        return status;
    }
    status = dw_brains_check_rules(&server->brains, &said, map, error);
    if (status != DW_OK) {
        dw_error_prefix(error, path);
        return status;
    }
    status = dw_board_check_map(&row->rules.strategy, map, error);
    if (status != DW_OK) {
        return status;
    }
    dw_brains_choose(&server->brains, row->brains, all, map, &said);
    row->match.brains = row->brains;
    (void)snprintf(row->strategy, sizeof row->strategy, "%s",
                   said.strategy[0] != '\0' ? said.strategy : DW_CONFIG_AUTO);
    row->match.rules = &row->rules;
    return DW_OK;
}

/* Navigation, and what clients are sent, of a row with its rules. `path` is for the error. */
static dw_status fill_for_map(dw_loaded_map *row, const dw_map *map, const char *path,
                              dw_error *error)
{
    dw_status status = dw_nav_build_map(&row->match.nav, &row->arena, map, DW_BODY_HALF, error);
    if (status == DW_OK) {
        status = dw_nav_set_build(&row->sizes, &row->arena, map, row->rules.kinds, error);
        row->match.sizes = &row->sizes;
        if (status != DW_OK) {
            dw_error_prefix(error, path);
        }
    }
    return status == DW_OK ? make_public_map(row, map, error) : status;
}

/* Fills a free row but for `match.map`, which marks it as loaded. */
static dw_status fill(dw_server *server, dw_loaded_map *row, const map_file *file,
                      const dw_map **map, dw_error *error)
{
    if (dw_arena_create(&row->arena, MAP_ARENA_BYTES) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    dw_status status = dw_map_load(map, &row->arena, file->path, file->bytes, file->size, error);
    if (status == DW_OK) {
        status = read_rules(server, row, file->path, *map, error);
    }
    if (status == DW_OK) {
        status = fill_for_map(row, *map, file->path, error);
    }
    return status == DW_OK ? prepare_replays(server, row, file, *map, error) : status;
}

/* A device that can do nothing but listen. */
static bool only_listens(const dw_kind *kind)
{
    return dw_kind_is_device(kind) && kind->senses.ears.threshold_db10 > 0 &&
           kind->senses.eyes.meter_near == 0 && kind->senses.motion.range_mm == 0 &&
           kind->senses.rays.count == 0;
}

static void warn_unused(const dw_map *map, const char *what, const char *field)
{
    dw_log(DW_LOG_WARNING, "map_parts_unused", "map=%s parts=%s ruleset_lacks=%s", map->name, what,
           field);
}

/* Parts of the map do nothing because the ruleset leaves out what they are for. */
static void tell_unused(const dw_map *map, const dw_ruleset *rules)
{
    bool lit = map->lamp_count > 0;
    bool smells = false;
    bool listens = false;
    for (uint16_t r = 0; r < map->room_count; r++) {
        lit = lit || map->rooms[r].light < DW_LIGHT_MAX;
    }
    for (uint16_t g = 0; g < map->guard_count; g++) {
        const dw_kind *kind = &rules->kinds[map->guards[g].kind];
        smells = smells || kind->senses.nose.range_mm > 0;
        listens = listens || only_listens(kind);
    }
    if (lit && rules->light == 0) {
        warn_unused(map, "lamps", "light");
    }
    if (smells && rules->scent == 0) {
        warn_unused(map, "noses", "scent");
    }
    if (listens && rules->hearing == 0) {
        warn_unused(map, "microphones", "hearing");
    }
}

static dw_status load_file(dw_server *server, const map_file *file, const char *strategy,
                           dw_loaded_map **out, dw_error *error)
{
    dw_loaded_map *row = dw_map_table_place(&server->maps);
    if (row == NULL) {
        return dw_fail(error, DW_FULL, "%s: the matches play on %d maps already, which is the most",
                       file->path, (int)DW_SERVER_MAPS_MAX);
    }
    row->file_hash = file->hash;
    (void)snprintf(row->path, sizeof row->path, "%s", file->path);
    (void)snprintf(row->chosen_strategy, sizeof row->chosen_strategy, "%s", strategy);
    const uint64_t began_ns = dw_clock_ns();
    const dw_map *map = NULL;
    dw_status status = fill(server, row, file, &map, error);
    row->match.map = map;
    if (status == DW_OK) {
        status = dw_server_measure_match(server, &row->match, &row->match_bytes, error);
    }
    if (status != DW_OK) {
        dw_map_table_unload(row);
        return status;
    }
    DW_CHECK(map != NULL);
    dw_log(DW_LOG_INFO, "map_loaded", "map=%s ms=%.1f match_bytes=%zu", map->name,
           (double)(dw_clock_ns() - began_ns) / 1e6, row->match_bytes);
    tell_unused(map, &row->rules);
    *out = row;
    return DW_OK;
}

/* The row of that name's file as it is now, with that strategy: loaded before, or loaded here. */
static dw_status load_map(dw_server *server, const char *name, const char *strategy,
                          dw_loaded_map **out, dw_error *error)
{
    map_file file = {.bytes = NULL};
    dw_status status = dw_file_find_data(name, "maps", ".tmj", file.path, error);
    if (status == DW_OK) {
        status = dw_file_read(file.path, DW_MAP_FILE_BYTES_MAX, &file.bytes, &file.size, error);
    }
    if (status == DW_OK) {
        file.hash = dw_public_map_hash(file.bytes, file.size);
        *out = dw_map_table_find(&server->maps, &file.hash, strategy);
        status = *out != NULL ? DW_OK : load_file(server, &file, strategy, out, error);
    }
    free(file.bytes);
    return status;
}

/* Map, rules and brains of the recording, which outlives the row. */
static dw_status load_recorded(dw_server *server, dw_loaded_map **out, dw_error *error)
{
    const dw_played_round *round = server->playback->round;
    const dw_replay_header *header = round->header;
    dw_loaded_map *row = dw_map_table_place(&server->maps);
    DW_CHECK(row != NULL); /* It is the first. */
    (void)snprintf(row->chosen_strategy, sizeof row->chosen_strategy, "%s", DW_CONFIG_AUTO);
    (void)snprintf(row->strategy, sizeof row->strategy, "%s", DW_CONFIG_AUTO);
    row->rules = header->rules;
    row->match.rules = &row->rules;
    row->match.brains = row->brains;
    dw_status status = dw_arena_create(&row->arena, MAP_ARENA_BYTES);
    status = status == DW_OK ? dw_replay_brains(header, &round->brains, row->brains, error)
                             : dw_fail(error, status, "out of memory");
    if (status == DW_OK) {
        status = fill_for_map(row, header->map, server->config.playback, error);
    }
    if (status == DW_OK) {
        row->match.map = header->map;
        status = dw_server_measure_match(server, &row->match, &row->match_bytes, error);
    }
    *out = row;
    return status;
}

dw_status dw_server_load_maps(dw_server *server, dw_error *error)
{
    dw_loaded_map *row = NULL;
    dw_status status = server->playback != NULL ? load_recorded(server, &row, error)
                                                : load_map(server, server->config.map,
                                                           server->config.strategy, &row, error);
    if (status != DW_OK) {
        return status;
    }
    for (uint32_t i = 0; i < server->match_count; i++) {
        dw_map_table_hold(&server->maps, &server->played_maps[i],
                          dw_map_table_handle(&server->maps, row));
    }
    char names[DW_CONFIG_TEXT_MAX];
    memcpy(names, server->config.maps, sizeof names);
    char *rest = NULL;
    for (char *name = strtok_r(names, ", ", &rest); name != NULL && status == DW_OK;
         name = strtok_r(NULL, ", ", &rest)) {
        if (server->maps.rows[DW_SERVER_MAPS_MAX - 1].match.map != NULL) {
            return dw_fail(error, DW_RANGE, "maps: more than %d", (int)DW_SERVER_MAPS_MAX);
        }
        status = load_map(server, name, server->config.strategy, &row, error);
    }
    return status;
}

static dw_status check_size(const dw_server *server, const dw_loaded_map *row, dw_error *error)
{
    if (row->match_bytes <= server->match_bytes) {
        return DW_OK;
    }
    return dw_fail(error, DW_FULL,
                   "%s: a match on it takes %zu KiB, and this server has %zu KiB for each; start "
                   "the server with maps = %s",
                   row->match.map->name, (row->match_bytes + 1023) / 1024,
                   server->match_bytes / 1024, row->match.map->name);
}

dw_status dw_server_load_map(dw_server *server, const char *name, dw_map_handle *handle,
                             dw_error *error)
{
    dw_loaded_map *row = NULL;
    dw_status status = load_map(server, name, server->config.strategy, &row, error);
    if (status == DW_OK && server->match_bytes > 0) {
        status = check_size(server, row, error);
    }
    if (status == DW_OK) {
        *handle = dw_map_table_handle(&server->maps, row);
    }
    return status;
}

dw_status dw_server_find_map(dw_server *server, const dw_map_hash *file_hash, const char *path,
                             const char *strategy, dw_map_handle *handle, dw_error *error)
{
    dw_loaded_map *row = dw_map_table_find(&server->maps, file_hash, strategy);
    dw_status status = row != NULL ? DW_OK : load_map(server, path, strategy, &row, error);
    if (status == DW_OK && !dw_map_hash_equal(&row->file_hash, file_hash)) {
        status = dw_fail(error, DW_INVALID, "the map %.200s has changed since", path);
    }
    if (status == DW_OK) {
        status = check_size(server, row, error);
    }
    if (status == DW_OK) {
        *handle = dw_map_table_handle(&server->maps, row);
    }
    return status;
}

/* Why that match cannot play on that map. */
static dw_status check_match(const dw_server *server, uint32_t index, const dw_loaded_map *row,
                             dw_error *error)
{
    return dw_match_check_map(server->matches[index], row->match.map, error);
}

static void set_wanted(dw_server *server, uint32_t index, dw_map_handle handle)
{
    server->maps_wanted += (handle != 0 ? 1U : 0U) - (server->wanted_maps[index] != 0 ? 1U : 0U);
    dw_map_table_hold(&server->maps, &server->wanted_maps[index], handle);
}

/* The row that the match plays on after the next change. */
static const dw_loaded_map *coming(const dw_server *server, uint32_t index)
{
    const dw_map_handle wanted = server->wanted_maps[index];
    return dw_map_table_get(&server->maps, wanted != 0 ? wanted : server->played_maps[index]);
}

static dw_status choose_row(dw_server *server, uint32_t index, const char *map,
                            const char *strategy, dw_map_handle *held, dw_error *error)
{
    const dw_loaded_map *now = coming(server, index);
    char path[DW_PATH_MAX];
    char team[DW_CONFIG_TEXT_MAX];
    /* Copies: loading may take the place of a row. */
    (void)snprintf(path, sizeof path, "%s", map != NULL ? map : now->path);
    (void)snprintf(team, sizeof team, "%s", strategy != NULL ? strategy : now->chosen_strategy);
    dw_loaded_map *row = NULL;
    dw_status status = load_map(server, path, team, &row, error);
    if (status == DW_OK) {
        status = check_size(server, row, error);
    }
    if (status == DW_OK) {
        dw_map_table_hold(&server->maps, held, dw_map_table_handle(&server->maps, row));
    }
    return status;
}

/* Whether that match comes to the same row as the one before it. */
static bool is_like_before(const dw_server *server, uint32_t first, uint32_t index)
{
    return index > first && coming(server, index) == coming(server, index - 1);
}

/* `map` or `strategy` NULL: as it is. `held` has a place for each match, 0 at first. */
static dw_status choose_rows(dw_server *server, uint32_t first, uint32_t last, const char *map,
                             const char *strategy, dw_map_handle *held, dw_error *error)
{
    for (uint32_t i = first; i <= last; i++) {
        dw_status status = DW_OK;
        if (is_like_before(server, first, i)) {
            dw_map_table_hold(&server->maps, &held[i - first], held[i - first - 1]);
        } else {
            status = choose_row(server, i, map, strategy, &held[i - first], error);
        }
        if (status != DW_OK) {
            return status;
        }
        status = check_match(server, i, dw_map_table_get(&server->maps, held[i - first]), error);
        if (status != DW_OK) {
            char text[32];
            (void)snprintf(text, sizeof text, "match %u", (unsigned)i + 1);
            dw_error_prefix(error, text);
            return status;
        }
    }
    return DW_OK;
}

dw_status dw_server_want_map(dw_server *server, uint32_t first, uint32_t last, const char *map,
                             const char *strategy, dw_error *error)
{
    dw_map_handle *held = calloc(last - first + 1, sizeof *held);
    if (held == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const dw_status status = choose_rows(server, first, last, map, strategy, held, error);
    for (uint32_t i = first; i <= last; i++) {
        const dw_map_handle handle = held[i - first];
        if (status == DW_OK) {
            set_wanted(server, i, server->played_maps[i] != handle ? handle : 0);
        }
        dw_map_table_hold(&server->maps, &held[i - first], 0);
    }
    free(held);
    if (status == DW_OK) {
        dw_server_change_maps(server);
    }
    return status;
}

void dw_server_want_loaded(dw_server *server, uint32_t index, dw_map_handle handle)
{
    set_wanted(server, index, handle);
}

static void change_map(dw_server *server, uint32_t index)
{
    const dw_map_handle handle = server->wanted_maps[index];
    const dw_loaded_map *row = dw_map_table_get(&server->maps, handle);
    dw_match *match = server->matches[index];
    dw_error error = {""};
    set_wanted(server, index, 0);
    if (check_match(server, index, row, &error) != DW_OK) { /* Players have come since. */
        dw_log(DW_LOG_WARNING, "map_not_changed", "match=%u map=%s error=%s", (unsigned)index + 1,
               row->match.map->name, dw_log_quote(error.text).text);
        return;
    }
    dw_map_table_hold(&server->maps, &server->played_maps[index], handle);
    server->rounds_here[index] = 0;
    dw_match_change_map(match, &row->match);
    uint32_t tag = 0;
    for (dw_client_handle client = dw_match_next_client(match, 0, &tag); client != 0;
         client = dw_match_next_client(match, client, &tag)) {
        dw_clients_allow_map(server, &server->guests[tag]);
    }
    dw_log(DW_LOG_INFO, "map_changed", "match=%u map=%s", (unsigned)index + 1,
           row->match.map->name);
}

void dw_server_change_maps(dw_server *server)
{
    for (uint32_t i = 0; server->maps_wanted > 0 && !server->draining && i < server->match_count;
         i++) {
        if (server->wanted_maps[i] != 0 && dw_match_is_between_rounds(server->matches[i])) {
            change_map(server, i);
        }
    }
}
