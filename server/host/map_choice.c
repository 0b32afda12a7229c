#include "server/host/map_choice.h"

#include "common/world/mission.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text);
    const size_t size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

/* "museum/star", which no path of a map's file looks like. */
static bool is_map_and_mission(const char *text)
{
    const char *slash = strchr(text, '/');
    return slash != NULL && slash != text && slash[1] != '\0' && strchr(slash + 1, '/') == NULL &&
           strchr(text, '.') == NULL;
}

static void copy(char out[DW_PATH_MAX], const char *text)
{
    (void)snprintf(out, DW_PATH_MAX, "%s", text);
}

/* The path of the mission's file, and the map that it is for. */
static dw_status find_mission(dw_map_choice *out, const char *name, dw_error *error)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    char map[DW_NAME_SIZE];
    dw_status status = dw_file_find_data(name, "maps/missions", ".json", out->mission, error);
    if (status == DW_OK) {
        status = dw_file_read(out->mission, DW_MISSION_FILE_BYTES_MAX, &bytes, &size, error);
    }
    if (status == DW_OK) {
        status = dw_mission_read_head(map, NULL, out->mission, bytes, size, error);
    }
    if (status == DW_OK) {
        copy(out->map, map);
    }
    free(bytes);
    return status;
}

dw_status dw_map_choice_read_mission(dw_map_choice *out, const char *mission, const char *map,
                                     dw_error *error)
{
    char name[DW_PATH_MAX];
    copy(name, mission);
    if (is_map_and_mission(name)) {
        *strchr(name, '/') = '-';
    }
    dw_status status = find_mission(out, name, error);
    if (status == DW_OK && map != NULL) {
        copy(out->map, map); /* Whether it is the mission's is seen when both are loaded. */
    } else if (status == DW_OK) {
        char path[DW_PATH_MAX];
        status = dw_file_find_data(out->map, "maps", ".tmj", path, error);
        if (status != DW_OK) {
            dw_error_prefix(error, "map");
            dw_error_prefix(error, out->mission);
        }
    }
    return status;
}

dw_status dw_map_choice_read(dw_map_choice *out, const char *entry, dw_error *error)
{
    *out = (dw_map_choice){.mission = ""};
    if (strlen(entry) >= DW_PATH_MAX) {
        return dw_fail(error, DW_RANGE, "%.40s...: too long", entry);
    }
    if (ends_with(entry, ".json")) {
        return dw_map_choice_read_mission(out, entry, NULL, error);
    }
    if (is_map_and_mission(entry)) {
        char map[DW_PATH_MAX];
        copy(map, entry);
        *strchr(map, '/') = '\0';
        return dw_map_choice_read_mission(out, entry, map, error);
    }
    copy(out->map, entry);
    return DW_OK;
}
