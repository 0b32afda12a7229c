#include "server/host/brain_files.h"

#include "common/platform/file.h"
#include "server/mind/brains/brains.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file's name without folder and suffix. */
static dw_status name_of(const char *path, char out[DW_DATA_BRAIN_NAME_SIZE], dw_error *error)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *point = strrchr(name, '.');
    const size_t length = point != NULL ? (size_t)(point - name) : strlen(name);
    if (length == 0 || length > DW_DATA_BRAIN_FILE_NAME_MAX || memchr(name, '@', length) != NULL) {
        return dw_fail(error, DW_INVALID, "%s: the name of a brain has 1 to %d bytes and no @",
                       path, DW_DATA_BRAIN_FILE_NAME_MAX);
    }
    memcpy(out, name, length);
    out[length] = '\0';
    return DW_OK;
}

static dw_status load(dw_data_brain **out, const char *path, dw_error *error)
{
    char name[DW_DATA_BRAIN_NAME_SIZE];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_status status = name_of(path, name, error);
    if (status == DW_OK) {
        status = dw_file_read(path, DW_BRAIN_FILE_BYTES_MAX, &bytes, &size, error);
    }
    if (status == DW_OK) {
        status = dw_data_brain_load(out, name, bytes, size, error);
        free(bytes);
        if (status != DW_OK) {
            dw_error_prefix(error, path);
        }
    }
    return status;
}

dw_status dw_brain_file_read(dw_data_brain **out, const char *name_or_path, dw_error *error)
{
    char path[DW_PATH_MAX];
    if (dw_brain_find(name_or_path) != NULL) {
        return dw_fail(error, DW_NOT_FOUND, "brain \"%.64s\" is in C: it has no file",
                       name_or_path);
    }
    const dw_status status = dw_file_find_data(name_or_path, "maps/brains", ".json", path, error);
    return status == DW_OK ? load(out, path, error) : status;
}

/* Whether a brain of the library is that file, as it is now. */
static bool is_of_file(const dw_brain_kind *kind, const dw_data_brain *file)
{
    size_t size = 0;
    const uint8_t *text = dw_data_brain_text(file, &size);
    const dw_data_brain *brain = dw_data_brain_of(kind);
    return brain != NULL && dw_data_brain_has_text(brain, text, size);
}

/* A path may name a file that is loaded already. */
static dw_status add(dw_brain_library *library, const char *path, const dw_brain_kind **out,
                     dw_error *error)
{
    dw_data_brain *brain;
    dw_status status = load(&brain, path, error);
    if (status != DW_OK) {
        return status;
    }
    const dw_brain_kind *kind = dw_data_brain_kind(brain);
    const dw_brain_kind *there = dw_brain_library_find(library, kind->name);
    if (there != NULL && is_of_file(there, brain)) {
        dw_data_brain_destroy(brain);
        *out = there;
        return DW_OK;
    }
    if (there != NULL) {
        status = dw_fail(error, DW_INVALID, "%s: another brain is called \"%s\"", path, kind->name);
    } else if (dw_brain_library_put(library, brain) != DW_OK) {
        status = dw_fail(error, DW_FULL, "%s: more than %d brains are loaded", path,
                         DW_LIBRARY_BRAINS_MAX);
    }
    if (status != DW_OK) {
        dw_data_brain_destroy(brain);
        return status;
    }
    *out = kind;
    return DW_OK;
}

dw_status dw_brain_files_find(dw_brain_library *library, const char *name_or_path,
                              const dw_brain_kind **out, dw_error *error)
{
    char path[DW_PATH_MAX];
    *out = dw_brain_library_find(library, name_or_path);
    if (*out != NULL) {
        return DW_OK;
    }
    if (dw_file_find_data(name_or_path, "maps/brains", ".json", path, NULL) != DW_OK) {
        return dw_fail(error, DW_NOT_FOUND,
                       "unknown brain \"%.64s\" (known: %s, files of maps/brains)", name_or_path,
                       dw_brain_list());
    }
    return add(library, path, out, error);
}

/* A name for which there is no file is not an error here. */
static dw_status need(dw_brain_library *library, const char *name, dw_error *error)
{
    char path[DW_PATH_MAX];
    const dw_brain_kind *kind;
    if (name[0] == '\0' || dw_brain_library_find(library, name) != NULL ||
        dw_file_find_data(name, "maps/brains", ".json", path, NULL) != DW_OK) {
        return DW_OK;
    }
    return add(library, path, &kind, error);
}

dw_status dw_brain_files_load(dw_brain_library *library, const dw_map *map,
                              const dw_ruleset_brains *said, dw_error *error)
{
    dw_status status = need(library, said->all, error);
    for (uint16_t g = 0; g < map->guard_count && status == DW_OK; g++) {
        status = need(library, map->guards[g].brain, error);
    }
    for (uint32_t k = 0; k < map->kind_count && status == DW_OK; k++) {
        status = need(library, said->kinds[k], error);
    }
    for (uint16_t i = 0; i < said->count && status == DW_OK; i++) {
        status = need(library, said->of[i].brain, error);
    }
    return status;
}
