#include "server/mind/places.h"

#include "common/world/sight.h"
#include "server/mind/door_manners.h"

#include <string.h>

bool dw_place_sees(const dw_brain_setup *setup, dw_vec place, dw_vec point, uint8_t level)
{
    dw_door_set all_open;
    memset(&all_open, 0xff, sizeof all_open);
    return dw_vec_equal(place, point) ||
           dw_sight_clear(setup->map, &all_open, place, point, (dw_sight_level)level);
}

bool dw_place_draw_in(const dw_brain_setup *setup, dw_rng *rng, dw_rect area,
                      const dw_nav_query *query, dw_vec *place)
{
    const int32_t x = dw_rng_between(rng, area.min.x, area.max.x);
    const int32_t y = dw_rng_between(rng, area.min.y, area.max.y);
    *place = (dw_vec){x, y};
    return dw_nav_free(setup->nav, query, *place);
}

bool dw_place_draw_in_room(const dw_brain_setup *setup, dw_rng *rng, uint16_t room, dw_vec *place)
{
    const dw_rect area =
        dw_rect_grown(setup->map->rooms[room].area, -(dw_own_half(setup) + setup->map->wall_half));
    const dw_nav_query query = {.room = DW_NONE};
    return area.min.x <= area.max.x && area.min.y <= area.max.y &&
           dw_place_draw_in(setup, rng, area, &query, place);
}

static bool keeps_off_doorways(const dw_brain_setup *setup, uint16_t room, dw_vec place,
                               int32_t gap)
{
    const dw_map *map = setup->map;
    const int32_t half = dw_own_half(setup);
    for (uint16_t i = 0; gap > 0 && i < map->rooms[room].door_count; i++) {
        if (dw_doorway_gap(map, map->rooms[room].doors[i], place, half) < gap) {
            return false;
        }
    }
    return true;
}

dw_place_result dw_place_draw(uint8_t *draws, const dw_brain_setup *setup, dw_rng *rng,
                              const dw_place_wish *wish, dw_vec *place)
{
    bool found = false;
    int64_t best = 0;
    for (int i = 0; i < DW_DRAWS_A_TICK && *draws < DW_DRAWS_MAX; i++) {
        (*draws)++;
        dw_vec drawn;
        if (!dw_place_draw_in_room(setup, rng, wish->room, &drawn)) {
            continue;
        }
        const int32_t gap = *draws <= DW_DRAWS_MAX / 2 ? wish->doorway_gap : 0;
        const int64_t off = dw_distance_squared(drawn, wish->near);
        if ((found && off >= best) || !keeps_off_doorways(setup, wish->room, drawn, gap) ||
            (wish->sees && !dw_place_sees(setup, drawn, wish->target, wish->level))) {
            continue;
        }
        found = true;
        best = off;
        *place = drawn;
        if (!wish->nearest) {
            break;
        }
    }
    if (found) {
        return DW_PLACE_FOUND;
    }
    return *draws < DW_DRAWS_MAX ? DW_PLACE_DRAWING : DW_PLACE_NONE;
}
