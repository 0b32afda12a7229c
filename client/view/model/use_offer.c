#include "client/view/model/use_offer.h"

#include "protocol/snapshot_items.h"

dw_use dw_use_offer(const dw_map *map, const dw_ruleset *rules, const dw_drawn_world *world,
                    const dw_client_mission *mission)
{
    if (!world->has_own || world->own_state != DW_SLOT_ALIVE) {
        return (dw_use){.kind = DW_USE_NOTHING};
    }
    const dw_vec at = {(int32_t)world->own_x, (int32_t)world->own_y};
    dw_usables things = dw_snapshot_usables(map, world->items, world->own_slot);
    if (mission != NULL) {
        things.devices =
            dw_mission_devices_for(mission, dw_snapshot_items_of(world->items, world->own_slot));
    }
    dw_mates mates = {.count = 0};
    for (uint32_t i = 0; i < world->body_count && (world->own_flags & DW_BODY_CARRYING) != 0; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        if (body->role == DW_ROLE_INTRUDER &&
            dw_snapshot_item_for(map, world->items, world->own_slot, body->slot) != DW_NONE) {
            dw_mates_add(&mates, body->slot, (dw_vec){(int32_t)body->x, (int32_t)body->y});
        }
    }
    return dw_intruder_choose_use_or_mate(map, &world->doors, rules, at, &things, &mates);
}
