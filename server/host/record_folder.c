#include "server/host/record_folder.h"

#include "common/platform/clock.h"
#include "common/platform/file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum {
    LIST_START = 256,
    SLACK = 20 /* When a limit is passed, this further part of it is freed too. */
};

/* Opens a new file. It must not exist: another user who may write to the folder could otherwise
 * plant a link under its name. Other users can't read it. */
static int open_new(int folder, const char *name)
{
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0640);
}

static dw_status try_folder(int folder, const char *path, dw_error *error)
{
    static const char probe[] = ".duskwatch-probe";
    (void)unlinkat(folder, probe, 0); /* Left by a process that was killed within this function. */
    const int file = open_new(folder, probe);
    if (file < 0) {
        return dw_fail(error, DW_IO, "%s: replays cannot be written there: %s", path,
                       strerror(errno));
    }
    (void)close(file);
    (void)unlinkat(folder, probe, 0);
    return DW_OK;
}

/* The name until a file is whole: with a dot in front, so that listings leave it out. */
static void hidden_name(const char *name, char hidden[DW_RECORD_NAME_MAX + 1])
{
    (void)snprintf(hidden, DW_RECORD_NAME_MAX + 1, ".%.*s", DW_RECORD_NAME_MAX - 1, name);
}

static const char *skip_digits(const char *at, size_t least, size_t most)
{
    size_t count = 0;
    while (at != NULL && count < most && isdigit((unsigned char)at[count])) {
        count++;
    }
    return at != NULL && count >= least ? at + count : NULL;
}

static const char *skip_text(const char *at, const char *text)
{
    const size_t length = strlen(text);
    return at != NULL && strncmp(at, text, length) == 0 ? at + length : NULL;
}

static bool is_ours(const char *name)
{
    const char *at = name[0] == '.' ? name + 1 : name;
    at = skip_text(skip_digits(at, 8, 8), "T");
    at = skip_text(skip_digits(at, 6, 6), "Z-m");
    at = skip_text(skip_digits(at, 3, 5), "-r");
    at = skip_text(skip_digits(at, 3, 10), ".dwr");
    return at != NULL && *at == '\0';
}

bool dw_record_folder_is_replay(const char *name)
{
    return name[0] != '.' && is_ours(name) && strlen(name) < DW_RECORD_NAME_MAX;
}

typedef struct entry {
    char name[DW_RECORD_NAME_MAX + 1]; /* With its dot. */
    uint64_t bytes;
} entry;

typedef struct list {
    entry *rows;
    size_t count, capacity;
} list;

static bool add(list *to, const char *name, uint64_t bytes)
{
    if (to->count == to->capacity) {
        const size_t capacity = to->capacity > 0 ? 2 * to->capacity : LIST_START;
        entry *rows = realloc(to->rows, capacity * sizeof *rows);
        if (rows == NULL) {
            return false;
        }
        to->rows = rows;
        to->capacity = capacity;
    }
    entry *row = &to->rows[to->count++];
    (void)snprintf(row->name, sizeof row->name, "%s", name);
    row->bytes = bytes;
    return true;
}

/* A writer, in this process or another, keeps the hidden file of its round locked. Files of killed
 * processes are not locked. */
static bool is_being_written(int folder, const char *name)
{
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return true; /* We can't tell, so leave it alone. */
    }
    const bool locked = flock(file, LOCK_EX | LOCK_NB) != 0;
    (void)close(file);
    return locked;
}

/* All replays that no process is writing to. False when the folder can't be read. */
static bool look_around(const dw_record_folder *folder, list *found)
{
    const int again = openat(folder->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = again >= 0 ? fdopendir(again) : NULL;
    if (dir == NULL) {
        if (again >= 0) {
            (void)close(again);
        }
        return false;
    }
    bool well = true;
    for (const struct dirent *row = readdir(dir); row != NULL && well; row = readdir(dir)) {
        struct stat facts;
        if (strlen(row->d_name) > DW_RECORD_NAME_MAX || !is_ours(row->d_name) ||
            fstatat(folder->folder, row->d_name, &facts, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(facts.st_mode)) {
            continue;
        }
        if (row->d_name[0] == '.' && is_being_written(folder->folder, row->d_name)) {
            continue;
        }
        well = add(found, row->d_name, (uint64_t)facts.st_size);
    }
    (void)closedir(dir);
    return well;
}

static void count(dw_record_folder *folder, const list *found)
{
    folder->files = (uint32_t)found->count;
    folder->bytes = 0;
    for (size_t i = 0; i < found->count; i++) {
        folder->bytes += found->rows[i].bytes;
    }
}

dw_status dw_record_folder_open(dw_record_folder *folder, const char *path, uint64_t bytes_max,
                                uint32_t files_max, dw_error *error)
{
    *folder = (dw_record_folder){.folder = -1, .bytes_max = bytes_max, .files_max = files_max};
    dw_status status = dw_file_make_folder_of_mode(path, 0750, error);
    if (status != DW_OK) {
        return status;
    }
    folder->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->folder < 0) {
        return dw_fail(error, DW_IO, "%s: %s", path, strerror(errno));
    }
    status = try_folder(folder->folder, path, error);
    list found = {NULL, 0, 0};
    if (status == DW_OK && !look_around(folder, &found)) {
        status = dw_fail(error, DW_IO, "%s: cannot be read: %s", path, strerror(errno));
    }
    count(folder, &found);
    free(found.rows);
    if (status != DW_OK) {
        dw_record_folder_close(folder);
    }
    return status;
}

void dw_record_folder_close(dw_record_folder *folder)
{
    if (folder->folder >= 0) {
        (void)close(folder->folder);
        folder->folder = -1;
    }
}

void dw_record_folder_name(char name[DW_RECORD_NAME_MAX], uint16_t match, uint32_t round)
{
    char time[32];
    dw_clock_file_text(time, sizeof time);
    (void)snprintf(name, DW_RECORD_NAME_MAX, "%s-m%03u-r%03u.dwr", time, (unsigned)match,
                   (unsigned)round);
}

bool dw_record_folder_has_space(const dw_record_folder *folder)
{
    struct statvfs facts;
    if (fstatvfs(folder->folder, &facts) != 0) {
        return true; /* Writing will tell. */
    }
    const uint64_t free_bytes = (uint64_t)facts.f_bavail * facts.f_frsize;
    const uint64_t percent = (uint64_t)facts.f_blocks / 100 * DW_RECORD_FREE_PERCENT_MIN;
    return free_bytes >= DW_RECORD_FREE_BYTES_MIN && facts.f_bavail >= percent;
}

int dw_record_folder_begin(dw_record_folder *folder, const char *name)
{
    char hidden[DW_RECORD_NAME_MAX + 1];
    hidden_name(name, hidden);
    const int file = open_new(folder->folder, hidden);
    if (file >= 0) {
        (void)flock(file, LOCK_EX | LOCK_NB); /* No other process knows of it yet. */
    }
    return file;
}

bool dw_record_folder_keep(dw_record_folder *folder, int file, const char *name, uint64_t bytes)
{
    char hidden[DW_RECORD_NAME_MAX + 1];
    hidden_name(name, hidden);
    if (close(file) != 0 || renameat(folder->folder, hidden, folder->folder, name) != 0) {
        const int why = errno;
        (void)unlinkat(folder->folder, hidden, 0);
        errno = why;
        return false;
    }
    folder->files++;
    folder->bytes += bytes;
    return true;
}

void dw_record_folder_discard(dw_record_folder *folder, int file, const char *name)
{
    char hidden[DW_RECORD_NAME_MAX + 1];
    hidden_name(name, hidden);
    (void)close(file);
    (void)unlinkat(folder->folder, hidden, 0);
}

/* Names begin with the time. */
static int by_age(const void *a, const void *b)
{
    const char *one = ((const entry *)a)->name;
    const char *other = ((const entry *)b)->name;
    return strcmp(one + (one[0] == '.'), other + (other[0] == '.'));
}

static bool is_over(const dw_record_folder *folder, uint64_t bytes_max, uint32_t files_max)
{
    return (folder->bytes_max > 0 && folder->bytes > bytes_max) ||
           (folder->files_max > 0 && folder->files > files_max);
}

/* Reads the folder again, since others may have changed it. Deletes a little more than it must, so
 * that this does not come with each round. */
dw_record_deleted dw_record_folder_trim(dw_record_folder *folder)
{
    dw_record_deleted deleted = {0, 0};
    if (!is_over(folder, folder->bytes_max, folder->files_max)) {
        return deleted;
    }
    list found = {NULL, 0, 0};
    if (!look_around(folder, &found) || found.count == 0) {
        free(found.rows); /* A partial list would not tell which files are the oldest. */
        return deleted;
    }
    count(folder, &found);
    qsort(found.rows, found.count, sizeof found.rows[0], by_age);
    const uint64_t bytes_aim = folder->bytes_max - folder->bytes_max / SLACK;
    const uint32_t files_aim = folder->files_max - folder->files_max / SLACK;
    const bool over = is_over(folder, folder->bytes_max, folder->files_max);
    for (size_t i = 0; over && i < found.count && is_over(folder, bytes_aim, files_aim); i++) {
        if (unlinkat(folder->folder, found.rows[i].name, 0) == 0) {
            deleted.files++;
            deleted.bytes += found.rows[i].bytes;
            folder->files--;
            folder->bytes -= found.rows[i].bytes;
        }
    }
    free(found.rows);
    return deleted;
}
