/* heed.c - what a guard of the brain `reference` makes of evidence (server/RULES.md 5.82 to 5.86):
 * it puts a little thing right, and searches when there is more. */
#include "server/mind/brains/reference_mind.h"

/* An item that is gone is reported by those that notice it (4.48). */
static void search_for_cause(dw_reference_mind *mind, const dw_think *think)
{
    mind->evidence->points = 0;
    dw_beliefs_agitate(&mind->beliefs, 1);
    dw_search_stop(&mind->search);
    dw_search_reopen(&mind->search, think->percepts->room);
    dw_reference_search_from(mind, think, think->percepts->room,
                             dw_reference_now(DW_CAUSE_EVIDENCE, think));
}

void dw_reference_heed(dw_reference_mind *mind, const dw_think *think)
{
    if (mind->goal != DW_GOAL_PATROL) {
        dw_evidence_follow(mind->evidence, think);
        return;
    }
    if (!dw_evidence_notice(mind->evidence, think)) {
        return;
    }
    if (mind->evidence->points >= think->setup->rules->evidence_search) {
        search_for_cause(mind, think);
        return;
    }
    dw_search_stop(&mind->search);
    dw_put_right_begin(mind->repair, think);
    dw_reference_set_goal(mind, think, DW_GOAL_PUT_RIGHT,
                          dw_reference_now(DW_CAUSE_EVIDENCE, think));
}

void dw_reference_put_right(dw_reference_mind *mind, dw_think *think)
{
    think->speed = think->setup->kind->gaits.alert.speed_mm_s;
    if (dw_put_right_step(mind->repair, think, mind->evidence) != DW_SKILL_RUNNING) {
        dw_reference_resume_patrol(mind, think, dw_reference_now(DW_CAUSE_DONE, think));
    }
}
