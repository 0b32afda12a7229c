/* interest_lights.c - which switches the intruders know: those that they see, or a lamp of which
 * they see (server/RULES.md 8.20). Lines of sight go both ways: a lamp that shines on an intruder
 * is one that the intruder sees, so that it knows the light in which it stands. */
#include "common/world/sight.h"
#include "server/session/interest_parts.h"

static bool eye_knows_switch(const dw_interest_scene *scene, const dw_actor *eye, uint16_t index)
{
    const dw_map *map = scene->map;
    const dw_door_set *open = &scene->world->open;
    const dw_vec from = eye->body.position;
    const dw_wall_switch *it = &map->switches[index];
    const dw_vec at = dw_rect_nearest(it->area, from);
    if (it->room == eye->room && dw_sight_clear(map, open, from, at, DW_SIGHT_OVER_MIDDLE)) {
        return true;
    }
    for (uint16_t i = 0; i < map->lamp_count; i++) {
        const dw_lamp *lamp = &map->lamps[i];
        if (lamp->wall_switch == index &&
            dw_sight_clear_between(map, open, from, eye->room, lamp->position, lamp->room,
                                   DW_SIGHT_OVER_MIDDLE)) {
            return true;
        }
    }
    return false;
}

static bool knows_switch(const dw_interest_scene *scene, uint32_t eyes, uint16_t index)
{
    bool known = scene->rules->vision == DW_VISION_OMNISCIENT;
    for (uint32_t left = eyes; left != 0 && !known; left &= left - 1) {
        const uint32_t slot = (uint32_t)__builtin_ctz(left);
        known = eye_knows_switch(scene, dw_intruder_actor(scene->world, slot), index);
    }
    return known;
}

/* Looks only at switches that differ from what the client knows, as with doors. */
void dw_interest_update_switches(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes)
{
    for (uint32_t differ = interest->worked ^ scene->world->worked; differ != 0;
         differ &= differ - 1) {
        const uint16_t index = (uint16_t)__builtin_ctz(differ);
        if (knows_switch(scene, eyes, index)) {
            interest->worked ^= UINT32_C(1) << index;
        }
    }
}
