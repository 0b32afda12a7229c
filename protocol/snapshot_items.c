#include "protocol/snapshot_items.h"

bool dw_snapshot_items_fit(const dw_map *map, const dw_snapshot_item *items)
{
    for (uint32_t i = map->item_count; i < DW_ITEMS_MAX; i++) {
        if (items[i].state != DW_ITEM_HOME && items[i].state != DW_ITEM_DROPPED) {
            return false;
        }
    }
    return true;
}

static dw_vec dropped_at(const dw_map *map, const dw_snapshot_item *item)
{
    return (dw_vec){dw_snapshot_restore(item->x, map->bounds.min.x),
                    dw_snapshot_restore(item->y, map->bounds.min.y)};
}

uint32_t dw_snapshot_baits(const dw_map *map, const dw_snapshot_item *items, dw_vec *positions)
{
    uint32_t count = 0;
    for (uint32_t i = map->item_count; i < DW_ITEMS_MAX; i++) {
        if (items[i].state == DW_ITEM_DROPPED) {
            positions[count++] = dropped_at(map, &items[i]);
        }
    }
    return count;
}

dw_rect dw_snapshot_item_area(const dw_map *map, const dw_snapshot_item *items, uint16_t index)
{
    if (items[index].state != DW_ITEM_DROPPED) {
        return map->items[index].area;
    }
    return dw_item_dropped_at(dropped_at(map, &items[index]));
}

uint16_t dw_snapshot_item_furniture(const dw_map *map, const dw_snapshot_item *items,
                                    uint16_t index)
{
    return items[index].state == DW_ITEM_HOME ? map->items[index].furniture : (uint16_t)DW_NONE;
}

dw_item_set dw_snapshot_items_of(const dw_snapshot_item *items, uint8_t slot)
{
    uint32_t carried = 0;
    for (uint32_t i = 0; i < DW_ITEMS_MAX; i++) {
        const bool held = items[i].state == DW_ITEM_CARRIED && items[i].carrier == slot;
        carried |= held ? 1u << i : 0;
    }
    return (dw_item_set)carried;
}

uint16_t dw_snapshot_item_of(const dw_snapshot_item *items, uint8_t slot)
{
    const dw_item_set carried = dw_snapshot_items_of(items, slot);
    return carried != 0 ? (uint16_t)__builtin_ctz(carried) : (uint16_t)DW_NONE;
}

uint16_t dw_snapshot_item_for(const dw_map *map, const dw_snapshot_item *items, uint8_t slot,
                              uint8_t mate)
{
    if (dw_slot_is_person(map, mate)) {
        return DW_NONE;
    }
    const dw_item_set full = dw_snapshot_items_of(items, mate);
    for (uint32_t left = dw_snapshot_items_of(items, slot); left != 0; left &= left - 1) {
        const uint16_t index = (uint16_t)__builtin_ctz(left);
        if (dw_hands_take(map, full, index)) {
            return index;
        }
    }
    return DW_NONE;
}

dw_usables dw_snapshot_usables(const dw_map *map, const dw_snapshot_item *items, uint8_t slot)
{
    const dw_item_set carried = dw_snapshot_items_of(items, slot);
    dw_usables usables = {.count = 0};
    for (uint16_t i = 0; i < map->item_count; i++) {
        if (!dw_item_is_blank(&map->items[i]) && dw_item_lies(items[i].state) &&
            dw_hands_take(map, carried, i)) {
            dw_usables_add_item(&usables, i, dw_snapshot_item_area(map, items, i),
                                dw_snapshot_item_furniture(map, items, i));
        }
    }
    return usables;
}

static uint32_t weight(const dw_snapshot_item *item, uint8_t slot)
{
    switch (item->state) {
    case DW_ITEM_DELIVERED:
        return 4;
    case DW_ITEM_CARRIED:
        return item->carrier == slot ? 3 : 2;
    default:
        return 1;
    }
}

uint16_t dw_snapshot_objective(const dw_map *map, const dw_snapshot_item *items, uint8_t slot)
{
    uint16_t found = 0;
    uint32_t heaviest = 0;
    for (uint16_t i = 0; i < map->item_count; i++) {
        if (map->items[i].kind == DW_ITEM_OBJECTIVE && weight(&items[i], slot) > heaviest) {
            heaviest = weight(&items[i], slot);
            found = i;
        }
    }
    return found;
}
