#include "server/host/admins.h"

#include "common/base/check.h"
#include "server/host/list_file.h"

#include <string.h>

static dw_status read_list(void *list, const char *name, const char *text, size_t size,
                           dw_error *error)
{
    return dw_admin_list_read(list, name, text, size, error);
}

static dw_status edit_list(const void *list, const char *text, size_t size, const void *edit,
                           char *out, size_t capacity, size_t *out_size)
{
    return dw_admin_list_edit(list, text, size, edit, out, capacity, out_size);
}

_Static_assert(DW_ADMINS_MAX == 256, "as `no_room` says");

static const dw_list_kind kind = {
    .file = "admins",
    .opening =
        "# Clients with rights on this server, one a line: an identity key (64 digits), then a "
        "level\n"
        "# (moderator, operator or host), then a note. The command reload reads the file again.\n",
    .no_room = "no room for another admin: at most 256; demote some, or shorten the comments",
    .bytes_max = DW_ADMINS_BYTES_MAX,
    .list_bytes = sizeof(dw_admin_list),
    .read = read_list,
    .edit = edit_list,
};

dw_status dw_admins_open(dw_admins **out, const char *folder, dw_error *error)
{
    return dw_list_file_open(out, &kind, folder, error);
}

dw_status dw_admins_move(dw_admins *admins, const char *folder, dw_error *error)
{
    return dw_list_file_move(admins, folder, error);
}

void dw_admins_close(dw_admins *admins)
{
    dw_list_file_close(admins);
}

dw_status dw_admins_reload(dw_admins *admins, dw_error *error)
{
    return dw_list_file_reload(admins, error);
}

dw_status dw_admins_add(dw_admins *admins, const dw_admin *admin, dw_error *error)
{
    DW_CHECK(memchr(admin->note, '\0', sizeof admin->note) != NULL);
    const dw_admin_edit edit = {.added = admin, .left_out = admin->key};
    const dw_status status = dw_admins_reload(admins, error);
    return status == DW_OK ? dw_list_file_change(admins, &edit, error) : status;
}

dw_status dw_admins_remove(dw_admins *admins, const uint8_t key[DW_SEAL_KEY_SIZE], dw_error *error)
{
    const dw_status status = dw_admins_reload(admins, error);
    if (status != DW_OK) {
        return status;
    }
    if (dw_admin_list_find(dw_admins_list(admins), key) == NULL) {
        char text[DW_SEAL_KEY_DIGITS + 1];
        dw_seal_key_text(key, DW_SEAL_KEY_DIGITS, text);
        return dw_fail(error, DW_NOT_FOUND, "%s: not in the list of admins", text);
    }
    const dw_admin_edit edit = {.left_out = key};
    return dw_list_file_change(admins, &edit, error);
}

const dw_admin_list *dw_admins_list(const dw_admins *admins)
{
    return dw_list_file_rows(admins);
}
