#include "server/mind/skills/last_known.h"

#include "server/mind/door_manners.h"

static bool goes_through(const dw_door *door, uint16_t room, dw_vec step, uint16_t own_room)
{
    const int near = door->half[0].room == room ? 0 : 1;
    const dw_vec way = dw_vec_sub(door->half[1 - near].point, door->half[near].point);
    const int64_t along = dw_dot(way, step);
    return along != 0 ? along > 0 : own_room == room;
}

dw_vec dw_last_known(const dw_brain_setup *setup, const dw_belief *belief, uint16_t own_room)
{
    const dw_map *map = setup->map;
    const dw_room *room = &map->rooms[belief->room];
    for (uint16_t i = 0; i < room->door_count; i++) {
        const dw_door *door = &map->doors[room->doors[i]];
        if (!dw_rect_overlaps(door->doorway, dw_rect_around(belief->place, DW_BODY_HALF))) {
            continue;
        }
        const dw_nav_query query = {.room = DW_NONE};
        const bool far_side = goes_through(door, belief->room, belief->step, own_room);
        dw_vec behind;
        if (dw_door_leaving_place(setup, &query, room->doors[i], far_side, belief->room, &behind)) {
            return behind;
        }
    }
    return belief->place;
}
