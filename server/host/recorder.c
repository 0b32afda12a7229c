#include "server/host/recorder.h"

#include "common/base/check.h"
#include "common/base/log.h"
#include "common/platform/thread.h"
#include "server/host/record_folder.h"
#include "server/host/record_queue.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A match fills some 0.4 kB a second, and its first message is the packed map. */
enum {
    QUEUE_BYTES = 4 << 20,
    QUEUE_BYTES_EACH = 32 << 10, /* Address space; only pages that are used cost memory. */
    NOTES_MAX = 16,
    DRAIN_S = 1
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

/* A line for the log, from the writing thread. */
typedef struct note {
    dw_log_level level;
    const char *event;
    char fields[DW_LOG_LINE_MAX / 4];
} note;

struct dw_recorder {
    source *sources;
    sink *sinks;
    dw_record_queue *queue;
    pthread_t thread;
    dw_record_folder folder; /* The writing thread's. */

    pthread_mutex_t lock; /* Of notes, stats, has_ended and is_orphan. */
    pthread_cond_t ended;
    note notes[NOTES_MAX];
    uint64_t notes_lost;
    dw_recorder_stats stats;
    uint32_t note_count;

    uint32_t matches;
    bool queue_complains;        /* Reported once, until a round is recorded again. */
    bool disk_complains, paused; /* The writing thread's, likewise. */
    bool has_ended, is_orphan;
    _Atomic bool has_notes;
};

static void lock(dw_recorder *recorder)
{
    const int failed = pthread_mutex_lock(&recorder->lock);
    DW_CHECK(failed == 0);
}

static void unlock(dw_recorder *recorder)
{
    const int failed = pthread_mutex_unlock(&recorder->lock);
    DW_CHECK(failed == 0);
}

static void free_all(dw_recorder *recorder)
{
    dw_record_folder_close(&recorder->folder);
    dw_record_queue_destroy(recorder->queue);
    (void)pthread_cond_destroy(&recorder->ended);
    (void)pthread_mutex_destroy(&recorder->lock);
    free(recorder->sources);
    free(recorder->sinks);
    free(recorder);
}

/* The writing thread. */

static void say(dw_recorder *recorder, dw_log_level level, const char *event, const char *format,
                ...) DW_PRINTF(4, 5);

static void say(dw_recorder *recorder, dw_log_level level, const char *event, const char *format,
                ...)
{
    lock(recorder);
    if (recorder->note_count < NOTES_MAX) {
        note *row = &recorder->notes[recorder->note_count++];
        row->level = level;
        row->event = event;
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(row->fields, sizeof row->fields, format, arguments);
        va_end(arguments);
    } else {
        recorder->notes_lost++;
    }
    atomic_store(&recorder->has_notes, true);
    unlock(recorder);
}

static void add(dw_recorder *recorder, uint64_t *figure, uint64_t more)
{
    lock(recorder);
    *figure += more;
    unlock(recorder);
}

static void tell_folder(dw_recorder *recorder)
{
    lock(recorder);
    recorder->stats.files = recorder->folder.files;
    recorder->stats.bytes = recorder->folder.bytes;
    unlock(recorder);
}

/* The last call to the disk failed; errno says why. Logs one line, and no other until a file is
 * kept again. */
static void note_failure(dw_recorder *recorder, const dw_record_message *of, const char *name)
{
    const int why = errno;
    atomic_store(&recorder->sources[of->match - 1].failed_serial, of->serial);
    if (!recorder->disk_complains) {
        recorder->disk_complains = true;
        say(recorder, DW_LOG_ERROR, "replay_failed", "file=%s why=%s", dw_log_quote(name).text,
            dw_log_quote(strerror(why)).text);
    }
    add(recorder, &recorder->stats.failed, 1); /* A reader of the count finds the line. */
}

/* Called at the start of each round: logs one line when recording pauses, and one when it
 * resumes. */
static bool has_space(dw_recorder *recorder)
{
    const bool space = dw_record_folder_has_space(&recorder->folder);
    if (space && recorder->paused) {
        say(recorder, DW_LOG_INFO, "replays_resumed", "why=\"the disk has space again\"");
    } else if (!space && !recorder->paused) {
        say(recorder, DW_LOG_WARNING, "replays_paused",
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
        say(recorder, DW_LOG_INFO, "replays_deleted",
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
        add(recorder, &recorder->stats.kept, 1);
        trim(recorder);
    } else {
        note_failure(recorder, message, to->name);
    }
}

static void *run(void *context)
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
    lock(recorder);
    recorder->has_ended = true;
    (void)pthread_cond_signal(&recorder->ended);
    const bool orphan = recorder->is_orphan;
    unlock(recorder);
    if (orphan) {
        free_all(recorder); /* No thread waits any more. */
    }
    return NULL;
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

static bool make_locks(dw_recorder *recorder)
{
    pthread_condattr_t monotonic;
    int failed = pthread_condattr_init(&monotonic);
    failed |= pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    failed |= pthread_mutex_init(&recorder->lock, NULL);
    failed |= pthread_cond_init(&recorder->ended, &monotonic);
    failed |= pthread_condattr_destroy(&monotonic);
    return failed == 0;
}

dw_status dw_recorder_create(dw_recorder **out, const dw_recorder_config *config, dw_error *error)
{
    DW_CHECK(config->matches >= 1);
    dw_recorder *recorder = calloc(1, sizeof *recorder);
    if (recorder == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the recorder");
    }
    const bool made = make_locks(recorder);
    DW_CHECK(made);
    recorder->matches = config->matches;
    recorder->folder.folder = -1;
    recorder->sources = calloc(config->matches, sizeof *recorder->sources);
    recorder->sinks = calloc(config->matches, sizeof *recorder->sinks);
    const size_t queue_bytes = QUEUE_BYTES + (size_t)config->matches * QUEUE_BYTES_EACH;
    dw_status status = dw_record_queue_create(&recorder->queue, queue_bytes);
    if (status != DW_OK || recorder->sources == NULL || recorder->sinks == NULL) {
        free_all(recorder);
        return dw_fail(error, DW_MEMORY, "no memory for the recorder");
    }
    for (uint32_t i = 0; i < config->matches; i++) {
        recorder->sinks[i].file = -1;
    }
    status = dw_record_folder_open(&recorder->folder, config->folder, config->bytes_max,
                                   config->files_max, error);
    if (status == DW_OK) {
        recorder->stats.files = recorder->folder.files;
        recorder->stats.bytes = recorder->folder.bytes;
        if (dw_thread_start(&recorder->thread, run, recorder) != 0) {
            status = dw_fail(error, DW_MEMORY, "no thread for the recorder");
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
    if (!atomic_exchange(&recorder->has_notes, false)) {
        return;
    }
    lock(recorder);
    for (uint32_t i = 0; i < recorder->note_count; i++) {
        const note *row = &recorder->notes[i];
        dw_log(row->level, row->event, "%s", row->fields);
    }
    if (recorder->notes_lost > 0) {
        dw_log(DW_LOG_WARNING, "replay_lines_lost", "count=%llu",
               (unsigned long long)recorder->notes_lost);
    }
    recorder->note_count = 0;
    recorder->notes_lost = 0;
    unlock(recorder);
}

dw_recorder_stats dw_recorder_get_stats(dw_recorder *recorder)
{
    lock(recorder);
    const dw_recorder_stats stats = recorder->stats;
    unlock(recorder);
    return stats;
}

/* True when the thread is done; otherwise it is left to itself. */
static bool wait_for_thread(dw_recorder *recorder)
{
    struct timespec deadline;
    (void)clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += DRAIN_S;
    lock(recorder);
    int failed = 0;
    while (!recorder->has_ended && failed == 0) {
        failed = pthread_cond_timedwait(&recorder->ended, &recorder->lock, &deadline);
    }
    const bool ended = recorder->has_ended;
    recorder->is_orphan = !ended;
    unlock(recorder);
    return ended;
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
    dw_record_queue_close(recorder->queue);
    const pthread_t thread = recorder->thread;
    if (wait_for_thread(recorder)) {
        (void)pthread_join(thread, NULL);
        dw_recorder_look(recorder);
        free_all(recorder);
        return;
    }
    (void)pthread_detach(thread);
    dw_log(DW_LOG_ERROR, "replays_undrained", "bytes=%zu why=\"the disk is too slow\"", owed);
}
