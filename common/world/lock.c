#include "common/world/lock.h"

#include "common/world/sight.h"

dw_item_set dw_door_keys(const dw_map *map, uint16_t door)
{
    uint32_t keys = 0;
    for (uint32_t i = 0; map->doors[door].lock != 0 && i < map->item_count; i++) {
        keys |= map->items[i].opens == map->doors[door].lock ? 1u << i : 0;
    }
    return (dw_item_set)keys;
}

dw_lock_answer dw_lock_ask(const dw_map *map, const dw_ruleset *rules, uint16_t door,
                           dw_item_set carried)
{
    if ((dw_door_keys(map, door) & carried) != 0) {
        return DW_LOCK_OPENS;
    }
    return rules->pick_ticks > 0 ? DW_LOCK_PICKED : DW_LOCK_REFUSES;
}

bool dw_pick_pass(dw_pick *pick, const dw_map *map, const dw_door_set *open, dw_lock_set turned,
                  const dw_ruleset *rules, dw_vec position)
{
    const dw_door *door = &map->doors[pick->door];
    const uint16_t room = dw_map_room_at(map, position);
    const bool goes_on =
        !dw_door_set_has(open, pick->door) && dw_door_is_locked(map, turned, pick->door) &&
        (door->half[0].room == room || door->half[1].room == room) &&
        dw_within_reach(map, open, position, door->doorway, DW_MM(rules->reach_mm), DW_NONE);
    const bool gives_way = goes_on && pick->ticks + 1 >= rules->pick_ticks;
    pick->ticks = goes_on && !gives_way ? (uint16_t)(pick->ticks + 1) : (uint16_t)0;
    return gives_way;
}

static bool lets_through(const dw_map *map, const dw_lock_reach *reach, uint16_t door)
{
    return (dw_door_lock(map, door) & ~(map->unlocked_at_start | reach->opened)) == 0;
}

/* Rooms behind doors that let a body through. */
static bool spread(const dw_map *map, dw_lock_reach *reach)
{
    bool grown = false;
    for (uint16_t d = 0; d < map->door_count; d++) {
        bool *a = &reach->rooms[map->doors[d].half[0].room];
        bool *b = &reach->rooms[map->doors[d].half[1].room];
        if (*a != *b && lets_through(map, reach, d)) {
            *a = *b = true;
            grown = true;
        }
    }
    return grown;
}

/* Locks without any key, and those whose key lies in a room that was reached. */
static bool take_keys(const dw_map *map, dw_lock_reach *reach)
{
    const dw_lock_set before = reach->opened;
    dw_lock_set keyed = 0;
    for (uint32_t i = 0; i < map->item_count; i++) {
        const dw_item_spot *item = &map->items[i];
        if (item->opens != 0) {
            const dw_lock_set lock = UINT32_C(1) << (item->opens - 1);
            keyed |= lock;
            reach->opened |= reach->rooms[item->room] ? lock : 0;
        }
    }
    reach->opened |= dw_map_locks(map) & ~keyed;
    return reach->opened != before;
}

void dw_lock_reach_grow(const dw_map *map, dw_lock_reach *reach)
{
    for (uint32_t i = 0; i < map->spawn_count && !reach->begun; i++) {
        reach->rooms[dw_map_room_at(map, map->spawns[i])] = true;
    }
    bool grown = true;
    while (grown) {
        grown = take_keys(map, reach);
        grown = spread(map, reach) || grown;
    }
}
