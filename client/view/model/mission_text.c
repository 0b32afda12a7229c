#include "client/view/model/mission_text.h"

#include <stdio.h>

static int32_t first_open(const dw_client_mission *mission, bool optional)
{
    for (uint32_t i = 0; i < mission->part_count; i++) {
        if (dw_mission_is_open(mission, i) && mission->parts[i].optional == optional) {
            return (int32_t)i;
        }
    }
    return -1;
}

void dw_mission_task(char text[DW_HUD_TEXT], const dw_client_mission *mission)
{
    int32_t part = first_open(mission, false);
    part = part >= 0 ? part : first_open(mission, true);
    (void)snprintf(text, DW_HUD_TEXT, "%s",
                   part >= 0 ? mission->parts[part].text : mission->brief.title);
}

void dw_mission_part_text(char text[DW_PART_TEXT], const dw_client_mission *mission, uint32_t part,
                          uint32_t tick)
{
    const dw_mission_part *shown = &mission->parts[part];
    const bool open = dw_mission_is_open(mission, part);
    char clock[DW_HUD_TEXT];
    if (open && shown->kind == DW_PART_SURVIVE) {
        const uint32_t left = dw_mission_ticks_left(mission, part, tick);
        dw_hud_clock(clock, left + DW_TICKS_PER_SECOND - 1);
        (void)snprintf(text, DW_PART_TEXT, "%s: %s", shown->text, clock);
    } else if (open && shown->optional) {
        (void)snprintf(text, DW_PART_TEXT, "%s (%s)", shown->text, dw_say(DW_SAY_MISSION_OPTIONAL));
    } else {
        (void)snprintf(text, DW_PART_TEXT, "%s", shown->text);
    }
}

void dw_mission_frame_text(char text[DW_HUD_TEXT], const dw_mission_brief *brief)
{
    char clock[DW_HUD_TEXT];
    dw_hud_clock(clock, brief->time_limit_s * DW_TICKS_PER_SECOND);
    if (brief->players_min == brief->players_max) {
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_MISSION_FOR_EXACTLY, DW_N(brief->players_max),
                    DW_S(clock));
    } else {
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_MISSION_FOR, DW_N(brief->players_min),
                    DW_N(brief->players_max), DW_S(clock));
    }
}

void dw_mission_count_text(char text[DW_HUD_TEXT], const dw_client_mission *mission)
{
    uint32_t open = 0;
    uint32_t done = 0;
    for (uint32_t i = 0; i < mission->part_count; i++) {
        open += dw_mission_is_open(mission, i) ? 1 : 0;
        done += mission->rows[i].state == DW_PART_DONE ? 1 : 0;
    }
    dw_say_into(text, DW_HUD_TEXT, DW_SAY_MISSION_COUNT, DW_N(done), DW_N(open));
}

const char *dw_mission_outcome(uint8_t outcome)
{
    return outcome == DW_OUTCOME_ABORTED ? dw_hud_outcome(outcome)
           : outcome == DW_OUTCOME_WON   ? dw_say(DW_SAY_MISSION_HEAD_WON)
                                         : dw_say(DW_SAY_MISSION_HEAD_LOST);
}

void dw_mission_outcome_line(char text[DW_HUD_TEXT], const dw_client_mission *mission)
{
    static const dw_say_id lines[DW_OUTCOME_COUNT] = {[DW_OUTCOME_NONE] = DW_SAY_RESULT_ABORTED,
                                                      [DW_OUTCOME_WON] = DW_SAY_MISSION_WON,
                                                      [DW_OUTCOME_LOST] = DW_SAY_MISSION_LOST,
                                                      [DW_OUTCOME_TIMEOUT] = DW_SAY_MISSION_TIMEOUT,
                                                      [DW_OUTCOME_ABORTED] = DW_SAY_RESULT_ABORTED};
    const uint8_t outcome = mission->result.outcome;
    dw_say_into(text, DW_HUD_TEXT, lines[outcome < DW_OUTCOME_COUNT ? outcome : 0],
                DW_S(mission->brief.title));
}

void dw_mission_toll(char text[DW_HUD_TEXT], const dw_mission_result *result)
{
    dw_say_into(text, DW_HUD_TEXT, DW_SAY_MISSION_TOLL, DW_N(result->parts), DW_N(result->optional),
                DW_N(result->sightings), DW_N(result->alarms));
}

const dw_result_row *dw_mission_result_of(const dw_mission_result *result, uint8_t slot)
{
    for (uint32_t i = 0; i < result->count; i++) {
        if (result->rows[i].slot == slot) {
            return &result->rows[i];
        }
    }
    return NULL;
}

void dw_mission_lock_text(char text[DW_HUD_TEXT], const dw_map *map, const dw_ruleset *rules,
                          uint16_t door, dw_item_set carried)
{
    static const dw_say_id lines[] = {[DW_LOCK_OPENS] = DW_SAY_USE_UNLOCK,
                                      [DW_LOCK_PICKED] = DW_SAY_USE_PICK,
                                      [DW_LOCK_REFUSES] = DW_SAY_USE_LOCKED};
    (void)snprintf(text, DW_HUD_TEXT, "%s", dw_say(lines[dw_lock_ask(map, rules, door, carried)]));
}

void dw_mission_carried_text(char text[DW_HUD_TEXT], const dw_map *map, dw_item_set carried)
{
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < map->item_count && length < DW_HUD_TEXT; i++) {
        if ((carried >> i & 1) != 0) {
            const int wrote = snprintf(text + length, DW_HUD_TEXT - length, "%s%s",
                                       length > 0 ? ", " : "", map->items[i].name);
            length += wrote > 0 ? (size_t)wrote : 0;
        }
    }
}

void dw_mission_use_text(char text[DW_HUD_TEXT], const dw_client_mission *mission,
                         const dw_map *map, uint16_t device)
{
    char name[DW_NAME_SIZE];
    dw_hud_in_sentence(name, map->devices[device].name);
    dw_say_id id = DW_SAY_USE_DEVICE;
    for (uint32_t i = 0; mission != NULL && i < mission->part_count; i++) {
        const dw_mission_part *part = &mission->parts[i];
        if (dw_mission_is_open(mission, i) && part->device == device + 1) {
            id = part->kind == DW_PART_SCAN    ? DW_SAY_USE_SCAN
                 : part->kind == DW_PART_PLANT ? DW_SAY_USE_PLANT
                                               : DW_SAY_USE_DEVICE;
            break;
        }
    }
    dw_say_into(text, DW_HUD_TEXT, id, DW_S(name));
}
