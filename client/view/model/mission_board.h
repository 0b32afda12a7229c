/* mission_board.h - what the window adds to the state of a mission: how long a line stays on the
 * screen, which parts have just changed, for how long a question stays, and whether the list and
 * the briefing are open. Owns: these times. Knows no drawing; the caller gives the time. No
 * allocation. */
#ifndef DW_VIEW_MISSION_BOARD_H
#define DW_VIEW_MISSION_BOARD_H

#include "client/core/mission.h"

enum { DW_BOARD_LINES = 3 };

/* A part stands out for this many seconds after it opened, was done or failed. */
#define DW_BOARD_EMPHASIS_S 5.0

/* A question that is decided stays for this many seconds. */
#define DW_BOARD_DECIDED_S 3.0

typedef struct dw_board_line {
    dw_mission_notice said;
    double born, lasts; /* Seconds. */
} dw_board_line;

typedef struct dw_mission_board {
    bool known;    /* False: the next update is the first, and shows nothing as new. */
    bool folded;   /* The list shows only what is new. */
    bool briefing; /* Its card is open. */
    uint8_t phase; /* dw_phase, of the last update. */
    uint32_t notices_told;
    uint32_t line_count;
    dw_board_line lines[DW_BOARD_LINES]; /* The oldest first. */
    uint16_t question;                   /* That is shown; 0: none. */
    double question_ends;                /* When its card goes; 0: it is open still. */
    uint8_t states[DW_PARTS_MAX];        /* dw_part_state; HIDDEN: not told. */
    double changed[DW_PARTS_MAX]; /* When the state changed; -DW_BOARD_EMPHASIS_S: before the first
                                     update. */
} dw_mission_board;

/* Takes in what the client knows now. `mission` is NULL in a heist. The card of the briefing opens
 * with the countdown and closes when play begins. */
void dw_mission_board_update(dw_mission_board *board, const dw_client_mission *mission,
                             uint8_t phase, double seconds);

/* Whether the newest question is shown. One that was decided before the person saw it is not. */
static inline bool dw_mission_board_asks(const dw_mission_board *board, double seconds)
{
    return board->question != 0 && (board->question_ends == 0.0 || seconds < board->question_ends);
}

/* For how many seconds a line stays: as long as a slow reader needs for it. */
double dw_mission_reading_s(const char *text);

/* The opacity of a line, 0 .. 1: it fades in and out. */
float dw_mission_line_strength(const dw_board_line *line, double seconds);

/* 1 when part `number` has just changed, falling to 0. */
float dw_mission_emphasis(const dw_mission_board *board, uint32_t number, double seconds);

#endif
