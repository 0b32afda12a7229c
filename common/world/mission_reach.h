/* mission_reach.h - whether each part of a mission can be done at all: whether intruders come to
 * its things, with the keys and the triggers on the way. Private to common/world. */
#ifndef DW_WORLD_MISSION_REACH_H
#define DW_WORLD_MISSION_REACH_H

#include "common/world/mission.h"

/* Refuses a part that nobody can ever do: its item, device or place lies behind a lock to which no
 * key can be reached, and that no trigger opens, or it waits for such a part. What may happen
 * counts as happening; nobody picks a lock that has keys. The error names the part. */
DW_MUST_USE dw_status dw_mission_check_reach(const dw_mission *mission, const dw_map *map,
                                             dw_error *error);

#endif
