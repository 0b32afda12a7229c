/* setup_hash.h - what a match is played on, as three hashes: of the map, of the ruleset and of
 * the mission, by content. Two matches that differ in one of them go different ways from the same
 * state. Owns: nothing. The hash of the map covers guards and patrols too; the hash in the welcome
 * (public_map.h) does not. Texts for people, and what a loader works out, are left out; but the
 * length of a line of talk counts, since the next line waits for it. Cost: O(size of the map),
 * under 1 ms; no allocation. Pure. */
#ifndef DW_SESSION_SETUP_HASH_H
#define DW_SESSION_SETUP_HASH_H

#include "common/world/map.h"
#include "common/world/mission.h"
#include "common/world/ruleset.h"

uint64_t dw_setup_hash_map(const dw_map *map);
uint64_t dw_setup_hash_rules(const dw_ruleset *rules);
uint64_t dw_setup_hash_mission(const dw_mission *mission); /* NULL: 0. */

#endif
