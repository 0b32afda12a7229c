#include "server/mind/skills/last_known.h"

#include "server/mind/door_manners.h"

#include <stdio.h>

/* Whether an intruder that moved by `step` from `room` goes on to the other side of the door. */
static bool goes_through(const dw_door *door, uint16_t room, dw_vec step, uint16_t own_room)
{
    const int near = door->half[0].room == room ? 0 : 1;
    const dw_vec through = dw_vec_sub(door->half[1 - near].point, door->half[near].point);
    const int64_t along = dw_dot(through, step);
    return along != 0 ? along > 0 : own_room == room;
}

dw_vec dw_last_known_position(const dw_brain_setup *setup, const dw_belief *belief,
                              uint16_t own_room)
{
    const dw_map *map = setup->map;
    const dw_room *room = &map->rooms[belief->room];
    const dw_nav_query query = {.room = DW_NONE};
    for (uint16_t i = 0; i < room->door_count; i++) {
        const dw_door *door = &map->doors[room->doors[i]];
        if (!dw_rect_overlaps(door->doorway, dw_rect_around(belief->place, DW_BODY_HALF))) {
            continue;
        }
        const dw_door_side side = {.door = room->doors[i],
                                   .room = belief->room,
                                   .far_side =
                                       goes_through(door, belief->room, belief->step, own_room)};
        dw_vec behind;
        if (dw_door_leaving_place(setup, &query, side, &behind)) {
            return behind;
        }
    }
    return belief->place;
}

void dw_last_known_begin(const dw_think *think, dw_vec position)
{
    dw_mover_go(think->mover, position);
}

dw_skill_state dw_last_known_step(const dw_think *think)
{
    dw_mover_step(think->mover, think, think->speed, think->setup->kind->turn_rates.hurried_bam);
    if (think->mover->state == DW_MOVER_GOING) {
        return DW_SKILL_RUNNING;
    }
    return think->mover->state == DW_MOVER_ARRIVED ? DW_SKILL_DONE : DW_SKILL_FAILED;
}

void dw_last_known_explain(uint8_t slot, uint16_t room, const dw_brain_setup *setup,
                           dw_mind_view *view)
{
    view->room = room;
    (void)snprintf(view->sentence, sizeof view->sentence,
                   "Checks the last known position of intruder %u, in %s.", slot + 1u,
                   room != DW_NONE ? setup->map->rooms[room].name : "?");
}
