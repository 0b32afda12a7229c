#include "client/view/model/replay_list.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

bool dw_replay_name_start(const char *file, int64_t *started_s)
{
    struct tm at = {0};
    int read = 0;
    if (sscanf(file, "%4d%2d%2dT%2d%2d%2dZ-%n", &at.tm_year, &at.tm_mon, &at.tm_mday, &at.tm_hour,
               &at.tm_min, &at.tm_sec, &read) != 6 ||
        read != 17) {
        return false;
    }
    at.tm_year -= 1900;
    at.tm_mon -= 1;
    *started_s = (int64_t)timegm(&at);
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
