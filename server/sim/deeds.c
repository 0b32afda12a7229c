/* deeds.c - phase 3 of the tick: what bodies do besides walking and working doors, once all have
 * moved (server/RULES.md 11.23 and 11.28). A deed that the body's kind or place does not allow does
 * nothing. */
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

void dw_sim_do_deeds(dw_sim *sim)
{
    for (uint64_t left = dw_guards_present(&sim->world); left != 0; left &= left - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(left);
        const dw_actor *actor = dw_guard_actor(&sim->world, g);
        switch ((dw_deed)sim->world.guards[g].command.deed) {
        case DW_DEED_BARK:
            if (dw_sim_kind_of(sim, g)->can.bark != 0) {
                dw_sim_make_noise_of(sim, actor, DW_NOISE_BARK, actor->body.position,
                                     sim->rules.bark_db10);
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
        default:
            break;
        }
    }
}
