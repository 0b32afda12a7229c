/* deeds.c - phase 3 of the tick: what bodies do besides walking and working doors, once all have
 * moved (server/RULES.md 1.60, 10.43, 11.23 and 11.28). A deed that the body's kind or place does
 * not allow does nothing. */
#include "common/world/light.h"
#include "server/sim/sim_state.h"

static bool is_beside_furniture(const dw_sim *sim, const dw_actor *actor)
{
    const dw_map *map = sim->map;
    const dw_rect reach =
        dw_rect_around(actor->body.position, dw_sim_half_of(sim, actor) + DW_MM(DW_TOPPLE_MM));
    for (uint16_t i = 0; i < map->furniture_count; i++) {
        if (map->furniture[i].room == actor->room &&
            dw_rect_touches(reach, map->furniture[i].area)) {
            return true;
        }
    }
    return false;
}

static void work_nearest_switch(dw_sim *sim, const dw_actor *actor)
{
    if (sim->rules.light == 0) {
        return;
    }
    const uint16_t index = dw_switch_in_reach(sim->map, &sim->world.open, actor->body.position,
                                              DW_MM(sim->rules.reach_mm));
    if (index != DW_NONE) {
        dw_sim_work_switch(sim, index);
    }
}

void dw_sim_do_deeds(dw_sim *sim)
{
    for (uint64_t left = dw_guards_present(&sim->world); left != 0; left &= left - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(left);
        const dw_actor *actor = dw_guard_actor(&sim->world, g);
        switch ((dw_deed)sim->world.guards[g].command.deed) {
        case DW_DEED_BARK:
            if (dw_sim_kind_of(sim, g)->can.bark != 0) {
                const int32_t own_db10 = dw_sim_kind_of(sim, g)->voice.bark_db10;
                dw_sim_make_noise_of(sim, actor, DW_NOISE_BARK, actor->body.position,
                                     own_db10 > 0 ? own_db10 : sim->rules.bark_db10);
            }
            break;
        case DW_DEED_TOPPLE:
            if (is_beside_furniture(sim, actor)) {
                dw_sim_make_noise_of(sim, actor, DW_NOISE_TOPPLE, actor->body.position,
                                     sim->rules.topple_db10);
            }
            break;
        case DW_DEED_EAT:
            dw_sim_eat(sim, g);
            break;
        case DW_DEED_SWITCH:
            if (dw_sim_kind_of(sim, g)->can.use_switches != 0) {
                work_nearest_switch(sim, actor);
            }
            break;
        default:
            break;
        }
    }
}
