#include "server/host/rotation.h"

#include "server/host/server_maps.h"
#include "server/host/server_state.h"

#include <stdio.h>
#include <string.h>

dw_status dw_rotation_load(dw_server *server, const char *names, dw_error *error)
{
    dw_rotation next = {.due = server->rotation.due};
    char text[DW_CONFIG_TEXT_MAX];
    char *rest = NULL;
    dw_status status = DW_OK;
    (void)snprintf(text, sizeof text, "%s", names);
    for (char *name = strtok_r(text, ", ", &rest); name != NULL && status == DW_OK;
         name = strtok_r(NULL, ", ", &rest)) {
        dw_map_handle handle = 0;
        status = next.count < DW_SERVER_MAPS_MAX
                     ? dw_server_load_map(server, name, &handle, error)
                     : dw_fail(error, DW_RANGE, "more than %d maps", (int)DW_SERVER_MAPS_MAX);
        if (status == DW_OK) {
            dw_map_table_hold(&server->maps, &next.maps[next.count], handle);
            next.count++;
        }
    }
    if (status != DW_OK) {
        dw_error_prefix(error, "rotation");
    }
    dw_rotation *const old = status == DW_OK ? &server->rotation : &next;
    for (uint32_t i = 0; i < old->count; i++) {
        dw_map_table_hold(&server->maps, &old->maps[i], 0);
    }
    if (status == DW_OK) {
        server->rotation = next;
    }
    return status;
}

static const dw_loaded_map *at(const dw_server *server, uint32_t place)
{
    return dw_map_table_get(&server->maps, server->rotation.maps[place % server->rotation.count]);
}

/* But for the strategy. */
static bool is_same(const dw_loaded_map *a, const dw_loaded_map *b)
{
    return dw_map_hash_equal(&a->file_hash, &b->file_hash) &&
           dw_map_hash_equal(&a->mission_hash, &b->mission_hash);
}

/* The place of the map after the one that the match plays on; the first when it plays on another.
 */
static uint32_t next_place(const dw_server *server, uint32_t index)
{
    const dw_loaded_map *now = dw_server_map_of(server, index);
    for (uint32_t i = 0; i < server->rotation.count; i++) {
        if (is_same(at(server, i), now)) {
            return (i + 1) % server->rotation.count;
        }
    }
    return 0;
}

/* A match whose strategy a command has changed keeps it: its rows are loaded when they are needed.
 */
static dw_status want(dw_server *server, uint32_t index, uint32_t place, dw_error *error)
{
    if (strcmp(dw_server_map_of(server, index)->chosen_strategy, server->config.strategy) != 0) {
        const dw_loaded_map *row = at(server, place);
        return dw_server_want_map(server, index, index,
                                  row->mission != NULL ? row->mission_path : row->path, NULL,
                                  error);
    }
    dw_server_want_loaded(server, index, server->rotation.maps[place]);
    return DW_OK;
}

dw_status dw_rotation_choose(dw_server *server, uint32_t index, uint32_t place, dw_error *error)
{
    const dw_loaded_map *next = at(server, place);
    char text[DW_CHAT_MAX + 1];
    (void)snprintf(text, sizeof text, "Next is %s.",
                   next->mission != NULL ? next->mission->title : next->match.map->name);
    const dw_status status =
        is_same(next, dw_server_map_of(server, index)) ? DW_OK : want(server, index, place, error);
    if (status == DW_OK) {
        dw_match_announce(server->matches[index], text);
    }
    return status;
}

static void choose_next(dw_server *server, uint32_t index)
{
    const uint32_t place = next_place(server, index);
    const dw_loaded_map *next = at(server, place);
    dw_error error = {""};
    if (!is_same(next, dw_server_map_of(server, index)) &&
        dw_rotation_choose(server, index, place, &error) != DW_OK) {
        dw_log(DW_LOG_WARNING, "map_not_changed", "match=%u map=%s error=%s", (unsigned)index + 1,
               dw_loaded_map_name(next), dw_log_quote(error.text).text);
    }
}

void dw_rotation_round_over(dw_server *server, uint32_t index)
{
    server->rounds_here[index]++;
    server->rotation.due = server->rotation.count > 0;
}

void dw_rotation_look(dw_server *server)
{
    if (!server->rotation.due) {
        return;
    }
    server->rotation.due = false;
    for (uint32_t i = 0; i < server->match_count; i++) {
        if (server->wanted_maps[i] == 0 &&
            server->rounds_here[i] >= (uint32_t)server->config.rotation_rounds) {
            choose_next(server, i);
        }
    }
}
