#include "client/bot/errand.h"

enum { DROPPED_HALF = 150 * DW_UNITS_PER_MM };

dw_errand dw_errand_of(const dw_bot_ground *ground, const dw_bot_view *view)
{
    const dw_map *map = ground->map;
    const dw_snapshot *snapshot = view->snapshot;
    dw_errand errand = {.kind = DW_ERRAND_LEAVE, .furniture = DW_NONE};
    errand.target = dw_rect_centre(map->exit);
    if (snapshot->objective == DW_OBJECTIVE_DELIVERED) {
        errand.kind = DW_ERRAND_NONE;
    } else if (snapshot->objective == DW_OBJECTIVE_HOME) {
        errand.kind = DW_ERRAND_TAKE;
        errand.thing = map->objective.area;
        errand.furniture = map->objective.furniture;
    } else if (snapshot->objective == DW_OBJECTIVE_DROPPED) {
        const dw_vec position = {dw_snapshot_restore(snapshot->objective_x, map->bounds.min.x),
                                 dw_snapshot_restore(snapshot->objective_y, map->bounds.min.y)};
        errand.kind = DW_ERRAND_TAKE;
        errand.thing = dw_rect_around(position, DROPPED_HALF);
    }
    if (errand.kind == DW_ERRAND_TAKE) {
        errand.target = dw_rect_centre(errand.thing);
    }
    return errand;
}

dw_vec dw_errand_position(const dw_errand *errand, const dw_bot_ground *ground,
                          const dw_bot_view *view)
{
    dw_vec position = errand->target;
    if (errand->kind == DW_ERRAND_TAKE) {
        (void)dw_bot_ground_reach_position(ground, view->rules, view->body.position, errand->thing,
                                           errand->furniture, &position);
    }
    return position;
}

bool dw_errand_in_reach(const dw_errand *errand, const dw_bot_ground *ground,
                        const dw_bot_view *view)
{
    return errand->kind == DW_ERRAND_TAKE &&
           dw_intruder_choose_use(ground->map, &view->doors, view->rules, view->body.position,
                                  &errand->thing, errand->furniture)
                   .kind == DW_USE_OBJECTIVE;
}
