#include "server/lab/lab_data.h"

#include "common/platform/file.h"
#include "common/world/map_load.h"

#include <stdlib.h>
#include <string.h>

enum { NAV_ARENA_BYTES = 32 << 20 };

static dw_status read_map(dw_lab_data *data, const char *name, bool with_nav,
                          char path[DW_PATH_MAX], dw_error *error)
{
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
    return dw_map_load(&data->map, &data->arena, path, data->map_bytes, data->map_size, error);
}

static dw_status check_map(dw_lab_data *data, const char *map_path, const char *rules_path,
                           dw_error *error)
{
    dw_status status = dw_brain_files_load(&data->library, data->map, &data->brains, error);
    if (status != DW_OK) {
        return status;
    }
    status = dw_brains_check_map(&data->library, data->map, error);
    if (status != DW_OK) {
        dw_error_prefix(error, map_path);
        return status;
    }
    status = dw_brains_check_rules(&data->library, &data->brains, data->map, error);
    if (status != DW_OK) {
        dw_error_prefix(error, rules_path);
        return status;
    }
    return dw_board_check_map(&data->rules.strategy, data->map, error);
}

static dw_status build_nav(dw_lab_data *data, const char *map_path, dw_error *error)
{
    dw_status status = dw_nav_build_map(&data->nav, &data->arena, data->map, DW_BODY_HALF, error);
    if (status == DW_OK) {
        status = dw_nav_set_build(&data->sizes, &data->arena, data->map, data->rules.kinds, error);
    }
    if (status != DW_OK) {
        dw_error_prefix(error, map_path);
    }
    return status;
}

dw_status dw_lab_data_read(dw_lab_data *data, const char *map, const dw_rules_choice *rules,
                           bool with_nav, dw_error *error)
{
    memset(data, 0, sizeof *data);
    char map_path[DW_PATH_MAX];
    char rules_path[DW_PATH_MAX];
    dw_status status = read_map(data, map, with_nav, map_path, error);
    if (status == DW_OK) {
        status =
            dw_rules_file_read(&data->rules, &data->brains, rules, data->map, rules_path, error);
    }
    if (status == DW_OK) {
        status = check_map(data, map_path, rules_path, error);
    }
    if (status == DW_OK && with_nav) {
        status = build_nav(data, map_path, error);
    }
    if (status != DW_OK) {
        dw_lab_data_destroy(data);
    }
    return status;
}

static dw_status read_mission_file(const char *mission, char path[DW_PATH_MAX], uint8_t **bytes,
                                   size_t *size, dw_error *error)
{
    const dw_status status = dw_file_find_data(mission, "maps/missions", ".json", path, error);
    return status == DW_OK ? dw_file_read(path, DW_MISSION_FILE_BYTES_MAX, bytes, size, error)
                           : status;
}

dw_status dw_lab_data_read_mission(dw_lab_data *data, const char *mission, dw_error *error)
{
    char path[DW_PATH_MAX];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_status status = read_mission_file(mission, path, &bytes, &size, error);
    if (status == DW_OK) {
        status = dw_mission_load(&data->mission, path, data->map, bytes, size, error);
    }
    if (status == DW_OK) {
        data->has_mission = true;
        free(data->mission_bytes);
        data->mission_bytes = bytes;
        data->mission_size = size;
    } else {
        free(bytes);
    }
    return status;
}

void dw_lab_data_destroy(dw_lab_data *data)
{
    free(data->mission_bytes);
    free(data->map_bytes);
    dw_brain_library_clear(&data->library);
    dw_arena_destroy(&data->arena);
    memset(data, 0, sizeof *data);
}
