#include "server/host/server_maps.h"

#include "common/base/check.h"
#include "server/host/clients.h"
#include "server/host/server_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the matches begin on. A mission without a map of the host's choice brings its own. */
static dw_status load_first(dw_server *server, dw_loaded_map **row, dw_error *error)
{
    const dw_server_config *config = &server->config;
    if (server->playback != NULL) {
        return dw_map_row_load_recorded(server, row, error);
    }
    dw_map_choice choice;
    const bool own_map = strcmp(config->map, DW_CONFIG_MAP) == 0;
    dw_status status = config->mission[0] == '\0'
                           ? dw_map_choice_read(&choice, config->map, error)
                           : dw_map_choice_read_mission(&choice, config->mission,
                                                        own_map ? NULL : config->map, error);
    if (status != DW_OK) {
        dw_error_prefix(error, config->mission[0] == '\0' ? "map" : "mission");
        return status;
    }
    return dw_map_row_load(server, &choice, config->strategy, row, error);
}

static dw_status load_entry(dw_server *server, const char *entry, dw_loaded_map **row,
                            dw_error *error)
{
    dw_map_choice choice;
    const dw_status status = dw_map_choice_read(&choice, entry, error);
    return status == DW_OK ? dw_map_row_load(server, &choice, server->config.strategy, row, error)
                           : status;
}

dw_status dw_server_load_maps(dw_server *server, dw_error *error)
{
    dw_loaded_map *row = NULL;
    dw_status status = load_first(server, &row, error);
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
        status = load_entry(server, name, &row, error);
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
                   dw_loaded_map_name(row), (row->match_bytes + 1023) / 1024,
                   server->match_bytes / 1024, row->match.map->name);
}

dw_status dw_server_load_map(dw_server *server, const char *name, dw_map_handle *handle,
                             dw_error *error)
{
    dw_loaded_map *row = NULL;
    dw_status status = load_entry(server, name, &row, error);
    if (status == DW_OK && server->match_bytes > 0) {
        status = check_size(server, row, error);
    }
    if (status == DW_OK) {
        *handle = dw_map_table_handle(&server->maps, row);
    }
    return status;
}

dw_status dw_server_find_map(dw_server *server, const dw_map_hash *file_hash, const char *path,
                             const dw_map_mission *mission, const char *strategy,
                             dw_map_handle *handle, dw_error *error)
{
    dw_loaded_map *row = NULL;
    dw_status status = dw_map_row_find(server, path, mission, strategy, &row, error);
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
    return dw_match_check_map(server->matches[index], &row->match, error);
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
    dw_map_choice choice;
    char team[DW_CONFIG_TEXT_MAX];
    /* Copies: loading may take the place of a row. */
    (void)snprintf(choice.map, sizeof choice.map, "%s", now->path);
    (void)snprintf(choice.mission, sizeof choice.mission, "%s", now->mission_path);
    (void)snprintf(team, sizeof team, "%s", strategy != NULL ? strategy : now->chosen_strategy);
    dw_loaded_map *row = NULL;
    dw_status status = map != NULL ? dw_map_choice_read(&choice, map, error) : DW_OK;
    if (status == DW_OK) {
        status = dw_map_row_load(server, &choice, team, &row, error);
    }
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
               dw_loaded_map_name(row), dw_log_quote(error.text).text);
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
    dw_log(DW_LOG_INFO, "map_changed", "match=%u map=%s mission=%s", (unsigned)index + 1,
           row->match.map->name, row->mission != NULL ? row->mission->name : "none");
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
