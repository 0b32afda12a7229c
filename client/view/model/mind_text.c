#include "client/view/model/mind_text.h"

#include "client/core/roster.h"
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

static void add_player(char out[DW_MIND_TEXT], const dw_round *round, uint32_t slot)
{
    const char *name = slot < DW_INTRUDERS_MAX ? dw_round_name(round, (uint8_t)slot) : "";
    if (name[0] != '\0') {
        add(out, "%s", name);
    } else {
        add(out, "intruder %u", slot + 1);
    }
}

static const char *room_name(const dw_map *map, uint16_t room)
{
    return room < map->room_count ? map->rooms[room].name : "the house";
}

void dw_mind_sentence(char out[DW_MIND_TEXT], const char *sentence, const dw_round *round)
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
    add(out, "%.*s", (int)(found - 1 - sentence), sentence);
    add_player(out, round, slot - 1);
    add(out, "%s", rest);
}

void dw_mind_row(char out[DW_MIND_TEXT], const dw_mind_view *mind, const dw_round *round)
{
    char sentence[DW_MIND_TEXT];
    dw_mind_sentence(sentence, mind->sentence, round);
    out[0] = '\0';
    if (mind->doing[0] != '\0') {
        add(out, "%c%s. ", toupper((unsigned char)mind->doing[0]), mind->doing + 1);
    }
    add(out, "%s", sentence);
}

void dw_mind_age(char out[DW_MIND_TEXT], uint32_t then, uint32_t tick)
{
    const uint32_t age = tick > then ? tick - then : 0;
    if (age < DW_TICKS_PER_SECOND / 2) {
        (void)snprintf(out, DW_MIND_TEXT, "now");
    } else if (age < 100 * DW_TICKS_PER_SECOND) {
        (void)snprintf(out, DW_MIND_TEXT, "%u s",
                       (age + DW_TICKS_PER_SECOND / 2) / DW_TICKS_PER_SECOND);
    } else {
        (void)snprintf(out, DW_MIND_TEXT, "%u min", age / (60 * DW_TICKS_PER_SECOND));
    }
}

static void add_ago(char out[DW_MIND_TEXT], uint32_t then, uint32_t tick)
{
    char age[DW_MIND_TEXT];
    dw_mind_age(age, then, tick);
    add(out, strcmp(age, "now") == 0 ? "%s" : "%s ago", age);
}

void dw_mind_because(char out[DW_MIND_TEXT], const dw_mind_view *mind, uint32_t tick)
{
    out[0] = '\0';
    add(out, "%s", dw_cause_text((dw_cause)mind->cause));
    for (uint32_t i = 0; mind->cause == DW_CAUSE_MESSAGE && i < mind->call_count; i++) {
        if (mind->calls[i].id == mind->cause_id) {
            add(out, " by guard %u", mind->calls[i].sender);
        }
    }
    add(out, ", ");
    add_ago(out, mind->since, tick);
}

void dw_mind_belief(char out[DW_MIND_TEXT], const dw_mind_intruder *row, const dw_map *map,
                    uint32_t tick)
{
    static const char *const verbs[DW_BELIEF_SOURCE_COUNT] = {"", "seen", "felt", "told"};
    out[0] = '\0';
    if (row->source == DW_BELIEF_NONE || row->source >= DW_BELIEF_SOURCE_COUNT) {
        add(out, "not seen yet");
        return;
    }
    char age[DW_MIND_TEXT];
    dw_mind_age(age, row->tick, tick);
    const bool now = strcmp(age, "now") == 0;
    if (now && row->source == DW_BELIEF_SEEN) {
        add(out, "in sight");
    } else {
        add(out, "%s", verbs[row->source]);
        if (row->source == DW_BELIEF_TOLD) {
            add(out, " by guard %u", row->told_by);
        }
        add(out, now ? " just now" : " %s ago", age);
    }
    add(out, ", %s", room_name(map, row->room));
}

/* What a task is about: a door by its rooms, or a room. */
static void add_task(char out[DW_MIND_TEXT], const char *before, const dw_mind_call *call,
                     const dw_map *map, const char *after)
{
    add(out, "%s ", before);
    if (call->door < map->door_count) {
        const dw_door *door = &map->doors[call->door];
        add(out, "door %s / %s", room_name(map, door->half[0].room),
            room_name(map, door->half[1].room));
    } else {
        add(out, "%s", room_name(map, call->room));
    }
    add(out, "%s", after);
}

void dw_mind_call_text(char out[DW_MIND_TEXT], const dw_mind_call *call, const dw_map *map,
                       const dw_round *round)
{
    out[0] = '\0';
    switch ((dw_radio_kind)call->kind) {
    case DW_RADIO_REPORT:
        add_player(out, round, call->slot);
        add(out, " in %s!", room_name(map, call->room));
        break;
    case DW_RADIO_CLEAR:
        add(out, "%s is clear", room_name(map, call->room));
        break;
    case DW_RADIO_TAKES:
        add_task(out, call->door < map->door_count ? "I cover" : "I search", call, map, "");
        break;
    case DW_RADIO_CAUGHT:
        add(out, "got ");
        add_player(out, round, call->slot);
        break;
    case DW_RADIO_OFFER:
        add(out, "I could go to %s", room_name(map, call->room));
        break;
    case DW_RADIO_HOLDS:
        add(out, "I stay in %s", room_name(map, call->room));
        break;
    case DW_RADIO_MISSING:
        add(out, "%s: gone from %s!", map->items[dw_map_objective(map)].name,
            room_name(map, call->room));
        break;
    case DW_RADIO_REQUEST:
        add_task(out, "go to", call, map, ", please");
        break;
    case DW_RADIO_CALL:
        add_task(out, "who goes to", call, map, "?");
        break;
    case DW_RADIO_BID:
        add_task(out, "I can go to", call, map, "");
        break;
    case DW_RADIO_AWARD:
        add_task(out, "you go to", call, map, "");
        break;
    case DW_RADIO_AGREE:
        add_task(out, "I go to", call, map, "");
        break;
    case DW_RADIO_REFUSE:
        add_task(out, "not me,", call, map, "");
        break;
    case DW_RADIO_DONE:
        add_task(out, "done with", call, map, "");
        break;
    case DW_RADIO_FAILED:
        add_task(out, "I had to leave", call, map, "");
        break;
    case DW_RADIO_BOARD:
        add(out, "look at the board");
        break;
    case DW_RADIO_NOTICE:
        add(out, "something is wrong in %s", room_name(map, call->room));
        break;
    case DW_RADIO_NONE:
    case DW_RADIO_KIND_COUNT:
        break;
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
    add(out, "%s %u of %u", room_name(map, mind->rooms[0]), dw_mind_pieces_done(mind),
        mind->piece_count);
    for (uint32_t i = 1; i < mind->room_count; i++) {
        add(out, i == 1 ? ", then %s" : ", %s", room_name(map, mind->rooms[i]));
    }
}
