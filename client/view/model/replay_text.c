#include "client/view/model/replay_text.h"

#include "client/core/kind_text.h"
#include "client/core/roster.h"
#include "client/view/model/intruder_name.h"
#include "client/view/texts/say.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Beyond these a guard saw from the corner of its eye; 128ths of a turn off its heading. */
enum { AHEAD = 8, SIDE = 20 };
/* Of light, in percent, as the gauge of players has them. */
enum { DIM = 20, LIT = 60 };

void dw_replay_when_text(int64_t started_s, char out[DW_REPLAY_TEXT])
{
    const time_t at = (time_t)started_s;
    struct tm local;
    if (localtime_r(&at, &local) == NULL) {
        (void)snprintf(out, DW_REPLAY_TEXT, "?");
        return;
    }
    /* The order of ISO 8601, which people of all languages read the same way. */
    (void)snprintf(out, DW_REPLAY_TEXT, "%04d-%02d-%02d %02d:%02d", local.tm_year + 1900,
                   local.tm_mon + 1, local.tm_mday, local.tm_hour, local.tm_min);
}

void dw_replay_length_text(uint32_t ticks, char out[DW_REPLAY_TEXT])
{
    const uint32_t seconds = ticks / DW_TICKS_PER_SECOND;
    (void)snprintf(out, DW_REPLAY_TEXT, "%u:%02u", seconds / 60, seconds % 60);
}

void dw_replay_time_text(double ticks, char out[DW_REPLAY_TEXT])
{
    const uint32_t tenths = (uint32_t)(ticks * 10.0 / DW_TICKS_PER_SECOND);
    (void)snprintf(out, DW_REPLAY_TEXT, "%u:%02u%s%u", tenths / 600, tenths / 10 % 60,
                   dw_say(DW_SAY_DECIMAL_POINT), tenths % 10);
}

void dw_replay_speed_text(uint8_t speed, char out[DW_REPLAY_TEXT])
{
    if (speed < DW_PLAYBACK_SPEED_NORMAL) {
        (void)snprintf(out, DW_REPLAY_TEXT, "1/%u x",
                       (unsigned)(DW_PLAYBACK_SPEED_NORMAL / (speed > 0 ? speed : 1)));
    } else {
        (void)snprintf(out, DW_REPLAY_TEXT, "%u x", (unsigned)(speed / DW_PLAYBACK_SPEED_NORMAL));
    }
}

void dw_replay_pace_text(const dw_playback_state *now, char out[DW_REPLAY_TEXT])
{
    char speed[DW_REPLAY_TEXT];
    char more[DW_REPLAY_TEXT] = "";
    dw_replay_speed_text(now->speed, speed);
    if ((now->flags & DW_PLAYBACK_SEEKING) != 0 && now->shown > now->ready) {
        dw_say_into(more, sizeof more, DW_SAY_REPLAY_LOOKS_THROUGH,
                    DW_N((uint64_t)now->ready * 100 / now->shown));
    } else if ((now->flags & DW_PLAYBACK_SEEKING) != 0) {
        (void)snprintf(more, sizeof more, "%s", dw_say(DW_SAY_REPLAY_SEEKING));
    } else if ((now->flags & DW_PLAYBACK_PAUSED) != 0) {
        (void)snprintf(more, sizeof more, "%s", dw_say(DW_SAY_REPLAY_PAUSED));
    }
    (void)snprintf(out, DW_REPLAY_TEXT, "%.60s%s%.200s", speed, more[0] != '\0' ? "  " : "", more);
}

void dw_replay_outcome_text(const dw_replay_summary *summary, char out[DW_REPLAY_TEXT])
{
    static const dw_say_id texts[DW_OUTCOME_COUNT] = {[DW_OUTCOME_NONE] = DW_SAY_REPLAY_ABORTED,
                                                      [DW_OUTCOME_WON] = DW_SAY_REPLAY_WON_ALL,
                                                      [DW_OUTCOME_LOST] = DW_SAY_REPLAY_LOST,
                                                      [DW_OUTCOME_TIMEOUT] = DW_SAY_REPLAY_TIMEOUT,
                                                      [DW_OUTCOME_ABORTED] = DW_SAY_REPLAY_ABORTED};
    const char *winner = summary->winner < DW_INTRUDERS_MAX ? summary->names[summary->winner] : "";
    if (summary->outcome == DW_OUTCOME_WON && winner[0] != '\0') {
        dw_say_into(out, DW_REPLAY_TEXT, DW_SAY_REPLAY_WON, DW_S(winner));
        return;
    }
    const uint8_t outcome = summary->outcome < DW_OUTCOME_COUNT ? summary->outcome : 0;
    (void)snprintf(out, DW_REPLAY_TEXT, "%s", dw_say(texts[outcome]));
}

void dw_replay_players_text(const dw_replay_summary *summary, char out[DW_REPLAY_TEXT])
{
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX && used < DW_REPLAY_TEXT; s++) {
        if ((summary->slots >> s & 1) != 0) {
            used += (size_t)snprintf(out + used, DW_REPLAY_TEXT - used, "%s%s",
                                     used > 0 ? ", " : "", summary->names[s]);
        }
    }
}

typedef char name_text[DW_INTRUDER_NAME];

static const char *intruder(const dw_replay_names *names, uint8_t slot, name_text out)
{
    const dw_intruder_names known = {names->map, names->round, names->mission};
    (void)dw_intruder_name(&known, slot, out);
    return out;
}

/* Guards have the numbers of their bodies, as everywhere for people that watch. */
static const char *guard(const dw_replay_names *names, uint8_t body, name_text out)
{
    const dw_drawn_body *drawn = dw_drawn_body_find(names->world, body);
    const dw_kind_name kind = drawn != NULL && drawn->role == DW_ROLE_GUARD
                                  ? dw_kind_name_of(names->world, drawn)
                                  : DW_KIND_NAME_GUARD;
    dw_say_into(out, sizeof(name_text), DW_SAY_GUARD_NUMBERED,
                DW_S(dw_say((dw_say_id)(DW_SAY_KIND_GUARD + kind))), DW_N(body));
    return out;
}

static const char *room(const dw_replay_names *names, uint32_t index)
{
    return index < names->map->room_count ? names->map->rooms[index].name
                                          : dw_say(DW_SAY_THE_HOUSE);
}

static const char *item(const dw_replay_names *names, uint32_t index)
{
    return index < names->map->item_count ? names->map->items[index].name : "?";
}

void dw_replay_view_text(const dw_replay_names *names, uint8_t view, char out[DW_REPLAY_TEXT])
{
    name_text who;
    if (view >= DW_PLAYBACK_VIEW_GUARDS) {
        dw_say_into(out, DW_REPLAY_TEXT, DW_SAY_VIEW_GUARD,
                    DW_S(guard(names, (uint8_t)(view - DW_PLAYBACK_VIEW_GUARDS + 1), who)));
    } else if (view >= DW_PLAYBACK_VIEW_SLOTS) {
        dw_say_into(out, DW_REPLAY_TEXT, DW_SAY_VIEW_SLOT,
                    DW_S(intruder(names, (uint8_t)(view - DW_PLAYBACK_VIEW_SLOTS), who)));
    } else {
        (void)snprintf(out, DW_REPLAY_TEXT, "%s", dw_say(DW_SAY_VIEW_ALL));
    }
}

static void say_task(const dw_replay_names *names, const dw_playback_event *event,
                     char out[DW_REPLAY_TEXT])
{
    static const dw_say_id texts[] = {DW_SAY_EVENT_TASK_DOOR, DW_SAY_EVENT_TASK_SEARCH,
                                      DW_SAY_EVENT_TASK_EXIT, DW_SAY_EVENT_TASK_PLACE};
    name_text who;
    dw_say_into(out, DW_REPLAY_TEXT, texts[event->b < 4 ? event->b : 0],
                DW_S(guard(names, event->a, who)), DW_S(room(names, event->c)));
}

/* What guards do: `a` is a body, `b` as a rule a slot, `c` a room. */
static void say_of_guard(const dw_replay_names *names, const dw_playback_event *event,
                         dw_say_id text, char out[DW_REPLAY_TEXT])
{
    name_text who;
    name_text whom;
    dw_say_into(out, DW_REPLAY_TEXT, text, DW_S(guard(names, event->a, who)),
                DW_S(intruder(names, event->b, whom)), DW_S(room(names, event->c)));
}

/* What they say of a room. */
static void say_of_room(const dw_replay_names *names, const dw_playback_event *event,
                        dw_say_id text, char out[DW_REPLAY_TEXT])
{
    name_text who;
    dw_say_into(out, DW_REPLAY_TEXT, text, DW_S(guard(names, event->a, who)),
                DW_S(room(names, event->c)));
}

/* What intruders do: `a` is a slot, `b` an item, `c` another slot. */
static void say_of_item(const dw_replay_names *names, const dw_playback_event *event,
                        dw_say_id text, char out[DW_REPLAY_TEXT])
{
    name_text who;
    name_text mate;
    dw_say_into(out, DW_REPLAY_TEXT, text, DW_S(intruder(names, event->a, who)),
                DW_S(item(names, event->b)), DW_S(intruder(names, (uint8_t)event->c, mate)));
}

static void say_end(const dw_replay_names *names, const dw_playback_event *event,
                    char out[DW_REPLAY_TEXT])
{
    dw_replay_summary summary = {.outcome = event->a, .winner = event->b};
    if (event->b < DW_INTRUDERS_MAX) {
        (void)snprintf(summary.names[event->b], sizeof summary.names[0], "%s",
                       dw_round_name(names->round, event->b));
    }
    dw_replay_outcome_text(&summary, out);
}

static void say_part(const dw_replay_names *names, const dw_playback_event *event,
                     char out[DW_REPLAY_TEXT])
{
    name_text number;
    const dw_client_mission *mission = names->mission;
    dw_say_into(number, sizeof number, DW_SAY_PART_NUMBERED, DW_N(event->a + 1));
    dw_say_into(out, DW_REPLAY_TEXT,
                event->b == 0 ? DW_SAY_EVENT_PART_DONE : DW_SAY_EVENT_PART_FAILED,
                DW_S(event->a < mission->part_count ? mission->parts[event->a].text : number));
}

static void say_event(const dw_replay_names *names, const dw_playback_event *event,
                      char out[DW_REPLAY_TEXT])
{
    name_text who;
    name_text whom;
    switch ((dw_playback_event_kind)event->kind) {
    case DW_PLAYBACK_EVENT_SIGHTING:
        say_of_guard(names, event, event->c == 0 ? DW_SAY_EVENT_SIGHTING : DW_SAY_EVENT_TOUCH, out);
        break;
    case DW_PLAYBACK_EVENT_LOST:
        say_of_guard(names, event, DW_SAY_EVENT_LOST, out);
        break;
    case DW_PLAYBACK_EVENT_REPORT:
        say_of_guard(names, event, DW_SAY_EVENT_REPORT, out);
        break;
    case DW_PLAYBACK_EVENT_CLEAR:
        say_of_room(names, event, DW_SAY_EVENT_CLEAR, out);
        break;
    case DW_PLAYBACK_EVENT_MISSING:
        say_of_room(names, event, DW_SAY_EVENT_MISSING, out);
        break;
    case DW_PLAYBACK_EVENT_NOTICE:
        say_of_room(names, event, DW_SAY_EVENT_NOTICE, out);
        break;
    case DW_PLAYBACK_EVENT_TASK:
        say_task(names, event, out);
        break;
    case DW_PLAYBACK_EVENT_ORDER:
        dw_say_into(out, DW_REPLAY_TEXT, DW_SAY_EVENT_ORDER, DW_S(guard(names, event->a, who)),
                    DW_S(guard(names, event->b, whom)));
        break;
    case DW_PLAYBACK_EVENT_CAUGHT:
        say_of_guard(names, event, DW_SAY_EVENT_CAUGHT, out);
        break;
    case DW_PLAYBACK_EVENT_TAKEN:
        say_of_item(names, event, DW_SAY_EVENT_TAKEN, out);
        break;
    case DW_PLAYBACK_EVENT_DROPPED:
        say_of_item(names, event, DW_SAY_EVENT_DROPPED, out);
        break;
    case DW_PLAYBACK_EVENT_HANDED:
        say_of_item(names, event, DW_SAY_EVENT_HANDED, out);
        break;
    case DW_PLAYBACK_EVENT_SLOT:
        dw_say_into(out, DW_REPLAY_TEXT,
                    event->b == DW_SLOT_ALIVE ? DW_SAY_EVENT_SLOT_BACK : DW_SAY_EVENT_SLOT_GONE,
                    DW_S(intruder(names, event->a, who)));
        break;
    case DW_PLAYBACK_EVENT_END:
        say_end(names, event, out);
        break;
    case DW_PLAYBACK_EVENT_PART:
        say_part(names, event, out);
        break;
    case DW_PLAYBACK_EVENT_COUNT:
        out[0] = '\0';
        break;
    }
}

void dw_replay_event_text(const dw_replay_names *names, const dw_playback_event *event,
                          char out[DW_REPLAY_TEXT])
{
    char words[DW_REPLAY_TEXT];
    char time[DW_REPLAY_TEXT];
    say_event(names, event, words);
    dw_replay_time_text(event->tick, time);
    (void)snprintf(out, DW_REPLAY_TEXT, "%.16s  %.280s", time, words);
}

/* "4.6" */
static const char *one_decimal(double value, name_text out)
{
    const uint32_t tenths = (uint32_t)(value * 10.0 + 0.5);
    (void)snprintf(out, sizeof(name_text), "%u%s%u", tenths / 10, dw_say(DW_SAY_DECIMAL_POINT),
                   tenths % 10);
    return out;
}

static dw_say_id gait(uint8_t posture)
{
    const bool moves = (posture & DW_SIGHTING_MOVING) != 0;
    if ((posture & DW_SIGHTING_CROUCHING) != 0) {
        return moves ? DW_SAY_WHY_SNEAKING : DW_SAY_WHY_CROUCHING;
    }
    if ((posture & DW_SIGHTING_SPRINTING) != 0 && moves) {
        return DW_SAY_WHY_SPRINTING;
    }
    return moves ? DW_SAY_WHY_WALKING : DW_SAY_WHY_STANDING;
}

static void say_how(const dw_playback_sighting *sighting, const char *whom,
                    char out[DW_REPLAY_TEXT])
{
    const char *loot =
        (sighting->posture & DW_SIGHTING_CARRYING) != 0 ? dw_say(DW_SAY_WHY_CARRYING) : "";
    if (sighting->light == DW_PLAYBACK_NO_LIGHT) {
        dw_say_into(out, DW_REPLAY_TEXT, DW_SAY_WHY_HOW, DW_S(whom),
                    DW_S(dw_say(gait(sighting->posture))), DW_S(loot));
        return;
    }
    const dw_say_id light = sighting->light >= LIT   ? DW_SAY_WHY_LIT
                            : sighting->light >= DIM ? DW_SAY_WHY_DIM
                                                     : DW_SAY_WHY_DARK;
    dw_say_into(out, DW_REPLAY_TEXT, DW_SAY_WHY_HOW_LIGHT, DW_S(whom),
                DW_S(dw_say(gait(sighting->posture))), DW_S(loot), DW_S(dw_say(light)),
                DW_N(sighting->light));
}

uint32_t dw_replay_why_text(const dw_replay_names *names, const dw_playback_sighting *sighting,
                            char lines[DW_WHY_LINES][DW_REPLAY_TEXT])
{
    name_text who;
    name_text whom;
    name_text near;
    name_text took;
    name_text ago;
    (void)guard(names, sighting->guard, who);
    (void)intruder(names, sighting->slot, whom);
    if (sighting->sense == DW_SIGHTING_TOUCH) {
        dw_say_into(lines[0], DW_REPLAY_TEXT, DW_SAY_WHY_TOUCH, DW_S(who), DW_S(whom),
                    DW_S(room(names, sighting->room)));
    } else {
        const dw_say_id where = sighting->angle <= AHEAD  ? DW_SAY_WHY_AHEAD
                                : sighting->angle <= SIDE ? DW_SAY_WHY_SIDE
                                                          : DW_SAY_WHY_EDGE;
        dw_say_into(lines[0], DW_REPLAY_TEXT, DW_SAY_WHY_SIGHT, DW_S(who), DW_S(whom),
                    DW_S(one_decimal(sighting->glimpse_distance_cm / 100.0, near)),
                    DW_S(dw_say(where)), DW_S(room(names, sighting->room)));
    }
    say_how(sighting, whom, lines[1]);
    uint32_t count = 2;
    if (sighting->sense == DW_SIGHTING_SIGHT) {
        dw_say_into(lines[count++], DW_REPLAY_TEXT, DW_SAY_WHY_TOOK,
                    DW_S(one_decimal((double)sighting->glimpse_ticks / DW_TICKS_PER_SECOND, took)),
                    DW_S(one_decimal(sighting->distance_cm / 100.0, near)));
    }
    dw_say_into(lines[count++], DW_REPLAY_TEXT, DW_SAY_WHY_BUSY, DW_S(sighting->goal),
                DW_S(dw_say_cause((dw_cause)sighting->cause)),
                DW_S(one_decimal((double)sighting->cause_ticks / DW_TICKS_PER_SECOND, ago)));
    return count;
}

void dw_replay_why_title(const dw_replay_names *names, const dw_playback_sighting *sighting,
                         char out[DW_REPLAY_TEXT])
{
    name_text whom;
    dw_say_into(out, DW_REPLAY_TEXT, DW_SAY_WHY_TITLE, DW_S(intruder(names, sighting->slot, whom)));
}
