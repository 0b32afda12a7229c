/* torches.c - the torches of guards, a part of phases 5 and 7 of the tick (server/RULES.md 1.61 to
 * 1.63): which are lit, and how light it is where they shine. */
#include "common/world/torch.h"

#include "common/world/light.h"
#include "server/sim/sim_state.h"

bool dw_sim_has_torches(const dw_sim *sim)
{
    bool has = false;
    for (uint32_t k = 0; k < (uint32_t)sim->rules.kind_count; k++) {
        has = has || dw_kind_has_torch(&sim->rules.kinds[k]);
    }
    return has && sim->rules.light != 0;
}

void dw_sim_light_torch(dw_sim *sim, uint16_t guard, bool lit)
{
    const uint64_t bit = UINT64_C(1) << guard;
    const bool shines = lit && sim->has_torches && dw_kind_has_torch(dw_sim_kind_of(sim, guard));
    sim->torches[0] = shines ? sim->torches[0] | bit : sim->torches[0] & ~bit;
}

uint64_t dw_sim_torches(const dw_sim *sim)
{
    return sim->torches[0] & dw_guards_present(&sim->world);
}

int32_t dw_sim_light_at(const dw_sim *sim, dw_vec position, uint16_t room)
{
    return sim->rules.light != 0
               ? dw_light_at(sim->map, &sim->world.open, sim->world.worked, position, room)
               : (int32_t)DW_LIGHT_MAX;
}

int32_t dw_sim_light_on(const dw_sim *sim, uint8_t slot)
{
    return dw_sim_light_of(sim, dw_intruder_actor(&sim->world, slot));
}

int32_t dw_sim_light_of(const dw_sim *sim, const dw_actor *actor)
{
    const dw_vec position = actor->body.position;
    int32_t light = dw_sim_light_at(sim, position, actor->room);
    for (uint64_t lit = dw_sim_torches(sim); lit != 0; lit &= lit - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(lit);
        const dw_actor *carrier = dw_guard_actor(&sim->world, g);
        const dw_torch torch =
            dw_torch_of(&dw_sim_kind_of(sim, g)->torch, &carrier->body, carrier->room);
        const int32_t shines =
            dw_torch_light_at(&torch, sim->map, &sim->world.open, position, actor->room);
        light = shines > light ? shines : light;
    }
    return light;
}
