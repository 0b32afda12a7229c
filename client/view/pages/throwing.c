#include "client/view/pages/throwing.h"

#include "client/view/texts/say.h"
#include "common/world/throw.h"

static uint8_t tools_left(const dw_throwing *from)
{
    return dw_aim_tool(from->aim) == DW_TOOL_BAIT ? from->world->own_baits : from->world->own_coins;
}

const char *dw_throwing_refusal(const dw_throwing *from, double now)
{
    const dw_flight *last = &from->flights->rows[from->world->own_slot % DW_INTRUDERS_MAX];
    if (tools_left(from) == 0) {
        return dw_say(DW_SAY_NONE_TO_THROW);
    }
    return last->tool != DW_TOOL_NONE && dw_flight_part(last, now) < 1.0
               ? dw_say(DW_SAY_THROW_IN_AIR)
               : NULL;
}

static dw_vec own_position(const dw_throwing *from)
{
    return (dw_vec){(int32_t)from->world->own_x, (int32_t)from->world->own_y};
}

dw_intent dw_throwing_intent(const dw_throwing *from, dw_intent intent)
{
    const dw_aim *aim = from->aim;
    const dw_vec own = own_position(from);
    dw_vec at = {(int32_t)dw_camera_world_x(from->camera, aim->x),
                 (int32_t)dw_camera_world_y(from->camera, aim->y)};
    if (dw_aim_by_stick(aim)) {
        const float far = (float)DW_MM(from->rules->throw_mm_max);
        at = (dw_vec){own.x + (int32_t)(aim->stick_x * far), own.y + (int32_t)(aim->stick_y * far)};
    }
    return dw_throw_aim(intent, dw_aim_tool(aim), from->rules, own, at);
}

bool dw_throwing_line(const dw_throwing *from, const dw_map *map, dw_aim_line *line)
{
    const dw_vec own = own_position(from);
    if (!dw_aim_is_on(from->aim) || dw_map_room_at(map, own) == DW_NONE) {
        return false;
    }
    const dw_intent intent = dw_throwing_intent(from, (dw_intent){.direction = DW_STAND});
    const dw_throw thrown = dw_throw_fly(map, &from->world->doors, from->rules, own, intent);
    *line = (dw_aim_line){.tool = dw_aim_tool(from->aim),
                          .from_x = own.x,
                          .from_y = own.y,
                          .to_x = thrown.landing.x,
                          .to_y = thrown.landing.y,
                          .cut = thrown.cut,
                          .none_left = tools_left(from) == 0};
    return true;
}
