/* stimuli.c - phase 4 of the tick: what phases 2 and 3 gave off reaches the guards of its room.
 * Nothing gives off a stimulus today, so the list of the tick is empty. */
#include "common/base/check.h"
#include "server/sim/sim_state.h"

void dw_sim_give_off(dw_sim *sim, const dw_stimulus *stimulus)
{
    DW_CHECK(stimulus->kind < DW_STIMULUS_KIND_COUNT && stimulus->room < sim->map->room_count);
    dw_stimulus_keep(sim->stimuli, &sim->stimulus_count, DW_SIM_STIMULI_MAX, stimulus);
}

static void perceive(dw_percepts *percepts, const dw_stimulus *stimuli, uint8_t count,
                     uint16_t room)
{
    percepts->stimulus_count = 0;
    for (uint8_t i = 0; i < count; i++) {
        if (stimuli[i].room == room) {
            dw_stimulus_keep(percepts->stimuli, &percepts->stimulus_count, DW_STIMULI_MAX,
                             &stimuli[i]);
        }
    }
}

void dw_sim_spread_stimuli(dw_sim *sim)
{
    for (uint64_t left = dw_guards_present(&sim->world); left != 0; left &= left - 1) {
        const uint32_t g = (uint32_t)__builtin_ctzll(left);
        perceive(&sim->percepts[g], sim->stimuli, sim->stimulus_count,
                 dw_guard_actor(&sim->world, g)->room);
    }
    sim->stimulus_count = 0;
}
