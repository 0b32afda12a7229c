/* sweep_output.h - the points of a sweep as a table for a terminal, as CSV and as JSON. A line, a
 * record and an object each is one cell of one point. None says where or when it was made. */
#ifndef DW_LAB_SWEEP_OUTPUT_H
#define DW_LAB_SWEEP_OUTPUT_H

#include "server/lab/sweep.h"

#include <stdio.h>

/* The header of the table, and then a line for each cell of a point. */
void dw_sweep_table_head(FILE *out, const dw_sweep *sweep);
void dw_sweep_table_point(FILE *out, const dw_sweep *sweep, const dw_sweep_point *point);

/* Says which point is best. The last line is the ruleset that plays it. */
void dw_sweep_table_best(FILE *out, const dw_sweep *sweep);

/* A dw_results_writer each; `sweep_of` is a dw_sweep. */
void dw_sweep_csv_write(FILE *out, const void *sweep_of);
void dw_sweep_json_write(FILE *out, const void *sweep_of);

#endif
