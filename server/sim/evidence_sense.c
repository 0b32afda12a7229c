/* evidence_sense.c - which leaves and lamps a guard has in view and how they stand, a part of phase
 * 5 of the tick (server/RULES.md 5.80, 5.81). */
#include "common/base/check.h"
#include "common/world/light.h"
#include "server/sim/sim_state.h"

enum { SIGNS_TICKS = 15 };

static bool sees_point(const dw_sim *sim, const dw_eye *eye, dw_vec point)
{
    return dw_eye_looks_at(eye, point) &&
           dw_sight_clear(sim->map, &sim->world.open, eye->field.from, point, DW_SIGHT_OVER_MIDDLE);
}

/* The middles of the two faces of a leaf: the sides through which one passes. */
static bool sees_leaf(const dw_sim *sim, const dw_eye *eye, const dw_door *door)
{
    const dw_rect leaf = door->half[door->leaf].area;
    const dw_vec middle = dw_rect_centre(leaf);
    const dw_vec low =
        door->passes_along_x ? (dw_vec){leaf.min.x, middle.y} : (dw_vec){middle.x, leaf.min.y};
    const dw_vec high =
        door->passes_along_x ? (dw_vec){leaf.max.x, middle.y} : (dw_vec){middle.x, leaf.max.y};
    return sees_point(sim, eye, low) || sees_point(sim, eye, high);
}

static void look_at_leaves(const dw_sim *sim, const dw_eye *eye, dw_percept_signs *signs)
{
    const dw_room *room = &sim->map->rooms[eye->room];
    for (uint16_t i = 0; i < room->door_count && signs->leaf_count < DW_SIGN_LEAVES_MAX; i++) {
        const uint16_t door = room->doors[i];
        if (sees_leaf(sim, eye, &sim->map->doors[door])) {
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
        if (bit != 0 && (signs->switches & bit) == 0 && sees_point(sim, eye, lamp->position)) {
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
