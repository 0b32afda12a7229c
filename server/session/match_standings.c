/* match_standings.c - what the players of a match know of each other beside the game: who is ready,
 * and how each one stands over the rounds that are over; and after a round, for each player alone,
 * what detected it. Nothing here tells of a round that is on, but who is ready for it. */
#include "common/base/check.h"
#include "server/session/match_state.h"

enum {
    PING_TICKS = 5 * DW_TICKS_PER_SECOND, /* Pings alone are told no more often, */
    PING_STEP_MS = 10                     /* and only when one has changed by so much. */
};

static uint16_t add_capped(uint16_t sum, uint32_t more)
{
    return more < (uint32_t)(UINT16_MAX - sum) ? (uint16_t)(sum + more) : UINT16_MAX;
}

bool dw_match_say_ready(dw_match *match, dw_client_handle client, bool ready)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client(match, client, &connection);
    if (index < 0 || index >= DW_INTRUDERS_MAX || match->round.phase != DW_PHASE_LOBBY) {
        return false;
    }
    const uint32_t bit = UINT32_C(1) << index;
    const uint32_t now = ready ? match->ready | bit : match->ready & ~bit;
    match->standings_changed = match->standings_changed || now != match->ready;
    match->ready = now;
    match->players[index].idle_ticks = 0;
    return true;
}

bool dw_match_all_ready(const dw_match *match)
{
    const uint32_t here = match->playing & match->connected;
    return here != 0 && (here & ~match->ready) == 0;
}

void dw_match_note_ping(dw_match *match, dw_client_handle client, uint32_t ms)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client(match, client, &connection);
    if (index >= 0 && index < DW_INTRUDERS_MAX) {
        dw_score *row = &match->scores[index];
        const int32_t now = (int32_t)(ms < DW_PING_MS_MAX ? ms : DW_PING_MS_MAX);
        const int32_t change = now - row->ping_ms;
        if (change >= PING_STEP_MS || change <= -PING_STEP_MS || row->ping_ms == 0) {
            match->pings_changed = match->pings_changed || change != 0;
            row->ping_ms = (uint16_t)now;
        }
    }
}

void dw_match_forget_standing(dw_match *match, uint32_t slot)
{
    match->scores[slot] = (dw_score){.rows = 0};
    match->ready &= ~(UINT32_C(1) << slot);
    match->standings_changed = true;
}

void dw_match_begin_detections(dw_match *match)
{
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        dw_score *score = &match->scores[s];
        score->detected = 0;
        score->taken = 0;
        score->open = 0;
        score->rows = 0;
    }
    match->standings_changed = match->standings_changed || match->ready != 0;
    match->ready = 0;
}

static uint8_t seen_as(const dw_match *match, uint16_t guard)
{
    const dw_kind *kind =
        &match->config.rules->kinds[dw_guard_actor(dw_sim_world(match->sim), guard)->kind];
    return kind->look == DW_KIND_LOOK_BOX && kind->senses.motion.range_mm > 0
               ? (uint8_t)DW_DETECTED_BY_DETECTOR
               : (uint8_t)kind->look;
}

static void take_detected(dw_match *match, const dw_sim_event *event)
{
    dw_score *score = &match->scores[event->slot];
    score->detected = add_capped(score->detected, 1);
    if (score->rows == DW_DETECTIONS_MAX) {
        return;
    }
    const dw_vec at = dw_intruder_actor(dw_sim_world(match->sim), event->slot)->body.position;
    const uint16_t room = dw_map_room_at(match->config.map, at);
    const uint32_t row = score->rows++;
    score->ticks[row] = match->tick;
    score->lengths[row] = 0;
    score->rooms[row] = room == DW_NONE ? 0 : (uint16_t)(room + 1);
    score->guards[row] = (uint8_t)event->guard;
    score->by[row] = seen_as(match, event->guard);
    score->open |= (uint16_t)(1U << row);
}

/* Ends the detections of that intruder by that guard, DW_NONE: by all. */
static void end_detections(dw_match *match, uint32_t slot, uint16_t guard)
{
    dw_score *score = &match->scores[slot];
    for (uint32_t left = score->open; left != 0; left &= left - 1) {
        const uint32_t row = (uint32_t)__builtin_ctz(left);
        if (guard == DW_NONE || score->guards[row] == guard) {
            score->lengths[row] = add_capped(0, match->tick - score->ticks[row]);
            score->open &= (uint16_t) ~(1U << row);
        }
    }
}

void dw_match_note_detections(dw_match *match)
{
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(match->sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        const dw_sim_event *event = &events[i];
        switch ((dw_sim_event_kind)event->kind) {
        case DW_SIM_DETECTED:
            take_detected(match, event);
            break;
        case DW_SIM_LOST:
            end_detections(match, event->slot, event->guard);
            break;
        case DW_SIM_CAUGHT:
            end_detections(match, event->slot, DW_NONE);
            break;
        case DW_SIM_TAKEN:
            match->scores[event->slot].taken = add_capped(match->scores[event->slot].taken, 1);
            break;
        default:
            break;
        }
    }
}

static dw_message detections_of(const dw_match *match, uint32_t slot)
{
    const dw_score *score = &match->scores[slot];
    dw_message message = {.type = DW_MESSAGE_DETECTIONS};
    dw_detections *told = &message.as.detections;
    told->round = match->round.round;
    told->detected = score->detected;
    told->count = score->rows;
    for (uint32_t i = 0; i < score->rows; i++) {
        told->rows[i] = (dw_detection){.tick = score->ticks[i],
                                       .ticks = score->lengths[i],
                                       .room = score->rooms[i],
                                       .by = score->by[i]};
    }
    return message;
}

/* Two players that would be sent the same. */
static bool same_detections(const dw_score *a, const dw_score *b)
{
    bool same = a->detected == b->detected && a->rows == b->rows;
    for (uint32_t i = 0; same && i < a->rows; i++) {
        same = a->ticks[i] == b->ticks[i] && a->lengths[i] == b->lengths[i] &&
               a->rooms[i] == b->rooms[i] && a->by[i] == b->by[i];
    }
    return same;
}

/* What several are told alike leaves the match once. */
static void tell_detections(dw_match *match)
{
    uint32_t left = match->playing & match->connected;
    while (left != 0) {
        const uint32_t first = (uint32_t)__builtin_ctz(left);
        const dw_message message = detections_of(match, first);
        uint32_t tags[DW_INTRUDERS_MAX];
        uint32_t count = 0;
        for (uint32_t rest = left; rest != 0; rest &= rest - 1) {
            const uint32_t slot = (uint32_t)__builtin_ctz(rest);
            if (same_detections(&match->scores[slot], &match->scores[first])) {
                tags[count++] = match->players[slot].connection.tag;
                left &= ~(UINT32_C(1) << slot);
            }
        }
        match->config.send(match->config.send_context, tags, count, &message);
    }
}

void dw_match_end_detections(dw_match *match, uint8_t winner)
{
    const dw_world *world = dw_sim_world(match->sim);
    for (uint32_t left = match->playing; left != 0; left &= left - 1) {
        const uint32_t slot = (uint32_t)__builtin_ctz(left);
        dw_score *score = &match->scores[slot];
        const bool caught = dw_intruder_slot_state(world, slot) == DW_SLOT_CAUGHT;
        end_detections(match, slot, DW_NONE);
        score->sum_detected = add_capped(score->sum_detected, score->detected);
        score->sum_taken = add_capped(score->sum_taken, score->taken);
        score->sum_caught = add_capped(score->sum_caught, caught ? 1 : 0);
        score->sum_escaped = add_capped(score->sum_escaped, slot == winner ? 1 : 0);
    }
    tell_detections(match);
    match->standings_changed = true;
}

void dw_match_tell_standings(dw_match *match)
{
    const bool pings_due =
        match->pings_changed && match->tick - match->standings_tick >= PING_TICKS;
    if (!match->standings_changed && !pings_due) {
        return;
    }
    match->standings_changed = false;
    match->pings_changed = false;
    match->standings_tick = match->tick;
    dw_message message = {.type = DW_MESSAGE_STANDINGS};
    dw_standings *told = &message.as.standings;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        if (dw_match_seat_taken(match, s)) {
            told->ready |= (uint16_t)(match->ready & UINT32_C(1) << s);
            const dw_score *score = &match->scores[s];
            told->rows[told->count++] = (dw_standing){.slot = (uint8_t)s,
                                                      .ping_ms = score->ping_ms,
                                                      .detected = score->sum_detected,
                                                      .taken = score->sum_taken,
                                                      .caught = score->sum_caught,
                                                      .escaped = score->sum_escaped};
        }
    }
    dw_match_tell(match, &message);
}
