/* heist.c - phase 8 of the tick: who is caught, and how the round ends (server/RULES.md 2.12
 * to 2.24). */
#include "common/base/check.h"
#include "server/sim/sim_state.h"

enum { OBJECTIVE_HALF = 150 * DW_UNITS_PER_MM }; /* A dropped one is a square of 300 mm. */

void dw_sim_drop_objective(dw_sim *sim, uint8_t slot)
{
    dw_objective_body *objective = &sim->world.objective;
    if (objective->state != DW_OBJECTIVE_CARRIED || objective->carrier != slot) {
        return;
    }
    *objective = (dw_objective_body){
        .state = DW_OBJECTIVE_DROPPED,
        .furniture = DW_NONE,
        .area = dw_rect_around(sim->world.intruders[slot].body.position, OBJECTIVE_HALF),
    };
    dw_sim_emit(sim, DW_SIM_DROPPED, DW_NONE, slot, DW_NONE);
}

/* The first guard that holds the intruder: detected, in sight, and near. DW_NONE without one. */
static uint16_t holder_of(const dw_sim *sim, uint8_t slot)
{
    const dw_world *world = &sim->world;
    const dw_vec position = world->intruders[slot].body.position;
    const int64_t near = DW_MM((int64_t)sim->rules.catch_distance_mm);
    for (uint16_t g = 0; g < world->guard_count; g++) {
        if (world->meters[g][slot] >= dw_sim_kind_of(sim, g)->senses.eyes.meter_full &&
            (sim->seen[g] >> slot & 1) != 0 &&
            dw_distance_squared(world->guards[g].position, position) <= near * near) {
            return g;
        }
    }
    return DW_NONE;
}

static void run_catch_timer(dw_sim *sim, uint8_t slot)
{
    dw_intruder_state *intruder = &sim->world.intruders[slot];
    const uint16_t holder = holder_of(sim, slot);
    if (holder != DW_NONE) {
        intruder->caught_ticks++;
    } else if (intruder->caught_ticks > 0) {
        intruder->caught_ticks--;
    }
    if (intruder->caught_ticks < sim->rules.catch_ticks) {
        return;
    }
    dw_sim_emit(sim, DW_SIM_CAUGHT, holder, slot, DW_NONE);
    dw_sim_drop_objective(sim, slot);
    intruder->state = DW_SLOT_CAUGHT;
    intruder->caught_tick = sim->world.tick;
}

static void end_round(dw_sim *sim, dw_outcome outcome, uint8_t winner)
{
    sim->world.outcome = (uint8_t)outcome;
    sim->world.winner = winner;
    dw_sim_emit(sim, DW_SIM_ENDED, DW_NONE, winner, DW_NONE);
}

void dw_sim_judge(dw_sim *sim)
{
    dw_world *world = &sim->world;
    uint32_t present = 0;
    uint32_t caught = 0;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (dw_intruder_present(&world->intruders[s])) {
            run_catch_timer(sim, (uint8_t)s);
        }
        present += dw_intruder_present(&world->intruders[s]) ? 1 : 0;
        caught += world->intruders[s].state == DW_SLOT_CAUGHT ? 1 : 0;
    }
    dw_objective_body *objective = &world->objective;
    if (objective->state == DW_OBJECTIVE_CARRIED &&
        dw_rect_holds(sim->map->exit, world->intruders[objective->carrier].body.position)) {
        objective->state = DW_OBJECTIVE_DELIVERED;
        end_round(sim, DW_OUTCOME_WON, objective->carrier);
    } else if (present == 0 && caught > 0) {
        end_round(sim, DW_OUTCOME_LOST, DW_SLOT_NONE);
    } else if (present == 0) {
        end_round(sim, DW_OUTCOME_ABORTED, DW_SLOT_NONE);
    } else if (sim->rules.time_limit_ticks > 0 &&
               world->tick >= (uint32_t)sim->rules.time_limit_ticks) {
        end_round(sim, DW_OUTCOME_TIMEOUT, DW_SLOT_NONE);
    }
}
