#include "server/host/recorder.h"

#include "common/base/check.h"
#include "common/base/log.h"
#include "server/host/record_folder.h"
#include "server/host/writer_thread.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A match fills some 0.4 kB a second, and its first message is the packed map. */
enum {
    QUEUE_BYTES = 4 << 20,
    QUEUE_BYTES_EACH = 32 << 10 /* Address space; only pages that are used cost memory. */
};

enum { KIND_BEGIN = 1, KIND_WRITE, KIND_KEEP, KIND_DROP, KIND_FAIL };

/* A match, as the ticking thread sees it. */
typedef struct source {
    bool open, failed;
    uint32_t serial; /* Of its rounds here. */
    char name[DW_RECORD_NAME_MAX];
    _Atomic uint32_t
        failed_serial; /* Set by the writing thread: sending more of this round is useless. */
} source;

/* A match, as the writing thread sees it. */
typedef struct sink {
    int file; /* -1 = none; incoming bytes are then dropped. */
    uint64_t bytes;
    char name[DW_RECORD_NAME_MAX];
} sink;

struct dw_recorder {
    source *sources;
    sink *sinks;
    dw_writer_thread *writer;
    dw_record_queue *queue;  /* The writer's. */
    dw_record_folder folder; /* The writing thread's. */
    dw_recorder_stats stats; /* Under the writer's lock. */
    uint32_t matches;
    bool queue_complains;        /* Reported once, until a round is recorded again. */
    bool disk_complains, paused; /* The writing thread's, likewise. */
};

static void free_all(void *context)
{
    dw_recorder *recorder = context;
    dw_record_folder_close(&recorder->folder);
    dw_writer_thread_destroy(recorder->writer);
    free(recorder->sources);
    free(recorder->sinks);
    free(recorder);
}

/* The writing thread. */

static void add(dw_recorder *recorder, uint64_t *figure, uint64_t more)
{
    dw_writer_thread_lock(recorder->writer);
    *figure += more;
    dw_writer_thread_unlock(recorder->writer);
}

static void tell_folder(dw_recorder *recorder)
{
    dw_writer_thread_lock(recorder->writer);
    recorder->stats.files = recorder->folder.files;
    recorder->stats.bytes = recorder->folder.bytes;
    dw_writer_thread_unlock(recorder->writer);
}

/* The last call to the disk failed; errno says why. Logs one line, and no other until a file is
 * kept again. */
static void note_failure(dw_recorder *recorder, const dw_record_message *of, const char *name)
{
    const int why = errno;
    atomic_store(&recorder->sources[of->match - 1].failed_serial, of->serial);
    if (!recorder->disk_complains) {
        recorder->disk_complains = true;
        dw_writer_thread_say(recorder->writer, DW_LOG_ERROR, "replay_failed", "file=%s why=%s",
                             dw_log_quote(name).text, dw_log_quote(strerror(why)).text);
    }
    add(recorder, &recorder->stats.failed, 1); /* A reader of the count finds the line. */
}

/* Called at the start of each round: logs one line when recording pauses, and one when it
 * resumes. */
static bool has_space(dw_recorder *recorder)
{
    const bool space = dw_record_folder_has_space(&recorder->folder);
    if (space && recorder->paused) {
        dw_writer_thread_say(recorder->writer, DW_LOG_INFO, "replays_resumed",
                             "why=\"the disk has space again\"");
    } else if (!space && !recorder->paused) {
        dw_writer_thread_say(
            recorder->writer, DW_LOG_WARNING, "replays_paused",
            "why=\"less than 256 MiB or %d percent of the disk are free\" until=\"the disk has "
            "more space\"",
            DW_RECORD_FREE_PERCENT_MIN);
    }
    recorder->paused = !space;
    return space;
}

static void take_begin(dw_recorder *recorder, const dw_record_message *message, const char *name,
                       sink *to)
{
    DW_CHECK(to->file < 0 && message->size <= sizeof to->name);
    memcpy(to->name, name, message->size);
    to->bytes = 0;
    if (!has_space(recorder)) {
        add(recorder, &recorder->stats.left_out, 1);
        atomic_store(&recorder->sources[message->match - 1].failed_serial, message->serial);
        return;
    }
    to->file = dw_record_folder_begin(&recorder->folder, to->name);
    if (to->file < 0) {
        note_failure(recorder, message, to->name);
    }
}

static void take_write(dw_recorder *recorder, const dw_record_message *message,
                       const uint8_t *bytes, sink *to)
{
    size_t left = message->size;
    while (to->file >= 0 && left > 0) {
        const ssize_t put = write(to->file, bytes, left);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            note_failure(recorder, message, to->name);
            dw_record_folder_discard(&recorder->folder, to->file, to->name);
            to->file = -1;
            return;
        }
        bytes += put;
        left -= (size_t)put;
        to->bytes += (uint64_t)put;
    }
}

static void trim(dw_recorder *recorder)
{
    const dw_record_deleted deleted = dw_record_folder_trim(&recorder->folder);
    if (deleted.files > 0) {
        add(recorder, &recorder->stats.deleted, deleted.files);
        dw_writer_thread_say(recorder->writer, DW_LOG_INFO, "replays_deleted",
                             "files=%u bytes=%llu left=%u why=\"record_max_mb or record_keep\"",
                             (unsigned)deleted.files, (unsigned long long)deleted.bytes,
                             (unsigned)recorder->folder.files);
    }
    tell_folder(recorder);
}

static void take_end(dw_recorder *recorder, const dw_record_message *message, sink *to)
{
    if (to->file < 0) {
        return; /* Counted already. */
    }
    const int file = to->file;
    to->file = -1;
    if (message->kind != KIND_KEEP) {
        dw_record_folder_discard(&recorder->folder, file, to->name);
        add(recorder,
            message->kind == KIND_DROP ? &recorder->stats.dropped : &recorder->stats.failed, 1);
    } else if (dw_record_folder_keep(&recorder->folder, file, to->name, to->bytes)) {
        recorder->disk_complains = false;
        trim(recorder);
        add(recorder, &recorder->stats.kept, 1); /* A reader of the count finds the folder so. */
    } else {
        note_failure(recorder, message, to->name);
    }
}

static void run(void *context)
{
    dw_recorder *recorder = context;
    const uint8_t *bytes = NULL;
    trim(recorder); /* The limits may have changed since the last run. */
    for (const dw_record_message *message = dw_record_queue_peek(recorder->queue, &bytes);
         message != NULL; message = dw_record_queue_peek(recorder->queue, &bytes)) {
        sink *to = &recorder->sinks[message->match - 1];
        if (message->kind == KIND_BEGIN) {
            take_begin(recorder, message, (const char *)bytes, to);
        } else if (message->kind == KIND_WRITE) {
            take_write(recorder, message, bytes, to);
        } else {
            take_end(recorder, message, to);
        }
        dw_record_queue_drop(recorder->queue);
    }
}

/* The thread that ticks. */

static source *source_of(dw_recorder *recorder, uint16_t match)
{
    DW_CHECK(match >= 1 && match <= recorder->matches);
    return &recorder->sources[match - 1];
}

/* The end message of each open file always fits. */
static bool push(dw_recorder *recorder, uint16_t match, uint16_t kind, const void *bytes,
                 size_t size)
{
    const source *from = source_of(recorder, match);
    const dw_record_message message = {
        .size = (uint32_t)size, .kind = kind, .match = match, .serial = from->serial};
    const bool is_end = kind != KIND_BEGIN && kind != KIND_WRITE;
    return dw_record_queue_push(recorder->queue, &message, bytes, is_end ? 0 : recorder->matches);
}

static void note_full(dw_recorder *recorder, const source *from)
{
    if (!recorder->queue_complains) {
        recorder->queue_complains = true;
        dw_log(DW_LOG_ERROR, "replay_failed", "file=%s why=\"the disk is too slow\"",
               dw_log_quote(from->name).text);
    }
}

static bool begin(void *context, uint16_t match, uint32_t round)
{
    dw_recorder *recorder = context;
    source *from = source_of(recorder, match);
    DW_CHECK(!from->open);
    dw_record_folder_name(from->name, match, round);
    from->serial++;
    from->failed = false;
    from->open = push(recorder, match, KIND_BEGIN, from->name, strlen(from->name) + 1);
    if (!from->open) {
        note_full(recorder, from);
        add(recorder, &recorder->stats.failed, 1);
    }
    return from->open;
}

static bool write_bytes(void *context, uint16_t match, const uint8_t *bytes, size_t size)
{
    dw_recorder *recorder = context;
    source *from = source_of(recorder, match);
    if (atomic_load(&from->failed_serial) == from->serial) {
        return false; /* The writing thread has handled it. */
    }
    if (!push(recorder, match, KIND_WRITE, bytes, size)) {
        from->failed = true;
        note_full(recorder, from);
        return false;
    }
    return true;
}

static void end(void *context, uint16_t match, bool complete)
{
    dw_recorder *recorder = context;
    source *from = source_of(recorder, match);
    const uint16_t kind = from->failed ? KIND_FAIL : complete ? KIND_KEEP : KIND_DROP;
    const bool pushed = push(recorder, match, kind, NULL, 0);
    DW_CHECK(pushed);
    from->open = false;
    recorder->queue_complains = recorder->queue_complains && kind != KIND_KEEP;
}

dw_replay_output dw_recorder_output(dw_recorder *recorder)
{
    return (dw_replay_output){recorder, begin, write_bytes, end};
}

dw_status dw_recorder_create(dw_recorder **out, const dw_recorder_config *config, dw_error *error)
{
    DW_CHECK(config->matches >= 1);
    dw_recorder *recorder = calloc(1, sizeof *recorder);
    if (recorder == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the recorder");
    }
    recorder->matches = config->matches;
    recorder->folder.folder = -1;
    recorder->sources = calloc(config->matches, sizeof *recorder->sources);
    recorder->sinks = calloc(config->matches, sizeof *recorder->sinks);
    const size_t queue_bytes = QUEUE_BYTES + (size_t)config->matches * QUEUE_BYTES_EACH;
    const dw_writer_job job = {recorder, run, free_all, "replay_lines_lost"};
    dw_status status = dw_writer_thread_create(&recorder->writer, queue_bytes, &job);
    if (status != DW_OK || recorder->sources == NULL || recorder->sinks == NULL) {
        free_all(recorder);
        return dw_fail(error, DW_MEMORY, "no memory for the recorder");
    }
    recorder->queue = dw_writer_thread_queue(recorder->writer);
    for (uint32_t i = 0; i < config->matches; i++) {
        recorder->sinks[i].file = -1;
    }
    status = dw_record_folder_open(&recorder->folder, config->folder, config->bytes_max,
                                   config->files_max, error);
    if (status == DW_OK) {
        recorder->stats.files = recorder->folder.files;
        recorder->stats.bytes = recorder->folder.bytes;
        status = dw_writer_thread_start(recorder->writer);
        if (status != DW_OK) {
            (void)dw_fail(error, status, "no thread for the recorder");
        }
    }
    if (status != DW_OK) {
        free_all(recorder);
        return status;
    }
    *out = recorder;
    return DW_OK;
}

void dw_recorder_look(dw_recorder *recorder)
{
    dw_writer_thread_look(recorder->writer);
}

dw_recorder_stats dw_recorder_get_stats(dw_recorder *recorder)
{
    dw_writer_thread_lock(recorder->writer);
    const dw_recorder_stats stats = recorder->stats;
    dw_writer_thread_unlock(recorder->writer);
    return stats;
}

void dw_recorder_destroy(dw_recorder *recorder)
{
    if (recorder == NULL) {
        return;
    }
    for (uint32_t i = 0; i < recorder->matches; i++) {
        if (recorder->sources[i].open) {
            end(recorder, (uint16_t)(i + 1), false);
        }
    }
    const size_t owed = dw_record_queue_used(recorder->queue);
    if (dw_writer_thread_end(recorder->writer)) {
        dw_recorder_look(recorder);
        free_all(recorder);
        return;
    }
    dw_log(DW_LOG_ERROR, "replays_undrained", "bytes=%zu why=\"the disk is too slow\"", owed);
}
