/* match_mission.c - what players know of the mission of a match, and how a round with it ended
 * (server/RULES.md 12). Players are told of a part once it is open. Spectators are told the same,
 * as late as they see the match: who watches must not know more than those who play.
 *
 *     56 mission (to newcomers) --> 57 part (when it opens) --> 58 state (when it changes)
 *                                                               62 question (match_question.c)
 *
 * A client that has had part n and is told part n or an earlier one again forgets those behind it.
 */
#include "server/session/match_state.h"

#include <string.h>

static const dw_mission *mission_of(const dw_match *match)
{
    return dw_sim_mission(match->sim);
}

static bool names(const dw_part *part, uint32_t what)
{
    return (dw_part_words[part->kind].names & what) != 0;
}

/* --- what has happened --- */

/* By the events of the last step. */
static uint8_t settled_by(const dw_match *match, uint32_t part)
{
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(match->sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == DW_SIM_PART_DONE && events[i].part == part) {
            return events[i].slot < DW_INTRUDERS_MAX ? (uint8_t)events[i].slot : DW_SLOT_NONE;
        }
    }
    return DW_SLOT_NONE;
}

static void look_at_parts(dw_match *match)
{
    const dw_mission *mission = mission_of(match);
    const dw_mission_state *state = dw_sim_mission_state(match->sim);
    dw_mission_told *told = &match->mission;
    uint32_t fresh = dw_mission_told_parts(mission, state);
    for (uint32_t n = 0; n < told->count; n++) {
        fresh &= ~(UINT32_C(1) << told->parts[n]);
    }
    for (; fresh != 0; fresh &= fresh - 1) {
        told->parts[told->count] = (uint8_t)__builtin_ctz(fresh);
        told->slots[told->count] = DW_SLOT_NONE;
        told->settled[told->count] = 0;
        told->count++;
    }
    for (uint32_t n = 0; n < told->count; n++) {
        if (told->settled[n] == 0 &&
            dw_mission_part_state(mission, state, told->parts[n]) != DW_PART_OPEN) {
            told->settled[n] = dw_sim_world(match->sim)->tick;
            told->slots[n] = settled_by(match, told->parts[n]);
        }
    }
}

void dw_match_begin_mission(dw_match *match)
{
    match->mission = (dw_mission_told){.count = 0};
    if (mission_of(match) != NULL) {
        look_at_parts(match);
    }
}

void dw_match_note_mission(dw_match *match)
{
    if (mission_of(match) == NULL) {
        return;
    }
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(match->sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == DW_SIM_REPORTED && match->mission.alarms < UINT16_MAX) {
            match->mission.alarms++;
        }
    }
    look_at_parts(match);
}

/* --- messages --- */

static dw_message brief_of(const dw_mission *mission)
{
    dw_message message = {.type = DW_MESSAGE_MISSION};
    dw_mission_brief *brief = &message.as.mission;
    memcpy(brief->name, mission->name, sizeof brief->name);
    memcpy(brief->title, mission->title, sizeof brief->title);
    brief->players_min = (uint8_t)mission->players_min;
    brief->players_max = (uint8_t)mission->players_max;
    brief->time_limit_s = mission->time_limit_ticks / DW_TICKS_PER_SECOND;
    brief->briefing_count = mission->briefing_count;
    for (uint32_t i = 0; i < brief->briefing_count; i++) {
        memcpy(brief->briefing[i], mission->texts[i], sizeof brief->briefing[i]);
    }
    return message;
}

/* Part `number` of `order`, which has indices of parts. */
static dw_message part_of(const dw_match *match, const uint8_t *order, uint32_t number)
{
    const dw_part *part = &mission_of(match)->parts[order[number]];
    dw_message message = {.type = DW_MESSAGE_MISSION_PART};
    dw_mission_part *told = &message.as.mission_part;
    told->number = (uint8_t)number;
    told->kind = part->kind;
    told->optional = part->optional;
    for (uint32_t n = 0; n < number; n++) {
        const uint32_t before = part->after >> order[n] & 1;
        told->after = (uint16_t)(told->after | before << n);
    }
    told->item = names(part, DW_NAMES_ITEM) ? (uint8_t)(part->names.item + 1) : 0;
    told->device = names(part, DW_NAMES_DEVICE) ? (uint8_t)(part->names.device + 1) : 0;
    told->place = part->names.place;
    told->ticks = part->kind == DW_PART_SURVIVE                               ? part->names.ticks
                  : part->kind == DW_PART_SCAN || part->kind == DW_PART_PLANT ? DW_SCAN_TICKS
                                                                              : 0;
    memcpy(told->id, part->id, sizeof told->id);
    memcpy(told->text, part->text, sizeof told->text);
    return message;
}

static uint8_t holder_of(const dw_mission_state *state, uint16_t device)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (state->holding[s] == device + 1) {
            return (uint8_t)s;
        }
    }
    return DW_SLOT_NONE;
}

dw_device_set dw_match_triggered_devices(const dw_match *match)
{
    const dw_mission *mission = mission_of(match);
    return mission != NULL ? dw_mission_triggered_devices(mission, dw_sim_mission_state(match->sim))
                           : 0;
}

static dw_parts_told parts_of(const dw_match *match)
{
    const dw_mission *mission = mission_of(match);
    const dw_mission_state *state = dw_sim_mission_state(match->sim);
    dw_parts_told told = {.tick = match->tick,
                          .devices = dw_match_triggered_devices(match) & match->found_devices,
                          .count = match->mission.count};
    for (uint32_t n = 0; n < told.count; n++) {
        const uint32_t p = match->mission.parts[n];
        const bool held = match->round.phase == DW_PHASE_PLAY && state->held[p] > 0;
        dw_part_row *row = &told.rows[n];
        row->state = (uint8_t)dw_mission_part_state(mission, state, p);
        row->at = match->mission.settled[n];
        row->slot = match->mission.slots[n];
        if (row->state == DW_PART_OPEN && held) {
            row->held = state->held[p];
            row->slot = names(&mission->parts[p], DW_NAMES_DEVICE)
                            ? holder_of(state, mission->parts[p].names.device)
                            : (uint8_t)DW_SLOT_NONE;
        }
    }
    return told;
}

/* Whether clients that have `old` know `now`: they count on by themselves while `held` is not 0. */
static bool is_known(const dw_match *match, const dw_parts_told *old, const dw_parts_told *now)
{
    bool known = old->tick != 0 && old->count == now->count && old->devices == now->devices;
    for (uint32_t n = 0; n < now->count && known; n++) {
        const dw_part_row *a = &old->rows[n];
        const dw_part_row *b = &now->rows[n];
        const uint32_t counted = a->held + (now->tick - old->tick);
        known = a->state == b->state && a->slot == b->slot && a->at == b->at &&
                (a->held == 0) == (b->held == 0) &&
                (b->held == 0 || b->held == counted || match->paused);
    }
    return known;
}

static void send_known(dw_match *match, const dw_connection *connection)
{
    const dw_message brief = brief_of(mission_of(match));
    dw_match_send_one(match, connection, &brief);
    const dw_parts_told *sent = &match->mission_views->sent;
    if (sent->tick == 0) {
        return; /* The rest comes now, for all. */
    }
    for (uint32_t n = 0; n < sent->count; n++) {
        const dw_message part = part_of(match, match->mission.parts, n);
        dw_match_send_one(match, connection, &part);
    }
    const dw_message state = {.type = DW_MESSAGE_MISSION_STATE, .as.mission_state = *sent};
    dw_match_send_one(match, connection, &state);
    dw_match_send_question(match, connection);
}

static void tell_newcomers(dw_match *match)
{
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        const uint32_t bit = UINT32_C(1) << s;
        if ((match->connected & ~match->mission_told & bit) != 0) {
            match->mission_told |= bit;
            send_known(match, &match->players[s].connection);
        }
    }
}

/* A round that begins anew has the first parts in the same order, so that they stay as told. */
void dw_match_tell_mission(dw_match *match)
{
    if (mission_of(match) == NULL) {
        return;
    }
    dw_parts_told *sent = &match->mission_views->sent;
    const bool cut = sent->count > match->mission.count;
    sent->count = cut ? match->mission.count : sent->count;
    tell_newcomers(match);
    dw_match_tell_question(match);
    const dw_parts_told now = parts_of(match);
    if (!cut && is_known(match, sent, &now)) {
        return;
    }
    for (uint32_t n = sent->tick == 0 ? 0 : sent->count; n < now.count; n++) {
        const dw_message part = part_of(match, match->mission.parts, n);
        dw_match_tell(match, &part);
    }
    *sent = now;
    const dw_message state = {.type = DW_MESSAGE_MISSION_STATE, .as.mission_state = now};
    dw_match_tell(match, &state);
}

void dw_match_say_notice(dw_match *match, const char *speaker, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_MISSION_NOTICE,
                          .as.mission_notice = {.tick = match->tick}};
    memcpy(message.as.mission_notice.speaker, speaker,
           strnlen(speaker, sizeof message.as.mission_notice.speaker - 1));
    memcpy(message.as.mission_notice.text, text,
           strnlen(text, sizeof message.as.mission_notice.text - 1));
    dw_match_tell(match, &message);
}

/* --- the result --- */

/* Rule 12.11. */
static void fill_player(const dw_match *match, uint32_t slot, bool won, dw_result_row *row)
{
    const dw_mission *mission = mission_of(match);
    const dw_mission_state *state = dw_sim_mission_state(match->sim);
    const dw_mission_told *told = &match->mission;
    row->slot = (uint8_t)slot;
    row->sightings = match->scores[slot].detected;
    row->caught = dw_intruder_slot_state(dw_sim_world(match->sim), slot) == DW_SLOT_CAUGHT;
    for (uint32_t n = 0; n < told->count; n++) {
        const uint32_t p = told->parts[n];
        if (told->slots[n] == slot && (state->done >> p & 1) != 0) {
            row->parts++;
            row->points +=
                mission->parts[p].optional ? mission->score.optional : mission->score.part;
        }
    }
    row->points += won && !row->caught ? mission->score.won : 0;
    row->points += won && row->sightings == 0 ? mission->score.unseen : 0;
}

void dw_match_end_mission(dw_match *match, dw_outcome outcome)
{
    const dw_mission *mission = mission_of(match);
    if (mission == NULL) {
        return;
    }
    dw_match_tell_mission(match);
    const dw_mission_state *state = dw_sim_mission_state(match->sim);
    const bool won = outcome == DW_OUTCOME_WON;
    const uint32_t ticks = dw_sim_world(match->sim)->tick;
    dw_message message = {.type = DW_MESSAGE_MISSION_RESULT};
    dw_mission_result *result = &message.as.mission_result;
    result->round = match->round.round;
    result->outcome = (uint8_t)outcome;
    result->ticks = ticks;
    result->alarms = match->mission.alarms;
    result->alarm = state->alarm;
    result->points = dw_mission_points(mission, state, ticks, won);
    for (uint32_t p = 0; p < mission->part_count; p++) {
        if ((state->done >> p & 1) != 0) {
            uint8_t *count = mission->parts[p].optional ? &result->optional : &result->parts;
            (*count)++;
        }
    }
    for (uint32_t left = match->playing; left != 0; left &= left - 1) {
        dw_result_row *row = &result->rows[result->count++];
        fill_player(match, (uint32_t)__builtin_ctz(left), won, row);
        const uint32_t sum = (uint32_t)result->sightings + row->sightings;
        result->sightings = (uint16_t)(sum < UINT16_MAX ? sum : UINT16_MAX);
    }
    dw_match_tell(match, &message);
}

/* --- spectators --- */

static uint8_t find_part(const dw_mission *mission, const char *id)
{
    uint8_t p = 0;
    while (p + 1 < mission->part_count && strcmp(mission->parts[p].id, id) != 0) {
        p++;
    }
    return p;
}

/* The feed may have lost the part before. */
void dw_match_show_mission(dw_match *match, uint32_t showing, const dw_message *message)
{
    const dw_mission_part *part = &message->as.mission_part;
    if (match->mission_views == NULL) {
        return;
    }
    dw_mission_shown *shown = &match->mission_views->shown[showing];
    if (message->type == DW_MESSAGE_MISSION_PART && part->number <= shown->part_count) {
        shown->parts[part->number] = find_part(mission_of(match), part->id);
        shown->part_count = (uint8_t)(part->number + 1);
    } else if (message->type == DW_MESSAGE_MISSION_STATE) {
        const uint8_t count = message->as.mission_state.count;
        shown->state = message->as.mission_state;
        shown->part_count = count < shown->part_count ? count : shown->part_count;
    }
    dw_match_show_question(match, showing, message);
}

void dw_match_send_shown_mission(dw_match *match, uint32_t showing, const dw_audience *to)
{
    if (match->mission_views == NULL || to->count == 0) {
        return;
    }
    const dw_mission_shown *shown = &match->mission_views->shown[showing];
    dw_message message = brief_of(mission_of(match));
    dw_audience_send(match, to, &message);
    for (uint32_t n = 0; n < shown->part_count; n++) {
        message = part_of(match, shown->parts, n);
        dw_audience_send(match, to, &message);
    }
    if (shown->state.tick != 0) {
        message.type = DW_MESSAGE_MISSION_STATE;
        message.as.mission_state = shown->state;
        dw_audience_send(match, to, &message);
    }
    dw_match_send_shown_question(match, showing, to);
}

void dw_match_reset_mission_views(dw_match *match)
{
    if (match->mission_views != NULL) {
        memset(match->mission_views, 0, sizeof *match->mission_views);
    }
}
