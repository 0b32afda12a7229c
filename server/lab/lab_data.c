#include "server/lab/lab_data.h"

#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "server/mind/brains/brains.h"

#include <stdlib.h>
#include <string.h>

enum { NAV_ARENA_BYTES = 32 << 20 };

static dw_status read_map(dw_lab_data *data, const char *name, bool with_nav, dw_error *error)
{
    char path[DW_PATH_MAX];
    dw_status status = dw_file_find_data(name, "maps", ".tmj", path, error);
    if (status == DW_OK) {
        status =
            dw_file_read(path, DW_MAP_FILE_BYTES_MAX, &data->map_bytes, &data->map_size, error);
    }
    if (status != DW_OK) {
        return status;
    }
    status = dw_arena_create(&data->arena, DW_MAP_ARENA_BYTES + (with_nav ? NAV_ARENA_BYTES : 0));
    if (status != DW_OK) {
        return dw_fail(error, status, "%s: out of memory", path);
    }
    status = dw_map_load(&data->map, &data->arena, path, data->map_bytes, data->map_size, error);
    if (status == DW_OK) {
        status = dw_brains_check_map(data->map, error);
        if (status != DW_OK) {
            dw_error_prefix(error, path);
        }
    }
    if (status == DW_OK && with_nav) {
        status = dw_nav_build_map(&data->nav, &data->arena, data->map, DW_BODY_HALF, error);
        if (status == DW_OK) {
            status =
                dw_nav_set_build(&data->sizes, &data->arena, data->map, data->rules.kinds, error);
        }
        if (status != DW_OK) {
            dw_error_prefix(error, path);
        }
    }
    return status;
}

dw_status dw_lab_data_read(dw_lab_data *data, const char *map, const dw_rules_choice *rules,
                           bool with_nav, dw_error *error)
{
    memset(data, 0, sizeof *data);
    char path[DW_PATH_MAX];
    dw_status status = dw_rules_file_read(&data->rules, &data->brains, rules, path, error);
    if (status == DW_OK) {
        status = read_map(data, map, with_nav, error);
    }
    if (status == DW_OK) {
        status = dw_brains_check_rules(&data->brains, data->map, error);
        if (status != DW_OK) {
            dw_error_prefix(error, path);
        }
    }
    if (status == DW_OK) {
        status = dw_board_check_map(&data->rules.strategy, data->map, error);
    }
    if (status != DW_OK) {
        dw_lab_data_destroy(data);
    }
    return status;
}

void dw_lab_data_destroy(dw_lab_data *data)
{
    free(data->map_bytes);
    dw_arena_destroy(&data->arena);
    memset(data, 0, sizeof *data);
}
