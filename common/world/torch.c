#include "common/world/torch.h"

#include "common/world/light.h"

dw_torch dw_torch_of(const dw_kind_torch *torch, const dw_body *carrier, uint16_t room)
{
    return (dw_torch){
        .field = dw_field_of_view_from(carrier->position, carrier->heading_bam,
                                       torch->field_of_view_bam),
        .range = DW_MM(torch->range_mm),
        .level = torch->level,
        .room = room,
    };
}

int32_t dw_torch_light_at(const dw_torch *torch, const dw_map *map, const dw_door_set *open,
                          dw_vec position, uint16_t room)
{
    const int64_t range = torch->range;
    const int64_t distance_squared = dw_distance_squared(torch->field.from, position);
    if (distance_squared >= range * range || !dw_field_of_view_has(&torch->field, position)) {
        return 0;
    }
    if (distance_squared > 0 && !dw_sight_clear_between(map, open, torch->field.from, torch->room,
                                                        position, room, DW_SIGHT_OVER_MIDDLE)) {
        return 0;
    }
    return dw_light_fades(torch->level, torch->range,
                          (int32_t)dw_isqrt((uint64_t)distance_squared));
}
