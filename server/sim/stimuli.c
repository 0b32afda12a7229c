/* stimuli.c - phase 4 of the tick: what phases 2 and 3 gave off reaches the guards of its room.
 * Barks and things that are toppled do (deeds.c). */
#include "common/base/check.h"
#include "server/sim/sim_state.h"

void dw_sim_give_off(dw_sim *sim, const dw_stimulus *stimulus)
{
    DW_CHECK(stimulus->kind < DW_STIMULUS_KIND_COUNT && stimulus->room < sim->map->room_count);
    dw_stimulus_keep(sim->stimuli, &sim->stimulus_count, DW_SIM_STIMULI_MAX, stimulus);
}

/* A kind without a threshold senses whatever is in its room. */
static void perceive(dw_sim *sim, uint16_t g)
{
    dw_percepts *percepts = &sim->percepts[g];
    const uint16_t room = dw_guard_actor(&sim->world, g)->room;
    const int32_t threshold_db10 = dw_sim_kind_of(sim, g)->senses.ears.threshold_db10;
    percepts->stimulus_count = 0;
    for (uint8_t i = 0; i < sim->stimulus_count; i++) {
        dw_stimulus heard = sim->stimuli[i];
        heard.strength = dw_sim_level_in_ears(sim, g, heard.strength);
        if (heard.room == room && heard.strength >= threshold_db10) {
            dw_stimulus_keep(percepts->stimuli, &percepts->stimulus_count, DW_STIMULI_MAX, &heard);
        }
    }
}

void dw_sim_spread_stimuli(dw_sim *sim)
{
    for (uint64_t left = dw_guards_present(&sim->world); left != 0; left &= left - 1) {
        perceive(sim, (uint16_t)__builtin_ctzll(left));
    }
    sim->stimulus_count = 0;
}
