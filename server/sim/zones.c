#include "server/sim/zones.h"

#include "common/base/check.h"

enum { NOBODY = UINT8_MAX };

/* How far the patrol is from the middle of the room; 0 when it passes the room. */
static int32_t patrol_distance(const dw_map *map, const dw_nav *nav, uint16_t guard, uint16_t room)
{
    const dw_patrol *patrol = &map->patrols[map->guards[guard].patrol];
    const dw_vec middle = dw_rect_centre(map->rooms[room].area);
    int32_t least = DW_NAV_NO_ROUTE;
    for (uint16_t i = 0; i < patrol->stop_count; i++) {
        const uint16_t stop = patrol->stops[i];
        const dw_vec there = dw_rect_centre(map->rooms[stop].area);
        const int32_t length = stop == room ? 0 : dw_nav_route_length(nav, there, middle);
        least = length < least ? length : least;
    }
    return least;
}

static int64_t floor_of(const dw_room *room)
{
    return (int64_t)(room->area.max.x - room->area.min.x) * (room->area.max.y - room->area.min.y);
}

/* The guards whose patrols are nearest, as a set. */
static uint64_t nearest_guards(const dw_map *map, const dw_nav *nav, uint64_t walkers,
                               uint16_t room)
{
    int32_t least = DW_NAV_NO_ROUTE;
    uint64_t nearest = 0;
    for (uint64_t left = walkers; left != 0; left &= left - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(left);
        const int32_t distance = patrol_distance(map, nav, g, room);
        if (nearest == 0 || distance < least) {
            least = distance;
            nearest = 0;
        }
        nearest |= distance == least ? UINT64_C(1) << g : 0;
    }
    return nearest;
}

void dw_zones_make(dw_zones *zones, const dw_map *map, const dw_nav *nav, uint64_t walkers)
{
    DW_CHECK(walkers != 0);
    int64_t floors[DW_GUARDS_MAX] = {0};
    uint64_t nearest[DW_ROOMS_MAX];
    /* What only one guard can have comes first, so that the rest evens it out. */
    for (uint16_t r = 0; r < map->room_count; r++) {
        nearest[r] = nearest_guards(map, nav, walkers, r);
        zones->guards[r] = NOBODY;
        if ((nearest[r] & (nearest[r] - 1)) == 0) {
            zones->guards[r] = (uint8_t)__builtin_ctzll(nearest[r]);
            floors[zones->guards[r]] += floor_of(&map->rooms[r]);
        }
    }
    for (uint16_t r = 0; r < map->room_count; r++) {
        if (zones->guards[r] != NOBODY) {
            continue;
        }
        uint8_t least = (uint8_t)__builtin_ctzll(nearest[r]);
        for (uint64_t left = nearest[r]; left != 0; left &= left - 1) {
            const uint8_t g = (uint8_t)__builtin_ctzll(left);
            least = floors[g] < floors[least] ? g : least;
        }
        zones->guards[r] = least;
        floors[least] += floor_of(&map->rooms[r]);
    }
}

uint16_t dw_zones_border(const dw_zones *zones, const dw_map *map, const dw_nav *nav,
                         uint16_t guard, uint16_t room)
{
    const dw_vec there = dw_rect_centre(map->rooms[room].area);
    const uint8_t keeper = zones->guards[room];
    uint16_t best = DW_NONE;
    int32_t best_length = 0;
    for (uint16_t d = 0; d < map->door_count; d++) {
        const dw_door *door = &map->doors[d];
        const uint8_t a = zones->guards[door->half[0].room];
        const uint8_t b = zones->guards[door->half[1].room];
        if (a == b || (a != guard && b != guard) || (a != keeper && b != keeper)) {
            continue;
        }
        const int32_t length = dw_nav_route_length(nav, there, dw_rect_centre(door->doorway));
        if (best == DW_NONE || length < best_length) {
            best = d;
            best_length = length;
        }
    }
    return best;
}

static bool is_in_zone_of(const dw_zones *zones, const dw_map *map, uint16_t guard, dw_rect area)
{
    const uint16_t room = dw_map_room_at(map, dw_rect_centre(area));
    return room != DW_NONE && zones->guards[room] == guard;
}

bool dw_zones_is_dead_end(const dw_zones *zones, const dw_map *map, uint16_t guard, uint16_t room)
{
    const uint8_t keeper = zones->guards[room];
    bool adjoins = false;
    for (uint16_t d = 0; d < map->door_count; d++) {
        const uint8_t a = zones->guards[map->doors[d].half[0].room];
        const uint8_t b = zones->guards[map->doors[d].half[1].room];
        if (a == b || (a != guard && b != guard)) {
            continue;
        }
        if (a != keeper && b != keeper) {
            return false;
        }
        adjoins = true;
    }
    return adjoins && keeper != guard && !is_in_zone_of(zones, map, guard, map->exit) &&
           !is_in_zone_of(zones, map, guard, map->items[dw_map_objective(map)].area);
}
