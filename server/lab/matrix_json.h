/* matrix_json.h - the results of a matrix as one JSON object: set-up, cells, paired differences,
 * games. Shares lie within 0 .. 1. Equal results are equal bytes. */
#ifndef DW_LAB_MATRIX_JSON_H
#define DW_LAB_MATRIX_JSON_H

#include "server/lab/matrix_results.h"

#include <stdio.h>

void dw_matrix_json_write(FILE *out, const dw_matrix_results *results);

#endif
