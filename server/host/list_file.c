#include "server/host/list_file.h"

#include "common/base/check.h"
#include "common/platform/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One state of the file, whole. */
typedef struct page {
    char *text;
    size_t size;
    void *rows;
} page;

struct dw_list_file {
    const dw_list_kind *kind;
    char path[DW_PATH_MAX];
    page *now;
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

void dw_list_file_close(dw_list_file *file)
{
    if (file != NULL) {
        free_page(file->now);
        free(file);
    }
}

dw_status dw_list_file_reload(dw_list_file *file, dw_error *error)
{
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
    status = dw_file_write_private(file->path, made->text, made->size, error);
    if (status == DW_OK) {
        free_page(file->now);
        file->now = made;
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
