/* match_events.c - messages to clients: events by what each may know, and rounds to all. Spectators
 * get everything, through the feed, as late as they see it. */
#include "common/base/check.h"
#include "server/session/match_state.h"

#include <string.h>

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
            dw_match_send_one(match, &match->players[s].connection, &message);
        }
    }
    const dw_message message =
        event_message(match, DW_CLIENT_EVENT_BARK, (uint16_t)(1 + guard), call);
    dw_match_feed(match, &message);
}

/* To the player who is detected, after the guard's call. */
static void send_detected(dw_match *match, uint16_t guard, uint16_t slot)
{
    const uint8_t id = seen_guard_id(match, slot, guard);
    if (id != 0) {
        const dw_message message = event_message(match, DW_CLIENT_EVENT_DETECTED, id, 0);
        dw_match_send_one(match, &match->players[slot].connection, &message);
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
    dw_audience witnesses;
    witnesses.count = 0;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        dw_player *player = &match->players[s];
        if (player->connection.connected &&
            (s == by_slot ||
             dw_interest_sees_door(dw_match_scene(match), dw_match_eyes(match, s), door))) {
            dw_door_set_put(&player->interest.doors, door, open);
            dw_audience_join(&witnesses, &player->connection);
        }
    }
    dw_audience_send(match, &witnesses, &message);
    dw_match_feed(match, &message);
}

static void send_use_failed(dw_match *match, uint16_t slot, uint16_t blocked)
{
    const dw_message message = event_message(match, DW_CLIENT_EVENT_USE_FAILED, blocked, 0);
    dw_match_send_one(match, &match->players[slot].connection, &message);
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
    dw_audience witnesses;
    witnesses.count = 0;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        if (s == event->slot ||
            dw_interest_sees_point(dw_match_scene(match), dw_match_eyes(match, s), landing)) {
            dw_audience_join(&witnesses, &match->players[s].connection);
        }
    }
    dw_audience_send(match, &witnesses, &message);
    dw_match_feed(match, &message);
}

static void say(dw_match *match, const dw_sim_event *event)
{
    const dw_mission *mission = dw_sim_mission(match->sim);
    dw_match_say_notice(match, event->speaker > 0 ? mission->texts[event->speaker - 1] : "",
                        mission->texts[event->text]);
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
    case DW_SIM_SAID:
        say(match, event);
        break;
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
    dw_audience newcomers;
    newcomers.count = 0;
    for (uint32_t i = 0; match->spectators_here > 0 && i < match->config.spectators_max; i++) {
        dw_spectator *spectator = &match->spectators[i];
        if (spectator->connection.connected && spectator->showing == showing &&
            !spectator->round_sent) {
            spectator->round_sent = true;
            dw_audience_join(&newcomers, &spectator->connection);
        }
    }
    dw_message message = {.type = DW_MESSAGE_ROUND};
    message.as.round = match->showings[showing].round;
    dw_match_send_shown_items(match, showing, &newcomers);
    dw_match_send_shown_mission(match, showing, &newcomers);
    dw_audience_send(match, &newcomers, &message);
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
            dw_match_show_item(match, i, &message);
            dw_match_show_mission(match, i, &message);
            if (is_of_another_round(showing, &message)) {
                continue;
            }
            if (message.type == DW_MESSAGE_MIND && match->minds_shared) {
                dw_match_send_spectators(match, &message);
            } else {
                dw_match_send_showing(match, i, tick, &message);
            }
        }
    }
}
