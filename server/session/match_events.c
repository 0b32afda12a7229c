/* match_events.c - messages to clients: events by what each may know, rounds and chat to all, signs
 * and pings to players.
 * Spectators get everything else, through the feed, as late as they see it. */
#include "common/base/check.h"
#include "server/session/match_state.h"

#include <string.h>

/* The clients that get one message. */
typedef struct audience {
    uint32_t count;
    uint32_t tags[DW_MATCH_CLIENTS_MAX];
} audience;

static void join_audience(audience *to, const dw_connection *connection)
{
    if (connection->connected) {
        to->tags[to->count++] = connection->tag;
    }
}

static void send_to_audience(dw_match *match, const audience *to, const dw_message *message)
{
    if (to->count > 0) {
        match->config.send(match->config.send_context, to->tags, to->count, message);
    }
}

static void send_to(dw_match *match, const dw_connection *connection, const dw_message *message)
{
    if (connection->connected) {
        match->config.send(match->config.send_context, &connection->tag, 1, message);
    }
}

static void send_to_players(dw_match *match, const dw_message *message)
{
    audience players;
    players.count = 0;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        join_audience(&players, &match->players[s].connection);
    }
    send_to_audience(match, &players, message);
}

/* To the spectators of one showing that have not had it by the other one; DW_SHOWINGS_MAX: to all
 * spectators. */
static void send_to_showing(dw_match *match, uint32_t showing, uint32_t tick,
                            const dw_message *message)
{
    audience spectators;
    spectators.count = 0;
    for (uint32_t i = 0; match->spectators_here > 0 && i < match->config.spectators_max; i++) {
        const dw_spectator *spectator = &match->spectators[i];
        const bool has_had = showing != DW_SHOWINGS_MAX &&
                             (spectator->showing != showing || tick <= spectator->heard_tick);
        if (!has_had && !dw_match_withholds(match, i, message)) {
            join_audience(&spectators, &spectator->connection);
        }
    }
    send_to_audience(match, &spectators, message);
}

static void send_to_spectators(dw_match *match, const dw_message *message)
{
    send_to_showing(match, DW_SHOWINGS_MAX, 0, message);
}

static void feed(dw_match *match, const dw_message *message)
{
    match->stats.spectator_messages_lost = 0;
    for (uint32_t i = 0; i < match->showing_count; i++) {
        dw_spectator_feed_put(&match->showings[i].feed, match->tick, message);
        match->stats.spectator_messages_lost += match->showings[i].feed.lost;
    }
}

void dw_match_tell(dw_match *match, const dw_message *message)
{
    send_to_players(match, message);
    feed(match, message);
}

static dw_message event_message(const dw_match *match, dw_client_event_kind kind, uint16_t a,
                                uint16_t b)
{
    dw_message message = {.type = DW_MESSAGE_EVENT};
    message.as.event =
        (dw_client_event){.tick = match->tick, .kind = (uint8_t)kind, .a = a, .b = b};
    return message;
}

/* The whole team knows it, wherever it happens. */
static void send_all(dw_match *match, dw_client_event_kind kind, uint16_t a, uint16_t b, uint16_t c)
{
    dw_message message = event_message(match, kind, a, b);
    message.as.event.c = c;
    dw_match_tell(match, &message);
}

/* The player's number for that guard, 0 when the player does not see it. */
static uint8_t seen_guard_id(dw_match *match, uint32_t slot, uint16_t guard)
{
    return dw_interest_seen_id(dw_match_scene(match), &match->players[slot].interest,
                               dw_match_eyes(match, slot), guard);
}

/* A guard calls out: to all players who see it. A device has no voice. */
static void send_bark(dw_match *match, uint16_t guard, uint16_t call)
{
    const uint8_t kind = dw_sim_map(match->sim)->guards[guard].kind;
    if (dw_kind_is_device(&dw_sim_rules(match->sim)->kinds[kind])) {
        return;
    }
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        if (!match->players[s].connection.connected) {
            continue;
        }
        const uint8_t id = seen_guard_id(match, s, guard);
        if (id != 0) {
            const dw_message message = event_message(match, DW_CLIENT_EVENT_BARK, id, call);
            send_to(match, &match->players[s].connection, &message);
        }
    }
    const dw_message message =
        event_message(match, DW_CLIENT_EVENT_BARK, (uint16_t)(1 + guard), call);
    feed(match, &message);
}

/* To the player who is detected, after the guard's call. */
static void send_detected(dw_match *match, uint16_t guard, uint16_t slot)
{
    const uint8_t id = seen_guard_id(match, slot, guard);
    if (id != 0) {
        const dw_message message = event_message(match, DW_CLIENT_EVENT_DETECTED, id, 0);
        send_to(match, &match->players[slot].connection, &message);
    }
}

/* Guards talk over an open channel: all players have it in the radio log. */
static void send_radio(dw_match *match, const dw_sim_event *event, uint16_t what)
{
    send_all(match, DW_CLIENT_EVENT_RADIO, event->room, what, event->agitation);
}

/* So is what a guard takes on. The log has no name of a guard: players do not know its number. */
static void send_intention(dw_match *match, const dw_sim_event *event)
{
    if (event->kind == DW_SIM_TAKES && event->door != DW_NONE) {
        send_all(match, DW_CLIENT_EVENT_INTENTION, event->door, 0, 0);
    } else if (event->kind == DW_SIM_TAKES) {
        send_all(match, DW_CLIENT_EVENT_INTENTION, event->room, 1, 0);
    } else {
        send_all(match, DW_CLIENT_EVENT_INTENTION, event->room, event->task == DW_TASK_EXIT ? 2 : 3,
                 0);
    }
}

/* A player who hears of a leaf also knows its new state from then on, so that event and snapshot
 * agree. */
static void send_door(dw_match *match, uint16_t door, uint16_t by_slot)
{
    const bool open = dw_door_set_has(&dw_sim_world(match->sim)->open, door);
    const dw_message message = event_message(match, DW_CLIENT_EVENT_DOOR, door, open ? 1 : 0);
    audience witnesses;
    witnesses.count = 0;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        dw_player *player = &match->players[s];
        if (player->connection.connected &&
            (s == by_slot ||
             dw_interest_sees_door(dw_match_scene(match), dw_match_eyes(match, s), door))) {
            dw_door_set_put(&player->interest.doors, door, open);
            join_audience(&witnesses, &player->connection);
        }
    }
    send_to_audience(match, &witnesses, &message);
    feed(match, &message);
}

static void send_use_failed(dw_match *match, uint16_t slot, uint16_t blocked)
{
    const dw_message message = event_message(match, DW_CLIENT_EVENT_USE_FAILED, blocked, 0);
    send_to(match, &match->players[slot].connection, &message);
}

/* A fact of one tick. The simulation lists what guards do in the map's order of guards, which
 * players must not learn. So facts are sorted by what players know: the positions of guards in
 * sight, the radio, the doors. */
typedef struct fact {
    uint64_t turn;
    dw_sim_event event;
    uint8_t call; /* Of FACT_CALL: what a bark says. */
} fact;

/* The upper bits of a fact's turn. What players do comes last, in the order in which it
 * happened. */
typedef enum fact_kind { FACT_DOOR, FACT_CALL, FACT_RADIO, FACT_INTENTION, FACT_OTHER } fact_kind;

enum { FACT_KIND_SHIFT = 56, FACTS_MAX = 2 * DW_SIM_EVENTS_MAX + DW_GUARDS_MAX };

typedef struct facts {
    uint32_t count;
    fact rows[FACTS_MAX];
} facts;

/* After those of the same turn. */
static void add_fact(facts *all, fact_kind kind, uint64_t order, const dw_sim_event *event,
                     uint8_t call)
{
    const uint64_t turn = (uint64_t)kind << FACT_KIND_SHIFT | order;
    uint32_t at = all->count++;
    while (at > 0 && all->rows[at - 1].turn > turn) {
        all->rows[at] = all->rows[at - 1];
        at--;
    }
    all->rows[at] = (fact){.turn = turn, .event = *event, .call = call};
}

static void add_call(dw_match *match, facts *all, const dw_sim_event *event, uint8_t call)
{
    const uint64_t place = dw_interest_turn(dw_match_scene(match), event->guard);
    add_fact(all, FACT_CALL, place << 8 | call, event, call);
}

/* What b of the client's event says. */
static uint8_t radio_word(const dw_sim_event *event)
{
    static const uint8_t words[] = {
        [DW_SIM_REPORTED] = 0, [DW_SIM_CLEARED] = 1, [DW_SIM_MISSED] = 2, [DW_SIM_NOTICED] = 3};
    return words[event->kind];
}

static void add_radio(facts *all, const dw_sim_event *event)
{
    const uint64_t what = radio_word(event);
    add_fact(all, FACT_RADIO, (uint64_t)event->room << 16 | what << 8 | event->agitation, event, 0);
}

static void add_intention(facts *all, const dw_sim_event *event)
{
    const uint64_t what = (uint64_t)event->kind << 8 | event->task;
    add_fact(all, FACT_INTENTION, what << 32 | (uint64_t)event->room << 16 | event->door, event, 0);
}

static void add_event(dw_match *match, facts *all, const dw_sim_event *event)
{
    switch ((dw_sim_event_kind)event->kind) {
    case DW_SIM_DETECTED:
        add_call(match, all, event, 0);
        break;
    case DW_SIM_REPORTED:
        add_call(match, all, event, 1);
        add_radio(all, event);
        break;
    case DW_SIM_LOST:
        add_call(match, all, event, 2);
        break;
    case DW_SIM_CLEARED:
    case DW_SIM_MISSED:
    case DW_SIM_NOTICED:
        add_radio(all, event);
        break;
    case DW_SIM_TAKES:
    case DW_SIM_HOLDS:
        add_call(match, all, event, event->kind == DW_SIM_TAKES ? 4 : 5);
        add_intention(all, event);
        break;
    case DW_SIM_DOOR_OPENED:
    case DW_SIM_DOOR_CLOSED:
        add_fact(all, FACT_DOOR, event->door, event, 0);
        break;
    case DW_SIM_CAUGHT:
    case DW_SIM_TAKEN:
    case DW_SIM_DROPPED:
    case DW_SIM_HANDED:
    case DW_SIM_USE_NOTHING:
    case DW_SIM_USE_BLOCKED:
    case DW_SIM_SAID:
        add_fact(all, FACT_OTHER, 0, event, 0);
        break;
    case DW_SIM_THROWN:
        match->stats.throws++;
        add_fact(all, FACT_OTHER, 0, event, 0);
        break;
    case DW_SIM_THROW_REFUSED: /* No message: a client could ask for one in each tick. */
        match->stats.throws_refused++;
        break;
    case DW_SIM_SEEN: /* Meters tell it. */
    case DW_SIM_TOUCHED:
    case DW_SIM_ENDED: /* The round message tells it. */
    case DW_SIM_PART_DONE:
    case DW_SIM_PART_FAILED:
    case DW_SIM_LANDED: /* Who sees it knew it when it was thrown. */
    case DW_SIM_EVENT_KIND_COUNT:
        break;
    }
}

/* A guard that was after somebody and is calm again says so. */
static void add_moods(dw_match *match, facts *all)
{
    const dw_world *world = dw_sim_world(match->sim);
    for (uint16_t g = 0; g < world->guard_count; g++) {
        const uint8_t before = match->moods[g];
        match->moods[g] = world->guards[g].command.mood;
        if ((before == DW_MOOD_CHASING || before == DW_MOOD_ALERT) &&
            world->guards[g].command.mood == DW_MOOD_CALM) {
            const dw_sim_event calm = {.kind = DW_SIM_LOST, .guard = g};
            add_call(match, all, &calm, 3);
        }
    }
}

/* To those that see where it will land, and to the player who has thrown it. */
static void send_thrown(dw_match *match, const dw_sim_event *event)
{
    const dw_vec landing = dw_sim_tools(match->sim)->belts[event->slot].landing;
    const dw_vec origin = match->config.map->bounds.min;
    dw_message message =
        event_message(match, DW_CLIENT_EVENT_THROWN, (uint16_t)(event->slot + 16 * event->tool),
                      dw_snapshot_quantise(landing.x, origin.x));
    message.as.event.c = dw_snapshot_quantise(landing.y, origin.y);
    audience witnesses;
    witnesses.count = 0;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        if (s == event->slot ||
            dw_interest_sees_point(dw_match_scene(match), dw_match_eyes(match, s), landing)) {
            join_audience(&witnesses, &match->players[s].connection);
        }
    }
    send_to_audience(match, &witnesses, &message);
    feed(match, &message);
}

static dw_message chat_message(uint8_t slot, const char *name, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_CHAT_LINE};
    dw_chat_line *row = &message.as.chat_line;
    row->slot = slot;
    memcpy(row->name, name, strnlen(name, DW_PLAYER_NAME_MAX));
    memcpy(row->text, text, strnlen(text, DW_CHAT_MAX));
    return message;
}

static void send_other(dw_match *match, const dw_sim_event *event)
{
    switch ((dw_sim_event_kind)event->kind) {
    case DW_SIM_CAUGHT:
        dw_match_send_round(match); /* First: a client that hears of it finds the player caught in
                                       the roster. */
        send_all(match, DW_CLIENT_EVENT_CAUGHT, event->slot, 0, 0);
        break;
    case DW_SIM_TAKEN:
        send_all(match, DW_CLIENT_EVENT_ITEM_TAKEN, event->slot, event->item, 0);
        break;
    case DW_SIM_DROPPED:
        send_all(match, DW_CLIENT_EVENT_ITEM_DROPPED, event->slot, event->item, 0);
        break;
    case DW_SIM_HANDED:
        send_all(match, DW_CLIENT_EVENT_ITEM_HANDED, event->slot, event->item, event->mate);
        break;
    case DW_SIM_THROWN:
        send_thrown(match, event);
        break;
    case DW_SIM_SAID: {
        const dw_message said =
            chat_message(DW_SLOT_NONE, "server", dw_sim_mission(match->sim)->texts[event->text]);
        dw_match_tell(match, &said);
        break;
    }
    default:
        send_use_failed(match, event->slot, event->kind == DW_SIM_USE_BLOCKED ? 1 : 0);
        break;
    }
}

static void send_fact(dw_match *match, const fact *told)
{
    const dw_sim_event *event = &told->event;
    switch ((fact_kind)(told->turn >> FACT_KIND_SHIFT)) {
    case FACT_DOOR:
        send_door(match, event->door, event->slot);
        break;
    case FACT_CALL:
        send_bark(match, event->guard, told->call);
        if (event->kind == DW_SIM_DETECTED) {
            send_detected(match, event->guard, event->slot);
        }
        break;
    case FACT_RADIO:
        send_radio(match, event, radio_word(event));
        break;
    case FACT_INTENTION:
        send_intention(match, event);
        break;
    case FACT_OTHER:
        send_other(match, event);
        break;
    }
}

void dw_match_send_events(dw_match *match)
{
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(match->sim, &count);
    facts all;
    all.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        add_event(match, &all, &events[i]);
    }
    add_moods(match, &all);
    for (uint32_t i = 0; i < all.count; i++) {
        send_fact(match, &all.rows[i]);
    }
}

static void fill_roster(const dw_match *match, dw_round *round)
{
    const dw_world *world = dw_sim_world(match->sim);
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        const dw_slot_state state = dw_match_slot_state(match, s);
        if (state == DW_SLOT_EMPTY) {
            continue;
        }
        dw_roster_row *row = &round->roster[round->roster_count++];
        row->slot = (uint8_t)s;
        row->state = (uint8_t)state;
        if (state == DW_SLOT_CAUGHT) {
            row->caught_tick = match->play_start_tick + world->intruders[s].caught_tick - 1;
        }
        memcpy(row->name, match->players[s].connection.name, sizeof row->name);
    }
}

dw_round dw_match_round(const dw_match *match)
{
    dw_round round = {
        .tick = match->tick,
        .round = match->round.round,
        .phase = match->round.phase,
        .outcome = match->round.outcome,
        .start_tick = match->round.start_tick,
        .end_tick = match->round.end_tick,
        .winner = match->round.winner,
        .spectators = (uint8_t)dw_match_spectators(match),
        .paused = match->paused && match->round.phase == DW_PHASE_PLAY,
    };
    fill_roster(match, &round);
    return round;
}

void dw_match_send_round(dw_match *match)
{
    dw_message message = {.type = DW_MESSAGE_ROUND};
    message.as.round = dw_match_round(match);
    dw_match_tell(match, &message);
}

/* New spectators are sent the round that is on, as of the delay. */
static void send_newcomers_round(dw_match *match, uint32_t showing)
{
    audience newcomers;
    newcomers.count = 0;
    for (uint32_t i = 0; match->spectators_here > 0 && i < match->config.spectators_max; i++) {
        dw_spectator *spectator = &match->spectators[i];
        if (spectator->connection.connected && spectator->showing == showing &&
            !spectator->round_sent) {
            spectator->round_sent = true;
            join_audience(&newcomers, &spectator->connection);
        }
    }
    dw_message message = {.type = DW_MESSAGE_ROUND};
    message.as.round = match->showings[showing].round;
    send_to_audience(match, &newcomers, &message);
}

/* A mind may come later than what is shown. One of a round that is over would only confuse. */
static bool is_of_another_round(const dw_showing *showing, const dw_message *message)
{
    return message->type == DW_MESSAGE_MIND && message->as.mind.tick < showing->round.start_tick;
}

void dw_match_feed_spectators(dw_match *match)
{
    for (uint32_t i = 0; i < match->showing_count; i++) {
        dw_showing *showing = &match->showings[i];
        send_newcomers_round(match, i);
        dw_message message;
        uint32_t tick = 0;
        while (dw_spectator_feed_pop(&showing->feed, match->tick, &message, &tick)) {
            if (message.type == DW_MESSAGE_ROUND) {
                showing->round = message.as.round;
            }
            if (is_of_another_round(showing, &message)) {
                continue;
            }
            if (message.type == DW_MESSAGE_MIND && match->minds_shared) {
                send_to_spectators(match, &message);
            } else {
                send_to_showing(match, i, tick, &message);
            }
        }
    }
}

/* Not to living players: a second connection of one of them must not be their messenger. */
static void send_past_the_living(dw_match *match, const dw_message *message)
{
    audience players;
    players.count = 0;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        if (dw_match_slot_state(match, s) != DW_SLOT_ALIVE) {
            join_audience(&players, &match->players[s].connection);
        }
    }
    send_to_audience(match, &players, message);
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
            send_to_players(match, &message);
        }
        feed(match, &message);
    } else {
        const dw_message message = chat_message(DW_SLOT_NONE, connection->name, text);
        send_to_spectators(match, &message);
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
        send_to_players(match, &message);
    } else {
        match->stats.signals_refused++;
    }
    return taken;
}

void dw_match_send_everybody(dw_match *match, const dw_message *message)
{
    send_to_players(match, message);
    send_to_spectators(match, message);
}

void dw_match_announce(dw_match *match, const char *text)
{
    const dw_message message = chat_message(DW_SLOT_NONE, "server", text);
    dw_match_send_everybody(match, &message);
}

void dw_match_send_text(dw_match *match, const dw_connection *connection, const char *text)
{
    const dw_message message = chat_message(DW_SLOT_NONE, "server", text);
    send_to(match, connection, &message);
}
