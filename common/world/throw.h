/* throw.h - what intruders throw: where it lands and when, and the aim of an intent.
 * One implementation for the server, for the arc that a client draws, and for bots. A throw passes
 * above furniture up to 0.7, as an intruder's sight does (server/RULES.md 2.35).
 * Knows nothing of what a tool does after it has landed. Pure; integers only; no allocation.
 * Cost: a free throw one line of sight, one that is cut some 20. */
#ifndef DW_WORLD_THROW_H
#define DW_WORLD_THROW_H

#include "common/world/movement.h"
#include "common/world/ruleset.h"

enum {
    DW_THROW_HEADINGS = 256,
    /* A throw that a wall, a leaf or high furniture cuts lands this far before it. */
    DW_THROW_SHORT_MM = 100
};

typedef struct dw_throw {
    dw_vec landing;
    uint16_t room; /* Of the landing. */
    uint8_t flight_ticks;
    bool cut; /* It does not get as far as it was aimed. */
} dw_throw;

/* How a throw from `from`, in a room of the map, goes with the aim of that intent. */
dw_throw dw_throw_fly(const dw_map *map, const dw_door_set *open, const dw_ruleset *rules,
                      dw_vec from, dw_intent intent);

/* The aim is no further than the ruleset lets an intruder throw. */
bool dw_throw_in_range(const dw_ruleset *rules, dw_intent intent);

/* `intent` with a throw of that tool from `from` to `at`, as near to it as the steps of an intent
 * and `throw_mm_max` allow. */
dw_intent dw_throw_aim(dw_intent intent, dw_tool tool, const dw_ruleset *rules, dw_vec from,
                       dw_vec at);

#endif
