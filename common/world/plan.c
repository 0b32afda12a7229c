#include "common/world/plan.h"

#include "common/base/check.h"
#include "common/world/map_draft.h"

#include <string.h>

bool dw_plan_has_hidden(const dw_map *map)
{
    bool hidden = false;
    for (uint32_t i = 0; i < map->item_count; i++) {
        hidden = hidden || map->items[i].hidden;
    }
    return hidden;
}

void dw_plan_hide(dw_map *map)
{
    for (uint32_t i = 0; i < map->item_count; i++) {
        if (map->items[i].hidden) {
            map->items[i] = (dw_item_spot){
                .room = DW_NONE, .furniture = DW_NONE, .kind = DW_ITEM_DOCUMENT, .hidden = true};
        }
    }
}

dw_found_item dw_plan_found(const dw_map *map, uint16_t index)
{
    DW_CHECK(index < map->item_count);
    const dw_item_spot *item = &map->items[index];
    dw_found_item found = {.index = (uint8_t)index,
                           .kind = item->kind,
                           .large = item->large,
                           .opens = item->opens,
                           .area = item->area};
    memcpy(found.name, item->name, sizeof found.name);
    return found;
}

static bool name_is_taken(const dw_map *map, const dw_found_item *found)
{
    bool taken = false;
    for (uint32_t i = 0; i < map->item_count; i++) {
        taken = taken || (i != found->index && strcmp(map->items[i].name, found->name) == 0);
    }
    return taken;
}

bool dw_plan_put(dw_map *map, const dw_found_item *found)
{
    if (found->index >= map->item_count || found->name[0] == '\0' ||
        !dw_map_is_sound(found->area) || !map->items[found->index].hidden ||
        found->opens > map->lock_count || (found->opens != 0) != (found->kind == DW_ITEM_KEY) ||
        found->kind == DW_ITEM_OBJECTIVE || found->kind >= DW_ITEM_KIND_COUNT ||
        name_is_taken(map, found)) {
        return false;
    }
    dw_item_spot item = {.area = found->area,
                         .kind = found->kind,
                         .opens = found->opens,
                         .large = found->large,
                         .hidden = true};
    memcpy(item.name, found->name, sizeof item.name);
    dw_map_place_item(map, &item);
    if (item.room == DW_NONE) {
        return false;
    }
    map->items[found->index] = item;
    return true;
}
