/* match_roster.c - who is here: joins, leaves, lost connections, resumes, and the rows of the
 * roster. Everything happens between two ticks, in the order in which it comes. */
#include "common/base/check.h"
#include "server/session/match_state.h"

#include <stdio.h>
#include <string.h>

/* A handle is generation << 8 | line + 1; a line is a slot or DW_INTRUDERS_MAX + spectator. */
enum { LINE_BITS = 8, LINE_MASK = (1 << LINE_BITS) - 1 };
_Static_assert((int)DW_MATCH_CLIENTS_MAX < (int)LINE_MASK, "a line fits its bits");

static dw_client_handle handle_of(const dw_match_line *line, uint32_t index)
{
    return line->generation << LINE_BITS | (index + 1);
}

static dw_match_line *line_at(dw_match *match, uint32_t index)
{
    if (index < DW_INTRUDERS_MAX) {
        return index < dw_match_seats(match) ? &match->players[index].line : NULL;
    }
    const uint32_t spectator = index - DW_INTRUDERS_MAX;
    return spectator < match->config.spectators_max ? &match->spectators[spectator].line : NULL;
}

int32_t dw_match_slot_of(dw_client_handle client)
{
    const uint32_t index = (client & LINE_MASK) - 1;
    return client != 0 && index < DW_INTRUDERS_MAX ? (int32_t)index : -1;
}

int32_t dw_match_find_line(dw_match *match, dw_client_handle client, dw_match_line **line)
{
    const uint32_t index = (client & LINE_MASK) - 1;
    if (client == 0 || index >= DW_MATCH_CLIENTS_MAX) {
        return -1;
    }
    *line = line_at(match, index);
    const bool valid = *line != NULL && (*line)->connected && handle_of(*line, index) == client;
    return valid ? (int32_t)index : -1;
}

const char *dw_match_name_of(const dw_match *match, dw_client_handle client, uint8_t *slot)
{
    dw_match_line *line = NULL;
    const int32_t index = dw_match_find_line((dw_match *)match, client, &line);
    if (index < 0) {
        return NULL;
    }
    *slot = index < DW_INTRUDERS_MAX ? (uint8_t)index : DW_SLOT_NONE;
    return line->name;
}

dw_client_handle dw_match_next_client(const dw_match *match, dw_client_handle after, uint32_t *tag)
{
    const uint32_t end = match->spectators_here > 0 ? (uint32_t)DW_MATCH_CLIENTS_MAX : match->seats;
    for (uint32_t index = after & LINE_MASK; index < end; index++) {
        const dw_match_line *line = line_at((dw_match *)match, index);
        if (line != NULL && line->connected) {
            *tag = line->tag;
            return handle_of(line, index);
        }
    }
    return 0;
}

static dw_client_handle open_line(dw_match *match, dw_match_line *line, uint32_t index,
                                  const char *name, const dw_newcomer *newcomer)
{
    /* Chat tells the server's lines from those of spectators by the name alone (PROTOCOL.md). */
    char chosen[DW_PLAYER_NAME_MAX + 1];
    dw_match_choose_name(match, line, name, chosen);
    match->generation = (match->generation + 1) & (UINT32_MAX >> LINE_BITS);
    match->generation += match->generation == 0 ? 1 : 0;
    if (index < DW_INTRUDERS_MAX) {
        match->connected |= UINT32_C(1) << index;
        match->waiting &= ~(UINT32_C(1) << index);
    } else {
        match->spectators_here++;
        match->spectator_came = true;
    }
    *line = (dw_match_line){
        .connected = true,
        .generation = match->generation,
        .tag = newcomer->tag,
        .ack_floor = match->tick,
        .origin = newcomer->origin,
        .may_call_tick = match->tick + DW_KICK_VOTE_WAIT_TICKS,
    };
    dw_send_rate_reset(&line->rate);
    memcpy(line->name, chosen, sizeof line->name);
    match->quiet = false;
    match->roster_changed = true;
    match->vote_changed = true; /* Who comes is told of the vote that is on. */
    return handle_of(line, index);
}

static void close_line(dw_match *match, dw_match_line *line, uint32_t index)
{
    line->connected = false;
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
                          match->players[slot].line.name);
    match->serial++;
}

static bool world_is_on(const dw_match *match)
{
    return match->round.phase == DW_PHASE_PLAY || match->round.phase == DW_PHASE_RESULT;
}

static bool same_token(const uint8_t *a, const uint8_t *b)
{
    uint8_t differ = 0; /* In constant time: how far it fits must not show. */
    for (uint32_t i = 0; i < DW_TOKEN_SIZE; i++) {
        differ |= (uint8_t)(a[i] ^ b[i]);
    }
    return differ == 0;
}

static void set_seat(dw_match *match, uint32_t slot, dw_seat seat)
{
    const uint32_t bit = UINT32_C(1) << slot;
    match->players[slot].seat = (uint8_t)seat;
    match->playing = seat == DW_SEAT_PLAYING ? match->playing | bit : match->playing & ~bit;
    match->watching = seat == DW_SEAT_WATCHING ? match->watching | bit : match->watching & ~bit;
}

/* A token that was read on its way is of no use to another client. */
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
        const bool taken = player->seat == DW_SEAT_PLAYING || player->seat == DW_SEAT_WATCHING;
        const bool known =
            taken && (same_token(player->token, token) ||
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

/* Free seats first, then those whose last owner is gone. */
static dw_player *find_seat(dw_match *match)
{
    dw_player *left = NULL;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        dw_player *player = &match->players[s];
        if (player->seat == DW_SEAT_FREE) {
            return player;
        }
        left = left == NULL && player->seat == DW_SEAT_OUT ? player : left;
    }
    return left;
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
        .rules = match->rules,
    };
    memcpy(welcome->code, match->config.code, sizeof welcome->code);
    memcpy(welcome->map_name, match->config.map->name, sizeof welcome->map_name);
}

uint32_t dw_match_living_of(const dw_match *match, uint64_t origin)
{
    const dw_world *world = dw_sim_world(match->sim);
    uint32_t living = 0;
    for (uint32_t s = 0; origin != 0 && s < dw_match_seats(match); s++) {
        const dw_player *player = &match->players[s];
        if (player->seat == DW_SEAT_PLAYING && player->line.origin == origin &&
            dw_intruder_present(&world->intruders[s])) {
            living |= UINT32_C(1) << s;
        }
    }
    return living;
}

uint32_t dw_match_eyes(const dw_match *match, uint32_t slot)
{
    const dw_player *player = &match->players[slot];
    const bool watching = player->seat != DW_SEAT_PLAYING;
    const uint32_t eyes = dw_interest_eyes(dw_sim_world(match->sim), (uint8_t)slot, watching);
    const uint32_t own = watching ? dw_match_living_of(match, player->line.origin) : 0;
    return own != 0 ? own : eyes;
}

/* The last tick of which spectators have heard by the usual showing, before this tick's messages
 * leave. */
static uint32_t heard_by_now(const dw_match *match)
{
    const uint32_t delay = match->config.spectator_delay_ticks;
    return match->tick > delay ? match->tick - delay - 1 : 0;
}

static uint8_t showing_for(const dw_match *match, const dw_spectator *spectator)
{
    const bool late = match->showing_count > DW_SHOWING_LATE &&
                      dw_match_living_of(match, spectator->line.origin) != 0;
    return late ? DW_SHOWING_LATE : DW_SHOWING_USUAL;
}

void dw_match_part_showings(dw_match *match)
{
    for (uint32_t i = 0; match->spectators_here > 0 && i < match->config.spectators_max; i++) {
        dw_spectator *spectator = &match->spectators[i];
        if (spectator->line.connected && spectator->showing == DW_SHOWING_USUAL &&
            showing_for(match, spectator) == DW_SHOWING_LATE) {
            spectator->showing = DW_SHOWING_LATE;
            spectator->heard_tick = spectator->told_round ? heard_by_now(match) : 0;
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
        if (!spectator->line.connected) {
            *out = open_line(match, &spectator->line, DW_INTRUDERS_MAX + i, hello->name, newcomer);
            spectator->line.ack_floor = 0; /* His ticks are those of the delay. */
            spectator->told_round = false;
            spectator->heard_tick = 0;
            spectator->showing = showing_for(match, spectator);
            const dw_spectator_feed *feed = &match->showings[spectator->showing].feed;
            fill_welcome(match, DW_SLOT_NONE, dw_spectator_feed_tick(feed, match->tick), welcome);
            return DW_OK;
        }
    }
    return DW_FULL;
}

static void kick_older_connection(dw_match *match, dw_match_line *line)
{
    if (line->connected) {
        dw_message kick = {.type = DW_MESSAGE_KICK};
        kick.as.kick.reason = DW_REASON_ADMIN;
        (void)snprintf(kick.as.kick.text, sizeof kick.as.kick.text, "another connection took over");
        match->config.send(match->config.send_context, &line->tag, 1, &kick);
    }
}

/* The slot, its body and all that he had been told are his again. */
static dw_client_handle resume(dw_match *match, dw_player *player, const dw_newcomer *newcomer)
{
    const uint32_t slot = (uint32_t)(player - match->players);
    char name[DW_PLAYER_NAME_MAX + 1];
    memcpy(name, player->line.name, sizeof name);
    kick_older_connection(match, &player->line);
    const bool waited = dw_match_waits(match, slot);
    const dw_client_handle handle = open_line(match, &player->line, slot, name, newcomer);
    dw_snapshot_history_reset(&player->history);
    dw_intent_queue_reset(&player->intents);
    if (waited && player->seat == DW_SEAT_PLAYING) {
        dw_match_set_slot(match, slot, DW_SLOT_ALIVE);
    }
    return handle;
}

static dw_client_handle take_seat(dw_match *match, dw_player *player, const dw_hello *hello,
                                  const dw_newcomer *newcomer)
{
    const uint32_t slot = (uint32_t)(player - match->players);
    const dw_client_handle handle = open_line(match, &player->line, slot, hello->name, newcomer);
    dw_snapshot_history_reset(&player->history);
    dw_intent_queue_reset(&player->intents);
    dw_interest_init(&player->interest);
    dw_interest_new_round(&player->interest, match->config.map);
    if (world_is_on(match)) {
        set_seat(match, slot, DW_SEAT_WATCHING);
        dw_replay_writer_slot(&match->replay, (uint8_t)slot, DW_SLOT_WATCHING, player->line.name);
    } else {
        set_seat(match, slot, DW_SEAT_PLAYING);
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
    if (hello->spectate) {
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
    /* A token serves once: who resumes gets a new one. Until he has said something the old one
     * counts as well: his line may break again before he has his welcome. */
    player->last_token_counts = resumes;
    player->idle_ticks = 0;
    note_identity(player, hello);
    match->config.random(match->config.random_context, player->token, sizeof player->token);
    fill_welcome(match, (uint8_t)(player - match->players), match->tick, welcome);
    memcpy(welcome->token, player->token, sizeof welcome->token);
    return DW_OK;
}

void dw_match_vacate(dw_match *match, uint32_t slot)
{
    dw_match_forget_voter(match, slot);
    dw_player *player = &match->players[slot];
    const bool had_body = player->seat == DW_SEAT_PLAYING;
    match->waiting &= ~(UINT32_C(1) << slot);
    match->roster_changed = true;
    if (world_is_on(match) && had_body) {
        dw_match_set_slot(match, slot, DW_SLOT_OUT);
        set_seat(match, slot, DW_SEAT_OUT);
    } else {
        set_seat(match, slot, DW_SEAT_FREE);
        match->bodies_changed = true;
    }
}

void dw_match_leave(dw_match *match, dw_client_handle client)
{
    dw_match_line *line = NULL;
    const int32_t index = dw_match_find_line(match, client, &line);
    if (index < 0) {
        return;
    }
    close_line(match, line, (uint32_t)index);
    if (index < DW_INTRUDERS_MAX) {
        dw_match_vacate(match, (uint32_t)index);
    }
}

void dw_match_drop(dw_match *match, dw_client_handle client)
{
    dw_match_line *line = NULL;
    const int32_t index = dw_match_find_line(match, client, &line);
    if (index < 0) {
        return;
    }
    if (index >= DW_INTRUDERS_MAX || line->voted_out) {
        dw_match_leave(match, client);
        return;
    }
    dw_player *player = &match->players[index];
    close_line(match, line, (uint32_t)index);
    match->waiting |= UINT32_C(1) << index;
    player->drop_deadline = match->tick + (uint32_t)match->rules.drop_ticks;
    if (player->seat == DW_SEAT_PLAYING) {
        dw_match_set_slot(match, (uint32_t)index, DW_SLOT_DROPPED);
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
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        dw_player *player = &match->players[s];
        if (player->seat == DW_SEAT_WATCHING) {
            set_seat(match, s, DW_SEAT_PLAYING);
        } else if (player->seat == DW_SEAT_OUT) {
            set_seat(match, s, DW_SEAT_FREE);
        }
    }
}

dw_slot_state dw_match_slot_state(const dw_match *match, uint32_t slot)
{
    const dw_player *player = &match->players[slot];
    switch ((dw_seat)player->seat) {
    case DW_SEAT_FREE:
        return DW_SLOT_EMPTY;
    case DW_SEAT_WATCHING:
        return dw_match_waits(match, slot) ? DW_SLOT_DROPPED : DW_SLOT_WATCHING;
    case DW_SEAT_OUT:
        return DW_SLOT_OUT;
    case DW_SEAT_PLAYING:
        break;
    }
    const uint8_t state = dw_sim_world(match->sim)->intruders[slot].state;
    /* A seat taken a moment ago gets its body at the next tick. */
    return state == DW_SLOT_EMPTY ? DW_SLOT_ALIVE : (dw_slot_state)state;
}

uint32_t dw_match_ready_players(const dw_match *match)
{
    return (uint32_t)__builtin_popcount(match->playing & match->connected);
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
    counts.spectators_free = match->config.spectators_max - counts.spectators;
    return counts;
}
