/* error_offset.h - smooths corrections: a corrected body is drawn where it was and moves to its
 * true position, at most at a given speed and ever more slowly at the end. Owns: the offset at the
 * time of the last correction. Pure; no allocation. */
#ifndef DW_CLIENT_CORE_ERROR_OFFSET_H
#define DW_CLIENT_CORE_ERROR_OFFSET_H

#include <stdint.h>

typedef struct dw_error_offset {
    double x, y; /* Drawn minus true position at `since_ns`. */
    uint64_t since_ns;
} dw_error_offset;

/* What is left of the offset at `now_ns`. `speed` limits how fast it shrinks, in units a second. */
void dw_error_offset_left(const dw_error_offset *offset, double speed, uint64_t now_ns, double *x,
                          double *y);

#endif
