/* matrix_report.h - the results of a matrix as one page for people (report_page.h).
 * Says nothing of the machine or the day: equal results are equal bytes. */
#ifndef DW_LAB_MATRIX_REPORT_H
#define DW_LAB_MATRIX_REPORT_H

#include "server/lab/matrix_results.h"

#include <stdio.h>

void dw_matrix_report_write(FILE *out, const dw_matrix_results *results);

#endif
