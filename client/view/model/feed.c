#include "client/view/model/feed.h"

#include "client/core/roster.h"
#include "client/view/model/hud_text.h"
#include "client/view/texts/say.h"
#include "common/base/check.h"

#include <stdio.h>
#include <string.h>

/* The same words again within this time are counted, not written again. */
#define SAME_SECONDS   2.0
#define SIGNAL_SECONDS 5.0

/* The next line of a ring that drops its oldest. */
static dw_feed_line *push(dw_feed_line lines[DW_FEED_LINES], uint32_t *count)
{
    if (*count == DW_FEED_LINES) {
        memmove(lines, lines + 1, sizeof *lines * (DW_FEED_LINES - 1));
        (*count)--;
    }
    dw_feed_line *line = &lines[(*count)++];
    *line = (dw_feed_line){.slot = DW_SLOT_NONE, .times = 1};
    return line;
}

/* say(feed, tone, now, id, values...) */
#define say(feed, tone, now, id, ...)                                                              \
    do {                                                                                           \
        char said_words[DW_FEED_TEXT];                                                             \
        dw_say_into(said_words, sizeof said_words, (id), __VA_ARGS__);                             \
        log_words((feed), (tone), (now), said_words);                                              \
    } while (0)

static void log_words(dw_feed *feed, dw_feed_tone tone, double now, const char *words)
{
    dw_feed_line *last = feed->radio_count > 0 ? &feed->radio[feed->radio_count - 1] : NULL;
    if (last != NULL && last->tone == tone && now - last->born < SAME_SECONDS &&
        last->times < UINT8_MAX && strcmp(last->text, words) == 0) {
        last->times++;
        last->born = now;
        return;
    }
    dw_feed_line *line = push(feed->radio, &feed->radio_count);
    line->tone = (uint8_t)tone;
    line->born = now;
    (void)snprintf(line->text, sizeof line->text, "%s", words);
}

void dw_feed_reset(dw_feed *feed)
{
    feed->radio_count = 0;
    memset(feed->bubbles, 0, sizeof feed->bubbles);
    memset(feed->signs, 0, sizeof feed->signs);
    memset(feed->pings, 0, sizeof feed->pings);
    feed->notice[0] = '\0';
}

void dw_feed_notice(dw_feed *feed, dw_feed_tone tone, double now, const char *text)
{
    (void)snprintf(feed->notice, sizeof feed->notice, "%s", text);
    feed->notice_tone = (uint8_t)tone;
    feed->notice_born = now;
}

float dw_feed_strength(double born, double now, double lasts_s)
{
    const double age = now - born;
    const double fade = 0.6;
    if (age < 0.0 || age >= lasts_s) {
        return age < 0.0 ? 1.0F : 0.0F;
    }
    return age > lasts_s - fade ? (float)((lasts_s - age) / fade) : 1.0F;
}

const char *dw_bubble_text(uint8_t kind, dw_kind_look look)
{
    static const dw_say_id ids[] = {DW_SAY_BARK_HEY,     DW_SAY_BARK_ALARM,     DW_SAY_BARK_HM,
                                    DW_SAY_BARK_NOTHING, DW_SAY_BARK_ON_MY_WAY, DW_SAY_BARK_STAY};
    const bool loud = kind <= 1;
    switch (look) {
    case DW_KIND_LOOK_DOG:
        return loud ? dw_say(DW_SAY_BARK_DOG) : "";
    case DW_KIND_LOOK_CAT:
        return "";
    case DW_KIND_LOOK_CAMERA:
    case DW_KIND_LOOK_BOX:
    case DW_KIND_LOOK_ROBOT:
        return loud ? dw_say(DW_SAY_BARK_ALARM) : "";
    default:
        return kind < DW_COUNT_OF(ids) ? dw_say(ids[kind]) : "";
    }
}

static void bark(dw_feed *feed, uint8_t body, uint8_t kind, double now)
{
    /* Replaces the guard's last bubble, else a free or the oldest one. */
    dw_bubble *place = &feed->bubbles[0];
    for (uint32_t i = 0; i < DW_FEED_BUBBLES; i++) {
        dw_bubble *at = &feed->bubbles[i];
        if (at->body == body) {
            place = at;
            break;
        }
        if (at->body == 0 ? place->body != 0 : (place->body != 0 && at->born < place->born)) {
            place = at;
        }
    }
    *place = (dw_bubble){body, kind, now};
}

static void room_name(char out[DW_NAME_SIZE], const dw_map *map, uint16_t room)
{
    dw_hud_in_sentence(out, room < map->room_count ? map->rooms[room].name : dw_say(DW_SAY_HOUSE));
}

/* What a guard takes on. The radio gives no name: nobody knows a guard by its voice. */
static void intention(dw_feed *feed, const dw_client_event *event, const dw_map *map, double now)
{
    char room[DW_NAME_SIZE];
    if (event->b == 0 && event->a < map->door_count) {
        const dw_door *door = &map->doors[event->a];
        char other[DW_NAME_SIZE];
        room_name(room, map, door->half[0].room);
        room_name(other, map, door->half[1].room);
        say(feed, DW_TONE_RADIO, now, DW_SAY_RADIO_COVER, DW_S(room), DW_S(other));
        return;
    }
    static const dw_say_id words[] = {DW_SAY_NOTHING, DW_SAY_RADIO_SEARCH, DW_SAY_RADIO_HOLD_EXIT,
                                      DW_SAY_RADIO_HOLD_ITEM};
    room_name(room, map, event->a);
    if (event->b >= 1 && event->b < DW_COUNT_OF(words)) {
        say(feed, DW_TONE_RADIO, now, words[event->b], DW_S(room));
    }
}

static void thing_name(char out[DW_NAME_SIZE], const dw_map *map, uint16_t item)
{
    dw_hud_in_sentence(out, item < map->item_count ? map->items[item].name : dw_say(DW_SAY_LOOT));
}

/* The objective is to be brought to the exit; what a mission asks for besides has its own way. */
static void notice_thing(dw_feed *feed, const dw_map *map, uint16_t item, double now,
                         dw_say_id objective, dw_say_id other)
{
    char words[DW_FEED_TEXT];
    char thing[DW_NAME_SIZE];
    const bool leads_out = item >= map->item_count || map->items[item].kind == DW_ITEM_OBJECTIVE;
    thing_name(thing, map, item);
    dw_say_into(words, sizeof words, leads_out ? objective : other, DW_S(thing));
    dw_feed_notice(feed, DW_TONE_GOOD, now, words);
}

static void handed(dw_feed *feed, const dw_client_event *event, const dw_map *map,
                   const dw_round *round, uint8_t own_slot, double now)
{
    char thing[DW_NAME_SIZE];
    const char *giver = dw_round_name_or(round, (uint8_t)event->a, dw_say(DW_SAY_SOMEBODY));
    const char *taker = dw_round_name_or(round, (uint8_t)event->c, dw_say(DW_SAY_TO_SOMEBODY));
    thing_name(thing, map, event->b);
    if (event->a == own_slot) {
        say(feed, DW_TONE_GOOD, now, DW_SAY_OWN_HANDED, DW_S(thing), DW_S(taker));
    } else if (event->c == own_slot) {
        say(feed, DW_TONE_GOOD, now, DW_SAY_HANDED_TO_OWN, DW_S(giver), DW_S(thing));
        notice_thing(feed, map, event->b, now, DW_SAY_IT_IS_YOURS, DW_SAY_OWN_HAS);
    } else {
        say(feed, DW_TONE_GOOD, now, DW_SAY_OTHER_HANDED, DW_S(giver), DW_S(thing), DW_S(taker));
    }
}

static void loot(dw_feed *feed, const dw_client_event *event, const dw_map *map,
                 const dw_round *round, uint8_t own_slot, double now)
{
    const bool own = event->a == own_slot;
    const bool taken = event->kind == DW_CLIENT_EVENT_ITEM_TAKEN;
    const dw_feed_tone tone = taken ? DW_TONE_GOOD : DW_TONE_BAD;
    char thing[DW_NAME_SIZE];
    thing_name(thing, map, event->b);
    if (own) {
        say(feed, tone, now, taken ? DW_SAY_OWN_TOOK : DW_SAY_OWN_DROPPED, DW_S(thing));
    } else {
        say(feed, tone, now, taken ? DW_SAY_OTHER_TOOK : DW_SAY_OTHER_DROPPED,
            DW_S(dw_round_name_or(round, (uint8_t)event->a, dw_say(DW_SAY_SOMEBODY))), DW_S(thing));
    }
    if (own && taken) {
        notice_thing(feed, map, event->b, now, DW_SAY_GOT_IT, DW_SAY_OWN_TOOK);
    }
}

static void radio(dw_feed *feed, const dw_client_event *event, const dw_map *map, double now)
{
    static const dw_say_id intruder[] = {DW_SAY_RADIO_INTRUDER, DW_SAY_RADIO_INTRUDER_1,
                                         DW_SAY_RADIO_INTRUDER_2, DW_SAY_RADIO_INTRUDER_3};
    char name[DW_NAME_SIZE];
    if (event->b == 2) {
        thing_name(name, map, dw_map_objective(map));
        say(feed, DW_TONE_RADIO, now, DW_SAY_RADIO_MISSING, DW_S(name));
        return;
    }
    room_name(name, map, event->a);
    if (event->b == 0) {
        say(feed, DW_TONE_RADIO, now, intruder[event->c < DW_COUNT_OF(intruder) ? event->c : 0],
            DW_S(name));
    } else {
        say(feed, DW_TONE_RADIO, now, event->b == 1 ? DW_SAY_RADIO_CLEAR : DW_SAY_RADIO_WRONG,
            DW_S(name));
    }
}

void dw_feed_event(dw_feed *feed, const dw_client_event *event, const dw_map *map,
                   const dw_round *round, const dw_client_mission *mission, uint8_t own_slot,
                   double now)
{
    switch (event->kind) {
    case DW_CLIENT_EVENT_BARK:
        bark(feed, (uint8_t)event->a, (uint8_t)event->b, now);
        break;
    case DW_CLIENT_EVENT_RADIO:
        radio(feed, event, map, now);
        break;
    case DW_CLIENT_EVENT_INTENTION:
        intention(feed, event, map, now);
        break;
    case DW_CLIENT_EVENT_DETECTED:
        dw_feed_notice(feed, DW_TONE_BAD, now, dw_say(DW_SAY_SEEN));
        break;
    case DW_CLIENT_EVENT_CAUGHT: {
        const bool own = event->a == own_slot;
        const char *person = dw_mission_person_name(mission, (uint8_t)event->a);
        say(feed, DW_TONE_BAD, now, own ? DW_SAY_OWN_CAUGHT : DW_SAY_OTHER_CAUGHT,
            DW_S(dw_round_name_or(round, (uint8_t)event->a,
                                  person[0] != '\0' ? person : dw_say(DW_SAY_SOMEBODY))));
        if (own) {
            dw_feed_notice(feed, DW_TONE_BAD, now, dw_say(DW_SAY_CAUGHT_WATCH_TEAM));
        }
        break;
    }
    case DW_CLIENT_EVENT_ITEM_TAKEN:
    case DW_CLIENT_EVENT_ITEM_DROPPED:
        loot(feed, event, map, round, own_slot, now);
        break;
    case DW_CLIENT_EVENT_ITEM_HANDED:
        handed(feed, event, map, round, own_slot, now);
        break;
    case DW_CLIENT_EVENT_USE_FAILED:
        dw_feed_notice(feed, DW_TONE_PLAIN, now,
                       dw_say(event->a == 1 ? DW_SAY_DOORWAY_TAKEN : DW_SAY_NOTHING_IN_REACH));
        break;
    default: /* DOOR: one sees the leaf swing. */
        break;
    }
}

void dw_feed_detected(dw_feed *feed, const char *kind, dw_kind_look look, bool lit, double now)
{
    char words[DW_FEED_TEXT];
    dw_say_id id = lit ? DW_SAY_SEEN_BY_LIT : DW_SAY_SEEN_BY;
    if (look == DW_KIND_LOOK_ROBOT) {
        id = DW_SAY_FELT_BY; /* It has no eyes. */
    } else if (look == DW_KIND_LOOK_CAMERA) {
        id = lit ? DW_SAY_SEEN_BY_CAMERA_LIT : DW_SAY_SEEN_BY_CAMERA;
    }
    dw_say_into(words, sizeof words, id, DW_S(kind));
    dw_feed_notice(feed, DW_TONE_BAD, now, words);
}

void dw_feed_chat(dw_feed *feed, const dw_chat_line *line, double now)
{
    dw_feed_line *out = push(feed->chat, &feed->chat_count);
    out->tone = DW_TONE_CHAT;
    out->slot = line->slot;
    out->born = now;
    (void)snprintf(out->text, sizeof out->text, "%s: %s", line->name, line->text);
}

/* In brackets, so that nobody takes a sign for something that was typed. */
static void log_signal(dw_feed *feed, const dw_signal *signal, const dw_map *map,
                       const dw_round *round, double now)
{
    char words[DW_NAME_SIZE + 16];
    if (signal->sign != DW_SIGN_NONE) {
        (void)snprintf(words, sizeof words, "%s", dw_say_sign((dw_sign)signal->sign));
    } else {
        char room[DW_NAME_SIZE];
        room_name(room, map, dw_map_room_at(map, signal->position));
        dw_say_into(words, sizeof words, DW_SAY_PING_IN, DW_S(room));
    }
    dw_feed_line *out = push(feed->chat, &feed->chat_count);
    out->tone = DW_TONE_CHAT;
    out->slot = signal->slot;
    out->born = now;
    (void)snprintf(out->text, sizeof out->text, "%s: [%s]",
                   dw_round_name_or(round, signal->slot, dw_say(DW_SAY_SOMEBODY)), words);
}

static bool take_signal(dw_feed_signal *shown, const dw_signal *signal, double now)
{
    if (signal->tick == 0 || signal->tick == shown->tick) {
        return false;
    }
    *shown = (dw_feed_signal){signal->tick, signal->sign, signal->position, now};
    return true;
}

void dw_feed_signals(dw_feed *feed, const dw_signals *signals, uint32_t muted, const dw_map *map,
                     const dw_round *round, double now)
{
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        if ((muted >> slot & 1U) != 0) {
            continue;
        }
        if (take_signal(&feed->signs[slot], &signals->signs[slot], now)) {
            log_signal(feed, &signals->signs[slot], map, round, now);
        }
        if (take_signal(&feed->pings[slot], &signals->pings[slot], now)) {
            log_signal(feed, &signals->pings[slot], map, round, now);
        }
    }
}

float dw_feed_signal_strength(const dw_feed_signal *signal, double now)
{
    return signal->tick != 0 ? dw_feed_strength(signal->born, now, SIGNAL_SECONDS) : 0.0F;
}

void dw_feed_note(dw_feed *feed, const char *text, double now)
{
    dw_feed_line *out = push(feed->chat, &feed->chat_count);
    out->tone = DW_TONE_PLAIN;
    out->born = now;
    (void)snprintf(out->text, sizeof out->text, "%s", text);
}

void dw_feed_hide_chat(dw_feed *feed, const char *name)
{
    const size_t length = strlen(name);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < feed->chat_count; i++) {
        const dw_feed_line *line = &feed->chat[i];
        const bool theirs = line->tone == DW_TONE_CHAT && strncmp(line->text, name, length) == 0 &&
                            line->text[length] == ':';
        if (!theirs) {
            feed->chat[kept++] = *line;
        }
    }
    feed->chat_count = kept;
}
