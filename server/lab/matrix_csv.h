/* matrix_csv.h - the rows of a matrix as CSV (RFC 4180 with plain newlines), a line a match.
 * rows.csv is part of the results; timing.csv tells what the machine needed and is not. */
#ifndef DW_LAB_MATRIX_CSV_H
#define DW_LAB_MATRIX_CSV_H

#include "server/lab/matrix_results.h"

#include <stdio.h>

void dw_matrix_csv_rows(FILE *out, const dw_matrix_results *results);
void dw_matrix_csv_timing(FILE *out, const dw_matrix_results *results);

/* One text; in quotation marks when it needs them. The name of a file can hold anything but a zero.
 */
void dw_matrix_csv_text(FILE *out, const char *text);

/* Names and meanings of the columns of rows.csv, for people. */
void dw_matrix_csv_columns(FILE *out);

#endif
