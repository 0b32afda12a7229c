#include "server/host/admins_text.h"

#include "common/base/check.h"
#include "common/base/text.h"
#include "server/host/list_text.h"

#include <stdio.h>
#include <string.h>

enum { LEVEL_BYTES = 16, LINE_BYTES = DW_SEAL_KEY_DIGITS + LEVEL_BYTES + DW_ADMIN_NOTE_MAX + 4 };

const dw_admin *dw_admin_list_find(const dw_admin_list *list, const uint8_t key[DW_SEAL_KEY_SIZE])
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (memcmp(list->rows[i].key, key, DW_SEAL_KEY_SIZE) == 0) {
            return &list->rows[i];
        }
    }
    return NULL;
}

static bool read_level(dw_line word, dw_console_level *level)
{
    char text[LEVEL_BYTES] = "";
    if (word.size >= sizeof text) {
        return false;
    }
    memcpy(text, word.text, word.size);
    return dw_console_level_find(text, level) == DW_OK;
}

static const char *read_admin(void *into, uint32_t row, dw_line rest)
{
    dw_admin_list *list = into;
    dw_admin read = {.note = ""};
    const dw_line key = dw_line_take_word(&rest);
    const dw_line level = dw_line_take_word(&rest);
    if (!dw_seal_key_read(key.text, key.size, read.key)) {
        return "must begin with a key of 64 hexadecimal digits";
    }
    if (dw_admin_list_find(list, read.key) != NULL) {
        return "this key is on an earlier line already";
    }
    if (!read_level(level, &read.level)) {
        return "must have a level after the key: moderator, operator or host";
    }
    if (rest.size > DW_ADMIN_NOTE_MAX ||
        (rest.size > 0 && !dw_text_is_clean(rest.text, rest.size))) {
        return "the note must be at most 120 bytes of plain text";
    }
    memcpy(read.note, rest.text, rest.size);
    list->rows[row] = read;
    return NULL;
}

dw_status dw_admin_list_read(dw_admin_list *out, const char *name, const char *text, size_t size,
                             dw_error *error)
{
    const dw_list_rows rows = {.list = out,
                               .read = read_admin,
                               .what = "admins",
                               .max = DW_ADMINS_MAX,
                               .count = &out->count,
                               .lines = out->lines};
    return dw_list_text_read(&rows, name, text, size, error);
}

/* A list and what happens to it. */
typedef struct editing {
    const dw_admin_list *list;
    const dw_admin_edit *edit;
} editing;

static bool stays(const void *context, uint32_t row)
{
    const editing *on = context;
    return memcmp(on->list->rows[row].key, on->edit->left_out, DW_SEAL_KEY_SIZE) != 0;
}

dw_status dw_admin_list_edit(const dw_admin_list *list, const char *text, size_t size,
                             const dw_admin_edit *edit, char *out, size_t capacity,
                             size_t *out_size)
{
    char added[LINE_BYTES] = "";
    const dw_admin *admin = edit->added;
    const editing on = {list, edit};
    if (admin != NULL) {
        char key[DW_SEAL_KEY_DIGITS + 1];
        dw_seal_key_text(admin->key, DW_SEAL_KEY_DIGITS, key);
        const int length =
            snprintf(added, sizeof added, "%s %s%s%s\n", key, dw_console_level_word(admin->level),
                     admin->note[0] != '\0' ? " " : "", admin->note);
        DW_CHECK(length > 0 && (size_t)length < sizeof added);
    }
    const dw_list_change change = {.lines = list->lines,
                                   .count = list->count,
                                   .max = DW_ADMINS_MAX,
                                   .stays = stays,
                                   .context = &on,
                                   .added = added};
    return dw_list_text_edit(&change, text, size, out, capacity, out_size);
}
