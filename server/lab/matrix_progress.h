/* matrix_progress.h - tells on standard error how far a long run is: share done, matches a second,
 * time left. On a terminal one line that changes, else a line now and then. */
#ifndef DW_LAB_MATRIX_PROGRESS_H
#define DW_LAB_MATRIX_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct dw_progress {
    uint64_t begin_ns, next_ns;
    const char *label; /* What runs, such as "matrix". */
    uint32_t done_before, total;
    bool terminal;
} dw_progress;

/* Says that an earlier run has done a part, if it has. */
void dw_progress_resume(const char *label, uint32_t done, uint32_t total);

void dw_progress_begin(dw_progress *progress, const char *label, uint32_t done, uint32_t total);

/* Call it as often as you like. */
void dw_progress_show(dw_progress *progress, uint32_t done);
void dw_progress_end(dw_progress *progress, uint32_t done);

#endif
