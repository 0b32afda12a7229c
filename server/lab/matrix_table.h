/* matrix_table.h - the results of a matrix as text tables for a terminal. */
#ifndef DW_LAB_MATRIX_TABLE_H
#define DW_LAB_MATRIX_TABLE_H

#include "server/lab/matrix_results.h"

#include <stdio.h>

void dw_matrix_table_write(FILE *out, const dw_matrix_results *results);

#endif
