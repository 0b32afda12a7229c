/* nav_set.h - meshes of one map for bodies that are smaller or larger than an intruder.
 * Owns: which sizes the guards of a map have, and the mesh of each. Built once beside the mesh of
 * intruders (nav.h), in the same arena, and read-only from then on. Knows nothing of how guards
 * move. Cost: a look-up compares at most DW_NAV_SIZES_MAX numbers. */
#ifndef DW_NAV_NAV_SET_H
#define DW_NAV_NAV_SET_H

#include "common/nav/nav.h"
#include "common/world/kind.h"

/* Sizes beside that of an intruder. A mesh of a large map takes some megabytes. */
enum { DW_NAV_SIZES_MAX = 4 };

typedef struct dw_nav_set {
    uint32_t count;
    int32_t halves[DW_NAV_SIZES_MAX]; /* Half the side, in units. */
    const dw_nav *navs[DW_NAV_SIZES_MAX];
} dw_nav_set;

/* The meshes that the guards of `map` need. `kinds` is indexed by dw_guard_post.kind. Guards of an
 * intruder's size use the mesh of intruders, and devices need none.
 * Checks that each guard of another size fits at its position, outside of doorways, and can walk to
 * each room of its patrol with all doors open (server/RULES.md 1.51). DW_INVALID, DW_FULL and
 * DW_MEMORY name what is wrong; callers add the file name. */
DW_MUST_USE dw_status dw_nav_set_build(dw_nav_set *out, dw_arena *arena, const dw_map *map,
                                       const dw_kind *kinds, dw_error *error);

/* Index of the mesh for bodies of that half size; `count` when they use the mesh of intruders. */
uint32_t dw_nav_set_find(const dw_nav_set *set, int32_t half);

#endif
