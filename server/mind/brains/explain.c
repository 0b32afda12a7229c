#include "server/mind/brains/explain.h"

#include <stdio.h>

void dw_explain_begin(dw_mind_view *view, const dw_explained_goal *goal, const dw_mover *mover)
{
    static const char *const substitutes[] = {
        [DW_MOVER_WALKS] = "",
        [DW_MOVER_WAITS] = "waits for a doorway",
        [DW_MOVER_WAITS_ASIDE] = "waits for a doorway",
        [DW_MOVER_SIDE_STEPS] = "steps aside",
        [DW_MOVER_LEAVES_DOORWAY] = "leaves the doorway",
        [DW_MOVER_GETS_UNSTUCK] = "gets unstuck",
    };
    *view = (dw_mind_view){.room = DW_NONE, .door = DW_NONE};
    (void)snprintf(view->goal, sizeof view->goal, "%s", goal->name);
    view->cause = goal->cause;
    view->cause_id = goal->cause_id;
    view->since = goal->since;
    if (mover != NULL) {
        view->target = mover->goal;
        dw_route_explain(&mover->route, view);
        const bool waits = mover->doing == DW_MOVER_WAITS || mover->doing == DW_MOVER_WAITS_ASIDE;
        const bool waited = mover->stats.waits >= DW_MOVER_WAIT_SHOWN;
        const uint8_t shown =
            mover->doing == DW_MOVER_WALKS && waited ? DW_MOVER_WAITS : mover->doing;
        if (!waits || waited) {
            (void)snprintf(view->doing, sizeof view->doing, "%s", substitutes[shown]);
        }
    }
}
