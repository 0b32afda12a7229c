/* matrix_run.h - plays what is missing of a matrix in several processes.
 * Workers are forks: they share maps and meshes, take the next chunk from a counter in shared
 * memory, and hand in each finished match as a message through one socket. The calling process
 * alone writes the journal, so the rows are the same for any number of workers. SIGINT and SIGTERM
 * end the run after the matches under way. */
#ifndef DW_LAB_MATRIX_RUN_H
#define DW_LAB_MATRIX_RUN_H

#include "server/lab/matrix_plan.h"
#include "server/lab/matrix_rows.h"

enum { DW_MATRIX_PROCESSES_MAX = 256 };

typedef struct dw_matrix_run {
    uint32_t played;    /* Matches of this run. */
    double wall_s;      /* Its time, */
    double processor_s; /* and that of all workers on their processors. */
} dw_matrix_run;

/* Tells the progress on standard error, behind `label`. DW_OK with rows missing: the run was
 * stopped. DW_IO: the journal could not be written. DW_LOST: a worker died. The rows that were
 * finished are kept. */
DW_MUST_USE dw_status dw_matrix_run_all(const char *label, const dw_matrix_plan *plan,
                                        dw_matrix_rows *rows, uint32_t processes,
                                        dw_matrix_run *run, dw_error *error);

/* Says on standard error how fast it was; nothing when no match was played. */
void dw_matrix_run_tell(const char *label, const dw_matrix_run *run);

#endif
