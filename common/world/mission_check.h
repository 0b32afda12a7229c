/* mission_check.h - what the parts and triggers of a mission mean together: whether it can be won,
 * and whether its conversations end.
 * Private to common/world. */
#ifndef DW_WORLD_MISSION_CHECK_H
#define DW_WORLD_MISSION_CHECK_H

#include "common/world/mission.h"

/* Refuses a mission without a part that has to be done, with parts that wait for each other, with
 * an item that is wanted after it was planted, or with a part that nobody can ever do; and a
 * segment that nothing begins, or that leads back to a question whatever players choose. The error
 * names the part or segment. */
DW_MUST_USE dw_status dw_mission_check(const dw_mission *mission, const dw_map *map,
                                       dw_error *error);

#endif
