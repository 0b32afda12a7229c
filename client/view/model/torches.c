#include "client/view/model/torches.h"

#include <math.h>

static dw_vec to_vec(double x, double y)
{
    return (dw_vec){(int32_t)lround(x), (int32_t)lround(y)};
}

void dw_torches_shown(dw_torches *out, const dw_map *map, const dw_ruleset *rules,
                      const dw_drawn_world *world)
{
    out->count = 0;
    for (uint32_t i = 0; i < world->body_count && out->count < DW_GUARDS_MAX; i++) {
        const dw_drawn_body *guard = &world->bodies[i];
        const dw_kind *kind = dw_drawn_kind(world, rules, guard);
        if ((guard->flags & DW_BODY_TORCH) != 0 && dw_kind_has_torch(kind)) {
            const dw_body carrier = {
                .position = to_vec(guard->x, guard->y),
                .heading_bam = (uint16_t)((int32_t)((double)guard->heading * DW_BAM_TURN) & 0xffff),
            };
            out->rows[out->count++] =
                dw_torch_of(&kind->torch, &carrier, dw_map_room_at(map, carrier.position));
        }
    }
}

dw_own_senses dw_torches_on_own(dw_own_senses own, const dw_map *map, const dw_ruleset *rules,
                                const dw_drawn_world *world)
{
    if (!own.sees_light || !world->has_own) {
        return own;
    }
    dw_torches torches;
    dw_torches_shown(&torches, map, rules, world);
    const dw_vec at = to_vec(world->own_x, world->own_y);
    const uint16_t room = dw_map_room_at(map, at);
    for (uint32_t i = 0; i < torches.count; i++) {
        const int32_t light = dw_torch_light_at(&torches.rows[i], map, &world->doors, at, room);
        own.light = light > own.light ? light : own.light;
    }
    return own;
}
