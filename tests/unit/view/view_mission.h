/* view_mission.h - what the HUD shows of a mission and of a replay, made by hand. */
#ifndef DW_TESTS_VIEW_MISSION_H
#define DW_TESTS_VIEW_MISSION_H

#include "client/core/mission.h"
#include "client/core/playback.h"
#include "client/view/model/mission_board.h"

enum { DW_VIEW_PLAYBACK_LENGTH = 6000 };

/* A mission with parts in each state, lines, an open question and a result of `round`. `seconds` is
 * when the board was last brought up to date. */
void dw_view_mission_fill(dw_client_mission *mission, dw_mission_board *board, const dw_map *map,
                          uint32_t tick, uint32_t round, uint8_t phase, double seconds);

/* A recording with an event of each kind and a sighting that is explained. */
void dw_view_playback_fill(dw_playback *playback);

#endif
