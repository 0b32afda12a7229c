#include "server/mind/habits.h"

#include "server/mind/door_manners.h"

#include <string.h>

enum {
    HEEL_MM = 1500,  /* It stands when its handler is this near, */
    TROT_MM = 2500,  /* trots from here on, */
    RUN_MM = 5000,   /* and runs from here on. */
    BED_GAP_MM = 500 /* It does not sleep this near a doorway. */
};

uint16_t dw_find_handler(const dw_brain_setup *setup)
{
    const dw_map *map = setup->map;
    const char *name = map->guards[setup->guard].handler;
    uint16_t g = 0;
    while (g < map->guard_count && (name[0] == '\0' || strcmp(map->guards[g].name, name) != 0)) {
        g++;
    }
    return g < map->guard_count ? g : (uint16_t)DW_NONE;
}

const dw_percept_guard *dw_notice_handler(const dw_percepts *percepts, uint16_t handler)
{
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        if (percepts->guards[i].guard == handler) {
            return &percepts->guards[i];
        }
    }
    return NULL;
}

static bool is_in_doorway(const dw_think *think)
{
    const uint16_t held = think->percepts->door_held;
    return held != DW_NONE && dw_own_doorway_gap(think, held) < 0;
}

static int32_t heel_speed(const dw_think *think, dw_vec handler)
{
    const dw_kind *kind = think->setup->kind;
    const dw_vec own = think->percepts->position;
    if (dw_within_mm(own, handler, TROT_MM)) {
        return kind->gaits.calm.speed_mm_s;
    }
    return dw_within_mm(own, handler, RUN_MM) ? kind->gaits.near.speed_mm_s
                                              : kind->gaits.far.speed_mm_s;
}

void dw_heel_step(dw_mover *mover, const dw_think *think, dw_vec handler)
{
    if (dw_within_mm(think->percepts->position, handler, HEEL_MM) && !is_in_doorway(think)) {
        dw_mover_stop(mover);
    } else {
        dw_mover_follow(mover, handler);
    }
    dw_mover_step(mover, think, heel_speed(think, handler),
                  think->setup->kind->turn_rates.calm_bam);
}

bool dw_can_lie_here(const dw_think *think)
{
    const dw_map *map = think->setup->map;
    const dw_room *room = &map->rooms[think->percepts->room];
    bool can = room->kind != DW_ROOM_CORRIDOR;
    for (uint16_t i = 0; i < room->door_count; i++) {
        can = can && dw_own_doorway_gap(think, room->doors[i]) > DW_MM(BED_GAP_MM);
    }
    return can;
}

uint16_t dw_nearest_furniture(const dw_think *think)
{
    const dw_map *map = think->setup->map;
    const dw_vec own = think->percepts->position;
    uint16_t best = DW_NONE;
    int64_t least = 0;
    for (uint16_t i = 0; i < map->furniture_count; i++) {
        const dw_furniture *piece = &map->furniture[i];
        const int64_t off = dw_distance_squared(own, dw_rect_nearest(piece->area, own));
        if (piece->room == think->percepts->room && (best == DW_NONE || off < least)) {
            best = i;
            least = off;
        }
    }
    return best;
}

bool dw_is_beside(const dw_think *think, uint16_t furniture)
{
    const dw_rect body =
        dw_rect_around(think->percepts->position, dw_own_half(think->setup) + DW_MM(DW_TOPPLE_MM));
    return furniture != DW_NONE &&
           dw_rect_touches(body, think->setup->map->furniture[furniture].area);
}

bool dw_find_place_beside(const dw_think *think, uint16_t furniture, dw_vec *place)
{
    const dw_nav_query query = {.room = DW_NONE};
    for (uint32_t side = 0; side < 4; side++) {
        *place = dw_hiding_spot(think->setup->map, think->percepts->room, furniture, side);
        if (dw_nav_free(think->setup->nav, &query, *place)) {
            return true;
        }
    }
    return false;
}
