/* goal_watch.h - tells when guards change their goals, and why: for the log and the lab. Owns: the
 * goal that each guard had at the last look. Changes nothing in the match that it looks at.
 * Cost: one explanation for each guard and look. No allocation. */
#ifndef DW_MIND_GOAL_WATCH_H
#define DW_MIND_GOAL_WATCH_H

#include "server/sim/sim.h"

typedef struct dw_goal_watch {
    bool known[DW_GUARDS_MAX];
    uint32_t since[DW_GUARDS_MAX];
    char goals[DW_GUARDS_MAX][DW_MIND_WORD_MAX + 1];
} dw_goal_watch;

/* A new round: forgets the goals of the last one. */
void dw_goal_watch_reset(dw_goal_watch *watch);

/* Whether the guard has taken another goal, or the same one anew, since the last look. The first
 * look tells no change. Look after each step, or changes in between are missed. */
bool dw_goal_watch_look(dw_goal_watch *watch, const dw_sim *sim, uint16_t guard,
                        dw_goal_change *change);

#endif
