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
    if (!dw_is_present(dw_guard_actor(dw_sim_world(sim), guard))) {
        return false;
    }
    dw_mind_view now;
    dw_sim_explain(sim, guard, &now);
    char *goal = watch->goals[guard];
    const bool changed =
        watch->known[guard] && dw_mind_goal_changed(&now, goal, watch->since[guard], change);
    if (changed) {
        change->tick = now.tick; /* A brain that was changed may hold an older goal. */
    }
    watch->known[guard] = true;
    watch->since[guard] = now.since;
    (void)snprintf(goal, sizeof watch->goals[guard], "%s", now.goal);
    return changed;
}
