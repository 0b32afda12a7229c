#include "common/world/light.h"

#include "common/world/sight.h"

enum { DIM = 20, BRIGHT = 60, GAIN_DARK = 10, GAIN_DIM = 35, GAIN_BRIGHT = 100 };

/* A lamp further off than this is no brighter than `light` there: the square of that distance. */
static int64_t useful_squared(const dw_lamp *lamp, int32_t light)
{
    const int64_t useful = (int64_t)lamp->range * (lamp->level - light) / lamp->level;
    return useful * useful;
}

int32_t dw_light_at(const dw_map *map, const dw_door_set *open, dw_switch_set worked,
                    dw_vec position, uint16_t room)
{
    if (room >= map->room_count) {
        return DW_LIGHT_MAX;
    }
    const dw_room *here = &map->rooms[room];
    int32_t light = here->light;
    for (uint16_t i = 0; i < here->lamp_count; i++) {
        const dw_lamp *lamp = &map->lamps[here->lamps[i]];
        if (lamp->level <= light || !dw_lamp_is_lit(lamp, worked)) {
            continue;
        }
        const int64_t distance_squared = dw_distance_squared(position, lamp->position);
        if (distance_squared >= useful_squared(lamp, light)) {
            continue;
        }
        const int32_t shines =
            dw_light_fades(lamp->level, lamp->range, (int32_t)dw_isqrt((uint64_t)distance_squared));
        if (shines > light && dw_sight_clear_between(map, open, lamp->position, lamp->room,
                                                     position, room, DW_SIGHT_OVER_MIDDLE)) {
            light = shines;
        }
    }
    return light;
}

uint16_t dw_switch_in_reach(const dw_map *map, const dw_door_set *open, dw_vec position,
                            int32_t reach)
{
    const uint16_t room = dw_map_room_at(map, position);
    uint16_t best = DW_NONE;
    int64_t least = INT64_MAX;
    for (uint16_t i = 0; i < map->switch_count; i++) {
        const dw_rect area = map->switches[i].area;
        const int64_t off = dw_distance_squared(position, dw_rect_nearest(area, position));
        if (map->switches[i].room == room && off < least &&
            dw_within_reach(map, open, position, area, reach, DW_NONE)) {
            best = i;
            least = off;
        }
    }
    return best;
}

int32_t dw_light_gain_percent(int32_t light)
{
    if (light >= BRIGHT) {
        return GAIN_BRIGHT;
    }
    if (light >= DIM) {
        return GAIN_DIM + (GAIN_BRIGHT - GAIN_DIM) * (light - DIM) / (BRIGHT - DIM);
    }
    return GAIN_DARK + (GAIN_DIM - GAIN_DARK) * light / DIM;
}
