#include "client/bot/live_table.h"

#include "client/core/kind_text.h"
#include "client/core/roster.h"
#include "common/base/check.h"
#include "protocol/snapshot_items.h"

#include <string.h>

enum { BAR_WIDTH = 10 };

static const char *const phase_names[DW_PHASE_COUNT] = {"lobby", "countdown", "play", "result"};
static const char *const state_names[DW_SLOT_STATE_COUNT] = {"",        "sneaking", "caught",
                                                             "dropped", "out",      "waiting"};
static const char *const mood_names[DW_MOOD_COUNT] = {"calm", "alert", "suspicious", "chasing"};

static const char *room_name(const dw_map *map, double x, double y)
{
    const dw_vec place = {(int32_t)x, (int32_t)y};
    const uint16_t room = dw_map_room_at(map, place);
    return room != DW_NONE ? map->rooms[room].name : "-";
}

static const char *item_name(const dw_map *map, uint16_t item)
{
    return map != NULL && item < map->item_count ? map->items[item].name : "it";
}

static const char *radio_word(uint16_t what)
{
    static const char *const words[] = {"intruder", "all clear", "objective missing", "something"};
    return words[what];
}

static bool describe(const dw_client *watcher, const dw_client_event *event, char *text,
                     size_t size)
{
    const dw_map *map = dw_client_map(watcher);
    const dw_round *round = dw_client_round(watcher);
    switch ((dw_client_event_kind)event->kind) {
    case DW_CLIENT_EVENT_RADIO:
        (void)snprintf(text, size, "radio: %s in %s", radio_word(event->b),
                       map != NULL && event->a < map->room_count ? map->rooms[event->a].name : "?");
        return true;
    case DW_CLIENT_EVENT_CAUGHT:
        (void)snprintf(text, size, "%s is caught", dw_round_name_or(round, event->a, "somebody"));
        return true;
    case DW_CLIENT_EVENT_ITEM_TAKEN:
        (void)snprintf(text, size, "%s has taken %s", dw_round_name_or(round, event->a, "somebody"),
                       item_name(map, event->b));
        return true;
    case DW_CLIENT_EVENT_ITEM_DROPPED:
        (void)snprintf(text, size, "%s has dropped %s",
                       dw_round_name_or(round, event->a, "somebody"), item_name(map, event->b));
        return true;
    case DW_CLIENT_EVENT_ITEM_HANDED:
        (void)snprintf(text, size, "%s has handed %s to %s",
                       dw_round_name_or(round, event->a, "somebody"), item_name(map, event->b),
                       dw_round_name_or(round, (uint8_t)event->c, "somebody"));
        return true;
    case DW_CLIENT_EVENT_BARK:
    case DW_CLIENT_EVENT_DETECTED:
    case DW_CLIENT_EVENT_DOOR:
    case DW_CLIENT_EVENT_USE_FAILED:
    case DW_CLIENT_EVENT_INTENTION:
    case DW_CLIENT_EVENT_THROWN:
    case DW_CLIENT_EVENT_COUNT:
        break;
    }
    return false;
}

static char *next_line(dw_live_table *table)
{
    return table->events[table->event_count++ % DW_LIVE_EVENTS];
}

void dw_live_table_update(dw_live_table *table, dw_client *watcher)
{
    dw_client_event event;
    while (dw_client_pop_event(watcher, &event)) {
        char text[DW_LIVE_EVENT_SIZE];
        if (describe(watcher, &event, text, sizeof text)) {
            memcpy(next_line(table), text, sizeof text);
        }
    }
    dw_chat_line chat;
    while (dw_client_pop_chat(watcher, &chat)) {
        (void)snprintf(next_line(table), DW_LIVE_EVENT_SIZE, "%.24s: %.50s", chat.name, chat.text);
    }
}

static void write_bar(FILE *out, float share)
{
    const int filled = (int)(share * BAR_WIDTH + 0.5F);
    (void)fputc('[', out);
    for (int i = 0; i < BAR_WIDTH; i++) {
        (void)fputc(i < filled ? '#' : '.', out);
    }
    (void)fputc(']', out);
}

static void write_heading(const dw_client *watcher, const dw_drawn_world *world, FILE *out)
{
    const dw_map *map = dw_client_map(watcher);
    const dw_round *round = dw_client_round(watcher);
    const dw_welcome *welcome = dw_client_welcome(watcher);
    (void)fprintf(out, "Duskwatch  %s  match %u %s", map->title, welcome->match, welcome->code);
    if (round != NULL) {
        const uint32_t ticks =
            world->tick > round->start_tick ? world->tick - round->start_tick : 0;
        (void)fprintf(out, "  round %u  %s %u:%02u", round->round, phase_names[round->phase],
                      ticks / (60 * DW_TICKS_PER_SECOND), ticks / DW_TICKS_PER_SECOND % 60);
        if (round->phase == DW_PHASE_RESULT) {
            (void)fprintf(out, "  %s", dw_outcome_word((dw_outcome)round->outcome));
        }
    }
    static const char *const texts[DW_ITEM_STATE_COUNT] = {"in its place", "carried by ", "dropped",
                                                           "delivered"};
    const uint16_t index = dw_snapshot_objective(map, world->items, world->own_slot);
    const dw_snapshot_item *item = &world->items[index];
    (void)fprintf(
        out, "\n%s: %s%s\n\n", map->items[index].name, texts[item->state],
        item->state == DW_ITEM_CARRIED ? dw_round_name_or(round, item->carrier, "somebody") : "");
}

static const dw_drawn_body *body_of_slot(const dw_drawn_world *world, uint8_t slot)
{
    for (uint8_t i = 0; i < world->body_count; i++) {
        if (world->bodies[i].role == DW_ROLE_INTRUDER && world->bodies[i].slot == slot) {
            return &world->bodies[i];
        }
    }
    return NULL;
}

static void write_intruders(const dw_client *watcher, const dw_drawn_world *world, FILE *out)
{
    const dw_round *round = dw_client_round(watcher);
    (void)fprintf(out, "%-24s  %-10s  %s\n", "intruder", "state", "where");
    for (uint8_t i = 0; round != NULL && i < round->roster_count; i++) {
        const dw_roster_row *row = &round->roster[i];
        const dw_drawn_body *body = body_of_slot(world, row->slot);
        (void)fprintf(out, "%-24s  %-10s  %s%s\n", row->name, state_names[row->state],
                      body != NULL ? room_name(dw_client_map(watcher), body->x, body->y) : "-",
                      body != NULL && (body->flags & DW_BODY_CARRYING) != 0 ? "  *" : "");
    }
}

static void write_guards(const dw_client *watcher, const dw_drawn_world *world, FILE *out)
{
    (void)fprintf(out, "\n%-24s  %-10s  %-12s  %s\n", "guard", "mood", "noticed", "where");
    for (uint8_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        if (body->role != DW_ROLE_GUARD) {
            continue;
        }
        char name[32];
        (void)snprintf(name, sizeof name, "%s %u", dw_kind_text(world, body), (unsigned)body->id);
        (void)fprintf(out, "%-24s  %-10s  ", name, mood_names[body->mood]);
        write_bar(out, body->meter);
        (void)fprintf(out, "  %s\n", room_name(dw_client_map(watcher), body->x, body->y));
    }
}

void dw_live_table_write(const dw_live_table *table, dw_client *watcher, uint64_t now_ns,
                         bool redraw, FILE *out)
{
    dw_drawn_world world;
    (void)fputs(redraw ? "\033[H\033[J" : "", out);
    if (dw_client_get_state(watcher) != DW_CLIENT_PLAYING ||
        !dw_client_draw(watcher, now_ns, &world)) {
        char words[DW_CONNECTION_TEXT];
        const bool lost = dw_client_connection_text(watcher, now_ns, words);
        (void)fprintf(out, "%s\n", lost ? words : "Joining ...");
        (void)fflush(out);
        return;
    }
    write_heading(watcher, &world, out);
    write_intruders(watcher, &world, out);
    write_guards(watcher, &world, out);
    (void)fputc('\n', out);
    const uint32_t kept = table->event_count < DW_LIVE_EVENTS ? table->event_count : DW_LIVE_EVENTS;
    for (uint32_t i = table->event_count - kept; i < table->event_count; i++) {
        (void)fprintf(out, "  %s\n", table->events[i % DW_LIVE_EVENTS]);
    }
    (void)fputs(redraw ? "\nPress Ctrl+C to end.\n" : "\n", out);
    (void)fflush(out);
}
