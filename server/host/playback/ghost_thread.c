#include "server/host/playback/ghost_thread.h"

#include "common/base/check.h"
#include "common/base/log.h"
#include "common/platform/file.h"
#include "common/platform/thread.h"
#include "server/host/record_folder.h"
#include "server/host/thread_log.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dw_ghost_thread {
    pthread_t id;
    _Atomic bool stop;
    const dw_replay_header *shown;
    char folder[DW_PATH_MAX];
    char file[DW_RECORD_NAME_MAX]; /* Of the round that is shown. */
    uint32_t name_count;
    char names[DW_GHOST_FILES_MAX][DW_RECORD_NAME_MAX]; /* The newest ones, newest first. */
    dw_thread_log log;
    pthread_mutex_t lock; /* Of what follows. */
    bool complete;
    dw_ghost_trails trails;
};

static void say(dw_ghost_thread *thread, dw_log_level level, const char *event, const char *format,
                ...) DW_PRINTF(4, 5);

static void say(dw_ghost_thread *thread, dw_log_level level, const char *event, const char *format,
                ...)
{
    va_list arguments;
    va_start(arguments, format);
    dw_thread_log_add(&thread->log, level, event, format, arguments);
    va_end(arguments);
}

static bool stops(void *context)
{
    dw_ghost_thread *thread = context;
    return atomic_load_explicit(&thread->stop, memory_order_relaxed);
}

/* Names begin with the time of the round's start. */
static void keep_name(dw_ghost_thread *thread, const char *name)
{
    uint32_t at = thread->name_count;
    while (at > 0 && strcmp(name, thread->names[at - 1]) > 0) {
        at--;
    }
    if (at == DW_GHOST_FILES_MAX) {
        return;
    }
    const uint32_t last = DW_GHOST_FILES_MAX - 1;
    const uint32_t kept = thread->name_count < last ? thread->name_count : last;
    memmove(thread->names[at + 1], thread->names[at], (kept - at) * sizeof thread->names[0]);
    (void)snprintf(thread->names[at], sizeof thread->names[at], "%.*s", DW_RECORD_NAME_MAX - 1,
                   name); /* It is shorter: see dw_record_folder_is_replay. */
    thread->name_count = kept + 1;
}

static void list_names(dw_ghost_thread *thread)
{
    const bool dated = dw_record_folder_is_replay(thread->file);
    DIR *folder = opendir(thread->folder);
    if (folder == NULL) {
        say(thread, DW_LOG_WARNING, "ghosts_not_read", "folder=%s",
            dw_log_quote(thread->folder).text);
        return;
    }
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        const char *name = entry->d_name;
        if (dw_record_folder_is_replay(name) && strcmp(name, thread->file) != 0 &&
            (!dated || strcmp(name, thread->file) < 0)) {
            keep_name(thread, name);
        }
    }
    (void)closedir(folder);
}

/* Everything up to the lock is the thread's own: the trails are handed over as a whole. */
static void read_round(dw_ghost_thread *thread, dw_replay *earlier, const char *name)
{
    dw_error error = {""};
    dw_ghost_trails trails = thread->trails; /* No other thread changes them. */
    const dw_status status =
        dw_ghost_trails_read(&trails, thread->shown, earlier, stops, thread, &error);
    if (status != DW_OK && status != DW_FULL && !stops(thread)) {
        say(thread, DW_LOG_WARNING, "ghost_not_read", "file=%s text=%s", dw_log_quote(name).text,
            dw_log_quote(error.text).text);
    }
    (void)pthread_mutex_lock(&thread->lock);
    thread->trails = trails;
    (void)pthread_mutex_unlock(&thread->lock);
}

static void look_at(dw_ghost_thread *thread, const char *name)
{
    char path[DW_PATH_MAX + DW_RECORD_NAME_MAX];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_replay *earlier = NULL;
    (void)snprintf(path, sizeof path, "%s/%s", thread->folder, name);
    dw_status status = dw_file_read(path, DW_REPLAY_FILE_BYTES_MAX, &bytes, &size, NULL);
    if (status == DW_OK) { /* A round that was cut off is no try that has ended: no key. */
        status = dw_replay_open(&earlier, bytes, size, NULL, NULL);
    }
    free(bytes);
    if (status == DW_OK) {
        if (dw_ghost_trails_fit(thread->shown, dw_replay_get_header(earlier))) {
            read_round(thread, earlier, name);
        }
        dw_replay_close(earlier);
    }
}

static void *run(void *context)
{
    dw_ghost_thread *thread = context;
    list_names(thread);
    for (uint32_t i = 0; i < thread->name_count && thread->trails.tries < DW_GHOST_TRIES_MAX &&
                         thread->trails.count < DW_GHOSTS_MAX && !stops(thread);
         i++) {
        look_at(thread, thread->names[i]);
    }
    say(thread, DW_LOG_INFO, "ghosts", "files=%u tries=%u trails=%u", (unsigned)thread->name_count,
        (unsigned)thread->trails.tries, (unsigned)thread->trails.count);
    (void)pthread_mutex_lock(&thread->lock);
    thread->complete = true;
    (void)pthread_mutex_unlock(&thread->lock);
    return NULL;
}

dw_status dw_ghost_thread_start(dw_ghost_thread **out, const dw_replay_header *shown,
                                const char *path)
{
    const char *slash = strrchr(path, '/');
    dw_ghost_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL) {
        return DW_MEMORY;
    }
    thread->shown = shown;
    if (slash == NULL) {
        (void)snprintf(thread->folder, sizeof thread->folder, ".");
    } else {
        (void)snprintf(thread->folder, sizeof thread->folder, "%.*s", (int)(slash - path) + 1,
                       path);
    }
    (void)snprintf(thread->file, sizeof thread->file, "%.*s", DW_RECORD_NAME_MAX - 1,
                   slash != NULL ? slash + 1 : path);
    dw_thread_log_create(&thread->log, "ghost_lines_lost");
    (void)pthread_mutex_init(&thread->lock, NULL);
    if (dw_thread_start(&thread->id, run, thread) != 0) {
        (void)pthread_mutex_destroy(&thread->lock);
        dw_thread_log_destroy(&thread->log);
        free(thread);
        return DW_MEMORY;
    }
    *out = thread;
    return DW_OK;
}

void dw_ghost_thread_destroy(dw_ghost_thread *thread)
{
    if (thread != NULL) {
        atomic_store_explicit(&thread->stop, true, memory_order_relaxed);
        (void)pthread_join(thread->id, NULL);
        dw_thread_log_look(&thread->log);
        dw_thread_log_destroy(&thread->log);
        (void)pthread_mutex_destroy(&thread->lock);
        dw_ghost_trails_clear(&thread->trails);
        free(thread);
    }
}

bool dw_ghost_thread_look(dw_ghost_thread *thread, dw_ghost_trails *out)
{
    (void)pthread_mutex_lock(&thread->lock);
    *out = thread->trails;
    const bool complete = thread->complete;
    (void)pthread_mutex_unlock(&thread->lock);
    dw_thread_log_look(&thread->log);
    return complete;
}
