#include "client/bot/ground.h"

#include "common/base/check.h"
#include "common/world/intruder.h"

#include <stdlib.h>
#include <string.h>

enum {
    ARENA_FIRST = 4 << 20,
    ARENA_LAST = 256 << 20,
    POSITION_STEP = 100 * DW_UNITS_PER_MM, /* Distance between candidates. */
    REACH_SLACK = 50 * DW_UNITS_PER_MM     /* Stops this much nearer than the reach. */
};

static dw_status build(dw_bot_ground *ground, size_t arena_size, dw_error *error)
{
    dw_status status = dw_arena_create(&ground->arena, arena_size);
    if (status != DW_OK) {
        return dw_fail(error, status, "no memory for the mesh of map \"%s\"", ground->map->name);
    }
    status = dw_nav_build_map(&ground->nav, &ground->arena, ground->map, DW_BODY_HALF, error);
    if (status == DW_OK) {
        status = dw_nav_search_create(&ground->search, &ground->arena, ground->nav);
    }
    if (status == DW_OK) {
        ground->scratch = DW_ARENA_NEW(&ground->arena, dw_manoeuvre_scratch);
        ground->path = DW_ARENA_NEW(&ground->arena, dw_nav_path);
        status = ground->scratch == NULL || ground->path == NULL ? DW_MEMORY : DW_OK;
    }
    if (status == DW_OK) {
        status =
            dw_roadmap_create(&ground->roadmap, &ground->arena, ground->map, ground->nav, error);
    }
    if (status != DW_OK) {
        dw_arena_destroy(&ground->arena);
    }
    return status;
}

dw_status dw_bot_ground_create(dw_bot_ground **out, const dw_map *map, dw_error *error)
{
    dw_bot_ground *ground = calloc(1, sizeof *ground);
    if (ground == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for bots");
    }
    ground->map = map;
    memset(&ground->all_doors, 0xff, sizeof ground->all_doors);
    dw_status status = DW_MEMORY;
    for (size_t size = ARENA_FIRST; status == DW_MEMORY && size <= ARENA_LAST; size *= 4) {
        status = build(ground, size, error);
    }
    if (status != DW_OK) {
        free(ground);
        return status;
    }
    *out = ground;
    return DW_OK;
}

void dw_bot_ground_destroy(dw_bot_ground *ground)
{
    if (ground != NULL) {
        dw_arena_destroy(&ground->arena);
        free(ground);
    }
}

/* The position nearest to `from` from which the use key finds one of `only`, which is `thing`. */
static bool position_for(const dw_bot_ground *ground, const dw_ruleset *rules, dw_vec from,
                         dw_rect thing, const dw_usables *only, dw_vec *out)
{
    const int32_t reach = DW_MM(rules->reach_mm) - REACH_SLACK;
    const dw_rect around = dw_rect_grown(thing, reach);
    const dw_nav_query query = {.room = DW_NONE};
    bool found = false;
    int64_t best = INT64_MAX;
    for (int32_t y = around.min.y; y <= around.max.y; y += POSITION_STEP) {
        for (int32_t x = around.min.x; x <= around.max.x; x += POSITION_STEP) {
            const dw_vec position = {x, y};
            const dw_vec nearest = dw_rect_nearest(thing, position);
            const int64_t distance = dw_distance_squared(from, position);
            if (dw_distance_squared(position, nearest) > (int64_t)reach * reach ||
                distance >= best || !dw_nav_free(ground->nav, &query, position)) {
                continue;
            }
            const dw_use use =
                dw_intruder_choose_use(ground->map, &ground->all_doors, rules, position, only);
            if (use.kind == DW_USE_ITEM || use.kind == DW_USE_DEVICE) {
                found = true;
                best = distance;
                *out = position;
            }
        }
    }
    return found;
}

bool dw_bot_ground_reach_position(const dw_bot_ground *ground, const dw_ruleset *rules, dw_vec from,
                                  dw_rect thing, uint16_t furniture, dw_vec *out)
{
    const dw_usables only = {.count = 1, .rows = {{.area = thing, .furniture = furniture}}};
    return position_for(ground, rules, from, thing, &only, out);
}

bool dw_bot_ground_device_position(const dw_bot_ground *ground, const dw_ruleset *rules,
                                   dw_vec from, uint16_t device, dw_vec *out)
{
    const dw_usables only = {.devices = UINT32_C(1) << device};
    return position_for(ground, rules, from, ground->map->devices[device].area, &only, out);
}
