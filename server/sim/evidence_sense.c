/* evidence_sense.c - which leaves and lamps a guard has in view and how they stand, a part of phase
 * 5 of the tick (server/RULES.md 5.80, 5.81). */
#include "common/base/check.h"
#include "common/world/light.h"
#include "server/sim/sim_state.h"

enum { SIGNS_TICKS = 15 };

static void look_at_leaves(const dw_sim *sim, const dw_eye *eye, dw_percept_signs *signs)
{
    const dw_room *room = &sim->map->rooms[eye->room];
    for (uint16_t i = 0; i < room->door_count && signs->leaf_count < DW_SIGN_LEAVES_MAX; i++) {
        const uint16_t door = room->doors[i];
        if (dw_eye_sees_leaf(eye, sim->map, &sim->world.open, &sim->map->doors[door])) {
            const uint32_t open = dw_door_set_has(&sim->world.open, door) ? 1 : 0;
            signs->open |= (uint16_t)(open << signs->leaf_count);
            signs->leaves[signs->leaf_count++] = door;
        }
    }
}

/* A lamp tells how its switch stands. */
static void look_at_lamps(const dw_sim *sim, const dw_eye *eye, dw_percept_signs *signs)
{
    const dw_room *room = &sim->map->rooms[eye->room];
    for (uint16_t i = 0; i < room->lamp_count; i++) {
        const dw_lamp *lamp = &sim->map->lamps[room->lamps[i]];
        const uint32_t bit = lamp->wall_switch != DW_NONE ? UINT32_C(1) << lamp->wall_switch : 0;
        if (bit != 0 && (signs->switches & bit) == 0 &&
            dw_eye_sees_point(eye, sim->map, &sim->world.open, lamp->position)) {
            signs->switches |= bit;
        }
    }
    signs->worked = sim->world.worked & signs->switches;
}

void dw_sim_sense_evidence(const dw_sim *sim, uint16_t guard, const dw_eye *eye,
                           dw_percepts *percepts)
{
    percepts->signs = (dw_percept_signs){.leaf_count = 0};
    if ((sim->world.tick + guard) % SIGNS_TICKS != 0 || sim->world.guards[guard].command.asleep) {
        return;
    }
    look_at_leaves(sim, eye, &percepts->signs);
    if (sim->rules.light != 0) {
        look_at_lamps(sim, eye, &percepts->signs);
    }
}
