/* footsteps.h - when a body that is drawn sets down a foot: by how far it has moved.
 * Owns: for each body where it was, how fast it goes and how far its next step is. Knows no effect.
 * Pure; times are seconds of the view. No allocation. */
#ifndef DW_VIEW_FOOTSTEPS_H
#define DW_VIEW_FOOTSTEPS_H

#include <stdbool.h>
#include <stdint.h>

enum { DW_FOOTSTEPS_IDS = 256 };

typedef struct dw_walker {
    bool known;
    double x, y, seen; /* As of the last frame in which it was drawn. */
    float speed_mm_s;
    float travelled_mm; /* Since its last step. */
    double stands;      /* Since when it does not move. */
} dw_walker;

/* The body is drawn at (x, y), in units, at that time: true when it sets down a foot. After a gap
 * or a jump, and when it has stood for a while, its way begins anew. */
bool dw_walker_moves(dw_walker *walker, double x, double y, int32_t stride_mm, double now);

#endif
