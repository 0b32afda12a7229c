/* hud_round.h - a house of two rooms and a round of two players, for tests of what the HUD says. */
#ifndef DW_TESTS_VIEW_HUD_ROUND_H
#define DW_TESTS_VIEW_HUD_ROUND_H

#include "common/world/map.h"
#include "protocol/message.h"

static const dw_room rooms[2] = {{.name = "Great hall"}, {.name = "Study"}};
static const dw_map map = {
    .room_count = 2, .rooms = rooms, .item_count = 1, .items = {{.name = "Documents"}}};

/* Mara has slot 0 and is alive, Bo has slot 3 and is caught. */
static inline dw_round make_round(void)
{
    dw_round round = {.round = 2, .phase = DW_PHASE_PLAY, .start_tick = 600, .roster_count = 2};
    round.winner = DW_SLOT_NONE;
    round.roster[0] = (dw_roster_row){.slot = 0, .state = DW_SLOT_ALIVE, .name = "Mara"};
    round.roster[1] = (dw_roster_row){.slot = 3, .state = DW_SLOT_CAUGHT, .name = "Bo"};
    return round;
}

#endif
