#include "client/bot/team_route.h"

#include <stdlib.h>

static uint32_t plain_price(void *context, uint16_t node)
{
    (void)context;
    (void)node;
    return DW_ROADMAP_PRICE_ONE;
}

static const dw_roadmap_node *node_of(const dw_team_route *route, const dw_bot_ground *ground,
                                      uint32_t index)
{
    return &ground->roadmap->nodes[route->points[index]];
}

void dw_team_route_find(dw_team_route *route, const dw_bot_ground *ground)
{
    const dw_map *map = ground->map;
    const dw_vec from = dw_rect_centre(map->exit);
    const dw_vec to = dw_rect_centre(map->items[dw_map_objective(map)].area);
    dw_roadmap_search(ground->roadmap, &from, 1, plain_price, NULL);
    const uint16_t end = dw_roadmap_nearest(ground->roadmap, to);
    route->count = end == DW_NONE ? 0
                                  : (uint16_t)dw_roadmap_path(ground->roadmap, end, route->points,
                                                              DW_SNEAK_POINTS_MAX);
}

uint16_t dw_team_route_at(const dw_team_route *route, const dw_bot_ground *ground, dw_vec position)
{
    const uint16_t room = dw_map_room_at(ground->map, position);
    uint16_t best = 0;
    int64_t best_far = INT64_MAX;
    for (uint16_t i = 0; i < route->count; i++) {
        const dw_roadmap_node *node = node_of(route, ground, i);
        int64_t far = dw_distance(node->position, position);
        far += node->room == room ? 0 : INT32_MAX;
        if (far < best_far) {
            best = i;
            best_far = far;
        }
    }
    return best;
}

uint16_t dw_team_route_door(const dw_team_route *route, const dw_bot_ground *ground,
                            uint32_t percent)
{
    const int32_t wanted = (int32_t)(route->count * percent / 100);
    uint16_t best = DW_NONE;
    int32_t best_off = INT32_MAX;
    for (int32_t i = 0; i < route->count; i++) {
        const uint16_t door = node_of(route, ground, (uint32_t)i)->door;
        if (door != DW_NONE && abs(i - wanted) < best_off) {
            best = door;
            best_off = abs(i - wanted);
        }
    }
    return best;
}

dw_vec dw_team_route_before(const dw_team_route *route, const dw_bot_ground *ground,
                            const dw_ruleset *rules, uint16_t door)
{
    const dw_door_set *doors = &ground->all_doors;
    uint32_t i = 0;
    while (i < route->count && node_of(route, ground, i)->door != door) {
        i++;
    }
    dw_vec before = dw_rect_centre(ground->map->doors[door].doorway);
    while (i-- > 0) {
        const dw_roadmap_node *node = node_of(route, ground, i);
        if (node->door != DW_NONE && node->door != door) {
            break;
        }
        before = node->position;
        if (dw_intruder_choose_use(ground->map, doors, rules, before, NULL).kind ==
            DW_USE_NOTHING) {
            break;
        }
    }
    return before;
}
