/* bells.c - bells of a mission, in phase 2 of the tick (server/RULES.md 12.13). */
#include "server/sim/sim_state.h"

enum { STROKE_TICKS = 30 };

void dw_sim_ring_bell(dw_sim *sim, uint16_t device)
{
    sim->mission_state->ringing[device] = DW_BELL_TICKS;
}

void dw_sim_strike_bells(dw_sim *sim)
{
    for (uint16_t d = 0; d < sim->map->device_count; d++) {
        uint16_t *left = &sim->mission_state->ringing[d];
        if (*left == 0) {
            continue;
        }
        if (*left % STROKE_TICKS == 0) {
            const dw_map_device *bell = &sim->map->devices[d];
            dw_sim_make_noise(sim, &(dw_noise){.kind = DW_NOISE_BELL,
                                               .from_own_side = true,
                                               .room = bell->room,
                                               .position = dw_rect_centre(bell->area),
                                               .level_db10 = sim->rules.bell_db10});
        }
        (*left)--;
    }
}
