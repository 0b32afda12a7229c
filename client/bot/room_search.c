#include "client/bot/room_search.h"

#include <string.h>

enum { NEAR_MM = 1000, PATIENCE_TICKS = 30 * DW_TICKS_PER_SECOND };

void dw_room_search_reset(dw_room_search *search)
{
    memset(search, 0, sizeof *search);
    search->room = DW_NONE;
}

static bool is_searched(const dw_room_search *search, uint16_t room)
{
    return (search->searched[room / 64] >> (room % 64) & 1) != 0;
}

static void put_searched(dw_room_search *search, uint16_t room)
{
    search->searched[room / 64] |= UINT64_C(1) << (room % 64);
    search->room = search->room == room ? (uint16_t)DW_NONE : search->room;
}

/* At first the node next to the middle, then others. */
static dw_vec position_in(const dw_room_search *search, const dw_bot_ground *ground, uint16_t room)
{
    const dw_roadmap *roadmap = ground->roadmap;
    const dw_vec centre = dw_rect_centre(ground->map->rooms[room].area);
    const uint32_t first = roadmap->room_start[room];
    const uint32_t count = roadmap->room_start[room + 1] - first;
    if (count == 0) {
        return centre;
    }
    uint16_t node = (uint16_t)(first + (search->pass * 7U + room) % count);
    if (search->pass == 0) {
        node = dw_roadmap_nearest(roadmap, centre);
    }
    return node != DW_NONE ? roadmap->nodes[node].position : centre;
}

void dw_room_search_note(dw_room_search *search, const dw_bot_ground *ground, dw_vec position)
{
    const uint16_t room = dw_map_room_at(ground->map, position);
    if (room != DW_NONE && !is_searched(search, room) &&
        dw_distance(position, position_in(search, ground, room)) <= DW_MM(NEAR_MM)) {
        put_searched(search, room);
    }
}

static void choose(dw_room_search *search, const dw_bot_ground *ground, dw_vec from)
{
    int64_t nearest = INT64_MAX;
    for (uint16_t room = 0; room < ground->map->room_count; room++) {
        const int64_t distance =
            dw_distance_squared(from, dw_rect_centre(ground->map->rooms[room].area));
        if (!is_searched(search, room) && distance < nearest) {
            nearest = distance;
            search->room = room;
        }
    }
}

dw_vec dw_room_search_next(dw_room_search *search, const dw_bot_ground *ground, dw_vec from,
                           uint32_t tick)
{
    if (search->room != DW_NONE && tick - search->since_tick > PATIENCE_TICKS) {
        put_searched(search, search->room);
    }
    if (search->room == DW_NONE) {
        choose(search, ground, from);
        search->since_tick = tick;
    }
    if (search->room == DW_NONE) {
        memset(search->searched, 0, sizeof search->searched);
        search->pass++;
        choose(search, ground, from);
    }
    return position_in(search, ground, search->room);
}
