/* found_items.h - the hidden items of the map that this client was told of (PROTOCOL.md, message
 * 63), and the client's own copy of the map that has them filled in: other clients of the process
 * may share the map itself, and know less. Owns: that copy. Cost: nothing on a map without hidden
 * items. */
#ifndef DW_CLIENT_CORE_FOUND_ITEMS_H
#define DW_CLIENT_CORE_FOUND_ITEMS_H

#include "common/world/plan.h"

typedef struct dw_found_items {
    uint32_t told; /* Bit i: `rows[i]` was told. */
    dw_found_item rows[DW_ITEMS_MAX];
    dw_map *known; /* NULL: there is no map yet, or it hides nothing. */
} dw_found_items;
_Static_assert(DW_ITEMS_MAX <= 32, "a bit for each item");

/* Stores what was told. False when it cannot be of `map`, which is NULL before it is there. */
DW_MUST_USE bool dw_found_items_take(dw_found_items *found, const dw_map *map,
                                     const dw_found_item *told);

/* The map is there: `*out` becomes `map`, or the own copy with all that was told. It stands until
 * the next call. DW_INVALID: something that was told cannot be of this map; DW_MEMORY. */
DW_MUST_USE dw_status dw_found_items_begin(dw_found_items *found, const dw_map *map,
                                           const dw_map **out);

/* Another match or map: forgets what was told. The copy stays for those that still look at it. */
void dw_found_items_reset(dw_found_items *found);

/* Zero bytes need no call. */
void dw_found_items_destroy(dw_found_items *found);

#endif
