/* matrix_rows.h - the rows of a matrix: in memory by number of the match, and in a journal on disk
 * in the order in which they were finished, so that a stopped or killed run goes on where it was.
 * Owns: the memory and the journal, which one process holds at once. A line that was being written
 * when the program died has no end, and is dropped: its match is played again.
 * Cost: one write a match, some 1 to 5 kB. */
#ifndef DW_LAB_MATRIX_ROWS_H
#define DW_LAB_MATRIX_ROWS_H

#include "server/lab/heat.h"
#include "server/lab/match_row.h"
#include "server/lab/matrix_plan.h"

typedef struct dw_matrix_row {
    dw_match_row match;
    uint64_t processor_us, wall_us; /* Of the machine: not part of the results. */
    bool done;
} dw_matrix_row;

typedef struct dw_matrix_rows {
    const dw_matrix_plan *plan;
    dw_matrix_row *rows; /* `count` of them. */
    dw_heat *heats;      /* Sums of all rows; dw_matrix_plan_heats of them. */
    uint32_t count;
    uint32_t done;
    int journal; /* -1: closed, or not kept. */
} dw_matrix_rows;

enum { DW_MATRIX_LINE_SIZE = DW_MATCH_ROW_TEXT_SIZE + DW_HEAT_TEXT_SIZE + 4 * 21 };

/* Opens FOLDER/journal, or makes it, and takes the rows that it holds; a NULL folder keeps no
 * journal. `plan_hash`
 * says which matrix it is: that of another one is refused. On failure nothing is held and the error
 * is complete. */
DW_MUST_USE dw_status dw_matrix_rows_open(dw_matrix_rows *rows, const char *folder,
                                          uint64_t plan_hash, const dw_matrix_plan *plan,
                                          dw_error *error);
void dw_matrix_rows_close(dw_matrix_rows *rows);

/* A finished match as a line with its end. Gives back its length. */
size_t dw_matrix_line(uint32_t match, const dw_matrix_row *row, const dw_heat *heat,
                      char line[DW_MATRIX_LINE_SIZE]);

/* Takes one line, and writes it to the journal, if there is one. */
DW_MUST_USE dw_status dw_matrix_rows_add(dw_matrix_rows *rows, const char *line, size_t length,
                                         dw_error *error);

#endif
