/* skills.h - the skills of the table (skill.h), as values: what `reference` does (guard_skills.c),
 * what animals do (animal_skills.c), what servants do
 * (household_skills.c), what bodies do that go by rays and touch
 * (contact_skills.c), and the rest (plain_skills.c). Private to server/mind/data. */
#ifndef DW_MIND_SKILLS_H
#define DW_MIND_SKILLS_H

#include "server/mind/data/self.h"

/* In the order in which people read of them. */
#define DW_SKILLS(X)                                                                               \
    X(patrol)                                                                                      \
    X(chase)                                                                                       \
    X(go_last_known)                                                                               \
    X(search)                                                                                      \
    X(intercept)                                                                                   \
    X(lie_in_wait)                                                                                 \
    X(hold)                                                                                        \
    X(board)                                                                                       \
    X(investigate)                                                                                 \
    X(put_right)                                                                                   \
    X(follow)                                                                                      \
    X(tell)                                                                                        \
    X(hide)                                                                                        \
    X(close_in)                                                                                    \
    X(go_last_met)                                                                                 \
    X(track)                                                                                       \
    X(go_to_noise)                                                                                 \
    X(wander)                                                                                      \
    X(flee)                                                                                        \
    X(go_and_topple)                                                                               \
    X(eat)                                                                                         \
    X(sleep)                                                                                       \
    X(look_round)                                                                                  \
    X(watch)                                                                                       \
    X(wait)                                                                                        \
    X(bark)                                                                                        \
    X(topple)                                                                                      \
    X(switch)                                                                                      \
    X(alarm)

#define DW_SKILL_EXTERN(name) extern const dw_skill dw_skill_##name;
DW_SKILLS(DW_SKILL_EXTERN)
#undef DW_SKILL_EXTERN

/* A parameter `pace`: the gait of the body's kind. */
enum { DW_PACE_CALM, DW_PACE_ALERT, DW_PACE_NEAR, DW_PACE_FAR, DW_PACE_INTERCEPT };
extern const char *const dw_pace_words[];
#define DW_PACE_PARAM(usual)                                                                       \
    {                                                                                              \
        "pace", dw_pace_words, 0, 0, usual, "calm, alert, near, far or intercept"                  \
    }

/* mm a second. */
int32_t dw_pace_speed(const dw_think *think, int32_t pace);

#endif
