#include "common/world/hands.h"

bool dw_hands_take(const dw_map *map, dw_item_set carried, uint16_t item)
{
    return (carried >> item & 1) == 0 && dw_hands_hold(map, (dw_item_set)(carried | 1u << item));
}

bool dw_hands_hold(const dw_map *map, dw_item_set items)
{
    uint32_t small = 0;
    uint32_t large = 0;
    uint32_t keys = 0; /* Small ones. */
    for (uint16_t i = 0; i < map->item_count; i++) {
        const bool held = (items >> i & 1) != 0;
        large += held && map->items[i].large ? 1 : 0;
        small += held && !map->items[i].large ? 1 : 0;
        keys += held && !map->items[i].large && map->items[i].kind == DW_ITEM_KEY ? 1 : 0;
    }
    return small <= DW_HANDS_SMALL_MAX && (large == 0 || (large == 1 && small == keys));
}
