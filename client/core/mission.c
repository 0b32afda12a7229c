#include "client/core/mission.h"

#include "protocol/snapshot_items.h"

#include <string.h>

void dw_client_mission_reset(dw_client_mission *mission)
{
    memset(mission, 0, sizeof *mission);
}

static bool part_fits(const dw_mission_part *part, const dw_map *map)
{
    return map == NULL || (part->item <= map->item_count && part->device <= map->device_count);
}

static bool devices_fit(dw_device_set devices, const dw_map *map)
{
    return map == NULL || (uint64_t)devices >> map->device_count == 0;
}

bool dw_client_mission_is_about(dw_message_type type)
{
    return (type >= DW_MESSAGE_MISSION && type <= DW_MESSAGE_MISSION_RESULT) ||
           type == DW_MESSAGE_MISSION_QUESTION || type == DW_MESSAGE_MISSION_PERSON;
}

bool dw_mission_fits(const dw_client_mission *mission, const dw_map *map)
{
    bool fits = devices_fit(mission->devices, map);
    for (uint32_t p = 0; p < mission->part_count; p++) {
        fits = fits && part_fits(&mission->parts[p], map);
    }
    return fits;
}

static void take_part(dw_client_mission *mission, const dw_mission_part *part)
{
    if (part->number <= mission->part_count) {
        mission->parts[part->number] = *part;
        mission->rows[part->number] = (dw_part_row){.state = DW_PART_OPEN, .slot = DW_SLOT_NONE};
        mission->part_count = (uint8_t)(part->number + 1);
    }
}

static void take_state(dw_client_mission *mission, const dw_parts_told *told)
{
    mission->tick = told->tick;
    mission->devices = told->devices;
    mission->part_count = told->count < mission->part_count ? told->count : mission->part_count;
    memcpy(mission->rows, told->rows, sizeof mission->rows);
}

bool dw_client_mission_take(dw_client_mission *mission, const dw_message *message,
                            const dw_map *map)
{
    if (message->type == DW_MESSAGE_MISSION) {
        dw_client_mission_reset(mission);
        mission->on = true;
        mission->brief = message->as.mission;
        return true;
    }
    if (!mission->on) {
        return true;
    }
    switch (message->type) {
    case DW_MESSAGE_MISSION_PART:
        if (!part_fits(&message->as.mission_part, map)) {
            return false;
        }
        take_part(mission, &message->as.mission_part);
        break;
    case DW_MESSAGE_MISSION_STATE:
        if (!devices_fit(message->as.mission_state.devices, map)) {
            return false;
        }
        take_state(mission, &message->as.mission_state);
        break;
    case DW_MESSAGE_MISSION_PERSON:
        mission->persons[DW_INTRUDERS_MAX - 1 - message->as.mission_person.slot] =
            message->as.mission_person;
        break;
    case DW_MESSAGE_MISSION_NOTICE:
        mission->notices[mission->notices_told++ % DW_CLIENT_NOTICES_MAX] =
            message->as.mission_notice;
        break;
    case DW_MESSAGE_MISSION_QUESTION:
        mission->question = message->as.mission_question;
        break;
    case DW_MESSAGE_MISSION_RESULT:
        mission->result = message->as.mission_result;
        break;
    default:
        break;
    }
    return true;
}

const dw_mission_notice *dw_mission_notice_at(const dw_client_mission *mission, uint32_t back)
{
    const uint32_t told = mission->notices_told;
    return back < told && back < DW_CLIENT_NOTICES_MAX
               ? &mission->notices[(told - 1 - back) % DW_CLIENT_NOTICES_MAX]
               : NULL;
}

uint8_t dw_mission_answer_of(const dw_client_mission *mission, uint8_t slot)
{
    for (uint32_t i = 0; i < mission->question.count && slot < DW_INTRUDERS_MAX; i++) {
        if ((mission->question.rows[i].slots >> slot & 1) != 0) {
            return (uint8_t)(i + 1);
        }
    }
    return 0;
}

const char *dw_mission_person_name(const dw_client_mission *mission, uint8_t slot)
{
    const uint32_t index = DW_INTRUDERS_MAX - 1U - slot;
    return mission != NULL && index < DW_PERSONS_MAX ? mission->persons[index].name : "";
}

bool dw_mission_wants_item(const dw_client_mission *mission, uint16_t item)
{
    for (uint32_t p = 0; p < mission->part_count; p++) {
        if (dw_mission_is_open(mission, p) && mission->parts[p].item == item + 1) {
            return true;
        }
    }
    return false;
}

uint32_t dw_mission_ticks_left(const dw_client_mission *mission, uint32_t part, uint32_t tick)
{
    const dw_part_row *row = &mission->rows[part];
    const uint64_t whole = mission->parts[part].ticks;
    const uint64_t since = tick > mission->tick ? tick - mission->tick : 0;
    const uint64_t held = row->held > 0 ? row->held + since : 0;
    return held < whole ? (uint32_t)(whole - held) : 0;
}

uint32_t dw_mission_progress(const dw_client_mission *mission, uint32_t part, uint32_t tick)
{
    const uint32_t whole = mission->parts[part].ticks;
    if (!dw_mission_is_open(mission, part) || mission->rows[part].held == 0) {
        return 0;
    }
    const uint32_t left = dw_mission_ticks_left(mission, part, tick);
    return left == 0 ? 1000 : (uint32_t)((uint64_t)(whole - left) * 1000 / whole);
}

int32_t dw_mission_held_by(const dw_client_mission *mission, uint8_t slot)
{
    for (uint32_t p = 0; p < mission->part_count; p++) {
        if (dw_mission_is_open(mission, p) && mission->rows[p].held > 0 &&
            mission->parts[p].device != 0 && mission->rows[p].slot == slot) {
            return (int32_t)p;
        }
    }
    return -1;
}

/* To the item while it lies, and to `then` for its carrier. */
static dw_mission_aim aim_by_item(uint16_t item, uint8_t slot, const dw_map *map,
                                  const dw_snapshot_item *items, dw_mission_aim then)
{
    if (dw_item_is_blank(&map->items[item]) && items[item].state == DW_ITEM_HOME) {
        return (dw_mission_aim){.kind = DW_AIM_SEARCH, .index = item, .slot = DW_SLOT_NONE};
    }
    if (dw_item_lies(items[item].state)) {
        return (dw_mission_aim){.kind = DW_AIM_ITEM,
                                .index = item,
                                .slot = DW_SLOT_NONE,
                                .area = dw_snapshot_item_area(map, items, item)};
    }
    if (items[item].state != DW_ITEM_CARRIED) {
        return (dw_mission_aim){.kind = DW_AIM_NOWHERE, .slot = DW_SLOT_NONE};
    }
    if (items[item].carrier == slot) {
        return then;
    }
    then.kind = DW_AIM_CARRIER;
    then.slot = items[item].carrier;
    return then;
}

dw_mission_aim dw_mission_aim_of(const dw_client_mission *mission, uint32_t part, uint8_t slot,
                                 const dw_map *map, const dw_snapshot_item *items)
{
    dw_mission_aim aim = {.kind = DW_AIM_NOWHERE, .slot = DW_SLOT_NONE};
    if (!dw_mission_is_open(mission, part)) {
        return aim;
    }
    const dw_mission_part *told = &mission->parts[part];
    if (told->device != 0) {
        aim.kind = DW_AIM_DEVICE;
        aim.index = (uint16_t)(told->device - 1);
        aim.area = map->devices[aim.index].area;
    } else if (told->place.max.x > told->place.min.x) {
        aim.kind = DW_AIM_PLACE;
        aim.area = told->place;
    }
    return told->item != 0 ? aim_by_item((uint16_t)(told->item - 1), slot, map, items, aim) : aim;
}

dw_device_set dw_mission_devices_for(const dw_client_mission *mission, dw_item_set carried)
{
    dw_device_set wanted = mission->devices;
    for (uint32_t p = 0; p < mission->part_count; p++) {
        const dw_mission_part *part = &mission->parts[p];
        const bool has_item = part->item == 0 || (carried >> (part->item - 1) & 1) != 0;
        if (dw_mission_is_open(mission, p) && part->device != 0 && has_item) {
            wanted |= UINT32_C(1) << (part->device - 1);
        }
    }
    return wanted;
}
