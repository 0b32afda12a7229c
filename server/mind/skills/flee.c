#include "server/mind/skills/flee.h"

#include "server/mind/places.h"
#include "server/mind/skills/wander.h"

enum { FLEE_DRAWS = 30 };

void dw_flee_reset(dw_flee *flee, uint64_t seed)
{
    *flee = (dw_flee){.phase = DW_FLEE_STAYING};
    dw_rng_init(&flee->places, seed, DW_STREAM_FLEE);
}

void dw_flee_begin(dw_flee *flee, const dw_think *think, dw_vec from)
{
    flee->phase = DW_FLEE_CHOOSING;
    flee->draws = 0;
    flee->found = false;
    flee->gap = dw_nav_route_length(think->setup->nav, from, think->percepts->position);
    flee->from = from;
    dw_mover_drop_substitute(think->mover);
    dw_mover_stop(think->mover);
}

/* A position counts when the animal is there before what it flees from could be. */
static void draw(dw_flee *flee, const dw_think *think)
{
    const dw_nav *nav = think->setup->nav;
    for (uint32_t i = 0; i < DW_DRAWS_A_TICK; i++) {
        const uint16_t room = dw_wander_draw_room(&flee->places, think);
        dw_vec place;
        flee->draws++;
        if (!dw_place_draw_in_room(think->setup, &flee->places, room, &place)) {
            continue;
        }
        const int32_t gap = dw_nav_route_length(nav, flee->from, place);
        if (gap > flee->gap && dw_nav_route_length(nav, think->percepts->position, place) < gap) {
            flee->found = true;
            flee->gap = gap;
            flee->best = place;
        }
    }
}

dw_skill_state dw_flee_step(dw_flee *flee, const dw_think *think)
{
    if (flee->phase == DW_FLEE_CHOOSING) {
        draw(flee, think);
        if (flee->draws >= FLEE_DRAWS) {
            flee->phase = flee->found ? DW_FLEE_RUNNING : DW_FLEE_STAYING;
            if (flee->found) {
                dw_mover_go(think->mover, flee->best);
            }
        }
    }
    dw_mover_step(think->mover, think, think->speed, think->setup->kind->turn_rates.hurried_bam);
    if (flee->phase == DW_FLEE_RUNNING && think->mover->state != DW_MOVER_GOING) {
        flee->phase = DW_FLEE_STAYING;
    }
    return flee->phase == DW_FLEE_STAYING ? DW_SKILL_DONE : DW_SKILL_RUNNING;
}

bool dw_flee_is_sound(const dw_flee *flee, const dw_map *map)
{
    return flee->phase <= DW_FLEE_STAYING && flee->draws < FLEE_DRAWS + DW_DRAWS_A_TICK &&
           (!flee->found || dw_rect_holds_closed(map->bounds, flee->best));
}

DW_FIELDS_IO(extern, flee, DW_FLEE_FIELDS);
