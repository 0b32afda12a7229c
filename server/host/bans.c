#include "server/host/bans.h"

#include "common/base/check.h"
#include "server/host/list_file.h"

#include <string.h>

static dw_status read_list(void *list, const char *name, const char *text, size_t size,
                           dw_error *error)
{
    return dw_ban_list_read(list, name, text, size, error);
}

static dw_status edit_list(const void *list, const char *text, size_t size, const void *edit,
                           char *out, size_t capacity, size_t *out_size)
{
    return dw_ban_list_edit(list, text, size, edit, out, capacity, out_size);
}

_Static_assert(DW_BANS_MAX == 4096 && DW_BANS_BYTES_MAX == 2097152, "as `no_room` says");

static const dw_list_kind kind = {
    .file = "bans",
    .opening =
        "# Bans of this server, one a line: an IPv4 address, a prefix or an identity key, then the "
        "end\n"
        "# (UTC, or forever), then a note. The console command bans reads the file again.\n",
    .no_room = "no room for another ban: at most 4096 bans and 2097152 bytes; unban addresses, or "
               "ban a prefix in place of many",
    .bytes_max = DW_BANS_BYTES_MAX,
    .list_bytes = sizeof(dw_ban_list),
    .read = read_list,
    .edit = edit_list,
};

static const dw_ban_list *rows_of(const dw_bans *bans)
{
    return dw_list_file_rows(bans);
}

dw_status dw_bans_open(dw_bans **out, const char *folder, dw_error *error)
{
    return dw_list_file_open(out, &kind, folder, error);
}

dw_status dw_bans_move(dw_bans *bans, const char *folder, dw_error *error)
{
    return dw_list_file_move(bans, folder, error);
}

void dw_bans_close(dw_bans *bans)
{
    dw_list_file_close(bans);
}

dw_status dw_bans_reload(dw_bans *bans, dw_error *error)
{
    return dw_list_file_reload(bans, error);
}

dw_status dw_bans_add(dw_bans *bans, const dw_ban *ban, int64_t now_s, dw_error *error)
{
    DW_CHECK(memchr(ban->note, '\0', sizeof ban->note) != NULL);
    const dw_ban_edit edit = {.added = ban, .left_out = &ban->subject, .now_s = now_s};
    const dw_status status = dw_bans_reload(bans, error);
    return status == DW_OK ? dw_list_file_change(bans, &edit, error) : status;
}

dw_status dw_bans_remove(dw_bans *bans, const dw_ban_subject *subject, int64_t now_s,
                         dw_error *error)
{
    const dw_status status = dw_bans_reload(bans, error);
    if (status != DW_OK) {
        return status;
    }
    bool found = false;
    for (uint32_t i = 0; i < rows_of(bans)->count; i++) {
        found = found || dw_ban_subject_same(&rows_of(bans)->rows[i].subject, subject);
    }
    if (!found) {
        char text[DW_BAN_SUBJECT_TEXT];
        dw_ban_subject_text(subject, text);
        return dw_fail(error, DW_NOT_FOUND, "%s: not in the list of bans", text);
    }
    const dw_ban_edit edit = {.left_out = subject, .now_s = now_s};
    return dw_list_file_change(bans, &edit, error);
}

const dw_ban *dw_bans_find_address(const dw_bans *bans, uint32_t host, int64_t now_s)
{
    const dw_ban_list *list = rows_of(bans);
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
    const dw_ban_list *list = rows_of(bans);
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
    return rows_of(bans)->count;
}

const dw_ban *dw_bans_at(const dw_bans *bans, uint32_t index)
{
    DW_CHECK(index < rows_of(bans)->count);
    return &rows_of(bans)->rows[index];
}
