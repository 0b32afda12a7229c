/* mission_actions.c - what actions of a mission change in the world, at the beginning of the tick
 * after they were taken (server/RULES.md 12.7). */
#include "common/world/light.h"
#include "server/sim/sim_state.h"

/* All switches whose lamps hang in the room. */
static void light_room(dw_sim *sim, uint16_t room, bool lit)
{
    dw_switch_set done = 0;
    for (uint16_t i = 0; i < sim->map->lamp_count; i++) {
        const dw_lamp *lamp = &sim->map->lamps[i];
        if (lamp->room != room || lamp->wall_switch == DW_NONE ||
            (done >> lamp->wall_switch & 1) != 0) {
            continue;
        }
        done |= UINT32_C(1) << lamp->wall_switch;
        if (dw_lamp_is_lit(lamp, sim->world.worked) != lit) {
            dw_sim_work_switch(sim, lamp->wall_switch);
        }
    }
}

static void carry_out(dw_sim *sim, const dw_mission_action *action)
{
    const dw_mission_names *names = &action->names;
    switch ((dw_action_kind)action->kind) {
    case DW_ACTION_LIGHT:
        light_room(sim, names->room, names->number > 0);
        break;
    case DW_ACTION_BELL:
        dw_sim_ring_bell(sim, names->device);
        break;
    case DW_ACTION_OPEN:
    case DW_ACTION_CLOSE:
        dw_sim_set_door(sim, names->door, action->kind == DW_ACTION_OPEN);
        break;
    case DW_ACTION_LOCK:
        dw_sim_turn_lock(sim, names->door, true);
        dw_sim_set_door(sim, names->door, false);
        break;
    case DW_ACTION_UNLOCK:
        dw_sim_turn_lock(sim, names->door, false);
        break;
    default:
        break;
    }
}

void dw_sim_carry_out_actions(dw_sim *sim)
{
    dw_mission_state *state = sim->mission_state;
    if (sim->mission == NULL) {
        return;
    }
    for (uint32_t a = 0; a < sim->mission->action_count; a++) {
        if ((state->queued[a / 32] >> (a % 32) & 1) != 0) {
            state->queued[a / 32] &= ~(UINT32_C(1) << (a % 32));
            carry_out(sim, &sim->mission->actions[a]);
        }
    }
    dw_sim_strike_bells(sim);
}
