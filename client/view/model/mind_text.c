#include "client/view/model/mind_text.h"

#include "client/view/model/hud_text.h"
#include "client/view/texts/say.h"
#include "common/base/check.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add(char out[DW_MIND_TEXT], const char *format, ...) DW_PRINTF(2, 3);

/* What does not fit is left off. */
static void add(char out[DW_MIND_TEXT], const char *format, ...)
{
    const size_t used = strlen(out);
    va_list list;
    va_start(list, format);
    (void)vsnprintf(out + used, DW_MIND_TEXT - used, format, list);
    va_end(list);
}

static const char *room_name(const dw_map *map, uint16_t room)
{
    return room < map->room_count ? map->rooms[room].name : dw_say(DW_SAY_THE_HOUSE);
}

void dw_mind_sentence(char out[DW_MIND_TEXT], const char *sentence, const dw_intruder_names *names)
{
    static const char word[] = "ntruder ";
    out[0] = '\0';
    const char *found = strstr(sentence, word);
    const char *number = found != NULL ? found + sizeof word - 1 : NULL;
    const bool named = found != NULL && found > sentence && (found[-1] == 'i' || found[-1] == 'I');
    if (!named || isdigit((unsigned char)*number) == 0) {
        add(out, "%s", sentence);
        return;
    }
    uint32_t slot = 0;
    const char *rest = number;
    while (isdigit((unsigned char)*rest) != 0 && slot < 100) {
        slot = slot * 10 + (uint32_t)(*rest++ - '0');
    }
    if (slot == 0 || slot > DW_INTRUDERS_MAX) {
        add(out, "%s", sentence);
        return;
    }
    char name[DW_INTRUDER_NAME];
    const bool known = dw_intruder_name(names, (uint8_t)(slot - 1), name);
    if (!known && found[-1] == 'I') {
        name[0] = (char)toupper((unsigned char)name[0]);
    }
    add(out, "%.*s%s%s", (int)(found - 1 - sentence), sentence, name, rest);
}

void dw_mind_row(char out[DW_MIND_TEXT], const dw_mind_view *mind, const dw_intruder_names *names)
{
    char sentence[DW_MIND_TEXT];
    dw_mind_sentence(sentence, mind->sentence, names);
    out[0] = '\0';
    if (mind->doing[0] != '\0') {
        const char *doing = dw_mind_goal(mind->doing);
        add(out, "%c%s. ", toupper((unsigned char)doing[0]), doing + 1);
    }
    add(out, "%s", sentence);
}

const char *dw_mind_goal(const char *goal)
{
    for (int id = DW_SAY_GOAL_PATROL; id <= DW_SAY_GOAL_WAITS; id++) {
        if (strcmp(goal, dw_say_of(DW_LANGUAGE_ENGLISH, (dw_say_id)id)) == 0) {
            return dw_say((dw_say_id)id);
        }
    }
    return goal;
}

static bool is_now(uint32_t then, uint32_t tick)
{
    return tick < then + DW_TICKS_PER_SECOND / 2;
}

void dw_mind_age(char out[DW_MIND_TEXT], uint32_t then, uint32_t tick)
{
    const uint32_t age = tick > then ? tick - then : 0;
    if (is_now(then, tick)) {
        (void)snprintf(out, DW_MIND_TEXT, "%s", dw_say(DW_SAY_AGE_NOW));
    } else if (age < 100 * DW_TICKS_PER_SECOND) {
        dw_say_into(out, DW_MIND_TEXT, DW_SAY_AGE_SECONDS,
                    DW_N((age + DW_TICKS_PER_SECOND / 2) / DW_TICKS_PER_SECOND));
    } else {
        dw_say_into(out, DW_MIND_TEXT, DW_SAY_AGE_MINUTES, DW_N(age / (60 * DW_TICKS_PER_SECOND)));
    }
}

void dw_mind_noise_text(char out[DW_MIND_TEXT], const dw_mind_noise *noise, uint32_t tick)
{
    char age[DW_MIND_TEXT];
    dw_mind_age(age, noise->tick, tick);
    dw_say_into(out, DW_MIND_TEXT, noise->alarm != 0 ? DW_SAY_NOTICED_ALARM : DW_SAY_NOTICED_NOISE,
                DW_N(noise->level_db), DW_S(age));
}

void dw_mind_because(char out[DW_MIND_TEXT], const dw_mind_view *mind, uint32_t tick)
{
    char age[DW_MIND_TEXT];
    char cause[DW_MIND_TEXT];
    (void)snprintf(cause, sizeof cause, "%s", dw_say_cause((dw_cause)mind->cause));
    for (uint32_t i = 0; mind->cause == DW_CAUSE_MESSAGE && i < mind->call_count; i++) {
        if (mind->calls[i].id == mind->cause_id) {
            dw_say_into(cause, sizeof cause, DW_SAY_CAUSE_MESSAGE_BY, DW_N(mind->calls[i].sender));
        }
    }
    dw_mind_age(age, mind->since, tick);
    dw_say_into(out, DW_MIND_TEXT,
                is_now(mind->since, tick) ? DW_SAY_BECAUSE_NOW : DW_SAY_BECAUSE_AGO, DW_S(cause),
                DW_S(age));
}

void dw_mind_belief(char out[DW_MIND_TEXT], const dw_mind_intruder *row, const dw_map *map,
                    uint32_t tick)
{
    const bool now = is_now(row->tick, tick);
    const char *room = room_name(map, row->room);
    char age[DW_MIND_TEXT];
    dw_mind_age(age, row->tick, tick);
    switch (row->source) {
    case DW_BELIEF_SEEN:
        dw_say_into(out, DW_MIND_TEXT, now ? DW_SAY_BELIEF_IN_SIGHT : DW_SAY_BELIEF_SEEN,
                    DW_S(now ? room : age), DW_S(room));
        break;
    case DW_BELIEF_TOUCHED:
        dw_say_into(out, DW_MIND_TEXT, now ? DW_SAY_BELIEF_FELT_NOW : DW_SAY_BELIEF_FELT,
                    DW_S(now ? room : age), DW_S(room));
        break;
    case DW_BELIEF_TOLD:
        dw_say_into(out, DW_MIND_TEXT, now ? DW_SAY_BELIEF_TOLD_NOW : DW_SAY_BELIEF_TOLD,
                    DW_N(row->told_by), DW_S(now ? room : age), DW_S(room));
        break;
    default:
        (void)snprintf(out, DW_MIND_TEXT, "%s", dw_say(DW_SAY_NOT_SEEN_YET));
        break;
    }
}

/* What a task is about: a door by its rooms, or a room. */
static void put_task(char out[DW_MIND_TEXT], uint16_t door_index, uint16_t room, const dw_map *map)
{
    if (door_index < map->door_count) {
        const dw_door *door = &map->doors[door_index];
        dw_say_into(out, DW_MIND_TEXT, DW_SAY_TASK_DOOR, DW_S(room_name(map, door->half[0].room)),
                    DW_S(room_name(map, door->half[1].room)));
    } else {
        (void)snprintf(out, DW_MIND_TEXT, "%s", room_name(map, room));
    }
}

void dw_mind_call_text(char out[DW_MIND_TEXT], const dw_mind_call *call,
                       const dw_intruder_names *names)
{
    static const dw_say_id ids[DW_RADIO_KIND_COUNT] = {
        [DW_RADIO_REPORT] = DW_SAY_SAY_REPORT,   [DW_RADIO_CLEAR] = DW_SAY_SAY_CLEAR,
        [DW_RADIO_CAUGHT] = DW_SAY_SAY_CAUGHT,   [DW_RADIO_OFFER] = DW_SAY_SAY_OFFER,
        [DW_RADIO_HOLDS] = DW_SAY_SAY_HOLDS,     [DW_RADIO_MISSING] = DW_SAY_SAY_MISSING,
        [DW_RADIO_REQUEST] = DW_SAY_SAY_REQUEST, [DW_RADIO_CALL] = DW_SAY_SAY_CALL,
        [DW_RADIO_BID] = DW_SAY_SAY_BID,         [DW_RADIO_AWARD] = DW_SAY_SAY_AWARD,
        [DW_RADIO_AGREE] = DW_SAY_SAY_AGREE,     [DW_RADIO_REFUSE] = DW_SAY_SAY_REFUSE,
        [DW_RADIO_DONE] = DW_SAY_SAY_DONE,       [DW_RADIO_FAILED] = DW_SAY_SAY_FAILED,
        [DW_RADIO_BOARD] = DW_SAY_SAY_BOARD,     [DW_RADIO_NOTICE] = DW_SAY_SAY_NOTICE};
    char player[DW_INTRUDER_NAME];
    char task[DW_MIND_TEXT];
    const dw_map *map = names->map;
    const char *room = room_name(map, call->room);
    out[0] = '\0';
    if (call->kind >= DW_RADIO_KIND_COUNT) {
        return;
    }
    (void)dw_intruder_name(names, call->slot, player);
    put_task(task, call->door, call->room, map);
    switch ((dw_radio_kind)call->kind) {
    case DW_RADIO_REPORT:
    case DW_RADIO_CAUGHT:
        dw_say_into(out, DW_MIND_TEXT, ids[call->kind], DW_S(player), DW_S(room));
        break;
    case DW_RADIO_TAKES:
        dw_say_into(out, DW_MIND_TEXT,
                    call->door < map->door_count ? DW_SAY_SAY_COVER : DW_SAY_SAY_SEARCH,
                    DW_S(task));
        break;
    case DW_RADIO_CLEAR:
    case DW_RADIO_OFFER:
    case DW_RADIO_HOLDS:
    case DW_RADIO_NOTICE:
        dw_say_into(out, DW_MIND_TEXT, ids[call->kind], DW_S(room));
        break;
    case DW_RADIO_MISSING:
        dw_say_into(out, DW_MIND_TEXT, ids[call->kind],
                    DW_S(map->items[dw_map_objective(map)].name), DW_S(room));
        break;
    default:
        dw_say_into(out, DW_MIND_TEXT, ids[call->kind], DW_S(task));
        break;
    }
}

void dw_mind_decision(char out[DW_MIND_TEXT], const dw_goal_change *change, uint32_t began)
{
    char clock[DW_HUD_TEXT];
    dw_hud_clock(clock, change->tick > began ? change->tick - began : 0);
    dw_say_into(out, DW_MIND_TEXT, DW_SAY_MIND_DECISION, DW_S(clock),
                DW_S(dw_mind_goal(change->to)), DW_S(dw_say_cause((dw_cause)change->cause)));
}

void dw_mind_contract(char out[DW_MIND_TEXT], const dw_contract *contract, const dw_map *map)
{
    static const dw_say_id ids[] = {[DW_CONTRACT_OPEN] = DW_SAY_CONTRACT_OPEN,
                                    [DW_CONTRACT_TAKEN] = DW_SAY_CONTRACT_TAKEN,
                                    [DW_CONTRACT_DONE] = DW_SAY_CONTRACT_DONE,
                                    [DW_CONTRACT_FAILED] = DW_SAY_CONTRACT_FAILED};
    char task[DW_MIND_TEXT];
    put_task(task, contract->door, contract->room, map);
    dw_say_into(out, DW_MIND_TEXT, ids[contract->state], DW_S(task), DW_N(contract->guard));
}

void dw_mind_strategy(char out[DW_MIND_TEXT], const dw_mind_view *mind)
{
    if (mind->strategy[0] != '\0') {
        dw_say_into(out, DW_MIND_TEXT, DW_SAY_MIND_STRATEGY, DW_S(mind->strategy));
    } else {
        (void)snprintf(out, DW_MIND_TEXT, "%s", dw_say(DW_SAY_MIND_STRATEGY_UNNAMED));
    }
}

bool dw_mind_call_is_bid(const dw_mind_call *call)
{
    return call->kind == DW_RADIO_OFFER || call->kind == DW_RADIO_BID ||
           call->kind == DW_RADIO_REFUSE;
}

uint32_t dw_mind_pieces_done(const dw_mind_view *mind)
{
    uint32_t done = 0;
    for (uint32_t i = 0; i < mind->piece_count; i++) {
        done += mind->pieces[i].sides == 0 ? 1 : 0;
    }
    return done;
}

void dw_mind_search_text(char out[DW_MIND_TEXT], const dw_mind_view *mind, const dw_map *map)
{
    out[0] = '\0';
    if (mind->room_count == 0) {
        return;
    }
    dw_say_into(out, DW_MIND_TEXT, DW_SAY_SEARCH_ROOM, DW_S(room_name(map, mind->rooms[0])),
                DW_N(dw_mind_pieces_done(mind)), DW_N(mind->piece_count));
    for (uint32_t i = 1; i < mind->room_count; i++) {
        if (i == 1) {
            dw_say_add(out, DW_MIND_TEXT, DW_SAY_SEARCH_NEXT, DW_S(room_name(map, mind->rooms[i])));
        } else {
            add(out, ", %s", room_name(map, mind->rooms[i]));
        }
    }
}
