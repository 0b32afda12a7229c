#include "server/sim/tools.h"

DW_FIELDS_STATE(static, belt, DW_BELT_FIELDS);
DW_FIELDS_STATE(static, lying_bait, DW_LYING_BAIT_FIELDS);
DW_FIELDS_STATE(extern, tools, DW_TOOLS_FIELDS);

bool dw_tools_are_sound(const dw_tools *tools, const dw_map *map, const dw_ruleset *rules)
{
    bool sound = tools->slots >> map->intruders_max == 0 && tools->lying >> dw_baits_max(map) == 0;
    for (uint32_t left = tools->slots; left != 0 && sound; left &= left - 1) {
        const dw_belt *belt = &tools->belts[__builtin_ctz(left)];
        sound = belt->coins <= rules->coins && belt->baits <= rules->baits &&
                belt->flying < DW_TOOL_COUNT &&
                (belt->flying == DW_TOOL_NONE ||
                 (belt->flight_ticks > 0 && dw_map_room_at(map, belt->landing) != DW_NONE));
    }
    for (uint32_t left = tools->lying; left != 0 && sound; left &= left - 1) {
        sound = dw_map_room_at(map, tools->baits[__builtin_ctz(left)].position) != DW_NONE;
    }
    return sound;
}
