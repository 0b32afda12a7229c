/* report_cells.h - the cells of a matrix as the rows of a chart: a heading for each map and number
 * of intruders, and a row for each way of guards against each policy. */
#ifndef DW_LAB_REPORT_CELLS_H
#define DW_LAB_REPORT_CELLS_H

#include "server/lab/matrix_results.h"

#include <stdio.h>

enum { DW_REPORT_FIGURES_SIZE = 160 };

void dw_report_heading(FILE *out, const dw_matrix_plan *plan, const dw_matrix_cell_key *key);

typedef void dw_report_put_cell(FILE *out, const dw_matrix_results *results,
                                const dw_matrix_cell_key *key);
void dw_report_for_each_cell(FILE *out, const dw_matrix_results *results, dw_report_put_cell *put);

const dw_matrix_cell *dw_report_cell(const dw_matrix_results *results,
                                     const dw_matrix_cell_key *key);

/* The names of guards and policy; the caller writes a bar and ends the row. */
void dw_report_begin_row(FILE *out, const dw_matrix_plan *plan, const dw_matrix_cell_key *key);

#endif
