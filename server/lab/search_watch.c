#include "server/lab/search_watch.h"

#include <string.h>

enum { AGAIN_TICKS = 30 * DW_TICKS_PER_SECOND };

void dw_search_watch_reset(dw_search_watch *watch)
{
    *watch = (dw_search_watch){.rooms = {{.ticks = {0}}}};
    for (uint32_t g = 0; g < DW_GUARDS_MAX; g++) {
        watch->of[g].room = DW_NONE;
    }
}

/* When another guard searched the room last, if that was lately; else 0. */
static uint32_t searched_by_another(const dw_watched_room *room, uint16_t guard, uint32_t tick)
{
    for (uint32_t i = 0; i < 2; i++) {
        if (room->ticks[i] != 0 && room->guards[i] != guard) {
            return tick - room->ticks[i] <= AGAIN_TICKS ? room->ticks[i] : 0;
        }
    }
    return 0;
}

/* Where guards have detected somebody themselves. */
static void note_detections(dw_search_watch *watch, const dw_mind_view *view)
{
    for (uint8_t i = 0; i < view->intruder_count; i++) {
        const dw_mind_intruder *belief = &view->intruders[i];
        const bool own = belief->source == DW_BELIEF_SEEN || belief->source == DW_BELIEF_TOUCHED;
        if (own && belief->room != DW_NONE &&
            watch->rooms[belief->room].detected_tick < belief->tick) {
            watch->rooms[belief->room].detected_tick = belief->tick;
        }
    }
}

static void note(dw_watched_room *room, uint16_t guard, uint32_t tick)
{
    if (room->guards[0] != guard) {
        room->guards[1] = room->guards[0];
        room->ticks[1] = room->ticks[0];
        room->guards[0] = guard;
    }
    room->ticks[0] = tick;
}

static void leave(dw_watched_search *search, dw_match_row *row)
{
    if (search->room != DW_NONE) {
        row->false_alarms += search->met ? 0 : 1;
        search->room = DW_NONE;
    }
}

static bool has_intruder(const dw_world *world, uint16_t room)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const dw_actor *intruder = dw_intruder_actor(world, s);
        if (dw_is_present(intruder) && intruder->room == room) {
            return true;
        }
    }
    return false;
}

void dw_search_watch_look(dw_search_watch *watch, dw_match_row *row, const dw_world *world,
                          const dw_mind_view *view, uint32_t look_ticks)
{
    const uint16_t guard = (uint16_t)(view->body - 1);
    const uint16_t room = dw_guard_actor(world, guard)->room;
    dw_watched_search *search = &watch->of[guard];
    note_detections(watch, view);
    const bool searches =
        strcmp(view->goal, "search") == 0 && view->room_count > 0 && view->rooms[0] == room;
    if (!searches || search->room != room) {
        leave(search, row);
    }
    if (!searches) {
        return;
    }
    dw_watched_room *searched = &watch->rooms[room];
    if (search->room == DW_NONE) {
        const uint32_t before = searched_by_another(searched, guard, world->tick);
        const bool again = before != 0;
        *search = (dw_watched_search){
            .room = room, .again = again, .anew = again && searched->detected_tick > before};
        row->searches++;
        row->searches_again += again ? 1 : 0;
        row->searches_anew += search->anew ? 1 : 0;
    }
    search->met = search->met || has_intruder(world, room);
    row->search_ticks += look_ticks;
    row->search_ticks_again += search->again ? look_ticks : 0;
    row->search_ticks_anew += search->anew ? look_ticks : 0;
    note(searched, guard, world->tick);
}

void dw_search_watch_finish(dw_search_watch *watch, dw_match_row *row)
{
    for (uint32_t g = 0; g < DW_GUARDS_MAX; g++) {
        leave(&watch->of[g], row);
    }
}
