/* ray_sense.c - the ray fan, a part of phase 5 of the tick (server/RULES.md 3.50 to 3.54): what
 * each ray of a guard meets becomes a percept. A ray tells a body with the guards' transponder from
 * one without; it never tells which body it is. */
#include "common/base/check.h"
#include "common/world/ray.h"
#include "common/world/ray_fan.h"
#include "server/sim/sim_state.h"

/* The bodies that a ray of this fan could meet; `somebody` are those without a transponder. */
typedef struct fan_bodies {
    uint32_t count;
    dw_rect areas[DW_ACTORS_MAX];
    bool somebody[DW_ACTORS_MAX];
} fan_bodies;

/* How high a body is for a ray: as the furniture that hides it (1.10). */
static int32_t height_of(const dw_sim *sim, const dw_actor *actor)
{
    if (actor->role == DW_ROLE_GUARD) {
        return sim->rules.kinds[actor->kind].body.height;
    }
    return actor->body.crouching ? DW_HEIGHT_HIDES_CROUCHING : DW_HEIGHT_HIDES_STANDING;
}

static void collect(const dw_sim *sim, uint16_t g, const dw_kind_rays *rays, fan_bodies *out)
{
    const dw_world *world = &sim->world;
    const dw_vec from = dw_guard_actor(world, g)->body.position;
    const int64_t range = DW_MM((int64_t)rays->range_mm);
    out->count = 0;
    for (uint32_t i = 0; i < dw_actor_count(world); i++) {
        const dw_actor *actor = &world->actors[i];
        const int32_t half = dw_is_present(actor) && i != g ? dw_sim_half_of(sim, actor) : 0;
        if (half == 0 || height_of(sim, actor) < rays->mount_height) {
            continue; /* A device has no body. */
        }
        const dw_rect area = dw_rect_around(actor->body.position, half);
        if (dw_distance_squared(from, dw_rect_nearest(area, from)) <= range * range) {
            out->somebody[out->count] = actor->role != DW_ROLE_GUARD;
            out->areas[out->count++] = area;
        }
    }
}

static uint8_t sense_of(const fan_bodies *bodies, const dw_ray_hit *hit)
{
    static const uint8_t senses[DW_RAY_TARGET_COUNT] = {
        [DW_RAY_NOTHING] = DW_SENSES_NOTHING, [DW_RAY_WALL] = DW_SENSES_WALL,
        [DW_RAY_LEAF] = DW_SENSES_LEAF,       [DW_RAY_FURNITURE] = DW_SENSES_FURNITURE,
        [DW_RAY_BODY] = DW_SENSES_COLLEAGUE,
    };
    const bool somebody = hit->target == DW_RAY_BODY && bodies->somebody[hit->index];
    return somebody ? (uint8_t)DW_SENSES_SOMEBODY : senses[hit->target];
}

void dw_sim_sense_rays(const dw_sim *sim, uint16_t guard, dw_percepts *percepts)
{
    const dw_kind_rays *rays = &dw_sim_kind_of(sim, guard)->senses.rays;
    const dw_body *body = &dw_guard_actor(&sim->world, guard)->body;
    fan_bodies bodies;
    collect(sim, guard, rays, &bodies);
    DW_DCHECK(rays->count <= DW_RAYS_MAX);
    percepts->ray_count = (uint8_t)rays->count;
    percepts->rays_from = body->position;
    percepts->rays_heading_bam = body->heading_bam;
    for (uint32_t i = 0; i < (uint32_t)rays->count; i++) {
        const dw_ray ray = {
            .from = body->position,
            .to = dw_ray_fan_point(rays, body->position, body->heading_bam, i, rays->range_mm),
            .height = (uint16_t)rays->mount_height};
        const dw_ray_hit hit =
            dw_ray_cast(sim->map, &sim->world.open, &ray, bodies.areas, bodies.count);
        const int32_t mm = hit.distance / DW_UNITS_PER_MM;
        percepts->rays[i] = (dw_percept_ray){
            .distance_mm =
                (uint16_t)(hit.target != DW_RAY_NOTHING && mm < rays->range_mm ? mm
                                                                               : rays->range_mm),
            .what = sense_of(&bodies, &hit),
        };
    }
}
