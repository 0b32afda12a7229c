/* match_kinds.c - what kind of body each guard is, for clients (message 47), and which person of
 * the mission a body is (message 64). A client is told it with the first snapshot that shows it the
 * body, and of guards only when they are not as the welcome says. */
#include "common/base/check.h"
#include "server/session/match_state.h"

#include <stdio.h>

/* The kind differs from what a client takes every guard for: the public fields of kind `guard`,
 * which the welcome told, and the defaults of the shown ones. */
static bool is_other_kind(const dw_ruleset *rules, const dw_kind *kind)
{
    const dw_kind usual = dw_kind_guard();
    for (uint32_t i = 0; i < DW_KIND_TOLD_COUNT; i++) {
        const dw_tunable *field = dw_kind_told_field(i);
        const dw_kind *known = i < DW_KIND_PUBLIC_COUNT ? &rules->kinds[DW_KIND_GUARD] : &usual;
        if (dw_tunable_get(field, kind) != dw_tunable_get(field, known)) {
            return true;
        }
    }
    return false;
}

uint64_t dw_match_other_kinds(const dw_match *match)
{
    const dw_map *map = match->config.map;
    const dw_ruleset *rules = match->config.rules;
    uint64_t others = 0;
    for (uint16_t g = 0; g < map->guard_count; g++) {
        if (is_other_kind(rules, &rules->kinds[map->guards[g].kind])) {
            others |= UINT64_C(1) << g;
        }
    }
    return others;
}

/* The guard that has that number for the client at `index`. */
static uint16_t guard_of(const dw_match *match, uint32_t index, uint8_t body)
{
    if (index >= DW_INTRUDERS_MAX) {
        return (uint16_t)(body - 1);
    }
    uint16_t g = 0;
    while (match->players[index].interest.guard_ids[g] != body) {
        g++;
        DW_CHECK(g < DW_GUARDS_MAX);
    }
    return g;
}

static void send_persons(dw_match *match, dw_connection *connection, const dw_snapshot *shown)
{
    const dw_map *map = match->config.map;
    for (uint32_t i = 0; i < shown->body_count && map->person_count > 0; i++) {
        const dw_snapshot_body *row = &shown->bodies[i];
        const uint32_t person = DW_INTRUDERS_MAX - 1U - row->slot;
        if (row->role != DW_ROLE_INTRUDER || row->slot < map->intruders_max ||
            person >= map->person_count || (connection->persons_told >> row->slot & 1) != 0) {
            continue;
        }
        dw_message message = {.type = DW_MESSAGE_MISSION_PERSON,
                              .as.mission_person = {.slot = row->slot}};
        (void)snprintf(message.as.mission_person.name, sizeof message.as.mission_person.name, "%s",
                       map->persons[person].name);
        connection->persons_told |= UINT32_C(1) << row->slot;
        match->config.send(match->config.send_context, &connection->tag, 1, &message);
    }
}

void dw_match_send_kinds(dw_match *match, uint32_t index, dw_connection *connection,
                         const dw_snapshot *shown)
{
    send_persons(match, connection, shown);
    for (uint32_t i = 0;
         i < shown->body_count && (match->other_kinds & ~connection->kinds_told) != 0; i++) {
        const dw_snapshot_body *row = &shown->bodies[i];
        if (row->role != DW_ROLE_GUARD) {
            continue;
        }
        const uint16_t guard = guard_of(match, index, row->id);
        const uint64_t bit = UINT64_C(1) << guard;
        if ((match->other_kinds & ~connection->kinds_told & bit) == 0) {
            continue;
        }
        const uint8_t kind = match->config.map->guards[guard].kind;
        const dw_message message = {
            .type = DW_MESSAGE_BODY_KIND,
            .as.body_kind = {.body = row->id,
                             .kind = dw_kind_as_told(&match->config.rules->kinds[kind])}};
        connection->kinds_told |= bit;
        match->config.send(match->config.send_context, &connection->tag, 1, &message);
    }
}

void dw_match_tell_kinds(dw_match *match, dw_client_handle client, const dw_snapshot *shown)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client(match, client, &connection);
    if (index >= 0) {
        dw_match_send_kinds(match, (uint32_t)index, connection, shown);
    }
}
