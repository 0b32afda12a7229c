/* progress.h - whether a guard that wants to get on does. Watches how far it comes within a window
 * of ticks, and for how long its moves have been cut short. No allocation. */
#ifndef DW_MIND_PROGRESS_H
#define DW_MIND_PROGRESS_H

#include "common/world/world_fields.h"
#include "server/mind/think.h"

#define DW_PROGRESS_FIELDS(X, A, M)                                                                \
    X(u16, short_ticks)  /* Ticks in a row in which the move was cut short. */                     \
    X(u16, window_ticks) /* Since window_start. */                                                 \
    X(vec, window_start)

typedef struct dw_progress {
    DW_FIELDS_MEMBERS(DW_PROGRESS_FIELDS)
} dw_progress;
typedef dw_progress dw_field_progress;

/* The last move counts: cut short, or not. */
void dw_progress_count(dw_progress *progress, const dw_percepts *percepts);

/* A tick of the window; a new one begins where the guard is now. */
void dw_progress_watch(dw_progress *progress, const dw_percepts *percepts);

/* The moves of the last quarter of a second were cut short. */
bool dw_progress_is_held_up(const dw_progress *progress);

/* The window is full: it ends, and true says that the guard has hardly moved in it. */
bool dw_progress_is_stuck(dw_progress *progress, const dw_think *think);

/* Near enough to `goal`, in the same room, that the rest is not worth a struggle with a body on it.
 */
bool dw_progress_is_enough(const dw_think *think, dw_vec goal);

DW_FIELDS_INLINE(progress, DW_PROGRESS_FIELDS);

#endif
