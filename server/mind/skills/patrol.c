#include "server/mind/skills/patrol.h"

#include "server/mind/places.h"

#include <stdio.h>

enum { DOORWAY_CLEAR_MM = 500 /* A guard that looks round leaves doorways free for others. */ };

static const dw_patrol *route_of(const dw_brain_setup *setup)
{
    return &setup->map->patrols[setup->map->guards[setup->guard].patrol];
}

/* Where the strategy has zones, a guard leaves out rooms of its cycle that are in others' zones. A
 * cycle that is in others' zones altogether stays as it is. */
static uint16_t next_in_zone(const dw_brain_setup *setup, uint16_t stop)
{
    const dw_patrol *route = route_of(setup);
    for (uint16_t i = 0; setup->zones != NULL && i < route->stop_count; i++) {
        const uint16_t at = (uint16_t)((stop + i) % route->stop_count);
        if (setup->zones->guards[route->stops[at]] == setup->guard) {
            return at;
        }
    }
    return stop;
}

void dw_patrol_reset(dw_patrol_state *patrol, const dw_brain_setup *setup, uint64_t seed)
{
    *patrol = (dw_patrol_state){.phase = DW_PATROL_CHOOSING};
    dw_rng_init(&patrol->places, seed, DW_STREAM_PATROL);
    patrol->stop = (uint16_t)dw_rng_below(&patrol->places, route_of(setup)->stop_count);
    patrol->stop = next_in_zone(setup, patrol->stop);
}

void dw_patrol_begin(dw_patrol_state *patrol)
{
    patrol->phase = DW_PATROL_CHOOSING;
    patrol->draws = 0;
}

uint16_t dw_patrol_room(const dw_patrol_state *patrol, const dw_brain_setup *setup)
{
    return route_of(setup)->stops[patrol->stop];
}

void dw_patrol_skip(dw_patrol_state *patrol, const dw_brain_setup *setup)
{
    patrol->stop = (uint16_t)((patrol->stop + 1) % route_of(setup)->stop_count);
    patrol->stop = next_in_zone(setup, patrol->stop);
    dw_patrol_begin(patrol);
}

/* The half of the only door of a dead end that lies in it. */
static bool peeping_place(const dw_map *map, uint16_t room, dw_vec *place)
{
    const dw_room *there = &map->rooms[room];
    if (there->door_count != 1 || there->kind == DW_ROOM_CORRIDOR) {
        return false;
    }
    const dw_door *door = &map->doors[there->doors[0]];
    *place = door->half[door->half[0].room == room ? 0 : 1].point;
    return true;
}

static void choose(dw_patrol_state *patrol, const dw_think *think)
{
    const uint16_t room = dw_patrol_room(patrol, think->setup);
    const dw_place_wish wish = {.room = room, .doorway_gap = DW_MM(DOORWAY_CLEAR_MM)};
    dw_vec place;
    dw_place_result result = DW_PLACE_FOUND;
    if (!patrol->peeps || !peeping_place(think->setup->map, room, &place)) {
        result = dw_place_draw(&patrol->draws, think->setup, &patrol->places, &wish, &place);
    }
    if (result == DW_PLACE_FOUND) {
        dw_mover_go(think->mover, place);
        patrol->phase = DW_PATROL_WALKING;
    } else if (result == DW_PLACE_NONE) {
        dw_patrol_skip(patrol, think->setup);
    }
}

static void arrive(dw_patrol_state *patrol, const dw_think *think)
{
    if (think->setup->map->rooms[think->percepts->room].kind == DW_ROOM_CORRIDOR) {
        dw_patrol_skip(patrol, think->setup);
        return;
    }
    patrol->phase = DW_PATROL_LOOKING;
    dw_look_round_begin(&patrol->look, think);
}

dw_skill_state dw_patrol_step(dw_patrol_state *patrol, const dw_think *think)
{
    dw_mover *mover = think->mover;
    if (patrol->phase == DW_PATROL_CHOOSING) {
        dw_mover_stop(mover);
    }
    dw_think on_patrol = *think;
    on_patrol.weights = think->setup->patrol_weights;
    dw_mover_step(mover, &on_patrol, think->speed, think->setup->kind->turn_rates.calm_bam);
    switch ((dw_patrol_phase)patrol->phase) {
    case DW_PATROL_CHOOSING:
        choose(patrol, think);
        break;
    case DW_PATROL_WALKING:
        if (mover->state == DW_MOVER_NO_PATH) {
            dw_patrol_skip(patrol, think->setup); /* The path is barred: another room first. */
        } else if (mover->state != DW_MOVER_GOING) {
            arrive(patrol, think);
        }
        break;
    case DW_PATROL_LOOKING:
        if (dw_look_round_step(&patrol->look, think) == DW_SKILL_DONE ||
            (patrol->peeps && think->percepts->door_wanted)) {
            dw_patrol_skip(patrol, think->setup);
        }
        break;
    }
    return DW_SKILL_RUNNING;
}

void dw_patrol_explain(const dw_patrol_state *patrol, const dw_brain_setup *setup, bool alert,
                       dw_mind_view *view)
{
    view->room = dw_patrol_room(patrol, setup);
    (void)snprintf(view->sentence, sizeof view->sentence, "Patrol%s: %s.",
                   alert ? ", on the alert" : "", setup->map->rooms[view->room].name);
}

bool dw_patrol_is_sound(const dw_patrol_state *patrol, const dw_brain_setup *setup)
{
    return patrol->phase <= DW_PATROL_LOOKING && patrol->stop < route_of(setup)->stop_count;
}

DW_FIELDS_IO(extern, patrol, DW_PATROL_FIELDS);
