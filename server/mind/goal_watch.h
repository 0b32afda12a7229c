/* goal_watch.h - tells when guards change their goals, and why: for the log and the lab. Owns: the
 * goal that each guard had when he was looked at last. Changes nothing in the match that it looks
 * at. Cost: one explanation a guard and look. No allocation. */
#ifndef DW_MIND_GOAL_WATCH_H
#define DW_MIND_GOAL_WATCH_H

#include "server/sim/sim.h"

typedef struct dw_goal_watch {
    bool known[DW_GUARDS_MAX];
    uint32_t since[DW_GUARDS_MAX];
    char goals[DW_GUARDS_MAX][DW_MIND_WORD_MAX + 1];
} dw_goal_watch;

/* A round begins: what was known is of another one. */
void dw_goal_watch_reset(dw_goal_watch *watch);

/* Whether the guard has another goal, or the same anew, since the last look; the first look at him
 * is none. Look after each step, or changes in between are missed. */
bool dw_goal_watch_look(dw_goal_watch *watch, const dw_sim *sim, uint16_t guard,
                        dw_goal_change *change);

#endif
