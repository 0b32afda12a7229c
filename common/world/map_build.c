/* map_build.c - runs the steps of map_draft.h in order; each fails with the name of an object. */
#include "common/base/check.h"
#include "common/world/map_draft.h"
#include "common/world/solid_index.h"

#include <string.h>

const char *dw_furniture_kind_name(dw_furniture_kind kind)
{
    static const char *const names[DW_FURNITURE_KIND_COUNT] = {
#define KIND_NAME(name, text) text,
        DW_FURNITURE_KINDS(KIND_NAME)
#undef KIND_NAME
    };
    DW_CHECK((unsigned)kind < DW_FURNITURE_KIND_COUNT);
    return names[kind];
}

const char *dw_device_kind_name(dw_device_kind kind)
{
    static const char *const names[DW_DEVICE_KIND_COUNT] = {
#define KIND_NAME(name, text) text,
        DW_DEVICE_KINDS(KIND_NAME)
#undef KIND_NAME
    };
    DW_CHECK((unsigned)kind < DW_DEVICE_KIND_COUNT);
    return names[kind];
}

dw_door_set dw_map_doors_at_start(const dw_map *map)
{
    dw_door_set open = {{0}};
    for (uint32_t i = 0; i < map->door_count; i++) {
        dw_door_set_put(&open, i, map->doors[i].starts_open);
    }
    return open;
}

static void *copy_array(dw_arena *arena, const void *from, size_t count, size_t size)
{
    void *to = dw_arena_take(arena, count * size + 1); /* Not NULL for an empty one. */
    if (to != NULL && count > 0) {
        memcpy(to, from, count * size);
    }
    return to;
}

static dw_status copy_parts(dw_map_draft *draft, dw_arena *arena, const dw_map *parts,
                            dw_error *error)
{
    dw_map *map = &draft->map;
    *map = *parts;
    draft->rooms = copy_array(arena, parts->rooms, parts->room_count, sizeof(dw_room));
    draft->doors = copy_array(arena, parts->doors, parts->door_count, sizeof(dw_door));
    draft->furniture =
        copy_array(arena, parts->furniture, parts->furniture_count, sizeof(dw_furniture));
    map->rooms = draft->rooms;
    map->doors = draft->doors;
    map->furniture = draft->furniture;
    draft->lamps = copy_array(arena, parts->lamps, parts->lamp_count, sizeof(dw_lamp));
    draft->switches =
        copy_array(arena, parts->switches, parts->switch_count, sizeof(dw_wall_switch));
    draft->devices = copy_array(arena, parts->devices, parts->device_count, sizeof(dw_map_device));
    map->lamps = draft->lamps;
    map->switches = draft->switches;
    map->devices = draft->devices;
    map->areas = copy_array(arena, parts->areas, parts->area_count, sizeof(dw_area));
    map->spawns = copy_array(arena, parts->spawns, parts->spawn_count, sizeof(dw_vec));
    map->guards = copy_array(arena, parts->guards, parts->guard_count, sizeof(dw_guard_post));
    map->patrols = copy_array(arena, parts->patrols, parts->patrol_count, sizeof(dw_patrol));
    if (map->rooms == NULL || map->doors == NULL || map->furniture == NULL || map->spawns == NULL ||
        map->guards == NULL || map->patrols == NULL || map->lamps == NULL ||
        map->switches == NULL || map->devices == NULL || map->areas == NULL) {
        return dw_fail(error, DW_MEMORY, "the map needs more memory than there is");
    }
    if (map->kind_count == 0) {
        map->kind_count = 1;
        memcpy(map->kinds[0].name, "guard", sizeof "guard");
    }
    map->name[DW_NAME_SIZE - 1] = 0;
    if (map->title[0] == 0) {
        memcpy(map->title, map->name, sizeof(map->name));
    }
    map->walls = NULL;
    map->wall_count = 0;
    map->index = NULL;
    return DW_OK;
}

static dw_rect joined(dw_rect a, dw_rect b)
{
    return (dw_rect){
        {a.min.x < b.min.x ? a.min.x : b.min.x, a.min.y < b.min.y ? a.min.y : b.min.y},
        {a.max.x > b.max.x ? a.max.x : b.max.x, a.max.y > b.max.y ? a.max.y : b.max.y}};
}

static void measure(dw_map_draft *draft)
{
    dw_map *map = &draft->map;
    map->bounds = draft->rooms[0].area;
    map->slow_floors = false;
    bool any = false;
    dw_rect inside = map->bounds; /* Of a map that is nothing but balconies: all of it. */
    for (uint32_t i = 0; i < map->room_count; i++) {
        map->bounds = joined(map->bounds, draft->rooms[i].area);
        map->slow_floors =
            map->slow_floors || dw_floor_speed_percent((dw_floor)draft->rooms[i].floor) < 100;
        if (!draft->rooms[i].balcony) {
            inside = any ? joined(inside, draft->rooms[i].area) : draft->rooms[i].area;
            any = true;
        }
    }
    if (!any) {
        inside = map->bounds;
    }
    const uint64_t diagonal_squared = (uint64_t)dw_distance_squared(inside.min, inside.max);
    /* Half the root is the root of a quarter; rounding down once keeps it exact. */
    map->sight_scale = (int64_t)dw_isqrt(diagonal_squared / 4);
}

/* The doors of each room, ascending: a pass over all doors for each room. */
static dw_status list_doors(dw_map_draft *draft, dw_arena *arena, dw_error *error)
{
    for (uint16_t room = 0; room < draft->map.room_count; room++) {
        uint16_t doors[DW_DOORS_MAX];
        uint16_t count = 0;
        for (uint16_t i = 0; i < draft->map.door_count; i++) {
            if (draft->doors[i].half[0].room == room || draft->doors[i].half[1].room == room) {
                doors[count++] = i;
            }
        }
        draft->rooms[room].door_count = count;
        draft->rooms[room].doors = copy_array(arena, doors, count, sizeof(uint16_t));
        if (draft->rooms[room].doors == NULL) {
            return dw_fail(error, DW_MEMORY, "the map needs more memory than there is");
        }
    }
    return DW_OK;
}

/* A walk over the room graph without `door` gets from one of its rooms to the other. */
static bool is_circular(const dw_map *map, uint16_t door)
{
    bool seen[DW_ROOMS_MAX] = {false};
    uint16_t queue[DW_ROOMS_MAX];
    uint32_t count = 1;
    queue[0] = map->doors[door].half[0].room;
    seen[queue[0]] = true;
    for (uint32_t i = 0; i < count; i++) {
        const dw_room *room = &map->rooms[queue[i]];
        for (uint32_t j = 0; j < room->door_count; j++) {
            const uint16_t next = dw_door_other_room(&map->doors[room->doors[j]], queue[i]);
            if (room->doors[j] != door && !seen[next]) {
                seen[next] = true;
                queue[count++] = next;
            }
        }
    }
    return seen[map->doors[door].half[1].room];
}

static dw_status build(dw_map_draft *draft, dw_arena *arena, const dw_map *parts, dw_error *error)
{
    dw_status status = dw_map_check_parts(parts, error);
    if (status != DW_OK || (status = copy_parts(draft, arena, parts, error)) != DW_OK) {
        return status;
    }
    measure(draft);
    if ((status = dw_map_place_doors(draft, error)) != DW_OK ||
        (status = dw_map_place_furniture(draft, error)) != DW_OK ||
        (status = list_doors(draft, arena, error)) != DW_OK) {
        return status;
    }
    for (uint16_t i = 0; i < draft->map.door_count; i++) {
        draft->doors[i].circular = is_circular(&draft->map, i);
    }
    if ((status = dw_map_build_walls(draft, arena, error)) != DW_OK ||
        (status = dw_solid_index_build(&draft->map.index, arena, &draft->map, error)) != DW_OK ||
        (status = dw_map_check_bodies(&draft->map, error)) != DW_OK ||
        (status = dw_map_place_things(draft, error)) != DW_OK ||
        (status = dw_map_place_lights(draft, arena, error)) != DW_OK) {
        return status;
    }
    return dw_map_check_reach(&draft->map, error);
}

dw_status dw_map_build(const dw_map **out, dw_arena *arena, const dw_map *parts, dw_error *error)
{
    const size_t mark = dw_arena_mark(arena);
    dw_map *map = DW_ARENA_NEW(arena, dw_map);
    if (map == NULL) {
        return dw_fail(error, DW_MEMORY, "the map needs more memory than there is");
    }
    dw_map_draft draft;
    const dw_status status = build(&draft, arena, parts, error);
    if (status != DW_OK) {
        dw_arena_reset(arena, mark);
        return status;
    }
    *map = draft.map;
    *out = map;
    return DW_OK;
}
