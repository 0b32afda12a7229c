/* error_offset.h - hides a correction from the eye: what is drawn stays where it was and moves over
 * to where it belongs, never faster than it is told, and ever more slowly at the end. Owns: the
 * offset at the time of the last correction. Pure; no allocation. */
#ifndef DW_CLIENT_CORE_ERROR_OFFSET_H
#define DW_CLIENT_CORE_ERROR_OFFSET_H

#include <stdint.h>

typedef struct dw_error_offset {
    double x, y;       /* Drawn less true, when it was set. */
    uint64_t since_ns; /* When that was. */
} dw_error_offset;

/* What is left of it now; `speed` is the fastest that it may shrink, in lengths a second. */
void dw_error_offset_left(const dw_error_offset *offset, double speed, uint64_t now_ns, double *x,
                          double *y);

#endif
