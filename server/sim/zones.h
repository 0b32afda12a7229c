/* zones.h - the rooms of a map, divided among its guards (rule 4.84 of server/RULES.md): a room
 * goes to the guard whose patrol passes it, else to the guard whose patrol comes nearest. Where
 * that leaves several guards, the one whose zone has the least floor has it. Made once for a match,
 * from the map alone, so that all guards know all zones. No state, no allocation. Cost of making: a
 * route length for each room without a patrol and each stop of each patrol. */
#ifndef DW_SIM_ZONES_H
#define DW_SIM_ZONES_H

#include "common/nav/nav.h"

typedef struct dw_zones {
    uint8_t guards[DW_ROOMS_MAX]; /* By room: the guard whose zone it is in. */
} dw_zones;

/* `walkers`: the guards that get a zone, at least one. Devices get none. */
void dw_zones_make(dw_zones *zones, const dw_map *map, const dw_nav *nav, uint64_t walkers);

/* The door at which the guard keeps somebody in `room` out of its zone: of the doors between its
 * zone and the zone of that room, the one nearest to the room. DW_NONE when the two do not adjoin,
 * or are the same. */
uint16_t dw_zones_border(const dw_zones *zones, const dw_map *map, const dw_nav *nav,
                         uint16_t guard, uint16_t room);

/* The zone of the guard is a dead end behind that of `room`, with nothing in it to keep: no other
 * zone adjoins it, and neither the place of the objective nor the exit lies in it. */
bool dw_zones_is_dead_end(const dw_zones *zones, const dw_map *map, uint16_t guard, uint16_t room);

#endif
