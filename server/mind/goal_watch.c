#include "server/mind/goal_watch.h"

#include "common/base/check.h"

#include <stdio.h>
#include <string.h>

void dw_goal_watch_reset(dw_goal_watch *watch)
{
    memset(watch, 0, sizeof *watch);
}

bool dw_goal_watch_look(dw_goal_watch *watch, const dw_sim *sim, uint16_t guard,
                        dw_goal_change *change)
{
    DW_CHECK(guard < DW_GUARDS_MAX);
    dw_explanation now;
    dw_sim_explain(sim, guard, &now);
    char *goal = watch->goals[guard];
    const bool other = watch->since[guard] != now.since || strcmp(goal, now.goal) != 0;
    const bool changed = watch->known[guard] && other;
    if (changed) {
        *change = (dw_goal_change){
            .tick = dw_sim_world(sim)->tick,
            .guard = guard,
            .cause = (dw_cause)now.cause,
            .cause_id = now.cause_id,
        };
        (void)snprintf(change->from, sizeof change->from, "%s", goal);
        (void)snprintf(change->to, sizeof change->to, "%s", now.goal);
        (void)snprintf(change->sentence, sizeof change->sentence, "%s", now.reason);
    }
    watch->known[guard] = true;
    watch->since[guard] = now.since;
    (void)snprintf(goal, sizeof watch->goals[guard], "%s", now.goal);
    return changed;
}
