/* explain.h - what every explanation of a mind begins with; what the goal is about is its skill's
 * to say. Private to server/mind. */
#ifndef DW_MIND_EXPLAIN_H
#define DW_MIND_EXPLAIN_H

#include "server/mind/mover.h"

/* Which goal, what gave it, and since when. */
typedef struct dw_explained_goal {
    const char *name;
    uint8_t cause; /* dw_cause */
    uint32_t cause_id, since;
} dw_explained_goal;

/* Clears the explanation and fills in the goal and what the mover does; NULL for a mind
 * without a mover. */
void dw_explain_begin(dw_mind_view *view, const dw_explained_goal *goal, const dw_mover *mover);

#endif
