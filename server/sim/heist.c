/* heist.c - phase 8 of the tick: who is caught, and how the round ends (server/RULES.md 2.12
 * to 2.24, 12.5). */
#include "common/base/check.h"
#include "server/sim/sim_state.h"

void dw_sim_drop_items(dw_sim *sim, uint8_t slot)
{
    for (uint32_t left = dw_world_items_of(&sim->world, slot); left != 0; left &= left - 1) {
        const uint8_t index = (uint8_t)__builtin_ctz(left);
        sim->world.items[index] = (dw_item){
            .state = DW_ITEM_DROPPED,
            .furniture = DW_NONE,
            .area = dw_item_dropped_at(dw_intruder_actor(&sim->world, slot)->body.position),
        };
        (void)dw_sim_emit_item(sim, DW_SIM_DROPPED, slot, index);
    }
}

uint16_t dw_sim_item_for(const dw_sim *sim, uint8_t slot, uint8_t mate)
{
    if (dw_slot_is_person(sim->map, mate)) {
        return DW_NONE;
    }
    const dw_item_set full = dw_world_items_of(&sim->world, mate);
    for (uint32_t left = dw_world_items_of(&sim->world, slot); left != 0; left &= left - 1) {
        const uint16_t index = (uint16_t)__builtin_ctz(left);
        if (dw_hands_take(sim->map, full, index)) {
            return index;
        }
    }
    return DW_NONE;
}

void dw_sim_hand_item(dw_sim *sim, uint8_t slot, uint8_t mate)
{
    const uint16_t index = dw_sim_item_for(sim, slot, mate);
    DW_CHECK(index != DW_NONE);
    sim->world.items[index].carrier = mate;
    dw_sim_event *event = dw_sim_emit_item(sim, DW_SIM_HANDED, slot, (uint8_t)index);
    if (event != NULL) {
        event->mate = mate;
    }
}

/* A device has no hands, whatever its kind says (10.10). */
static bool catches(const dw_kind *kind)
{
    return kind->can.catch != 0 && !dw_kind_is_device(kind);
}

/* In sight; a guard without eyes has to feel it. */
static bool perceives(const dw_sim *sim, uint16_t g, uint8_t slot)
{
    const bool has_eyes = dw_sim_kind_of(sim, g)->senses.eyes.meter_near > 0;
    return ((has_eyes ? sim->seen[g] : sim->touched[g]) >> slot & 1) != 0;
}

/* The first guard that holds the intruder: detected, in sight, and near. DW_NONE without one. The
 * distance is that of a guard as large as an intruder: what counts is the space between bodies. */
static uint16_t holder_of(const dw_sim *sim, uint8_t slot)
{
    const dw_world *world = &sim->world;
    const dw_vec position = dw_intruder_actor(world, slot)->body.position;
    const int64_t space = DW_MM((int64_t)sim->rules.catch_distance_mm) - DW_BODY_HALF;
    for (uint16_t g = 0; g < world->guard_count; g++) {
        const dw_actor *guard = dw_guard_actor(world, g);
        const int64_t near = space + dw_sim_half_of(sim, guard);
        const dw_kind *kind = dw_sim_kind_of(sim, g);
        if (catches(kind) && world->meters[g][slot] >= kind->senses.eyes.meter_full &&
            perceives(sim, g, slot) &&
            dw_distance_squared(guard->body.position, position) <= near * near) {
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
    dw_sim_drop_items(sim, slot);
    dw_intruder_set_slot_state(&sim->world, slot, DW_SLOT_CAUGHT);
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
            dw_rect_holds(sim->map->exit, dw_intruder_actor(world, item->carrier)->body.position)) {
            return item;
        }
    }
    return NULL;
}

static dw_outcome heist_outcome(dw_sim *sim, uint8_t *winner)
{
    dw_item *delivered = brought_out(sim);
    if (delivered == NULL) {
        return DW_OUTCOME_NONE;
    }
    delivered->state = DW_ITEM_DELIVERED;
    *winner = delivered->carrier;
    return DW_OUTCOME_WON;
}

static dw_outcome mission_outcome(dw_sim *sim, uint8_t *winner)
{
    const dw_outcome outcome = dw_sim_run_mission(sim);
    *winner = outcome == DW_OUTCOME_WON ? sim->mission_state->last_slot : (uint8_t)DW_SLOT_NONE;
    return outcome;
}

static bool time_is_over(const dw_sim *sim)
{
    const uint32_t limit = sim->mission != NULL ? sim->mission->time_limit_ticks
                                                : (uint32_t)sim->rules.time_limit_ticks;
    return limit > 0 && sim->world.tick >= limit;
}

void dw_sim_judge(dw_sim *sim)
{
    dw_world *world = &sim->world;
    for (uint32_t left = dw_slots_present(world); left != 0; left &= left - 1) {
        run_catch_timer(sim, (uint8_t)__builtin_ctz(left));
    }
    if (sim->without_outcome) {
        return;
    }
    const bool present = dw_sim_players_present(sim) != 0;
    bool caught = false;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        caught = caught || world->intruders[s].caught_tick != 0;
    }
    uint8_t winner = DW_SLOT_NONE;
    const dw_outcome reached =
        sim->mission != NULL ? mission_outcome(sim, &winner) : heist_outcome(sim, &winner);
    if (reached != DW_OUTCOME_NONE) {
        end_round(sim, reached, winner);
    } else if (!present && caught) {
        end_round(sim, DW_OUTCOME_LOST, DW_SLOT_NONE);
    } else if (!present) {
        end_round(sim, DW_OUTCOME_ABORTED, DW_SLOT_NONE);
    } else if (time_is_over(sim)) {
        end_round(sim, DW_OUTCOME_TIMEOUT, DW_SLOT_NONE);
    }
}
