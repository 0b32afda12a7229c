/* nose.c - phase 5 of the tick, smells: intruders leave trails, and noses find the freshest point
 * within reach (server/RULES.md 11.1 to 11.6). Nothing of it happens without a nose on the map. */
#include "common/base/hash.h"
#include "common/world/sight.h"
#include "server/sim/sim_state.h"

bool dw_sim_has_nose(const dw_sim *sim)
{
    bool has = false;
    for (uint16_t g = 0; g < sim->map->guard_count; g++) {
        const dw_kind *kind = &sim->rules.kinds[sim->map->guards[g].kind];
        has = has || kind->senses.nose.range_mm > 0;
    }
    return has && sim->rules.scent != 0;
}

static void leave_trails(dw_sim *sim)
{
    for (uint32_t s = 0; s < dw_scent_slots(sim->scent); s++) {
        const dw_actor *actor = dw_intruder_actor(&sim->world, s);
        const bool leaves =
            dw_is_present(actor) && sim->map->rooms[actor->room].floor != DW_FLOOR_WATER;
        dw_scent_leave(sim->scent, sim->world.tick, s, leaves ? &actor->body.position : NULL);
        if (leaves) {
            const dw_vec at = actor->body.position;
            sim->scent_mark[0] = dw_hash_u64(sim->scent_mark[0] + s,
                                             (uint64_t)(uint32_t)at.x << 32 | (uint32_t)at.y);
        }
    }
}

bool dw_sim_nose_reaches(const dw_sim *sim, uint16_t guard, dw_vec point)
{
    const dw_vec own = dw_guard_actor(&sim->world, guard)->body.position;
    const int64_t reach = DW_MM((int64_t)dw_sim_kind_of(sim, guard)->senses.nose.range_mm);
    return dw_distance_squared(own, point) <= reach * reach &&
           (dw_vec_equal(own, point) ||
            dw_sight_clear(sim->map, &sim->world.open, own, point, DW_SIGHT_REACH));
}

/* Points of one time are looked at by slot: of two within reach the lower slot's counts. */
static dw_percept_smell sniff(const dw_sim *sim, uint16_t g)
{
    const dw_kind_nose *nose = &dw_sim_kind_of(sim, g)->senses.nose;
    const uint32_t tick = sim->world.tick;
    for (uint32_t back = 0; back < DW_SCENT_POINTS; back++) {
        const uint32_t age_ticks = dw_scent_age(tick, back);
        if (age_ticks > (uint32_t)nose->trail_ticks_max) {
            break;
        }
        for (uint32_t s = 0; s < dw_scent_slots(sim->scent); s++) {
            dw_vec point;
            if (dw_scent_point(sim->scent, tick, s, back, &point) &&
                dw_sim_nose_reaches(sim, g, point)) {
                return (dw_percept_smell){.found = true,
                                          .room = dw_map_room_at(sim->map, point),
                                          .age_ticks = age_ticks,
                                          .position = point};
            }
        }
    }
    return (dw_percept_smell){.found = false};
}

void dw_sim_smell(dw_sim *sim)
{
    if (sim->scent == NULL) {
        return;
    }
    const uint32_t phase = sim->world.tick % DW_SCENT_TICKS;
    if (phase == 0) {
        leave_trails(sim);
    }
    for (uint64_t left = dw_guards_present(&sim->world); left != 0; left &= left - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(left);
        if (dw_sim_kind_of(sim, g)->senses.nose.range_mm > 0) {
            /* Noses sniff in turn, so that no tick has to pay for all of them. */
            sim->percepts[g].smell =
                g % DW_SCENT_TICKS == phase ? sniff(sim, g) : (dw_percept_smell){.found = false};
        }
    }
}
