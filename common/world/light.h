/* light.h - how light it is at a place: the light of its room and of the lamps that shine on it
 * (server/RULES.md 1.42 to 1.46).
 * Owns: that rule, for the senses of guards, for clients and for bots. Lamps are parts of the map;
 * which switches have been worked is the caller's to say.
 * Does not know: torches, which bodies carry, and what light is good for.
 * Cost: at most a line of sight for each lit lamp in range that is brighter than what is known
 * already; 200 ns with 8 lamps. Pure, no allocation. */
#ifndef DW_WORLD_LIGHT_H
#define DW_WORLD_LIGHT_H

#include "common/world/map.h"

enum { DW_LIGHT_MAX = 100 };

/* A lamp is lit when it starts on and its switch stands as at the start of the round, or when it
 * starts off and its switch does not. */
static inline bool dw_lamp_is_lit(const dw_lamp *lamp, dw_switch_set worked)
{
    const bool other = lamp->wall_switch != DW_NONE && (worked >> lamp->wall_switch & 1) != 0;
    return lamp->starts_on != other;
}

/* What a light of `level` and `range` (units, not 0) leaves at a distance, rounded down. 0 from its
 * range on. */
static inline int32_t dw_light_fades(int32_t level, int32_t range, int32_t distance)
{
    return distance >= range ? 0 : (int32_t)((int64_t)level * (range - distance) / range);
}

/* 0 .. 100 at `position`, which is in `room` (dw_map_room_at); 100 outside of all rooms. Walls,
 * closed leaves and furniture above 0.7 break the line from a lamp. */
int32_t dw_light_at(const dw_map *map, const dw_door_set *open, dw_switch_set worked,
                    dw_vec position, uint16_t room);

/* The switch that a hand at `position` works: the nearest one of its room within `reach` units
 * (ties: the lower index), or DW_NONE. */
uint16_t dw_switch_in_reach(const dw_map *map, const dw_door_set *open, dw_vec position,
                            int32_t reach);

/* What is left of the gain of a detection meter in that light, in percent: 10 at 0, 35 at 20, 100
 * from 60 on, linear between. */
int32_t dw_light_gain_percent(int32_t light);

#endif
