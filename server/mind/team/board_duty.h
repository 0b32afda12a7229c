/* board_duty.h - what a guard has still to write on the board, and whether it has to read it
 * (rules 4.90 to 4.96 of server/RULES.md). Owns: which intruders it has something to write of, and
 * whether there is something to read. Reads the board through its percepts alone, in the guard
 * room. No allocation. */
#ifndef DW_MIND_BOARD_DUTY_H
#define DW_MIND_BOARD_DUTY_H

#include "server/mind/team/team_radio.h"

#define DW_BOARD_DUTY_FIELDS(X, A, M)                                                              \
    X(u16, owed)    /* Bit s: a report of slot s has been due and is not on the board. */          \
    X(flag, called) /* Another guard has said that there is something to read. */

typedef struct dw_board_duty {
    dw_radio_message row; /* Written in this tick; the simulation copies it. */
    DW_FIELDS_MEMBERS(DW_BOARD_DUTY_FIELDS)
} dw_board_duty;
typedef dw_board_duty dw_field_board_duty;
DW_FIELDS_AND(dw_board_duty, DW_BOARD_DUTY_FIELDS, sizeof(dw_radio_message));

void dw_board_duty_reset(dw_board_duty *duty);

/* "Look at the board": counts for a guard that is near enough. */
void dw_board_duty_hear(dw_board_duty *duty, const dw_think *think);

static inline bool dw_board_duty_is_due(const dw_board_duty *duty)
{
    return duty->owed != 0 || duty->called;
}

/* At the board: writes one row a tick, and calls the others after the last one. */
void dw_board_duty_write(dw_board_duty *duty, const dw_think *think, dw_team_radio *radio,
                         const dw_beliefs *beliefs);

/* At the board: takes in what is new to this guard. True: the latest of it is worth going to. */
bool dw_board_duty_read(dw_board_duty *duty, const dw_think *think, dw_beliefs *beliefs,
                        dw_radio_message *latest);

DW_FIELDS_INLINE(board_duty, DW_BOARD_DUTY_FIELDS);

#endif
