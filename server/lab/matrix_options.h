/* matrix_options.h - the flags that `matrix` and `sweep` share: which matches, and in how many
 * processes. Owns: their defaults and their help. */
#ifndef DW_LAB_MATRIX_OPTIONS_H
#define DW_LAB_MATRIX_OPTIONS_H

#include "common/platform/options.h"
#include "server/lab/matrix_plan.h"

enum { DW_MATRIX_OPTION_COUNT = 8, DW_MATRIX_HELP_SIZE = 480 };

typedef struct dw_matrix_flags {
    dw_matrix_request request; /* `guards` stays with the command. */
    int64_t processes;         /* 0 = one a core, so that --help is the same on every machine. */
    char intruders_help[DW_MATRIX_HELP_SIZE];
} dw_matrix_flags;

/* Writes the defaults into `flags`, and the rows of the shared flags. `flags` must outlive them. */
void dw_matrix_options(dw_matrix_flags *flags, dw_option options[DW_MATRIX_OPTION_COUNT]);

/* The processes to start, at least 1. */
uint32_t dw_matrix_processes(const dw_matrix_flags *flags);

#endif
