/* matrix_report_team.h - the part of a matrix's report that says how guards work together: orders,
 * searches, messages, and where on the maps it happens. */
#ifndef DW_LAB_MATRIX_REPORT_TEAM_H
#define DW_LAB_MATRIX_REPORT_TEAM_H

#include "server/lab/matrix_results.h"

#include <stdio.h>

void dw_report_team_write(FILE *out, const dw_matrix_results *results);

#endif
