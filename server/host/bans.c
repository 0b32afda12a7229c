#include "server/host/bans.h"

#include "common/base/check.h"
#include "common/platform/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char opening[] =
    "# Bans of this server, one a line: an IPv4 address, a prefix or an identity key, then the "
    "end\n"
    "# (UTC, or forever), then a note. The console command bans reads the file again.\n";

/* One state of the file, whole. */
typedef struct page {
    char *text;
    size_t size;
    dw_ban_list list;
} page;

struct dw_bans {
    char path[DW_PATH_MAX];
    page *now;
};

static void free_page(page *old)
{
    if (old != NULL) {
        free(old->text);
        free(old);
    }
}

static dw_status load(const char *path, page **out, dw_error *error)
{
    uint8_t *bytes = NULL;
    page *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return dw_fail(error, DW_MEMORY, "%.150s: out of memory", path);
    }
    dw_status status = path[0] != '\0'
                           ? dw_file_read(path, DW_BANS_BYTES_MAX, &bytes, &made->size, error)
                           : DW_NOT_FOUND;
    made->text = (char *)bytes;
    if (status == DW_NOT_FOUND) {
        status = DW_OK;
        if (error != NULL) {
            error->text[0] = '\0';
        }
    } else if (status == DW_OK) {
        status = dw_ban_list_read(&made->list, path, made->text, made->size, error);
    }
    if (status != DW_OK) {
        free_page(made);
        return status;
    }
    *out = made;
    return DW_OK;
}

dw_status dw_bans_move(dw_bans *bans, const char *folder, dw_error *error)
{
    if (folder[0] == '\0') {
        bans->path[0] = '\0';
        return DW_OK;
    }
    const int length = snprintf(bans->path, sizeof bans->path, "%s/bans", folder);
    return length > 0 && (size_t)length < sizeof bans->path
               ? DW_OK
               : dw_fail(error, DW_RANGE, "%.150s: the path is too long", folder);
}

dw_status dw_bans_open(dw_bans **out, const char *folder, dw_error *error)
{
    dw_bans *bans = calloc(1, sizeof *bans);
    if (bans == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory for the list of bans");
    }
    dw_status status = dw_bans_move(bans, folder, error);
    if (status == DW_OK) {
        status = load(bans->path, &bans->now, error);
    }
    if (status != DW_OK) {
        dw_bans_close(bans);
        return status;
    }
    *out = bans;
    return DW_OK;
}

void dw_bans_close(dw_bans *bans)
{
    if (bans != NULL) {
        free_page(bans->now);
        free(bans);
    }
}

dw_status dw_bans_reload(dw_bans *bans, dw_error *error)
{
    page *fresh = NULL;
    const dw_status status = load(bans->path, &fresh, error);
    if (status == DW_OK) {
        DW_CHECK(fresh != NULL);
        free_page(bans->now);
        bans->now = fresh;
    }
    return status;
}

/* The list and its text as they will be after `edit`. */
static dw_status edit_page(const dw_bans *bans, const dw_ban_edit *edit, page *made,
                           dw_error *error)
{
    const page *now = bans->now;
    const char *text = now->text != NULL ? now->text : opening;
    const size_t size = now->text != NULL ? now->size : sizeof opening - 1;
    made->text = malloc(DW_BANS_BYTES_MAX);
    if (made->text == NULL) {
        return dw_fail(error, DW_MEMORY, "%.150s: out of memory", bans->path);
    }
    const dw_status status =
        dw_ban_list_edit(&now->list, text, size, edit, made->text, DW_BANS_BYTES_MAX, &made->size);
    if (status != DW_OK) {
        return dw_fail(error, status,
                       "%.150s: no room for another ban: at most %d bans and %d bytes; unban "
                       "addresses, or ban a prefix in place of many",
                       bans->path, DW_BANS_MAX, DW_BANS_BYTES_MAX);
    }
    return dw_ban_list_read(&made->list, bans->path, made->text, made->size, error);
}

static dw_status change(dw_bans *bans, const dw_ban_edit *edit, dw_error *error)
{
    page *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return dw_fail(error, DW_MEMORY, "%.150s: out of memory", bans->path);
    }
    dw_status status = edit_page(bans, edit, made, error);
    if (status != DW_OK) {
        free_page(made);
        return status;
    }
    status = dw_file_write_private(bans->path, made->text, made->size, error);
    if (status == DW_OK) {
        free_page(bans->now);
        bans->now = made;
        return DW_OK;
    }
    free_page(made);
    /* The file may be the new one although its folder could not be flushed: what the file says
     * holds. */
    const dw_status read = dw_bans_reload(bans, NULL);
    (void)read;
    return status;
}

dw_status dw_bans_add(dw_bans *bans, const dw_ban *ban, int64_t now_s, dw_error *error)
{
    DW_CHECK(memchr(ban->note, '\0', sizeof ban->note) != NULL);
    const dw_ban_edit edit = {.added = ban, .left_out = &ban->subject, .now_s = now_s};
    const dw_status status = dw_bans_reload(bans, error);
    return status == DW_OK ? change(bans, &edit, error) : status;
}

dw_status dw_bans_remove(dw_bans *bans, const dw_ban_subject *subject, int64_t now_s,
                         dw_error *error)
{
    const dw_status status = dw_bans_reload(bans, error);
    if (status != DW_OK) {
        return status;
    }
    bool found = false;
    for (uint32_t i = 0; i < bans->now->list.count; i++) {
        found = found || dw_ban_subject_same(&bans->now->list.rows[i].subject, subject);
    }
    if (!found) {
        char text[DW_BAN_SUBJECT_TEXT];
        dw_ban_subject_text(subject, text);
        return dw_fail(error, DW_NOT_FOUND, "%s: not in the list of bans", text);
    }
    const dw_ban_edit edit = {.left_out = subject, .now_s = now_s};
    return change(bans, &edit, error);
}

const dw_ban *dw_bans_find_address(const dw_bans *bans, uint32_t host, int64_t now_s)
{
    const dw_ban_list *list = &bans->now->list;
    for (uint32_t i = 0; i < list->count; i++) {
        if (dw_ban_subject_has_address(&list->rows[i].subject, host) &&
            !dw_ban_is_over(&list->rows[i], now_s)) {
            return &list->rows[i];
        }
    }
    return NULL;
}

const dw_ban *dw_bans_find_key(const dw_bans *bans, const uint8_t key[DW_SEAL_KEY_SIZE],
                               int64_t now_s)
{
    const dw_ban_list *list = &bans->now->list;
    const dw_ban_subject subject = dw_ban_subject_of_key(key);
    for (uint32_t i = 0; i < list->count; i++) {
        if (dw_ban_subject_same(&list->rows[i].subject, &subject) &&
            !dw_ban_is_over(&list->rows[i], now_s)) {
            return &list->rows[i];
        }
    }
    return NULL;
}

uint32_t dw_bans_count(const dw_bans *bans)
{
    return bans->now->list.count;
}

const dw_ban *dw_bans_at(const dw_bans *bans, uint32_t index)
{
    DW_CHECK(index < bans->now->list.count);
    return &bans->now->list.rows[index];
}
