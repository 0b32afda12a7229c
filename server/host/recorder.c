#include "server/host/recorder.h"

#include "common/base/check.h"
#include "common/base/log.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NAME_MAX_BYTES = 64 };

typedef struct open_file {
    int file; /* -1 = none. */
    char name[NAME_MAX_BYTES];
} open_file;

struct dw_recorder {
    int folder;
    uint32_t matches;
    open_file *files;
};

/* A file that was not there before: another user who may write to the folder cannot lay a link to
 * something else under its name. Others may not read what stands in it. */
static int open_new(int folder, const char *name)
{
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0640);
}

static dw_status try_folder(int folder, const char *path, dw_error *error)
{
    static const char probe[] = ".duskwatch-probe";
    (void)unlinkat(folder, probe, 0); /* Of a process that was killed within this function. */
    const int file = open_new(folder, probe);
    if (file < 0) {
        return dw_fail(error, DW_IO, "%s: replays cannot be written there: %s", path,
                       strerror(errno));
    }
    (void)close(file);
    (void)unlinkat(folder, probe, 0);
    return DW_OK;
}

dw_status dw_recorder_create(dw_recorder **out, dw_arena *arena, const char *folder,
                             uint32_t matches, dw_error *error)
{
    dw_status status = dw_file_make_folder_of_mode(folder, 0750, error);
    if (status != DW_OK) {
        return status;
    }
    dw_recorder *recorder = DW_ARENA_NEW(arena, dw_recorder);
    open_file *files = DW_ARENA_ARRAY(arena, open_file, matches);
    if (recorder == NULL || files == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the recorder");
    }
    for (uint32_t i = 0; i < matches; i++) {
        files[i].file = -1;
    }
    *recorder = (dw_recorder){.matches = matches, .files = files};
    recorder->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (recorder->folder < 0) {
        return dw_fail(error, DW_IO, "%s: %s", folder, strerror(errno));
    }
    status = try_folder(recorder->folder, folder, error);
    if (status != DW_OK) {
        (void)close(recorder->folder);
        return status;
    }
    *out = recorder;
    return DW_OK;
}

static open_file *file_of(dw_recorder *recorder, uint16_t match)
{
    DW_CHECK(match >= 1 && match <= recorder->matches);
    return &recorder->files[match - 1];
}

/* The last call failed; errno says why. */
static void complain(const open_file *row)
{
    const int why = errno;
    dw_log(DW_LOG_ERROR, "replay_failed", "file=%s why=%s", dw_log_quote(row->name).text,
           dw_log_quote(strerror(why)).text);
}

/* Until it is whole: the name with a dot in front, which no listing shows. */
static void hidden_name(const open_file *row, char hidden[NAME_MAX_BYTES + 1])
{
    hidden[0] = '.';
    memcpy(hidden + 1, row->name, sizeof row->name);
}

static bool begin(void *context, uint16_t match, uint32_t round)
{
    dw_recorder *recorder = context;
    open_file *row = file_of(recorder, match);
    DW_CHECK(row->file < 0);
    char time[32];
    dw_clock_file_text(time, sizeof time);
    (void)snprintf(row->name, sizeof row->name, "%s-m%03u-r%03u.dwr", time, (unsigned)match,
                   (unsigned)round);
    char hidden[NAME_MAX_BYTES + 1];
    hidden_name(row, hidden);
    row->file = open_new(recorder->folder, hidden);
    if (row->file < 0) {
        complain(row);
    }
    return row->file >= 0;
}

static bool write_bytes(void *context, uint16_t match, const uint8_t *bytes, size_t size)
{
    dw_recorder *recorder = context;
    const open_file *row = file_of(recorder, match);
    while (size > 0) {
        const ssize_t put = write(row->file, bytes, size);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            complain(row);
            return false;
        }
        bytes += put;
        size -= (size_t)put;
    }
    return true;
}

static void end(void *context, uint16_t match, bool complete)
{
    dw_recorder *recorder = context;
    open_file *row = file_of(recorder, match);
    char hidden[NAME_MAX_BYTES + 1];
    hidden_name(row, hidden);
    const bool closed = close(row->file) == 0;
    row->file = -1;
    if (complete && closed &&
        renameat(recorder->folder, hidden, recorder->folder, row->name) == 0) {
        return;
    }
    if (complete) {
        complain(row);
    }
    (void)unlinkat(recorder->folder, hidden, 0);
}

void dw_recorder_destroy(dw_recorder *recorder)
{
    if (recorder == NULL) {
        return;
    }
    for (uint32_t i = 0; i < recorder->matches; i++) {
        if (recorder->files[i].file >= 0) {
            end(recorder, (uint16_t)(i + 1), false);
        }
    }
    (void)close(recorder->folder);
}

dw_replay_output dw_recorder_output(dw_recorder *recorder)
{
    return (dw_replay_output){recorder, begin, write_bytes, end};
}
