/* match_seats.c - the seats of a match and the connections on them: which handle names which, what
 * has become of each slot, how many are here. A seat is free, or its slot is in one of three masks:
 * playing, watching, gone. Sends no message; match_roster.c decides who gets a seat. */
#include "common/base/check.h"
#include "server/session/match_state.h"

#include <string.h>

/* A handle is generation << 8 | index + 1; an index is a slot or DW_INTRUDERS_MAX + spectator. */
enum { INDEX_BITS = 8, INDEX_MASK = (1 << INDEX_BITS) - 1 };
_Static_assert((int)DW_MATCH_CLIENTS_MAX < (int)INDEX_MASK, "a connection fits its bits");

static dw_client_handle handle_of(const dw_connection *connection, uint32_t index)
{
    return connection->generation << INDEX_BITS | (index + 1);
}

static dw_connection *connection_at(dw_match *match, uint32_t index)
{
    if (index < DW_INTRUDERS_MAX) {
        return index < dw_match_seats(match) ? &match->players[index].connection : NULL;
    }
    const uint32_t spectator = index - DW_INTRUDERS_MAX;
    return spectator < match->config.spectators_max ? &match->spectators[spectator].connection
                                                    : NULL;
}

int32_t dw_match_find_client(dw_match *match, dw_client_handle client, dw_connection **connection)
{
    const uint32_t index = (client & INDEX_MASK) - 1;
    if (client == 0 || index >= DW_MATCH_CLIENTS_MAX) {
        return -1;
    }
    *connection = connection_at(match, index);
    const bool valid =
        *connection != NULL && (*connection)->connected && handle_of(*connection, index) == client;
    return valid ? (int32_t)index : -1;
}

const char *dw_match_name_of(const dw_match *match, dw_client_handle client, uint8_t *slot)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client((dw_match *)match, client, &connection);
    if (index < 0) {
        return NULL;
    }
    *slot = index < DW_INTRUDERS_MAX ? (uint8_t)index : DW_SLOT_NONE;
    return connection->name;
}

dw_client_handle dw_match_next_client(const dw_match *match, dw_client_handle after, uint32_t *tag)
{
    const uint32_t end = match->spectators_here > 0 ? (uint32_t)DW_MATCH_CLIENTS_MAX : match->seats;
    for (uint32_t index = after & INDEX_MASK; index < end; index++) {
        const dw_connection *connection = connection_at((dw_match *)match, index);
        if (connection != NULL && connection->connected) {
            *tag = connection->tag;
            return handle_of(connection, index);
        }
    }
    return 0;
}

dw_client_handle dw_match_connect(dw_match *match, dw_connection *connection, uint32_t index,
                                  const char *name, const dw_newcomer *newcomer)
{
    /* In chat the server and spectators differ by their names alone (PROTOCOL.md). */
    char chosen[DW_PLAYER_NAME_MAX + 1];
    dw_match_choose_name(match, connection, name, chosen);
    match->generation = (match->generation + 1) & (UINT32_MAX >> INDEX_BITS);
    match->generation += match->generation == 0 ? 1 : 0;
    if (index < DW_INTRUDERS_MAX) {
        match->connected |= UINT32_C(1) << index;
        match->waiting &= ~(UINT32_C(1) << index);
        match->loading &= ~(UINT32_C(1) << index);
        match->mission_told &= ~(UINT32_C(1) << index);
        match->items_told &= ~(UINT32_C(1) << index);
    } else {
        match->spectators_here++;
        match->spectator_came = true;
    }
    *connection = (dw_connection){
        .connected = true,
        .generation = match->generation,
        .tag = newcomer->tag,
        .ack_floor = match->tick,
        .origin = newcomer->origin,
        .may_call_tick = match->tick + DW_KICK_VOTE_WAIT_TICKS,
        .map_change = newcomer->map_change,
    };
    dw_send_rate_reset(&connection->rate);
    memcpy(connection->name, chosen, sizeof connection->name);
    match->quiet = false;
    match->roster_changed = true;
    match->standings_changed = true;
    match->vote_changed = true; /* New clients are sent the vote that is on. */
    return handle_of(connection, index);
}

void dw_match_disconnect(dw_match *match, dw_connection *connection, uint32_t index)
{
    connection->connected = false;
    match->roster_changed = true;
    if (index < DW_INTRUDERS_MAX) {
        match->connected &= ~(UINT32_C(1) << index);
    } else {
        match->spectators_here--;
    }
}

void dw_match_set_slot(dw_match *match, uint32_t slot, dw_slot_state state)
{
    dw_sim_set_slot_state(match->sim, (uint8_t)slot, state);
    dw_replay_writer_slot(&match->replay, (uint8_t)slot, (uint8_t)state,
                          match->players[slot].connection.name);
    match->serial++;
}

bool dw_match_world_is_on(const dw_match *match)
{
    return match->round.phase == DW_PHASE_PLAY || match->round.phase == DW_PHASE_RESULT;
}

bool dw_match_is_between_rounds(const dw_match *match)
{
    return !dw_match_world_is_on(match);
}

void dw_match_set_seat(dw_match *match, uint32_t slot, uint32_t *group)
{
    const uint32_t bit = UINT32_C(1) << slot;
    match->playing &= ~bit;
    match->watching &= ~bit;
    match->gone &= ~bit;
    if (group != NULL) {
        *group |= bit;
    }
}

uint32_t dw_match_living_of(const dw_match *match, uint64_t origin)
{
    const dw_world *world = dw_sim_world(match->sim);
    uint32_t living = 0;
    for (uint32_t s = 0; origin != 0 && s < dw_match_seats(match); s++) {
        if (dw_match_plays(match, s) && match->players[s].connection.origin == origin &&
            dw_is_present(dw_intruder_actor(world, s))) {
            living |= UINT32_C(1) << s;
        }
    }
    return living;
}

uint32_t dw_match_eyes(const dw_match *match, uint32_t slot)
{
    const bool watching = !dw_match_plays(match, slot);
    const uint32_t eyes = dw_interest_eyes(dw_sim_world(match->sim), (uint8_t)slot, watching);
    const uint32_t own =
        watching ? dw_match_living_of(match, match->players[slot].connection.origin) : 0;
    return own != 0 ? own : eyes;
}

void dw_match_vacate(dw_match *match, uint32_t slot)
{
    dw_kick_vote_forget(&match->vote, (uint8_t)slot);
    match->accused_here = match->accused_here && match->vote.accused != slot;
    const bool had_body = dw_match_plays(match, slot);
    if (had_body && match->round.phase == DW_PHASE_PLAY) {
        dw_match_report_gone(match, slot);
    }
    match->waiting &= ~(UINT32_C(1) << slot);
    match->ready &= ~(UINT32_C(1) << slot);
    match->standings_changed = true;
    match->roster_changed = true;
    if (dw_match_world_is_on(match) && had_body) {
        dw_match_set_slot(match, slot, DW_SLOT_OUT);
        dw_match_set_seat(match, slot, &match->gone);
    } else {
        dw_match_set_seat(match, slot, NULL);
        match->bodies_changed = true;
    }
}

void dw_match_expire_drops(dw_match *match)
{
    for (uint32_t s = 0; match->waiting >> s != 0; s++) {
        if (dw_match_waits(match, s) && match->tick >= match->players[s].drop_deadline) {
            dw_match_vacate(match, s);
        }
    }
}

void dw_match_seat_everybody(dw_match *match)
{
    match->playing |= match->watching;
    match->watching = 0;
    match->gone = 0;
}

dw_slot_state dw_match_slot_state(const dw_match *match, uint32_t slot)
{
    if ((match->watching >> slot & 1) != 0) {
        return dw_match_waits(match, slot) ? DW_SLOT_DROPPED : DW_SLOT_WATCHING;
    }
    if (!dw_match_plays(match, slot)) {
        return (match->gone >> slot & 1) != 0 ? DW_SLOT_OUT : DW_SLOT_EMPTY;
    }
    const dw_slot_state state = dw_intruder_slot_state(dw_sim_world(match->sim), slot);
    /* A seat taken a moment ago gets its body at the next tick. */
    return state == DW_SLOT_EMPTY ? DW_SLOT_ALIVE : state;
}

uint32_t dw_match_ready_players(const dw_match *match)
{
    return (uint32_t)__builtin_popcount(match->playing & match->connected & ~match->loading);
}

uint32_t dw_match_seats_taken(const dw_match *match)
{
    return (uint32_t)__builtin_popcount(match->playing | match->watching);
}

uint32_t dw_match_spectators(const dw_match *match)
{
    return match->spectators_here;
}

dw_match_counts dw_match_count(const dw_match *match)
{
    dw_match_counts counts = {.players = (uint32_t)__builtin_popcount(match->connected),
                              .dropped = (uint32_t)__builtin_popcount(match->waiting),
                              .spectators = match->spectators_here};
    counts.slots_free = dw_match_seats(match) - dw_match_seats_taken(match);
    return counts;
}
