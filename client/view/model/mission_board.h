/* mission_board.h - what the window shows of a mission beside its state: lines with the time that
 * it takes to read them, parts that are new or have just been settled, and whether list and
 * briefing are open. Owns: these times. Knows no drawing; time is handed in. No allocation. */
#ifndef DW_VIEW_MISSION_BOARD_H
#define DW_VIEW_MISSION_BOARD_H

#include "client/core/mission.h"

enum { DW_BOARD_LINES = 3 };

/* Seconds for which a part stands out after it opened or was settled. */
#define DW_BOARD_EMPHASIS_S 5.0

typedef struct dw_board_line {
    dw_mission_notice said;
    double born, lasts; /* Seconds. */
} dw_board_line;

typedef struct dw_mission_board {
    bool known; /* The mission has been seen: what changes from now on is news. */
    bool folded;
    bool briefing; /* Its card is open. */
    uint8_t phase; /* dw_phase, of the last update. */
    uint32_t notices_told;
    uint32_t line_count;
    dw_board_line lines[DW_BOARD_LINES]; /* The oldest first. */
    uint8_t states[DW_PARTS_MAX];        /* dw_part_state; HIDDEN: not seen so far. */
    double changed[DW_PARTS_MAX];        /* When the state became this, or -DW_BOARD_EMPHASIS_S. */
} dw_mission_board;

/* Takes in what the client knows now. `mission` is NULL in a heist. The card of the briefing opens
 * with the countdown and closes when play begins. */
void dw_mission_board_update(dw_mission_board *board, const dw_client_mission *mission,
                             uint8_t phase, double seconds);

/* For how long a line stands: its letters at the speed of an easy reader, in seconds. */
double dw_mission_reading_s(const char *text);

/* How much of a line shows, 0 .. 1. */
float dw_mission_line_strength(const dw_board_line *line, double seconds);

/* 1 when part `number` has just changed, falling to 0. */
float dw_mission_emphasis(const dw_mission_board *board, uint32_t number, double seconds);

#endif
