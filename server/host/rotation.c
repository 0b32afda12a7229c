#include "server/host/rotation.h"

#include "server/host/server_maps.h"
#include "server/host/server_state.h"

#include <stdio.h>
#include <string.h>

dw_status dw_rotation_load(dw_server *server, const char *names, dw_error *error)
{
    dw_rotation next = {0};
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

/* The one after the map that the match plays on; the first when it plays on another. */
static dw_map_handle next_map(const dw_server *server, uint32_t index)
{
    const dw_rotation *rotation = &server->rotation;
    for (uint32_t i = 0; i < rotation->count; i++) {
        if (rotation->maps[i] == server->played_maps[index]) {
            return rotation->maps[(i + 1) % rotation->count];
        }
    }
    return rotation->maps[0];
}

void dw_rotation_round_over(dw_server *server, uint32_t index)
{
    server->rounds_here[index]++;
    if (server->rotation.count == 0 || server->wanted_maps[index] != 0 ||
        server->rounds_here[index] < (uint32_t)server->config.rotation_rounds) {
        return;
    }
    const dw_map_handle handle = next_map(server, index);
    if (handle != server->played_maps[index]) {
        char text[DW_CHAT_MAX + 1];
        (void)snprintf(text, sizeof text, "The next map is %s.",
                       dw_map_table_get(&server->maps, handle)->match.map->name);
        dw_match_announce(server->matches[index], text);
        dw_server_want_loaded(server, index, handle);
    }
}
