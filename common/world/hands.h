/* hands.h - what an intruder can carry at once: one large item, or up to four small ones. Small
 * keys hang on the belt: they count among the small items, but go beside a large one. Asked alike
 * by the server and by the client that predicts. Pure. */
#ifndef DW_WORLD_HANDS_H
#define DW_WORLD_HANDS_H

#include "common/world/map.h"

enum { DW_HANDS_SMALL_MAX = 4 };

/* Bit i: item i of the map. */
typedef uint8_t dw_item_set;
_Static_assert(DW_ITEMS_MAX <= 8, "a bit for each item");

/* Whether hands that hold `carried` can take `item` as well. */
bool dw_hands_take(const dw_map *map, dw_item_set carried, uint16_t item);

/* Whether hands can hold these together. */
bool dw_hands_hold(const dw_map *map, dw_item_set items);

#endif
