/* match_roster.c - who comes and goes: joins, leaves, lost connections, resumes. Everything happens
 * between two ticks, in the order of arrival. */
#include "common/base/check.h"
#include "server/session/match_state.h"
#include "server/session/playback/played_round.h"

#include <stdio.h>
#include <string.h>

static bool same_token(const uint8_t *a, const uint8_t *b)
{
    uint8_t differ = 0; /* In constant time: it must not show how many bytes are right. */
    for (uint32_t i = 0; i < DW_TOKEN_SIZE; i++) {
        differ |= (uint8_t)(a[i] ^ b[i]);
    }
    return differ == 0;
}

/* A token that somebody read on the network is of no use to another client. */
static bool same_client(const dw_player *player, const dw_hello *hello)
{
    return !player->has_identity ||
           (hello->has_identity &&
            memcmp(player->identity, hello->identity, sizeof player->identity) == 0);
}

static void note_identity(dw_player *player, const dw_hello *hello)
{
    player->has_identity = hello->has_identity;
    memcpy(player->identity, hello->identity, sizeof player->identity);
}

static dw_player *find_token(const dw_match *match, const dw_hello *hello)
{
    const uint8_t *token = hello->token;
    dw_player *found = NULL;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        dw_player *player = &match->players[s];
        const bool known = dw_match_seat_taken(match, s) &&
                           (same_token(player->token, token) ||
                            (player->last_token_counts && same_token(player->last_token, token)));
        if (known && same_client(player, hello)) {
            found = player;
        }
    }
    return found;
}

bool dw_match_knows_token(const dw_match *match, const dw_hello *hello)
{
    return hello->has_token && find_token(match, hello) != NULL;
}

/* Free seats first, then those of players who left during this round. */
static dw_player *find_seat(dw_match *match)
{
    const uint32_t all = (UINT32_C(1) << dw_match_seats(match)) - 1;
    const uint32_t open = all & ~(match->playing | match->watching);
    const uint32_t first = (open & ~match->gone) != 0 ? open & ~match->gone : open;
    return first != 0 ? &match->players[__builtin_ctz(first)] : NULL;
}

static void fill_welcome(const dw_match *match, uint8_t slot, uint32_t tick, dw_welcome *welcome)
{
    *welcome = (dw_welcome){
        .version = DW_PROTOCOL_VERSION,
        .match = match->config.number,
        .slot = slot,
        .tick = tick,
        .snapshot_hz = match->config.snapshot_hz,
        .intruders_max = (uint8_t)dw_match_seats(match),
        .map_hash = match->config.map_hash,
        .map_size = match->config.map_size,
        .rules = *match->config.rules,
    };
    memcpy(welcome->code, match->config.code, sizeof welcome->code);
    memcpy(welcome->map_name, match->config.map->name, sizeof welcome->map_name);
}

/* The last tick that spectators of the usual showing have had, before this tick's messages
 * leave. */
static uint32_t heard_by_now(const dw_match *match)
{
    const uint32_t delay = match->config.spectator_delay_ticks;
    return match->tick > delay ? match->tick - delay - 1 : 0;
}

static uint8_t showing_for(const dw_match *match, const dw_spectator *spectator)
{
    const bool late = match->showing_count > DW_SHOWING_LATE &&
                      dw_match_living_of(match, spectator->connection.origin) != 0;
    return late ? DW_SHOWING_LATE : DW_SHOWING_USUAL;
}

void dw_match_part_showings(dw_match *match)
{
    for (uint32_t i = 0; match->spectators_here > 0 && i < match->config.spectators_max; i++) {
        dw_spectator *spectator = &match->spectators[i];
        if (spectator->connection.connected && spectator->showing == DW_SHOWING_USUAL &&
            showing_for(match, spectator) == DW_SHOWING_LATE) {
            spectator->showing = DW_SHOWING_LATE;
            spectator->heard_tick = spectator->round_sent ? heard_by_now(match) : 0;
        }
    }
}

static dw_status join_spectator(dw_match *match, const dw_hello *hello, const dw_newcomer *newcomer,
                                dw_client_handle *out, dw_welcome *welcome)
{
    if (match->config.spectators_max == 0) {
        return DW_DENIED;
    }
    for (uint32_t i = 0; i < match->config.spectators_max; i++) {
        dw_spectator *spectator = &match->spectators[i];
        if (!spectator->connection.connected) {
            *out = dw_match_connect(match, &spectator->connection, DW_INTRUDERS_MAX + i,
                                    hello->name, newcomer);
            spectator->connection.ack_floor = 0; /* A spectator's ticks are those of the delay. */
            spectator->round_sent = false;
            spectator->heard_tick = 0;
            spectator->showing = showing_for(match, spectator);
            if (match->config.playback != NULL) {
                dw_played_round_reset_viewer(match->config.playback, i);
            }
            const dw_spectator_feed *feed = &match->showings[spectator->showing].feed;
            fill_welcome(match, DW_SLOT_NONE, dw_spectator_feed_tick(feed, match->tick), welcome);
            return DW_OK;
        }
    }
    return DW_FULL;
}

static void kick_older_connection(dw_match *match, dw_connection *connection)
{
    if (connection->connected) {
        dw_message kick = {.type = DW_MESSAGE_KICK};
        kick.as.kick.reason = DW_REASON_ADMIN;
        (void)snprintf(kick.as.kick.text, sizeof kick.as.kick.text, "another connection took over");
        match->config.send(match->config.send_context, &connection->tag, 1, &kick);
    }
}

/* The player gets back the slot, the body and all that the client had been told. */
static dw_client_handle resume(dw_match *match, dw_player *player, const dw_newcomer *newcomer)
{
    const uint32_t slot = (uint32_t)(player - match->players);
    char name[DW_PLAYER_NAME_MAX + 1];
    memcpy(name, player->connection.name, sizeof name);
    kick_older_connection(match, &player->connection);
    const bool waited = dw_match_waits(match, slot);
    const dw_client_handle handle =
        dw_match_connect(match, &player->connection, slot, name, newcomer);
    dw_snapshot_history_reset(&player->history);
    dw_intent_queue_reset(&player->intents);
    if (waited && dw_match_plays(match, slot)) {
        dw_match_set_slot(match, slot, DW_SLOT_ALIVE);
    }
    return handle;
}

static dw_client_handle take_seat(dw_match *match, dw_player *player, const dw_hello *hello,
                                  const dw_newcomer *newcomer)
{
    const uint32_t slot = (uint32_t)(player - match->players);
    const dw_client_handle handle =
        dw_match_connect(match, &player->connection, slot, hello->name, newcomer);
    dw_snapshot_history_reset(&player->history);
    dw_intent_queue_reset(&player->intents);
    dw_interest_init(&player->interest);
    dw_match_forget_standing(match, slot);
    dw_interest_new_round(&player->interest, match->config.map);
    if (dw_match_world_is_on(match)) {
        dw_match_set_seat(match, slot, &match->watching);
        dw_replay_writer_slot(&match->replay, (uint8_t)slot, DW_SLOT_WATCHING,
                              player->connection.name);
    } else {
        dw_match_set_seat(match, slot, &match->playing);
        match->bodies_changed = true;
    }
    return handle;
}

dw_status dw_match_join(dw_match *match, uint32_t tick, const dw_hello *hello,
                        const dw_newcomer *newcomer, dw_client_handle *out, dw_welcome *welcome)
{
    DW_CHECK(tick >= match->tick);
    if (match->quiet) {
        match->tick = tick; /* It slept. */
    }
    const dw_player *owner = hello->has_token ? find_token(match, hello) : NULL;
    if (dw_match_bars(match, tick, newcomer->origin) && (hello->spectate || owner == NULL)) {
        return DW_DENIED;
    }
    if (hello->spectate || match->config.playback != NULL) {
        return join_spectator(match, hello, newcomer, out, welcome);
    }
    dw_player *player = hello->has_token ? find_token(match, hello) : NULL;
    const bool resumes = player != NULL;
    if (resumes) {
        *out = resume(match, player, newcomer);
        memcpy(player->last_token, hello->token, sizeof player->last_token);
    } else {
        player = find_seat(match);
        if (player == NULL) {
            return DW_FULL;
        }
        *out = take_seat(match, player, hello, newcomer);
    }
    /* A token serves once: a client that resumes gets a new one. The old one counts until the next
     * input: the connection may break again before the welcome arrives. */
    player->last_token_counts = resumes;
    player->idle_ticks = 0;
    note_identity(player, hello);
    match->config.random(match->config.random_context, player->token, sizeof player->token);
    fill_welcome(match, (uint8_t)(player - match->players), match->tick, welcome);
    memcpy(welcome->token, player->token, sizeof welcome->token);
    return DW_OK;
}

void dw_match_leave(dw_match *match, dw_client_handle client)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client(match, client, &connection);
    if (index < 0) {
        return;
    }
    dw_match_disconnect(match, connection, (uint32_t)index);
    if (index < DW_INTRUDERS_MAX) {
        dw_match_vacate(match, (uint32_t)index);
    }
}

void dw_match_drop(dw_match *match, dw_client_handle client)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client(match, client, &connection);
    if (index < 0) {
        return;
    }
    if (index >= DW_INTRUDERS_MAX || connection->voted_out) {
        dw_match_leave(match, client);
        return;
    }
    dw_player *player = &match->players[index];
    dw_match_disconnect(match, connection, (uint32_t)index);
    match->waiting |= UINT32_C(1) << index;
    player->drop_deadline = match->tick + (uint32_t)match->config.rules->drop_ticks;
    if (dw_match_plays(match, (uint32_t)index)) {
        dw_match_set_slot(match, (uint32_t)index, DW_SLOT_DROPPED);
    }
}
