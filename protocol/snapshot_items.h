/* snapshot_items.h - what the items of a snapshot are on its map: where they lie, which ones
 * an intruder could take, and which one the round is about. For clients and bots. Owns nothing;
 * knows no simulation. Cost: O(items) a call. Pure. */
#ifndef DW_PROTOCOL_SNAPSHOT_ITEMS_H
#define DW_PROTOCOL_SNAPSHOT_ITEMS_H

#include "common/world/hands.h"
#include "common/world/intruder.h"
#include "protocol/snapshot.h"

/* Nothing is said of items that the map does not have, but for baits, which lie on the floor. The
 * decoder knows no map. */
bool dw_snapshot_items_fit(const dw_map *map, const dw_snapshot_item *items);

/* The baits that the snapshot shows: their positions, at most DW_ITEMS_MAX. */
uint32_t dw_snapshot_baits(const dw_map *map, const dw_snapshot_item *items, dw_vec *positions);

/* Where item `index` lies; where it lay at the start when somebody has it. */
dw_rect dw_snapshot_item_area(const dw_map *map, const dw_snapshot_item *items, uint16_t index);

/* What it lies on; DW_NONE on the floor. */
uint16_t dw_snapshot_item_furniture(const dw_map *map, const dw_snapshot_item *items,
                                    uint16_t index);

/* The items in the hands of that intruder; the first of them, DW_NONE without one. */
dw_item_set dw_snapshot_items_of(const dw_snapshot_item *items, uint8_t slot);
uint16_t dw_snapshot_item_of(const dw_snapshot_item *items, uint8_t slot);

/* The first item of those that the intruder in `slot` carries that `mate` can take too; DW_NONE
 * without one. */
uint16_t dw_snapshot_item_for(const dw_map *map, const dw_snapshot_item *items, uint8_t slot,
                              uint8_t mate);

/* What the intruder in `slot` could take besides what it carries (DW_SLOT_NONE: with empty hands),
 * as far as it was found. Without devices, of which a snapshot knows nothing. */
dw_usables dw_snapshot_usables(const dw_map *map, const dw_snapshot_item *items, uint8_t slot);

/* The objective that the round is about: one that was delivered (it has decided the round), else
 * the one that the intruder in `slot` carries (DW_SLOT_NONE: nobody in particular), else one that
 * anybody carries, else one that lies; of several the lowest index. */
uint16_t dw_snapshot_objective(const dw_map *map, const dw_snapshot_item *items, uint8_t slot);

#endif
