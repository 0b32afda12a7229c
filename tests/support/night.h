/* night.h - a match in which every switch of the ruleset that senses, evidence, light and tools
 * have is on, and each guard is of its own kind, with the brain of that kind: for properties that
 * have to hold whatever a match has in it. */
#ifndef DW_TESTS_SUPPORT_NIGHT_H
#define DW_TESTS_SUPPORT_NIGHT_H

#include "tests/support/stage.h"

/* The rules: kinds as their files and the map have them. Minds of bodies get what they sense
 * `reaction_ticks` later. Nobody is caught for ten minutes. */
dw_ruleset dw_night_rules(const dw_map *map, const char *strategy, int32_t reaction_ticks);

/* Starts as dw_stage_begin_whims does. */
dw_stage *dw_night_create(const dw_venue *venue, const dw_ruleset *rules, uint64_t seed);

/* One tick of dw_stage_set_whims; now and then somebody throws a coin or a bait. */
void dw_night_step(dw_stage *stage, uint64_t seed);

#endif
