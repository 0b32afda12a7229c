#include "client/view/model/replay_list.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* The next `count` digits; false, and nothing taken, for anything else. */
static bool take_digits(const char **at, uint32_t count, int *value)
{
    int sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char digit = (*at)[i];
        if (digit < '0' || digit > '9') {
            return false;
        }
        sum = sum * 10 + (digit - '0');
    }
    *at += count;
    *value = sum;
    return true;
}

static bool take_letter(const char **at, char letter)
{
    const bool is_next = **at == letter;
    *at += is_next ? 1 : 0;
    return is_next;
}

bool dw_replay_name_start(const char *file, int64_t *started_s)
{
    struct tm when = {0};
    const char *at = file;
    if (!take_digits(&at, 4, &when.tm_year) || !take_digits(&at, 2, &when.tm_mon) ||
        !take_digits(&at, 2, &when.tm_mday) || !take_letter(&at, 'T') ||
        !take_digits(&at, 2, &when.tm_hour) || !take_digits(&at, 2, &when.tm_min) ||
        !take_digits(&at, 2, &when.tm_sec) || !take_letter(&at, 'Z') || !take_letter(&at, '-')) {
        return false;
    }
    when.tm_year -= 1900;
    when.tm_mon -= 1;
    *started_s = (int64_t)timegm(&when);
    return true;
}

void dw_replay_list_add(dw_replay_list *list, const char *file, int64_t started_s)
{
    uint32_t at = 0;
    while (at < list->count &&
           (list->rows[at].started_s > started_s ||
            (list->rows[at].started_s == started_s && strcmp(list->rows[at].file, file) > 0))) {
        at++;
    }
    if (at == DW_REPLAY_LIST_MAX || strlen(file) > DW_REPLAY_FILE_MAX) {
        return;
    }
    list->count += list->count < DW_REPLAY_LIST_MAX ? 1 : 0;
    memmove(&list->rows[at + 1], &list->rows[at],
            (list->count - 1 - at) * sizeof(dw_listed_replay));
    list->rows[at] = (dw_listed_replay){.started_s = started_s};
    (void)snprintf(list->rows[at].file, sizeof list->rows[at].file, "%s", file);
}

void dw_replay_list_remove(dw_replay_list *list, uint32_t index)
{
    if (index < list->count) {
        list->count--;
        memmove(&list->rows[index], &list->rows[index + 1],
                (list->count - index) * sizeof(dw_listed_replay));
    }
}

uint32_t dw_replay_list_find(const dw_replay_list *list, const char *file)
{
    uint32_t i = 0;
    while (i < list->count && strcmp(list->rows[i].file, file) != 0) {
        i++;
    }
    return i;
}
