/* match_audience.c - which clients get a message, and how it leaves the match: once for all of
 * them. Spectators get theirs through the feed, as late as they see the match. */
#include "server/session/match_state.h"

void dw_audience_join(dw_audience *to, const dw_connection *connection)
{
    if (connection->connected) {
        to->tags[to->count++] = connection->tag;
    }
}

void dw_audience_send(dw_match *match, const dw_audience *to, const dw_message *message)
{
    if (to->count > 0) {
        match->config.send(match->config.send_context, to->tags, to->count, message);
    }
}

void dw_match_send_one(dw_match *match, const dw_connection *connection, const dw_message *message)
{
    if (connection->connected) {
        match->config.send(match->config.send_context, &connection->tag, 1, message);
    }
}

void dw_match_send_players(dw_match *match, const dw_message *message)
{
    dw_audience players;
    players.count = 0;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        dw_audience_join(&players, &match->players[s].connection);
    }
    dw_audience_send(match, &players, message);
}

/* To the spectators of one showing that have not had it by the other one; DW_SHOWINGS_MAX: to all
 * spectators. */
void dw_match_send_showing(dw_match *match, uint32_t showing, uint32_t tick,
                           const dw_message *message)
{
    dw_audience spectators;
    spectators.count = 0;
    for (uint32_t i = 0; match->spectators_here > 0 && i < match->config.spectators_max; i++) {
        const dw_spectator *spectator = &match->spectators[i];
        const bool has_had = showing != DW_SHOWINGS_MAX &&
                             (spectator->showing != showing || tick <= spectator->heard_tick);
        if (!has_had && !dw_match_withholds(match, i, message)) {
            dw_audience_join(&spectators, &spectator->connection);
        }
    }
    dw_audience_send(match, &spectators, message);
}

void dw_match_send_spectators(dw_match *match, const dw_message *message)
{
    dw_match_send_showing(match, DW_SHOWINGS_MAX, 0, message);
}

void dw_match_feed(dw_match *match, const dw_message *message)
{
    match->stats.spectator_messages_lost = 0;
    for (uint32_t i = 0; i < match->showing_count; i++) {
        dw_spectator_feed_put(&match->showings[i].feed, match->tick, message);
        match->stats.spectator_messages_lost += match->showings[i].feed.lost;
    }
}

void dw_match_tell(dw_match *match, const dw_message *message)
{
    dw_match_send_players(match, message);
    dw_match_feed(match, message);
}
