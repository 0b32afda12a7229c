/* food.c - baits that lie, for bodies that know hunger: who notices which (phase 5), and what is
 * eaten (phase 3, deeds.c). server/RULES.md 11.14, 11.30 and 11.31. */
#include "server/sim/eye.h"
#include "server/sim/sim_state.h"

static bool sees(const dw_sim *sim, uint16_t g, dw_vec food)
{
    const dw_actor *actor = dw_guard_actor(&sim->world, g);
    const dw_kind_eyes *eyes = &dw_sim_kind_of(sim, g)->senses.eyes;
    if (eyes->meter_near == 0 || sim->world.guards[g].command.asleep) {
        return false;
    }
    const dw_eye eye = dw_eye_of(eyes, &actor->body, actor->room);
    return dw_eye_looks_at(&eye, food) &&
           (dw_vec_equal(eye.field.from, food) ||
            dw_sight_clear(sim->map, &sim->world.open, eye.field.from, food, DW_SIGHT_CROUCHED));
}

/* The nearest; of two at one distance the first. */
static dw_percept_food notice(const dw_sim *sim, uint16_t g)
{
    const dw_vec own = dw_guard_actor(&sim->world, g)->body.position;
    dw_percept_food nearest = {.found = false};
    int64_t least = 0;
    for (uint32_t left = sim->tools[0].lying; left != 0; left &= left - 1) {
        const dw_vec food = sim->tools[0].baits[__builtin_ctz(left)].position;
        const int64_t off = dw_distance_squared(own, food);
        if ((!nearest.found || off < least) &&
            (dw_sim_nose_reaches(sim, g, food) || sees(sim, g, food))) {
            nearest = (dw_percept_food){.found = true, .position = food};
            least = off;
        }
    }
    return nearest;
}

void dw_sim_notice_food(dw_sim *sim)
{
    if (sim->rules.tools == 0) {
        return;
    }
    for (uint64_t left = dw_guards_present(&sim->world); left != 0; left &= left - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(left);
        if (dw_sim_kind_of(sim, g)->needs.hunger.point_ticks > 0) {
            sim->percepts[g].food = notice(sim, g);
        }
    }
}

void dw_sim_eat(dw_sim *sim, uint16_t g)
{
    const dw_vec own = dw_guard_actor(&sim->world, g)->body.position;
    const int64_t reach = DW_MM((int64_t)DW_EAT_MM);
    int64_t least = reach * reach;
    uint8_t eaten = 0;
    for (uint32_t left = sim->rules.tools != 0 ? sim->tools[0].lying : 0; left != 0;
         left &= left - 1) {
        const uint32_t row = (uint32_t)__builtin_ctz(left);
        const int64_t off = dw_distance_squared(own, sim->tools[0].baits[row].position);
        if (off < least || (off == least && eaten == 0)) {
            least = off;
            eaten = (uint8_t)(1u << row);
        }
    }
    sim->tools[0].lying &= (uint8_t)~eaten;
}
