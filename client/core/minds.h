/* minds.h - the guards' minds as a spectator knows them: the newest two of each guard, because the
 * drawn tick lies behind the arrivals, and the last changes of goal.
 * Owns: copies. Knows no map: the caller checks a mind before it puts it in. No allocation after
 * creation. Clients that spectate have one (about 240 KB). */
#ifndef DW_CLIENT_CORE_MINDS_H
#define DW_CLIENT_CORE_MINDS_H

#include "common/base/arena.h"
#include "common/world/mind_view.h"

enum { DW_MIND_CHANGES_MAX = 400 }; /* Of all guards: some minutes. */

typedef struct dw_minds {
    dw_mind_view newest[DW_GUARDS_MAX]; /* By body - 1; tick 0: none. */
    dw_mind_view before[DW_GUARDS_MAX];
    uint32_t change_count;
    dw_goal_change changes[DW_MIND_CHANGES_MAX]; /* Oldest first. */
} dw_minds;

DW_MUST_USE dw_status dw_minds_create(dw_minds **out, dw_arena *arena);

/* Forgets everything: for another round or another connection. */
void dw_minds_reset(dw_minds *minds);

/* Forgets what is from `tick` or earlier. */
void dw_minds_forget(dw_minds *minds, uint32_t tick);

/* Ignores a mind that is not newer than the one held. */
void dw_minds_put(dw_minds *minds, const dw_mind_view *mind);

/* The guard's mind at `tick`: the newest one that is not later, else the oldest one held. NULL when
 * the guard is unknown. */
const dw_mind_view *dw_minds_at(const dw_minds *minds, uint8_t body, uint32_t tick);

#endif
