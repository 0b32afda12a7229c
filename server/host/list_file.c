#include "server/host/list_file.h"

#include "common/base/check.h"
#include "common/base/log.h"
#include "common/platform/file.h"
#include "server/host/disk_thread.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One state of the file, whole. */
typedef struct page {
    char *text;
    size_t size;
    void *rows;
} page;

#define RETRY_NS UINT64_C(1000000000)

typedef enum writing { WRITING, WRITTEN, NOT_WRITTEN } writing;

/* A text on its way to the disk. The thread has it while the outcome is WRITING, and frees it if
 * the list has gone. */
typedef struct letter {
    char path[DW_PATH_MAX];
    char *text;
    size_t size;
    pthread_mutex_t lock; /* Of what follows. */
    writing outcome;
    bool has_owner;
    dw_error error;
} letter;

struct dw_list_file {
    const dw_list_kind *kind;
    char path[DW_PATH_MAX];
    page *now;
    dw_disk_thread *thread; /* NULL: changes wait for the disk. */
    letter *sent;           /* NULL: none. */
    bool unwritten;         /* `now` is newer than the file. */
    bool changed;           /* And newer than `sent`. */
    bool complains;
    uint64_t retry_ns; /* Not before. */
};

static void free_page(page *old)
{
    if (old != NULL) {
        free(old->text);
        free(old->rows);
        free(old);
    }
}

static page *make_page(const dw_list_kind *kind)
{
    page *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->rows = calloc(1, kind->list_bytes);
    }
    if (made != NULL && made->rows == NULL) {
        free_page(made);
        return NULL;
    }
    return made;
}

static dw_status load(const dw_list_file *file, page **out, dw_error *error)
{
    const dw_list_kind *kind = file->kind;
    uint8_t *bytes = NULL;
    page *made = make_page(kind);
    if (made == NULL) {
        return dw_fail(error, DW_MEMORY, "%.150s: out of memory", file->path);
    }
    dw_status status = file->path[0] != '\0'
                           ? dw_file_read(file->path, kind->bytes_max, &bytes, &made->size, error)
                           : DW_NOT_FOUND;
    made->text = (char *)bytes;
    if (status == DW_NOT_FOUND) {
        status = DW_OK;
        if (error != NULL) {
            error->text[0] = '\0';
        }
    } else if (status == DW_OK) {
        status = kind->read(made->rows, file->path, made->text, made->size, error);
    }
    if (status != DW_OK) {
        free_page(made);
        return status;
    }
    *out = made;
    return DW_OK;
}

dw_status dw_list_file_move(dw_list_file *file, const char *folder, dw_error *error)
{
    if (folder[0] == '\0') {
        file->path[0] = '\0';
        return DW_OK;
    }
    const int length = snprintf(file->path, sizeof file->path, "%s/%s", folder, file->kind->file);
    return length > 0 && (size_t)length < sizeof file->path
               ? DW_OK
               : dw_fail(error, DW_RANGE, "%.150s: the path is too long", folder);
}

dw_status dw_list_file_open(dw_list_file **out, const dw_list_kind *kind, const char *folder,
                            dw_error *error)
{
    dw_list_file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory for the list %s", kind->file);
    }
    file->kind = kind;
    dw_status status = dw_list_file_move(file, folder, error);
    if (status == DW_OK) {
        status = load(file, &file->now, error);
    }
    if (status != DW_OK) {
        dw_list_file_close(file);
        return status;
    }
    *out = file;
    return DW_OK;
}

static void free_letter(letter *old)
{
    (void)pthread_mutex_destroy(&old->lock);
    free(old->text);
    free(old);
}

void dw_list_file_close(dw_list_file *file)
{
    if (file == NULL) {
        return;
    }
    bool hangs = false; /* The thread is still at it. */
    if (file->sent != NULL) {
        (void)pthread_mutex_lock(&file->sent->lock);
        hangs = file->sent->outcome == WRITING;
        file->unwritten = file->changed || file->sent->outcome != WRITTEN;
        file->sent->has_owner = false;
        (void)pthread_mutex_unlock(&file->sent->lock);
        if (!hangs) {
            free_letter(file->sent);
        }
    }
    dw_error error = {""};
    if (file->unwritten && !hangs &&
        dw_file_write_private(file->path, file->now->text, file->now->size, &error) != DW_OK) {
        dw_log(DW_LOG_ERROR, "list_not_written", "error=%s", dw_log_quote(error.text).text);
    }
    free_page(file->now);
    free(file);
}

/* On the thread. */
static void run_letter(void *context, dw_writer_thread *writer)
{
    (void)writer;
    letter *sent = context;
    dw_error error = {""};
    const dw_status status = dw_file_write_private(sent->path, sent->text, sent->size, &error);
    (void)pthread_mutex_lock(&sent->lock);
    sent->outcome = status == DW_OK ? WRITTEN : NOT_WRITTEN;
    sent->error = error;
    const bool has_owner = sent->has_owner;
    (void)pthread_mutex_unlock(&sent->lock);
    if (!has_owner) {
        free_letter(sent);
    }
}

static letter *make_letter(const dw_list_file *file)
{
    letter *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->text = malloc(file->now->size + 1);
    if (made->text == NULL || pthread_mutex_init(&made->lock, NULL) != 0) {
        free(made->text);
        free(made);
        return NULL;
    }
    memcpy(made->path, file->path, sizeof made->path);
    memcpy(made->text, file->now->text, file->now->size);
    made->size = file->now->size;
    made->has_owner = true;
    return made;
}

/* The newest text goes to the thread, when it is free; dw_list_file_look tries again. */
static void send_now(dw_list_file *file)
{
    letter *made = file->sent == NULL ? make_letter(file) : NULL;
    if (made == NULL) {
        return;
    }
    const dw_disk_task task = {run_letter, made};
    if (!dw_disk_thread_push(file->thread, &task)) {
        free_letter(made);
        return;
    }
    file->sent = made;
    file->changed = false;
}

static void take_outcome(dw_list_file *file, writing outcome, const dw_error *error,
                         uint64_t now_ns)
{
    if (outcome == NOT_WRITTEN) {
        if (!file->complains) {
            dw_log(DW_LOG_ERROR, "list_not_written", "error=%s", dw_log_quote(error->text).text);
        }
        file->complains = true;
        file->changed = true;
        file->retry_ns = now_ns + RETRY_NS;
        return;
    }
    if (file->complains) {
        dw_log(DW_LOG_INFO, "list_written", "file=%s", dw_log_quote(file->path).text);
    }
    file->complains = false;
    file->unwritten = file->changed;
}

void dw_list_file_use_thread(dw_list_file *file, dw_disk_thread *thread)
{
    file->thread = thread;
}

bool dw_list_file_is_written(const dw_list_file *file)
{
    return !file->unwritten;
}

void dw_list_file_look(dw_list_file *file, uint64_t now_ns)
{
    if (!file->unwritten) {
        return;
    }
    letter *sent = file->sent;
    if (sent != NULL) {
        (void)pthread_mutex_lock(&sent->lock);
        const writing outcome = sent->outcome;
        const dw_error error = sent->error;
        (void)pthread_mutex_unlock(&sent->lock);
        if (outcome == WRITING) {
            return;
        }
        file->sent = NULL;
        free_letter(sent);
        take_outcome(file, outcome, &error, now_ns);
    }
    if (file->unwritten && now_ns >= file->retry_ns) {
        send_now(file);
    }
}

dw_status dw_list_file_reload(dw_list_file *file, dw_error *error)
{
    if (file->unwritten) {
        return DW_OK;
    }
    page *fresh = NULL;
    const dw_status status = load(file, &fresh, error);
    if (status == DW_OK) {
        DW_CHECK(fresh != NULL);
        free_page(file->now);
        file->now = fresh;
    }
    return status;
}

/* Rows and text as they will be after `edit`. */
static dw_status edit_page(const dw_list_file *file, const void *edit, page *made, dw_error *error)
{
    const dw_list_kind *kind = file->kind;
    const page *now = file->now;
    const char *text = now->text != NULL ? now->text : kind->opening;
    const size_t size = now->text != NULL ? now->size : strlen(kind->opening);
    made->text = malloc(kind->bytes_max);
    if (made->text == NULL) {
        return dw_fail(error, DW_MEMORY, "%.150s: out of memory", file->path);
    }
    const dw_status status =
        kind->edit(now->rows, text, size, edit, made->text, kind->bytes_max, &made->size);
    if (status != DW_OK) {
        return dw_fail(error, status, "%.150s: %s", file->path, kind->no_room);
    }
    return kind->read(made->rows, file->path, made->text, made->size, error);
}

dw_status dw_list_file_change(dw_list_file *file, const void *edit, dw_error *error)
{
    page *made = make_page(file->kind);
    if (made == NULL) {
        return dw_fail(error, DW_MEMORY, "%.150s: out of memory", file->path);
    }
    dw_status status = edit_page(file, edit, made, error);
    if (status != DW_OK) {
        free_page(made);
        return status;
    }
    if (file->thread == NULL) {
        status = dw_file_write_private(file->path, made->text, made->size, error);
    }
    if (status == DW_OK) {
        free_page(file->now);
        file->now = made;
        if (file->thread != NULL) {
            file->unwritten = true;
            file->changed = true;
            send_now(file);
        }
        return DW_OK;
    }
    free_page(made);
    /* The file may be the new one although its folder could not be flushed: what the file says
     * holds. */
    const dw_status read = dw_list_file_reload(file, NULL);
    (void)read;
    return status;
}

const void *dw_list_file_rows(const dw_list_file *file)
{
    return file->now->rows;
}
