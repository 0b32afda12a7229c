/* Any bytes as a list of bans: refused by one clear line, or a list that every change leaves
 * readable, with all that was in it. */
#include "clear_line.h"
#include "common/base/check.h"
#include "common/base/parse.h"
#include "fuzz.h"
#include "server/host/bans_text.h"

#include <stdlib.h>
#include <string.h>

enum { NOW_S = 1763830800, ROOM = 1 << 20 };

static dw_ban_list list, again;
static char text[ROOM];

static void check_row(const dw_ban *ban)
{
    char subject[DW_BAN_SUBJECT_TEXT];
    dw_ban_subject reread;
    const size_t length = strnlen(ban->note, sizeof ban->note);
    DW_CHECK(length <= DW_BAN_NOTE_MAX && (length == 0 || dw_text_is_clean(ban->note, length)));
    DW_CHECK(ban->until_s >= 0);
    dw_ban_subject_text(&ban->subject, subject);
    DW_CHECK(dw_ban_subject_read(&reread, subject, strlen(subject)) == DW_OK);
    DW_CHECK(dw_ban_subject_same(&ban->subject, &reread));
}

/* The list with that change, read again. */
static bool edit(const char *data, size_t size, const dw_ban_edit *change)
{
    size_t text_size = 0;
    const dw_status status =
        dw_ban_list_edit(&list, data, size, change, text, sizeof text, &text_size);
    DW_CHECK(status == DW_OK || status == DW_FULL);
    if (status == DW_OK) {
        DW_CHECK(dw_ban_list_read(&again, "fuzz.bans", text, text_size, NULL) == DW_OK);
    }
    return status == DW_OK;
}

static uint32_t count_of(const dw_ban_list *in, const dw_ban_subject *subject)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        count += dw_ban_subject_same(&in->rows[i].subject, subject) ? 1 : 0;
    }
    return count;
}

static void check_changes(const char *data, size_t size)
{
    dw_ban added = {.subject = {.bits = 24, .address = 0xcb007100}, .until_s = NOW_S, .note = "x"};
    if (edit(data, size, &(dw_ban_edit){.now_s = 0})) {
        DW_CHECK(again.count == list.count);
        DW_CHECK(memcmp(again.lines, list.lines, list.count * sizeof list.lines[0]) == 0);
        DW_CHECK(size == 0 || memcmp(text, data, size) == 0);
    }
    const uint32_t same = count_of(&list, &added.subject);
    if (edit(data, size, &(dw_ban_edit){.added = &added, .left_out = &added.subject})) {
        DW_CHECK(again.count == list.count - same + 1);
        DW_CHECK(memcmp(&again.rows[again.count - 1], &added, sizeof added) == 0);
    }
    if (list.count > 0) {
        const dw_ban_subject *first = &list.rows[0].subject;
        DW_CHECK(edit(data, size, &(dw_ban_edit){.left_out = first}));
        DW_CHECK(again.count == list.count - count_of(&list, first));
        DW_CHECK(count_of(&again, first) == 0);
    }
    if (edit(data, size, &(dw_ban_edit){.now_s = NOW_S})) {
        for (uint32_t i = 0; i < again.count; i++) {
            DW_CHECK(!dw_ban_is_over(&again.rows[i], NOW_S));
        }
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
    if (dw_ban_list_read(&list, "fuzz.bans", exact, size, &error) == DW_OK) {
        DW_CHECK(error.text[0] == '\0');
        for (uint32_t i = 0; i < list.count; i++) {
            check_row(&list.rows[i]);
        }
        check_changes(exact, size);
    } else {
        dw_expect_clear_line(&error, "fuzz.bans");
    }
    free(exact);
    return 0;
}
