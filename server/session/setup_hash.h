/* setup_hash.h - what a match is played on, as two hashes: of the map and of the ruleset, by
 * content. Two matches that differ in either go different ways from the same state. Owns: nothing.
 * The hash of the map covers guards and patrols too; the hash in the welcome (public_map.h) does
 * not. Texts for people, and what a loader works out, are left out. Cost: O(size of the map), under
 * 1 ms; no allocation. Pure. */
#ifndef DW_SESSION_SETUP_HASH_H
#define DW_SESSION_SETUP_HASH_H

#include "common/world/map.h"
#include "common/world/ruleset.h"

uint64_t dw_setup_hash_map(const dw_map *map);
uint64_t dw_setup_hash_rules(const dw_ruleset *rules);

#endif
