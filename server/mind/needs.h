/* needs.h - what an animal wants for itself: food, rest, and to be far from what frightened it
 * (server/RULES.md 11.7 to 11.10).
 * Owns: three levels of 0 to 1000 points. A need presses from one threshold on until it has passed
 * the other, so that a level between them changes nothing. Rates and thresholds are fields of the
 * kind; a need without a rate never changes and never presses.
 * Knows nothing of bodies, food and noises. Pure; whole numbers alone. */
#ifndef DW_MIND_NEEDS_H
#define DW_MIND_NEEDS_H

#include "common/base/fields.h"
#include "common/world/kind.h"
#include "server/sim/brain.h"

enum {
    DW_NEED_POINTS_MAX = 1000,
    DW_NEED_REST_POINTS = 4 /* Gained by a rest in the time in which a point is lost awake. */
};

#define DW_NEED_FIELDS(X, A, M)                                                                    \
    X(u16, points)                                                                                 \
    X(u16, ticks) /* Since the level changed by itself. */                                         \
    X(flag, presses)
typedef struct dw_need {
    DW_FIELDS_MEMBERS(DW_NEED_FIELDS)
} dw_need;
typedef dw_need dw_field_need;

#define DW_NEEDS_FIELDS(X, A, M)                                                                   \
    X(need, hunger) /* Rises; presses from `high` on, down to `low`. */                            \
    X(need, energy) /* Falls, and rises at rest; presses from `low` down, up to `high`. */         \
    X(need, fear)   /* Falls; presses from `high` on, down to `low`. */
typedef struct dw_needs {
    DW_FIELDS_MEMBERS(DW_NEEDS_FIELDS)
} dw_needs;
typedef dw_needs dw_field_needs;

/* As the kind begins a round. */
void dw_needs_reset(dw_needs *needs, const dw_kind *kind);

/* One tick. */
void dw_needs_step(dw_needs *needs, const dw_kind *kind, bool rests);

/* It has eaten. */
void dw_needs_eat(dw_needs *needs, const dw_kind *kind);

/* Something frightened it by this many points. */
void dw_needs_frighten(dw_needs *needs, const dw_kind *kind, int32_t points);

/* For another brain of the same body. */
void dw_needs_tell(const dw_needs *needs, dw_brain_needs *out);
void dw_needs_take(dw_needs *needs, const dw_brain_needs *from);

bool dw_needs_are_sound(const dw_needs *needs);

DW_FIELDS_INNER(need, DW_NEED_FIELDS);
DW_FIELDS_INLINE(needs, DW_NEEDS_FIELDS);

#endif
