#include "client/view/replay_folder.h"

#include "protocol/replay/replay_format.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

dw_status dw_replay_folder_path(char path[DW_PATH_MAX], dw_error *error)
{
    char data[DW_PATH_MAX];
    dw_status status = dw_file_data_folder(data, error);
    if (status != DW_OK) {
        return status;
    }
    const int length = snprintf(path, DW_PATH_MAX, "%s/replays", data);
    if (length < 0 || length >= DW_PATH_MAX) {
        return dw_fail(error, DW_RANGE, "%.200s: the path is too long", data);
    }
    return dw_file_make_folder(path, error);
}

dw_status dw_replay_folder_file(const char *file, char path[DW_PATH_MAX], dw_error *error)
{
    char folder[DW_PATH_MAX];
    const dw_status status = dw_replay_folder_path(folder, error);
    if (status != DW_OK) {
        return status;
    }
    const int length = snprintf(path, DW_PATH_MAX, "%s/%s", folder, file);
    return length > 0 && length < DW_PATH_MAX
               ? DW_OK
               : dw_fail(error, DW_RANGE, "%.200s: the path is too long", folder);
}

/* Hidden files are rounds that are still on. */
static bool is_replay(const char *file)
{
    static const char suffix[] = ".dwr";
    const size_t length = strlen(file);
    return file[0] != '.' && length > sizeof suffix - 1 &&
           strcmp(file + length - (sizeof suffix - 1), suffix) == 0;
}

static void add_file(dw_replay_list *list, const char *file)
{
    char path[DW_PATH_MAX];
    struct stat about;
    int64_t started_s = 0;
    if (dw_replay_folder_file(file, path, NULL) != DW_OK || stat(path, &about) != 0 ||
        !S_ISREG(about.st_mode)) {
        return;
    }
    if (!dw_replay_name_start(file, &started_s)) {
        started_s = (int64_t)about.st_mtime;
    }
    dw_replay_list_add(list, file, started_s);
}

dw_status dw_replay_folder_look(dw_replay_list *list, dw_error *error)
{
    char path[DW_PATH_MAX];
    list->count = 0;
    const dw_status status = dw_replay_folder_path(path, error);
    if (status != DW_OK) {
        return status;
    }
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return dw_fail(error, DW_IO, "%.200s: %s", path, strerror(errno));
    }
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        if (is_replay(entry->d_name)) {
            add_file(list, entry->d_name);
        }
    }
    (void)closedir(folder);
    return DW_OK;
}

static dw_status read_summary(const char *file, dw_replay_summary *summary, dw_error *error)
{
    char path[DW_PATH_MAX];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_status status = dw_replay_folder_file(file, path, error);
    if (status == DW_OK) {
        status = dw_file_read(path, DW_REPLAY_FILE_BYTES_MAX, &bytes, &size, error);
    }
    if (status == DW_OK) {
        status = dw_replay_summary_read(summary, bytes, size, error);
    }
    free(bytes);
    return status;
}

bool dw_replay_folder_read(dw_replay_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        dw_listed_replay *row = &list->rows[i];
        if (row->state != DW_LISTED_UNREAD) {
            continue;
        }
        dw_error error = {""};
        const dw_status status = read_summary(row->file, &row->summary, &error);
        row->state = status == DW_OK ? DW_LISTED_GOOD : DW_LISTED_BAD;
        (void)snprintf(row->why, sizeof row->why, "%.*s", DW_REPLAY_WHY_MAX, error.text);
        return true;
    }
    return false;
}

dw_status dw_replay_folder_delete(dw_replay_list *list, uint32_t index, dw_error *error)
{
    char path[DW_PATH_MAX];
    if (index >= list->count) {
        return dw_fail(error, DW_NOT_FOUND, "no such replay");
    }
    const dw_status status = dw_replay_folder_file(list->rows[index].file, path, error);
    if (status != DW_OK) {
        return status;
    }
    if (unlink(path) != 0 && errno != ENOENT) {
        return dw_fail(error, DW_IO, "%.200s: %s", path, strerror(errno));
    }
    dw_replay_list_remove(list, index);
    return DW_OK;
}

bool dw_replay_folder_newest(int64_t since_s, char path[DW_PATH_MAX])
{
    dw_replay_list *list = calloc(1, sizeof *list);
    const bool found = list != NULL && dw_replay_folder_look(list, NULL) == DW_OK &&
                       list->count > 0 && list->rows[0].started_s >= since_s &&
                       dw_replay_folder_file(list->rows[0].file, path, NULL) == DW_OK;
    free(list);
    return found;
}
