/* Any bytes as a list of admins: refused by one clear line, or a list that every change leaves
 * readable, with all that was in it. */
#include "clear_line.h"
#include "common/base/check.h"
#include "common/base/text.h"
#include "fuzz.h"
#include "server/host/admins_text.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = DW_ADMINS_BYTES_MAX };

static dw_admin_list list, again;
static char text[ROOM];

static void check_row(uint32_t row)
{
    const dw_admin *admin = &list.rows[row];
    const size_t length = strnlen(admin->note, sizeof admin->note);
    DW_CHECK(length <= DW_ADMIN_NOTE_MAX && (length == 0 || dw_text_is_clean(admin->note, length)));
    DW_CHECK(admin->level < DW_CONSOLE_LEVEL_COUNT);
    DW_CHECK(dw_admin_list_find(&list, admin->key) == admin);
}

/* The list with that change, read again. */
static bool edit(const char *data, size_t size, const dw_admin_edit *change)
{
    size_t text_size = 0;
    const dw_status status =
        dw_admin_list_edit(&list, data, size, change, text, sizeof text, &text_size);
    DW_CHECK(status == DW_OK || status == DW_FULL);
    if (status == DW_OK) {
        DW_CHECK(dw_admin_list_read(&again, "fuzz.admins", text, text_size, NULL) == DW_OK);
    }
    return status == DW_OK;
}

static void check_changes(const char *data, size_t size)
{
    const dw_admin added = {.key = {1, 2, 3}, .level = DW_CONSOLE_OPERATOR, .note = "x"};
    const uint32_t same = dw_admin_list_find(&list, added.key) != NULL ? 1 : 0;
    if (edit(data, size, &(dw_admin_edit){.added = &added, .left_out = added.key})) {
        DW_CHECK(again.count == list.count - same + 1);
        const dw_admin *last = &again.rows[again.count - 1];
        DW_CHECK(memcmp(last->key, added.key, sizeof added.key) == 0);
        DW_CHECK(last->level == added.level && strcmp(last->note, added.note) == 0);
    }
    for (uint32_t i = 0; i < list.count && i < 4; i++) {
        DW_CHECK(edit(data, size, &(dw_admin_edit){.left_out = list.rows[i].key}));
        DW_CHECK(again.count == list.count - 1);
        DW_CHECK(dw_admin_list_find(&again, list.rows[i].key) == NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *exact = malloc(size + 1); /* As large as that, so that two bytes more show. */
    DW_CHECK(exact != NULL);
    if (size > 0) {
        memcpy(exact, data, size);
    }
    exact[size] = '\n';
    dw_error error = {""};
    if (dw_admin_list_read(&list, "fuzz.admins", exact, size, &error) == DW_OK) {
        DW_CHECK(error.text[0] == '\0');
        for (uint32_t i = 0; i < list.count; i++) {
            check_row(i);
        }
        check_changes(exact, size);
    } else {
        dw_expect_clear_line(&error, "fuzz.admins");
    }
    free(exact);
    return 0;
}
