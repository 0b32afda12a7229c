/* guards.c - how guards appear: at their posts when a round begins, or later. */
#include "common/base/check.h"
#include "server/sim/sim_state.h"

void dw_sim_put_guard(dw_sim *sim, uint16_t g, dw_vec position, uint16_t heading_bam,
                      dw_presence presence)
{
    sim->world.actors[g] = (dw_actor){
        .body = {.position = position, .heading_bam = heading_bam},
        .room = dw_map_room_at(sim->map, position),
        .role = DW_ROLE_GUARD,
        .kind = sim->map->guards[g].kind,
        .controller = presence == DW_PRESENCE_DORMANT ? DW_CONTROLLER_NOBODY : DW_CONTROLLER_BRAIN,
        .presence = (uint8_t)presence,
    };
    sim->world.guards[g] = (dw_guard_state){
        .holds = DW_NONE,
        .command = {.heading_bam = heading_bam,
                    .open_door = DW_NONE,
                    .hold_door = DW_NONE,
                    .close_door = DW_NONE},
    };
}

/* No solid and no body is in the way of the actor at `position`. */
static bool is_free(const dw_sim *sim, const dw_actor *actor, dw_vec position)
{
    const dw_world *world = &sim->world;
    const int32_t solid_half = dw_sim_solid_half_of(sim, actor);
    const dw_rect body = dw_rect_around(position, solid_half);
    bool free = dw_rect_holds_closed(sim->map->bounds, position) &&
                dw_map_room_at(sim->map, position) != DW_NONE &&
                dw_place_free(sim->map, &world->open, position, dw_sim_half_of(sim, actor));
    for (uint32_t i = 0; free && solid_half > 0 && i < dw_actor_count(world); i++) {
        const dw_actor *other = &world->actors[i];
        const int32_t half = dw_sim_solid_half_of(sim, other);
        free = !dw_is_present(other) || half == 0 ||
               !dw_rect_overlaps(body, dw_rect_around(other->body.position, half));
    }
    return free;
}

dw_status dw_sim_wake(dw_sim *sim, uint16_t guard, dw_vec position, uint16_t heading_bam)
{
    DW_CHECK(guard < sim->world.guard_count);
    const dw_actor *actor = dw_guard_actor(&sim->world, guard);
    if (actor->presence != DW_PRESENCE_DORMANT || !is_free(sim, actor, position)) {
        return DW_DENIED;
    }
    dw_sim_put_guard(sim, guard, position, heading_bam, DW_PRESENCE_PRESENT);
    return DW_OK;
}
