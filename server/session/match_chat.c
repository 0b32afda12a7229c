/* match_chat.c - what players and spectators say, signs and pings, and lines of the server. */
#include "server/session/match_state.h"

#include <string.h>

static dw_message chat_message(uint8_t slot, const char *name, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_CHAT_LINE};
    dw_chat_line *row = &message.as.chat_line;
    row->slot = slot;
    memcpy(row->name, name, strnlen(name, DW_PLAYER_NAME_MAX));
    memcpy(row->text, text, strnlen(text, DW_CHAT_MAX));
    return message;
}

/* Not to living players: a second connection of one of them must not be their messenger. */
static void send_past_the_living(dw_match *match, const dw_message *message)
{
    dw_audience players;
    players.count = 0;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        if (dw_match_slot_state(match, s) != DW_SLOT_ALIVE) {
            dw_audience_join(&players, &match->players[s].connection);
        }
    }
    dw_audience_send(match, &players, message);
}

static bool is_second_of_living(const dw_match *match, uint32_t slot)
{
    return (match->watching >> slot & 1) != 0 &&
           dw_match_living_of(match, match->players[slot].connection.origin) != 0;
}

/* Players talk to players. Spectators hear them as late as they see them, and talk among
 * themselves: nobody who sees all may talk to a player. */
bool dw_match_chat(dw_match *match, dw_client_handle client, const char *text)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client(match, client, &connection);
    if (index < 0) {
        return false;
    }
    if (index < DW_INTRUDERS_MAX) {
        const dw_message message = chat_message((uint8_t)index, connection->name, text);
        match->players[index].idle_ticks = 0;
        if (is_second_of_living(match, (uint32_t)index)) {
            send_past_the_living(match, &message);
        } else {
            dw_match_send_players(match, &message);
        }
        dw_match_feed(match, &message);
    } else {
        const dw_message message = chat_message(DW_SLOT_NONE, connection->name, text);
        dw_match_send_spectators(match, &message);
    }
    return true;
}

/* From the countdown on: that is when a team agrees on who goes where. */
static bool may_signal(const dw_match *match, int32_t index)
{
    const bool in_round =
        match->round.phase == DW_PHASE_COUNTDOWN || match->round.phase == DW_PHASE_PLAY;
    return in_round && index >= 0 && index < DW_INTRUDERS_MAX &&
           dw_match_slot_state(match, (uint32_t)index) == DW_SLOT_ALIVE;
}

/* Unlike chat, signals are the team's alone: spectators get none, however late. */
bool dw_match_signal(dw_match *match, dw_client_handle client, const dw_signal *asked)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client(match, client, &connection);
    dw_message message = {.type = DW_MESSAGE_TEAM_SIGNAL, .as.signal = dw_signal_asked(asked)};
    dw_signal *signal = &message.as.signal;
    signal->tick = match->tick;
    signal->slot = (uint8_t)index;
    const bool taken = may_signal(match, index) && dw_signal_on_map(signal, match->config.map) &&
                       dw_signal_rest_pass(&connection->signals, signal, DW_SIGNAL_REST_TICKS);
    if (taken) {
        match->players[index].idle_ticks = 0;
        match->stats.signals++;
        dw_match_send_players(match, &message);
    } else {
        match->stats.signals_refused++;
    }
    return taken;
}

void dw_match_send_everybody(dw_match *match, const dw_message *message)
{
    dw_match_send_players(match, message);
    dw_match_send_spectators(match, message);
}

void dw_match_announce(dw_match *match, const char *text)
{
    const dw_message message = chat_message(DW_SLOT_NONE, "server", text);
    dw_match_send_everybody(match, &message);
}

void dw_match_send_text(dw_match *match, const dw_connection *connection, const char *text)
{
    const dw_message message = chat_message(DW_SLOT_NONE, "server", text);
    dw_match_send_one(match, connection, &message);
}
