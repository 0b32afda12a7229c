#include "server/mind/skills/investigate.h"

#include "common/world/state.h"

#include <stdio.h>

void dw_investigate_reset(dw_investigate *it)
{
    *it = (dw_investigate){.room = DW_NONE};
}

void dw_investigate_listen(dw_investigate *it, const dw_think *think, dw_investigate_phase phase,
                           int32_t ticks)
{
    it->phase = (uint8_t)phase;
    it->left = (uint16_t)(ticks < UINT16_MAX ? ticks : UINT16_MAX);
    dw_mover_stop(think->mover);
}

void dw_investigate_turn_to(dw_investigate *it, uint16_t room, dw_vec place)
{
    it->room = room;
    it->place = place;
}

void dw_investigate_go(dw_investigate *it, const dw_think *think, uint16_t room, dw_vec place)
{
    it->phase = DW_INVESTIGATE_GOES;
    dw_investigate_turn_to(it, room, place);
    dw_mover_go(think->mover, place);
}

dw_skill_state dw_investigate_step(dw_investigate *it, const dw_think *think)
{
    const int32_t turn_bam = think->setup->kind->turn_rates.hurried_bam;
    if (it->phase == DW_INVESTIGATE_GOES && think->mover->state == DW_MOVER_IDLE) {
        dw_mover_go(think->mover, it->place); /* It stood and stared at somebody. */
    }
    dw_mover_step(think->mover, think, think->speed, turn_bam);
    switch ((dw_investigate_phase)it->phase) {
    case DW_INVESTIGATE_LISTENS:
    case DW_INVESTIGATE_LETS_NEARER:
        dw_face_point(think, it->place, turn_bam);
        it->left = it->left > 0 ? (uint16_t)(it->left - 1) : 0;
        return it->left == 0 ? DW_SKILL_DONE : DW_SKILL_RUNNING;
    case DW_INVESTIGATE_GOES:
        if (think->mover->state != DW_MOVER_GOING) {
            it->phase = DW_INVESTIGATE_LOOKS;
            dw_look_round_begin(&it->look, think);
        }
        return DW_SKILL_RUNNING;
    case DW_INVESTIGATE_LOOKS:
    case DW_INVESTIGATE_PHASE_COUNT:
        break;
    }
    return dw_look_round_step(&it->look, think);
}

void dw_investigate_explain(const dw_investigate *it, const dw_brain_setup *setup,
                            dw_mind_view *view)
{
    static const char *const sentences[DW_INVESTIGATE_PHASE_COUNT] = {
        [DW_INVESTIGATE_LISTENS] = "Listens: there was something in %s.",
        [DW_INVESTIGATE_LETS_NEARER] = "Listens: somebody may be in %s.",
        [DW_INVESTIGATE_GOES] = "Goes to see what was heard in %s.",
        [DW_INVESTIGATE_LOOKS] = "Looks for what was heard in %s.",
    };
    view->room = it->room;
    (void)snprintf(view->sentence, sizeof view->sentence, sentences[it->phase],
                   setup->map->rooms[it->room].name);
}

bool dw_investigate_is_sound(const dw_investigate *it, const dw_map *map)
{
    return it->phase < DW_INVESTIGATE_PHASE_COUNT && dw_is_room_or_none(map, it->room) &&
           it->look.left <= it->look.ticks &&
           (it->phase != DW_INVESTIGATE_LOOKS || it->look.left > 0);
}

DW_FIELDS_IO(extern, investigate, DW_INVESTIGATE_FIELDS);
