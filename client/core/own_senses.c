#include "client/core/own_senses.h"

#include "common/world/light.h"

dw_own_senses dw_own_senses_of(const dw_map *map, const dw_ruleset *rules, const dw_body *body,
                               const dw_door_set *open, dw_switch_set worked)
{
    const uint16_t room = dw_map_room_at(map, body->position);
    dw_own_senses own = {.hears = rules->hearing != 0, .sees_light = rules->light != 0};
    if (own.hears && body->moving && room != DW_NONE) {
        own.steps = true;
        own.step_db10 =
            dw_intruder_footfall(dw_intruder_gait_of(body), rules, (dw_floor)map->rooms[room].floor)
                .level_db10;
    }
    if (own.sees_light) {
        own.light = dw_light_at(map, open, worked, body->position, room);
    }
    return own;
}
