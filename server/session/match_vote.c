/* match_vote.c - votes to send a player away, to restart the round and for another map: who may
 * call and vote, what everybody is sent, and which addresses stay out afterwards. The vote itself
 * is kick_vote.h. */
#include "common/base/check.h"
#include "server/session/match_state.h"

#include <stdio.h>
#include <string.h>

static bool is_accused(const dw_match *match, uint32_t slot)
{
    return match->accused_here && match->vote.accused == slot;
}

/* Connected, and neither the accused nor of the accused's address. */
static bool has_voice(const dw_match *match, uint32_t slot)
{
    const dw_player *player = &match->players[slot];
    const bool kin =
        match->accused_origin != 0 && player->connection.origin == match->accused_origin;
    return (match->connected >> slot & 1) != 0 && !is_accused(match, slot) && !kin;
}

/* One for each address. */
static dw_kick_voices list_voices(const dw_match *match)
{
    dw_kick_voices voices = {.count = 0};
    uint64_t origins[DW_INTRUDERS_MAX];
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        if (!has_voice(match, s)) {
            continue;
        }
        const uint64_t origin = match->players[s].connection.origin;
        uint32_t at = 0;
        while (at < voices.count && (origin == 0 || origins[at] != origin)) {
            at++;
        }
        if (at == voices.count) {
            origins[voices.count++] = origin;
        }
        voices.slots[at] |= UINT32_C(1) << s;
    }
    return voices;
}

static void send_vote(dw_match *match)
{
    const dw_kick_vote *vote = &match->vote;
    const dw_kick_voices voices = list_voices(match);
    const dw_kick_counts counts = dw_kick_vote_count(vote, &voices);
    dw_message message = {.type = DW_MESSAGE_VOTE_STATE};
    message.as.vote_state = (dw_vote_state){.vote = vote->number,
                                            .phase = vote->phase,
                                            .accused = vote->accused,
                                            .caller = vote->caller,
                                            .yes = counts.yes,
                                            .no = counts.no,
                                            .needed = counts.needed,
                                            .end_tick = vote->end_tick};
    match->vote_sent = counts;
    match->vote_changed = false;
    dw_match_send_everybody(match, &message);
}

/* NULL when that client may call a vote about the round now. */
static const char *why_no_round(const dw_match *match, uint32_t index, uint8_t about)
{
    if (index >= DW_INTRUDERS_MAX) {
        return "No vote: only players vote about the round.";
    }
    if (about == DW_VOTE_RESTART && match->round.phase != DW_PHASE_PLAY) {
        return "No vote: no round is on.";
    }
    const dw_choices *choices = match->config.choices;
    if (about >= DW_VOTE_CHOICE && (choices == NULL || about - DW_VOTE_CHOICE >= choices->count)) {
        return "No vote: the server offers no such map.";
    }
    return NULL;
}

static const char *why_no_kick(const dw_match *match, uint32_t index, uint8_t accused)
{
    if (!dw_match_seat_taken(match, accused)) {
        return "No vote: that player is not there any more.";
    }
    if (index == accused) {
        return "No vote: you are the accused; to leave takes no vote.";
    }
    return NULL;
}

/* NULL when that client may call a vote about that now, else the reason, for a person. The accused
 * is noted already. */
static const char *why_not(const dw_match *match, const dw_connection *connection, uint32_t index,
                           uint8_t accused, char text[DW_CHAT_MAX + 1])
{
    const bool kick = accused < DW_INTRUDERS_MAX;
    const char *why =
        kick ? why_no_kick(match, index, accused) : why_no_round(match, index, accused);
    if (why != NULL) {
        return why;
    }
    if (match->tick < connection->may_call_tick) {
        const uint32_t ticks = connection->may_call_tick - match->tick;
        (void)snprintf(text, DW_CHAT_MAX + 1, "No vote: you may call one in %u s.",
                       (ticks + DW_TICKS_PER_SECOND - 1) / DW_TICKS_PER_SECOND);
        return text;
    }
    if (kick && list_voices(match).count < DW_KICK_VOTE_YES_MIN) {
        return "No vote: it takes two players besides the accused and the accused's address.";
    }
    return NULL;
}

static bool call_vote(dw_match *match, dw_connection *connection, uint32_t index, uint8_t accused)
{
    char text[DW_CHAT_MAX + 1];
    const char *why = "No vote: another one is on.";
    if (!dw_kick_vote_is_on(&match->vote)) {
        match->accused_here = dw_match_seat_taken(match, accused);
        match->accused_origin =
            match->accused_here ? match->players[accused].connection.origin : UINT64_C(0);
        match->vote.accused = accused;
        why = why_not(match, connection, index, accused, text);
    }
    if (why != NULL) {
        dw_match_send_text(match, connection, why);
        return false;
    }
    const uint8_t caller = index < DW_INTRUDERS_MAX ? (uint8_t)index : DW_SLOT_NONE;
    dw_kick_vote_begin(&match->vote, match->tick, accused, caller);
    connection->may_call_tick = match->tick + DW_KICK_VOTE_WAIT_TICKS;
    send_vote(match);
    return true;
}

bool dw_match_vote(dw_match *match, dw_client_handle client, const dw_vote *vote)
{
    dw_connection *connection = NULL;
    const int32_t found = dw_match_find_client(match, client, &connection);
    if (found < 0) {
        return false;
    }
    const uint32_t index = (uint32_t)found;
    bool taken = false;
    if (vote->vote == 0) {
        taken = call_vote(match, connection, index, vote->slot);
    } else {
        taken = index < DW_INTRUDERS_MAX && has_voice(match, index) &&
                dw_kick_vote_say(&match->vote, vote->vote, (uint8_t)index, vote->yes);
    }
    if (!taken) {
        match->stats.votes_refused++;
    } else if (index < DW_INTRUDERS_MAX) {
        match->players[index].idle_ticks = 0;
    }
    return taken;
}

static void bar(dw_match *match, uint64_t origin)
{
    if (origin == 0) {
        return;
    }
    match->bars[match->next_bar] =
        (dw_match_bar){.origin = origin, .until_tick = match->tick + DW_KICK_VOTE_BAR_TICKS};
    match->next_bar = (match->next_bar + 1) % DW_MATCH_BARS_MAX;
}

bool dw_match_bars(const dw_match *match, uint32_t tick, uint64_t origin)
{
    for (uint32_t i = 0; origin != 0 && i < DW_MATCH_BARS_MAX; i++) {
        if (match->bars[i].origin == origin && tick < match->bars[i].until_tick) {
            return true;
        }
    }
    return false;
}

/* The host asks for this a few times a second. No token gives the body back until then. */
static void send_out(dw_match *match)
{
    const uint32_t slot = match->vote.accused;
    match->stats.votes_passed++;
    bar(match, match->accused_origin);
    if (!match->accused_here) {
        return; /* Gone already; the slot is another player's now. */
    }
    dw_player *player = &match->players[slot];
    bar(match, player->connection.origin != match->accused_origin ? player->connection.origin : 0);
    player->connection.voted_out = true;
    player->last_token_counts = false;
    match->config.random(match->config.random_context, player->token, sizeof player->token);
    if (!player->connection.connected) {
        dw_match_vacate(match, slot);
    }
}

bool dw_match_voted_out(const dw_match *match, dw_client_handle client)
{
    dw_connection *connection = NULL;
    return dw_match_find_client((dw_match *)match, client, &connection) >= 0 &&
           connection->voted_out;
}

void dw_match_run_vote(dw_match *match)
{
    if (!dw_kick_vote_is_on(&match->vote)) {
        return;
    }
    const dw_kick_voices voices = list_voices(match);
    const dw_kick_counts counts = dw_kick_vote_count(&match->vote, &voices);
    const dw_kick_counts *told = &match->vote_sent;
    const bool changed = match->vote_changed || counts.yes != told->yes || counts.no != told->no ||
                         counts.needed != told->needed;
    const bool ended = dw_kick_vote_judge(&match->vote, match->tick, &voices);
    if (changed || ended) {
        send_vote(match);
    }
    match->vote_over = match->vote_over || ended;
    if (ended && match->vote.phase == DW_VOTE_PASSED && match->vote.accused < DW_INTRUDERS_MAX) {
        send_out(match);
    }
}

bool dw_match_take_vote(dw_match *match, dw_vote_state *over)
{
    if (!match->vote_over) {
        return false;
    }
    match->vote_over = false;
    *over = (dw_vote_state){.vote = match->vote.number,
                            .phase = match->vote.phase,
                            .accused = match->vote.accused,
                            .caller = match->vote.caller,
                            .yes = match->vote_sent.yes,
                            .no = match->vote_sent.no,
                            .needed = match->vote_sent.needed,
                            .end_tick = match->vote.end_tick};
    return true;
}
