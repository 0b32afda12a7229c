/* tools.h - what intruders can throw in a match, what flies and what lies (server/RULES.md 2.33 to
 * 2.39). Owns: the belt of each intruder with the one throw that is under way, and the baits that
 * lie. Knows nothing of what a noise or a bait does to those that sense it.
 * Without `tools` in the ruleset none of it is state. No allocation. */
#ifndef DW_SIM_TOOLS_H
#define DW_SIM_TOOLS_H

#include "common/world/throw.h"
#include "common/world/world_fields.h"

enum { DW_BAITS_MAX = 4 }; /* That lie at once; fewer on a map with many items. */

/* What an intruder has left, and its last throw. */
#define DW_BELT_FIELDS(X, A, M)                                                                    \
    X(u8, coins)                                                                                   \
    X(u8, baits)                                                                                   \
    X(u8, flying)       /* dw_tool */                                                              \
    X(u8, flight_ticks) /* Left. */                                                                \
    X(vec, landing)
typedef struct dw_belt {
    DW_FIELDS_MEMBERS(DW_BELT_FIELDS)
} dw_belt;
typedef dw_belt dw_field_belt;

#define DW_LYING_BAIT_FIELDS(X, A, M)                                                              \
    X(vec, position)                                                                               \
    X(u32, tick) /* When it landed. */
typedef struct dw_lying_bait {
    DW_FIELDS_MEMBERS(DW_LYING_BAIT_FIELDS)
} dw_lying_bait;
typedef dw_lying_bait dw_field_lying_bait;

#define DW_TOOLS_FIELDS(X, A, M)                                                                   \
    X(u16, slots) /* Bit s: slot s has a belt. */                                                  \
    X(u8, lying)  /* Bit i: bait i lies somewhere. */                                              \
    M(belt, belts, DW_INTRUDERS_MAX, it->slots)                                                    \
    M(lying_bait, baits, DW_BAITS_MAX, it->lying)
typedef struct dw_tools {
    DW_FIELDS_MEMBERS(DW_TOOLS_FIELDS)
} dw_tools;
typedef dw_tools dw_field_tools;
DW_FIELDS_DECLARE(tools);

/* How many baits can lie on that map: snapshots show them behind its items. */
static inline uint32_t dw_baits_max(const dw_map *map)
{
    const uint32_t left = DW_ITEMS_MAX - (uint32_t)map->item_count;
    return left < DW_BAITS_MAX ? left : DW_BAITS_MAX;
}

bool dw_tools_are_sound(const dw_tools *tools, const dw_map *map, const dw_ruleset *rules);

#endif
