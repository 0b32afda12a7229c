#include "server/mind/ray_contact.h"

#include "common/world/ray_fan.h"
#include "server/mind/fright.h"

bool dw_find_somebody(const dw_kind *kind, const dw_percepts *percepts, dw_vec *place)
{
    const dw_percept_intruder *felt = dw_find_touch(percepts);
    if (felt != NULL) {
        *place = felt->position;
        return true;
    }
    uint32_t nearest = percepts->ray_count;
    for (uint32_t i = 0; i < percepts->ray_count; i++) {
        const dw_percept_ray *ray = &percepts->rays[i];
        if (ray->what == DW_SENSES_SOMEBODY &&
            (nearest == percepts->ray_count ||
             ray->distance_mm < percepts->rays[nearest].distance_mm)) {
            nearest = i;
        }
    }
    if (nearest == percepts->ray_count) {
        return false;
    }
    *place = dw_ray_fan_point(&kind->senses.rays, percepts->rays_from, percepts->rays_heading_bam,
                              nearest, percepts->rays[nearest].distance_mm);
    return true;
}
