/* watchfulness.h - the emergencies to which each state, branch or plan of a brain should react, for
 * the checks of all forms. Source of the three gaps (asleep and in danger, no food found, attacked
 * while eating): the table of states in X. Valentova, "Simulation of intelligent animal behaviour
 * in a dynamic game environment", 2017. */
#ifndef DW_MIND_WATCHFULNESS_H
#define DW_MIND_WATCHFULNESS_H

#include "server/mind/data/condition.h"
#include "server/mind/data/inspect.h"
#include "server/mind/data/skill.h"

/* Facts of emergencies. */
uint64_t dw_danger_facts(void);

/* Facts that the condition waits for: its terms but those negated. Bit f: dw_fact f. */
uint64_t dw_condition_waits_for(const dw_condition *condition);

/* What runs `skill` while it waits for `watched` facts and nothing else: says what it misses.
 * `has_exit`: it goes on to something else when the skill ends, fails or takes too long. */
void dw_watchfulness_check(dw_findings *out, const char *place, const dw_skill *skill,
                           uint64_t watched, bool has_exit);

#endif
