/* map_lights.c - lamps and switches of a map: checked, put into their rooms, and listed by the
 * rooms that they can light. */
#include "common/base/check.h"
#include "common/world/light.h"
#include "common/world/map_draft.h"

#include <string.h>

/* What keeps all light of a lamp in, or NULL. */
static const char *shut_in(const dw_map *map, dw_vec position)
{
    for (uint32_t i = 0; i < map->wall_count; i++) {
        if (dw_rect_holds_inside(map->walls[i], position)) {
            return "a wall";
        }
    }
    for (uint32_t i = 0; i < map->furniture_count; i++) {
        const dw_furniture *piece = &map->furniture[i];
        if (piece->height > DW_HEIGHT_HIDES_STANDING &&
            dw_rect_holds_inside(piece->area, position)) {
            return "furniture above 0.7";
        }
    }
    return NULL;
}

static dw_status place_lamp(const dw_map *map, uint32_t index, dw_lamp *lamp, dw_error *error)
{
    const dw_object_text object = dw_placed_text("lamp", index, lamp->position);
    if (lamp->level < 1 || lamp->level > DW_LIGHT_MAX || lamp->range < DW_LAMP_RANGE_MIN ||
        lamp->range > DW_LAMP_RANGE_MAX) {
        return dw_fail(error, DW_RANGE,
                       "%s: its level is not in 1 .. %d, or its range not in %d .. %d mm",
                       object.text, DW_LIGHT_MAX, DW_LAMP_RANGE_MIN / DW_UNITS_PER_MM,
                       DW_LAMP_RANGE_MAX / DW_UNITS_PER_MM);
    }
    if (lamp->wall_switch != DW_NONE && lamp->wall_switch >= map->switch_count) {
        return dw_fail(error, DW_RANGE, "%s: its switch does not exist", object.text);
    }
    lamp->room = dw_map_room_at(map, lamp->position);
    if (lamp->room == DW_NONE) {
        return dw_fail(error, DW_INVALID, "%s: it is outside of all rooms", object.text);
    }
    const char *around = shut_in(map, lamp->position);
    if (around != NULL) {
        return dw_fail(error, DW_INVALID, "%s: it is inside of %s, where its light cannot leave",
                       object.text, around);
    }
    return DW_OK;
}

static dw_status place_switch(const dw_map *map, dw_wall_switch *it, dw_error *error)
{
    it->room = dw_map_is_sound(it->area) ? dw_map_room_around(map, it->area) : (uint16_t)DW_NONE;
    if (it->room == DW_NONE) {
        return dw_fail(error, DW_INVALID, "switch \"%s\": it does not lie inside of one room",
                       it->name);
    }
    const dw_rect inner = dw_rect_grown(map->rooms[it->room].area, -map->wall_half);
    if (it->area.min.x > inner.min.x && it->area.min.y > inner.min.y &&
        it->area.max.x < inner.max.x && it->area.max.y < inner.max.y) {
        return dw_fail(error, DW_INVALID, "switch \"%s\": it is not on a wall of its room",
                       it->name);
    }
    const dw_door *door = dw_map_doorway_under(map, it->area);
    if (door != NULL) {
        return dw_fail(error, DW_INVALID, "switch \"%s\": it lies in door \"%s\"", it->name,
                       door->name);
    }
    return DW_OK;
}

static bool can_light(const dw_lamp *lamp, dw_rect room)
{
    return dw_distance_squared(lamp->position, dw_rect_nearest(room, lamp->position)) <
           (int64_t)lamp->range * lamp->range;
}

/* The lamps that can light a place in the room: its own first, then the others, brighter ones
 * before. The first ones then often spare the lines from the rest. */
static uint16_t list_lamps(const dw_map *map, uint16_t room, uint16_t *list)
{
    uint16_t count = 0;
    for (uint16_t i = 0; i < map->lamp_count; i++) {
        const dw_lamp *lamp = &map->lamps[i];
        if (!can_light(lamp, map->rooms[room].area)) {
            continue;
        }
        uint16_t at = count++;
        for (; at > 0; at--) {
            const dw_lamp *before = &map->lamps[list[at - 1]];
            const bool nearer = (lamp->room == room) != (before->room == room);
            if (nearer ? lamp->room != room : lamp->level <= before->level) {
                break;
            }
            list[at] = list[at - 1];
        }
        list[at] = i;
    }
    return count;
}

dw_status dw_map_place_lights(dw_map_draft *draft, dw_arena *arena, dw_error *error)
{
    for (uint32_t i = 0; i < draft->map.switch_count; i++) {
        const dw_status status = place_switch(&draft->map, &draft->switches[i], error);
        if (status != DW_OK) {
            return status;
        }
    }
    for (uint32_t i = 0; i < draft->map.lamp_count; i++) {
        const dw_status status = place_lamp(&draft->map, i, &draft->lamps[i], error);
        if (status != DW_OK) {
            return status;
        }
    }
    for (uint16_t room = 0; room < draft->map.room_count; room++) {
        uint16_t list[DW_LAMPS_MAX];
        const uint16_t count = list_lamps(&draft->map, room, list);
        uint16_t *kept = DW_ARENA_ARRAY(arena, uint16_t, count + 1u);
        if (kept == NULL) {
            return dw_fail(error, DW_MEMORY, "the map needs more memory than there is");
        }
        memcpy(kept, list, count * sizeof list[0]);
        draft->rooms[room].lamp_count = count;
        draft->rooms[room].lamps = kept;
    }
    return DW_OK;
}
