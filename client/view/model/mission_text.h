/* mission_text.h - the words of missions, apart from their drawing, so that tests can read them.
 * Pure. */
#ifndef DW_VIEW_MISSION_TEXT_H
#define DW_VIEW_MISSION_TEXT_H

#include "client/core/mission.h"
#include "client/view/model/hud_text.h"
#include "common/world/lock.h"

/* What to do now: the first open part that is needed, else the first open one, else the title. */
void dw_mission_task(char text[DW_HUD_TEXT], const dw_client_mission *mission);

enum { DW_PART_TEXT = DW_MISSION_TEXT_SIZE + 64 };

/* A part in the list: what it asks for, whether it is optional, and the time that is left of one
 * that asks to survive, at `tick` of the server. */
void dw_mission_part_text(char text[DW_PART_TEXT], const dw_client_mission *mission, uint32_t part,
                          uint32_t tick);

/* "1 to 8 players, 15:00" */
void dw_mission_frame_text(char text[DW_HUD_TEXT], const dw_mission_brief *brief);

/* "2 done, 1 open" */
void dw_mission_count_text(char text[DW_HUD_TEXT], const dw_client_mission *mission);

/* The heading of a result, and how the mission ended in one sentence. */
const char *dw_mission_outcome(uint8_t outcome);
void dw_mission_outcome_line(char text[DW_HUD_TEXT], const dw_client_mission *mission);

/* Parts, sightings and reports of the round that has ended. */
void dw_mission_toll(char text[DW_HUD_TEXT], const dw_mission_result *result);

/* Of one player; NULL without one. */
const dw_result_row *dw_mission_result_of(const dw_mission_result *result, uint8_t slot);

/* What the use key would do at a locked door, for an intruder with these items. */
void dw_mission_lock_text(char text[DW_HUD_TEXT], const dw_map *map, const dw_ruleset *rules,
                          uint16_t door, dw_item_set carried);

/* The names of what an intruder carries: "vault key, papers". */
void dw_mission_carried_text(char text[DW_HUD_TEXT], const dw_map *map, dw_item_set carried);

/* What the use key would do at that device. */
void dw_mission_use_text(char text[DW_HUD_TEXT], const dw_client_mission *mission,
                         const dw_map *map, uint16_t device);

#endif
