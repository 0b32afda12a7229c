/* glide.h - hides a correction from the eye: what is drawn stays where it was and moves over to
 * where it belongs, never faster than it is told, and ever more slowly at the end.
 * Owns: the offset at the time of the last correction. Pure; no allocation. */
#ifndef DW_CLIENT_CORE_GLIDE_H
#define DW_CLIENT_CORE_GLIDE_H

#include <stdint.h>

typedef struct dw_glide {
    double x, y;       /* Drawn less true, when it was set. */
    uint64_t since_ns; /* When that was. */
} dw_glide;

/* What is left of it now; `speed` is the fastest that it may shrink, in lengths a second. */
void dw_glide_left(const dw_glide *glide, double speed, uint64_t now_ns, double *x, double *y);

#endif
