#include "server/mind/brains/errand.h"

bool dw_errand_is_sound(const dw_errand *errand, const dw_map *map)
{
    const bool needs_room = errand->goal == DW_GOAL_SEARCH || errand->goal == DW_GOAL_HOLD;
    bool sound = errand->goal < DW_GOAL_COUNT && errand->goal != DW_GOAL_CHASE &&
                 errand->form < DW_ERRAND_FORM_COUNT && errand->cause < DW_CAUSE_COUNT &&
                 dw_is_room_or_none(map, errand->room) && dw_is_door_or_none(map, errand->door) &&
                 (errand->quarry < DW_INTRUDERS_MAX ||
                  (errand->quarry == DW_SLOT_NONE && errand->goal != DW_GOAL_LAST_KNOWN)) &&
                 errand->task <= DW_TASK_OBJECTIVE && errand->order.room < map->room_count &&
                 (!needs_room || errand->room != DW_NONE) &&
                 (errand->form != DW_ERRAND_KEEPS || errand->door != DW_NONE);
    for (uint8_t i = 0; sound && i < errand->order.door_count; i++) {
        sound = errand->order.doors[i] < map->door_count;
    }
    return sound;
}

DW_FIELDS_STATE(extern, errand, DW_ERRAND_FIELDS);
