#include "server/host/server_world.h"

#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "protocol/public_map.h"
#include "server/host/rules_file.h"
#include "server/host/server_state.h"
#include "server/mind/brains/brains.h"

#include <stdlib.h>

enum {
    WORLD_ARENA_BYTES = DW_MAP_ARENA_BYTES + (128 << 20) /* Untouched pages cost nothing. */
};

/* The ruleset, and with it the brain of each guard. */
static dw_status load_ruleset(dw_server *server, dw_error *error)
{
    char path[DW_PATH_MAX];
    dw_ruleset_brains said;
    dw_status status =
        dw_rules_file_read(&server->rules, &said, server->config.ruleset, path, error);
    if (status == DW_OK) {
        status = dw_brains_check_rules(&said, server->map, error);
        if (status != DW_OK) {
            dw_error_prefix(error, path);
            return status;
        }
        /* NULL for `auto`. */
        dw_brains_choose(server->brains, dw_brain_find(server->config.brain), server->map, &said);
    }
    return status;
}

static dw_status make_public_map(dw_server *server, dw_error *error)
{
    server->map_bytes = malloc(DW_MAP_BYTES_MAX);
    if (server->map_bytes == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const dw_status status =
        dw_public_map_encode(server->map, server->map_bytes, DW_MAP_BYTES_MAX, &server->map_size);
    if (status != DW_OK) {
        return dw_fail(error, status, "%s: too large to be sent to clients", server->map->name);
    }
    server->map_hash = dw_public_map_hash(server->map_bytes, server->map_size);
    return DW_OK;
}

static dw_status load_map(dw_server *server, uint8_t **file, size_t *file_size, dw_error *error)
{
    char path[DW_PATH_MAX];
    dw_status status = dw_file_find_data(server->config.map, "maps", ".tmj", path, error);
    if (status == DW_OK) {
        status = dw_file_read(path, DW_MAP_FILE_BYTES_MAX, file, file_size, error);
    }
    if (status == DW_OK) {
        status = dw_arena_create(&server->world_arena, WORLD_ARENA_BYTES);
        if (status != DW_OK) {
            return dw_fail(error, status, "out of memory");
        }
        status = dw_map_load(&server->map, &server->world_arena, path, *file, *file_size, error);
    }
    if (status == DW_OK) {
        status = dw_brains_check_map(server->map, error);
        if (status != DW_OK) {
            dw_error_prefix(error, path);
        }
    }
    if (status == DW_OK) {
        status =
            dw_nav_build_map(&server->nav, &server->world_arena, server->map, DW_BODY_HALF, error);
    }
    if (status == DW_OK) {
        status = make_public_map(server, error);
    }
    return status;
}

dw_status dw_server_load_world(dw_server *server, uint8_t **file, size_t *file_size,
                               dw_error *error)
{
    const dw_status status = load_map(server, file, file_size, error);
    return status == DW_OK ? load_ruleset(server, error) : status;
}
