/* file.c - whole files. A new file is written beside the old one and then renamed over it, so that
 * a crash leaves one or the other. */
#include "common/platform/file.h"

#include "common/base/parse.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

dw_status dw_file_read_exactly(int file, const char *path, size_t size, uint8_t *bytes,
                               dw_error *error)
{
    size_t have = 0;
    while (have < size) {
        const ssize_t got = read(file, bytes + have, size - have);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return dw_fail(error, DW_IO, "%s: %s", path,
                           got < 0 ? strerror(errno) : "it shrank while it was read");
        }
        have += (size_t)got;
    }
    return DW_OK;
}

dw_status dw_file_read(const char *path, size_t size_max, uint8_t **out_bytes, size_t *out_size,
                       dw_error *error)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return dw_fail(error, errno == ENOENT ? DW_NOT_FOUND : DW_IO, "%s: %s", path,
                       strerror(errno));
    }
    struct stat facts;
    dw_status status = DW_OK;
    uint8_t *bytes = NULL;
    if (fstat(file, &facts) != 0) {
        status = dw_fail(error, DW_IO, "%s: %s", path, strerror(errno));
    } else if (!S_ISREG(facts.st_mode)) {
        status = dw_fail(error, DW_IO, "%s: not a regular file", path);
    } else if ((uint64_t)facts.st_size > size_max) {
        status = dw_fail(error, DW_RANGE, "%s: %lld bytes, at most %zu are read", path,
                         (long long)facts.st_size, size_max);
    } else {
        bytes = calloc(1, (size_t)facts.st_size + 1); /* With the zero behind the content. */
        status = bytes == NULL
                     ? dw_fail(error, DW_MEMORY, "%s: out of memory", path)
                     : dw_file_read_exactly(file, path, (size_t)facts.st_size, bytes, error);
    }
    (void)close(file);
    if (status != DW_OK) {
        free(bytes);
        return status;
    }
    *out_bytes = bytes;
    *out_size = (size_t)facts.st_size;
    return DW_OK;
}

static dw_status write_all(int file, const char *path, const uint8_t *bytes, size_t size,
                           dw_error *error)
{
    size_t done = 0;
    while (done < size) {
        const ssize_t put = write(file, bytes + done, size - done);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            return dw_fail(error, DW_IO, "%s: %s", path, strerror(errno));
        }
        done += (size_t)put;
    }
    return DW_OK;
}

typedef enum manner {
    PUBLIC,
    FOR_GROUP,  /* Nobody but this user and its group reads it. */
    PRIVATE,    /* For this user alone. */
    PRIVATE_NEW /* Likewise, and never over a file that is there. */
} manner;

/* A private file is made anew, so that its mode is ours whatever a crash has left behind. */
static int open_hidden(const char *hidden, manner how)
{
    if (how == PUBLIC) {
        return open(hidden, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    }
    (void)unlink(hidden);
    return open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                how == FOR_GROUP ? 0640 : 0600);
}

/* Some file systems cannot promise that the rename replaces nothing; there it is a plain one. */
static bool rename_to_new(const char *from, const char *to)
{
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) {
        return true;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return false;
    }
    if (access(to, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0;
}

static dw_status rename_hidden(const char *hidden, const char *path, manner how, dw_error *error)
{
    const bool renamed =
        how == PRIVATE_NEW ? rename_to_new(hidden, path) : rename(hidden, path) == 0;
    const int why = errno;
    if (!renamed) {
        (void)unlink(hidden);
    }
    return renamed || (how == PRIVATE_NEW && why == EEXIST)
               ? DW_OK
               : dw_fail(error, DW_IO, "%s: %s", path, strerror(why));
}

dw_status dw_file_sync_folder(const char *path, dw_error *error)
{
    char folder[DW_PATH_MAX];
    const char *slash = strrchr(path, '/');
    const int length = slash != NULL ? (int)(slash - path + 1) : 0;
    (void)snprintf(folder, sizeof folder, "%.*s.", length, path);
    const int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* EINVAL: this file system cannot promise it. */
    bool done = file >= 0 && (fsync(file) == 0 || errno == EINVAL);
    const int why = errno;
    done = (file < 0 || close(file) == 0) && done;
    return done ? DW_OK
                : dw_fail(error, DW_IO, "%s: written, but a loss of power may undo it: %s", path,
                          strerror(why));
}

static dw_status replace_file(const char *path, const void *bytes, size_t size, manner how,
                              dw_error *error)
{
    char hidden[DW_PATH_MAX];
    const char *slash = strrchr(path, '/');
    const int folder_length = slash != NULL ? (int)(slash - path + 1) : 0;
    const int length = snprintf(hidden, sizeof hidden, "%.*s.%s.%ld", folder_length, path,
                                path + folder_length, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof hidden) {
        return dw_fail(error, DW_RANGE, "%.200s: the path is too long", path);
    }
    const int file = open_hidden(hidden, how);
    if (file < 0) {
        return dw_fail(error, DW_IO, "%s: cannot be made: %s", path, strerror(errno));
    }
    dw_status status = write_all(file, path, bytes, size, error);
    if (how != PUBLIC && status == DW_OK && fsync(file) != 0) {
        status = dw_fail(error, DW_IO, "%s: %s", path, strerror(errno));
    }
    if (close(file) != 0 && status == DW_OK) {
        status = dw_fail(error, DW_IO, "%s: %s", path, strerror(errno));
    }
    if (status != DW_OK) {
        (void)unlink(hidden);
        return status;
    }
    return rename_hidden(hidden, path, how, error);
}

dw_status dw_file_write(const char *path, const void *bytes, size_t size, dw_error *error)
{
    return replace_file(path, bytes, size, PUBLIC, error);
}

dw_status dw_file_write_private(const char *path, const void *bytes, size_t size, dw_error *error)
{
    const dw_status status = replace_file(path, bytes, size, PRIVATE, error);
    return status == DW_OK ? dw_file_sync_folder(path, error) : status;
}

dw_status dw_file_write_for_group(const char *path, const void *bytes, size_t size, dw_error *error)
{
    const dw_status status = replace_file(path, bytes, size, FOR_GROUP, error);
    return status == DW_OK ? dw_file_sync_folder(path, error) : status;
}

dw_status dw_file_create_private(const char *path, const void *bytes, size_t size, dw_error *error)
{
    const dw_status status = replace_file(path, bytes, size, PRIVATE_NEW, error);
    if (status == DW_OK) { /* Where this fails nothing is worse than without it. */
        const dw_status synced = dw_file_sync_folder(path, NULL);
        (void)synced;
    }
    return status;
}

dw_status dw_file_make_folder(const char *path, dw_error *error)
{
    return dw_file_make_folder_of_mode(path, 0755, error);
}

dw_status dw_file_make_folder_of_mode(const char *path, uint32_t mode, dw_error *error)
{
    char part[DW_PATH_MAX];
    const size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) {
        return dw_fail(error, DW_RANGE, "%.200s: not a usable folder name", path);
    }
    memcpy(part, path, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (part[i] != '/' && part[i] != '\0') {
            continue;
        }
        const char kept = part[i];
        part[i] = '\0';
        if (mkdir(part, mode) != 0 && errno != EEXIST) {
            return dw_fail(error, DW_IO, "%s: %s", part, strerror(errno));
        }
        part[i] = kept;
    }
    struct stat facts;
    if (stat(path, &facts) != 0 || !S_ISDIR(facts.st_mode)) {
        return dw_fail(error, DW_IO, "%s: not a folder", path);
    }
    return DW_OK;
}

static bool is_name(const char *text)
{
    return strchr(text, '/') == NULL && strchr(text, '.') == NULL;
}

/* share/duskwatch beside the bin folder of a program that is installed, under whatever prefix.
 * False for a program in a build folder, and for one that was copied somewhere alone. */
static bool find_installed_data(char path[DW_PATH_MAX])
{
    static const char data[] = "/share/duskwatch";
    const ssize_t length = readlink("/proc/self/exe", path, DW_PATH_MAX);
    if (length <= 0 || length == DW_PATH_MAX) {
        return false;
    }
    path[length] = '\0';
    for (int part = 0; part < 2; part++) { /* PREFIX/bin/PROGRAM */
        char *slash = strrchr(path, '/');
        if (slash == NULL) {
            return false;
        }
        *slash = '\0';
    }
    const size_t prefix = strlen(path);
    if (prefix + sizeof data > DW_PATH_MAX) {
        return false;
    }
    memcpy(path + prefix, data, sizeof data);
    return access(path, X_OK) == 0;
}

/* "; there are a, b": the names in that folder, for an error; "" when there are none. */
static void list_names(const char *root, const char *folder, const char *suffix, char *text,
                       size_t size)
{
    char pattern[DW_PATH_MAX];
    glob_t found = {0};
    const int length = snprintf(pattern, sizeof pattern, "%s/%s/*%s", root, folder, suffix);
    text[0] = '\0';
    if (length > 0 && (size_t)length < sizeof pattern && glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            const char *name = strrchr(found.gl_pathv[i], '/') + 1;
            const size_t used = strlen(text);
            (void)snprintf(text + used, size - used, "%s%.*s", i == 0 ? "; there are " : ", ",
                           (int)(strlen(name) - strlen(suffix)), name);
        }
    }
    globfree(&found);
}

dw_status dw_file_find_data(const char *name_or_path, const char *folder, const char *suffix,
                            char path[DW_PATH_MAX], dw_error *error)
{
    if (!is_name(name_or_path)) {
        if (dw_copy_text(path, DW_PATH_MAX, name_or_path) == DW_OK) {
            return DW_OK;
        }
        return dw_fail(error, DW_RANGE, "%.200s: the path is too long", name_or_path);
    }
    char installed[DW_PATH_MAX];
    const char *own = find_installed_data(installed) ? installed : DW_SOURCE_DIR;
    const char *const places[] = {getenv("DUSKWATCH_DATA"), own, "/usr/share/duskwatch"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (places[i] == NULL || places[i][0] == '\0') {
            continue;
        }
        const int length =
            snprintf(path, DW_PATH_MAX, "%s/%s/%s%s", places[i], folder, name_or_path, suffix);
        if (length > 0 && length < DW_PATH_MAX && access(path, R_OK) == 0) {
            return DW_OK;
        }
    }
    char known[200];
    list_names(own, folder, suffix, known, sizeof known);
    return dw_fail(error, DW_NOT_FOUND,
                   "%.80s: no %s/%.80s%s in $DUSKWATCH_DATA, %.100s or /usr/share/duskwatch%s",
                   name_or_path, folder, name_or_path, suffix, own, known);
}

/* `what` is such as "cache"; `variable` counts before `under_home`. */
static dw_status user_folder(const char *what, const char *variable, const char *under_home,
                             char path[DW_PATH_MAX], dw_error *error)
{
    const char *base = getenv(variable);
    const char *home = getenv("HOME");
    int length = -1;
    if (base != NULL && base[0] == '/') {
        length = snprintf(path, DW_PATH_MAX, "%s/duskwatch", base);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(path, DW_PATH_MAX, "%s/%s/duskwatch", home, under_home);
    }
    if (length < 0 || length >= DW_PATH_MAX) {
        return dw_fail(error, DW_NOT_FOUND, "no %s folder: set HOME or %s", what, variable);
    }
    return DW_OK;
}

void dw_file_own_name(const char *name_or_path, char *out, size_t size)
{
    const char *slash = strrchr(name_or_path, '/');
    const char *name = slash != NULL ? slash + 1 : name_or_path;
    const char *dot = strrchr(name, '.');
    const size_t length = dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);
    (void)snprintf(out, size, "%.*s", (int)length, name);
}

dw_status dw_file_cache_folder(char path[DW_PATH_MAX], dw_error *error)
{
    return user_folder("cache", "XDG_CACHE_HOME", ".cache", path, error);
}

dw_status dw_file_config_folder(char path[DW_PATH_MAX], dw_error *error)
{
    return user_folder("config", "XDG_CONFIG_HOME", ".config", path, error);
}

dw_status dw_file_data_folder(char path[DW_PATH_MAX], dw_error *error)
{
    return user_folder("data", "XDG_DATA_HOME", ".local/share", path, error);
}
