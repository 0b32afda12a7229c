#include "server/mind/skills/wander.h"

#include "server/mind/places.h"

enum { STAY_TICKS_MIN = 120, STAY_TICKS_MAX = 480, DOORWAY_GAP_MM = 500 };

void dw_wander_reset(dw_wander *wander, uint64_t seed)
{
    *wander = (dw_wander){.phase = DW_WANDER_CHOOSING, .room = DW_NONE};
    dw_rng_init(&wander->places, seed, DW_STREAM_WANDER);
}

void dw_wander_begin(dw_wander *wander)
{
    wander->phase = DW_WANDER_CHOOSING;
    wander->room = DW_NONE;
}

uint16_t dw_wander_draw_room(dw_rng *rng, const dw_think *think)
{
    const dw_map *map = think->setup->map;
    const uint16_t own = think->percepts->room;
    const dw_room *room = &map->rooms[own];
    const uint32_t drawn = dw_rng_below(rng, room->door_count + 1u);
    if (drawn == room->door_count ||
        (think->shut != NULL && dw_door_set_has(think->shut, room->doors[drawn]))) {
        return own;
    }
    return dw_door_other_room(&map->doors[room->doors[drawn]], own);
}

static void draw_place(dw_wander *wander, const dw_think *think)
{
    const dw_place_wish wish = {.room = wander->room, .doorway_gap = DW_MM(DOORWAY_GAP_MM)};
    dw_vec place;
    switch (dw_place_draw(&wander->draws, think->setup, &wander->places, &wish, &place)) {
    case DW_PLACE_DRAWING:
        return;
    case DW_PLACE_FOUND:
        dw_mover_go(think->mover, place);
        wander->phase = DW_WANDER_WALKING;
        return;
    case DW_PLACE_NONE:
        dw_wander_begin(wander);
        return;
    }
}

dw_skill_state dw_wander_step(dw_wander *wander, const dw_think *think)
{
    if (wander->phase == DW_WANDER_CHOOSING) {
        dw_mover_stop(think->mover);
        wander->room = dw_wander_draw_room(&wander->places, think);
        wander->draws = 0;
        wander->phase = DW_WANDER_DRAWING;
    }
    dw_mover_step(think->mover, think, think->speed, think->setup->kind->turn_rates.calm_bam);
    switch ((dw_wander_phase)wander->phase) {
    case DW_WANDER_CHOOSING:
    case DW_WANDER_DRAWING:
        draw_place(wander, think);
        break;
    case DW_WANDER_WALKING:
        if (think->mover->state == DW_MOVER_NO_PATH) {
            dw_wander_begin(wander);
        } else if (think->mover->state != DW_MOVER_GOING) {
            wander->phase = DW_WANDER_STAYING;
            wander->left =
                (uint16_t)dw_rng_between(&wander->places, STAY_TICKS_MIN, STAY_TICKS_MAX);
        }
        break;
    case DW_WANDER_STAYING:
        if (wander->left == 0) {
            dw_wander_begin(wander);
            return DW_SKILL_DONE;
        }
        wander->left--;
        break;
    }
    return DW_SKILL_RUNNING;
}

bool dw_wander_is_sound(const dw_wander *wander, const dw_map *map)
{
    return wander->phase <= DW_WANDER_STAYING && dw_is_room_or_none(map, wander->room) &&
           (wander->phase != DW_WANDER_DRAWING || wander->room != DW_NONE);
}

DW_FIELDS_IO(extern, wander, DW_WANDER_FIELDS);
