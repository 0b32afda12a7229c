/* map_things.c - items, devices, areas and the exit of a map: checked, and put into their rooms. */
#include "common/base/check.h"
#include "common/world/lock.h"
#include "common/world/map_draft.h"
#include "common/world/movement.h"

#include <string.h>

/* The room that holds the thing and the furniture that it lies on, or DW_NONE for either. */
static void find_place(const dw_map *map, dw_rect area, uint16_t *room, uint16_t *furniture)
{
    *room = dw_map_is_sound(area) ? dw_map_room_around(map, area) : (uint16_t)DW_NONE;
    *furniture = DW_NONE;
    for (uint16_t f = 0; f < map->furniture_count && *furniture == DW_NONE; f++) {
        if (dw_rect_contains(map->furniture[f].area, area)) {
            *furniture = f;
        }
    }
}

static dw_status not_in_a_room(dw_object_text object, dw_error *error)
{
    return dw_fail(error, DW_INVALID, "%s: it does not lie inside of one room", object.text);
}

void dw_map_place_item(const dw_map *map, dw_item_spot *item)
{
    find_place(map, item->area, &item->room, &item->furniture);
}

static dw_status place_items(dw_map *map, dw_error *error)
{
    for (uint32_t i = 0; i < map->item_count; i++) {
        dw_item_spot *item = &map->items[i];
        if (dw_item_is_blank(item)) {
            item->room = item->furniture = DW_NONE;
            continue;
        }
        if (item->kind >= DW_ITEM_KIND_COUNT) {
            return dw_fail(error, DW_RANGE, "item \"%s\": its kind does not exist", item->name);
        }
        item->large = item->large || item->kind == DW_ITEM_OBJECTIVE;
        dw_map_place_item(map, item);
        if (item->room == DW_NONE) {
            return not_in_a_room(dw_item_text(item), error);
        }
    }
    return DW_OK;
}

static dw_status place_devices(dw_map_draft *draft, dw_error *error)
{
    for (uint32_t i = 0; i < draft->map.device_count; i++) {
        dw_map_device *device = &draft->devices[i];
        if (device->kind >= DW_DEVICE_KIND_COUNT) {
            return dw_fail(error, DW_RANGE, "device \"%s\": its kind does not exist", device->name);
        }
        find_place(&draft->map, device->area, &device->room, &device->furniture);
        if (device->room == DW_NONE) {
            return not_in_a_room(dw_named_text("device", device->name), error);
        }
        const dw_door *door = dw_map_doorway_under(&draft->map, device->area);
        if (door != NULL) {
            return dw_fail(error, DW_INVALID, "device \"%s\": it lies in door \"%s\"", device->name,
                           door->name);
        }
    }
    return DW_OK;
}

/* Missions name areas, rooms and the exit alike, so that one name must mean one place. */
static dw_status check_areas(const dw_map *map, dw_error *error)
{
    for (uint32_t i = 0; i < map->area_count; i++) {
        const dw_area *area = &map->areas[i];
        if (!dw_map_is_sound(area->area)) {
            return dw_fail(error, DW_RANGE, "area \"%s\": it is empty or outside of 0 .. %d pixels",
                           area->name, DW_MAP_SIDE_MAX / DW_PIXEL_UNITS);
        }
        bool taken = strcmp(area->name, "exit") == 0;
        for (uint32_t room = 0; room < map->room_count; room++) {
            taken = taken || strcmp(area->name, map->rooms[room].name) == 0;
        }
        if (taken) {
            return dw_fail(error, DW_INVALID, "area \"%s\": a room or the exit has that name",
                           area->name);
        }
    }
    return DW_OK;
}

static dw_status check_persons(const dw_map *map, dw_error *error)
{
    const dw_door_set closed = {{0}};
    for (uint32_t i = 0; i < map->person_count; i++) {
        const dw_person_spot *person = &map->persons[i];
        if (dw_map_room_at(map, person->spawn) == DW_NONE ||
            !dw_place_free(map, &closed, person->spawn, DW_BODY_HALF)) {
            return dw_fail(error, DW_INVALID,
                           "person \"%s\": it stands in something solid, or in no room",
                           person->name);
        }
    }
    return map->intruders_max + map->person_count <= DW_INTRUDERS_MAX
               ? DW_OK
               : dw_fail(error, DW_RANGE,
                         "person \"%s\": with %u intruders there is no room for it",
                         map->persons[0].name, map->intruders_max);
}

static dw_status place_exit(dw_map *map, dw_error *error)
{
    map->exit_room = DW_NONE;
    if (dw_map_is_sound(map->exit)) {
        map->exit_room = dw_map_room_around(map, map->exit);
    }
    if (map->exit_room == DW_NONE) {
        return dw_fail(error, DW_INVALID,
                       "exit: it does not lie inside of one room (without an exit object it is "
                       "the box around the spawns)");
    }
    return DW_OK;
}

static bool has_blank(const dw_map *map)
{
    bool blank = false;
    for (uint32_t i = 0; i < map->item_count; i++) {
        blank = blank || dw_item_is_blank(&map->items[i]);
    }
    return blank;
}

/* Any lock may have a key among the blanks of a public map, which the server has checked.
 * Numbers of locks fit, and no key lies behind its own lock, nor the only objective behind one that
 * cannot be opened. */
static dw_status check_locks(dw_map *map, dw_error *error)
{
    dw_lock_set used = 0;
    map->unlocked_at_start = 0;
    for (uint16_t d = 0; d < map->door_count; d++) {
        const dw_door *door = &map->doors[d];
        if (map->lock_count > DW_LOCKS_MAX || door->lock > map->lock_count) {
            return dw_fail(error, DW_RANGE, "door \"%s\": its lock does not exist", door->name);
        }
        used |= dw_door_lock(map, d);
        map->unlocked_at_start |= door->starts_open ? dw_door_lock(map, d) : 0;
    }
    if (used != dw_map_locks(map)) {
        return dw_fail(error, DW_RANGE, "lock %d: no door has it", __builtin_ctz(~used) + 1);
    }
    dw_lock_reach reach = {.opened = has_blank(map) ? dw_map_locks(map) : 0};
    dw_lock_reach_grow(map, &reach);
    for (uint32_t i = 0; i < map->item_count; i++) {
        const dw_item_spot *item = &map->items[i];
        if (item->opens > map->lock_count || (item->opens != 0) != (item->kind == DW_ITEM_KEY)) {
            return dw_fail(error, DW_RANGE, "item \"%s\": it opens no lock of this map",
                           item->name);
        }
        if ((item->kind == DW_ITEM_KEY || i == dw_map_objective(map)) && !reach.rooms[item->room]) {
            return dw_fail(error, DW_INVALID,
                           "%s: it lies behind a lock to which no key can be reached",
                           dw_item_text(item).text);
        }
    }
    return DW_OK;
}

dw_status dw_map_place_things(dw_map_draft *draft, dw_error *error)
{
    dw_status status = place_items(&draft->map, error);
    if (status == DW_OK) {
        status = place_devices(draft, error);
    }
    if (status == DW_OK) {
        status = check_locks(&draft->map, error);
    }
    if (status == DW_OK) {
        status = check_areas(&draft->map, error);
    }
    if (status == DW_OK) {
        status = check_persons(&draft->map, error);
    }
    return status == DW_OK ? place_exit(&draft->map, error) : status;
}
