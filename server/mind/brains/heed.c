/* heed.c - what a guard of the brain `reference` makes of evidence (server/RULES.md 5.82 to 5.89):
 * it puts a little thing right. When there is more it says so over the radio, and searches. */
#include "server/mind/brains/reference_mind.h"

/* As a device does (10.16). That the objective is gone it says in other words (4.48). */
static void say_notice(dw_reference_mind *mind, const dw_think *think, uint16_t room)
{
    const dw_radio_message notice = {
        .kind = DW_RADIO_NOTICE, .room = room, .place = think->percepts->position};
    const dw_evidence *evidence = mind->evidence;
    if (evidence->kind != DW_EVIDENCE_ITEM ||
        evidence->thing != dw_map_objective(think->setup->map)) {
        dw_team_radio_say(&mind->radio, &notice);
    }
}

static void search_for_cause(dw_reference_mind *mind, const dw_think *think)
{
    const dw_evidence *evidence = mind->evidence;
    const bool is_silence = evidence->kind == DW_EVIDENCE_COLLEAGUE;
    const uint16_t room = is_silence ? mind->round->rooms[evidence->thing] : think->percepts->room;
    mind->evidence->points = 0;
    say_notice(mind, think, room);
    dw_beliefs_agitate(&mind->beliefs, 1);
    dw_search_stop(&mind->search);
    dw_search_reopen(&mind->search, room);
    dw_reference_search_from(mind, think, room, dw_reference_now(DW_CAUSE_EVIDENCE, think));
}

/* Whether there is something new: in view first, then over the radio. */
static bool notices(dw_reference_mind *mind, const dw_think *think)
{
    if (dw_evidence_notice(mind->evidence, think)) {
        return true;
    }
    const uint16_t silent = dw_radio_round_is_held(think->setup->rules)
                                ? dw_radio_round_miss(mind->round, think)
                                : (uint16_t)DW_NONE;
    if (silent != DW_NONE) {
        dw_evidence_miss(mind->evidence, think, silent);
    }
    return silent != DW_NONE;
}

void dw_reference_heed(dw_reference_mind *mind, const dw_think *think)
{
    if (dw_radio_round_is_held(think->setup->rules)) {
        dw_radio_round_step(mind->round, think, &mind->radio);
    }
    if (mind->goal != DW_GOAL_PATROL || !dw_reference_accepts(mind, DW_GOAL_PUT_RIGHT)) {
        dw_evidence_follow(mind->evidence, think);
        if (mind->goal != DW_GOAL_PUT_RIGHT) {
            dw_evidence_leave(mind->evidence);
        }
        return;
    }
    if (!notices(mind, think)) {
        return;
    }
    if (mind->evidence->points >= think->setup->rules->evidence_search) {
        search_for_cause(mind, think);
        return;
    }
    const dw_errand errand =
        dw_reference_errand(mind, DW_GOAL_PUT_RIGHT, dw_reference_now(DW_CAUSE_EVIDENCE, think));
    dw_reference_take(mind, think, &errand);
}

void dw_reference_put_right(dw_reference_mind *mind, dw_think *think)
{
    think->speed = think->setup->kind->gaits.alert.speed_mm_s;
    if (dw_put_right_step(mind->repair, think, mind->evidence) == DW_SKILL_RUNNING) {
        return;
    }
    if (dw_evidence_next(mind->evidence)) {
        dw_put_right_go_on(mind->repair, think);
    } else {
        dw_reference_resume_patrol(mind, think, dw_reference_now(DW_CAUSE_DONE, think));
    }
}
