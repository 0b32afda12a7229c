/* patrol_weights.h - what rooms cost guards on their patrols beside the length of a path: dark ones
 * more than lit ones, on top of what floors cost (rules 6.30 to 6.33 of server/RULES.md). Made once
 * for a match, from the map as it is at the start of a round, so that all guards know it and none
 * learns from it what has been switched since. No state, no allocation. Cost of making: a look at
 * the lamps of each room. */
#ifndef DW_SIM_PATROL_WEIGHTS_H
#define DW_SIM_PATROL_WEIGHTS_H

#include "common/nav/nav.h"
#include "common/world/ruleset.h"

/* Whether darkness counts at all. */
bool dw_patrol_weights_wanted(const dw_ruleset *rules);

void dw_patrol_weights_make(dw_route_weights *weights, const dw_nav *nav, const dw_map *map,
                            const dw_ruleset *rules);

#endif
