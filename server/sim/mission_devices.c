/* mission_devices.c - what the use key does at devices (server/RULES.md 12.4). */
#include "common/base/check.h"
#include "server/sim/sim_state.h"

dw_device_set dw_sim_wanted_devices(const dw_sim *sim, uint8_t slot)
{
    const dw_item_set carried = dw_world_items_of(&sim->world, slot);
    dw_device_set wanted = 0;
    for (uint32_t left =
             sim->mission != NULL ? dw_mission_open_parts(sim->mission, sim->mission_state) : 0;
         left != 0; left &= left - 1) {
        const uint32_t p = (uint32_t)__builtin_ctz(left);
        const dw_part_kind kind = (dw_part_kind)sim->mission->parts[p].kind;
        const dw_mission_names *names = &sim->mission->parts[p].names;
        const bool can = kind != DW_PART_PLANT || (carried >> names->item & 1) != 0;
        wanted |= (dw_part_words[kind].names & DW_NAMES_DEVICE) != 0 && can
                      ? UINT32_C(1) << names->device
                      : 0;
    }
    return sim->mission != NULL
               ? wanted | dw_mission_triggered_devices(sim->mission, sim->mission_state)
               : wanted;
}

void dw_sim_use_device(dw_sim *sim, uint8_t slot, uint16_t device)
{
    DW_CHECK(sim->mission != NULL && device < sim->map->device_count);
    sim->pressed[slot] = (uint8_t)(device + 1);
    sim->mission_state->holding[slot] = (uint8_t)(device + 1);
    if (sim->map->devices[device].kind == DW_DEVICE_BELL) {
        dw_sim_ring_bell(sim, device);
    }
}
