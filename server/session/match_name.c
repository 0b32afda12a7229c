/* match_name.c - the name that a client goes by in its match. Readers of chat and roster tell
 * people apart by names alone: no two may look alike, and none like the server's own. */
#include "common/base/check.h"
#include "common/base/lookalike.h"
#include "common/base/parse.h"
#include "server/session/match_state.h"

#include <stdio.h>
#include <string.h>

static bool is_servers_name(const dw_lookalike *name)
{
    static const char servers[] = "server";
    bool same = name->count == sizeof servers - 1;
    for (uint32_t i = 0; same && i < name->count; i++) {
        const uint32_t mark = name->marks[i];
        const uint32_t letter = mark == '5' ? 's' : mark == '3' ? 'e' : mark;
        same = letter == (uint32_t)servers[i];
    }
    return same;
}

/* The names of the others, as they look. A player whose connection is lost keeps the name. */
static uint32_t list_others(const dw_match *match, const dw_connection *own,
                            dw_lookalike others[DW_MATCH_CLIENTS_MAX])
{
    uint32_t count = 0;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        const dw_connection *connection = &match->players[s].connection;
        if (connection != own && (connection->connected || dw_match_waits(match, s))) {
            others[count++] = dw_lookalike_of(connection->name);
        }
    }
    for (uint32_t i = 0; i < match->config.spectators_max; i++) {
        const dw_connection *connection = &match->spectators[i].connection;
        if (connection != own && connection->connected) {
            others[count++] = dw_lookalike_of(connection->name);
        }
    }
    return count;
}

static bool is_taken(const char *name, const dw_lookalike *others, uint32_t count)
{
    const dw_lookalike looks = dw_lookalike_of(name);
    for (uint32_t i = 0; i < count; i++) {
        if (dw_lookalike_same(&looks, &others[i])) {
            return true;
        }
    }
    return false;
}

/* `name` followed by a number, cut between two characters so that both fit. */
static void number_name(char out[DW_PLAYER_NAME_MAX + 1], const char *name, uint32_t number)
{
    char tail[8];
    const int tail_size = snprintf(tail, sizeof tail, " (%u)", (unsigned)number);
    DW_CHECK(tail_size > 0 && (size_t)tail_size < sizeof tail);
    const size_t room = DW_PLAYER_NAME_MAX - (size_t)tail_size;
    const size_t length = strlen(name);
    uint32_t code = 0;
    size_t kept = 0;
    size_t size = 0;
    while ((size = dw_text_character(name + kept, length - kept, &code)) > 0 &&
           kept + size <= room) {
        kept += size;
    }
    (void)snprintf(out, DW_PLAYER_NAME_MAX + 1, "%.*s%s", (int)kept, name, tail);
}

void dw_match_choose_name(const dw_match *match, const dw_connection *own, const char *asked,
                          char out[DW_PLAYER_NAME_MAX + 1])
{
    const dw_lookalike looks = dw_lookalike_of(asked);
    const char *name = looks.count == 0 || is_servers_name(&looks) ? "guest" : asked;
    dw_lookalike others[DW_MATCH_CLIENTS_MAX];
    const uint32_t count = list_others(match, own, others);
    (void)snprintf(out, DW_PLAYER_NAME_MAX + 1, "%s", name);
    /* Numbers look different, so that one of them is free. */
    for (uint32_t number = 2; is_taken(out, others, count); number++) {
        DW_CHECK(number < DW_MATCH_CLIENTS_MAX + 2);
        number_name(out, name, number);
    }
}
