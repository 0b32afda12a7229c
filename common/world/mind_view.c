#include "common/world/mind_view.h"

#include <string.h>

bool dw_mind_goal_changed(const dw_mind_view *now, const char *goal, uint32_t since,
                          dw_goal_change *change)
{
    if (now->since == since && strcmp(goal, now->goal) == 0) {
        return false;
    }
    *change = (dw_goal_change){
        .tick = now->since, .body = now->body, .cause = now->cause, .cause_id = now->cause_id};
    memcpy(change->from, goal, strnlen(goal, DW_MIND_WORD_MAX));
    memcpy(change->to, now->goal, sizeof change->to);
    memcpy(change->sentence, now->sentence, sizeof change->sentence);
    return true;
}
