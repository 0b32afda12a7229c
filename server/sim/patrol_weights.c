#include "server/sim/patrol_weights.h"

#include "common/world/light.h"

bool dw_patrol_weights_wanted(const dw_ruleset *rules)
{
    return rules->light != 0 && rules->patrol_dark_percent > 0;
}

void dw_patrol_weights_make(dw_route_weights *weights, const dw_nav *nav, const dw_map *map,
                            const dw_ruleset *rules)
{
    const dw_door_set open = dw_map_doors_at_start(map);
    dw_route_weights_reset(weights);
    if (dw_nav_floor_weights(nav) != NULL) {
        *weights = *dw_nav_floor_weights(nav);
    }
    for (uint16_t room = 0; room < map->room_count; room++) {
        const dw_vec middle = dw_rect_centre(map->rooms[room].area);
        const int32_t dark = DW_LIGHT_MAX - dw_light_at(map, &open, 0, middle, room);
        const int32_t one = weights->rooms[room];
        const int32_t cost = one + one * rules->patrol_dark_percent / 100 * dark / DW_LIGHT_MAX;
        weights->rooms[room] = (uint16_t)(cost < DW_ROUTE_FACTOR_MAX ? cost : DW_ROUTE_FACTOR_MAX);
    }
}
