/* walker.h - a guard's position on a path, and where the next tick takes the guard.
 * Owns: one path, copied. Knows nothing of goals, doors or other bodies. Speed is exact: the steps
 * along a path add up to its length, and a bend is walked round within a tick. No allocation. */
#ifndef DW_MIND_WALKER_H
#define DW_MIND_WALKER_H

#include "common/nav/nav.h"
#include "common/world/world_fields.h"

enum { DW_WALKER_POINTS_MAX = 96 };

/* points[at] is the point walked to now. */
#define DW_WALKER_FIELDS(X, A, M)                                                                  \
    X(u16, count)                                                                                  \
    X(u16, at)                                                                                     \
    X(flag, cut) /* The path goes on beyond the last point. */                                     \
    A(vec, points, DW_WALKER_POINTS_MAX, it->count)

typedef struct dw_walker {
    DW_FIELDS_MEMBERS(DW_WALKER_FIELDS)
} dw_walker;
typedef dw_walker dw_field_walker;

void dw_walker_reset(dw_walker *walker);

/* The path from its first leg on; what does not fit is left off (`cut`). */
void dw_walker_take(dw_walker *walker, const dw_nav_path *path);

static inline bool dw_walker_arrived(const dw_walker *walker)
{
    return walker->at >= walker->count;
}

/* The position `length` units along the path from `position`. The walker stays where it is. */
dw_vec dw_walker_ahead(const dw_walker *walker, dw_vec position, int32_t length);

/* The same, and the walker goes on from there. */
dw_vec dw_walker_advance(dw_walker *walker, dw_vec position, int32_t length);

DW_FIELDS_INLINE(walker, DW_WALKER_FIELDS);

#endif
