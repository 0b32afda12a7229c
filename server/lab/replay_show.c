/* replay_show.c - looks at events, percepts and minds after each tick, as the lab's other watchers
 * do. A message is shown twice: when it is sent, and when it reaches hearers. */
#include "server/lab/replay_show.h"

#include "common/base/fixed.h"
#include "common/base/hash.h"
#include "server/mind/goal_watch.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_SIZE = 3 * DW_NAME_SIZE };

typedef struct show {
    FILE *out;
    const dw_replay_choice *choice;
    const dw_replay_report *report; /* Of the first time. */
    const dw_replay_header *header;
    const dw_sim *sim;
    const dw_map *map;
    char players[DW_INTRUDERS_MAX][DW_REPLAY_NAME_SIZE];
    uint32_t touched_tick[DW_GUARDS_MAX][DW_INTRUDERS_MAX]; /* Of the last touch. */
    dw_goal_watch goals;
} show;

/* "0:38.37" */
static void put_time(FILE *out, uint32_t tick)
{
    const uint32_t seconds = tick / DW_TICKS_PER_SECOND;
    (void)fprintf(out, "%u:%02u.%02u", seconds / 60, seconds % 60,
                  tick % DW_TICKS_PER_SECOND * 100 / DW_TICKS_PER_SECOND);
}

static void put_line(const show *it, uint32_t tick, const char *kind, const char *format, ...)
    DW_PRINTF(4, 5);

static void put_line(const show *it, uint32_t tick, const char *kind, const char *format, ...)
{
    if (tick < it->choice->from || tick > it->choice->to) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    (void)fprintf(it->out, "%7u  ", tick);
    put_time(it->out, tick);
    (void)fprintf(it->out, "  %-6s ", kind);
    (void)vfprintf(it->out, format, arguments);
    (void)fputc('\n', it->out);
    va_end(arguments);
}

static const char *guard_name(const show *it, uint32_t guard)
{
    return guard < it->map->guard_count ? it->map->guards[guard].name : "nobody";
}

static const char *player_name(const show *it, uint32_t slot)
{
    return slot >= DW_INTRUDERS_MAX       ? "nobody"
           : it->players[slot][0] == '\0' ? "a player"
                                          : it->players[slot];
}

static const char *room_name(const show *it, uint16_t room)
{
    return room < it->map->room_count ? it->map->rooms[room].name : "no room";
}

static const char *room_of_player(const show *it, uint32_t slot)
{
    return room_name(it, dw_intruder_actor(dw_sim_world(it->sim), slot)->room);
}

/* By its rooms: that is how people find a door. */
static void name_door(const show *it, uint16_t index, char text[PLACE_SIZE])
{
    const dw_door *door = &it->map->doors[index];
    (void)snprintf(text, PLACE_SIZE, "the door between %s and %s",
                   room_name(it, door->half[0].room), room_name(it, door->half[1].room));
}

static void put_door_event(const show *it, const dw_sim_event *event, uint32_t tick)
{
    char door[PLACE_SIZE];
    name_door(it, event->door, door);
    const char *body =
        event->guard != DW_NONE ? guard_name(it, event->guard) : player_name(it, event->slot);
    put_line(it, tick, "event", "%s %s %s", body,
             event->kind == DW_SIM_DOOR_OPENED   ? "opens"
             : event->kind == DW_SIM_DOOR_CLOSED ? "closes"
                                                 : "cannot close",
             door);
}

/* A touch lasts: one line for the ticks of it that follow each other. */
static void put_touch(show *it, const dw_sim_event *event, uint32_t tick)
{
    uint32_t *last = &it->touched_tick[event->guard][event->slot];
    if (*last == 0 || *last + 1 < tick) {
        put_line(it, tick, "event", "%s touches %s in %s", guard_name(it, event->guard),
                 player_name(it, event->slot), room_of_player(it, event->slot));
    }
    *last = tick;
}

static void put_event(show *it, const dw_sim_event *event, uint32_t tick)
{
    static const char *const senses[] = {[DW_SIM_SEEN] = "sees",
                                         [DW_SIM_DETECTED] = "detects",
                                         [DW_SIM_LOST] = "loses",
                                         [DW_SIM_CAUGHT] = "catches"};
    const char *player = player_name(it, event->slot);
    switch ((dw_sim_event_kind)event->kind) {
    case DW_SIM_SEEN:
    case DW_SIM_DETECTED:
    case DW_SIM_LOST:
    case DW_SIM_CAUGHT:
        put_line(it, tick, "event", "%s %s %s in %s", guard_name(it, event->guard),
                 senses[event->kind], player, room_of_player(it, event->slot));
        break;
    case DW_SIM_TOUCHED:
        put_touch(it, event, tick);
        break;
    case DW_SIM_TAKEN:
    case DW_SIM_DROPPED:
        put_line(it, tick, "event", "%s %s %s in %s", player,
                 event->kind == DW_SIM_TAKEN ? "takes" : "drops", it->map->items[event->item].name,
                 room_of_player(it, event->slot));
        break;
    case DW_SIM_HANDED:
        put_line(it, tick, "event", "%s hands %s to %s in %s", player,
                 it->map->items[event->item].name, player_name(it, event->mate),
                 room_of_player(it, event->slot));
        break;
    case DW_SIM_DOOR_OPENED:
    case DW_SIM_DOOR_CLOSED:
    case DW_SIM_USE_BLOCKED:
        put_door_event(it, event, tick);
        break;
    case DW_SIM_USE_NOTHING:
        put_line(it, tick, "event", "%s finds nothing to use in %s", player,
                 room_of_player(it, event->slot));
        break;
    default: /* What goes into the radio stands among the orders, and the end in its record. */
        break;
    }
}

static const char *call_word(uint8_t kind)
{
    static const char *const words[DW_RADIO_KIND_COUNT] = {
        [DW_RADIO_REPORT] = "report",   [DW_RADIO_CLEAR] = "clear",
        [DW_RADIO_TAKES] = "takes",     [DW_RADIO_CAUGHT] = "caught",
        [DW_RADIO_OFFER] = "offer",     [DW_RADIO_HOLDS] = "holds",
        [DW_RADIO_MISSING] = "missing", [DW_RADIO_REQUEST] = "request",
        [DW_RADIO_CALL] = "call",       [DW_RADIO_BID] = "bid",
        [DW_RADIO_AWARD] = "award",     [DW_RADIO_AGREE] = "agree",
        [DW_RADIO_REFUSE] = "refuse",   [DW_RADIO_DONE] = "done",
        [DW_RADIO_FAILED] = "failed",   [DW_RADIO_BOARD] = "board",
        [DW_RADIO_NOTICE] = "notice",
    };
    return kind < DW_RADIO_KIND_COUNT && words[kind] != NULL ? words[kind] : "other";
}

/* What a message is about; nothing for a kind that names neither player nor place. */
static void about_call(const show *it, const dw_mind_call *call, char text[PLACE_SIZE])
{
    char door[PLACE_SIZE];
    const bool of_player = call->kind == DW_RADIO_REPORT || call->kind == DW_RADIO_CAUGHT;
    text[0] = '\0';
    if (call->door < it->map->door_count && !of_player) {
        name_door(it, call->door, door);
        (void)snprintf(text, PLACE_SIZE, ", %.*s", PLACE_SIZE - 3, door);
    } else if (call->room < it->map->room_count) {
        (void)snprintf(text, PLACE_SIZE, ", %s%sin %s",
                       of_player ? player_name(it, call->slot) : "", of_player ? " " : "",
                       room_name(it, call->room));
    } else if (of_player) {
        (void)snprintf(text, PLACE_SIZE, ", %s", player_name(it, call->slot));
    }
}

/* What the guard has sent in this tick: its newest call. */
static void put_sent(const show *it, uint32_t guard, uint32_t tick)
{
    dw_mind_view view;
    dw_sim_explain(it->sim, (uint16_t)guard, &view);
    for (uint8_t i = 0; i < view.call_count; i++) {
        const dw_mind_call *call = &view.calls[i];
        if (call->sender == view.body && call->tick == tick) {
            char about[PLACE_SIZE];
            about_call(it, call, about);
            put_line(it, tick, "radio", "%s sends #%u: %s%s", guard_name(it, guard), call->id,
                     call_word(call->kind), about);
        }
    }
}

/* A message and the guards that hear it in this tick. */
typedef struct heard_call {
    const dw_radio_message *message;
    uint64_t hearers;
} heard_call;

static uint32_t collect_heard(const show *it, heard_call heard[DW_RADIO_HEARD_MAX])
{
    uint32_t count = 0;
    for (uint64_t left = dw_guards_present(dw_sim_world(it->sim)); left != 0; left &= left - 1) {
        const uint32_t guard = (uint32_t)__builtin_ctzll(left);
        const dw_percepts *percepts = dw_sim_percepts(it->sim, (uint16_t)guard);
        for (uint8_t h = 0; h < percepts->heard_count; h++) {
            uint32_t at = 0;
            while (at < count && heard[at].message->id != percepts->heard[h].id) {
                at++;
            }
            if (at == DW_RADIO_HEARD_MAX) {
                continue; /* The radio gives no more a tick. */
            }
            if (at == count) {
                heard[count++] = (heard_call){.message = &percepts->heard[h]};
            }
            heard[at].hearers |= UINT64_C(1) << guard;
        }
    }
    return count;
}

static int by_id(const void *one, const void *other)
{
    const uint32_t a = ((const heard_call *)one)->message->id;
    const uint32_t b = ((const heard_call *)other)->message->id;
    return a < b ? -1 : a > b;
}

/* A message mostly reaches all guards but its sender. */
static void put_heard(const show *it, uint32_t tick)
{
    heard_call heard[DW_RADIO_HEARD_MAX];
    const uint32_t count = collect_heard(it, heard);
    qsort(heard, count, sizeof heard[0], by_id);
    for (uint32_t i = 0; i < count; i++) {
        const dw_radio_message *message = heard[i].message;
        const uint64_t others =
            dw_guards_present(dw_sim_world(it->sim)) & ~(UINT64_C(1) << message->sender);
        char names[DW_GUARDS_MAX * (DW_NAME_SIZE + 2)] = "";
        size_t length = 0;
        for (uint64_t left = heard[i].hearers; left != 0; left &= left - 1) {
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                       length > 0 ? ", " : "",
                                       guard_name(it, (uint32_t)__builtin_ctzll(left)));
        }
        put_line(it, tick, "radio", "%s hear #%u of %s: %s%s%s",
                 heard[i].hearers == others ? "all others" : names, message->id,
                 guard_name(it, message->sender), call_word(message->kind),
                 message->receiver != 0 ? " to " : "",
                 message->receiver != 0 ? guard_name(it, message->receiver - 1u) : "");
    }
}

static void put_goal(show *it, uint32_t guard)
{
    dw_goal_change change;
    if (!dw_goal_watch_look(&it->goals, it->sim, (uint16_t)guard, &change)) {
        return;
    }
    put_line(it, change.tick, "goal", "%s: %s -> %s (%s %s%u): %s", guard_name(it, guard),
             change.from, change.to, dw_cause_word((dw_cause)change.cause),
             change.cause == DW_CAUSE_MESSAGE ? "#" : "", change.cause_id, change.sentence);
}

static void put_tick(show *it)
{
    const dw_world *world = dw_sim_world(it->sim);
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(it->sim, &count);
    for (uint32_t i = 0; i < count && it->choice->events; i++) {
        put_event(it, &events[i], world->tick);
    }
    if (!it->choice->orders) {
        return;
    }
    put_heard(it, world->tick);
    for (uint64_t left = dw_guards_present(world); left != 0; left &= left - 1) {
        const uint32_t guard = (uint32_t)__builtin_ctzll(left);
        put_goal(it, guard);
        put_sent(it, guard, world->tick);
    }
}

/* Of a player between two ticks. */
static void put_slot(const show *it, const dw_replay_record *record, uint32_t tick)
{
    static const char *const states[DW_SLOT_STATE_COUNT] = {
        [DW_SLOT_EMPTY] = "is gone",
        [DW_SLOT_ALIVE] = "is back",
        [DW_SLOT_CAUGHT] = "is caught",
        [DW_SLOT_DROPPED] = "has lost the connection",
        [DW_SLOT_OUT] = "is out",
        [DW_SLOT_WATCHING] = "joins, and watches until the round ends",
    };
    put_line(it, tick, "event", "%s %s", player_name(it, record->slot), states[record->state]);
}

static void look_at_record(void *context, const dw_replay_record *record)
{
    show *it = context;
    const uint32_t tick = dw_sim_world(it->sim)->tick;
    switch (record->type) {
    case DW_REPLAY_TICK:
        put_tick(it);
        break;
    case DW_REPLAY_SLOT:
        memcpy(it->players[record->slot], record->name, sizeof it->players[0]);
        if (it->choice->events) {
            put_slot(it, record, tick + 1);
        }
        break;
    case DW_REPLAY_BRAIN:
        if (it->choice->events) {
            put_line(it, tick + 1, "event", "%s has the brain %s from now on",
                     guard_name(it, record->guard), record->name);
        }
        break;
    case DW_REPLAY_PROGRAM:
        break;
    default:
        if (it->choice->events) {
            put_line(it, tick, "event", "the round ends: %s",
                     dw_outcome_word((dw_outcome)record->outcome));
        }
        break;
    }
}

/* Fields of the rules that differ from their default: own ones and kinds', or the strategy's. */
static void put_fields(const show *it, const char *title, bool of_strategy)
{
    (void)fprintf(it->out, "%-10s", title);
    uint32_t count = 0;
    for (uint32_t field = 0; field < DW_RULESET_FIELD_COUNT; field++) {
        const dw_tunable *row = dw_ruleset_field(field);
        const int32_t value = dw_ruleset_get(&it->header->rules, field);
        if (value == row->initial || of_strategy != dw_ruleset_is_of_strategy(field)) {
            continue;
        }
        const char *word = dw_ruleset_word(field, value);
        (void)fprintf(it->out, "%s%s=", count++ > 0 ? ", " : "",
                      row->name + (of_strategy ? strlen("strategy.") : 0));
        (void)(word != NULL ? fprintf(it->out, "%s", word) : fprintf(it->out, "%" PRId32, value));
    }
    (void)fprintf(it->out, "%s\n", count > 0 ? " (others: default)" : "all as by default");
}

static void put_head(const show *it)
{
    const dw_replay_header *header = it->header;
    const dw_replay_report *report = it->report;
    char hash[DW_HASH_TEXT_SIZE];
    dw_hash_text(report->hash, hash);
    (void)fprintf(it->out, "map       %s (%s)\noutcome   ", it->map->name, it->map->title);
    if (report->differs_at != 0) {
        (void)fprintf(it->out, "another one than recorded: tick %u differs", report->differs_at);
    } else {
        (void)fputs(report->cut ? "not recorded, the file ends within the round"
                                : dw_outcome_word((dw_outcome)report->outcome),
                    it->out);
    }
    (void)fprintf(it->out, "\nlength    %u ticks, ", report->ticks);
    put_time(it->out, report->ticks);
    (void)fprintf(it->out,
                  "\nrecorded  by duskwatch %s, match %u, round %u, seed %" PRIu64 ", hash %s\n",
                  header->product, header->match, header->round, header->seed, hash);
    put_fields(it, "rules", false);
    put_fields(it, "strategy", true);
    (void)fputs("guards    ", it->out);
    for (uint32_t g = 0; g < header->guard_count; g++) {
        (void)fprintf(it->out, "%s%s (%s)", g > 0 ? ", " : "", guard_name(it, g),
                      header->brains[g]);
    }
    (void)fputs("\nintruders ", it->out);
    uint32_t count = 0;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if ((header->slots >> s & 1) != 0) {
            (void)fprintf(it->out, "%s%u: %s", count++ > 0 ? ", " : "", s + 1, player_name(it, s));
        }
    }
    (void)fputs("\n\n", it->out);
}

static void look_at_begin(void *context, const dw_replay_header *header, const dw_sim *sim)
{
    show *it = context;
    it->header = header;
    it->sim = sim;
    it->map = header->map;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        (void)snprintf(it->players[s], sizeof it->players[s], "%s", header->names[s]);
    }
    dw_goal_watch_reset(&it->goals);
    put_head(it);
}

dw_status dw_replay_show(FILE *out, const dw_replay_choice *choice, const uint8_t *bytes,
                         size_t size, const dw_replay_key *key, dw_error *error)
{
    dw_replay_report first;
    dw_status status = dw_replay_verify(bytes, size, key, &first, error);
    if (status != DW_OK && (status != DW_DIFFERS || first.differs_at == 0)) {
        return status; /* Also when the start differs: nothing can be shown then. */
    }
    show it = {.out = out, .choice = choice, .report = &first};
    const dw_replay_watcher watcher = {&it, look_at_begin, look_at_record};
    dw_replay_report second;
    return dw_replay_watch(bytes, size, key, &watcher, &second, error);
}
