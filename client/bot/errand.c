#include "client/bot/errand.h"

#include "protocol/snapshot_items.h"

dw_errand dw_errand_of(const dw_bot_ground *ground, const dw_bot_view *view)
{
    const dw_map *map = ground->map;
    const dw_snapshot_item *items = view->snapshot->items;
    const uint16_t index = dw_snapshot_objective(map, items, view->snapshot->own.slot);
    switch ((dw_item_state)items[index].state) {
    case DW_ITEM_HOME:
    case DW_ITEM_DROPPED: {
        const dw_rect thing = dw_snapshot_item_area(map, items, index);
        return (dw_errand){.kind = DW_ERRAND_TAKE,
                           .target = dw_rect_centre(thing),
                           .index = index,
                           .thing = thing,
                           .furniture = dw_snapshot_item_furniture(map, items, index)};
    }
    case DW_ITEM_CARRIED:
        return (dw_errand){.kind = DW_ERRAND_LEAVE, .target = dw_rect_centre(map->exit)};
    case DW_ITEM_DELIVERED:
    case DW_ITEM_STATE_COUNT:
        break;
    }
    return (dw_errand){.kind = DW_ERRAND_NONE, .target = dw_rect_centre(map->exit)};
}

dw_vec dw_errand_position(const dw_errand *errand, const dw_bot_ground *ground,
                          const dw_bot_view *view)
{
    dw_vec position = errand->target;
    if (errand->kind == DW_ERRAND_TAKE) {
        (void)dw_bot_ground_reach_position(ground, view->rules, view->body.position, errand->thing,
                                           errand->furniture, &position);
    } else if (errand->kind == DW_ERRAND_USE) {
        (void)dw_bot_ground_device_position(ground, view->rules, view->body.position, errand->index,
                                            &position);
    }
    return position;
}

bool dw_errand_in_reach(const dw_errand *errand, const dw_bot_ground *ground,
                        const dw_bot_view *view)
{
    if (errand->kind != DW_ERRAND_TAKE && errand->kind != DW_ERRAND_USE) {
        return false;
    }
    const uint8_t own = view->snapshot->own.slot;
    dw_usables items = dw_snapshot_usables(view->map, view->snapshot->items, own);
    if (view->mission != NULL) {
        items.devices =
            dw_mission_devices_for(view->mission, dw_snapshot_items_of(view->snapshot->items, own));
    }
    const dw_use use =
        dw_intruder_choose_use(ground->map, &view->doors, view->rules, view->body.position, &items);
    if (errand->kind == DW_ERRAND_USE) {
        return use.kind == DW_USE_DEVICE && use.index == errand->index;
    }
    return use.kind == DW_USE_ITEM &&
           (view->mission != NULL ? use.index == errand->index
                                  : view->map->items[use.index].kind == DW_ITEM_OBJECTIVE);
}

uint8_t dw_errand_mate_in_reach(const dw_bot_ground *ground, const dw_bot_view *view)
{
    const dw_snapshot *snapshot = view->snapshot;
    if (dw_snapshot_item_of(snapshot->items, snapshot->own.slot) == DW_NONE) {
        return DW_SLOT_NONE;
    }
    const dw_vec origin = ground->map->bounds.min;
    dw_mates mates = {.count = 0};
    for (uint32_t i = 0; i < snapshot->body_count; i++) {
        const dw_snapshot_body *row = &snapshot->bodies[i];
        if (row->role == DW_ROLE_INTRUDER &&
            dw_snapshot_item_for(view->map, snapshot->items, snapshot->own.slot, row->slot) !=
                DW_NONE) {
            dw_mates_add(&mates, row->slot,
                         (dw_vec){dw_snapshot_restore(row->x, origin.x),
                                  dw_snapshot_restore(row->y, origin.y)});
        }
    }
    const dw_use use = dw_intruder_choose_use_or_mate(ground->map, &view->doors, view->rules,
                                                      view->body.position, NULL, &mates);
    return use.kind == DW_USE_MATE ? (uint8_t)use.index : (uint8_t)DW_SLOT_NONE;
}
