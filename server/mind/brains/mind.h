/* mind.h - the inside of the brain `reference`: what goals there are, and what each of them works
 * with. Private to server/mind; others look in through dw_explanation. */
#ifndef DW_MIND_MIND_H
#define DW_MIND_MIND_H

#include "server/mind/beliefs.h"
#include "server/mind/skills/chase.h"
#include "server/mind/skills/intercept.h"
#include "server/mind/skills/last_known.h"
#include "server/mind/skills/patrol.h"
#include "server/mind/skills/search.h"
#include "server/mind/team/team_radio.h"

/* Goals 4 to 7 and 9 of RULES.md section 5; 1 to 3 and 8 are the mover's. */
typedef enum dw_goal {
    DW_GOAL_PATROL,
    DW_GOAL_CHASE,
    DW_GOAL_INTERCEPT,
    DW_GOAL_LIE_IN_WAIT,
    DW_GOAL_LAST_KNOWN,
    DW_GOAL_SEARCH,
    DW_GOAL_COUNT
} dw_goal;

/* What each tick needs comes first: see DW_BRAIN_HOT_BYTES. */
typedef struct dw_mind {
    dw_brain_setup setup;
    uint8_t goal;   /* dw_goal */
    uint8_t cause;  /* dw_cause_kind */
    uint8_t quarry; /* Whom it is about, or DW_SLOT_NONE. */
    uint32_t cause_id, since;
    uint32_t tick; /* Of the last percepts. */
    dw_patrol_state patrol;
    dw_chase chase;
    dw_beliefs beliefs;
    dw_team_radio radio;
    dw_intercept task;
    dw_mover mover;
    dw_search search;
    dw_team_bid search_bid; /* What he has said about the room that he searches. */
} dw_mind;

/* Goals as the percepts and messages of this tick ask for (goals.c). Gives back whom to chase, or
 * NULL. */
const dw_percept_intruder *dw_mind_choose_goal(dw_mind *mind, const dw_percepts *percepts);

/* The next goal when one has come to its end, by itself. */
void dw_mind_search_from(dw_mind *mind, const dw_percepts *percepts, uint16_t room,
                         dw_cause_kind cause);
void dw_mind_search_on(dw_mind *mind, const dw_percepts *percepts, dw_cause_kind cause,
                       uint32_t cause_id);

void dw_mind_explain(const dw_mind *mind, dw_explanation *explanation);

#endif
