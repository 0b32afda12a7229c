#include "server/session/setup_hash.h"

#include "common/base/hash.h"
#include "common/world/light.h"
#include "common/world/ruleset_kinds.h"

#include <string.h>

static uint64_t add_vec(uint64_t hash, dw_vec at)
{
    return dw_hash_pair(hash, at.x, at.y);
}

static uint64_t add_rect(uint64_t hash, dw_rect area)
{
    return add_vec(add_vec(hash, area.min), area.max);
}

static uint64_t add_name(uint64_t hash, const char *name)
{
    return dw_hash_bytes(hash, name, strnlen(name, DW_NAME_SIZE));
}

static uint64_t add_rooms(uint64_t hash, const dw_map *map)
{
    hash = dw_hash_u64(hash, map->room_count);
    for (uint32_t i = 0; i < map->room_count; i++) {
        const dw_room *room = &map->rooms[i];
        hash = dw_hash_pair(add_rect(hash, room->area), room->kind, room->floor);
        const uint32_t marks =
            (room->balcony ? 1u : 0) | (room->jams ? 2u : 0) | (room->board ? 4u : 0);
        hash = dw_hash_u64(hash, marks | (uint32_t)(DW_LIGHT_MAX - room->light) << 8);
    }
    hash = dw_hash_u64(hash, map->furniture_count);
    for (uint32_t i = 0; i < map->furniture_count; i++) {
        hash = dw_hash_u64(add_rect(hash, map->furniture[i].area), map->furniture[i].height);
    }
    return hash;
}

static uint64_t add_doors(uint64_t hash, const dw_map *map)
{
    hash = dw_hash_u64(hash, map->door_count);
    for (uint32_t i = 0; i < map->door_count; i++) {
        const dw_door *door = &map->doors[i];
        hash = add_rect(add_rect(hash, door->half[0].area), door->half[1].area);
        hash = dw_hash_pair(hash, door->leaf, door->starts_open ? 1 : 0);
    }
    return hash;
}

/* A map without lights has the hash that it had before there were any, so that recordings and saved
 * matches of that time still fit. */
static uint64_t add_lights(uint64_t hash, const dw_map *map)
{
    if (map->lamp_count == 0 && map->switch_count == 0) {
        return hash;
    }
    hash = dw_hash_pair(hash, map->lamp_count, map->switch_count);
    for (uint32_t i = 0; i < map->lamp_count; i++) {
        const dw_lamp *lamp = &map->lamps[i];
        hash = dw_hash_pair(add_vec(hash, lamp->position), lamp->range, lamp->level);
        hash = dw_hash_pair(hash, lamp->wall_switch, lamp->starts_on ? 1 : 0);
    }
    for (uint32_t i = 0; i < map->switch_count; i++) {
        hash = add_rect(hash, map->switches[i].area);
    }
    return hash;
}

/* Likewise without locks. */
static uint64_t add_locks(uint64_t hash, const dw_map *map)
{
    if (map->lock_count == 0) {
        return hash;
    }
    hash = dw_hash_u64(hash, map->lock_count);
    for (uint32_t i = 0; i < map->door_count; i++) {
        hash = dw_hash_pair(hash, map->doors[i].lock, map->doors[i].sealed ? 1 : 0);
    }
    for (uint32_t i = 0; i < map->item_count; i++) {
        hash = dw_hash_u64(hash, map->items[i].opens);
    }
    return hash;
}

static uint64_t add_bodies(uint64_t hash, const dw_map *map)
{
    hash = dw_hash_pair(hash, map->spawn_count, map->intruders_max);
    for (uint32_t i = 0; i < map->spawn_count; i++) {
        hash = add_vec(hash, map->spawns[i]);
    }
    hash = dw_hash_u64(hash, map->guard_count);
    for (uint32_t i = 0; i < map->guard_count; i++) {
        const dw_guard_post *post = &map->guards[i];
        hash = dw_hash_pair(add_vec(hash, post->spawn), post->heading_bam, post->patrol);
        hash = add_name(dw_hash_u64(hash, post->kind), post->name);
    }
    hash = dw_hash_u64(hash, map->patrol_count);
    for (uint32_t i = 0; i < map->patrol_count; i++) {
        const dw_patrol *patrol = &map->patrols[i];
        hash = dw_hash_u64(hash, patrol->stop_count);
        for (uint32_t stop = 0; stop < patrol->stop_count; stop++) {
            hash = dw_hash_u64(hash, patrol->stops[stop]);
        }
    }
    return hash;
}

/* Likewise. */
static uint64_t add_devices(uint64_t hash, const dw_map *map)
{
    for (uint32_t i = 0; i < map->item_count; i++) {
        const bool plain = map->items[i].kind == DW_ITEM_OBJECTIVE;
        hash = plain ? hash : dw_hash_pair(hash, (int32_t)i, map->items[i].large ? 1 : 0);
    }
    for (uint32_t i = 0; i < map->device_count; i++) {
        hash = dw_hash_u64(add_rect(hash, map->devices[i].area), map->devices[i].furniture);
    }
    for (uint32_t i = 0; i < map->area_count; i++) {
        hash = add_rect(hash, map->areas[i].area);
    }
    return hash;
}

uint64_t dw_setup_hash_map(const dw_map *map)
{
    uint64_t hash = add_rect(add_name(DW_HASH_START, map->name), map->bounds);
    hash = dw_hash_u64(hash, (uint32_t)map->wall_half);
    hash = add_lights(add_bodies(add_doors(add_rooms(hash, map), map), map), map);
    hash = add_locks(hash, map);
    hash = dw_hash_u64(hash, map->item_count);
    for (uint32_t i = 0; i < map->item_count; i++) {
        const dw_item_spot *item = &map->items[i];
        hash = dw_hash_pair(add_rect(hash, item->area), item->kind, item->furniture);
    }
    return add_devices(add_rect(hash, map->exit), map);
}

uint64_t dw_setup_hash_rules(const dw_ruleset *rules)
{
    uint64_t hash = dw_hash_u64(DW_HASH_START, DW_RULESET_FIELD_COUNT);
    for (uint32_t field = 0; field < DW_RULESET_FIELD_COUNT; field++) {
        hash = dw_hash_u64(hash, (uint32_t)dw_ruleset_get(rules, field));
    }
    for (uint32_t k = 1; k < (uint32_t)rules->kind_count; k++) {
        for (uint32_t field = 0; field < DW_KIND_FIELD_COUNT; field++) {
            hash = dw_hash_u64(hash,
                               (uint32_t)dw_tunable_get(&dw_kind_fields[field], &rules->kinds[k]));
        }
    }
    return hash;
}
