/* plan.h - what the plan of a house, which every player has, says of its items. Hidden items are
 * not on it: a client has a blank in the place of each until it is told of the item (PROTOCOL.md,
 * message 63). Owns: making blanks, and filling one in. Knows nothing of who has seen what
 * (server/session/interest.h). Pure; no allocation. */
#ifndef DW_WORLD_PLAN_H
#define DW_WORLD_PLAN_H

#include "common/world/map.h"

/* What is said of an item when it is found. */
typedef struct dw_found_item {
    uint8_t index; /* Of the map. */
    uint8_t kind;  /* dw_item_kind, not an objective. */
    bool large;
    uint8_t opens; /* 1 + the lock that it opens, 0: none. */
    dw_rect area;
    char name[DW_NAME_SIZE];
} dw_found_item;

/* Whether any item of the map is hidden, known or not. */
bool dw_plan_has_hidden(const dw_map *map);

/* Makes a blank of each hidden item, as in the map that clients are sent. */
void dw_plan_hide(dw_map *map);

/* What is said of item `index` of a whole map. */
dw_found_item dw_plan_found(const dw_map *map, uint16_t index);

/* Fills in the hidden item of a client's own copy of a map, also if it was filled in before. False,
 * and nothing is changed, when the map has no such hidden item, no such lock, or no room around its
 * area, or when another item has that name. */
DW_MUST_USE bool dw_plan_put(dw_map *map, const dw_found_item *found);

#endif
