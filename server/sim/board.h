/* board.h - the board of the guard room: what guards have written there, one row for each intruder
 * (rules 4.90 to 4.95 of server/RULES.md). Owns: the rows. A guard reads and writes only in that
 * room; server/sim/minds.c and senses.c see to it. Knows nothing of what a report means. No
 * allocation. */
#ifndef DW_SIM_BOARD_H
#define DW_SIM_BOARD_H

#include "common/world/ruleset.h"
#include "server/sim/radio.h"

#define DW_BOARD_ROW_FIELDS(X, A, M)                                                               \
    X(u32, tick) /* Of the report, not of the writing. */                                          \
    X(u16, room)                                                                                   \
    X(u8, writer)                                                                                  \
    X(u8, agitation)

typedef struct dw_board_row {
    DW_FIELDS_MEMBERS(DW_BOARD_ROW_FIELDS)
} dw_board_row;
typedef dw_board_row dw_field_board_row;

#define DW_BOARD_FIELDS(X, A, M)                                                                   \
    X(u16, written) /* Bit s: there is a row about slot s. */                                      \
    M(board_row, rows, DW_INTRUDERS_MAX, it->written)

typedef struct dw_board {
    DW_FIELDS_MEMBERS(DW_BOARD_FIELDS)
} dw_board;
typedef dw_board dw_field_board;

DW_FIELDS_INNER(board_row, DW_BOARD_ROW_FIELDS);
DW_FIELDS_INLINE(board, DW_BOARD_FIELDS);

/* A report, with its slot, room, sender, agitation and tick; takes the place of an older row. */
void dw_board_write(dw_board *board, const dw_radio_message *report);

/* The row of a slot that is written, as the report that it was. */
dw_radio_message dw_board_read(const dw_board *board, uint8_t slot);

bool dw_board_is_sound(const dw_board *board, const dw_map *map);

/* A strategy with a board needs a map with one. */
DW_MUST_USE dw_status dw_board_check_map(const dw_strategy *strategy, const dw_map *map,
                                         dw_error *error);

#endif
