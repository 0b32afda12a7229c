#include "common/nav/nav_set.h"

#include "common/nav/mesh_locate.h"
#include "common/world/movement.h"

#include <stdio.h>

uint32_t dw_nav_set_find(const dw_nav_set *set, int32_t half)
{
    uint32_t i = 0;
    while (i < set->count && set->halves[i] != half) {
        i++;
    }
    return i;
}

/* Some point of the room can be walked to, all doors open. */
static bool reaches_room(const dw_nav *nav, dw_vec from, uint16_t room)
{
    const uint32_t start = dw_mesh_cell_at(nav, &DW_MESH_ALL, from);
    for (uint32_t k = 0; start != DW_MESH_NONE && k < nav->cell_count; k++) {
        if (nav->cells[k].room == room && nav->component[k] == nav->component[start]) {
            return true;
        }
    }
    return false;
}

/* The body of a guard as an error names it. */
typedef struct guard_text {
    char text[DW_NAME_SIZE + 48];
} guard_text;

static guard_text text_of(const dw_guard_post *guard, int32_t half)
{
    guard_text out;
    (void)snprintf(out.text, sizeof out.text, "guard \"%s\": a body of %d mm", guard->name,
                   (int)(2 * half / DW_UNITS_PER_MM));
    return out;
}

static dw_status check_guard(const dw_map *map, const dw_nav *nav, const dw_guard_post *guard,
                             int32_t half, dw_error *error)
{
    const dw_rect body = dw_rect_around(guard->spawn, half);
    for (uint32_t d = 0; d < map->door_count; d++) {
        if (dw_rect_overlaps(body, map->doors[d].doorway)) {
            return dw_fail(error, DW_INVALID, "%s stands in door \"%s\"", text_of(guard, half).text,
                           map->doors[d].name);
        }
    }
    const dw_door_set closed = {{0}};
    if (!dw_place_free(map, &closed, guard->spawn, half)) {
        return dw_fail(error, DW_INVALID, "%s stands in something solid",
                       text_of(guard, half).text);
    }
    const dw_patrol *patrol = &map->patrols[guard->patrol];
    for (uint32_t s = 0; s < patrol->stop_count; s++) {
        if (!reaches_room(nav, guard->spawn, patrol->stops[s])) {
            return dw_fail(error, DW_INVALID, "%s cannot get to room \"%s\" of patrol \"%s\"",
                           text_of(guard, half).text, map->rooms[patrol->stops[s]].name,
                           patrol->name);
        }
    }
    return DW_OK;
}

static dw_status add_size(dw_nav_set *set, dw_arena *arena, const dw_map *map, int32_t half,
                          dw_error *error)
{
    if (set->count == DW_NAV_SIZES_MAX) {
        return dw_fail(error, DW_FULL, "guards of more than %d sizes beside 500 mm",
                       (int)DW_NAV_SIZES_MAX);
    }
    set->halves[set->count] = half;
    const dw_status status = dw_nav_build_map(&set->navs[set->count], arena, map, half, error);
    if (status != DW_OK) {
        return status;
    }
    set->count++;
    return DW_OK;
}

dw_status dw_nav_set_build(dw_nav_set *out, dw_arena *arena, const dw_map *map,
                           const dw_kind *kinds, dw_error *error)
{
    dw_nav_set set = {.count = 0};
    for (uint32_t g = 0; g < map->guard_count; g++) {
        const dw_guard_post *guard = &map->guards[g];
        const int32_t half = dw_kind_half(&kinds[guard->kind]);
        if (half == 0 || half == DW_BODY_HALF) {
            continue; /* dw_map_build has checked the position. */
        }
        const uint32_t at = dw_nav_set_find(&set, half);
        dw_status status = at < set.count ? DW_OK : add_size(&set, arena, map, half, error);
        if (status == DW_OK) {
            status = check_guard(map, set.navs[at], guard, half, error);
        }
        if (status != DW_OK) {
            return status;
        }
    }
    *out = set;
    return DW_OK;
}
