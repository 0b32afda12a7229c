#include "server/host/map_rows.h"

#include "common/base/check.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "common/world/light.h"
#include "common/world/map_load.h"
#include "protocol/public_map.h"
#include "server/host/playback/playback_desk.h"
#include "server/host/rules_file.h"
#include "server/host/server_matches.h"
#include "server/host/server_state.h"
#include "server/host/strategy_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_ARENA_BYTES = DW_MAP_ARENA_BYTES + (128 << 20) /* Untouched pages cost nothing. */ };

/* The bytes of a file while it is loaded. */
typedef struct data_file {
    char path[DW_PATH_MAX];
    uint8_t *bytes;
    size_t size;
    dw_map_hash hash;
} data_file;

/* Zeros: no mission. */
static dw_map_hash hash_of(const dw_map_mission *mission)
{
    return mission != NULL ? dw_public_map_hash(mission->bytes, mission->size)
                           : (dw_map_hash){.bytes = {0}};
}

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

static dw_status prepare_replays(dw_server *server, dw_loaded_map *row, const data_file *file,
                                 const dw_map *map, dw_error *error)
{
    if (server->recorder == NULL) {
        return DW_OK;
    }
    char name[DW_NAME_SIZE + 8];
    (void)snprintf(name, sizeof name, "%s.tmj", map->name);
    row->recording = server->recording;
    const dw_replay_mission mission = {row->mission != NULL ? row->mission->name : "",
                                       row->mission_bytes, row->mission_size,
                                       row->mission != NULL && dw_mission_asks(row->mission)};
    const dw_status status =
        dw_replay_prefix_create(&row->replay_prefix, &row->recording.prefix_size, name, file->bytes,
                                file->size, &row->rules, row->mission != NULL ? &mission : NULL);
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

/* As it was chosen; else by its values. */
static void name_strategy(dw_loaded_map *row, const char *chosen)
{
    if (chosen[0] != '\0') {
        dw_file_own_name(chosen, row->strategy, sizeof row->strategy);
    } else {
        dw_strategy_name_find(&row->rules.strategy, row->strategy);
    }
    row->match.strategy = row->strategy;
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
    name_strategy(row, by_ruleset ? said.strategy : row->chosen_strategy);
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

/* The mission of the row, whose file the row keeps: replays and saves hold it. */
static dw_status fill_mission(dw_loaded_map *row, const dw_map_mission *mission, const dw_map *map,
                              dw_error *error)
{
    row->mission = malloc(sizeof *row->mission);
    row->mission_bytes = malloc(mission->size);
    if (row->mission == NULL || row->mission_bytes == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    memcpy(row->mission_bytes, mission->bytes, mission->size);
    row->mission_size = mission->size;
    row->match.mission = row->mission;
    return dw_mission_load(row->mission, mission->path, map, mission->bytes, mission->size, error);
}

/* Fills a free row but for `match.map`, which marks it as loaded. */
static dw_status fill(dw_server *server, dw_loaded_map *row, const data_file *file,
                      const dw_map_mission *mission, const dw_map **map, dw_error *error)
{
    if (dw_arena_create(&row->arena, MAP_ARENA_BYTES) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    dw_status status = dw_map_load(map, &row->arena, file->path, file->bytes, file->size, error);
    if (status == DW_OK) {
        status = read_rules(server, row, file->path, *map, error);
    }
    if (status == DW_OK && mission != NULL) {
        status = fill_mission(row, mission, *map, error);
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

static dw_status load_file(dw_server *server, const data_file *file, const dw_map_mission *mission,
                           const char *strategy, dw_loaded_map **out, dw_error *error)
{
    dw_loaded_map *row = dw_map_table_place(&server->maps);
    if (row == NULL) {
        return dw_fail(error, DW_FULL, "%s: the matches play on %d maps already, which is the most",
                       file->path, (int)DW_SERVER_MAPS_MAX);
    }
    row->file_hash = file->hash;
    row->mission_hash = hash_of(mission);
    (void)snprintf(row->path, sizeof row->path, "%s", file->path);
    (void)snprintf(row->mission_path, sizeof row->mission_path, "%s",
                   mission != NULL ? mission->path : "");
    (void)snprintf(row->chosen_strategy, sizeof row->chosen_strategy, "%s", strategy);
    const uint64_t began_ns = dw_clock_ns();
    const dw_map *map = NULL;
    dw_status status = fill(server, row, file, mission, &map, error);
    row->match.map = map;
    if (status == DW_OK) {
        status = dw_server_measure_match(server, &row->match, &row->match_bytes, error);
    }
    if (status != DW_OK) {
        dw_map_table_unload(row);
        return status;
    }
    DW_CHECK(map != NULL);
    dw_log(DW_LOG_INFO, "map_loaded", "map=%s mission=%s ms=%.1f match_bytes=%zu", map->name,
           row->mission != NULL ? row->mission->name : "none",
           (double)(dw_clock_ns() - began_ns) / 1e6, row->match_bytes);
    tell_unused(map, &row->rules);
    *out = row;
    return DW_OK;
}

dw_status dw_map_row_find(dw_server *server, const char *map, const dw_map_mission *mission,
                          const char *strategy, dw_loaded_map **out, dw_error *error)
{
    data_file file = {.bytes = NULL};
    dw_status status = dw_file_find_data(map, "maps", ".tmj", file.path, error);
    if (status == DW_OK) {
        status = dw_file_read(file.path, DW_MAP_FILE_BYTES_MAX, &file.bytes, &file.size, error);
    }
    if (status == DW_OK) {
        const dw_map_hash hash = hash_of(mission);
        file.hash = dw_public_map_hash(file.bytes, file.size);
        *out = dw_map_table_find(&server->maps, &file.hash, &hash, strategy);
        status = *out != NULL ? DW_OK : load_file(server, &file, mission, strategy, out, error);
    }
    free(file.bytes);
    return status;
}

dw_status dw_map_row_load(dw_server *server, const dw_map_choice *choice, const char *strategy,
                          dw_loaded_map **out, dw_error *error)
{
    if (choice->mission[0] == '\0') {
        return dw_map_row_find(server, choice->map, NULL, strategy, out, error);
    }
    uint8_t *bytes = NULL;
    dw_map_mission mission = {.path = choice->mission};
    dw_status status =
        dw_file_read(choice->mission, DW_MISSION_FILE_BYTES_MAX, &bytes, &mission.size, error);
    if (status == DW_OK) {
        mission.bytes = bytes;
        status = dw_map_row_find(server, choice->map, &mission, strategy, out, error);
    }
    free(bytes);
    return status;
}

dw_status dw_map_row_load_recorded(dw_server *server, dw_loaded_map **out, dw_error *error)
{
    const dw_played_round *round = server->playback->round;
    const dw_replay_header *header = round->header;
    dw_loaded_map *row = dw_map_table_place(&server->maps);
    DW_CHECK(row != NULL); /* It is the first. */
    (void)snprintf(row->chosen_strategy, sizeof row->chosen_strategy, "%s", DW_CONFIG_AUTO);
    row->rules = header->rules;
    name_strategy(row, "");
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
        row->match.mission = header->mission;
        status = dw_server_measure_match(server, &row->match, &row->match_bytes, error);
    }
    *out = row;
    return status;
}
