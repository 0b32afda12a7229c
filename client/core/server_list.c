#include "client/core/server_list.h"

#include "common/base/parse.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define NS_PER_MS UINT64_C(1000000)

bool dw_server_host_is_asked(const char *host, uint32_t *address)
{
    struct in_addr number;
    const bool here = strcasecmp(host, "localhost") == 0;
    if (inet_pton(AF_INET, here ? "127.0.0.1" : host, &number) != 1) {
        return false;
    }
    *address = number.s_addr;
    return true;
}

dw_listed_server *dw_server_list_find(dw_server_list *list, const char *host, uint16_t port)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->rows[i].port == port && strcasecmp(list->rows[i].host, host) == 0) {
            return &list->rows[i];
        }
    }
    return NULL;
}

static dw_listed_server *find_or_add(dw_server_list *list, const char *host, uint16_t port)
{
    dw_listed_server *row = dw_server_list_find(list, host, port);
    if (row != NULL || list->count == DW_SERVER_LIST_MAX) {
        return row;
    }
    row = &list->rows[list->count];
    *row = (dw_listed_server){.port = port};
    if (dw_copy_text(row->host, sizeof row->host, host) != DW_OK) {
        return NULL;
    }
    list->count++;
    return row;
}

dw_status dw_server_list_keep(dw_server_list *list, const char *host, uint16_t port, bool favourite,
                              uint8_t recent)
{
    dw_listed_server *row = find_or_add(list, host, port);
    if (row == NULL) {
        return DW_FULL;
    }
    row->favourite = row->favourite || favourite;
    row->recent = recent != 0 ? recent : row->recent;
    return DW_OK;
}

dw_status dw_server_list_hear(dw_server_list *list, const char *host, uint16_t port,
                              const dw_discovery_answer *answer, uint32_t ping_us, uint64_t now_ns)
{
    dw_listed_server *row = find_or_add(list, host, port);
    if (row == NULL) {
        return DW_FULL;
    }
    /* One answer that was late moves the row little. */
    const bool later = row->answered && ping_us > row->ping_us;
    row->ping_us = later ? row->ping_us + (ping_us - row->ping_us) / 4 : ping_us;
    row->answered = true;
    row->heard_ns = now_ns;
    row->answer = *answer;
    return DW_OK;
}

void dw_server_list_expire(dw_server_list *list, uint64_t now_ns)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        dw_listed_server *row = &list->rows[i];
        if (row->answered && now_ns - row->heard_ns > DW_SERVER_SILENT_MS * NS_PER_MS) {
            row->answered = false;
        }
        if (row->answered || row->favourite || row->recent != 0) {
            list->rows[kept++] = *row;
        }
    }
    list->count = kept;
}

dw_server_note dw_server_note_of(const dw_listed_server *server)
{
    const dw_discovery_answer *said = &server->answer;
    uint32_t address = 0;
    if (!server->answered) {
        return dw_server_host_is_asked(server->host, &address) ? DW_SERVER_SILENT
                                                               : DW_SERVER_UNASKED;
    }
    if (said->version != DW_PROTOCOL_VERSION) {
        return said->version > DW_PROTOCOL_VERSION ? DW_SERVER_NEWER : DW_SERVER_OLDER;
    }
    if (said->players >= said->places) {
        return DW_SERVER_FULL;
    }
    return said->sealed ? DW_SERVER_FINE : DW_SERVER_UNSEALED;
}

/* Lower is better. */
static uint32_t group_of(const dw_listed_server *row)
{
    const dw_server_note note = dw_server_note_of(row);
    if (!row->answered) {
        return row->favourite ? 6 : 7;
    }
    if (note == DW_SERVER_NEWER || note == DW_SERVER_OLDER) {
        return 5;
    }
    return (row->favourite ? 0U : 1U) + (note == DW_SERVER_FULL ? 2U : 0U);
}

static bool comes_before(const dw_listed_server *a, const dw_listed_server *b)
{
    const uint32_t groups[2] = {group_of(a), group_of(b)};
    if (groups[0] != groups[1]) {
        return groups[0] < groups[1];
    }
    if (a->recent != b->recent && !a->answered) {
        return b->recent == 0 || (a->recent != 0 && a->recent < b->recent);
    }
    /* In steps, so that rows do not change places with each answer. */
    const uint32_t steps[2] = {a->ping_us / 20000, b->ping_us / 20000};
    if (a->answered && steps[0] != steps[1]) {
        return steps[0] < steps[1];
    }
    const int by_host = strcasecmp(a->host, b->host);
    return by_host != 0 ? by_host < 0 : a->port < b->port;
}

/* By insertion: the rows are few, and nearly in order. */
void dw_server_list_sort(dw_server_list *list)
{
    for (uint32_t i = 1; i < list->count; i++) {
        const dw_listed_server row = list->rows[i];
        uint32_t at = i;
        for (; at > 0 && comes_before(&row, &list->rows[at - 1]); at--) {
            list->rows[at] = list->rows[at - 1];
        }
        list->rows[at] = row;
    }
}
