#include "server/host/state_folder.h"

#include "common/platform/secret_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

dw_status dw_state_folder_name(const char *setting, char path[DW_PATH_MAX], dw_error *error)
{
    const char *const of_unit = getenv("STATE_DIRECTORY");
    const char *const of_state = getenv("XDG_STATE_HOME");
    const char *const home = getenv("HOME");
    int length = -1;
    if (setting[0] != '\0') {
        length = snprintf(path, DW_PATH_MAX, "%s", setting);
    } else if (of_unit != NULL && of_unit[0] == '/') {
        length = snprintf(path, DW_PATH_MAX, "%.*s", (int)strcspn(of_unit, ":"), of_unit);
    } else if (of_state != NULL && of_state[0] == '/') {
        length = snprintf(path, DW_PATH_MAX, "%s/duskwatch", of_state);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(path, DW_PATH_MAX, "%s/.local/state/duskwatch", home);
    } else {
        return dw_fail(error, DW_NOT_FOUND,
                       "no state folder: set state, $STATE_DIRECTORY, $XDG_STATE_HOME or $HOME");
    }
    return length > 0 && length < DW_PATH_MAX
               ? DW_OK
               : dw_fail(error, DW_RANGE, "state folder: the path is too long");
}

static dw_status check(const char *path, dw_error *error)
{
    struct stat facts;
    if (stat(path, &facts) != 0) {
        return dw_fail(error, errno == ENOENT ? DW_NOT_FOUND : DW_IO, "state folder: %s: %s", path,
                       strerror(errno));
    }
    const bool of_others = facts.st_uid != geteuid() && facts.st_uid != 0;
    if (of_others || (facts.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return dw_fail(error, DW_DENIED,
                       "state folder: %s: other users may write to it (mode %04o): \"chmod 700\" "
                       "it, or name another with state",
                       path, (unsigned)(facts.st_mode & 07777));
    }
    return DW_OK;
}

dw_status dw_state_folder_open(const char *setting, char path[DW_PATH_MAX], dw_error *error)
{
    dw_status status = dw_state_folder_name(setting, path, error);
    if (status != DW_OK) {
        return status;
    }
    status = dw_file_make_folder_of_mode(path, 0700, error);
    if (status != DW_OK) {
        dw_error_prefix(error, "state folder");
        return status;
    }
    return check(path, error);
}

dw_status dw_state_folder_find(const char *setting, char path[DW_PATH_MAX], dw_error *error)
{
    const dw_status status = dw_state_folder_name(setting, path, error);
    return status == DW_OK ? check(path, error) : status;
}

dw_status dw_state_folder_secret(const char *folder, const char *name, uint8_t *bytes, size_t size,
                                 dw_error *error)
{
    char path[DW_PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        return dw_fail(error, DW_RANGE, "state folder: the path is too long");
    }
    return dw_secret_file_load_or_create(path, bytes, size, error);
}
