/* heist.c - phase 8 of the tick: who is caught, and how the round ends (server/RULES.md 2.12
 * to 2.24). */
#include "common/base/check.h"
#include "server/sim/sim_state.h"

void dw_sim_drop_item(dw_sim *sim, uint8_t slot)
{
    const uint16_t index = dw_world_item_of(&sim->world, slot);
    if (index == DW_NONE) {
        return;
    }
    sim->world.items[index] = (dw_item){
        .state = DW_ITEM_DROPPED,
        .furniture = DW_NONE,
        .area = dw_item_dropped_at(sim->world.intruders[slot].body.position),
    };
    dw_sim_emit_item(sim, DW_SIM_DROPPED, slot, (uint8_t)index);
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
    dw_sim_drop_item(sim, slot);
    intruder->state = DW_SLOT_CAUGHT;
    intruder->caught_tick = sim->world.tick;
}

static void end_round(dw_sim *sim, dw_outcome outcome, uint8_t winner)
{
    sim->world.outcome = (uint8_t)outcome;
    sim->world.winner = winner;
    dw_sim_emit(sim, DW_SIM_ENDED, DW_NONE, winner, DW_NONE);
}

/* An objective that its carrier has brought to the exit; NULL without one. */
static dw_item *brought_out(dw_sim *sim)
{
    dw_world *world = &sim->world;
    for (uint32_t i = 0; i < world->item_count; i++) {
        dw_item *item = &world->items[i];
        if (item->state == DW_ITEM_CARRIED && sim->map->items[i].kind == DW_ITEM_OBJECTIVE &&
            dw_rect_holds(sim->map->exit, world->intruders[item->carrier].body.position)) {
            return item;
        }
    }
    return NULL;
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
    dw_item *delivered = brought_out(sim);
    if (delivered != NULL) {
        delivered->state = DW_ITEM_DELIVERED;
        end_round(sim, DW_OUTCOME_WON, delivered->carrier);
    } else if (present == 0 && caught > 0) {
        end_round(sim, DW_OUTCOME_LOST, DW_SLOT_NONE);
    } else if (present == 0) {
        end_round(sim, DW_OUTCOME_ABORTED, DW_SLOT_NONE);
    } else if (sim->rules.time_limit_ticks > 0 &&
               world->tick >= (uint32_t)sim->rules.time_limit_ticks) {
        end_round(sim, DW_OUTCOME_TIMEOUT, DW_SLOT_NONE);
    }
}
