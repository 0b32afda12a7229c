#include "server/mind/skills/hold.h"

#include "common/world/sight.h"
#include "server/mind/places.h"

#include <stdio.h>

enum { DOORWAY_GAP_MM = 500 };

void dw_hold_reset(dw_hold *hold, uint64_t seed)
{
    *hold = (dw_hold){.phase = DW_HOLD_DRAWING, .room = DW_NONE};
    dw_rng_init(&hold->places, seed, DW_STREAM_HOLD);
}

void dw_hold_begin(dw_hold *hold, const dw_think *think, dw_task task, uint16_t room, dw_vec middle)
{
    hold->phase = DW_HOLD_DRAWING;
    hold->task = (uint8_t)task;
    hold->draws = 0;
    hold->room = room;
    hold->middle = middle;
    dw_mover_stop(think->mover);
}

static void draw(dw_hold *hold, const dw_think *think)
{
    const dw_place_wish wish = {.room = hold->room,
                                .sees = true,
                                .target = hold->middle,
                                .level = DW_SIGHT_OVER_MIDDLE,
                                .doorway_gap = DW_MM(DOORWAY_GAP_MM),
                                .nearest = true,
                                .near = hold->middle};
    dw_vec place;
    switch (dw_place_draw(&hold->draws, think->setup, &hold->places, &wish, &place)) {
    case DW_PLACE_DRAWING:
        return;
    case DW_PLACE_FOUND:
        break;
    case DW_PLACE_NONE:
        place = hold->middle; /* The mover goes as near as a body can get. */
        break;
    }
    hold->phase = DW_HOLD_GOING;
    dw_mover_go(think->mover, place);
}

dw_skill_state dw_hold_step(dw_hold *hold, const dw_think *think)
{
    if (hold->phase == DW_HOLD_GOING && think->mover->state == DW_MOVER_IDLE) {
        hold->phase = DW_HOLD_DRAWING; /* It stood and stared at somebody, and goes on. */
        hold->draws = 0;
    }
    if (hold->phase == DW_HOLD_DRAWING) {
        draw(hold, think);
    }
    dw_mover_step(think->mover, think, think->speed, think->setup->kind->turn_rates.hurried_bam);
    if (hold->phase == DW_HOLD_GOING && think->mover->state != DW_MOVER_GOING) {
        hold->phase = DW_HOLD_LOOKING;
        dw_look_round_begin(&hold->look, think);
    }
    if (hold->phase == DW_HOLD_LOOKING && dw_look_round_step(&hold->look, think) == DW_SKILL_DONE) {
        dw_look_round_begin(&hold->look, think);
    }
    return DW_SKILL_RUNNING;
}

void dw_hold_explain(const dw_hold *hold, const dw_brain_setup *setup, dw_mind_view *view)
{
    view->room = hold->room;
    (void)snprintf(view->sentence, sizeof view->sentence, "Holds the %s in %s.",
                   hold->task == DW_TASK_EXIT ? "exit" : "place of the objective",
                   setup->map->rooms[hold->room].name);
}

bool dw_hold_is_sound(const dw_hold *hold, const dw_map *map)
{
    return hold->phase < DW_HOLD_PHASE_COUNT && hold->task <= DW_TASK_OBJECTIVE &&
           dw_is_room_or_none(map, hold->room) && hold->look.left <= hold->look.ticks &&
           (hold->phase != DW_HOLD_LOOKING || hold->look.left > 0);
}

DW_FIELDS_IO(extern, hold, DW_HOLD_FIELDS);
